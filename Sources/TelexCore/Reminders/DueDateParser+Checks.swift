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
        func isDateLike(_ word: String) -> Bool {
            ["today", "tomorrow", "tonight", "noon", "midnight", "next"].contains(word)
                || DateWords.weekday(word) != nil
                || DateWords.isTimeLike(word)
        }
        let isJoined = ["and", "or", "to", "until", "till", "from", "-", "\u{2013}", "\u{2014}"].contains(first)
        let isNumber = DateWords.hundredths(first) != nil && first.first?.isNumber == true
        if isJoined, isDateLike(second) || first != "-" && amounts(1) != nil { throw .notUnderstood(text(2)) }
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
        if isNumber, secondsAhead != nil || daysAhead != nil { throw .notUnderstood(text(1)) }
        if isNumber, index + 1 == words.count, first.count <= 2 { throw .bareHour(first) }
        if first == "in", DateWords.hundredths(second) != nil, second.first?.isNumber == true {
            throw .notUnderstood(text(2))
        }
    }
}
