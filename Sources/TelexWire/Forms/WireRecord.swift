import TelexCore
import TelexJSON

/// An object that is both read and written. `visit` names each member once; reader, writer, patches and schema follow
/// from it.
public protocol WireRecord: WireValue {
    /// A placeholder to read into. Reading sets every member that `visit` names.
    static var blank: Self { get }
    /// Visits each member, in the order in which the members are written. Actions come last.
    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
    /// Writes the patch operations that turn `old` into `new`. A requirement, so that the compiler specializes it.
    static func compare(_ old: Self, _ new: Self, _ patch: inout PatchWriter)
}

/// Reads, writes, compares or describes the members of a record.
public protocol MemberVisitor {
    associatedtype Failure: Error
    /// Begins an event, whose members follow.
    mutating func begin(event name: String, _ origin: EventOrigin, _ meaning: () -> String)
    /// Visits a member that is required unless its type is optional. It is missing or `null` while it has no value.
    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Failure)
    /// Visits a member that is left out when it has the default value.
    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value, default: Value) throws(Failure)
    /// Visits a member that is missing while it has no value, and never `null`.
    mutating func visit<Value: WireValue>(optional name: String, _ value: inout Value?) throws(Failure)
    /// Visits a member that is `null` while it has no value.
    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) throws(Failure)
    /// Visits a list of rows, which patches change row by row.
    mutating func visit<Row: WireRecord & Identifiable>(rows name: String, _ rows: inout [Shown<Row>]) throws(Failure)
    /// Visits an action. The actions that are available are written together, as the member `actions`.
    mutating func visit(action name: String, _ action: inout Action?) throws(Failure)
    /// Visits an action that is always available.
    mutating func visit(action name: String, _ action: inout Action) throws(Failure)
}

extension MemberVisitor {
    mutating func begin(event name: String, _ origin: EventOrigin, _ meaning: () -> String) {}

    mutating func visit<Value: WireValue>(
        _ name: String, _ value: inout Value, default: Value
    ) throws(Failure) {
        var optional = value == `default` ? nil : value
        try visit(name, &optional)
        value = optional ?? `default`
    }

    mutating func visit<Value: WireValue>(optional name: String, _ value: inout Value?) throws(Failure) {
        try visit(name, &value)
    }

    /// Visits a copy of a value, and returns it.
    mutating func visited<Value: WireValue>(_ name: String, _ value: Value) throws(Failure) -> Value {
        var value = value
        try visit(name, &value)
        return value
    }

    mutating func visit<Row: WireRecord & Identifiable>(rows name: String, _ rows: inout [Shown<Row>]) throws(Failure) {
        try visit(name, &rows)
    }

    mutating func visit(action name: String, _ action: inout Action) throws(Failure) {
        var optional: Action? = action
        try visit(action: name, &optional)
        action = optional ?? .blank
    }
}

/// Reads the members of a record from an object.
struct MemberReader: MemberVisitor {
    let object: JSONObject

    func read<Value: WireValue>(_ name: String) throws(Mismatch) -> Value {
        do { return try Value.read(object[name]) } catch { throw .within(member: name, error) }
    }

    func visit<Value: WireValue>(_ name: String, _ value: inout Value) throws(Mismatch) { value = try read(name) }

    func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) throws(Mismatch) {
        try visit(name, &value)
    }

    func visit(action name: String, _ action: inout Action?) throws(Mismatch) {
        guard case .object(let actions)? = object["actions"] else { return action = nil }
        do { action = try Action?.read(actions[name]) } catch { throw .within(member: name, error) }
    }
}

/// Writes the members of a record.
struct MemberWriter: MemberVisitor {
    private var writer: JSONWriter
    private let blanks: [Blank]
    private var hasActions = false

