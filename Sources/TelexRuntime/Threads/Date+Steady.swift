import Foundation

extension Date {
    private static let start = (date: Date(), instant: ContinuousClock.now)

    /// When this process first asked, and what has passed since then. Unlike `Date()`, it does not change when somebody
    /// sets the system's clock, so limits of waiting are reckoned with it.
    package static var steady: Date {
        let passed = (ContinuousClock.now - start.instant).components
        return start.date.addingTimeInterval(Double(passed.seconds) + Double(passed.attoseconds) / 1e18)
    }
}
