import Foundation

/// Turns dates into the words that views show.
enum DateText {
    /// The time of day: `09:05`, or `9:05 am` where the locale counts to twelve.
    static func time(_ date: Date, _ region: Region) -> String {
        let parts = region.calendar.dateComponents([.hour, .minute], from: date)
        let hour = parts.hour ?? 0
        let minute = padded(parts.minute ?? 0)
        guard region.uses12Hours else { return "\(padded(hour)):\(minute)" }
        return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute) \(hour < 12 ? "am" : "pm")"
    }

    /// A day as a separator names it: `Today`, `Yesterday`, `Monday`, `5 January 2026`.
    static func day(_ date: Date, now: Date, _ region: Region) -> String {
        switch daysAgo(date, now: now, region) {
        case 0: return "Today"
        case 1: return "Yesterday"
        case 2...6: return weekdays[weekday(date, region)]
        default:
            let parts = region.calendar.dateComponents([.year, .month, .day], from: date)
            return "\(parts.day ?? 0) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
        }
    }

    /// A date as a row of a list has it: the time today, then the day, then the date.
    static func short(_ date: Date, now: Date, _ region: Region) -> String {
        switch daysAgo(date, now: now, region) {
        case 0: return time(date, region)
        case 1: return "Yesterday"
        case 2...6: return String(weekdays[weekday(date, region)].prefix(3))
        default:
            let parts = region.calendar.dateComponents([.year, .month, .day], from: date)
            let day = "\(parts.day ?? 0) \(months[(parts.month ?? 1) - 1].prefix(3))"
            let isThisYear = parts.year == region.calendar.component(.year, from: now)
            return isThisYear ? day : "\(day) \(parts.year ?? 0)"
        }
    }

    private static func daysAgo(_ date: Date, now: Date, _ region: Region) -> Int {
        let from = region.calendar.startOfDay(for: date)
        let to = region.calendar.startOfDay(for: now)
        return region.calendar.dateComponents([.day], from: from, to: to).day ?? Int.max
    }

    private static func weekday(_ date: Date, _ region: Region) -> Int {
        region.calendar.component(.weekday, from: date) - 1
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]
}
