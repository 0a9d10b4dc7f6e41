import Foundation

extension Date {
    /// The years 0 to 9999 (RFC 3339, 5.6): the dates that Telex stores, shows and exports.
    package static let representable =
        Date(timeIntervalSince1970: -62_167_219_200)...Date(timeIntervalSince1970: 253_402_300_799.999)

    /// The nearest date in the years 0 to 9999. A server may send any number as a timestamp.
    package var clamped: Date {
        // A date that is not a number is before all others.
        guard self > Self.representable.lowerBound else { return Self.representable.lowerBound }
        return self < Self.representable.upperBound ? self : Self.representable.upperBound
    }

    /// The nearest date in whole milliseconds, the unit in which dates are stored, recorded and written. Two dates in the
    /// same millisecond are equal then, however they were computed.
    package var inMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    /// The date so many seconds later, in whole milliseconds.
    package func later(by seconds: TimeInterval) -> Date { addingTimeInterval(seconds).inMilliseconds }
}
