import Foundation

/// Reads and writes RFC 3339 dates. Written dates are in UTC, with milliseconds.
package enum InternetDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let plain = Date.ISO8601FormatStyle()

    /// The years 0 to 9999 (RFC 3339, 5.6).
    private static let years =
        Date(timeIntervalSince1970: -62_167_219_200)...Date(timeIntervalSince1970: 253_402_300_799.999)

    /// The year 1600, from which the calendars of Foundation and C agree.
    private static let modern = Date(timeIntervalSince1970: -11_676_096_000)

    /// Formats a date, rounded to milliseconds. A date outside the years 0 to 9999 becomes the nearest one within them.
    ///
    /// Writes the digits itself: Foundation's format style takes many times as long, and every row has a date.
    package static func text(_ date: Date) -> String {
        let date = clamped(date)
        if date < modern { return date.addingTimeInterval(0.0005).formatted(style) }
        let milliseconds = Int((date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down))
        let seconds = (milliseconds < 0 ? milliseconds - 999 : milliseconds) / 1000
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(unsafeUninitializedCapacity: 24) { bytes in
            var count = 0
            func write(_ number: Int, _ digits: Int, _ end: Unicode.Scalar) {
                var number = number
                for place in (count..<count + digits).reversed() {
                    bytes[place] = UInt8(ascii: "0") + UInt8(number % 10)
                    number /= 10
                }
                bytes[count + digits] = UInt8(ascii: end)
                count += digits + 1
            }
            write(Int(parts.tm_year) + 1900, 4, "-")
            write(Int(parts.tm_mon) + 1, 2, "-")
            write(Int(parts.tm_mday), 2, "T")
            write(Int(parts.tm_hour), 2, ":")
            write(Int(parts.tm_min), 2, ":")
            write(Int(parts.tm_sec), 2, ".")
            write(milliseconds - seconds * 1000, 3, "Z")
            return count
        }
    }

    /// Reads a date, rounded to milliseconds; `nil` if the text is not one, or if it is outside the years 0 to 9999.
    package static func date(_ text: String) -> Date? {
        guard let date = utc(text) ?? (try? style.parse(text)) ?? (try? plain.parse(text)) else { return nil }
        let rounded = inMilliseconds(date)
        return years.contains(rounded) ? rounded : nil
    }

    /// The nearest date that can be read back once it is written.
    static func nearest(_ date: Date) -> Date { inMilliseconds(clamped(date)) }

    private static func clamped(_ date: Date) -> Date {
        // A date that is not a number is before all others.
        guard date > years.lowerBound else { return years.lowerBound }
        return min(date, years.upperBound)
    }

    private static func inMilliseconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    /// Reads the form that nearly all dates have: in UTC, since 1600, without a leap second. Foundation's format styles
    /// take many times as long, above all for the second attempt of a date without a fraction.
    package static func utc(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes -> Date? in
            guard bytes.count > 19, bytes[bytes.count - 1] == UInt8(ascii: "Z") else { return nil }
            var isValid = true
            func digits(_ range: Range<Int>) -> Int {
                range.reduce(0) { number, place in
                    let digit = Int(bytes[place]) - 48
                    if !(0...9).contains(digit) { isValid = false }
                    return number * 10 + digit
                }
            }
            func expect(_ place: Int, _ character: Unicode.Scalar) {
                if bytes[place] != UInt8(ascii: character) { isValid = false }
            }
            for (place, character) in zip([4, 7, 10, 13, 16], "--T::".unicodeScalars) { expect(place, character) }
            let (year, month, day) = (digits(0..<4), digits(5..<7), digits(8..<10))
            let (hour, minute, second) = (digits(11..<13), digits(14..<16), digits(17..<19))
            var fraction = 0.0
            if bytes.count > 20 {
                expect(19, ".")
                let places = bytes.count - 21
                guard (1...9).contains(places) else { return nil }
                fraction = Double(digits(20..<20 + places)) / pow(10, Double(places))
            }
            guard isValid, year >= 1600, (1...12).contains(month), hour < 24, minute < 60, second < 60 else {
                return nil
            }
            var parts = tm()
            parts.tm_year = Int32(year) - 1900
            parts.tm_mon = Int32(month) - 1
            parts.tm_mday = Int32(day)
            let midnight = timegm(&parts)
            // A day that does not exist became one of the next month.
            guard parts.tm_mday == day else { return nil }
            return Date(timeIntervalSince1970: Double(midnight + hour * 3600 + minute * 60 + second) + fraction)
        }
    }
}
