import Foundation

/// Reads due dates as people type them. DueDates.md documents the grammar.
package enum DueDateUseCase {
    /// A due date that was read.
    struct Understood: Hashable {
        let due: Date
        /// The text after the date.
        let name: String
        /// Whether the clock skips the typed time on that day, so that a later time is used.
        var isSkipped = false
    }

    /// What a text that begins with a date says.
    enum Reading: Hashable {
        case understood(Understood)
        /// Why it cannot be a due date, as a sentence.
        case refused(String)
    }

    static let forms = """
        in 20 min, in 2 hours, in 3 days, in a week; today, tonight, tomorrow, fri, next friday, next week, 24 dec, \
        2026-12-24, each with a time or without; 18:00, 6pm, noon
        """

    /// - Returns: `nil` when the text does not begin with a date or a time.
    static func read(_ text: String, now: Date, _ region: Region) -> Reading? {
        var parser = DueDateParser(text, now: now, region)
        do {
            return try parser.parse().map(Reading.understood)
        } catch {
            return .refused(error.sentence)
        }
    }

    /// The beginning of today or of an earlier day: `today`, `yesterday`, a day of the week, or `2026-12-24`;
    /// `nil` for any other text.
    package static func pastDay(_ text: String, now: Date, _ region: Region) -> Date? {
        let word = text.lowercased()
        let today = region.local(now)
        let day: Int?
        if word == "today" {
            day = today.day
        } else if word == "yesterday" {
            day = today.day - 1
        } else if let weekday = DateWords.weekday(word) {
            day = today.day - 1 - (today.weekday - 1 - weekday + 7) % 7
        } else {
            day = DateWords.isoDate(word).flatMap { region.day(year: $0.year, month: $0.month, day: $0.day) }
        }
        return day.map { region.date(day: $0, minute: 0).date }
    }
}

/// Why a text that begins with a date is refused.
enum DueDateError: Error, Hashable {
    case twoDays(String, String)
    case twoTimes(String, String)
    case twoZones(String, String)
    /// A day or time together with hours or minutes from now.
    case spanAndTime(String, String)
    case otherWeekday(date: String, weekday: String, typed: String)
    case otherHalf(time: String, part: String)
    case past
    case tooShort(month: String, days: Int)
    case noSuchDate(String)
    case tooFar(String)
    case fraction(String)
    case seconds(String)
    case bareHour(String)
    /// A date such as `5/6`, which means two days.
    case ambiguousDate(String)
    /// An abbreviation such as `CST`, which means several zones.
    case unknownZone(String)
    case zoneWithoutTime(String)
    case weekend
    case repeating
    /// The text goes on with what looks like part of a date.
    case notUnderstood(String)

    var sentence: String {
        switch self {
        case .twoDays(let first, let second): "\"\(first)\" and \"\(second)\" are two days. \(Self.hint)"
        case .twoTimes(let first, let second): "\"\(first)\" and \"\(second)\" are two times. \(Self.hint)"
        case .twoZones(let first, let second): "\"\(first)\" and \"\(second)\" are two time zones. \(Self.hint)"
        case .spanAndTime(let span, let other):
            "\"\(span)\" counts from now, so it cannot have \"\(other)\" beside it. \(Self.hint)"
        case .otherWeekday(let date, let weekday, let typed): "\(date) is a \(weekday), not a \(typed)"
        case .otherHalf(let time, let part): "\"\(time)\" is not in the \(part)"
        case .past: "That is in the past"
        case .tooShort(let month, let days): "\(month) has only \(days) days"
        case .noSuchDate(let text): "There is no date \"\(text)\""
        case .tooFar(let text): "\"\(text)\" is too far away"
        case .fraction(let text): "\"\(text)\" is not a whole number of days. Use hours, or a whole number"
        case .seconds(let text): "\"\(text)\" has seconds. Reminders are due at full minutes, such as 18:00"
        case .bareHour(let text):
            "\"\(text)\" can be a time or a text. Write \"at \(text)\" or \"\(text):00\" for a time"
        case .ambiguousDate(let text): "\"\(text)\" can mean two dates. Write 24 dec or 2026-12-24"
        case .unknownZone(let text):
            "The time zone \"\(text)\" was not understood. Write UTC, an offset such as +02:00, or a name such as Europe/Rome"
        case .zoneWithoutTime(let text): "The time zone \"\(text)\" needs a time before it, such as 18:00"
        case .weekend: "A weekend has two days. Write saturday or sunday"
        case .repeating: "Reminders do not repeat. Write one date, such as tomorrow 9:00"
        case .notUnderstood(let text): "\"\(text)\" was not understood. \(Self.hint)"
        }
    }

    private static let hint = "Put a colon after the date if the rest is the text of the reminder"
}
