import TelexCore
import TelexJSON

/// Keeps the members of a record one after another in memory, until they are taken out in the same order.
///
/// It has no types: `visit` names the same members in the same order for each record of a type, which is what makes
/// `take` safe.
struct MemberTape: MemberVisitor {
    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    private var place = 0

    /// - Parameter record: the type of the record. The members have room in twice its size.
    init<Record: WireRecord>(_ record: Record.Type) {
        capacity = 2 * MemoryLayout<Record>.size + 64
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) { keep(value) }
    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) { keep(value) }
    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {
        keep(action)
    }

    private mutating func keep<Value>(_ value: Value) {
        next(Value.self).initialize(to: value)
    }

    mutating func rewind() { place = 0 }

    /// Takes out the next member.
    mutating func read<Value>(_ type: Value.Type) -> Value { next(type).move() }

    private mutating func next<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
        let alignment = MemoryLayout<Value>.alignment
        let start = (place + alignment - 1) / alignment * alignment
        place = start + MemoryLayout<Value>.size
        precondition(place <= capacity, "no room for a member")
        return (memory + start).assumingMemoryBound(to: Value.self)
    }

    func deallocate() { memory.deallocate() }
}

/// Writes the patch operations that turn the members of one record into those of another one.
struct MemberComparer: MemberVisitor {
    private var old: MemberTape
    var patch = PatchWriter()
    private var hadActions = false
    private var hasActions = false
    private var changedActions: [(name: String, old: Action?, new: Action?)] = []

    /// - Parameter old: the members of the other record, rewound.
    init(_ old: MemberTape) { self.old = old }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        let old = old.read(Value.self)
        if value.isWritten(as: old) { return }
        patch.within(name) { patch in
            if value.isAbsent {
                patch.remove()
            } else if Value.isOptional {
                patch.add(value)
            } else {
                patch.replace(with: value)
            }
        }
    }

    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        let old = old.read(Value?.self)
        if !value.isWritten(as: old) { patch.within(name) { $0.replace(with: value) } }
    }

    mutating func visit<Row: WireRecord & Identifiable<String>>(rows name: String, _ rows: inout [Shown<Row>]) {
        let old = old.read([Shown<Row>].self)
        patch.within(name) { $0.compare(old, rows) }
    }

    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {
        let old = old.read(Action?.self)
        if old != nil { hadActions = true }
        if action != nil { hasActions = true }
        if old != action { changedActions.append((name, old, action)) }
    }

    /// Compares the actions, which come last.
    mutating func finish() {
        if changedActions.isEmpty { return }
        patch.within("actions") { [hadActions, hasActions, changedActions] patch in
            if !hasActions {
                patch.remove()
            } else if !hadActions {
                patch.add(
                    ActionSet(actions: changedActions.compactMap { action in action.new.map { (action.name, $0) } }))
            } else {
                for action in changedActions { patch.compare(action.name, action.old, action.new) }
            }
        }
    }
}

/// Finds out whether the members of one record are written as those of another one.
private struct MemberSameness: MemberVisitor {
    var old: MemberTape
    var isSame = true

    // Each member is taken out, even after a difference.
    private mutating func compare<Value>(_ value: Value, _ isSame: (Value, Value) -> Bool) {
        let old = old.read(Value.self)
        if self.isSame { self.isSame = isSame(value, old) }
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        compare(value) { $0.isWritten(as: $1) }
    }
    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {
        compare(value) { $0.isWritten(as: $1) }
    }
    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {
        compare(action, ==)
    }
}

/// The actions of a record that are available, by name.
private struct ActionSet: WireWritable {
    let actions: [(name: String, action: Action)]

    static func == (left: ActionSet, right: ActionSet) -> Bool { left.actions.elementsEqual(right.actions, by: ==) }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, action) in actions {
            writer.name(plain: name)
            action.write(to: &writer)
        }
        writer.endObject()
    }
}

extension WireRecord {
    public func isWritten(as other: Self) -> Bool {
        var (old, new) = (other, self)
        var tape = MemberTape(Self.self)
        defer { tape.deallocate() }
        old.visit(&tape)
        tape.rewind()
        var sameness = MemberSameness(old: tape)
        new.visit(&sameness)
        return sameness.isSame
    }

    public static func compare(_ old: Self, _ new: Self, _ patch: inout PatchWriter) {
        var (old, new) = (old, new)
        var tape = MemberTape(Self.self)
        defer { tape.deallocate() }
        old.visit(&tape)
        tape.rewind()
        var comparer = MemberComparer(tape)
        swap(&comparer.patch, &patch)
        new.visit(&comparer)
        comparer.finish()
        swap(&comparer.patch, &patch)
    }
}
