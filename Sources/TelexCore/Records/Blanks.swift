import TelexJSON

extension Action {
    /// The event to send, with its blanks filled in, in order. A text that its member cannot hold leaves it blank.
    public func filled(_ texts: String...) -> Event { filled(texts) }

    func filled(_ texts: [String]) -> Event {
        var filler = BlankFiller(texts: Dictionary(zip(blanks.map(\.rawValue), texts)) { first, _ in first })
        return event.visited(by: &filler)
    }
}

/// Fills in the blanks of an event.
private struct BlankFiller: MemberVisitor {
    /// The texts by the names of their members.
    let texts: [String: String]

    func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        if let text = texts[name], let filled = try? Value.read(.string(text)) { value = filled }
    }

    func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) { visit(name, &value) }
    func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {}
}

extension ActionForm {
    /// The members of events that some action leaves to the user, by the name of the event.
    static let blanks = {
        var collector = BlankCollector()
        for model in WireViews.all { collector.collect(model) }
        return collector.blanks
    }()
}

/// Collects the blanks of all actions in records.
private struct BlankCollector: MemberVisitor {
    private(set) var blanks: [String: Set<String>] = [:]

    mutating func collect<Record: WireRecord>(_ type: Record.Type) {
        var record = type.blank
        record.visit(&self)
    }

    mutating func visit<Value: WireValue>(_ name: String, _ value: inout Value) {
        if let record = record(in: Value.self) { collect(record) }
    }

    mutating func visit<Row: WireRecord & Identifiable<String>>(rows name: String, _ rows: inout [Shown<Row>]) {
        collect(Row.self)
    }

    mutating func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) { visit(name, &value) }

    mutating func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {
        let form = form()
        for event in form.events { blanks[event, default: []].formUnion(form.blanks.map(\.rawValue)) }
    }
}

/// Returns the type of the records in a value; `nil` if it has none.
private func record(in type: Any.Type) -> (any WireRecord.Type)? {
    type as? any WireRecord.Type ?? (type as? any Holding.Type).flatMap { record(in: $0.held) }
}

/// A type of values that hold others.
private protocol Holding {
    static var held: Any.Type { get }
}

extension Array: Holding {
    static var held: Any.Type { Element.self }
}

extension Optional: Holding {
    static var held: Any.Type { Wrapped.self }
}
