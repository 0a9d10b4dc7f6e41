import Foundation
import TelexCore

extension RecordedLine {
    /// One form for each kind of line; each begins with a member of its own.
    static let forms: [Form<RecordedLine>] = [
        Form(Member<RecordingHeader>("recording")) {
            .header($0)
        } take: {
            if case .header(let header) = $0 { header } else { nil }
        },
        Form(
            Member<Date>("at"), Member<Int64>("order"), Member<String>("freshID"), Member<Cause?>("cause"),
            Member<[KnownEntry]>("known"), Member<Int?>("effect"), Member<Event>("event")
        ) { time, order, freshID, cause, known, effect, event in
            let known = Dictionary(known.map { ($0.message, $0.known) }) { first, _ in first }
            let stamp = Stamp(time: time, order: order, freshID: freshID, cause: cause, known: known)
            return .event(event, stamp, effect: effect)
        } take: {
            guard case .event(let event, let stamp, let effect) = $0 else { return nil }
            let known = stamp.known.map { KnownEntry(message: $0, known: $1) }
            return (
                stamp.time, stamp.order, stamp.freshID, stamp.cause,
                known.sorted { $0.message.text < $1.message.text }, effect, event
            )
        },
        Form(Member<Int>("ended")) {
            .ended(effect: $0)
        } take: {
            if case .ended(let effect) = $0 { effect } else { nil }
        },
        Form(Member<[ViewName]>("subscribe"), Member<Cause?>("cause")) {
            .subscribe($0, $1)
        } take: {
            if case .subscribe(let views, let cause) = $0 { (views, cause) } else { nil }
        },
        Form(Member<[ViewName]>("unsubscribe")) {
            .unsubscribe($0)
        } take: {
            if case .unsubscribe(let views) = $0 { views } else { nil }
        },
        Form(Member<String>("settled")) {
            .settled($0)
        } take: {
            if case .settled(let id) = $0 { id } else { nil }
        },
        Form(Member<ErrorLine>("error")) {
            .error($0)
        } take: {
            if case .error(let error) = $0 { error } else { nil }
        },
        Form(Member<OutLine.Bye>("bye")) {
            .bye($0)
        } take: {
            if case .bye(let reason) = $0 { reason } else { nil }
        },
    ]

    static var schema: JSONValue { Schema.anyOf(forms.map { $0.schema() }) }

    /// Writes the line, its end included.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        Self.forms.first { $0.fits(self) }?.write(self, [], &writer)
        writer.endObject()
        writer.newLine()
    }

    static func read(_ bytes: ArraySlice<UInt8>) throws(RecordingError) -> RecordedLine {
        guard case .success(.object(let object)) = JSONParser.parse(bytes).0, let first = object.members.first?.name,
            let form = forms.first(where: { $0.members[0].name == first })
        else { throw .malformed("it is no line of a recording") }
        do { return try form.read(object) } catch { throw .malformed("a member is missing or of the wrong kind") }
    }
}

/// A message that was stored already when an event about it came.
struct KnownEntry: Hashable, Sendable {
    let message: MessageID
    let known: KnownMessage
}

extension KnownEntry: WireRecord {
    static let form = Form<KnownEntry>(
        Member<MessageID>("message"), Member<Int64>("position"), Member<Int>("receivedAfter"),
        Member<Bool?>("isOwn"), Member<Bool?>("isDeleted"), Member<Int?>("mentionsAfter"),
        Member<Attention?>("attention")
    ) {
        KnownEntry(
            message: $0,
            known: KnownMessage(
                position: $1, unreadAfter: $2, mentionsAfter: $5 ?? 0, isOwn: $3 ?? false, isDeleted: $4 ?? false,
                attention: $6 ?? .normal))
    } take: {
        let known = $0.known
        return (
            $0.message, known.position, known.unreadAfter, known.isOwn ? true : nil, known.isDeleted ? true : nil,
            known.mentionsAfter.unlessZero, known.attention.unlessNormal
        )
    }
}

extension Cause: WireRecord {
    public static let form = Form<Cause>(Member<String>("id"), Member<Int>("number")) {
        Cause(id: $0, number: $1)
    } take: {
        ($0.id, $0.number)
    }
}

extension RecordingHeader: WireRecord {
    public static let form = Form<RecordingHeader>(
        Member<Int>("protocol"), Member<String>("zone"), Member<String>("locale"), Member<[ViewName]>("subscribe"),
        Member<[String]>("arguments"), Member<Updates?>("updates")
    ) {
        RecordingHeader(version: $0, zone: $1, locale: $2, subscribe: $3, arguments: $4, updates: $5 ?? .whole)
    } take: {
        ($0.version, $0.zone, $0.locale, $0.subscribe, $0.arguments, $0.updates == .whole ? nil : $0.updates)
    }
}

extension ErrorLine: WireRecord {
    public static let form = Form<ErrorLine>(
        Member<String>("code"), Member<String>("message"), Member<Int?>("line"), Member<String?>("cause")
    ) {
        ErrorLine(code: $0, message: $1, line: $2, cause: $3)
    } take: {
        ($0.code, $0.message, $0.line, $0.cause)
    }
}
