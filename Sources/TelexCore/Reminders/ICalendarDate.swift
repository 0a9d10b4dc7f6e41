import Foundation

/// A date of an iCalendar file, with or without a time (RFC 5545, 3.3.4 and 3.3.5).
struct ICalendarDate: Hashable {
    /// What is wrong with a value, as the end of a sentence.
    struct Fault: Error, Hashable { let reason: String }

    let date: Date
    /// The zone in which the value has its day and time.
    let zone: Zone
    /// Whether it has no time. It then means the morning, as it does for typed dates.
    let isDay: Bool

    /// - Parameters:
    ///   - zones: the zones that the file defines.
    ///   - region: has the zone of values that name none.
    init(
        _ value: String, in zoneName: String?, zones: [String: Zone] = [:], _ region: Region
    ) throws(Fault) {
        let text = value.filter { !"-:".contains($0) }
        let digits = text.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let invalid = Fault(reason: "\"\(value)\" is not a date (RFC 5545, 3.3.5)")
        isDay = digits.count == 8 && text.count == 8
        guard !value.hasPrefix("-"), isDay || digits.count == 14 && text.dropFirst(8).first?.uppercased() == "T",
            let day = region.day(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        else { throw invalid }
        if text.uppercased().hasSuffix("Z") {
            zone = .utc
        } else if let zoneName {
            guard let found = zones[zoneName] ?? Self.zone(zoneName) else {
                throw Fault(reason: "its time zone \"\(zoneName)\" is unknown: give it a name such as Europe/Rome")
            }
            zone = found
        } else {
            zone = region.zone
        }
        let (hour, minute, second) = isDay ? (9, 0, 0) : (number(8..<10), number(10..<12), number(12..<14))
        guard hour < 24, minute < 60, second <= 60 else { throw invalid }
        let place = Region(zone: zone, locale: region.locale)
        date = place.date(day: day, minute: hour * 60 + minute).date.addingTimeInterval(Double(min(second, 59)))
    }

    private init(_ date: Date, _ zone: Zone, isDay: Bool) {
        (self.date, self.zone, self.isDay) = (date.clamped, zone, isDay)
    }

    /// The date after a duration (3.3.6). Its days are those of the calendar, also when clocks change.
    func adding(_ duration: String) throws(Fault) -> ICalendarDate {
        guard
            let match = duration.uppercased().wholeMatch(
                of:
                    /\+?P(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,7})H)?(?:([0-9]{1,7})M)?(?:([0-9]{1,9})S)?)?/
            )?
            .output, duration.last != "P", duration.last != "T"
        else { throw Fault(reason: "\"\(duration)\" is not a duration (RFC 5545, 3.3.6)") }
        func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
        let local = place.local(date)
        let last = CalendarDay.number(year: 9999, month: 12, day: 31)
        let day = min(local.day + number(match.1) * 7 + number(match.2), last)
        let seconds = number(match.3) * 3600 + number(match.4) * 60 + number(match.5) + local.second % 60
        let date = place.date(day: day, minute: local.minute).date.addingTimeInterval(Double(seconds))
        return ICalendarDate(date, zone, isDay: isDay)
    }

    /// The day in its zone, in days since 1 January 1970.
    var day: Int { place.local(date).day }

    /// The beginning of its day, or of one so many days later.
    func midnight(daysLater count: Int = 0) -> Date { place.date(day: day + count, minute: 0).date }

    /// Its zone, to compute dates.
    private var place: Region { Region(zone: zone, locale: Region.fixedLocale) }

    /// The zone of a name, or of a rule as `Recurrence` writes it.
    private static func zone(_ name: String) -> Zone? {
        Zone(iana: String(name.drop { $0 == "/" })) ?? (name.contains { ":,".contains($0) } ? Zone(name) : nil)
    }

    /// The value of a date in UTC.
    static func utc(_ date: Date) -> String { date.formatted(.iso8601).filter { !"-:".contains($0) } }
}
