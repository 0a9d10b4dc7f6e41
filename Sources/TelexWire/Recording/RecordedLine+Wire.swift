import Foundation
import TelexCore
import TelexJSON

extension RecordedLine {
    /// One form for each kind of line. The first member identifies the kind.
    static let forms: [Form<RecordedLine>] = [
        Form(Member<RecordingHeader>("recording")) {
            .header($0)
        } take: {
            if case .header(let header) = $0 { header } else { nil }
        },
        Form(
            Member<Date>("date"), Member<Int64>("order"), Member<String>("freshId"), Member<Cause?>("request"),
            Member<[KnownEntry]>("known"), Member<[AnsweredMessage]?>("answeredMessages"),
            Member<[EarlyEntry]?>("earlyReactions"), Member<Int?>("effect"), Member<WindowID?>("window"),
            Member<Event>("routed")
        ) { time, order, freshID, cause, known, answered, early, effect, window, event in
            let known = Dictionary(known.map { ($0.message, $0.known) }) { first, _ in first }
            let stamp = Stamp(
                time: time, order: order, freshID: freshID, cause: cause.map { $0.within(window) },
                window: window ?? .main, known: known, answered: answered ?? [],
                early: Dictionary((early ?? []).map { ($0.message, $0.reactions) }) { first, _ in first })
            return .event(event, stamp, effect: effect)
        } take: {
            guard case .event(let event, let stamp, let effect) = $0 else { return nil }
            let known = stamp.known.map { KnownEntry(message: $0, known: $1) }
            let early = stamp.early.map { EarlyEntry(message: $0, reactions: $1) }
            return (
                stamp.time, stamp.order, stamp.freshID, stamp.cause,
                known.sorted(by: \.message), stamp.answered.isEmpty ? nil : stamp.answered,
                early.isEmpty ? nil : early.sorted(by: \.message), effect,
                (stamp.cause?.window ?? stamp.window).named,
                event
            )
        },
        Form(Member<Int>("ended")) {
            .ended(effect: $0)
        } take: {
            if case .ended(let effect) = $0 { effect } else { nil }
        },
        Form(Member<[ViewName]>("subscribe"), Member<Cause?>("request"), Member<WindowID?>("window")) {
            views, cause, window in
            .subscribe(views, cause.map { $0.within(window) }, window ?? .main)
        } take: {
            if case .subscribe(let views, let cause, let window) = $0 { (views, cause, window.named) } else { nil }
        },
        Form(Member<[ViewName]>("unsubscribe"), Member<WindowID?>("window")) {
            .unsubscribe($0, $1 ?? .main)
        } take: {
            if case .unsubscribe(let views, let window) = $0 { (views, window.named) } else { nil }
        },
        Form(Member<WindowID>("closedWindow")) {
            .close($0)
        } take: {
            if case .close(let window) = $0 { window } else { nil }
        },
        Form(Member<String>("settled"), Member<WindowID?>("window")) {
            .settled($0, $1 ?? .main)
        } take: {
            if case .settled(let id, let window) = $0 { (id, window.named) } else { nil }
        },
        Form(Member<ErrorLine>("error"), Member<WindowID?>("window")) {
            .error($0, $1 ?? .main)
        } take: {
            if case .error(let error, let window) = $0 { (error, window.named) } else { nil }
        },
        Form(Member<OutLine.Bye>("bye")) {
            .bye($0)
        } take: {
            if case .bye(let reason) = $0 { reason } else { nil }
        },
    ]

    static var schema: JSONValue {
        Schema.define(
            "RecordingLine", "A line of a recording.",
            Schema.object(
                oneOf: forms.map { form in
                    let first = form.members[0].name
                    return Schema.define("Recorded" + (typeNames[first] ?? Schema.name(from: first)), form.schema())
                }))
    }

    /// The schema's names for lines whose first member would not make a clear name.
    private static let typeNames = ["recording": "Header", "date": "Event", "ended": "EffectEnd"]

    /// Writes the line and its newline.
    func write(to writer: inout JSONWriter) { Form.writeLine(self, in: Self.forms, to: &writer) }

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
}

/// The reactions that came before a message.
struct EarlyEntry: Hashable, Sendable {
    var message: MessageID
    var reactions: [Reaction]
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
