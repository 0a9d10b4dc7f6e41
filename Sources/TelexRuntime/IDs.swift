import Foundation
import TelexCore

/// Ids that count up with the order of events: the same run gives the same ids.
public final class CountedIDs: IDSource {
    public init() {}

    public var canMeetOthers: Bool { true }

    public func next(order: Int64) -> String { "telex-\(order)" }
}

/// Ids that nobody else has: 128 random bits in hexadecimal.
public final class RandomIDs: IDSource {
    public init() {}

    public var canMeetOthers: Bool { false }

    public func next(order: Int64) -> String {
        let high = String(UInt64.random(in: .min ... .max), radix: 16)
        let low = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - high.count) + high + String(repeating: "0", count: 16 - low.count)
            + low
    }
}
