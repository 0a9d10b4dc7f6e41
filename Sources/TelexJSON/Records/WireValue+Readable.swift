import Foundation

// What a reader accepts, for those who write: `read` and `readable` check the same.

extension Int64 {
    public var readable: Int64? { Swift.min(Swift.max(self, -Self.largest), Self.largest) }
}

extension Int {
    public var readable: Int? { Swift.min(Swift.max(self, Int(Int32.min)), Int(Int32.max)) }
}

extension Date {
    public var readable: Date? { InternetDate.nearest(self) }
}

extension Optional where Wrapped: WireValue {
    @inlinable public var readable: Wrapped?? { .some(flatMap { $0.readable }) }
}

extension Array where Element: WireValue {
    @inlinable public var readable: [Element]? { isEmpty ? self : compactMap { $0.readable } }
}
