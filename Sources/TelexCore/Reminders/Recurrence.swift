import Foundation

/// How a reminder repeats: its first date, a rule, and dates that are left out (RFC 5545, 3.8.5).
///
/// A rule has a frequency from daily to yearly, and can have `INTERVAL`, `COUNT`, `UNTIL` and, if it is weekly, `BYDAY`. The
/// time of day is that of the zone of the first date, also when clocks change. A day that a month or a year does not have is
/// left out. However far the dates are apart, finding one takes a few thousand steps at most.
struct Recurrence: Hashable {
    typealias Fault = ICalendarDate.Fault

    private enum Frequency: String { case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY", yearly = "YEARLY" }

    private let frequency: Frequency
    private let interval: Int
    private let count: Int?
    private let until: Date?
    /// The days of the week in days after its first one, in order; of a weekly rule only.
    private let weekdays: [Int]
    private let weekStart: Int
    private let region: Region
    /// The first date, by the clocks of its zone.
    private let start: LocalTime
    private let year, month, day: Int
    private let rule: String
    private var excluded: Set<Date>

    /// No two dates up to the year 9999 are further apart, in days.
    private static let longestInterval = 3_652_425
    private static let lastDay = CalendarDay.number(year: 9999, month: 12, day: 31)
    private static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// - Parameters:
    ///   - start: the first date, which always counts.
    ///   - rule: the value of `RRULE`.
    ///   - excluded: the dates of `EXDATE`.
    /// - Throws: what of the rule is invalid or not supported.
    init(start date: ICalendarDate, rule: String, excluded: Set<Date> = []) throws(Fault) {
        var parts: [String: String] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw Self.unsupported(String(part)) }
            parts[String(pair[0])] = String(pair[1])
        }
        region = Region(zone: date.zone, locale: Region.fixedLocale)
        start = region.local(date.date)
        (year, month, day) = CalendarDay.date(start.day)
        guard let name = parts.removeValue(forKey: "FREQ"), let frequency = Frequency(rawValue: name) else {
            throw Self.unsupported(rule)
        }
        self.frequency = frequency
        interval = min(try Self.number("INTERVAL", &parts) ?? 1, Self.longestInterval)
        // More dates than there are days are no limit.
        count = try Self.number("COUNT", &parts).flatMap { $0 > Self.longestInterval ? nil : $0 }
        until = try Self.until(parts.removeValue(forKey: "UNTIL"), region)
        weekStart = parts.removeValue(forKey: "WKST").flatMap(Self.names.firstIndex) ?? 1
        let today = (start.weekday - weekStart + 7) % 7
        var weekdays = frequency == .weekly ? [today] : []
        if frequency == .weekly, let list = parts.removeValue(forKey: "BYDAY") {
            weekdays = []
            for name in list.split(separator: ",") {
                guard let day = Self.names.firstIndex(of: String(name)) else { throw Self.unsupported("BYDAY=\(list)") }
                weekdays.append((day - weekStart + 7) % 7)
            }
        }
        self.weekdays = Set(weekdays).sorted()
        // What only repeats the first date is no restriction.
        if frequency == .yearly, parts["BYMONTH"].flatMap({ Int($0) }) == month { parts["BYMONTH"] = nil }
        if [.monthly, .yearly].contains(frequency), parts["BYMONTHDAY"].flatMap({ Int($0) }) == day {
            parts["BYMONTHDAY"] = nil
        }
        if let other = parts.min(by: { $0.key < $1.key }) { throw Self.unsupported("\(other.key)=\(other.value)") }
        self.rule = rule
        self.excluded = excluded
    }

    static func unsupported(_ part: String) -> Fault {
        Fault(reason: "it repeats with \(part.prefix(40)), which is not supported")
    }

    private static func number(_ name: String, _ parts: inout [String: String]) throws(Fault) -> Int? {
        guard let text = parts.removeValue(forKey: name) else { return nil }
        guard let number = Int(text), number > 0 else { throw unsupported("\(name)=\(text)") }
        return number
    }

    /// The last moment at which a date counts.
    private static func until(_ text: String?, _ region: Region) throws(Fault) -> Date? {
        guard let text else { return nil }
        guard let end = try? ICalendarDate(text, in: nil, region) else { throw unsupported("UNTIL=\(text)") }
        return end.isDay ? region.date(day: region.local(end.date).day, minute: 1439).date + 59 : end.date
    }

    // MARK: Dates

    /// The first date after another one; `nil` if there is none.
    func next(after earlier: Date) -> Date? {
        let first = date(start.day)
        if first > earlier, !excluded.contains(first) { return first }
        // Days in another zone begin at another time.
        var period = period(of: region.local(earlier).day - 2)
        var number = count == nil ? 0 : datesBefore(period)
        while let days = days(period) {
            for day in days {
                number += 1
                let date = date(day)
                if let count, number > count { return nil }
                if let until, date > until { return nil }
                if date > earlier, !excluded.contains(date) { return date }
            }
            period += 1
        }
        return nil
    }

    private func date(_ day: Int) -> Date {
        region.date(day: day, minute: start.minute).date.addingTimeInterval(Double(start.second % 60))
    }

    /// The last period that begins on a day or before it, counted from that of the first date.
    private func period(of day: Int) -> Int {
        let end = CalendarDay.date(day)
        let distance =
            switch frequency {
            case .daily: day - start.day
            case .weekly: (day - firstWeek) / 7
            case .monthly: (end.year - year) * 12 + end.month - month
            case .yearly: end.year - year
            }
        return max(0, distance / interval)
    }

    /// The first day of the week of the first date.
    private var firstWeek: Int { start.day - (start.weekday - weekStart + 7) % 7 }

    /// The days of a period, in order; `nil` after the year 9999.
    private func days(_ period: Int) -> [Int]? {
        switch frequency {
        case .daily:
            let day = start.day + period * interval
            return day > Self.lastDay ? nil : [day]
        case .weekly:
            let week = firstWeek + period * interval * 7
            if week > Self.lastDay - 7 { return nil }
            let days = weekdays.map { week + $0 }
            // The first date counts whatever its weekday is.
            return period == 0 ? ([start.day] + days.filter { $0 > start.day }) : days
        case .monthly, .yearly:
            let (year, month) = self.month(period)
            if year > 9999 { return nil }
            return isThere(in: period) ? [CalendarDay.number(year: year, month: month, day: day)] : []
        }
    }

    /// The month of a period.
    private func month(_ period: Int) -> (year: Int, month: Int) {
        let months = year * 12 + month - 1 + period * interval * (frequency == .yearly ? 12 : 1)
        return (months / 12, months % 12 + 1)
    }

    /// Whether the month of a period has the day of the first date.
    private func isThere(in period: Int) -> Bool {
        if day <= 28 { return true }
        let (year, month) = self.month(period)
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        return day <= (month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31)
    }

    /// How many dates there are before a period.
    private func datesBefore(_ period: Int) -> Int {
        switch frequency {
        case .daily: period
        case .weekly: period == 0 ? 0 : (days(0)?.count ?? 0) + (period - 1) * weekdays.count
        case .monthly, .yearly: day <= 28 ? period : (0..<period).count(where: isThere)
        }
    }

    // MARK: Text

    /// The content lines of iCalendar that say how it repeats: `DTSTART`, `RRULE`, and `EXDATE` if dates are left out.
    var lines: [String] {
        let time = start.second
        func digits(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let value =
            digits(year, 4) + digits(month, 2) + digits(day, 2) + "T" + digits(time / 3600, 2)
            + digits(time / 60 % 60, 2) + digits(time % 60, 2)
        let zone = region.zone == .utc ? (name: "", end: "Z") : (name: ";TZID=\"\(region.zone.name)\"", end: "")
        let dates = excluded.sorted().map(ICalendarDate.utc).joined(separator: ",")
        return ["DTSTART\(zone.name):\(value)\(zone.end)", "RRULE:\(rule)"] + (dates.isEmpty ? [] : ["EXDATE:\(dates)"])
    }

    /// What `init(_:)` reads.
    var text: String { lines.joined(separator: "\n") }

    /// - Returns: `nil` for a text that is none of `text`.
    init?(_ text: String) {
        var start: ICalendarDate?
        var rule: String?
        var excluded: Set<Date> = []
        let region = Region(zone: .utc, locale: Region.fixedLocale)
        for line in text.split(separator: "\n") {
            guard let property = ContentProperty(String(line)) else { return nil }
            switch property.name {
            case "DTSTART": start = try? ICalendarDate(property.text, in: property.parameter("TZID"), region)
            case "RRULE": rule = property.text
            case "EXDATE":
                for value in property.text.split(separator: ",") {
                    if let date = try? ICalendarDate(String(value), in: nil, region) { excluded.insert(date.date) }
                }
            default: return nil
            }
        }
        guard let start, let rule, let read = try? Recurrence(start: start, rule: rule, excluded: excluded) else {
            return nil
        }
        self = read
    }

    /// Leaves out some dates, too. A day without a time leaves out the date on that day.
    mutating func exclude(_ dates: [ICalendarDate]) {
        for excluded in dates { self.excluded.insert(excluded.isDay ? date(excluded.day) : excluded.date) }
    }

    /// Forgets the dates to leave out that have passed.
    mutating func forget(before date: Date) { excluded = excluded.filter { $0 >= date } }
}
