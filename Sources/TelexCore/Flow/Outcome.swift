import TelexJSON

/// The outcome of a request.
public struct Outcome: Hashable, Sendable {
    /// The kinds, from best to worst.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Done, here and on the server if necessary.
        case done
        /// The server has the message.
        case sent
        /// The message is stored, and will be sent, or deleted, once its time has come and there is a connection.
        case waiting
        /// There was nothing to do: the subject does not exist, or is already in that state.
        case ignored
        /// It was not done, because it is not allowed or makes no sense.
        case refused
        /// It was tried and failed.
        case failed

        public static func < (left: Kind, right: Kind) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    /// The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`.
    public var kind: Kind
    /// Why it was ignored, refused, or failed: a sentence.
    public var reason: String?
    /// What the request created; for a message, its chat too.
    public var chat: ChatID?
    public var message: MessageID?
    public var contact: ContactID?
    /// A reminder.
    public var reminder: ReminderID?
    /// Where the file is that was fetched or saved.
    public var path: String?
    /// What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    /// full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    /// missing if it was something else.
    public var fileProblem: FileProblem?

    public init(
        _ kind: Kind = .done, reason: String? = nil, chat: ChatID? = nil, message: MessageID? = nil,
        contact: ContactID? = nil, reminder: ReminderID? = nil, path: String? = nil, fileProblem: FileProblem? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.chat = chat
        self.message = message
        self.contact = contact
        self.reminder = reminder
        self.path = path
        self.fileProblem = fileProblem
    }

    /// Adds another outcome of the same request; the worse kind wins.
    mutating func add(_ other: Outcome) {
        if other.kind > kind || (other.kind == kind && reason == nil) {
            (kind, reason, fileProblem) = (other.kind, other.reason, other.fileProblem)
        }
        chat = other.chat ?? chat
        message = other.message ?? message
        contact = other.contact ?? contact
        reminder = other.reminder ?? reminder
        path = other.path ?? path
    }
}

extension Outcome.Kind: WireWord {}

extension Outcome: WireRecord {
    public static var blank: Outcome { Outcome() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("outcome", &kind)
        try visitor.visit("reason", &reason)
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
        try visitor.visit("contactId", &contact)
        try visitor.visit("reminderId", &reminder)
        try visitor.visit("filePath", &path)
        try visitor.visit("fileProblem", &fileProblem)
    }
}

extension Consequences {
    /// Does nothing: the subject of the event does not exist, or is already in that state.
    static func ignored(_ reason: String) -> Consequences { Consequences(outcome: Outcome(.ignored, reason: reason)) }

    /// Only shows the refusal: the event is not allowed or makes no sense.
    static func refused(_ reason: String, followUps: [Event] = []) -> Consequences {
        Consequences(followUps: followUps, outcome: Outcome(.refused, reason: reason))
    }

    /// Only shows the failure.
    static func failed(_ reason: String, followUps: [Event] = []) -> Consequences {
        Consequences(followUps: followUps, outcome: Outcome(.failed, reason: reason))
    }
}
