/// The definition of a time zone in an iCalendar file (RFC 5545, 3.6.5).
///
/// Programs name zones as they like, such as `W. Europe Standard Time`, and define them beside.
struct ICalendarZone {
    /// Standard or summer time.
    private struct Observance {
        /// When it began, as in the file, so that later texts are greater.
        var start = ""
        /// Seconds ahead of UTC.
        var offset: Int?
        /// The parts of its recurrence rule (3.3.10).
        var rule: [Substring: Substring] = [:]
    }

    private(set) var name = ""
    private var location: Zone?
    private var observance = Observance()
    /// The latest of each kind.
    private var standard: Observance?
    private var summer: Observance?

    mutating func begin(_ component: String) { if component != "VTIMEZONE" { observance = Observance() } }

    mutating func end(_ component: String) {
        switch component {
        case "STANDARD" where observance.start >= standard?.start ?? "": standard = observance
        case "DAYLIGHT" where observance.start >= summer?.start ?? "": summer = observance
        default: break
        }
    }

    mutating func read(_ property: ContentProperty) {
        switch property.name {
        case "TZID": name = property.text
        case "X-LIC-LOCATION": location = Zone(iana: property.text)
        case "DTSTART": observance.start = property.text
        case "TZOFFSETTO": observance.offset = Self.offset(property.text)
        case "RRULE":
            for part in property.text.uppercased().split(separator: ";") {
                let pair = part.split(separator: "=", maxSplits: 1)
                if pair.count == 2 { observance.rule[pair[0]] = pair[1] }
            }
        default: break
        }
    }

    /// The zone; `nil` if its definition is incomplete, or changes in ways that a `ZoneRule` cannot express.
    var zone: Zone? {
        if let zone = location ?? Zone(iana: name) { return zone }
        guard let standard, let offset = standard.offset else { return nil }
        let name = "STD\(Self.westward(offset))"
        guard let summer, !Self.hasEnded(summer) else { return ZoneRule(name).map { Zone($0) } }
        guard let summerOffset = summer.offset, let start = Self.change(summer), let end = Self.change(standard) else {
            return nil
        }
        return ZoneRule("\(name)DST\(Self.westward(summerOffset)),\(start),\(end)").map { Zone($0) }
    }

    /// Seconds of an offset from UTC, such as `+0100` (3.3.14).
    private static func offset(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([+-])(\d\d)(\d\d)(\d\d)?/)?.output, let hours = Int(match.2),
            let minutes = Int(match.3)
        else { return nil }
        return (hours * 3600 + minutes * 60 + (match.4.flatMap { Int($0) } ?? 0)) * (match.1 == "-" ? -1 : 1)
    }

    /// An offset as in `tzset(3)`, where they count westward.
    private static func westward(_ offset: Int) -> String {
        "\(offset > 0 ? "-" : "")\(abs(offset) / 3600):\(abs(offset) / 60 % 60):\(abs(offset) % 60)"
    }

    /// The week of a month, 5 for the last one: from `-1` or `+2`, or from seven days in a row (`8,9,10,11,12,13,14`).
    private static func week(_ number: Substring?, _ days: Substring?) -> Int? {
        if let number { return days == nil ? (number == "-1" ? 5 : Int(number)) : nil }
        let days = days?.split(separator: ",").compactMap { Int($0) }.sorted() ?? []
        guard let first = days.first, first > 0, first % 7 == 1, days == Array(first..<first + 7) else { return nil }
        return first / 7 + 1
    }

    private static func hasEnded(_ observance: Observance) -> Bool {
        observance.rule["UNTIL"] != nil || observance.rule["COUNT"] != nil
    }

    /// The yearly change to an observance as in `tzset(3)`, such as `M3.5.0/2:0:0`; `nil` for other recurrences.
    private static func change(_ observance: Observance) -> String? {
        guard observance.rule["FREQ"] == "YEARLY", !hasEnded(observance), observance.rule["BYSETPOS"] == nil,
            let month = observance.rule["BYMONTH"].flatMap({ Int($0) }), (1...12).contains(month),
            let day = observance.rule["BYDAY"]?.wholeMatch(of: /(-1|\+?[1-5])?(SU|MO|TU|WE|TH|FR|SA)/)?.output,
            let week = week(day.1, observance.rule["BYMONTHDAY"]),
            let time = observance.start.wholeMatch(of: /\d{8}T(\d\d)(\d\d)(\d\d)/)?.output,
            let weekday = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"].firstIndex(where: { $0 == day.2 })
        else { return nil }
        return "M\(month).\(week).\(weekday)/\(time.1):\(time.2):\(time.3)"
    }
}
