import Foundation

/// A time zone as a rule: `std offset [dst [offset] [,start[/time],end[/time]]]` (POSIX, `tzset(3)`; RFC 8536, 3.3).
///
/// Its offsets count westward: `UTC-5` is five hours ahead of UTC.
public struct ZoneRule: Hashable, Sendable {
    /// The rule as it was written.
    public let text: String
    /// Seconds ahead of UTC.
    private let standard: Int
    private let summer: Summer?

    private struct Summer: Hashable {
        /// Seconds ahead of UTC.
        let offset: Int
        let start: Change
        let end: Change
    }

    /// When clocks change, on the clock before the change.
    private struct Change: Hashable {
        enum Day: Hashable {
            /// From 1; 29 February is never counted.
            case ofYear(Int)
            /// From 0.
            case sinceNewYear(Int)
            /// A day of the week (0 is Sunday) in a week of the month; 5 is the last one.
            case weekday(month: Int, week: Int, day: Int)
        }

        let day: Day
        /// Seconds after midnight.
        let time: Int
    }

    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        var rest = Substring(text).utf8
        guard Self.readName(&rest), let west = Self.readTime(&rest, atMost: 24) else { return nil }
        self.text = text
        standard = -west
        if rest.isEmpty {
            summer = nil
            return
        }
        guard Self.readName(&rest) else { return nil }
        var offset = standard + 3600
        if let first = rest.first, first != UInt8(ascii: ",") {
            guard let west = Self.readTime(&rest, atMost: 24) else { return nil }
            offset = -west
        }
        // The rule that glibc uses if there is none.
        if rest.isEmpty { rest = Substring(",M3.2.0,M11.1.0").utf8 }
        guard let start = Self.readChange(&rest), let end = Self.readChange(&rest), rest.isEmpty else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The seconds that clocks are ahead of UTC at a date.
    func secondsFromUTC(at date: Date) -> Int {
        guard let summer else { return standard }
        let seconds = Int(date.clamped.timeIntervalSince1970.rounded(.down))
        let year = CalendarDay.date(Int((Double(seconds + standard) / 86_400).rounded(.down))).year
        let start = Self.moment(of: summer.start, year) - standard
        let end = Self.moment(of: summer.end, year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
        return isSummer ? summer.offset : standard
    }

    /// The seconds from 1970 to a change, both on the clock before it.
    private static func moment(of change: Change, _ year: Int) -> Int {
        let newYear = days(year, 1)
        let isLeap = days(year, 3) - newYear == 60
        let day: Int
        switch change.day {
        case .ofYear(let number): day = newYear + number - (isLeap && number >= 60 ? 0 : 1)
        case .sinceNewYear(let number): day = newYear + number
        case .weekday(let month, let week, let weekday):
            let first = days(year, month)
            // 1 January 1970 was a Thursday.
            let next = first + ((weekday - first - 4) % 7 + 7) % 7
            let end = month == 12 ? days(year + 1, 1) : days(year, month + 1)
            day = (0..<week).lazy.map { next + 7 * $0 }.last { $0 < end } ?? next
        }
        return day * 86_400 + change.time
    }

    /// The days from 1970 to the first day of a month.
    private static func days(_ year: Int, _ month: Int) -> Int { CalendarDay.number(year: year, month: month, day: 1) }

    // MARK: Reading

    /// Reads a name of at least three letters, or of other characters in angle brackets.
    private static func readName(_ rest: inout Substring.UTF8View) -> Bool {
        let isQuoted = rest.first == UInt8(ascii: "<")
        if isQuoted { rest.removeFirst() }
        let name = rest.prefix { byte in
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            return isLetter
                || isQuoted && (digit(byte) != nil || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
        }
        rest = rest.dropFirst(name.count)
        if isQuoted, rest.popFirst() != UInt8(ascii: ">") { return false }
        return name.count >= 3
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    private static func readTime(_ rest: inout Substring.UTF8View, atMost hours: Int) -> Int? {
        var sign = 1
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            rest.removeFirst()
        }
        guard let hour = readNumber(&rest), hour <= hours else { return nil }
        var seconds = hour * 3600
        for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard let number = readNumber(&rest), number < 60 else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }

    /// Reads `,M3.5.0/2`, `,J60` or `,59`.
    private static func readChange(_ rest: inout Substring.UTF8View) -> Change? {
        guard rest.popFirst() == UInt8(ascii: ","), let first = rest.first else { return nil }
        let day: Change.Day
        switch first {
        case UInt8(ascii: "M"):
            rest.removeFirst()
            guard let month = readNumber(&rest), (1...12).contains(month), rest.popFirst() == UInt8(ascii: "."),
                let week = readNumber(&rest), (1...5).contains(week), rest.popFirst() == UInt8(ascii: "."),
                let weekday = readNumber(&rest), weekday < 7
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        case UInt8(ascii: "J"):
            rest.removeFirst()
            guard let number = readNumber(&rest), (1...365).contains(number) else { return nil }
            day = .ofYear(number)
        default:
            guard let number = readNumber(&rest), number <= 365 else { return nil }
            day = .sinceNewYear(number)
        }
        guard rest.first == UInt8(ascii: "/") else { return Change(day: day, time: 7200) }
        rest.removeFirst()
        return readTime(&rest, atMost: 167).map { Change(day: day, time: $0) }
    }

    private static func readNumber(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix { digit($0) != nil }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + digit($1)! }
    }

    private static func digit(_ byte: UInt8) -> Int? { (48...57).contains(byte) ? Int(byte) - 48 : nil }
}
