import Foundation
import TelexBot
import TelexCore

/// The built-in backend: it hosts bots, and needs no account and no network.
///
/// It simulates the server, the live channel and the push service, and can be made to fail. It belongs to the thread
/// that owns `Telex`. It answers immediately, unless a delay is set.
package final class EmbeddedBackend: ChatBackend {
    let clock: any Clock
    private var pauses: Pauses
    private let hosts: [ChatID: () -> any Bot] = [ChatID("eliza"): { Eliza() }, ChatID("echo"): { Echo() }]
    /// The names of those who are no bots and with whom a chat was created.
    private var people: Set<String> = []
    private var talks: [ChatID: BotTalk<Message>] = [:]

    private var push: Answer?
    private var socket: (chat: ChatID, answer: Answer)?
    private var isOnline = true
    private var offlineReason = ""

    private var refusals: [Fault.Refusable: [String]] = [:]
    private var delays: [TimeInterval] = []
    private var duplicates = 0
    private var reorders = 0
    private var heldBack: [IncomingMessage] = []
    /// Messages on the server that no sync has fetched yet.
    private var stored: [IncomingMessage] = []
    /// Older messages, and the token of the gap before them, by the token of the gap that they fill.
    private var kept: [String: ([IncomingMessage], next: String?)] = [:]
    /// Delivery and read marks that came up while offline.
    private var marks: [Event] = []
    /// The files that were sent, by their ids.
    private var sentFiles: [String: MessageFile] = [:]
    let files: (any FileStore)?
    /// The effects that transfer a file.
    var moving: Set<Int> = []
    /// Our messages of each chat that were not accepted yet.
    private var lanes: [ChatID: PostLane] = [:]
    /// The messages that the server has accepted. A repeated one is ignored.
    private var taken: Set<MessageKey> = []
    /// The number of messages of bots and about changes, which numbers them.
    private var written = 0
    private let run: String
    /// The number of scheduled bot steps.
    private var steps = 0

    /// - Parameters:
    ///   - seed: the seed of the bots' pauses.
    ///   - run: the prefix of the bots' message ids. It must differ between runs on the same store.
    ///   - files: the files of this device, from which this backend serves those that were sent.
    package init(clock: any Clock, seed: UInt64, run: String, files: (any FileStore)? = nil) {
        self.clock = clock
        self.files = files
        self.run = run
        pauses = Pauses(seed: seed)
    }

    package var isBusy: Bool { steps > 0 }

    // MARK: Requests

    package func perform(_ request: BackendRequest, _ answer: Answer) {
        switch request {
        case .sync: sync(answer)
        case .typing: answer.end()
        case .create(let recipient, nil): create(recipient, answer)
        case .create:
            if let event = request.failed(Self.noGroups) { answer(event) }
            answer.end()
        case .knock(let recipient):
            obey(
                request, .create, .chat(.knocked(TitledChat(chat: Self.address(of: recipient), title: recipient))),
                answer)
        case .post(let message): post(message, answer)
        case .edit(let chat, let message, let text, let spans):
            let event = RevisionEvent.edited(EditedMessage(chat: chat, message: message, text: text, spans: spans))
            obey(request, .edit, .revision(event), answer)
        case .delete(let chat, let message):
            obey(request, .delete, .revision(.deleted(MessageKey(chat: chat, message: message))), answer)
        case .react(let chat, let message, let key, let isAdding):
            let reaction = Reaction(key: key, isOwn: true)
            let event =
                isAdding
                ? ReactionEvent.added(MessageReaction(chat: chat, message: message, reaction: reaction))
                : .removed(MessageReaction(chat: chat, message: message, reaction: reaction))
            obey(request, .react, .reaction(event), answer)
        case .older(let chat, let gap): tellOlder(chat, gap, answer)
        case .join(let chat): obey(request, .join, .invitation(.accepted(chat: chat)), answer)
        case .leave(let chat): obey(request, .leave, .invitation(.declined(chat: chat)), answer)
        case .change(let chat, let change): self.change(chat, change, request, answer)
        case .configure(let chat, let settings, _):
            if isOnline {
                answer(
                    .chat(
                        .configured(ConfiguredChat(chat: chat, settings: settings, isComplete: false, isAnswer: true))))
            }
            answer.end()
        case .ignore(let user, let isIgnored):
            if isOnline {
                let person = IgnoredPerson(user: user, isIgnored: isIgnored)
                answer(.member(.ignoredSynced(SyncedIgnoring(ignored: [person], isComplete: false))))
            }
            answer.end()
        case .fetch(let file): fetch(file, answer)
        case .report:
            if let event = request.failed(offline ?? BackendRequest.noReports) { answer(event) }
            answer.end()
        case .markRead(let chat, let message, _):
            if isOnline { answer(.message(.read(MessageKey(chat: chat, message: message)))) }
            answer.end()
        case .searchMessages: answer.end()
        case .search(let query):
            answer(.search(.found(FoundPeople(query: query, recipients: isOnline ? people(matching: query) : []))))
            answer.end()
        }
    }

    private func obey(_ request: BackendRequest, _ what: Fault.Refusable, _ event: Event, _ answer: Answer) {
        if isOnline {
            answer(takeRefusal(what).flatMap { request.failed($0) } ?? event)
        } else if let event = request.disconnected(offlineReason) {
            answer(event)
        }
        answer.end()
    }

    private static let noGroups = "Without a server there are no groups."

    /// A chat of two: only its title and its topic can be changed.
    private static func chat(_ id: ChatID, _ title: String) -> ServerChat {
        ServerChat(id: id, title: title, rights: [.retitle, .setTopic])
    }

    /// Changes a title or a topic, and says so in the chat. Its other chats are those of two.
    private func change(_ chat: ChatID, _ change: GroupChange, _ request: BackendRequest, _ answer: Answer) {
        let (changed, what): (ServerChat, ChatChange)
        switch change {
        case .title(let title): (changed, what) = (Self.chat(chat, title), .retitled(title))
        case .topic(let topic):
            (changed, what) = (ServerChat(id: chat, topic: topic), .topicChanged(topic.isEmpty ? nil : topic))
        case .leave, .invite, .remove, .role:
            let reason = offline ?? "This is a chat of two. \(Self.noGroups)"
            if let event = request.failed(reason) { answer(event) }
            return answer.end()
        }
        if let reason = offline ?? takeRefusal(.change) {
            if let event = request.failed(reason) { answer(event) }
            return answer.end()
        }
        answer(.chat(.synced(chats: [changed])))
        answer.end()
        written += 1
        bring(
            IncomingMessage(
                chat: chat, message: MessageID("\(run)change-\(written)"),
                content: .system(what, by: nil, senderName: "You"),
                date: clock.now))
    }

    private func tellOlder(_ chat: ChatID, _ gap: String, _ answer: Answer) {
        if let reason = offline ?? (kept[gap] == nil ? "There are no older messages on the server." : nil) {
            answer(.history(.loadFailed(ChatFailure(chat: chat, reason: reason))))
        } else if let (messages, next) = kept[gap] {
            answer(.history(.fetched(FetchedHistory(chat: chat, before: gap, messages: messages, next: next))))
        }
        answer.end()
    }

    /// The reason why requests fail while offline; `nil` while online.
    var offline: String? { isOnline ? nil : BackendRequest.offline(offlineReason) }

    private func sync(_ answer: Answer) {
        defer { answer.end() }
        guard isOnline else { return answer(.connection(.disconnected(Disconnection(offlineReason, .unreachable)))) }
        for chat in stored.map(\.chat).uniqued() {
            let messages = stored.filter { $0.chat == chat }
            if let title = messages.compactMap(\.title).last ?? hosts[chat]?().name {
                answer(.chat(.synced(chats: [Self.chat(chat, title)])))
            }
            answer(.history(.synced(SyncedHistory(chat: chat, messages: messages, before: nil))))
        }
        stored = []
        for mark in marks { answer(mark) }
        marks = []
        answer(.connection(.connected))
    }

    private func create(_ name: String, _ answer: Answer) {
        defer { answer.end() }
        if let reason = offline ?? takeRefusal(.create) {
            return answer(.chat(.createFailed(CreationFailure(reason: reason))))
        }
        let chat = Self.address(of: name)
        if hosts[chat] == nil { people.insert(name) }
        answer(.chat(.created(TitledChat(chat: chat, title: hosts[chat]?().name ?? name))))
        begin(talkIn: chat)
        perform(talks[chat]?.greet(&pauses), in: chat)
    }

    private func post(_ message: Message, _ answer: Answer) {
        guard isOnline else { return wait(message, answer) }
        if let reason = takeRefusal(.send) {
            answer(.message(.sendFailed(MessageFailure(chat: message.chat, message: message.id, reason: reason))))
            return answer.end()
        }
        let delay = delays.isEmpty ? 0 : delays.removeFirst()
        lanes[message.chat, default: PostLane()].add(PostLane.Entry(message: message, delay: delay, answer: answer))
        postNext(in: message.chat)
    }

    /// Sends the messages of a chat, one after the other.
    private func postNext(in chat: ChatID) {
        // What is accepted at once comes back here.
        if lanes[chat]?.isAdvancing == true { return }
        lanes[chat]?.isAdvancing = true
        while let entry = lanes[chat]?.next() {
            clock.schedule(after: entry.delay) { self.upload(entry.message, entry.answer) }
        }
        lanes[chat]?.isAdvancing = false
        if lanes[chat]?.isEmpty == true { lanes[chat] = nil }
    }

    /// Accepts a message whose file the server has. The next one of its chat follows.
    func accept(_ message: Message, _ answer: Answer) {
        defer {
            lanes[message.chat]?.end(answer.effect)
            postNext(in: message.chat)
        }
        guard isOnline else { return wait(message, answer) }
        answer(.message(.sent(message.key)))
        answer.end()
        guard taken.insert(message.key).inserted else { return }
        begin(talkIn: message.chat)
        if let file = message.file { sentFiles[file.id.text] = file }
        let speech = Speech(message.text, isEmote: message.kind == .emote, file: message.file?.id.text)
        perform(talks[message.chat]?.hear(message, speech, &pauses), in: message.chat)
    }

    private func wait(_ message: Message, _ answer: Answer) {
        answer(.outbox(.queued(QueuedMessage(chat: message.chat, message: message.id))))
        answer.end()
    }

    func takeRefusal(_ what: Fault.Refusable) -> String? {
        guard let reason = refusals[what]?.first else { return nil }
        refusals[what]?.removeFirst()
        return reason
    }

    /// The bots, and the people of the chats that were created, whose name has a word that begins with the query.
    private func people(matching query: String) -> [String] {
        let names = hosts.values.map { $0().name }.sorted() + people.sorted()
        return names.filter { " \($0.lowercased())".contains(" \(query.lowercased())") }
    }

    /// Returns the id of the chat with a person: the words of the name in lower case, joined by `-`, or the name itself if
    /// it has no letters.
    static func address(of name: String) -> ChatID {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }
        return ChatID(words.isEmpty ? name : words.joined(separator: "-"))
    }

    // MARK: Channels

    package func open(_ channel: BackendChannel, _ answer: Answer) {
        switch channel {
        case .push: push = answer
        case .socket(let chat):
            socket = (chat, answer)
            if isOnline { answer(.connection(.socketOpened(chat: chat))) }
        }
    }

    package func cancel(_ effect: Int) {
        let wasMoving = moving.remove(effect) != nil
        // What only waits for its time still gets to the server.
        for chat in lanes.keys where lanes[chat]?.cancel(effect, wasMoving) == true { postNext(in: chat) }
        guard let socket, socket.answer.effect == effect else { return }
        self.socket = nil
        if isOnline { push?(.connection(.socketClosed(chat: socket.chat))) }
    }

    /// Delivers an event about a chat: over its live channel if that is open, or else by push.
    private func bring(_ event: Event, about chat: ChatID, onlyLive: Bool = false) {
        guard isOnline else { return }
        if let socket, socket.chat == chat { return socket.answer(event) }
        if !onlyLive { push?(event) }
    }

    private func bring(_ message: IncomingMessage) {
        guard isOnline else { return stored.append(message) }
        guard reorders == 0 else {
            reorders -= 1
            return heldBack.append(message)
        }
        for _ in 0...duplicates { bring(.message(.received(message)), about: message.chat) }
        duplicates = 0
        let late = heldBack
        heldBack = []
        for message in late { bring(message) }
    }

    // MARK: The bots

    /// Starts the bot of the chat, if it has one.
    private func begin(talkIn chat: ChatID) {
        guard talks[chat] == nil, let bot = hosts[chat]?() else { return }
        push?(.chat(.synced(chats: [Self.chat(chat, bot.name)])))
        let member = ChatMember(id: UserID(chat.text), name: bot.name, standing: .joined)
        push?(.member(.synced(SyncedMembers(chat: chat, members: [member], isComplete: false))))
        talks[chat] = BotTalk(bot)
    }

    private func perform(_ deeds: [BotTalk<Message>.Action]?, in chat: ChatID) {
        for deed in deeds ?? [] {
            switch deed {
            case .pause(let seconds, let step):
                steps += 1
                clock.schedule(at: clock.now.addingTimeInterval(seconds)) {
                    self.steps -= 1
                    self.perform(self.talks[chat]?.handle(step, &self.pauses), in: chat)
                }
            case .delivered(let message):
                bring(mark: .message(.delivered(MessageKey(chat: chat, message: message.id))), about: chat)
            case .read(let message):
                bring(mark: .message(.readByOther(MessageKey(chat: chat, message: message.id))), about: chat)
            case .types:
                bring(
                    .presence(.typingStarted(Typist(chat: chat, sender: UserID(chat.text)))), about: chat,
                    onlyLive: true)
            case .says(let speech): says(speech, in: chat)
            }
        }
    }

    private func bring(mark: Event, about chat: ChatID) {
        if isOnline { bring(mark, about: chat) } else { marks.append(mark) }
    }

    private func says(_ speech: Speech, in chat: ChatID) {
        guard let name = talks[chat]?.name else { return }
        written += 1
        let id = MessageID("\(run)\(name.lowercased())-\(written)")
        var content = MessageContent(
            kind: speech.isEmote ? .emote : .text, text: speech.text, sender: UserID(chat.text), senderName: name)
        if var file = speech.file.flatMap({ sentFiles[$0] }) {
            // As if another device had sent it: its content is not here.
            file.source = file.id.text
            file.id = FileID(String(file.id.text.reversed()))
            (content.kind, content.file) = (.file, file)
        }
        bring(IncomingMessage(chat: chat, message: id, title: name, content: content, date: clock.now))
    }

    // MARK: Control lines

    package func control(_ json: String) throws {
        apply(try Fault.parse(json))
    }

    private func apply(_ fault: Fault) {
        switch fault {
        case .refuse(let what, let reason): refusals[what, default: []].append(reason)
        case .delay(let seconds): delays.append(seconds)
        case .duplicate: duplicates += 1
        case .reorder: reorders += 1
        case .offline(let reason): goOffline(reason)
        case .online: comeBack()
        case .hold(let message): stored.append(message)
        case .say(let message): bring(message)
        case .invite(let invitation): push?(.invitation(.received(invitation)))
        case .keep(let gap, let messages, let next): kept[gap] = (messages, next)
        }
    }

    private func goOffline(_ reason: String) {
        guard isOnline else { return }
        isOnline = false
        offlineReason = reason
        if let socket { push?(.connection(.socketClosed(chat: socket.chat))) }
        push?(.connection(.disconnected(Disconnection(reason, .unreachable))))
    }

    private func comeBack() {
        guard !isOnline else { return }
        isOnline = true
        push?(.connection(.retrying))
        if let socket { socket.answer(.connection(.socketOpened(chat: socket.chat))) }
    }
}

extension Sequence where Element: Hashable {
    /// The elements without duplicates, in their original order.
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
