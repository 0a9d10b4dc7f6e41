import TelexCore

/// An object that is only written: a view model, or a part of one. All its members are always there.
public protocol WireObject: WireWritable {
    static var fields: [Field<Self>] { get }
}

/// A member of a view model: its name, and where its value comes from.
public struct Field<Object>: Sendable {
    let name: String
    let schema: JSONValue
    let write: @Sendable (Object, inout JSONWriter) -> Void

    init<Value: WireWritable>(_ name: String, _ value: @escaping @Sendable (Object) -> Value) {
        self.name = name
        schema = Value.schema
        write = { object, writer in
            writer.name(name)
            value(object).write(to: &writer)
        }
    }
}

extension WireObject {
    public static var schema: JSONValue {
        Schema.object(fields.map { ($0.name, $0.schema, false) })
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for field in Self.fields { field.write(self, &writer) }
        writer.endObject()
    }
}
