import TelexCore

/// An object that is both read and written. `visit` names each member once; reader, writer and schema follow from it.
public protocol WireRecord: WireValue {
    /// A placeholder to read into. Reading sets every member that `visit` names.
    static var blank: Self { get }
    /// Visits each member, in the order in which the members are written.
    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// Reads, writes or describes the members of a record.
public protocol MemberVisitor {
    associatedtype Failure: Error
    /// Visits a member that is required unless its type is optional.
    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Failure)
    /// Visits a member that is left out when it has the default value.
    mutating func visit<Value: WireValue & Equatable>(
        _ name: String, _ value: inout Value, default: Value
    ) throws(Failure)
}

/// Reads the members of a record from an object.
struct MemberReader: MemberVisitor {
    let object: JSONObject

    func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Mismatch) {
        do { value = try Value.read(object[name]) } catch { throw .within(member: name, error) }
    }

    func visit<Value: WireValue & Equatable>(
        _ name: String, _ value: inout Value, default: Value
    ) throws(Mismatch) {
        var optional: Value?
        try visit(name, &optional)
        value = optional ?? `default`
    }
}

/// Writes the members of a record.
struct MemberWriter: MemberVisitor {
    var writer: JSONWriter

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        if value.isAbsent { return }
        writer.name(plain: name)
        value.write(to: &writer)
    }

    mutating func visit<Value: WireValue & Equatable>(_ name: String, _ value: inout Value, default: Value) {
        if value != `default` { visit(name, &value) }
    }
}

/// Collects the schemas of a record's members.
struct MemberDescriber: MemberVisitor {
    private(set) var members: [MemberSchema] = []

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        members.append(MemberSchema(name: name, isOptional: Value.isOptional) { Value.schema })
    }

    mutating func visit<Value: WireValue & Equatable>(_ name: String, _ value: inout Value, default: Value) {
        var optional: Value?
        visit(name, &optional)
    }
}

extension WireRecord {
    public static var kind: String { "an object" }
    public static var schema: JSONValue { Schema.define(schemaName, Schema.object(of: members)) }

    static var members: [MemberSchema] {
        var (blank, describer) = (blank, MemberDescriber())
        blank.visit(&describer)
        return describer.members
    }

    static func read(_ object: JSONObject) throws(Mismatch) -> Self {
        var (value, reader) = (blank, MemberReader(object: object))
        try value.visit(&reader)
        return value
    }

    public static func read(_ value: JSONValue?) throws(Mismatch) -> Self {
        guard case .object(let object) = value else {
            throw value == nil ? .missing(expected: kind) : .wrong(expected: kind)
        }
        return try read(object)
    }

    /// Writes the members without the braces of the object.
    func writeMembers(to writer: inout JSONWriter) {
        var copy = self
        // Swapped in and out: a copy of the writer would copy everything written so far.
        var visitor = MemberWriter(writer: JSONWriter())
        swap(&visitor.writer, &writer)
        copy.visit(&visitor)
        swap(&visitor.writer, &writer)
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}
