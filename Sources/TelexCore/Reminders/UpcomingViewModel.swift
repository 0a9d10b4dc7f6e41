import Foundation

/// The reminders due by the end of next week.
public struct UpcomingViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("upcoming")

    public package(set) var status = ViewStatus()
    /// The result of the last import that was not taken back, or the text shown when there are no reminders.
    public package(set) var noticeText: String?
    /// Counts the imports; `nil` before the first one.
    public package(set) var noticeRevision: Int?
    /// The number of reminders due by then; the sections hold the first ones.
    public package(set) var totalCount: Int
    /// Reminders, grouped by when they are due.
    public package(set) var sections: [Section]
    /// Shows more rows; `nil` when all are shown.
    public package(set) var loadMore: Action?
    /// Takes back the last change in this window; `nil` if there is none.
    public package(set) var undo: Action?
    public package(set) var add: Action
    /// Add the reminders of an iCalendar file.
    public package(set) var importReminders: Action
    /// Open the export of all reminders.
    public package(set) var exportReminders: Action
    public package(set) var close: Action

    public static let blank = UpcomingViewModel(
        totalCount: 0, sections: [], add: .blank, importReminders: .blank, exportReminders: .blank, close: .blank)

    public var rows: [Row] { sections.flatMap(\.reminders) }

    /// Reminders under one heading.
    public struct Section: Hashable, Sendable {
        public package(set) var heading: String
        /// Reminders.
        public package(set) var reminders: [Row]

        public static let blank = Section(heading: "", reminders: [])
    }

    /// One reminder.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var reminder: ReminderID
        public package(set) var summary: String
        public package(set) var due: Date
        /// The time of day of a reminder.
        public package(set) var timeText: String
        /// The weekday or date of a reminder.
        ///
        /// Empty if the heading says it.
        public package(set) var weekdayText: String
        /// The chat in which it was created.
        public package(set) var chat: ChatID?
        /// The title of that chat; `nil` without a chat, or if the chat is unknown.
        public package(set) var title: String?
        /// The date on which a reminder comes again once it is done; missing if it does not repeat.
        public package(set) var nextText: String?
        /// Mark the reminder as done.
        public package(set) var complete: Action
        /// Opens the chat; `nil` without one.
        public package(set) var open: Action?

        public static let blank = Row(
            reminder: "", summary: "", due: .distantPast, timeText: "", weekdayText: "", complete: .blank)

        public var id: String { reminder.text }
    }
}

/// The form for a reminder.
public struct ReminderFormViewModel: StatusShowing {
    public static let view = ViewName("reminderForm")

    public package(set) var status = ViewStatus()
    /// The name as typed; kept after an error.
    public package(set) var summary: String
    /// The due date as typed; kept after an error.
    public package(set) var dueText: String
    /// The due date as understood; `nil` if it was not.
    public package(set) var due: Date?
    /// How `dueText` was understood.
    public package(set) var understoodText: String?
    /// The chat to which it will belong.
    public package(set) var chat: ChatID?
    /// Sends the typed text, to show how it is understood.
    public package(set) var typing: Action
    /// Saves the reminder; `nil` while it is being saved.
    public package(set) var save: Action?
    public package(set) var close: Action

    public static let blank = ReminderFormViewModel(
        summary: "", dueText: "", typing: .blank, close: .blank)
}

/// All reminders, for export.
public struct ReminderExportViewModel: ViewModel {
    public static let view = ViewName("reminderExport")

    public package(set) var shouldShowBusy: Bool
    /// Why the reminders could not be loaded.
    public package(set) var errorText: String?
    public package(set) var totalCount: Int
    /// Reminders as iCalendar (RFC 5545).
    ///
    /// Its lines end in CRLF.
    public package(set) var icalendar: String
    public package(set) var close: Action

    public static let blank = ReminderExportViewModel(
        shouldShowBusy: false, totalCount: 0, icalendar: "", close: .blank)
}
