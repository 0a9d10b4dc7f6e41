import Foundation

/// Reads days, and spans of days or of time.
extension DueDateParser {
    /// Reads `in 2 hours 30 min`, `in 3 days`, `2 hours from now`.
    mutating func readSpan() throws(DueDateError) -> Bool {
        let isIn = key(0) == "in"
        var end = isIn ? 1 : 0
        var (months, days, seconds, isTime) = (0, 0, 0, false)
        while let (amounts, next) = amounts(key(end) == "and" ? end + 1 : end) {
            end = next
            for (hundredths, unit) in amounts {
                switch unit {
                case .seconds(let unit):
                    seconds += hundredths * unit / 100
                    isTime = true
                case .days, .months:
                    guard hundredths % 100 == 0 else { throw .fraction(text(end)) }
                    if case .days(let unit) = unit { days += hundredths / 100 * unit }
                    if case .months(let unit) = unit { months += hundredths / 100 * unit }
                }
            }
        }
        guard months + days + seconds > 0 else { return false }
        if key(end) == "from", key(end + 1) == "now" { end += 2 } else if !isIn { return false }
        guard seconds < 1_000_000_000, days < 1_000_000, months < 100_000 else { throw .tooFar(text(end)) }
        if months + days > 0 { _ = try take(\.daysAhead, (months, days), isTime ? 0 : end) }
        return isTime ? try take(\.secondsAhead, seconds, end) : true
    }

    /// Reads an amount with its unit: `2 hours`, `an hour and a half`, `half an hour`, `1.5 h`, `2h30m`.
    ///
    /// - Returns: the amounts in hundredths of their units, and the offset of the next word.
    func amounts(_ start: Int) -> (amounts: [(hundredths: Int, DateWords.Unit)], end: Int)? {
        if key(start) == "half" {
            let unit = ["a", "an"].contains(key(start + 1)) ? start + 2 : start + 1
            return DateWords.unit(key(unit)).map { ([(50, $0)], unit + 1) }
        }
        if let hundredths = DateWords.hundredths(key(start)) {
            let isCouple = key(start) == "a" && key(start + 1) == "couple"
            let unit = start + 1 + (isCouple ? 1 : 0) + (isCouple && key(start + 2) == "of" ? 1 : 0)
            guard let found = DateWords.unit(key(unit)) else { return nil }
            let isHalf = key(unit + 1) == "and" && key(unit + 2) == "a" && key(unit + 3) == "half"
            return ([((isCouple ? 200 : hundredths) + (isHalf ? 50 : 0), found)], unit + (isHalf ? 4 : 1))
        }
        // The minutes of `2h30` need no unit.
        var rest = key(start)[...]
        var amounts: [(hundredths: Int, DateWords.Unit)] = []
        while let amount = rest.prefixMatch(of: /(\d+(?:\.\d+)?)([a-z]*)/)?.output {
            let isMinutes = amount.2.isEmpty && amounts.last?.1 == .seconds(3600)
            let unit = DateWords.unit(isMinutes ? "m" : amount.2)
            guard let unit, let hundredths = DateWords.hundredths(amount.1) else { return nil }
            amounts.append((hundredths, unit))
            rest = rest[amount.0.endIndex...]
        }
        return amounts.isEmpty || !rest.isEmpty ? nil : (amounts, start + 1)
    }

    mutating func readDay() throws(DueDateError) -> Bool {
        var start = key(0) == "on" ? 1 : 0
        if key(start) == "the" { start += 1 }
        let (first, second) = (key(start), key(start + 1))
        if first.isEmpty { return false }
        switch first {
        case "today": return try take(\.day, today.day, start + 1)
        case "tonight":
            if let day { throw .twoDays(day.text, text(start + 1)) }
            day = Part(value: today.day, text: text(start + 1))
            return try take(\.partOfDay, .evening, start + 1)
        case "tomorrow": return try take(\.day, today.day + 1, start + 1)
        case "day" where second == "after" && key(start + 2) == "tomorrow":
            return try take(\.day, today.day + 2, start + 3)
        case "next", "this": return try readRelativeDay(isNext: first == "next", second, start + 2)
        case "weekend" where index > 0: throw .weekend
        default: break
        }
        if let weekday = DateWords.weekday(first) {
            if second == "after", key(start + 2) == "next" { throw .notUnderstood(text(start + 3)) }
            return try take(\.weekday, weekday, start + 1)
        }
        return try readDate(start)
    }

    /// Reads what follows `next` or `this`.
    mutating func readRelativeDay(isNext: Bool, _ word: String, _ end: Int) throws(DueDateError) -> Bool {
        if word == "weekend" { throw .weekend }
        if let weekday = DateWords.weekday(word) {
            let said = text(end)
            // `this friday` can be today.
            if !isNext { return try take(\.day, today.day + (weekday - today.weekday + 7) % 7, end) }
            if nextWeek == nil { nextWeek = Part(value: (), text: said) }
            return try take(\.weekday, weekday, end)
        }
        let date = region.yearMonthDay(today)
        switch word {
        case "week" where isNext: return try take(\.nextWeek, (), end)
        case "month" where isNext:
            let (year, month) = nextMonth
            return try take(\.day, try dayNumber(year, month, 1, text(end)), end)
        case "year" where isNext: return try take(\.day, try dayNumber(date.year + 1, 1, 1, text(end)), end)
        case _ where !isNext:
            guard let part = PartOfDay(word) else { return false }
            day = Part(value: today.day, text: text(end))
            return try take(\.partOfDay, part, end)
        default: return false
        }
    }

