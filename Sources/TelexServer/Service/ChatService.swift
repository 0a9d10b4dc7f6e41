import Foundation
import GRDB
import Logging
import TelexAPI

/// Makes all changes on the server, one at a time.
///
/// Each change is committed before it is sent, so that all clients get the same events in the same order.
package actor ChatService {
    private let executor = QueueExecutor("telex-server.service")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let store: ServerStore
    let database: ServerDatabase
    let accounts: Accounts
    let logger: Logger
    let settings: ServerSettings
    nonisolated let files: FileStore
    var hub = Hub()
    /// SQLite's `data_version`, which changes whenever another process commits.
    var version = 0
    /// When each user was last refused a channel, by user key.
    var refusals: [Int64: ContinuousClock.Instant] = [:]
    var bots: BotHouse
    /// Who is typing in which chat, and when that expires unless it is repeated.
    private var typing: [Typist: ContinuousClock.Instant] = [:]
    /// Whether the WAL may have deleted text.
    private var hasErased = false
    /// How many push channels each user is opening, by user key.
    var openings: [Int64: Int] = [:]

    /// The tasks that wait for the entries of `typing` to expire.
    private var watchers: [Typist: Task<Void, Never>] = [:]

    private struct Typist: Hashable {
        let chat: Int64
        let user: User
    }

    /// - Parameters:
    ///   - transfers: the most files to send and receive at a time.
    ///   - seed: the seed of the bots' random pauses.
    init(
        _ store: ServerStore, _ settings: ServerSettings, transfers: Int = .max, seed: UInt64, logger: Logger
    ) throws {
        self.logger = logger
        self.settings = settings
        self.store = store
        database = store.database
        accounts = Accounts(store)
        files = FileStore(store, settings.files, transfers: transfers, logger: logger)
        bots = try BotHouse(accounts, seed: seed, logger: logger)
        try database.write { database in
            try EventLog.begin(store.expiry.stamp(), database)
            // Nobody is online. Channels begin with what they missed.
            _ = try UntoldTable.take(database)
        }
        _ = try Damage.allowing { try database.write { try EventLog.trim($0) } }
        do { try files.sortOut() } catch {
            logger.error("cannot set aside unknown files", metadata: ["error": "\(error)"])
        }
    }

    // MARK: Chats

    /// Returns the direct chat with a person; creates it if there is none.
    func create(_ recipient: String, for caller: Caller) async throws -> (ChatInfo, isNew: Bool) {
        let other = try await accounts.find(recipient, for: caller.user)
        if other == caller.user { throw ServerError.yourself }
        return try makeChat(of: caller.user, with: other)
    }

    private func makeChat(of user: User, with other: User) throws -> (ChatInfo, isNew: Bool) {
        let (chat, isNew) = try database.write { database in
            do {
                return (try ChatTable.find(User.address(user, other), for: user, database), false)
            } catch ServerError.noChat {
                try IgnoredTable.check([other], accept: user, database)
                return (try ChatTable.make(user, other, database), true)
            }
        }
        if isNew {
            try tellMembership(chat, chat.members.map(\.user), event: chat.event)
            perform(bots.greet(chat))
        }
        return (try info(chat, for: user), isNew)
    }

    func info(_ chat: ChatRow, for user: User) throws -> ChatInfo {
        try database.look { try ChatTable.info(chat, for: user, $0) }
    }

    /// Sends a chat to the push channels of each user, as that user sees it.
    func tellMembership(_ chat: ChatRow, _ users: [User], event: Int64) throws {
        for (user, info) in try database.look({ try ChatTable.infos(chat, for: users, $0) }) {
            channels.tell(user, .chat(info), event: event)
        }
    }

    // MARK: Messages

    func post(_ post: PostRequest, to address: String, from user: User) throws -> (MessageInfo, isNew: Bool) {
        let date = expiry.stamp()
        let (chat, message, event, unarchived) = try database.write {
            database -> (ChatRow, MessageInfo, Int64?, [(User, Int64)]) in
            let chat = try ChatTable.find(address, for: user, database)
            try Self.check(post)
            if let answered = post.replyTo, (try? MessageTable.find(answered, in: chat, database)) == nil {
                throw ServerError.badReply(answered)
            }
            if let known = try MessageTable.find(post.id, from: user, in: chat, database) {
                guard Self.isSame(known, post) else { throw ServerError.otherText(id: post.id) }
                return (chat, known, nil, [])
            }
            let message = try MessageTable.add(post, from: user, at: date, to: chat, database)
            let event = try EventLog.add(.message, chat: chat.key, user: user.key, seq: message.seq, database)
            return (chat, message, event, try ChatTable.unarchive(chat, for: user, at: date, database))
        }
        typing(false, of: user, in: chat.key)
        guard let event else { return (message, false) }
        channels.tell(.message(message), event: event, in: chat)
        try tell(unarchived, in: chat)
        perform(bots.hear(message, in: chat))
        return (message, true)
    }

    /// Whether a stored message is the one that is posted again. The original text of an edited message is not stored,
    /// that of an unreadable one is lost.
    private static func isSame(_ known: MessageInfo, _ post: PostRequest) -> Bool {
        known.edited == true || [MessageTable.deleted, MessageInfo.unreadable].contains(known.kind)
            || (known.text.utf8.elementsEqual(post.text.utf8) && known.kind ?? "text" == post.kind ?? "text"
                && known.replyTo == post.replyTo && known.spans ?? [] == post.spans ?? []
                && known.file?.posted == post.file)
    }

    private static func check(_ post: PostRequest) throws(ServerError) {
        guard PostRequest.isID(post.id) else { throw .badID }
        if let kind = post.kind, !PostRequest.kinds.contains(kind) { throw .badKind(kind) }
        if post.file != nil, let kind = post.kind, kind != "text" { throw .fileWithKind(kind) }
        if let faults = post.file?.faults, !faults.isEmpty { throw .badFileInfo(faults) }
        try check(post.text, post.spans, hasFile: post.file != nil)
    }

    /// - Parameter hasFile: whether the text is the caption of a file, which may be empty.
    static func check(_ text: String, _ spans: [SpanInfo]?, hasFile: Bool) throws(ServerError) {
        if text.isEmpty, !hasFile { throw .noText }
        if text.utf8.count > Limits.longestText { throw .textTooLong(text.utf8.count) }
        guard let spans else { return }
        if spans.count > Limits.spans { throw .tooManySpans(spans.count) }
        let count = text.unicodeScalars.count
        if let wrong = spans.firstIndex(where: { !$0.isValid(in: count) }) { throw .badSpan(wrong) }
    }

    // MARK: Marks

    func mark(_ request: MarkRequest, in address: String, of user: User) throws -> Mark {
        if request.isPrivate == true { return try markPrivately(request.read, in: address, of: user) }
        let (chat, mark, event) = try database.write { database -> (ChatRow, Mark, Int64?) in
            let chat = try ChatTable.find(address, for: user, database)
            if request.read == nil, request.delivered == nil { throw ServerError.noMark }
            let before = try ChatTable.mark(of: user, in: chat, database)
            let read = try request.read.map { try MessageTable.find($0, in: chat, database).seq } ?? 0
            let delivered = try request.delivered.map { try MessageTable.find($0, in: chat, database).seq } ?? 0
            try ChatTable.raise(read: read, delivered: delivered, of: user, in: chat, database)
            let mark = try ChatTable.mark(of: user, in: chat, database)
            if mark == before { return (chat, mark, nil) }
            let seq = max(mark.readSeq, mark.deliveredSeq)
            return (chat, mark, try EventLog.add(.mark, chat: chat.key, user: user.key, seq: seq, database))
        }
        if let event { channels.tell(.mark(mark), event: event, in: chat) }
        return mark
    }

    // MARK: Typing

    /// Handles a frame that a client sends on a live channel.
    func handle(_ frame: ClientFrame, from subscription: Subscription) async {
        guard frame.type == "typing", let active = frame.active, let chat = subscription.chat else { return }
        let token = subscription.caller.token
        if let valid = try? await accounts.use([token]), valid.isEmpty { return subscription.end(.revoked) }
        guard hub.has(subscription) else { return }
        typing(active, of: subscription.caller.user, in: chat)
    }

    func isTyping(_ user: User, in chat: Int64) -> Bool { typing[Typist(chat: chat, user: user)] != nil }

    /// Records whether a user is typing, and sends a change to the others' live channels.
    ///
    /// - Parameter lasts: how long that is valid unless it is repeated; by default, as the settings say.
    func typing(_ isTyping: Bool, of user: User, in chat: Int64, lasts: Duration? = nil) {
        let typist = Typist(chat: chat, user: user)
        let wasTyping = typing[typist] != nil
        typing[typist] = isTyping ? .now + (lasts ?? settings.typingLasts) : nil
        if !isTyping { watchers.removeValue(forKey: typist)?.cancel() }
        if isTyping, !wasTyping { watchers[typist] = Task { await watch(typist) } }
        guard wasTyping != isTyping, let row = try? database.look({ try ChatTable.get(chat, $0) }) else { return }
        channels.tellLive(.typing(Self.typing(user, in: row, isTyping)), in: chat, except: user)
    }

    static func typing(_ user: User, in chat: ChatRow, _ isTyping: Bool) -> Frame.Typing {
        // In a direct chat, only the other person can be typing.
        Frame.Typing(
            chat: chat.address, user: user.name, name: chat.name == nil ? nil : user.title, active: isTyping)
    }

    /// Waits until a typing notification expires, then clears it.
    private func watch(_ typist: Typist) async {
        while !Task.isCancelled, let end = typing[typist] {
            guard end > .now else { return typing(false, of: typist.user, in: typist.chat) }
            try? await Task.sleep(until: end, clock: .continuous)
        }
    }

    // MARK: Accounts

    func logOut(_ caller: Caller) throws {
        try accounts.logOut(caller)
        hub.end([caller.token])
    }

    /// Ends the channels of invalid tokens, for example those that another process has revoked, removes deleted files, tells
    /// what commands have changed, and clears the WAL of deleted text.
    ///
    /// - Throws: `ServerError.replaced`, so that the operator hears of it.
    func sweep() async throws {
        if !database.isInPlace { database.finish() }
        try database.check()
        try await files.removeDeleted()
        try tellUntold()
        if hasErased { try checkpoint() }
        let tokens = Set(hub.all.map(\.caller.token))
        guard !tokens.isEmpty else { return }
        // An open channel counts as a use of its token.
        let valid = try await accounts.use(tokens)
        hub.end(tokens.subtracting(valid))
    }

    /// Deletes a batch of the messages that were received before a date.
    ///
    /// - Returns: the number deleted, 0 when none are left.
    func deleteMessages(before date: Date) throws -> Int {
        let count = try database.write { try Retention.trim(date, $0) }
        if count > 0 { noteErasure() }
        return count
    }

    /// Deletes invitations, tokens and files that have expired.
    func deleteExpired(now: Date) async throws {
        try await accounts.deleteExpired(now: now)
        try await files.deleteUnused(now: now)
        try await files.deleteAside(now: now)
    }

    /// Notes a plausible time, before which a later start knows that its clock is wrong.
    func noteTime(_ date: Date) async throws { try await database.write { try ClockTable.note(date, $0) } }

    /// Tells the time to what dates data and deletes old data.
    nonisolated var expiry: ExpiryClock { store.expiry }

    /// Notes that text was deleted, which stays readable in the WAL until `sweep`.
    func noteErasure() { hasErased = true }

    /// Clears the WAL of deleted data, unless readers block it; then the next call does.
    func checkpoint() throws { if try store.checkpoint() { hasErased = false } }

    /// Ends all channels because the server is stopping.
    func stop() { for subscription in hub.all { subscription.end(.stopping) } }
}
