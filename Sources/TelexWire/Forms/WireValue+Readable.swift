import Foundation
import TelexCore

/// What a reader accepts, for those who write: `read` and `readable` check the same.
///
/// Events from a backend are made readable before the core receives them (`CheckedBackend`), and changes before a store
/// keeps them. So nothing is stored or recorded that cannot be read back.
extension WireValue {
    public var readable: Self? { self }
}

extension Int64 {
    public var readable: Int64? { Swift.min(Swift.max(self, -Self.largest), Self.largest) }
}

extension Int {
    public var readable: Int? { Swift.min(Swift.max(self, Int(Int32.min)), Int(Int32.max)) }
}

extension Identifier {
    public var readable: Identifier? { text.isEmpty ? nil : self }
}

extension InboxCursor {
    public var readable: InboxCursor? { InboxCursor(text) }
}

extension Date {
    public var readable: Date? { clamped.inMilliseconds }
}

extension Optional where Wrapped: WireValue {
    public var readable: Wrapped?? { .some(flatMap { $0.readable }) }
}

extension Array where Element: WireValue {
    public var readable: [Element]? { isEmpty ? self : compactMap { $0.readable } }
}

extension WireRecord {
    public var readable: Self? {
        var (copy, members) = (self, ReadableMembers())
        do { try copy.visit(&members) } catch { return nil }
        return copy
    }
}

/// Makes the members of a record readable.
struct ReadableMembers: MemberVisitor {
    /// A required member is not readable.
    struct Failure: Error {}

    func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Failure) {
        value = try Self.readable(value)
    }

    func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) throws(Failure) {
        value = try Self.readable(value)
    }

    func visit(action name: String, _ action: inout Action?) {}

    static func readable<Value: WireValue>(_ value: Value) throws(Failure) -> Value {
        guard let readable = value.readable else { throw Failure() }
        return readable
    }
}
