import Foundation

/// What is due up to the end of next week.
public struct UpcomingViewModel: ListViewModel {
    public static let view = ViewName("upcoming")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// What is said when there is nothing.
    public let noticeText: String?
    /// How many reminders there are up to then; the sections hold the first of them.
    public let totalCount: Int
    public let sections: [Section]
    /// Shows more of them; `nil` when all are shown.
    public let loadMore: Action?
    /// Takes back the last that was done; `nil` when there is none.
    public let undo: Action?
    public let add: Action
    public let exportReminders: Action
    public let close: Action

    public var rows: [Row] { sections.flatMap(\.reminders) }

    /// Reminders under one heading.
    public struct Section: Hashable, Sendable {
        public let heading: String
        public let reminders: [Row]
    }

    /// One reminder.
    public struct Row: Identifiable, Hashable, Sendable {
        public let reminder: ReminderID
        public let summary: String
        public let due: Date
        public let timeText: String
        /// The day, where the heading does not say it; empty otherwise.
        public let weekdayText: String
        /// The chat that it was made in.
        public let chat: ChatID?
        /// The name of that chat; `nil` without a chat, or if the chat is unknown.
        public let title: String?
        public let complete: Action
        /// Opens the chat; `nil` when it belongs to none.
        public let open: Action?

        public var id: String { reminder.text }
    }
}

/// The form for a reminder.
public struct ReminderFormViewModel: ViewModel {
    public static let view = ViewName("reminderForm")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// What was typed for the name; kept through an error.
    public let summary: String
    /// What was typed for the due date; kept through an error.
    public let dueText: String
    /// How that was understood.
    public let due: Date?
    /// The same in words.
    public let understoodText: String?
    /// The chat that it will belong to.
    public let chat: ChatID?
    /// Says what stands in the form, to see how it is understood.
    public let typing: Action
    /// Saves the reminder; `nil` while that is being done.
    public let save: Action?
    public let close: Action
}

/// All reminders, to be kept elsewhere.
public struct ReminderExportViewModel: ViewModel {
    public static let view = ViewName("reminderExport")

    public let shouldShowBusy: Bool
    public let totalCount: Int
    /// The tasks as iCalendar (RFC 5545), its lines ended by CR LF.
    public let icalendar: String
    public let close: Action
}
