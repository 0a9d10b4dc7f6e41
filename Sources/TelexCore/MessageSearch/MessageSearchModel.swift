import Foundation

/// The search for messages of each window. What it shows is what was stored when it was made, and then what only the
/// server has.
struct MessageSearchModel: WindowKeeping {
    var windows = Windows(MessageSearch())

    mutating func search(_ search: MessageSearching, _ stamp: Stamp, _ region: Region, _ chats: ChatLookup)
        -> Consequences
    {
        let window = stamp.window
        windows[window] = MessageSearch(text: search.query.tidied, isLocal: search.isLocal)
        let cancel = Consequences(effects: [
            Effect(.messageSearch(window), .cancel), Effect(.serverSearch(window), .cancel),
            Effect(.serverCheck(window), .cancel),
        ])
        if windows[window].text.isEmpty { return cancel }
        // Names mean nothing before the chats are loaded.
        guard chats.isSettled else {
            windows[window].isWaiting = true
            return cancel
        }
        var consequences = begin(in: window, stamp.time, region, chats)
        consequences.effects = cancel.effects + consequences.effects
        return consequences
    }

    /// Begins the searches that waited for the chats.
    mutating func resume(_ time: Date, _ region: Region, _ chats: ChatLookup) -> [Effect] {
        var effects: [Effect] = []
        for window in windows.all(where: { $0.isWaiting }) {
            windows[window].isWaiting = false
            effects += begin(in: window, time, region, chats).effects
        }
        return effects
    }

    private mutating func begin(in window: WindowID, _ time: Date, _ region: Region, _ chats: ChatLookup)
        -> Consequences
    {
        do {
            let rules = MessageSearchUseCase(chats: chats, open: chats.open(in: window), now: time, region: region)
            windows[window].query = try rules.query(windows[window].text)
        } catch {
            windows[window].error = error.reason
            return .refused(error.reason)
        }
        windows[window].isSearching = true
        return Consequences(effects: [load(in: window)])
    }

    /// Loads the next of the messages found.
    private func load(in window: WindowID) -> Effect {
        let search = windows[window]
        let query = StoreQuery.found(
            search.query ?? MessageQuery(), before: search.next, limit: search.limit.rows - search.found.count)
        return Effect(.messageSearch(window), .load(query))
    }

    /// Counts all messages that match, in parts.
    private func count(from place: CountPlace?, in window: WindowID) -> Effect {
        let search = windows[window]
        let query = StoreQuery.foundCount(
            search.query ?? MessageQuery(), from: place, limit: search.needsCount ? search.limit.rows : 0)
        return Effect(.messageSearch(window), .load(query))
    }

    mutating func list(_ rows: Int, in window: WindowID) -> Consequences {
        guard windows[window].query != nil else { return .ignored("Nothing is searched for.") }
        windows[window].limit.ask(for: rows)
        let search = windows[window]
        guard !search.isSearching, search.hasMore, rows > search.found.count else { return .none }
        windows[window].isSearching = true
        if search.next != nil { return Consequences(effects: [load(in: window)]) }
        windows[window].beginCount()
        return Consequences(effects: [count(from: nil, in: window)])
    }

    mutating func find(_ page: FoundPage, in window: WindowID) -> Consequences {
        guard windows[window].query != nil else { return .none }
        windows[window].add(page)
        let search = windows[window]
        if search.next != nil, search.found.count < search.limit.rows {
            return Consequences(effects: [load(in: window)])
        }
        if search.total == nil {
            // What was found can be read while the rest is counted.
            windows[window].beginCount()
            return Consequences(effects: [count(from: nil, in: window)])
        }
        return finish(in: window)
    }

    mutating func count(_ part: FoundCount, in window: WindowID) -> Consequences {
        guard windows[window].query != nil else { return .none }
        windows[window].add(part)
        if let next = part.next { return Consequences(effects: [count(from: next, in: window)]) }
        return finish(in: window)
    }

    mutating func fail(_ reason: String, in window: WindowID) -> Consequences {
        windows[window].error = reason
        windows[window].isSearching = false
        return .failed(reason)
    }

    // MARK: The server

    /// Ends the search here, and has the server search if it was not asked yet.
    private mutating func finish(in window: WindowID) -> Consequences {
        windows[window].isSearching = false
        let search = windows[window]
        if search.isLocal || search.server.isAsked || search.query?.parts.isEmpty != false { return .none }
        return askServer(isWish: true, in: window)
    }

