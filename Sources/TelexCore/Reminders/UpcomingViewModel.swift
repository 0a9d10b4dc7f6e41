import Foundation

/// The reminders due by the end of next week.
public struct UpcomingViewModel: ListViewModel {
    public static let view = ViewName("upcoming")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// The text shown when there are none.
    public let noticeText: String?
    /// The number of reminders due by then; the sections hold the first ones.
    public let totalCount: Int
    public let sections: [Section]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?
    /// Reopens the reminder completed last; `nil` if there is none.
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
        /// The day, if the heading does not say it; empty otherwise.
        public let weekdayText: String
        /// The chat in which it was created.
        public let chat: ChatID?
        /// The title of that chat; `nil` without a chat, or if the chat is unknown.
        public let title: String?
        public let complete: Action
        /// Opens the chat; `nil` without one.
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
    /// Counts the errors since the view opened, so that a repeated error is noticed; `nil` before the first.
    public let errorRevision: Int?
    /// The name as typed; kept after an error.
    public let summary: String
    /// The due date as typed; kept after an error.
    public let dueText: String
    /// The due date as understood; `nil` if it was not.
    public let due: Date?
    /// The due date and name, as understood, in words.
    public let understoodText: String?
    /// The chat to which it will belong.
    public let chat: ChatID?
    /// Sends the typed text, to show how it is understood.
    public let typing: Action
    /// Saves the reminder; `nil` while it is being saved.
    public let save: Action?
    public let close: Action
}

/// All reminders, for export.
public struct ReminderExportViewModel: ViewModel {
    public static let view = ViewName("reminderExport")

    public let shouldShowBusy: Bool
    public let totalCount: Int
    /// The tasks as iCalendar (RFC 5545), with CRLF line endings.
    public let icalendar: String
    public let close: Action
}
