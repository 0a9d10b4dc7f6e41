import Foundation

/// Parses a text that begins with a due date. The parts of the date can have any order; the rest is the name.
struct DueDateParser {
    struct Word {
        let typed: String
        /// The word in lowercase, without a comma or colon at its end.
        let key: String
        /// Whether the date ends here: the word has a colon at its end.
        let endsDate: Bool

        init(_ typed: Substring) {
            self.typed = String(typed)
            endsDate = typed.count > 1 && typed.hasSuffix(":")
            key = (endsDate || typed.count > 1 && typed.hasSuffix(",") ? typed.dropLast() : typed).lowercased()
        }
    }

    /// A part of the date, and the words that say it.
    struct Part<Value> {
        let value: Value
        let text: String
    }

    struct ClockTime {
        /// Minutes since the day began.
        let minute: Int
        /// Whether it can also be the same time of the other half of the day.
        var isHalfOpen = false
    }

    enum PartOfDay: String {
        case morning, afternoon, evening

        init?(_ word: String) { self.init(rawValue: word == "night" ? "evening" : word) }

        var range: Range<Int> {
            switch self {
            case .morning: 0..<12 * 60
            case .afternoon: 12 * 60..<18 * 60
            case .evening: 17 * 60..<24 * 60
            }
        }

        var defaultMinute: Int {
            switch self {
            case .morning: 9 * 60
            case .afternoon: 15 * 60
            case .evening: 20 * 60
            }
        }
    }

    var words: [Word]
    let now: Date
    let region: Region
    let today: LocalTime
    var index = 0
    /// The end of the words that can belong to the date: a colon after a word ends it.
    let end: Int

    /// A calendar day, counted from 1970.
    var day: Part<Int>?
    /// The month and the day of a date that was said without a year.
    var yearlessDay: (month: Int, day: Int)?
    /// A day of the week; 0 is Sunday.
    var weekday: Part<Int>?
    /// `next week`
    var nextWeek: Part<Void>?
    /// Months and days from today.
    var daysAhead: Part<(months: Int, days: Int)>?
    /// Seconds from now.
    var secondsAhead: Part<Int>?
    var time: Part<ClockTime>?
    var partOfDay: Part<PartOfDay>?
    var zone: Part<Zone>?

    init(_ text: String, now: Date, _ region: Region) {
        let words = Self.separated(text.split(whereSeparator: \.isWhitespace)).map(Word.init)
        self.init(
            words: words, end: words.firstIndex(where: \.endsDate).map { $0 + 1 } ?? words.count, now: now, region)
    }

    private init(words: [Word], end: Int, now: Date, _ region: Region) {
        self.words = words
        self.end = end
        self.now = now
        self.region = region
        today = region.local(now)
    }

