import Foundation

/// Groups the open reminders under headings.
enum UpcomingUseCase {
    /// The headings, in order. Overdue reminders come first, under a heading of their own: under Today they would look
    /// as if there were still time.
    enum Section: String, CaseIterable, Sendable {
        case overdue = "Overdue"
        case today = "Today"
        case tomorrow = "Tomorrow"
        case laterThisWeek = "Later this week"
        case nextWeek = "Next week"
    }

    /// The section of an open reminder; `nil` if it is due after the end of next week.
    static func section(of due: Date, now: Date, _ region: Region) -> Section? {
        if due <= now { return .overdue }
        let today = region.local(now)
        let day = region.local(due).day
        let weekEnd = today.day + 6 - (today.weekday - region.firstWeekday + 7) % 7
        switch day {
        case today.day: return .today
        case today.day + 1: return .tomorrow
        case ...weekEnd: return .laterThisWeek
        case ...(weekEnd + 7): return .nextWeek
        default: return nil
        }
    }

    /// The open reminders by section, then by due date, then by name.
    static func sections(_ reminders: [Reminder], now: Date, _ region: Region) -> [(Section, [Reminder])] {
        let open = reminders.filter { !$0.isDone }.sorted {
            ($0.due, $0.name, $0.id) < ($1.due, $1.name, $1.id)
        }
        let groups = Dictionary(grouping: open) { section(of: $0.due, now: now, region) }
        return Section.allCases.compactMap { section in groups[section].map { (section, $0) } }
    }
}
