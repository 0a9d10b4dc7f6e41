import Foundation

/// Reads times of the day and zones.
extension DueDateParser {
    /// Reads a time: `18:00`, `6pm`, `6:30 p.m.`, `at 6`, `half past six`, `noon`.
    ///
    /// - Returns: the time, and the offset of the next word.
    func clockTime() throws(DueDateError) -> (ClockTime, end: Int)? {
        // `@18:00`
        let isJoined = key(0).count > 1 && key(0).hasPrefix("@")
        let hasAt = isJoined || ["at", "@"].contains(key(0))
        var start = hasAt && !isJoined ? 1 : 0
        if ["a", "the"].contains(key(start)), key(start + 1) == "quarter" { start += 1 }
        let word = isJoined ? String(key(0).dropFirst()) : key(start)
        switch word {
        case "noon", "midday": return (ClockTime(minute: 12 * 60), start + 1)
        case "midnight": return (ClockTime(minute: 0), start + 1)
        case "12" where ["noon", "midnight"].contains(key(start + 1)):
            return (ClockTime(minute: key(start + 1) == "noon" ? 12 * 60 : 0), start + 2)
        default: break
        }
        if ["past", "to"].contains(key(start + 1)), let minutes = DateWords.minutes(word),
            let hour = DateWords.hundredths(key(start + 2)), (100...1200).contains(hour), hour % 100 == 0
        {
            // `9 to 5` is a span of time.
            if key(start + 1) == "to", word.first?.isNumber == true { throw .notUnderstood(text(start + 3)) }
            let minute = hour / 100 * 60 + (key(start + 1) == "to" ? -minutes : minutes)
            let (end, half) = half(after: start + 3)
            return (Self.clockTime(minute % 720, half), end)
        }
        guard let clock = DateWords.clock(word) ?? DateWords.hour(word) else {
            if hasAt, word.first?.isNumber == true { throw .notUnderstood(text(2)) }
            return nil
        }
        var (end, half) = (start + 1, clock.half)
        if half == nil { (end, half) = self.half(after: end) }
        let isOClock = ["o'clock", "o\u{2019}clock", "oclock"].contains(key(end))
        if isOClock {
            end += 1
            if half == nil { (end, half) = self.half(after: end) }
        }
        // `tomorrow 9 lives` is about lives, `tomorrow 9 in the evening` is not.
        let hasPart = key(end) == "in" && key(end + 1) == "the" && PartOfDay(key(end + 2)) != nil
        if clock.isBare, half == nil, !hasAt, !isOClock, !hasPart { return nil }
        let isMinute = key(end).wholeMatch(of: /[0-5]\d/) != nil || DateWords.hour(key(end)) != nil
        if clock.isBare, half == nil, !isOClock, isMinute || DateWords.isTens(key(end)) {
            throw .notUnderstood(text(end + 1))
        }
        guard half == nil ? clock.hour < 24 : (1...12).contains(clock.hour), clock.minute < 60 else {
            throw .notUnderstood(text(end))
        }
        if clock.second != 0 { throw .seconds(text(end)) }
        if half == nil {
            return (
                ClockTime(minute: clock.hour * 60 + clock.minute, isHalfOpen: clock.hour <= 12 && !clock.isPadded), end
            )
        }
        return (Self.clockTime(clock.hour % 12 * 60 + clock.minute, half), end)
    }

    /// Reads `am` or `p.m.`
    func half(after offset: Int) -> (end: Int, half: String?) {
        let half = DateWords.half(key(offset))
        return (half == nil ? offset : offset + 1, half)
    }

    private static func clockTime(_ minute: Int, _ half: String?) -> ClockTime {
        ClockTime(minute: minute + (half == "pm" ? 720 : 0), isHalfOpen: half == nil)
    }

    mutating func readZone() throws(DueDateError) -> Bool {
        guard index > 0, index < words.count else { return false }
        let typed = text(1).trimmingCharacters(in: ["(", ")", "[", "]"])
        guard let zone = try DateWords.zone(typed) else { return false }
        return try take(\.zone, zone, 1)
    }

    /// Reads a time at the end of the text, as in `tomorrow call Ada at 6 p.m.`, unless there was one before.
    ///
    /// - Returns: the number of words that it has.
    mutating func readTimeAtEnd() throws(DueDateError) -> Int {
        guard time == nil, secondsAhead == nil else { return 0 }
        var parser = self
        while let at = words[parser.index...].firstIndex(where: { $0.key == "at" || $0.key == "@" }) {
            parser.index = at
            if at > index, let (time, end) = try? parser.clockTime() {
                guard at + end == words.count else {
                    // `look at six pictures`
                    if DateWords.hour(words[at + 1].key) != nil { break }
                    throw .notUnderstood(parser.text(end))
                }
                self.time = Part(value: time, text: parser.text(end))
                return end
            }
            parser.index += 1
        }
        // `tomorrow call Ada 6 pm`, if it is clearly a time.
        for count in [2, 1] where words.count - count > index {
            parser.index = words.count - count
            let text = parser.text(count)
            guard text.contains(/\d(:|.*[ap]\.?m)/.ignoresCase()), let (time, end) = try? parser.clockTime(),
                end == count
            else { continue }
            if DateWords.isPreposition(words[parser.index - 1].key) {
                throw .notUnderstood("\(words[parser.index - 1].typed) \(text)")
            }
            self.time = Part(value: time, text: text)
            return count
        }
        return 0
    }
}