    /// Separates the parts of an ISO 8601 date that comes first: `2026-12-24T18:00+01:00`.
    private static func separated(_ words: [Substring]) -> [Substring] {
        let form = /(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?(?:[^\[]*(?=\[))?(.*)/
        guard let first = words.first, let pair = first.wholeMatch(of: form) else { return words }
        let zone = pair.output.3.isEmpty || pair.output.3 == ":" ? [] : [pair.output.3]
        return [pair.output.1, pair.output.2] + zone + words.dropFirst()
    }

    /// - Returns: `nil` if the text does not begin with a date or a time.
    /// - Throws: `DueDateError` if it does, and cannot be a due date.
    mutating func parse() throws(DueDateError) -> DueDateUseCase.Understood? {
        try checkStart()
        while try readPart() {
            if words[index - 1].endsDate { return try understood() }
        }
        if index == 0 { return nil }
        try checkRest()
        if ["-", "\u{2013}", "\u{2014}"].contains(key(0)) { index += 1 }
        let count = try readTimeAtEnd()
        return try understood(count)
    }

    /// The next word but `offset`; empty after the end of the date.
    func key(_ offset: Int) -> String { index + offset < end ? words[index + offset].key : "" }

    /// Whether a part of a date begins at the next word but `offset`, a valid one or not.
    func isPart(_ offset: Int) -> Bool {
        var parser = DueDateParser(words: words, end: end, now: now, region)
        parser.index = min(index + offset, words.count)
        do { return try parser.readPart() } catch { return true }
    }

    /// The next words, as typed.
    func text(_ count: Int) -> String {
        let words = words[index...].prefix(count)
        let text = words.map(\.typed).joined(separator: " ")
        return words.last.map { $0.typed.count != $0.key.count } == true ? String(text.dropLast()) : text
    }

    /// Takes the next words as a part of the date, which can be said once.
    mutating func take<Value>(
        _ path: WritableKeyPath<Self, Part<Value>?>, _ value: Value, _ count: Int
    ) throws(DueDateError) -> Bool {
        let part = Part(value: value, text: text(count))
        if let earlier = self[keyPath: path] {
            if path == \Self.zone { throw .twoZones(earlier.text, part.text) }
            throw path == \Self.time || path == \Self.secondsAhead || path == \Self.partOfDay
                ? .twoTimes(earlier.text, part.text) : .twoDays(earlier.text, part.text)
        }
        self[keyPath: path] = part
        index += count
        return true
    }

    mutating func readPart() throws(DueDateError) -> Bool {
        if index == words.count { return false }
        if try readSpan() { return true }
        if try readDay() { return true }
        if try readPartOfDay() { return true }
        if let (time, end) = try clockTime() { return try take(\.time, time, end) }
        if try readYear() { return true }
        return try readZone()
    }

    /// - Parameter count: the number of words at the end that belong to the date.
    private func understood(_ count: Int = 0) throws(DueDateError) -> DueDateUseCase.Understood {
        let name = words[index...].dropLast(count).map(\.typed).joined(separator: " ")
        if let zone, time == nil { throw .zoneWithoutTime(zone.text) }
        if let seconds = secondsAhead {
            let others = [day?.text, weekday?.text, nextWeek?.text, time?.text, partOfDay?.text]
            if let other = others.lazy.compactMap({ $0 }).first { throw .spanAndTime(seconds.text, other) }
            let start = daysAhead == nil ? now : region.date(day: try dayOfDate(), minute: today.minute).date
            return .init(due: start.later(by: Double(seconds.value)), name: name)
        }
        let minute = try minute()
        let place = zone.map { Region(zone: $0.value, locale: region.locale) } ?? region
        if day == nil, weekday == nil, nextWeek == nil, daysAhead == nil {
            // A time without a date means its next occurrence, which can be the second one of a day.
            let local = place.local(now)
            let next = place.date(day: local.day, minute: minute, after: now)
            let (due, isSkipped) = next.date > now ? next : place.date(day: local.day + 1, minute: minute)
            return .init(due: due, name: name, isSkipped: isSkipped)
        }
        // Tonight's midnight is the end of the day.
        let isEnd = partOfDay?.value == .evening && minute == 0
        let (due, isSkipped) = place.date(day: try dayOfDate() + (isEnd ? 1 : 0), minute: minute, after: now)
        guard due == due.clamped else { throw .tooFar(words[..<index].map(\.typed).joined(separator: " ")) }
        return .init(due: due, name: name, isSkipped: isSkipped)
    }

    private func dayOfDate() throws(DueDateError) -> Int {
        if let ahead = daysAhead {
            if let other = day?.text ?? weekday?.text ?? nextWeek?.text { throw .twoDays(ahead.text, other) }
            let date = region.yearMonthDay(today)
            let month = date.month - 1 + ahead.value.months
            // 31 January and a month is the last day of February.
            let days = (1...date.day).reversed().lazy.compactMap { [region] in
                region.day(year: date.year + month / 12, month: month % 12 + 1, day: $0)
            }
            guard let day = days.first, day + ahead.value.days < Self.lastDay else { throw .tooFar(ahead.text) }
            return day + ahead.value.days
        }
        let week = today.day - (today.weekday - region.firstWeekday + 7) % 7
        if let day {
            if let nextWeek { throw .twoDays(day.text, nextWeek.text) }
            guard let weekday else { return day.value }
            let actual = LocalTime(day: day.value, second: 0).weekday
            guard actual == weekday.value else {
                throw .otherWeekday(
                    date: DateText.date(region.date(day: day.value, minute: 720).date, region),
                    weekday: DateWords.weekdays[actual].capitalized,
                    typed: DateWords.weekdays[weekday.value].capitalized)
            }
            return day.value
        }
        guard let weekday else { return week + 7 }
        return nextWeek == nil
            ? today.day + (weekday.value - today.weekday + 6) % 7 + 1
            : week + 7 + (weekday.value - region.firstWeekday + 7) % 7
    }

    /// The last day of the year 9999.
    private static let lastDay = 2_932_896

    /// The typed time; or else 09:00, for today the next of 09:00, 18:00 and 23:59, and after a span of days the time of
    /// day that it is now.
    private func minute() throws(DueDateError) -> Int {
        guard let part = partOfDay else {
            if let time { return time.value.minute }
            if daysAhead != nil { return today.minute }
            guard day?.value == today.day else { return 9 * 60 }
            return [9 * 60, 18 * 60].first { $0 > today.minute } ?? 23 * 60 + 59
        }
        guard let time else { return part.value.defaultMinute }
        let typed = time.value.minute
        let minutes = time.value.isHalfOpen ? [typed, typed % 720 + 720] : [typed]
        if let minute = minutes.first(where: part.value.range.contains) { return minute }
        if part.value == .evening, !time.value.isHalfOpen, typed == 0 { return 0 }
        throw .otherHalf(time: time.text, part: part.value.rawValue)
    }
}
