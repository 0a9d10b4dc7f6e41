import Foundation

/// Writes reminders as iCalendar tasks (RFC 5545, 3.6.2).
package enum ICalendar {
    /// Whether a text is an iCalendar file, and not one of vCards.
    package static func isCalendar(_ text: String) -> Bool {
        let start = text.unicodeScalars.drop { $0 == "\u{FEFF}" || $0.properties.isWhitespace }
        return String(start.prefix(15)).uppercased() == "BEGIN:VCALENDAR"
    }

    static func write(_ reminders: [Reminder]) -> String {
        let tasks = reminders.flatMap { reminder in
            let chat = reminder.chat.map { ["X-TELEX-CHAT:\(ContentLine.escaped($0.text))"] } ?? []
            return [
                "BEGIN:VTODO", "UID:\(ContentLine.escaped(reminder.id.text))",
                "DTSTAMP:\(ICalendarDate.utc(reminder.due))",
                "DUE:\(ICalendarDate.utc(reminder.due))", "SUMMARY:\(ContentLine.escaped(reminder.name))",
                "STATUS:\(reminder.isDone ? "COMPLETED" : "NEEDS-ACTION")",
            ] + (reminder.repetition?.lines ?? []) + chat + ["END:VTODO"]
        }
        return (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Telex//Telex 0.1//EN"] + tasks + ["END:VCALENDAR"])
            .map { ContentLine.folded($0) + "\r\n" }.joined()
    }
}
