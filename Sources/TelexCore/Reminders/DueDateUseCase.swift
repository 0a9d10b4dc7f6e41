import Foundation

/// Reads due dates in the forms that people type.
package enum DueDateUseCase {
    /// A due date that was read.
    struct Understood: Hashable {
        let due: Date
        /// The text after the date.
        let name: String
        /// Whether the clock skips the typed time on that day, so that a later time is used.
        var isSkipped = false
    }

    static let forms = """
        in 20 min, in 2 hours, in 3 days, in a week; today, tonight, tomorrow, fri, next friday, next week, 24 dec, \
        2026-12-24, each with a time or without; 18:00, 6pm, noon
        """

    /// - Returns: `nil` when the text does not begin with a date or a time.
    static func read(_ text: String, now: Date, _ region: Region) -> Understood? {
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        if let span = readSpan(&words, now: now, region) { return Understood(due: span, name: name(words)) }
        let today = region.local(now)
        let day = readDay(&words, today: today, region)
        let time = readTime(&words)
        guard day != nil || time != nil else { return nil }
        let minute = time ?? day?.minute ?? defaultMinute(day?.day, today)
        var local = day?.day ?? today.day
        // A time without a date means its next occurrence.
        if day == nil, minute <= today.minute { local += 1 }
        let (due, isSkipped) = region.date(day: local, minute: minute)
        return Understood(due: due, name: name(words), isSkipped: isSkipped)
    }

    /// What a person would say about a date that cannot be: it is over, or the month is too short.
    static func mistake(in text: String, now: Date, _ region: Region) -> String? {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace)[...]
        if words.first == "on" { words.removeFirst() }
        guard let first = words.first.map(String.init) else { return nil }
        let second = words.dropFirst().first.map(String.init) ?? ""
        let isPast = first == "last" && (weekday(second) != nil || ["night", "week", "month", "year"].contains(second))
        if first == "yesterday" || isPast { return "That is in the past" }
        var month: Int?
        var day = 0
        var year = region.yearMonthDay(region.local(now)).year
        if let date = isoDate(first) {
            (year, month, day) = (date.year, date.month, date.day)
        } else if let date = monthAndDay(first, second) {
            (month, day) = (date.month, date.day)
            let today = region.yearMonthDay(region.local(now))
            if (date.month, date.day) < (today.month, today.day) { year += 1 }
        }
        guard let month, months.indices.contains(month - 1) else { return nil }
        let longest = (28...31).last { region.day(year: year, month: month, day: $0) != nil } ?? 31
        let name = months[month - 1].capitalized + (month == 2 ? " \(year)" : "")
        return day > longest ? "\(name) has only \(longest) days" : nil
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
        } else if let weekday = weekday(word) {
            day = today.day - 1 - (today.weekday - 1 - weekday + 7) % 7
        } else {
            day = isoDate(word).flatMap { region.day(year: $0.year, month: $0.month, day: $0.day) }
        }
        return day.map { region.date(day: $0, minute: 0).date }
    }

    private static func name(_ words: ArraySlice<Substring>) -> String { words.joined(separator: " ") }

    /// The default time in minutes: 09:00; for today, the next of 09:00, 18:00 and 23:59.
    private static func defaultMinute(_ day: Int?, _ today: LocalTime) -> Int {
        guard day == today.day else { return 9 * 60 }
        return [9 * 60, 18 * 60].first { $0 > today.minute } ?? 23 * 60 + 59
    }

    // MARK: Spans

    /// Reads a span such as `in 20 min`. Minutes and hours are elapsed time; days and weeks are calendar days.
    private static func readSpan(_ words: inout ArraySlice<Substring>, now: Date, _ region: Region) -> Date? {
        guard words.first?.lowercased() == "in", words.count > 1 else { return nil }
        var rest = words.dropFirst()
        var amount = rest.removeFirst().lowercased()[...]
        let digits = amount.prefix { $0.isASCII && $0.isNumber }
        let count = amount == "a" || amount == "an" ? 1 : Int(digits)
        guard let count, (1...100_000).contains(count) else { return nil }
        amount = amount == "a" || amount == "an" ? "" : amount.dropFirst(digits.count)
        if amount.isEmpty {
            guard let unit = rest.popFirst() else { return nil }
            amount = unit.lowercased()[...]
        }
        let local = region.local(now)
        let due: Date
        switch amount {
        case "m", "min", "mins", "minute", "minutes": due = now.later(by: Double(count) * 60)
        case "h", "hour", "hours": due = now.later(by: Double(count) * 3600)
        case "d", "day", "days": due = region.date(day: local.day + count, minute: local.minute).date
        case "w", "week", "weeks": due = region.date(day: local.day + 7 * count, minute: local.minute).date
        default: return nil
        }
        words = rest
        return due
    }

    // MARK: Days

    private static func readDay(
        _ words: inout ArraySlice<Substring>, today: LocalTime, _ region: Region
    ) -> (day: Int, minute: Int?)? {
        var rest = words
        if rest.first?.lowercased() == "on" { rest.removeFirst() }
        guard let first = rest.popFirst()?.lowercased() else { return nil }
        let second = rest.first?.lowercased()
        var day: Int?
        var minute: Int?
        switch first {
        case "today": day = today.day
        case "tonight":
            day = today.day
            minute = 20 * 60
        case "tomorrow": day = today.day + 1
        case "next" where second == "week":
            rest.removeFirst()
            day = today.day + 7 - (today.weekday - region.firstWeekday + 7) % 7
        case "next":
            guard let weekday = second.flatMap(weekday) else { return nil }
            rest.removeFirst()
            let thisWeek = today.day - (today.weekday - region.firstWeekday + 7) % 7
            day = thisWeek + 7 + (weekday - region.firstWeekday + 7) % 7
        default:
            if let weekday = weekday(first) {
                day = today.day + (weekday - today.weekday + 6) % 7 + 1
            } else if let date = isoDate(first) {
                day = region.day(year: date.year, month: date.month, day: date.day)
            } else if let second, let date = monthAndDay(first, second) {
                rest.removeFirst()
                let year = region.yearMonthDay(today).year
                // A date that has passed means next year.
                day = region.day(year: year, month: date.month, day: date.day)
                if day ?? 0 < today.day {
                    day = region.day(year: year + 1, month: date.month, day: date.day)
                }
            }
        }
        guard let day else { return nil }
        words = rest
        return (day, minute)
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private static func weekday(_ word: String) -> Int? {
        word.count < 3 ? nil : weekdays.firstIndex { $0.hasPrefix(word) }
    }

    private static func month(_ word: String) -> Int? {
        word.count < 3 ? nil : months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    /// Reads an ISO 8601 date: `2026-12-24`.
    private static func isoDate(_ word: String) -> (year: Int, month: Int, day: Int)? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    private static func monthAndDay(_ first: String, _ second: String) -> (month: Int, day: Int)? {
        for (monthWord, dayWord) in [(first, second), (second, first)] {
            let digits = dayWord.prefix { $0.isASCII && $0.isNumber }
            let end = dayWord.dropFirst(digits.count)
            if let month = month(monthWord), let day = Int(digits), ["", ".", "st", "nd", "rd", "th"].contains(end) {
                return (month, day)
            }
        }
        return nil
    }

    // MARK: Times

    private static func readTime(_ words: inout ArraySlice<Substring>) -> Int? {
        var rest = words
        let hasAt = rest.first?.lowercased() == "at"
        if hasAt { rest.removeFirst() }
        guard let word = rest.popFirst()?.lowercased() else { return nil }
        if word == "noon" || word == "midnight" {
            words = rest
            return word == "noon" ? 12 * 60 : 0
        }
        var body = word[...]
        var half: Substring?
        for suffix in ["am", "pm"] where body.hasSuffix(suffix) {
            half = body.suffix(2)
            body = body.dropLast(2)
        }
        if half == nil, let next = rest.first?.lowercased(), next == "am" || next == "pm" {
            half = next[...]
            rest.removeFirst()
        }
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.count <= 2 && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0, (0..<60).contains(minute)
        else { return nil }
        // `tomorrow 9 lives` is about lives.
        if parts.count == 1, half == nil, !hasAt { return nil }
        guard half == nil ? (0..<24).contains(hour) : (1...12).contains(hour) else { return nil }
        words = rest
        return (half == nil ? hour : hour % 12 + (half == "pm" ? 12 : 0)) * 60 + minute
    }
}
