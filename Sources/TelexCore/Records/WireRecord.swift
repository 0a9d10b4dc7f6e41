import TelexJSON

/// A record of the protocol, which may have rows and actions.
///
/// `visit` names each member once; reader, writer, patches and schema follow from it.
public protocol WireRecord: WireValue {
    /// A placeholder to read into. Reading sets every member that `visit` names.
    static var blank: Self { get }
    /// Visits each member, in the order in which the members are written. Actions come last.
    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// Reads, writes, compares or describes the members of a record of the protocol.
public protocol MemberVisitor: RecordVisitor {
    /// Begins an event, whose members follow.
    mutating func begin(event name: String, _ origin: EventOrigin)
    /// Visits a list of rows, which patches change row by row.
    mutating func visit<Row: WireRecord & Identifiable<String>>(rows name: String, _ rows: inout [Shown<Row>])
        throws(Failure)
    /// Visits an action. The actions that are available are written together, as the member `actions`.
    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?)
        throws(Failure)
    /// Visits an action that is always available.
    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action)
        throws(Failure)
}

extension MemberVisitor {
    public mutating func begin(event name: String, _ origin: EventOrigin) {}

    public mutating func visit<Row: WireRecord & Identifiable<String>>(
        rows name: String, _ rows: inout [Shown<Row>]
    ) throws(Failure) {
        try visit(name, &rows)
    }

    public mutating func visit(
        action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action
    ) throws(Failure) {
        var optional: Action? = action
        try visit(action: name, form(), &optional)
        action = optional ?? .blank
    }
}

/// The events that can be sent from here, by name. A `null` in one is for you to fill in.
private let actions = "actions"

extension MemberReader: MemberVisitor {
    public func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?)
        throws(Mismatch)
    {
        guard case .object(let actions)? = object[actions] else { return action = nil }
        do { action = try Action?.read(actions[name]) } catch { throw .within(member: name, error) }
    }
}

extension MemberWriter: MemberVisitor {
    public mutating func begin(event name: String, _ origin: EventOrigin) { write("event", name) }

    public mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {
        if let action { write(name, action, within: actions) }
    }

    public mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action) {
        write(name, action, within: actions)
    }
}

extension MemberDescriber: MemberVisitor {
    public mutating func visit(
        action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?
    ) {
        let form = form()
        add(inner: MemberSchema(name: name, isOptional: true) { form.schema })
    }

    /// - Parameter record: the name of the record's definition.
    package func members(of record: String) -> [MemberSchema] {
        guard !inner.isEmpty else { return members }
        return members + [
            MemberSchema(name: actions, isOptional: true) { [inner] in
                Schema.define(record.replacing("ViewModel", with: "") + "Actions", Schema.object(of: inner))
            }
        ]
    }
}

/// Makes the members of a record readable.
///
/// Events from a backend are made readable before the core receives them (`CheckedBackend`), and changes before a store
/// keeps them. So nothing is stored or recorded that cannot be read back.
package struct ReadableMembers: MemberVisitor {
    /// A required member is not readable.
    package struct Failure: Error {}

    package func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Failure) {
        value = try Self.readable(value)
    }

    package func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) throws(Failure) {
        value = try Self.readable(value)
    }

    package func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {}

    private static func readable<Value: WireValue>(_ value: Value) throws(Failure) -> Value {
        guard let readable = value.readable else { throw Failure() }
        return readable
    }
}

extension WireRecord {
    public static var kind: String { "an object" }
    public static var schema: JSONValue {
        Schema.define(schemaName, (Self.self as? any WireViewModel.Type)?.meaning, Schema.object(of: members))
    }

    package static var members: [MemberSchema] {
        var (blank, describer) = (blank, MemberDescriber())
        blank.visit(&describer)
        return describer.members(of: schemaName)
    }

    public static func read(_ value: JSONValue?) throws(Mismatch) -> Self {
        guard case .object(let object) = value else { throw mismatch(value) }
        var (record, reader) = (blank, MemberReader(object: object))
        try record.visit(&reader)
        return record
    }

    /// Writes the members without the braces of the object.
    package func writeMembers(to writer: inout JSONWriter) {
        var copy = self
        MemberWriter.write(to: &writer) { copy.visit(&$0) }
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    public var readable: Self? {
        var (copy, members) = (self, ReadableMembers())
        do { try copy.visit(&members) } catch { return nil }
        return copy
    }
}
