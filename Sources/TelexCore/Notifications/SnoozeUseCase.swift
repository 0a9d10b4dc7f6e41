import Foundation

/// The rules for snoozing a notification.
package enum SnoozeUseCase {
    package struct Refusal: Error, Hashable {
        package let reason: String
    }

    /// Whether a word is a unit of time, so that a number before it belongs to the time.
    package static func isUnit(_ word: some StringProtocol) -> Bool { DateWords.unit(word.lowercased()) != nil }

    /// Reads until when: as the date of a reminder, where `in` can be left out.
    package static func due(_ text: String, now: Date, _ region: Region) -> Result<Date, Refusal> {
        var reading = DueDateUseCase.read("in \(text)", now: now, region)
        if case .understood? = reading {} else { reading = DueDateUseCase.read(text, now: now, region) }
        switch reading {
        case .understood(let date) where !date.name.isEmpty:
            return .failure(Refusal(reason: "\"\(date.name)\" is not part of a time. \(examples)"))
        case .understood(let date) where date.due <= now: return .failure(Refusal(reason: "That time is in the past."))
        case .understood(let date): return .success(date.due)
        case .refused(let reason): return .failure(Refusal(reason: reason + "."))
        case nil: return .failure(Refusal(reason: "\"\(text)\" is not a time. \(examples)"))
        }
    }

    /// When a snoozed notification comes back: `Monday, 5 January 2026, 09:10 UTC`.
    package static func words(_ due: Date, _ region: Region) -> String {
        let day = "\(DateText.weekday(due, region)), \(DateText.date(due, region))"
        return "\(day), \(DateText.time(due, region)) \(region.zone.text(at: due))"
    }

    private static let examples = "Examples: 10m, 2 hours, 18:00, tomorrow 9:00."
}
