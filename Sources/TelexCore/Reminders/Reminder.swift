import Foundation

/// A task with a due date.
public struct Reminder: Hashable, Sendable {
    public var id: ReminderID
    public var name: String
    public var due: Date
    public var isDone: Bool
    /// Whether the user was notified that it is due.
    public var isNotified: Bool
    /// The chat in which it was created; `nil` if there is none.
    public var chat: ChatID?

    public init(
        id: ReminderID, name: String, due: Date, isDone: Bool = false, isNotified: Bool = false, chat: ChatID? = nil
    ) {
        self.id = id
        self.name = name
        self.due = due
        self.isDone = isDone
        self.isNotified = isNotified
        self.chat = chat
    }
}

/// The id of a reminder, unique in a profile.
public typealias ReminderID = Identifier<Reminder>