    private mutating func askServer(isWish: Bool, in window: WindowID) -> Consequences {
        windows[window].server.ask(isWish: isWish)
        let search = windows[window]
        let query = ServerQuery(text: search.text, query: search.query ?? MessageQuery(), token: search.server.next)
        return Consequences(effects: [Effect(.serverSearch(window), .ask(.searchMessages(query)))])
    }

    mutating func searchServer(in window: WindowID) -> Consequences {
        guard windows[window].canSearchServer else { return .ignored("The server has no more messages.") }
        return askServer(isWish: true, in: window)
    }

    /// Has the store tell which of the messages it does not have.
    mutating func check(_ page: ServerPage, _ stamp: Stamp) -> Consequences {
        guard let query = windows[stamp.window].query(of: page.text) else { return .none }
        var page = page
        page.messages = page.messages.prefix(ServerSearch.most).filter {
            $0.message.stored(stamp.time).map(query.admits) ?? false
        }
        return Consequences(effects: [Effect(.serverCheck(stamp.window), .load(.unstored(page)))])
    }

    /// Shows the messages that only the server has. If there are none, it is asked for older ones.
    mutating func add(_ page: ServerPage, _ stamp: Stamp) -> Consequences {
        let window = stamp.window
        guard let query = windows[window].query(of: page.text) else { return .none }
        let matcher = SearchMatcher(query.parts, SearchText())
        let found = page.messages.compactMap { entry in
            entry.message.stored(stamp.time).map { message in
                let place = FoundPlace(date: 0, arrival: 0)
                return ServerSearch.Found(
                    message: FoundMessage(message, ranges: matcher.ranges(in: message.text), place: place),
                    title: entry.message.title, follower: entry.follower)
            }
        }
        let goesOn = windows[window].server.add(found, next: page.next)
        return goesOn ? askServer(isWish: false, in: window) : .none
    }

    /// What was found here stays.
    mutating func fail(_ failure: SearchFailure, in window: WindowID) -> Consequences {
        if windows[window].query(of: failure.text) != nil { windows[window].server.fail(failure.reason) }
        return .none
    }
}

extension IncomingMessage {
    /// The message as the store would keep it; `nil` without an id.
    fileprivate func stored(_ now: Date) -> Message? {
        message.map { id in
            Message(
                id: id, chat: chat, position: 0, isOwn: isOwn, content: content, date: date ?? now,
                delivery: isOwn ? .sent : .received)
        }
    }
}

/// A search and what it has found.
struct MessageSearch {
    /// As typed; empty if nothing is searched for.
    let text: String
    /// Whether the server is not asked.
    let isLocal: Bool
    /// What the text means; `nil` until the chats are loaded, and if it means nothing.
    var query: MessageQuery?
    var limit = RowLimit()
    /// Newest first.
    private(set) var found: [FoundMessage] = []
    /// Where the older ones are; `nil` before the first page, and if there are none.
    private(set) var next: FoundPlace?
    /// How many there are; `nil` until they are counted.
    private(set) var total: Int?
    /// How many the count has seen so far.
    private var counted = 0
    /// Whether the count finds the messages, too.
    private(set) var needsCount = false
    private(set) var gaps = FoundGaps()
    var error: String?
    /// Whether it waits for the chats.
    var isWaiting = false
    /// Whether messages are being read.
    var isSearching = false
    var server = ServerSearch()

    init(text: String = "", isLocal: Bool = false) {
        self.text = text
        self.isLocal = isLocal
    }

    /// Whether more can be shown.
    var hasMore: Bool { next != nil || needsCount && total.map { $0 > found.count } == true }

    mutating func add(_ page: FoundPage) {
        found += page.messages
        next = page.next
        needsCount = page.needsCount
        total = page.total ?? total
        gaps = page.gaps ?? gaps
    }

    /// Whether the server can be asked for more.
    var canSearchServer: Bool { server.next != nil && !server.isAsking }

    /// What the text means, if it is still searched for.
    func query(of text: String) -> MessageQuery? { text == self.text ? query : nil }

    /// Begins to count. If only the count finds the messages, nothing is shown before its end.
    mutating func beginCount() {
        counted = 0
        isSearching = needsCount
        if needsCount { found = [] }
    }

    mutating func add(_ part: FoundCount) {
        counted += part.count
        if !part.messages.isEmpty {
            found = Array((found + part.messages).sorted { $0.place > $1.place }.prefix(limit.rows))
        }
        guard part.next == nil else { return }
        total = counted
    }
}
