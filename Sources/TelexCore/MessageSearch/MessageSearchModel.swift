import Foundation

/// The search for messages of each window. What it shows is what was stored when it was made.
struct MessageSearchModel: WindowKeeping {
    var windows = Windows(MessageSearch())

    mutating func search(_ text: String, _ stamp: Stamp, _ region: Region, _ chats: ChatLookup) -> Consequences {
        let window = stamp.window
        windows[window] = MessageSearch(text: text.tidied)
        let cancel = Consequences(effects: [Effect(.messageSearch(window), .cancel)])
        if windows[window].text.isEmpty { return cancel }
        // Names mean nothing before the chats are loaded.
        guard chats.isSettled else {
            windows[window].isWaiting = true
            return cancel
        }
        return begin(in: window, stamp.time, region, chats)
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
        if search.total == nil { return Consequences(effects: [count(from: nil, in: window)]) }
        windows[window].isSearching = false
        return .none
    }

    mutating func count(_ part: FoundCount, in window: WindowID) -> Consequences {
        guard windows[window].query != nil else { return .none }
        windows[window].add(part)
        return Consequences(effects: part.next.map { [count(from: $0, in: window)] } ?? [])
    }

    mutating func fail(_ reason: String, in window: WindowID) -> Consequences {
        windows[window].error = reason
        windows[window].isSearching = false
        return .failed(reason)
    }
}

/// A search and what it has found.
struct MessageSearch {
    /// As typed; empty if nothing is searched for.
    let text: String
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

    init(text: String = "") { self.text = text }

    /// Whether more can be shown.
    var hasMore: Bool { next != nil || needsCount && total.map { $0 > found.count } == true }

    mutating func add(_ page: FoundPage) {
        found += page.messages
        next = page.next
        needsCount = page.needsCount
        total = page.total ?? total
        gaps = page.gaps ?? gaps
    }

    mutating func beginCount() { (counted, found) = (0, []) }

    mutating func add(_ part: FoundCount) {
        counted += part.count
        if !part.messages.isEmpty {
            found = Array((found + part.messages).sorted { $0.place > $1.place }.prefix(limit.rows))
        }
        guard part.next == nil else { return }
        total = counted
        isSearching = false
    }
}
