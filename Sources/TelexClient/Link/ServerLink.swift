import Foundation
import TelexAPI
import TelexCore

/// How the client stands with the server: told what happens, it says what is to be done. It does no I/O.
///
/// It connects when the core asks for a sync: push channel first, so that nothing is missed, then what has changed, chat
/// by chat, then what came meanwhile. When the connection is lost it says so, and after a while has the core ask again.
struct ServerLink {
    private enum State: Equatable {
        case idle
        case connecting(effect: Int)
        case online
        case offline(reason: String)
    }

    /// The name of the bookmark of events; those of chats are `chat/` and the address.
    private static let eventBookmark = "event"
    /// How many frames are kept that come while the link connects; with more it begins anew.
    private static let longestQueue = 10_000

    private let user: String
    private let chance: @Sendable () -> Double
    private var state = State.idle
    /// Counts connections, so that what comes late from an earlier one is known for that.
    private var connection = 0
    /// The effect that what comes of itself answers.
    private var push: Int?
    private var live = LiveChat()
    private var logs: [ChatID: ChatLog] = [:]
    private var poster = Poster()
    private var backoff = Backoff()
    private var event: Int64 = 0
    /// What came by push while the link connected.
    private var early: [Frame] = []
    /// The chats that are yet to be fetched.
    private var backlog: [ChatInfo] = []
    private var actions: [LinkAction] = []

    init(user: String, chance: @escaping @Sendable () -> Double) {
        self.user = user
        self.chance = chance
    }

    /// Whether messages of ours are on their way.
    var isPosting: Bool { !poster.isEmpty }

    /// - Parameter bookmarks: how far the core has got; asked for when the link connects.
    mutating func take(_ input: LinkInput, bookmarks: () -> [String: String] = { [:] }) -> [LinkAction] {
        switch input {
        case .perform(.sync, let effect): connect(effect, bookmarks())
        case .perform(let request, let effect): perform(request, effect)
        case .open(.push, let effect): push = effect
        case .open(.socket(let chat), let effect):
            live.want(chat, effect)
            openSocket()
        case .cancel(let effect): cancel(effect)
        case .answered(let purpose, let result): answered(purpose, result)
        case .pushed(let number, let frame): if number == connection { pushed(frame) }
        case .pushEnded(let number, let failure): if number == connection { lose(failure) }
        case .told(let socket, let frame): if socket == live.number { told(frame) }
        case .socketEnded(let socket): if socket == live.number { socketEnded() }
        case .woken(.reconnect(let number)):
            if number == connection, case .offline = state { tell(.connection(.retrying)) }
        case .woken(.reopen(let socket)): if socket == live.number { openSocket() }
        }
        defer { actions = [] }
        return actions
    }

    private mutating func tell(_ event: Event) {
        if let push { actions.append(.answer(effect: push, event)) }
    }

    private mutating func finish(_ effect: Int, _ event: Event?) {
        if let event { actions.append(.answer(effect: effect, event)) }
        actions.append(.end(effect: effect))
    }

    // MARK: Connecting

    private mutating func connect(_ effect: Int, _ bookmarks: [String: String]) {
        dropConnection()
        state = .connecting(effect: effect)
        event = bookmarks[Self.eventBookmark].flatMap { Int64($0) } ?? 0
        logs = [:]
        for (name, value) in bookmarks where name.hasPrefix("chat/") {
            logs[ChatID(String(name.dropFirst(5)))] = ChatLog(known: Int64(value) ?? 0)
        }
        actions.append(.openPush(connection: connection))
    }

    /// Forgets all that belongs to the connection.
    private mutating func dropConnection() {
        connection += 1
        early = []
        backlog = []
        actions.append(.closePush)
        closeSocket()
    }

    private mutating func pushed(_ frame: Frame) {
        switch (state, frame) {
        case (.connecting, .ready): askForChats()
        // What is no longer known by its event is asked for in any case.
        case (_, .ready), (_, .gap): break
        case (.connecting, _) where early.count == Self.longestQueue:
            lose(.offline("The server has more to say than can be taken in at once."))
        case (.connecting, _): early.append(frame)
        case (.online, _): take(frame)
        default: break
        }
    }

    private mutating func askForChats() {
        let route = Route.chats(since: event, limit: 200)
        actions.append(.request(Request(route), .chats(connection: connection)))
    }

    private mutating func took(_ page: ChatPage, _ effect: Int) {
        let chats = page.chats.map { Chat(id: ChatID($0.chat), contact: $0.contact) }
        if !chats.isEmpty { actions.append(.answer(effect: effect, .chat(.loaded(chats: chats)))) }
        backlog += page.chats
        event = page.cursor
        if page.more { askForChats() } else { fetchNext(effect) }
    }

