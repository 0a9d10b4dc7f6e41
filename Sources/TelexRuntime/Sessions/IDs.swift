import Foundation
import TelexCore

/// Generates ids that count up with the order of events: the same run gets the same ids.
public final class CountedIDs: IDSource {
    public init() {}

    public var canMeetOthers: Bool { true }

    public func next(order: Int64) -> String { "telex-\(order)" }
}

/// Generates unique ids that sort in order of creation: the place in the order of events and 72 random bits, in
/// hexadecimal.
public final class RandomIDs: IDSource {
    public init() {}

    public var canMeetOthers: Bool { false }

    public func next(order: Int64) -> String {
        Self.digits(UInt64(clamping: order), 14) + Self.digits(UInt64(UInt8.random(in: .min ... .max)), 2)
            + Self.digits(UInt64.random(in: .min ... .max), 16)
    }

    private static func digits(_ number: UInt64, _ count: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
