import Foundation
import TelexJSON

/// The reminders due by the end of next week.
public struct UpcomingViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("upcoming")

    public internal(set) var status = ViewStatus()
    /// The result of the last import that was not taken back, or the text shown when there are no reminders.
    public internal(set) var noticeText: String?
    /// Counts the imports; `nil` before the first one.
    public internal(set) var noticeRevision: Int?
    /// The number of reminders due by then; the sections hold the first ones.
    public internal(set) var totalCount: Int
    /// Reminders, grouped by when they are due.
    public internal(set) var sections: [Section]
    /// Shows more rows; `nil` when all are shown.
    public internal(set) var loadMore: Action?
    /// Takes back the last change in this window; `nil` if there is none.
    public internal(set) var undo: Action?
    public internal(set) var add: Action
    /// Add the reminders of an iCalendar file.
    public internal(set) var importReminders: Action
    /// Open the export of all reminders.
    public internal(set) var exportReminders: Action
    public internal(set) var close: Action

    public static let blank = UpcomingViewModel(
        totalCount: 0, sections: [], add: .blank, importReminders: .blank, exportReminders: .blank, close: .blank)

    public var rows: [Row] { sections.flatMap(\.reminders) }

    /// Reminders under one heading.
    public struct Section: Hashable, Sendable {
        public internal(set) var heading: String
        /// Reminders.
        public internal(set) var reminders: [Row]

        public static let blank = Section(heading: "", reminders: [])
    }

    /// One reminder.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var reminder: ReminderID
        public internal(set) var summary: String
        public internal(set) var due: Date
        /// The time of day of a reminder.
        public internal(set) var timeText: String
        /// The weekday or date of a reminder.
        ///
        /// Empty if the heading says it.
        public internal(set) var weekdayText: String
        /// The chat in which it was created.
        public internal(set) var chat: ChatID?
        /// The title of that chat; `nil` without a chat, or if the chat is unknown.
        public internal(set) var title: String?
        /// The date on which a reminder comes again once it is done; missing if it does not repeat.
        public internal(set) var nextText: String?
        /// Mark the reminder as done.
        public internal(set) var complete: Action
        /// Opens the chat; `nil` without one.
        public internal(set) var open: Action?

        public static let blank = Row(
            reminder: "", summary: "", due: .distantPast, timeText: "", weekdayText: "", complete: .blank)

        public var id: String { reminder.text }
    }
}

extension UpcomingViewModel: WireViewModel {
    public static let meaning = "Overdue reminders, and those due up to the end of next week."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit(nullable: "noticeText", &noticeText)
        try visitor.visit(optional: "noticeRevision", &noticeRevision)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit("sections", &sections)
        try visitor.visit(action: "loadMore", .sends("reminder.listing"), &loadMore)
        try visitor.visit(
            action: "undo", .sends("reminder.removing", "reminder.reopening", "reminder.reverting"), &undo)
        try visitor.visit(action: "add", .sends("screen.opening"), &add)
        try visitor.visit(
            action: "importReminders", .sends("reminder.importing", blanks: [.icalendar]), &importReminders)
        try visitor.visit(action: "exportReminders", .sends("screen.opening"), &exportReminders)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

extension UpcomingViewModel.Section: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("heading", &heading)
        try visitor.visit("reminders", &reminders)
    }
}

extension UpcomingViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reminderId", &reminder)
        try visitor.visit("summary", &summary)
        try visitor.visit("dueDate", &due)
        try visitor.visit("timeText", &timeText)
        try visitor.visit("weekdayText", &weekdayText)
        try visitor.visit(optional: "chatId", &chat)
        try visitor.visit(optional: "title", &title)
        try visitor.visit(optional: "nextText", &nextText)
        try visitor.visit(action: "open", .sends("reminder.opening"), &open)
        try visitor.visit(action: "complete", .sends("reminder.completing"), &complete)
    }
}

/// The form for a reminder.
public struct ReminderFormViewModel: StatusShowing {
    public static let view = ViewName("reminderForm")

    public internal(set) var status = ViewStatus()
    /// The name as typed; kept after an error.
    public internal(set) var summary: String
    /// The due date as typed; kept after an error.
    public internal(set) var dueText: String
    /// The due date as understood; `nil` if it was not.
    public internal(set) var due: Date?
    /// How `dueText` was understood.
    public internal(set) var understoodText: String?
    /// The chat to which it will belong.
    public internal(set) var chat: ChatID?
    /// Sends the typed text, to show how it is understood.
    public internal(set) var typing: Action
    /// Saves the reminder; `nil` while it is being saved.
    public internal(set) var save: Action?
    public internal(set) var close: Action

    public static let blank = ReminderFormViewModel(
        summary: "", dueText: "", typing: .blank, close: .blank)
}

extension ReminderFormViewModel: WireViewModel {
    public static let meaning = "The form for a reminder."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: false)
        try visitor.visit("summary", &summary)
        try visitor.visit("dueText", &dueText)
        try visitor.visit(optional: "dueDate", &due)
        try visitor.visit(nullable: "understoodText", &understoodText)
        try visitor.visit(nullable: "chatId", &chat)
        try visitor.visit(optional: "errorRevision", &status.errorRevision)
        try visitor.visit(action: "typing", .sends("reminder.typing", blanks: [.summary, .dueText]), &typing)
        try visitor.visit(action: "save", .sends("reminder.adding", blanks: [.summary, .dueText]), &save)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

/// All reminders, for export.
public struct ReminderExportViewModel: ViewModel {
    public static let view = ViewName("reminderExport")

    public internal(set) var shouldShowBusy: Bool
    /// Why the reminders could not be loaded.
    public internal(set) var errorText: String?
    public internal(set) var totalCount: Int
    /// Reminders as iCalendar (RFC 5545).
    ///
    /// Its lines end in CRLF.
    public internal(set) var icalendar: String
    public internal(set) var close: Action

    public static let blank = ReminderExportViewModel(
        shouldShowBusy: false, totalCount: 0, icalendar: "", close: .blank)
}

extension ReminderExportViewModel: WireViewModel {
    public static let meaning = "All reminders as an iCalendar file."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        try visitor.visit(optional: "errorText", &errorText)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit("icalendar", &icalendar)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}
