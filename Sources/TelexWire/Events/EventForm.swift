import TelexCore
import TelexJSON

/// An event's name on the wire, and the form of its members.
struct EventForm: Sendable {
    /// `<subject>.<case>`
    let name: String
    /// What the event asks for or reports, in a sentence or two.
    let meaning: String
    let form: Form<Event>
    private(set) var origin = Origin.user
    /// Whether the event changes nothing but what its window shows.
    private(set) var isLook = false
    /// JSON Schema keywords that the event's schema has in addition to its members.
    var conditions = JSONObject()

    init<each Part: WireValue>(
        _ name: String, _ meaning: String, _ members: repeat Member<each Part>,
        build: @escaping @Sendable (repeat each Part) throws(Mismatch) -> Event,
        take: @escaping @Sendable (Event) -> (repeat each Part)?
    ) {
        self.name = name
        self.meaning = meaning
        form = Form(repeat each members, build: build, take: take)
    }

    /// Makes the form of an event with one record and nothing else. The event's members are those of the record.
    init<Record: WireRecord>(
        _ name: String, _ meaning: String, of record: Record.Type, build: @escaping @Sendable (Record) -> Event,
        take: @escaping @Sendable (Event) -> Record?
    ) {
        self.name = name
        self.meaning = meaning
        form = Form(of: record, build: build, take: take)
    }
}

extension EventForm {
    /// Who sends an event.
    enum Origin: Sendable {
        /// The user, in the terminal or with a line.
        case user
        /// A server. A line can send such an event only if `Hello.playsNetwork` is true.
        case network
        /// The store, a timer or the session. Recordings contain these events; lines cannot send them.
        case inside
    }

    /// The form of an event that changes nothing but what its window shows.
    var looking: EventForm {
        var form = self
        form.isLook = true
        return form
    }

    /// The form of an event that a server sends.
    var fromNetwork: EventForm { from(.network) }

    /// The form of an event that the store, a timer or the session sends.
    var fromInside: EventForm { from(.inside) }

    private func from(_ origin: Origin) -> EventForm {
        var form = self
        form.origin = origin
        return form
    }

    /// Returns the form with a schema that requires `member`, a string, when `other` has one of these values.
    func needing(_ member: String, where other: String, isOneOf values: [String]) -> EventForm {
        var form = self
        form.conditions = [
            "if": ["properties": .object([other: ["anyOf": .array(values.map(Schema.const))]])],
            "then": ["required": [.string(member)], "properties": .object([member: ["type": "string"]])],
        ]
        return form
    }

    /// The name of the event's type in the schema.
    var typeName: String { Schema.name(from: name) }

    /// Returns the event's schema in lines and recordings. The members in `after` are optional and follow its own.
    func schema(after: [(String, JSONValue)] = []) -> JSONValue {
        Schema.define(typeName, meaning, object(after, hasBlanks: false))
    }

    /// The schema of the event as an action, in which blanks may be `null`.
    var actionSchema: JSONValue {
        guard form.members.contains(where: { Blank(rawValue: $0.name) != nil }) else { return Schema.ref(typeName) }
        return Schema.define(typeName + "Action", meaning, object([], hasBlanks: true))
    }

    private func object(_ after: [(String, JSONValue)], hasBlanks: Bool) -> JSONValue {
        let schema = form.schema(before: [("event", Schema.const(name))], after: after, hasBlanks: hasBlanks)
        guard case .object(var object) = schema else { return schema }
        for condition in conditions.members { object.append(condition.name, condition.value) }
        return .object(object)
    }
}

/// The forms of all events that enter the core from outside. Events that the core raises itself have no form.
enum EventForms {
    /// In the order of `Event`'s cases.
    static let all: [EventForm] =
        ChatEvent.forms + ActivityEvent.forms + InvitationEvent.forms + MemberEvent.forms + MessageEvent.forms
        + HistoryEvent.forms
        + OutboxEvent.forms
        + RevisionEvent.forms + ReactionEvent.forms + PresenceEvent.forms + SearchEvent.forms + InboxEvent.forms
        + ScreenEvent.forms
        + ContactEvent.forms
        + ReminderEvent.forms + NotificationEvent.forms
        + ConnectionEvent.forms + ClockEvent.forms

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func named(_ name: String) -> EventForm? { byName[name] }

    /// The events that a line can send.
    static let lines = all.filter { $0.origin != .inside }

    /// Returns the form of an event; `nil` for an event that only the core raises.
    static func form(of event: Event) -> EventForm? { forms(like: event).first { $0.form.fits(event) } }

    static func write(_ event: Event, blanks: [Blank] = [], to writer: inout JSONWriter) {
        guard let form = form(of: event) else { preconditionFailure("no form for the event \(event)") }
        writer.name("event")
        writer.write(form.name)
        form.form.write(event, blanks, &writer)
    }

    private static func forms(like event: Event) -> [EventForm] {
        switch event {
        case .chat: ChatEvent.forms
        case .activity: ActivityEvent.forms
        case .invitation: InvitationEvent.forms
        case .member: MemberEvent.forms
        case .message: MessageEvent.forms
        case .history: HistoryEvent.forms
        case .outbox: OutboxEvent.forms
        case .revision: RevisionEvent.forms
        case .reaction: ReactionEvent.forms
        case .presence: PresenceEvent.forms
        case .search: SearchEvent.forms
        case .inbox: InboxEvent.forms
        case .screen: ScreenEvent.forms
        case .contact: ContactEvent.forms
        case .reminder: ReminderEvent.forms
        case .notification: NotificationEvent.forms
        case .connection: ConnectionEvent.forms
        case .clock: ClockEvent.forms
        }
    }
}

extension Event: WireValue {
    public static var schema: JSONValue { Schema.ref("Event") }
    public static var kind: String { "an event" }

    public static func read(_ value: JSONValue?) throws(Mismatch) -> Event {
        guard case .object(let object) = value else { throw mismatch(value) }
        guard case .string(let name) = object["event"], let form = EventForms.named(name) else {
            throw .within(member: "event", .wrong(expected: "the name of an event"))
        }
        return try form.form.read(object)
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        EventForms.write(self, to: &writer)
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
        EventForms.write(event, blanks: blanks, to: &writer)
        writer.endObject()
    }
}
