import TelexJSON

/// Who sends an event.
public enum EventOrigin: Sendable {
    /// The user, in the terminal or with a line.
    case user
    /// The user, too; and it changes nothing but what its window shows.
    case look
    /// A server. A line can send such an event only if `Hello.playsNetwork` is true.
    case network
    /// The store, a timer or the session. Recordings contain these events; lines cannot send them.
    case inside
}

/// What is said of an event beside its members.
package struct EventInfo: Sendable {
    /// `<subject>.<case>`
    package let name: String
    package let origin: EventOrigin
}

/// In an enum of events, those that only the core raises have no name, and nothing of them is visited.
extension MemberVisitor {
    /// Visits an event that has no members.
    package mutating func event<Event>(_ name: String, _ origin: EventOrigin, _ event: Event) throws(Failure) -> Event {
        begin(event: name, origin)
        return event
    }

    /// Visits an event whose members are those of a record.
    package mutating func event<Event, Record: WireRecord>(
        _ name: String, _ origin: EventOrigin, _ make: (Record) -> Event, _ record: Record
    ) throws(Failure) -> Event {
        begin(event: name, origin)
        var record = record
        try record.visit(&self)
        return make(record)
    }

    /// Visits an event that has one member.
    package mutating func event<Event, Value: WireValue>(
        _ name: String, _ origin: EventOrigin, _ make: (Value) -> Event, _ value: Value, in member: String
    ) throws(Failure) -> Event {
        begin(event: name, origin)
        return make(try visited(member, value))
    }
}

extension Event: WireCases {
    package static var samples: [Event] {
        ChatEvent.samples.map(Event.chat) + ActivityEvent.samples.map(Event.activity)
            + InvitationEvent.samples.map(Event.invitation) + MemberEvent.samples.map(Event.member)
            + MessageEvent.samples.map(Event.message) + HistoryEvent.samples.map(Event.history)
            + OutboxEvent.samples.map(Event.outbox) + FileEvent.samples.map(Event.file)
            + RevisionEvent.samples.map(Event.revision)
            + ReactionEvent.samples.map(Event.reaction) + PresenceEvent.samples.map(Event.presence)
            + SearchEvent.samples.map(Event.search)
            + MessageSearchEvent.samples.map(Event.messageSearch) + InboxEvent.samples.map(Event.inbox)
            + ScreenEvent.samples.map(Event.screen) + ContactEvent.samples.map(Event.contact)
            + ReminderEvent.samples.map(Event.reminder) + NotificationEvent.samples.map(Event.notification)
            + ConnectionEvent.samples.map(Event.connection) + ClockEvent.samples.map(Event.clock)
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> Event {
        switch self {
        case .chat(let event): .chat(try event.visited(by: &visitor))
        case .activity(let event): .activity(try event.visited(by: &visitor))
        case .invitation(let event): .invitation(try event.visited(by: &visitor))
        case .member(let event): .member(try event.visited(by: &visitor))
        case .message(let event): .message(try event.visited(by: &visitor))
        case .history(let event): .history(try event.visited(by: &visitor))
        case .outbox(let event): .outbox(try event.visited(by: &visitor))
        case .file(let event): .file(try event.visited(by: &visitor))
        case .revision(let event): .revision(try event.visited(by: &visitor))
        case .reaction(let event): .reaction(try event.visited(by: &visitor))
        case .presence(let event): .presence(try event.visited(by: &visitor))
        case .search(let event): .search(try event.visited(by: &visitor))
        case .messageSearch(let event): .messageSearch(try event.visited(by: &visitor))
        case .inbox(let event): .inbox(try event.visited(by: &visitor))
        case .screen(let event): .screen(try event.visited(by: &visitor))
        case .contact(let event): .contact(try event.visited(by: &visitor))
        case .reminder(let event): .reminder(try event.visited(by: &visitor))
        case .notification(let event): .notification(try event.visited(by: &visitor))
        case .connection(let event): .connection(try event.visited(by: &visitor))
        case .clock(let event): .clock(try event.visited(by: &visitor))
        }
    }
}

/// An event that has a name.
@dynamicMemberLookup
package struct EventForm: Sendable {
    private let form: Form<Event>
    private let info: EventInfo

    fileprivate init?(_ sample: Event) {
        guard let info = EventNamer(sample).info else { return nil }
        form = Form(sample)
        self.info = info
    }

    package subscript<Value>(dynamicMember path: KeyPath<EventInfo, Value>) -> Value { info[keyPath: path] }

    /// All of them, in the order of `Event`'s cases.
    package static let all = Event.samples.compactMap(EventForm.init)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    package static func named(_ name: String) -> EventForm? { byName[name] }

    /// The events that a line can send.
    package static let lines = all.filter { $0.origin != .inside }

    package var members: [MemberSchema] { form.members }

    /// What the event asks for or reports.
    private var meaning: String? { Vocabulary.events[info.name] }

    /// Whether a user sends the event.
    package var isFromUser: Bool { info.origin == .user || info.origin == .look }

    package func read(_ object: JSONObject) throws(Mismatch) -> Event { try form.read(object) }

    /// The name of the event's type in the schema.
    package var typeName: String { Schema.name(from: info.name) }

    /// Returns the event's schema in lines and recordings. The members in `after` are optional and follow its own.
    package func schema(after: [(String, JSONValue)] = []) -> JSONValue {
        Schema.define(typeName, meaning, object(after, hasBlanks: false))
    }

    /// The members that actions may leave to the user.
    private var blanks: Set<String> { ActionForm.blanks[info.name, default: []].intersection(members.map(\.name)) }

    private var hasBlanks: Bool { !blanks.isEmpty }

    /// The name of the type of an action that sends the event. In it, blanks may be `null`.
    package var actionTypeName: String { hasBlanks ? typeName + "Action" : typeName }

    package var actionSchema: JSONValue {
        hasBlanks
            ? Schema.define(actionTypeName, meaning, object([("window", WindowID.schema)], hasBlanks: true))
            : Schema.ref(typeName)
    }

    private func object(_ after: [(String, JSONValue)], hasBlanks: Bool) -> JSONValue {
        let event = (name: "event", schema: Schema.const(info.name), isOptional: false)
        let blanks = hasBlanks ? blanks : []
        let own = members.map { member in
            let schema = blanks.contains(member.name) ? Schema.nullable(member.schema()) : member.schema()
            return (member.name, schema, member.isOptional)
        }
        let schema = Schema.object([event] + own + after.map { ($0.0, $0.1, true) })
        guard case .screen(.opening) = form.sample, case .object(var object) = schema else { return schema }
        for condition in Screen.conditions.members { object.append(condition.name, condition.value) }
        return .object(object)
    }
}

extension Event: WireValue {
    public static var schema: JSONValue { Schema.ref("Event") }
    public static var kind: String { "an event" }

