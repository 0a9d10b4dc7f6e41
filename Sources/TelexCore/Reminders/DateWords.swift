import Foundation

/// The words of dates: days of the week, months, numbers, units and zones. All of them are lowercased.
enum DateWords {
    static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The day of the week, by its name or at least three letters of it; 0 is Sunday.
    static func weekday(_ word: some StringProtocol) -> Int? {
        index(of: word == "weds" ? "wed" : String(word), in: weekdays)
    }

    /// The number of the month, by its name or at least three letters of it.
    static func month(_ word: some StringProtocol) -> Int? {
        index(of: word == "sept" ? "sep" : String(word), in: months).map { $0 + 1 }
    }

    private static func index(of word: String, in names: [String]) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        return word.count < 3 ? nil : names.firstIndex { $0.hasPrefix(word) }
    }

    /// Reads an ISO 8601 date: `2026-12-24`.
    static func isoDate(_ word: some StringProtocol) -> (year: Int, month: Int, day: Int)? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
        let numbers = parts.compactMap { number($0) }
        return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    /// A number of ASCII digits.
    static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    /// A day of the month: `24`, `24.`, `24th`.
    static func dayOfMonth(_ word: String) -> (day: Int, isOrdinal: Bool)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let day = number(digits) else { return nil }
        switch word.dropFirst(digits.count) {
        case "", ".": return (day, false)
        case "st", "nd", "rd", "th": return (day, true)
        default: return nil
        }
    }

    /// A date in numbers: `24.12.`, `24.12.2026`, `24/12/2026`, `2026/12/24`.
    ///
    /// - Throws: `DueDateError.ambiguousDate` if the day and the month could be exchanged.
    static func numericDate(_ word: String) throws(DueDateError) -> (year: Int?, month: Int, day: Int)? {
        if let match = word.wholeMatch(of: /(\d{1,2})\.(\d{1,2})\.(\d{4})?/)?.output {
            guard let day = number(match.1), let month = number(match.2) else { return nil }
            return (match.3.flatMap { number($0) }, month, day)
        }
        if let match = word.wholeMatch(of: /(\d{4})\/(\d{1,2})\/(\d{1,2})/)?.output {
            guard let year = number(match.1), let month = number(match.2), let day = number(match.3) else { return nil }
            return (year, month, day)
        }
        if let match = word.wholeMatch(of: /(\d{1,2})\.(\d{1,2})/)?.output {
            // `18.30` is a time, `24.12` is a date, and `10.11` can be both.
            guard let first = number(match.1), let second = number(match.2), second <= 12, second > 0 else {
                return nil
            }
            if first < 24 { throw .ambiguousDate(word) }
            return (nil, second, first)
        }
        guard let match = word.wholeMatch(of: /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?/)?.output,
            let first = number(match.1), let second = number(match.2)
        else { return nil }
        let year = match.3.flatMap { number($0) }
        if first > 12 || first == second { return (year, second, first) }
        if second > 12 { return (year, first, second) }
        throw .ambiguousDate(word)
    }

    /// A year: `2027`, `'27`.
    static func year(_ word: String) -> Int? {
        if word.count == 3, word.hasPrefix("'") || word.hasPrefix("\u{2019}") {
            return number(word.dropFirst()).map { 2000 + $0 }
        }
        return word.count == 4 ? number(word) : nil
    }

    // MARK: Times

    /// A time on a clock, not yet checked.
    struct Clock {
        let hour: Int
        var minute = 0
        var second = 0
        var half: String?
        /// Whether it is only a number.
        var isBare = false
        /// Whether it begins with a zero, so that it is a time of 24 hours.
        var isPadded = false
    }

    static func half(_ word: some StringProtocol) -> String? {
        switch word {
        case "am", "a.m.", "a.m", "am.": "am"
        case "pm", "p.m.", "p.m", "pm.": "pm"
        default: nil
        }
    }

    /// Whether a word is a number from which minutes begin: `thirty`, `forty-five`.
    static func isTens(_ word: String) -> Bool {
        word.first?.isLetter == true
            && hundredths(word.prefix { $0 != "-" }).map { $0 >= 1300 && $0 % 100 == 0 } == true
    }

    /// Whether a time after this word is not exactly when something is due.
    static func isPreposition(_ word: String) -> Bool {
        ["by", "before", "after", "around", "about", "between", "since", "until", "till", "to", "from"].contains(word)
    }

    /// Reads an hour in words: `six`.
    static func hour(_ word: String) -> Clock? {
        guard word != "a", word != "an", word.first?.isLetter == true, let hour = hundredths(word), hour <= 1200 else {
            return nil
        }
        return Clock(hour: hour / 100, isBare: true)
    }

    /// Reads `18:00`, `18:00:00`, `18.30`, `6pm`, `6:30p.m.`, `18h`, `18h30`, and numbers.
    static func clock(_ word: String) -> Clock? {
        let digits = word.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        // The end of a sentence.
        let word =
            word.hasSuffix(".") && half(word.suffix(4)) == nil && !word.hasSuffix(".m.") ? word.dropLast() : word[...]
        var body = word
        var half: String?
        for length in 2...4 where word.count > length {
            if let found = Self.half(word.suffix(length)) { (half, body) = (found, word.dropLast(length)) }
        }
        guard let match = body.wholeMatch(of: /(\d{1,2})(?:(?:[:.h](\d{1,2}))(?::(\d{1,2}))?|(h))?/)?.output,
            digits.utf8.count == digits.count, let hour = number(match.1)
        else { return nil }
        return Clock(
            hour: hour, minute: match.2.flatMap { number($0) } ?? 0, second: match.3.flatMap { number($0) } ?? 0,
            half: half, isBare: match.2 == nil && match.4 == nil, isPadded: match.1.hasPrefix("0"))
    }

    /// Whether a word looks like a time, valid or not.
    static func isTimeLike(_ word: String) -> Bool {
        word.prefixMatch(of: /\d{1,2}(:\d|[.:]?\d* ?[ap]\.?m)/) != nil
            || word.wholeMatch(of: /\d{1,2}[-\u{2013}]\d{1,2}(?:[ap]\.?m\.?)?/) != nil
    }

    /// The minutes of `half past` and its like.
    static func minutes(_ word: String) -> Int? {
        if word == "half" { return 30 }
        if word == "quarter" { return 15 }
        return hundredths(word).flatMap { $0 % 100 == 0 && $0 < 3000 ? $0 / 100 : nil }
    }

    // MARK: Amounts

    private static let numbers = [
        "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    ]

    /// An amount in hundredths: `2`, `1.5`, `a`, `an`, `two`, `thirty`.
    static func hundredths(_ word: some StringProtocol) -> Int? {
        if word == "an" || word == "one" { return 100 }
        if let index = numbers.firstIndex(where: { $0 == word }) { return 100 * (index + 1) }
        if let tens = ["thirty", "forty", "fifty", "sixty"].firstIndex(where: { $0 == word }) {
            return 1000 * (tens + 3)
        }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...6).contains(whole.count), let whole = number(whole) else { return nil }
        guard parts.count > 1 else { return 100 * whole }
        guard parts.count == 2, (1...2).contains(parts[1].count), let fraction = number(parts[1]) else { return nil }
        return 100 * whole + (parts[1].count == 1 ? 10 * fraction : fraction)
    }

    enum Unit: Hashable {
        /// A unit of elapsed time.
        case seconds(Int)
        case days(Int)
        case months(Int)
    }

    static func unit(_ word: some StringProtocol) -> Unit? {
        switch word {
        case "s", "sec", "secs", "second", "seconds": .seconds(1)
        case "m", "min", "mins", "minute", "minutes": .seconds(60)
        case "h", "hr", "hrs", "hour", "hours": .seconds(3600)
        case "d", "day", "days": .days(1)
        case "w", "wk", "wks", "week", "weeks": .days(7)
        case "fortnight", "fortnights": .days(14)
        case "mo", "month", "months": .months(1)
        case "y", "yr", "yrs", "year", "years": .months(12)
        default: nil
        }
    }

    // MARK: Zones

    /// Abbreviations of zones. Most of them mean several zones, or another one in summer.
    private static let abbreviations = Set(
        """
        akdt akst aedt aest acst awst bst cat cdt cest cet cst eat edt eest eet est hst ist jst kst mdt met msk
        mst nzdt nzst pdt pst sast sgt wat west wet wib
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The areas of the IANA database.
    private static let areas: Set<Substring> = [
        "africa", "america", "antarctica", "asia", "atlantic", "australia", "etc", "europe", "indian", "pacific", "us",
    ]

    /// A zone: `UTC`, `GMT`, `Z`, `+02:00`, `UTC+2`, `Europe/Rome`; `nil` for a word that names none.
    ///
    /// - Parameter word: the word as typed.
    /// - Throws: `DueDateError.unknownZone` for a word that seems to be meant as one.
    static func zone(_ word: String) throws(DueDateError) -> Zone? {
        let key = word.lowercased()
        if ["utc", "gmt", "z"].contains(key) { return .utc }
        // Those that are words, too, are zones in capitals only.
        let isWord = ["cat", "eat", "ist", "met", "west", "wet"].contains(key)
        if abbreviations.contains(key), word == key.uppercased() || word == key && !isWord { throw .unknownZone(word) }
        var offset = key[...]
        for name in ["utc", "gmt"] where key.hasPrefix(name) { offset = key.dropFirst(3) }
        if let sign = offset.first, sign == "+" || sign == "-" || sign == "\u{2212}" {
            guard let seconds = seconds(offset.dropFirst()) else {
                if offset.dropFirst().first?.isNumber == true { throw .unknownZone(word) }
                return nil
            }
            return TimeZone(secondsFromGMT: sign == "+" ? seconds : -seconds).map { Zone($0) }
        }
        if word.wholeMatch(of: /[A-Z]{3,4}\d{1,2}[A-Z]{3,4}/) != nil { return Zone(word) }
        guard key.contains("/"), key.utf8.count < 50 else { return nil }
        if let zone = Zone(iana: TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == key } ?? word) {
            return zone
        }
        if areas.contains(key.prefix { $0 != "/" }) { throw .unknownZone(word) }
        return nil
    }

    /// The seconds of an offset, such as `2`, `02:00` or `0530`, up to 14 hours.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let (hours, minutes): (Substring, Substring)
        switch parts.count {
        case 1 where text.count == 4: (hours, minutes) = (text.prefix(2), text.suffix(2))
        case 1: (hours, minutes) = (text, "0")
        case 2 where parts[1].count == 2: (hours, minutes) = (parts[0], parts[1])
        default: return nil
        }
        guard (1...2).contains(hours.count), let hour = number(hours), let minute = number(minutes), hour <= 14,
            minute < 60
        else { return nil }
        return hour * 3600 + minute * 60
    }
}
