import Foundation
import TelexCore
import TelexJSON

/// The first member of a line identifies its kind.
extension RecordedLine: WireCases {
    package static var samples: [RecordedLine] {
        [
            .header(.blank), .event(.clock(.dayChanged), Stamp(time: .distantPast, order: 0, freshID: ""), effect: nil),
            .ended(effect: 0), .subscribe([], nil, .main), .unsubscribe([], .main), .close(.main), .settled("", .main),
            .error(.blank, .main), .bye(.quit),
        ]
    }

    private static let forms = samples.map(Form.init)

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> RecordedLine {
        switch self {
        case .header(let header): return .header(try visitor.visited("recording", header))
        case .event(let event, let stamp, let effect):
            let time = try visitor.visited("date", stamp.time)
            /// The number of an event, from the start of the recording. Only in recordings.
            let order = try visitor.visited("order", stamp.order)
            /// The id for a record that an event creates without naming one. Only in recordings.
            let freshID = try visitor.visited("freshId", stamp.freshID)
            /// The line that caused an event.
            let cause = try visitor.visited("request", stamp.cause)
            /// The stored messages that an event refers to. Only in recordings.
            let known = try visitor.visited("known", KnownEntry.all(of: stamp))
            var answered = stamp.answered
            try visitor.visit("answeredMessages", &answered, default: [])
            var early = EarlyEntry.all(of: stamp)
            /// Reactions that came before their message. Only in recordings.
            try visitor.visit("earlyReactions", &early, default: [])
            /// The effect that an event answers. Only in recordings.
            let answeredEffect = try visitor.visited("effect", effect)
            let window = try visitor.visited("window", (stamp.cause?.window ?? stamp.window).named)
            /// The event. Only in recordings.
            let routed = try visitor.visited("routed", event)
            let read = Stamp(
                time: time, order: order, freshID: freshID, cause: cause.map { $0.within(window) },
                window: window ?? .main,
                known: Dictionary(known.map { ($0.message, $0.known) }) { first, _ in first }, answered: answered,
                early: Dictionary(early.map { ($0.message, $0.reactions) }) { first, _ in first })
            return .event(routed, read, effect: answeredEffect)
        /// An effect that ended. Only in recordings.
        case .ended(let effect): return .ended(effect: try visitor.visited("ended", effect))
        case .subscribe(let views, let cause, let window):
            let views = try visitor.visited("subscribe", views)
            let cause = try visitor.visited("request", cause)
            let name = try visitor.visited("window", window.named)
            return .subscribe(views, cause.map { $0.within(name) }, name ?? .main)
        case .unsubscribe(let views, let window):
            return .unsubscribe(try visitor.visited("unsubscribe", views), try Self.visited(window, by: &visitor))
        /// The window that was closed. Only in recordings.
        case .close(let window): return .close(try visitor.visited("closedWindow", window))
        case .settled(let id, let window):
            return .settled(try visitor.visited("settled", id), try Self.visited(window, by: &visitor))
        case .error(let error, let window):
            return .error(try visitor.visited("error", error), try Self.visited(window, by: &visitor))
        case .bye(let reason): return .bye(try visitor.visited("bye", reason))
        }
    }

    private static func visited<Visitor: MemberVisitor>(
        _ window: WindowID, by visitor: inout Visitor
    ) throws(Visitor.Failure) -> WindowID { try visitor.visited("window", window.named) ?? .main }

    static var schema: JSONValue {
        Schema.define(
            "RecordingLine", "A line of a recording.",
            Schema.object(
                oneOf: forms.map { form in
                    let first = form.members[0].name
                    return Schema.define(
                        "Recorded" + (typeNames[first] ?? Schema.name(from: first)), Schema.object(of: form.members))
                }))
    }

    /// The schema's names for lines whose first member would not make a clear name.
    private static let typeNames = ["recording": "Header", "date": "Event", "ended": "EffectEnd"]

    static func read(_ bytes: ArraySlice<UInt8>) throws(RecordingError) -> RecordedLine {
        guard case .success(.object(let object)) = JSONParser.parse(bytes).0, let first = object.members.first?.name,
            let form = forms.first(where: { $0.members[0].name == first })
        else { throw .malformed("it is not a line of a recording") }
        do { return try form.read(object) } catch {
            if first == "recording" { throw .otherHeader }
            throw .malformed("a member is missing or has the wrong type")
        }
    }
}

extension WindowID {
    /// The window as it is recorded: `nil` for the main one, and for a closed one, which a replay gets from the effect.
    /// A request in the meantime keeps its own.
    fileprivate var named: WindowID? { self == .main || self == .closed ? nil : self }
}

extension Cause {
    /// Returns the same request in the window that it came from; `nil` is the main one.
    fileprivate func within(_ window: WindowID?) -> Cause {
        Cause(id: id, number: number, window: window ?? .main)
    }
}

/// A message that was already stored when an event mentioned it.
struct KnownEntry: Hashable, Sendable {
    var message: MessageID
    var known: KnownMessage

    static func all(of stamp: Stamp) -> [KnownEntry] {
        stamp.known.map { KnownEntry(message: $0, known: $1) }.sorted(by: \.message)
    }
}

/// The reactions that came before a message.
struct EarlyEntry: Hashable, Sendable {
    var message: MessageID
    var reactions: [Reaction]

    static func all(of stamp: Stamp) -> [EarlyEntry] {
        stamp.early.map { EarlyEntry(message: $0, reactions: $1) }.sorted(by: \.message)
    }
}

extension EarlyEntry: WireRecord {
    static var blank: EarlyEntry { EarlyEntry(message: "", reactions: []) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("reactions", &reactions)
    }
}

extension KnownEntry: WireRecord {
    static var blank: KnownEntry { KnownEntry(message: "", known: KnownMessage(position: 0)) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("position", &known.position)
        try visitor.visit("unreadAfterCount", &known.unreadAfter)
        try visitor.visit("isOwn", &known.isOwn, default: false)
        try visitor.visit("mentionsAfterCount", &known.mentionsAfter, default: 0)
        try visitor.visit("content", &known.content, default: MessageContent())
    }
}

extension Cause: WireRecord {
    public static let schemaName = "RequestLine"
    public static var blank: Cause { Cause(id: "", number: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("id", &id)
        try visitor.visit("line", &number)
    }
}

extension RecordingHeader: WireRecord {
    public static var blank: RecordingHeader {
        RecordingHeader(
            hello: .blank, zone: "", locale: "", timeFormat: nil, subscribe: [], arguments: [], updates: .whole)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try hello.visit(&visitor)
        try visitor.visit("zone", &zone)
        try visitor.visit("locale", &locale)
        try visitor.visit("timeFormat", &timeFormat)
        try visitor.visit("subscribe", &subscribe)
        try visitor.visit("arguments", &arguments)
        try visitor.visit("updates", &updates, default: .whole)
    }
}

extension ErrorLine: WireRecord {
    public static let schemaName = "RecordedRefusal"
    public static var blank: ErrorLine { ErrorLine(code: "", reason: "", line: nil, cause: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("code", &code)
        try visitor.visit("reason", &reason)
        try visitor.visit("line", &line)
        try visitor.visit("cause", &cause)
    }
}
