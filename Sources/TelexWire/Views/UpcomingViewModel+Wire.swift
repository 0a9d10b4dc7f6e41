import TelexCore
import TelexJSON

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
