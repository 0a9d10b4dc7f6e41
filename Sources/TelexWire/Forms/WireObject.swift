import TelexCore

/// An object that is only written: a view model, or a part of one. All its members are always there, except optional ones.
public protocol WireObject: WireWritable {
    static var fields: [Field<Self>] { get }
}

/// A member of a view model: its name, and where its value comes from.
public struct Field<Object>: Sendable {
    let name: String
    let schema: JSONValue
    /// Whether the member can be missing.
    let isOptional: Bool
    let write: @Sendable (Object, inout JSONWriter) -> Void
    /// Writes what has to be done for the member of one object to be that of the other.
    let compare: @Sendable (_ old: Object, _ new: Object, inout PatchWriter) -> Void

    init<Value: WireWritable & Equatable>(_ name: String, _ value: @escaping @Sendable (Object) -> Value) {
        self.init(name, value) { old, new, patch in
            if old != new { patch.within(name) { $0.replace(with: new) } }
        }
    }

    /// A member that is a list of rows.
    init<Row: WireRow>(
        _ name: String, _ rows: @escaping @Sendable (Object) -> [Row]
    ) {
        self.init(name, rows) { old, new, patch in
            patch.within(name) { $0.compare(old, new) }
        }
    }

    /// A member that is missing while it has no value.
    init<Value: WireWritable & Equatable>(
        optional name: String, _ value: @escaping @Sendable (Object) -> Value?
    ) {
        self.name = name
        schema = Value.schema
        isOptional = true
        let encodedName = JSONWriter.Name(name)
        write = { object, writer in
            guard let value = value(object) else { return }
            writer.name(encodedName)
            value.write(to: &writer)
        }
        compare = { old, new, patch in
            let (old, new) = (value(old), value(new))
            if old == new { return }
            patch.within(name) { patch in
                if let new { patch.add(new) } else { patch.remove() }
            }
        }
    }

    private init<Value: WireWritable>(
        _ name: String, _ value: @escaping @Sendable (Object) -> Value,
        _ compare: @escaping @Sendable (Value, Value, inout PatchWriter) -> Void
    ) {
        self.name = name
        schema = Value.schema
        isOptional = false
        let encodedName = JSONWriter.Name(name)
        write = { object, writer in
            writer.name(encodedName)
            value(object).write(to: &writer)
        }
        self.compare = { old, new, patch in compare(value(old), value(new), &patch) }
    }
}

extension WireObject {
    public static var schema: JSONValue {
        Schema.object(fields.map { ($0.name, $0.schema, $0.isOptional) })
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for field in Self.fields { field.write(self, &writer) }
        writer.endObject()
    }

    /// Writes what makes one of the other.
    static func compare(_ old: Self, _ new: Self, _ patch: inout PatchWriter) {
        for field in fields { field.compare(old, new, &patch) }
    }
}
