/// An object that is both read and written. `visit` names each member once; reader, writer and schema follow from it.
public protocol Record: WireValue {
    /// A placeholder to read into. Reading sets every member that `visit` names.
    static var blank: Self { get }
    /// Visits each member, in the order in which the members are written.
    mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// Reads, writes or describes the members of a record.
public protocol RecordVisitor {
    associatedtype Failure: Error
    /// Visits a member that is required unless its type is optional. It is missing or `null` while it has no value.
    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Failure)
    /// Visits a member that is left out when it has the default value.
    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value, default: Value) throws(Failure)
    /// Visits a member that is missing while it has no value, and never `null`.
    mutating func visit<Value: WireValue>(optional name: String, _ value: inout Value?) throws(Failure)
    /// Visits a member that is `null` while it has no value.
    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) throws(Failure)
}

extension RecordVisitor {
    @inlinable public mutating func visit<Value: WireValue>(
        _ name: String, _ value: inout Value, default: Value
    ) throws(Failure) {
        var optional = value == `default` ? nil : value
        try visit(name, &optional)
        value = optional ?? `default`
    }

    @inlinable public mutating func visit<Value: WireValue>(
        optional name: String, _ value: inout Value?
    ) throws(Failure) {
        try visit(name, &value)
    }

    /// Visits the members of a copy of a record, and returns it.
    package mutating func visited<Object: Record>(_ record: Object) throws(Failure) -> Object {
        var record = record
        try record.visit(&self)
        return record
    }

    /// Visits a copy of a value, and returns it.
    @inlinable public mutating func visited<Value: WireValue>(_ name: String, _ value: Value) throws(Failure) -> Value {
        var value = value
        try visit(name, &value)
        return value
    }
}

extension Record {
    public static var kind: String { "an object" }

    /// The schema of the object, without the meanings of its members.
    public static var schema: JSONValue {
        Schema.object(plain: members.map { ($0.name, $0.schema(), $0.isOptional) })
    }

    package static var members: [MemberSchema] {
        var (blank, describer) = (blank, MemberDescriber())
        blank.visit(&describer)
        return describer.members
    }

    @inlinable public static func read(_ value: JSONValue?) throws(Mismatch) -> Self {
        guard case .object(let object) = value else { throw mismatch(value) }
        var (record, reader) = (blank, MemberReader(object: object))
        try record.visit(&reader)
        return record
    }

    /// Writes the members without the braces of the object.
    @inlinable public func writeMembers(to writer: inout JSONWriter) {
        var copy = self
        MemberWriter.write(to: &writer) { copy.visit(&$0) }
    }

    @inlinable public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}
