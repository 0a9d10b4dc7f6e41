/// What is due up to the end of next week.
public struct UpcomingViewModel: ListViewModel {
    public static let view = ViewName("upcoming")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// What is said when there is nothing.
    public let message: String?
    /// How many reminders there are up to then; the sections hold the first of them.
    public let total: Int
    public let sections: [Section]
    /// Shows more of them; `nil` when all are shown.
    public let loadMore: Action?
    /// Takes back the last that was done; `nil` when there is none.
    public let undo: Action?
    public let add: Action
    public let exportTasks: Action
    public let back: Action

    public var rows: [Row] { sections.flatMap(\.reminders) }

    /// Reminders under one heading.
    public struct Section: Hashable, Sendable {
        public let title: String
        public let reminders: [Row]
    }

    /// One reminder.
    public struct Row: Identifiable, Hashable, Sendable {
        public let reminder: ReminderID
        public let name: String
        public let time: String
        /// The day, where the heading does not say it; empty otherwise.
        public let weekday: String
        /// The chat that it was made in.
        public let chat: ChatID?
        /// The name of that chat; `nil` without a chat, or if the chat is unknown.
        public let contact: String?
        public let done: Action
        /// Opens the chat; `nil` when it belongs to none.
        public let tapped: Action?

        public var id: String { reminder.text }
    }
}

/// The form for a reminder.
public struct AddReminderViewModel: ViewModel {
    public static let view = ViewName("addReminder")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// What was typed for the name; kept through an error.
    public let name: String
    /// What was typed for the due date; kept through an error.
    public let due: String
    /// How that was understood, in words.
    public let understood: String?
    /// The chat that it will belong to.
    public let chat: ChatID?
    public let saveEnabled: Bool
    /// Says what stands in the form, to see how it is understood.
    public let typing: Action
    /// Saves the reminder; `nil` while that is being done.
    public let save: Action?
    public let cancel: Action
}

/// All reminders, to be kept elsewhere.
public struct ReminderExportViewModel: ViewModel {
    public static let view = ViewName("reminderExport")

    public let shouldShowBusy: Bool
    public let total: Int
    /// The tasks as iCalendar (RFC 5545), its lines ended by CR LF.
    public let icalendar: String
    public let back: Action
}
