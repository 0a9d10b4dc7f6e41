import TelexCore
import TelexJSON

/// A member's entry in the schema.
struct MemberSchema: Sendable {
    let name: String
    let isOptional: Bool
    /// Makes the schema. Only `telex schema` needs it, and looking up the names of types is slow.
    let schema: @Sendable () -> JSONValue
}

/// Describes an object that is both read and written. Reader, writer and schema all follow from this description.
public struct Form<Value>: Sendable {
    let members: [MemberSchema]
    let read: @Sendable (JSONObject) throws(Mismatch) -> Value
    /// Whether a value has this form. An enum has one form for each case.
    let fits: @Sendable (Value) -> Bool
    /// Writes the members of a value that has this form, with `null` for the blanks.
    let write: @Sendable (Value, _ blanks: [Blank], inout JSONWriter) -> Void
    /// The nearest value that can be read back, as `WireValue.readable`.
    let readable: @Sendable (Value) -> Value?

    /// - Parameters:
    ///   - members: the members, in the order in which they are written.
    ///   - build: makes a value from the members.
    ///   - take: splits a value into its members; returns `nil` for another case of the enum.
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
        readable = { value in
            guard let parts = take(value) else { return value }
            return try? build(repeat try ReadableMembers.readable(each parts))
        }
    }
}

extension Form {
    /// Makes the form of a value that consists of one record. The members are those of the record.
    init<Record: WireRecord>(
        of record: Record.Type, build: @escaping @Sendable (Record) -> Value,
        take: @escaping @Sendable (Value) -> Record?
    ) {
        members = Record.members
        read = { object throws(Mismatch) in build(try Record.read(object)) }
        fits = { take($0) != nil }
        write = { value, _, writer in take(value)?.writeMembers(to: &writer) }
        readable = { value in
            guard let record = take(value) else { return value }
            return record.readable.map(build)
        }
    }
}

extension Form {
    /// Writes a value as a line, newline included, in the one of these forms that it has.
    static func writeLine(_ value: Value, in forms: [Form], to writer: inout JSONWriter) {
        writer.beginObject()
        forms.first { $0.fits(value) }?.write(value, [], &writer)
        writer.endObject()
        writer.newLine()
    }
}

/// A member of a form.
struct Member<Value: WireValue>: Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    var schema: MemberSchema {
        MemberSchema(name: name, isOptional: Value.isOptional) { Value.schema }
    }

    func read(_ object: JSONObject) throws(Mismatch) -> Value {
        do { return try Value.read(object[name]) } catch { throw .within(member: name, error) }
    }

    /// Writes a blank as `null`, and leaves out an optional value that is absent.
    func write(_ value: Value, _ blanks: [Blank], _ writer: inout JSONWriter) {
        let isBlank = blanks.contains { $0.rawValue == name }
        if value.isAbsent, !isBlank { return }
        writer.name(plain: name)
        if isBlank { writer.writeNull() } else { value.write(to: &writer) }
    }
}
