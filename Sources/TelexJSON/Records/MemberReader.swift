/// Reads the members of a record from an object.
public struct MemberReader: RecordVisitor {
    public let object: JSONObject

    @inlinable public init(object: JSONObject) { self.object = object }

    @inlinable public func read<Value: WireValue>(_ name: String) throws(Mismatch) -> Value {
        do { return try Value.read(object[name]) } catch { throw .within(member: name, error) }
    }

    @inlinable public func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Mismatch) {
        value = try read(name)
    }

    @inlinable public func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) throws(Mismatch) {
        try visit(name, &value)
    }
}
