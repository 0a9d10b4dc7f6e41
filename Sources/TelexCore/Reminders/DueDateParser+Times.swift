import Foundation

/// Reads times of the day and zones.
extension DueDateParser {
    /// Reads a time: `18:00`, `6pm`, `6:30 p.m.`, `at 6`, `half past six`, `noon`.
    ///
    /// - Returns: the time, and the offset of the next word.
    func clockTime() throws(DueDateError) -> (ClockTime, end: Int)? {
        let hasAt = ["at", "@"].contains(key(0))
        let start = hasAt ? 1 : 0
        let word = key(start)
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
            let minute = hour / 100 * 60 + (key(start + 1) == "to" ? -minutes : minutes)
            let (end, half) = half(after: start + 3)
            return (Self.clockTime(minute % 720, half), end)
        }
        guard let clock = DateWords.clock(word) else {
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
        // `tomorrow 9 lives` is about lives.
        if clock.isBare, half == nil, !hasAt, !isOClock { return nil }
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
        let typed = text(1).trimmingCharacters(in: ["(", ")"])
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
                guard at + end == words.count else { throw .notUnderstood(parser.text(end)) }
                self.time = Part(value: time, text: parser.text(end))
                return end
            }
            parser.index += 1
        }
        return 0
    }
}
