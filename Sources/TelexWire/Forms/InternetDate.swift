import Foundation

/// Reads and writes RFC 3339 dates. Written dates are in UTC, with milliseconds.
enum InternetDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let plain = Date.ISO8601FormatStyle()

    /// The years 0 to 9999 (RFC 3339, 5.6). A server may send a timestamp outside them.
    private static let years =
        Date(timeIntervalSince1970: -62_167_219_200)...Date(timeIntervalSince1970: 253_402_300_799.999)

    /// The year 1600, from which the calendars of Foundation and C agree.
    private static let modern = Date(timeIntervalSince1970: -11_676_096_000)

    /// Formats a date, rounded to milliseconds. A date outside the years 0 to 9999 becomes the nearest one within them.
    ///
    /// Writes the digits itself: Foundation's format style takes many times as long, and every row has a date.
    static func text(_ date: Date) -> String {
        let date = min(max(date, years.lowerBound), years.upperBound)
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

    static func date(_ text: String) -> Date? {
        guard let date = (try? style.parse(text)) ?? (try? plain.parse(text)) else { return nil }
        let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
        return years.contains(rounded) ? rounded : nil
    }
}
