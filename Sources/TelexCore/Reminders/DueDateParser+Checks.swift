import Foundation

/// Refuses what looks like part of a date and is not understood.
extension DueDateParser {
    /// Refuses what begins like a date and cannot be one.
    func checkStart() throws(DueDateError) {
        let start = key(0) == "on" ? 1 : 0
        let (first, second) = (key(start), key(start + 1))
        let isDay = DateWords.weekday(second) != nil
        if first == "yesterday" { throw .past }
        if first == "last", isDay || ["night", "week", "month", "year"].contains(second) { throw .past }
        if first == "every", isDay || DateWords.unit(second) != nil || PartOfDay(second) != nil || second == "other" {
            throw .repeating
        }
        if ["this", "next"].contains(first), second == "weekend" { throw .weekend }
    }

    /// Refuses a rest that begins with what looks like part of a date.
    func checkRest() throws(DueDateError) {
        let (first, second) = (key(0), key(1))
        let isDateLike = second == "next" || DateWords.isTimeLike(second) || isPart(1)
        let dashes = ["-", "\u{2013}", "\u{2014}"]
        let isJoined = dashes.contains(first) || ["and", "or", "to", "until", "till", "from"].contains(first)
        if first == "yesterday" { throw .past }
        let isNumber = DateWords.hundredths(first) != nil && first.first?.isNumber == true
        if isJoined, isDateLike || !dashes.contains(first) && amounts(1) != nil { throw .notUnderstood(text(2)) }
        if DateWords.isPreposition(first), isDateLike || DateWords.clock(second) != nil {
            throw .notUnderstood(text(2))
        }
        if words.indices.contains(index), words[index].typed.hasPrefix("["), zone == nil { throw .unknownZone(text(1)) }
        if DateWords.isTimeLike(first) || DateWords.half(first) != nil
            || ["ago", "o'clock", "week", "every"].contains(first)
        {
            throw .notUnderstood(text(1))
        }
        if ["last", "next", "this"].contains(first), DateWords.unit(second) != nil || DateWords.weekday(second) != nil {
            throw .notUnderstood(text(2))
        }
        if let (_, end) = amounts(first == "in" ? 1 : 0), first.first?.isNumber == true || first == "in" {
            throw .notUnderstood(text(end))
        }
        if isNumber, first.count <= 2, second.wholeMatch(of: /[0-5]\d/) != nil { throw .notUnderstood(text(2)) }
        if first == "at", ["half", "quarter"].contains(second) { throw .notUnderstood(text(3)) }
        if isNumber, secondsAhead != nil || daysAhead != nil { throw .notUnderstood(text(1)) }
        if isNumber, index + 1 == words.count, first.count <= 2 { throw .bareHour(first) }
        if first == "in", DateWords.hundredths(second) != nil, second.first?.isNumber == true {
            throw .notUnderstood(text(2))
        }
    }
}
