/// A member's entry in the schema.
package struct MemberSchema: Sendable {
    package let name: String
    package let isOptional: Bool
    /// Makes the schema. Only those who print it need it, and looking up the names of types is slow.
    package let schema: @Sendable () -> JSONValue

    package init(name: String, isOptional: Bool, schema: @escaping @Sendable () -> JSONValue) {
        self.name = name
        self.isOptional = isOptional
        self.schema = schema
    }
}

/// Collects the schemas of a record's members.
public struct MemberDescriber: RecordVisitor {
    package private(set) var members: [MemberSchema] = []
    /// The members of an inner object, which comes after the record's own members.
    package private(set) var inner: [MemberSchema] = []

    package init() {}

    public mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        precondition(inner.isEmpty, "a member after the inner object")
        members.append(MemberSchema(name: name, isOptional: Value.isOptional) { Value.schema })
    }

    public mutating func visit<Value: WireValue>(optional name: String, _ value: inout Value?) {
        members.append(MemberSchema(name: name, isOptional: true) { Value.schema })
    }

    public mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        members.append(MemberSchema(name: name, isOptional: false) { Value?.schema })
    }

    /// Adds a member of the inner object.
    package mutating func add(inner member: MemberSchema) { inner.append(member) }
}
