/// What came of a request.
public struct Outcome: Hashable, Sendable {
    /// The kinds, from the best to the worst.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Done, here and wherever else it had to be.
        case done
        /// The server has the message.
        case sent
        /// The message is stored, and goes out once there is a connection.
        case waiting
        /// There was nothing to do: what it names is not there, or is so already.
        case ignored
        /// It was not done, since it is not allowed or makes no sense.
        case refused
        /// It was tried, and did not work.
        case failed

        public static func < (left: Kind, right: Kind) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    public var kind: Kind
    /// Why it was ignored, refused, or failed: a sentence.
    public var reason: String?
    /// What it made; a message's chat is named with it.
    public var chat: ChatID?
    public var message: MessageID?
    public var contact: ContactID?
    public var reminder: ReminderID?

    public init(
        _ kind: Kind = .done, reason: String? = nil, chat: ChatID? = nil, message: MessageID? = nil,
        contact: ContactID? = nil, reminder: ReminderID? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.chat = chat
        self.message = message
        self.contact = contact
        self.reminder = reminder
    }

    /// Adds what else came of the same request: the worst counts.
    mutating func add(_ other: Outcome) {
        if other.kind > kind || (other.kind == kind && reason == nil) { (kind, reason) = (other.kind, other.reason) }
        chat = other.chat ?? chat
        message = other.message ?? message
        contact = other.contact ?? contact
        reminder = other.reminder ?? reminder
    }
}

extension Consequences {
    /// Nothing, since what the event names is not there, or is so already.
    static func ignored(_ reason: String) -> Consequences { Consequences(outcome: Outcome(.ignored, reason: reason)) }

    /// Nothing but what shows it, since it is not allowed or makes no sense.
    static func refused(_ reason: String, followUps: [Event] = []) -> Consequences {
        Consequences(followUps: followUps, outcome: Outcome(.refused, reason: reason))
    }

    /// Nothing but what shows it, since it did not work.
    static func failed(_ reason: String, followUps: [Event] = []) -> Consequences {
        Consequences(followUps: followUps, outcome: Outcome(.failed, reason: reason))
    }
}