    /// Fetches what is missing of the next chat; ends the sync after the last.
    private mutating func fetchNext(_ effect: Int) {
        while let info = backlog.first {
            let chat = ChatID(info.chat)
            if logs[chat, default: ChatLog()].known < info.last { return fetch(chat) }
            for mark in info.marks { logs[chat, default: ChatLog()].take(mark) }
            tellMarks(chat)
            backlog.removeFirst()
        }
        bookmark(Self.eventBookmark, event)
        state = .online
        backoff.reset()
        let frames = early
        early = []
        for frame in frames { take(frame) }
        finish(effect, .connection(.connected))
        openSocket()
        pump()
    }

    private mutating func fetch(_ chat: ChatID) {
        logs[chat, default: ChatLog()].isFetching = true
        let known = logs[chat, default: ChatLog()].known
        let route = Route.messages(chat: chat.text, .after(known), limit: 200)
        actions.append(.request(Request(route), .messages(chat, connection: connection)))
    }

    private mutating func bookmark(_ name: String, _ value: Int64) {
        tell(.connection(.bookmarked(name: name, value: "\(value)")))
    }

    /// The connection is lost, or could not be made.
    private mutating func lose(_ failure: RequestFailure) {
        let (reason, isFinal): (String, Bool) =
            switch failure {
            case .offline(let reason), .refused(let reason): (reason, false)
            case .loggedOut: ("The server no longer knows this login. Log in again: telex login", true)
            }
        dropConnection()
        let lost = Event.connection(.disconnected(reason: reason))
        if case .connecting(let effect) = state { finish(effect, lost) } else { tell(lost) }
        state = .offline(reason: reason)
        for entry in poster.giveUp() { wait(entry.message, entry.effect) }
        if !isFinal {
            actions.append(.wake(.reconnect(connection: connection), after: backoff.next(chance())))
        }
    }

    // MARK: What comes

    private mutating func take(_ frame: Frame) {
        switch frame {
        case .message(let message): take([message], in: ChatID(message.chat))
        case .mark(let mark):
            let chat = ChatID(mark.chat)
            logs[chat, default: ChatLog()].take(mark)
            tellMarks(chat)
        case .chat(let info): tell(.chat(.loaded(chats: [Chat(id: ChatID(info.chat), contact: info.contact)])))
        case .typing(let typing):
            let chat = ChatID(typing.chat)
            tell(.presence(typing.active ? .typing(chat: chat) : .stoppedTyping(chat: chat)))
        case .presence, .ready, .gap: break
        }
    }

    /// Hands on what is next in the chat, and fetches what is missing.
    private mutating func take(_ messages: [MessageInfo], in chat: ChatID) {
        var log = logs[chat] ?? ChatLog()
        let ready = messages.flatMap { log.take($0) }
        logs[chat] = log
        handOn(ready, in: chat)
        if log.hasGap, !log.isFetching { fetch(chat) }
    }

    private mutating func handOn(_ messages: [MessageInfo], in chat: ChatID) {
        guard let last = messages.last else { return }
        let incoming = messages.map(incoming).filter { !poster.holds($0.message ?? "", in: chat) }
        if incoming.count > 1 {
            tell(.history(.synced(chat: chat, messages: incoming)))
        } else if let message = incoming.first {
            switch state {
            case .online: tell(live.isOpen(chat) ? .message(.received(message)) : .notification(.received(message)))
            default: tell(.history(.synced(chat: chat, messages: incoming)))
            }
        }
        bookmark("chat/\(chat)", last.seq)
        tellMarks(chat)
    }

    private func incoming(_ message: MessageInfo) -> IncomingMessage {
        let isOwn = message.sender == user
        return IncomingMessage(
            chat: ChatID(message.chat), message: local(message.id), contact: isOwn ? nil : message.name,
            text: message.text, date: message.date, isOwn: isOwn)
    }

    /// The id by which the core knows a message: ours are by the id that we gave them.
    private func local(_ id: String) -> MessageID {
        MessageID(id.hasPrefix("\(user)/") ? String(id.dropFirst(user.utf8.count + 1)) : id)
    }

    private func remote(_ id: MessageID) -> String { id.text.contains("/") ? id.text : "\(user)/\(id)" }

    private mutating func tellMarks(_ chat: ChatID) {
        for mark in logs[chat]?.takeMarks() ?? [] {
            if mark.user == user {
                if let read = mark.read { tell(.message(.userRead(chat: chat, message: local(read)))) }
                continue
            }
            if let delivered = mark.delivered { tell(.message(.delivered(chat: chat, message: local(delivered)))) }
            if let read = mark.read { tell(.message(.otherRead(chat: chat, message: local(read)))) }
        }
    }

    // MARK: The open chat

    private mutating func openSocket() {
        guard state == .online, let (chat, number) = live.begin() else { return }
        actions.append(.openSocket(chat, socket: number))
    }

    private mutating func told(_ frame: Frame) {
        if case .ready(let ready) = frame {
            guard let chat = live.opened() else { return }
            tell(.connection(.socketOpened(chat: chat)))
            let log = logs[chat] ?? ChatLog()
            if log.known < ready.last ?? 0, !log.isFetching { fetch(chat) }
        } else {
            take(frame)
        }
    }