    /// Writes what `visit` visits.
    ///
    /// - Parameter blanks: the members that are written as `null`, whatever their values.
    static func write(to writer: inout JSONWriter, blanks: [Blank] = [], _ visit: (inout MemberWriter) -> Void) {
        // Swapped in and out: a copy of the writer would copy everything written so far.
        var visitor = MemberWriter(writer: JSONWriter(), blanks: blanks)
        swap(&visitor.writer, &writer)
        visit(&visitor)
        if visitor.hasActions { visitor.writer.endObject() }
        swap(&visitor.writer, &writer)
    }

    private init(writer: JSONWriter, blanks: [Blank]) {
        self.writer = writer
        self.blanks = blanks
    }

    mutating func begin(event name: String, _ origin: EventOrigin, _ meaning: () -> String) {
        writer.name("event")
        writer.write(name)
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        let isBlank = isBlank(name)
        if value.isAbsent, !isBlank { return }
        writer.name(plain: name)
        if isBlank { writer.writeNull() } else { value.write(to: &writer) }
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value, default: Value) {
        if value != `default` || isBlank(name) { visit(name, &value) }
    }

    private func isBlank(_ name: String) -> Bool { !blanks.isEmpty && blanks.contains { $0.rawValue == name } }

    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        writer.name(plain: name)
        value.write(to: &writer)
    }

    mutating func visit(action name: String, _ action: inout Action?) {
        if let action { write(name, action) }
    }

    mutating func visit(action name: String, _ action: inout Action) { write(name, action) }

    private mutating func write(_ name: String, _ action: Action) {
        if !hasActions {
            writer.name(plain: "actions")
            writer.beginObject()
            hasActions = true
        }
        writer.name(plain: name)
        action.write(to: &writer)
    }
}

/// Collects the schemas of a record's members.
struct MemberDescriber: MemberVisitor {
    private var members: [MemberSchema] = []
    private var actions: [MemberSchema] = []
    /// The event whose members these are, if they are an event's.
    private(set) var event: EventInfo?

    mutating func begin(event name: String, _ origin: EventOrigin, _ meaning: () -> String) {
        event = EventInfo(name: name, origin: origin, meaning: meaning())
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        precondition(actions.isEmpty, "a member after the actions")
        members.append(MemberSchema(name: name, isOptional: Value.isOptional) { Value.schema })
    }

    mutating func visit<Value: WireValue>(optional name: String, _ value: inout Value?) {
        members.append(MemberSchema(name: name, isOptional: true) { Value.schema })
    }

    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        members.append(MemberSchema(name: name, isOptional: false) { Value?.schema })
    }

    mutating func visit(action name: String, _ action: inout Action?) {
        actions.append(MemberSchema(name: name, isOptional: true) { Action.schema })
    }

    /// - Parameter record: the name of the record's definition.
    func members(of record: String) -> [MemberSchema] {
        guard !actions.isEmpty else { return members }
        return members + [
            MemberSchema(name: "actions", isOptional: true) { [actions] in
                Schema.define(record.replacing("ViewModel", with: "") + "Actions", Schema.object(of: actions))
            }
        ]
    }
}

extension WireRecord {
    public static var kind: String { "an object" }
    public static var schema: JSONValue {
        Schema.define(schemaName, (Self.self as? any WireViewModel.Type)?.meaning, Schema.object(of: members))
    }

    static var members: [MemberSchema] {
        var (blank, describer) = (blank, MemberDescriber())
        blank.visit(&describer)
        return describer.members(of: schemaName)
    }

    static func read(_ object: JSONObject) throws(Mismatch) -> Self {
        var (value, reader) = (blank, MemberReader(object: object))
        try value.visit(&reader)
        return value
    }

    public static func read(_ value: JSONValue?) throws(Mismatch) -> Self {
        guard case .object(let object) = value else { throw mismatch(value) }
        return try read(object)
    }

    /// Writes the members without the braces of the object.
    func writeMembers(to writer: inout JSONWriter) {
        var copy = self
        MemberWriter.write(to: &writer) { copy.visit(&$0) }
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}