    public var readable: Event? {
        var members = ReadableMembers()
        return try? visited(by: &members)
    }

    public static func read(_ value: JSONValue?) throws(Mismatch) -> Event {
        guard case .object(let object) = value else { throw mismatch(value) }
        guard case .string(let name) = object["event"], let form = EventForm.named(name) else {
            throw .within(member: "event", .wrong(expected: "the name of an event"))
        }
        return try form.read(object)
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

/// Its blanks are `null`.
extension Action: WireValue {
    public static var schema: JSONValue { Schema.ref("Action") }
    public static var kind: String { "an action" }

    public static func read(_ value: JSONValue?) throws(Mismatch) -> Action {
        guard case .object(let object) = value else { throw mismatch(value) }
        var (event, blanks) = (JSONObject(), [Blank]())
        for member in object.members {
            let blank = member.value == .null ? Blank(rawValue: member.name) : nil
            if let blank { blanks.append(blank) }
            event.append(member.name, blank.map { .string($0.filler) } ?? member.value)
        }
        return Action(try Event.read(.object(event)), blanks: blanks)
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        event.writeMembers(blanks: blanks, to: &writer)
        if let window = writer.window {
            writer.name("window")
            writer.write(window)
        }
        writer.endObject()
    }
}

/// Finds out what is said of an event.
package struct EventNamer: MemberVisitor {
    /// `nil` for an event that only the core raises.
    package private(set) var info: EventInfo?

    package init(_ event: Event) { _ = event.visited(by: &self) }

    package mutating func begin(event name: String, _ origin: EventOrigin) {
        info = EventInfo(name: name, origin: origin)
    }

    package func visit<Value: WireValue>(_ name: String, _ value: inout Value) {}
    package func visit<Value: WireValue>(nullable name: String, _ value: inout Value?) {}
    package func visit(action name: String, _ form: @autoclosure () -> ActionForm, _ action: inout Action?) {}
}