    /// Reads a date of the calendar: `24 dec 2026`, `dec 24th`, `24.12.2026`, `2026-12-24`, `the 24th`.
    mutating func readDate(_ start: Int) throws(DueDateError) -> Bool {
        let (first, second) = (key(start), key(start + 1))
        if let date = DateWords.isoDate(first) {
            return try take(\.day, try dayNumber(date.year, date.month, date.day, first), start + 1)
        }
        var (month, dayWord, end) = (DateWords.month(first), second, start + 2)
        if month == nil {
            let name = second == "of" ? key(start + 2) : second
            (month, dayWord, end) = (DateWords.month(name), first, second == "of" ? start + 3 : start + 2)
        }
        if let month, let (number, _) = DateWords.dayOfMonth(dayWord) {
            let year = DateWords.year(key(end))
            if year != nil { end += 1 }
            return try takeDate(year, month, number, end)
        }
        if let (number, isOrdinal) = DateWords.dayOfMonth(first), isOrdinal {
            if second == "of" {
                guard ["this", "next"].contains(key(start + 2)), key(start + 3) == "month" else {
                    throw .notUnderstood(text(start + 3))
                }
                let date = region.yearMonthDay(today)
                let (year, month) = key(start + 2) == "next" ? nextMonth : (date.year, date.month)
                return try take(\.day, try dayNumber(year, month, number, text(start + 4)), start + 4)
            }
            return try take(\.day, try nextDay(number, text(start + 1)), start + 1)
        }
        if let date = try DateWords.numericDate(first) {
            return try takeDate(date.year, date.month, date.day, start + 1)
        }
        return false
    }

    /// Takes the next words as a date of the calendar.
    private mutating func takeDate(
        _ year: Int?, _ month: Int, _ number: Int, _ end: Int
    ) throws(DueDateError) -> Bool {
        let isTaken = try take(\.day, try dayNumber(year, month, number, text(end)), end)
        yearlessDay = year == nil ? (month, number) : nil
        return isTaken
    }

    /// Reads the year of a date that was said before without one: `24 dec 18:00 2027`.
    mutating func readYear() throws(DueDateError) -> Bool {
        guard let date = yearlessDay, let said = day?.text, let year = DateWords.year(key(0)) else { return false }
        let text = "\(said) \(text(1))"
        day = Part(value: try dayNumber(year, date.month, date.day, text), text: text)
        yearlessDay = nil
        index += 1
        return true
    }

    /// The next day with this number in its month.
    private func nextDay(_ number: Int, _ said: String) throws(DueDateError) -> Int {
        let date = region.yearMonthDay(today)
        let days = (0...12).lazy.compactMap { [region, today] ahead in
            let month = date.month - 1 + ahead
            return region.day(year: date.year + month / 12, month: month % 12 + 1, day: number)
                .flatMap { $0 < today.day ? nil : $0 }
        }
        guard let day = days.first else { throw .noSuchDate(said) }
        return day
    }

    var nextMonth: (year: Int, month: Int) {
        let date = region.yearMonthDay(today)
        return date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
    }

    /// The number of a day.
    ///
    /// - Parameter year: `nil` for the next occurrence of the date.
    func dayNumber(_ year: Int?, _ month: Int, _ number: Int, _ said: String) throws(DueDateError) -> Int {
        let date = region.yearMonthDay(today)
        let isOver = (month, number) < (date.month, date.day)
        let first = year ?? date.year + (isOver ? 1 : 0)
        // 29 February is at most eight years away.
        let years = first...(year ?? first + 8)
        let year = years.first { region.day(year: $0, month: month, day: number) != nil } ?? first
        if let day = region.day(year: year, month: month, day: number) { return day }
        guard (0...9999).contains(year), (1...12).contains(month), number > 0 else {
            throw .noSuchDate(said)
        }
        let longest = (28...31).last { region.day(year: year, month: month, day: $0) != nil } ?? 31
        throw .tooShort(month: DateWords.months[month - 1].capitalized + (month == 2 ? " \(year)" : ""), days: longest)
    }

    /// Reads `morning` or `in the evening` after a day.
    mutating func readPartOfDay() throws(DueDateError) -> Bool {
        let count =
            if key(0) == "in", key(1) == "the" { 3 } else if key(0) == "at", key(1) == "night" { 2 } else { 1 }
        guard index > 0, let part = PartOfDay(key(count - 1)) else { return false }
        return try take(\.partOfDay, part, count)
    }
}
