/// Writes the members of a record.
public struct MemberWriter: RecordVisitor {
    @usableFromInline var writer: JSONWriter
    @usableFromInline let nulls: [String]
    /// Whether the last member is an inner object that is still open.
    @usableFromInline var isWithin = false

    /// Writes what `visit` visits.
    ///
    /// - Parameter nulls: the members that are written as `null`, whatever their values.
    @inlinable public static func write(
        to writer: inout JSONWriter, nulls: [String] = [], _ visit: (inout MemberWriter) -> Void
    ) {
        // Swapped in and out: a copy of the writer would copy everything written so far.
        var visitor = MemberWriter(writer: JSONWriter(), nulls: nulls)
        swap(&visitor.writer, &writer)
        visit(&visitor)
        if visitor.isWithin { visitor.writer.endObject() }
        swap(&visitor.writer, &writer)
    }

    @usableFromInline init(writer: JSONWriter, nulls: [String]) {
        self.writer = writer
        self.nulls = nulls
    }

    @inlinable public mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        let isNull = isNull(name)
        if value.isAbsent, !isNull { return }
        writer.name(plain: name)
        if isNull { writer.writeNull() } else { value.write(to: &writer) }
    }

    @inlinable public mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value, default: Value) {
        if value != `default` || isNull(name) { visit(name, &value) }
    }

    @inlinable func isNull(_ name: String) -> Bool { !nulls.isEmpty && nulls.contains(name) }

    @inlinable public mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        writer.name(plain: name)
        value.write(to: &writer)
    }

    /// Writes a member that is not the record's own: `name` and a value.
    package mutating func write(_ name: String, _ value: some WireWritable) {
        writer.name(plain: name)
        value.write(to: &writer)
    }

    /// Writes a member of an inner object, which comes after the record's own members.
    package mutating func write(_ name: String, _ value: some WireWritable, within object: String) {
        if !isWithin {
            writer.name(plain: object)
            writer.beginObject()
            isWithin = true
        }
        write(name, value)
    }
}
