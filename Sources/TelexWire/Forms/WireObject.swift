import TelexCore

/// A view model or a part of one: an object that is written but never read. Only its optional members can be missing.
public protocol WireObject: WireWritable {
    static var fields: Fields<Self> { get }
}

/// The members of a view model.
public struct Fields<Object: Sendable>: Sendable, ExpressibleByArrayLiteral {
    /// The members in their order on the wire.
    let inOrder: [Field<Object>]
    /// The members by name, as the canonical form has them (RFC 8785, 3.2.3).
    let byName: [Field<Object>]

    public init(arrayLiteral fields: Field<Object>...) {
        inOrder = fields
        byName = fields.sorted { $0.name < $1.name }
    }
}

/// A member of a view model: its name and the source of its value.
public struct Field<Object: Sendable>: Sendable {
    let member: MemberSchema
    let write: @Sendable (Object, inout JSONWriter) -> Void
    /// Writes the patch operations that turn the member of `old` into that of `new`.
    let compare: @Sendable (_ old: Object, _ new: Object, inout PatchWriter) -> Void

    var name: String { member.name }

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
        member = MemberSchema(name: name, isOptional: true) { Value.schema }
        let encodedName = JSONWriter.Name(name)
        write = { object, writer in
            guard let value = value(object) else { return }
            writer.name(encodedName)
            value.write(to: &writer)
        }
        compare = { old, new, patch in patch.compare(name, value(old), value(new)) }
    }

    /// The `actions` member: the actions available now, by name. It is missing while there are none.
    init(actions: NamedAction<Object>...) {
        let name = "actions"
        member = MemberSchema(name: name, isOptional: true) {
            Schema.define(
                Schema.name(of: Object.self).replacing("ViewModel", with: "") + "Actions",
                Schema.object(actions.map { ($0.name, Action.schema, true) }))
        }
        let encodedName = JSONWriter.Name(name)
        let byName = actions.sorted { $0.name < $1.name }
        write = { object, writer in
            PossibleActions(actions: writer.isCanonical ? byName : actions, object: object)
                .write(to: &writer, as: encodedName)
        }
        compare = { old, new, patch in
            let (old, new) = (
                PossibleActions(actions: actions, object: old), PossibleActions(actions: actions, object: new)
            )
            if old.isEmpty || new.isEmpty {
                patch.compare("actions", old.isEmpty ? nil : old, new.isEmpty ? nil : new)
            } else {
                patch.within("actions") { patch in
                    for named in actions { patch.compare(named.name, named.of(old.object), named.of(new.object)) }
                }
            }
        }
    }

    private init<Value: WireWritable>(
        _ name: String, _ value: @escaping @Sendable (Object) -> Value,
        _ compare: @escaping @Sendable (Value, Value, inout PatchWriter) -> Void
    ) {
        member = MemberSchema(name: name, isOptional: false) { Value.schema }
        let encodedName = JSONWriter.Name(name)
        write = { object, writer in
            writer.name(encodedName)
            value(object).write(to: &writer)
        }
        self.compare = { old, new, patch in compare(value(old), value(new), &patch) }
    }
}

/// An action of an object, with its name on the wire.
struct NamedAction<Object: Sendable>: Sendable {
    let name: String
    /// Returns the action; `nil` while it is unavailable.
    let of: @Sendable (Object) -> Action?
    fileprivate let encodedName: JSONWriter.Name

    init(_ name: String, _ action: @escaping @Sendable (Object) -> Action?) {
        self.name = name
        of = action
        encodedName = JSONWriter.Name(name)
    }
}

/// The actions of an object that are available now.
private struct PossibleActions<Object: Sendable>: WireWritable, Equatable {
    static var schema: JSONValue { true }

    let actions: [NamedAction<Object>]
    let object: Object

    var isEmpty: Bool { actions.allSatisfy { $0.of(object) == nil } }

    static func == (left: Self, right: Self) -> Bool {
        left.actions.allSatisfy { $0.of(left.object) == $0.of(right.object) }
    }

    func write(to writer: inout JSONWriter) { write(to: &writer, as: nil) }

    /// - Parameter name: the member's name, which is written only if there are actions.
    func write(to writer: inout JSONWriter, as name: JSONWriter.Name?) {
        var hasBegun = false
        for index in actions.indices {
            guard let action = actions[index].of(object) else { continue }
            if !hasBegun {
                if let name { writer.name(name) }
                writer.beginObject(isSorted: name != nil)
                hasBegun = true
            }
            writer.name(actions[index].encodedName)
            action.write(to: &writer)
        }
        if hasBegun { writer.endObject() }
    }
}

extension WireObject {
    public static var schema: JSONValue {
        Schema.define(
            schemaName, (Self.self as? any WireViewModel.Type)?.meaning,
            Schema.object(of: fields.inOrder.map(\.member)))
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject(isSorted: true)
        let fields = writer.isCanonical ? Self.fields.byName : Self.fields.inOrder
        // A loop over the elements would retain the four references of each.
        for index in fields.indices { fields[index].write(self, &writer) }
        writer.endObject()
    }

    /// Writes the patch operations that turn `old` into `new`.
    static func compare(_ old: Self, _ new: Self, _ patch: inout PatchWriter) {
        let fields = fields.inOrder
        for index in fields.indices { fields[index].compare(old, new, &patch) }
    }
}
