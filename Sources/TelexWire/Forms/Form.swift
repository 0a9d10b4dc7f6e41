import TelexCore

/// A member as the schema needs it.
struct MemberSchema: Sendable {
    let name: String
    let schema: JSONValue
    let isOptional: Bool
}

/// The one description of an object that is both read and written: reader, writer and schema follow from it.
public struct Form<Value>: Sendable {
    let members: [MemberSchema]
    let read: @Sendable (JSONObject) throws(Mismatch) -> Value
    /// Whether a value is of this form: an enum has one for each case.
    let fits: @Sendable (Value) -> Bool
    /// Writes the members of a value that is of this form.
    let write: @Sendable (Value, _ blanks: [Blank], inout JSONWriter) -> Void

    /// - Parameters:
    ///   - members: the members, in the order in which they are written.
    ///   - build: makes the value of them.
    ///   - take: takes a value apart into them, or returns `nil` if it is another case.
    init<each Part: WireValue>(
        _ members: repeat Member<each Part>,
        build: @escaping @Sendable (repeat each Part) throws(Mismatch) -> Value,
        take: @escaping @Sendable (Value) -> (repeat each Part)?
    ) {
        var schemas: [MemberSchema] = []
        for member in repeat each members { schemas.append(member.schema) }
        self.members = schemas
        read = { object throws(Mismatch) in
            try build(repeat try (each members).read(object))
        }
        fits = { take($0) != nil }
        write = { value, blanks, writer in
            guard let parts = take(value) else { return }
            repeat (each members).write(each parts, blanks, &writer)
        }
    }
}

extension Form {
    /// The members of a record, as those of a value that holds nothing else.
    init<Record: WireRecord>(
        of record: Record.Type, build: @escaping @Sendable (Record) -> Value,
        take: @escaping @Sendable (Value) -> Record?
    ) {
        members = Record.members
        read = { object throws(Mismatch) in build(try Record.read(object)) }
        fits = { take($0) != nil }
        write = { value, _, writer in take(value)?.writeMembers(to: &writer) }
    }
}

/// A member of a form.
struct Member<Value: WireValue>: Sendable {
    let name: String
    private let encodedName: JSONWriter.Name

    init(_ name: String) {
        self.name = name
        encodedName = JSONWriter.Name(name)
    }

    var schema: MemberSchema {
        MemberSchema(name: name, schema: Value.schema, isOptional: Value.isOptional)
    }

    func read(_ object: JSONObject) throws(Mismatch) -> Value {
        do { return try Value.read(object[name]) } catch { throw .within(member: name, error) }
    }

    /// A blank is `null`; an optional value that is not there is left out.
    func write(_ value: Value, _ blanks: [Blank], _ writer: inout JSONWriter) {
        let isBlank = blanks.contains { $0.rawValue == name }
        if value.isAbsent, !isBlank { return }
        writer.name(encodedName)
        if isBlank { writer.writeNull() } else { value.write(to: &writer) }
    }
}
