import Foundation

/// Formats dates for views.
package enum DateText {
    /// The time of day: `09:05`, `9:05 am` in a locale with a 12-hour clock, or as the user's format has it.
    static func time(_ date: Date, _ region: Region) -> String {
        region.timeFormat.text(second: region.local(date).second)
    }

    /// The date and the time for programs that sort and search lines: `2026-01-05 09:05:00`.
    package static func stable(_ date: Date, _ region: Region) -> String {
        let (local, day) = (region.local(date), region.yearMonthDay(date))
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(day.year, 4))-\(digits(day.month))-\(digits(day.day)) "
            + "\(digits(local.second / 3600)):\(digits(local.second / 60 % 60)):\(digits(local.second % 60))"
    }

    /// The day, as a day separator shows it: `Today`, `Yesterday`, `Monday`, `5 January 2026`.
    static func day(_ date: Date, now: Date, _ region: Region) -> String {
        let local = region.local(date)
        switch region.local(now).day - local.day {
        case 0: return "Today"
        case 1: return "Yesterday"
        case 2...6: return weekdays[local.weekday]
        default: return Self.date(date, region)
        }
    }

    /// `Monday`
    static func weekday(_ date: Date, _ region: Region) -> String { weekdays[region.local(date).weekday] }

    /// `5 January 2026`
    static func date(_ date: Date, _ region: Region) -> String {
        let (year, month, day) = region.yearMonthDay(date)
        return "\(day) \(months[month - 1]) \(year)"
    }

    /// The date, as a list row shows it: the time if today, then the day, then the date.
    static func short(_ date: Date, now: Date, _ region: Region) -> String {
        let local = region.local(date)
        switch region.local(now).day - local.day {
        case 0: return time(date, region)
        case 1: return "Yesterday"
        case 2...6: return String(weekdays[local.weekday].prefix(3))
        default:
            let (year, month, day) = region.yearMonthDay(date)
            let dayAndMonth = "\(day) \(months[month - 1].prefix(3))"
            return year == region.yearMonthDay(now).year ? dayAndMonth : "\(dayAndMonth) \(year)"
        }
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]
}
