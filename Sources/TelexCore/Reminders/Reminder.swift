import Foundation

/// Something to be done, and when.
public struct Reminder: Hashable, Sendable {
    public var id: ReminderID
    public var name: String
    public var due: Date
    public var isDone: Bool
    /// Whether it was told that it has fallen due.
    public var isTold: Bool
    /// The chat that it was made in, if it was made in one.
    public var chat: ChatID?

    public init(
        id: ReminderID, name: String, due: Date, isDone: Bool = false, isTold: Bool = false, chat: ChatID? = nil
    ) {
        self.id = id
        self.name = name
        self.due = due
        self.isDone = isDone
        self.isTold = isTold
        self.chat = chat
    }
}

/// The name of a reminder, unique in a profile.
public typealias ReminderID = Identifier<Reminder>
