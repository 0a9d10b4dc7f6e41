import Foundation
import TelexJSON

/// Why a message of ours waits although there is a connection, and until when. It is not stored.
public struct Hold: Hashable, Sendable {
    /// Why, as a sentence.
    public var reason: String
    /// When a message that waits despite a connection is sent again.
    public var until: Date

    public init(reason: String, until: Date) {
        self.reason = reason
        self.until = until
    }

    /// Why a message waits that was sent after one that waits.
    private static let behind = "The message before it waits."

    /// Why the messages wait that were sent after this one.
    var following: Hold { Hold(reason: Self.behind, until: until) }

    /// Whether it is not because of another message.
    var isFirst: Bool { reason != Self.behind }
}

extension Hold: WireRecord {
    public static var blank: Hold { Hold(reason: "", until: .distantPast) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &reason)
        try visitor.visit("retryDate", &until)
    }
}

/// A message of ours that holds others up.
public struct HeldMessage: Hashable, Sendable {
    /// The title of its chat.
    public var title: String
    /// Why it waits, as a sentence.
    public var reason: String
}