    private mutating func socketEnded() {
        closeSocket()
        if live.isWanted, state == .online {
            actions.append(.wake(.reopen(socket: live.number), after: live.backoff.next(chance())))
        }
    }

    /// Closes the socket, if there is one.
    private mutating func closeSocket() {
        guard live.isBegun else { return }
        actions.append(.closeSocket)
        if let chat = live.closed() { tell(.connection(.socketClosed(chat: chat))) }
    }

    private mutating func cancel(_ effect: Int) {
        guard live.effect == effect else { return }
        closeSocket()
        live.unwant()
    }

    // MARK: Requests

    private mutating func perform(_ request: BackendRequest, _ effect: Int) {
        switch request {
        case .sync: break
        case .post(let message):
            switch state {
            case .idle, .offline: wait(message, effect)
            case .connecting, .online:
                poster.add(message, effect)
                pump()
            }
        case .markRead(let chat, let message):
            guard state == .online else { return finish(effect, nil) }
            let body = MarkRequest(read: remote(message), delivered: nil)
            actions.append(.request(Request(.mark(chat: chat.text), body), .mark(effect: effect, chat, message)))
        case .typing(let chat):
            if live.isOpen(chat) { actions.append(.tellTyping) }
            finish(effect, nil)
        case .create(let contact):
            if case .offline(let reason) = state {
                let sentence = "There is no connection (\(reason)). Try again later."
                return finish(effect, .chat(.createChatFailed(reason: sentence)))
            }
            actions.append(
                .request(Request(.createChat, CreateChatRequest(contact: contact)), .create(effect: effect)))
        case .search(let query):
            guard state == .online else { return finish(effect, .search(.found(query: query, contacts: []))) }
            actions.append(.request(Request(.people(query: query)), .search(effect: effect, query: query)))
        }
    }

    private mutating func wait(_ message: Message, _ effect: Int) {
        finish(effect, .outbox(.waiting(chat: message.chat, message: message.id)))
    }

    private mutating func pump() {
        guard state == .online, let entry = poster.begin() else { return }
        let body = PostRequest(id: entry.message.id.text, text: entry.message.text)
        actions.append(.request(Request(.post(chat: entry.message.chat.text), body), .post(number: poster.number)))
    }

    private mutating func answered(_ purpose: Purpose, _ result: Result<Reply, RequestFailure>) {
        switch purpose {
        case .chats(let number), .messages(_, let number):
            if number == connection { fetched(purpose, result) }
        case .post(let number): posted(number, result)
        case .mark(let effect, let chat, let message):
            if case .success = result {
                actions.append(.answer(effect: effect, .message(.userRead(chat: chat, message: message))))
            }
            finish(effect, nil)
        case .create(let effect): finish(effect, created(result))
        case .search(let effect, let query):
            var names: [String] = []
            if case .success(.people(let found)) = result { names = found.people.map(\.name) }
            finish(effect, .search(.found(query: query, contacts: names)))
        }
    }

    private mutating func fetched(_ purpose: Purpose, _ result: Result<Reply, RequestFailure>) {
        switch (purpose, result, state) {
        case (_, .failure(let failure), _): lose(failure)
        case (.chats, .success(.chats(let page)), .connecting(let effect)): took(page, effect)
        case (.messages(let chat, _), .success(.messages(let page)), _):
            logs[chat, default: ChatLog()].isFetching = false
            let before = logs[chat, default: ChatLog()].known
            take(page.messages, in: chat)
            guard case .connecting(let effect) = state else {
                if page.more, logs[chat]?.isFetching == false { fetch(chat) }
                return
            }
            // A chat that has nothing new to show for it is not asked for again and again.
            if logs[chat]?.known == before, backlog.first.map({ ChatID($0.chat) }) == chat { backlog.removeFirst() }
            fetchNext(effect)
        default: break
        }
    }

    private mutating func posted(_ number: Int, _ result: Result<Reply, RequestFailure>) {
        switch result {
        case .success:
            guard let entry = poster.finish(number) else { return }
            finish(entry.effect, .message(.sent(chat: entry.message.chat, message: entry.message.id)))
        case .failure(.refused(let reason)):
            guard let entry = poster.finish(number) else { return }
            let (chat, message) = (entry.message.chat, entry.message.id)
            finish(entry.effect, .message(.failedSending(chat: chat, message: message, reason: reason)))
        case .failure(let failure):
            guard number == poster.number, state == .online else { return }
            return lose(failure)
        }
        pump()
    }

    private func created(_ result: Result<Reply, RequestFailure>) -> Event {
        switch result {
        case .success(.chat(let info)): .chat(.created(chat: ChatID(info.chat), contact: info.contact))
        case .failure(.refused(let reason)): .chat(.createChatFailed(reason: reason))
        case .failure(.offline(let reason)):
            .chat(.createChatFailed(reason: "There is no connection (\(reason)). Try again later."))
        case .success, .failure(.loggedOut):
            .chat(.createChatFailed(reason: "The server no longer knows this login. Log in again: telex login"))
        }
    }
}
