import TelexCore
import TelexJSON

extension ExportedLine {
    /// One form for each kind of line. Its only member identifies the kind.
    static let forms: [Form<ExportedLine>] = [
        Form(Member<ExportHeader>("export")) {
            .header($0)
        } take: {
            if case .header(let header) = $0 { header } else { nil }
        },
        Form(Member<StoredChat>("chat")) {
            .item(.chat($0))
        } take: {
            if case .item(.chat(let chat)) = $0 { chat } else { nil }
        },
        Form(Member<StoredGap>("historyGap")) {
            .item(.gap($0))
        } take: {
            if case .item(.gap(let gap)) = $0 { gap } else { nil }
        },
        Form(Member<Message>("message")) {
            .item(.message($0))
        } take: {
            if case .item(.message(let message)) = $0 { message } else { nil }
        },
        Form(Member<Contact>("contact")) {
            .item(.contact($0))
        } take: {
            if case .item(.contact(let contact)) = $0 { contact } else { nil }
        },
        Form(Member<Reminder>("reminder")) {
            .item(.reminder($0))
        } take: {
            if case .item(.reminder(let reminder)) = $0 { reminder } else { nil }
        },
        Form(Member<ExportEnd>("end")) {
            .end(isWhole: $0.isWhole)
        } take: {
            if case .end(let isWhole) = $0 { ExportEnd(isWhole: isWhole) } else { nil }
        },
    ]

    static var schema: JSONValue {
        Schema.define(
            "ExportLine", "A line of an export.",
            Schema.object(
                oneOf: forms.map { form in
                    let first = form.members[0].name
                    return Schema.define(
                        "Exported" + (first == "export" ? "Header" : Schema.name(from: first)), form.schema())
                }))
    }

    /// Writes the line and its newline.
    func write(to writer: inout JSONWriter) { Form.writeLine(self, in: Self.forms, to: &writer) }

    static func read(_ bytes: ArraySlice<UInt8>) throws(ExportedLineError) -> ExportedLine {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed(.notUTF8) }
        let object: JSONObject
        do { object = try LineDecoder.object(JSONParser.parse(bytes).0) } catch { throw .malformed(error) }
        guard let form = forms.first(where: { object[$0.members[0].name] != nil }) else { throw .unknown }
        do { return try form.read(object) } catch {
            throw .malformed(LineDecoder.refusal(error, of: "a line of an export"))
        }
    }
}

/// Why bytes are not a line of an export.
enum ExportedLineError: Error, Hashable {
    case malformed(LineError)
    /// The line is of no known kind.
    case unknown
}

private struct ExportEnd: Hashable, WireRecord {
    var isWhole = false

    static var blank: ExportEnd { ExportEnd() }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("isWhole", &isWhole)
    }
}

extension ExportHeader: WireRecord {
    public static var blank: ExportHeader { ExportHeader(version: 0, owner: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("version", &version)
        try visitor.visit("owner", &owner)
    }
}

extension StoredChat: WireRecord {
    public static var blank: StoredChat { StoredChat(id: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &id)
        try visitor.visit("title", &title)
        try visitor.visit("readUpTo", &readUpTo)
        try visitor.visit("deliveredUpTo", &deliveredUpTo)
        try visitor.visit("otherReadUpTo", &otherReadUpTo)
        try visitor.visit("untoldReadId", &untold)
        try visitor.visit("unloaded", &unloaded, default: UnreadCount())
        try visitor.visit("isEncrypted", &isEncrypted, default: false)
        try visitor.visit("successorId", &successor)
        try visitor.visit("members", &members, default: Members())
        try visitor.visit("invitation", &invitation)
        try visitor.visit("draftText", &draft, default: "")
        try visitor.visit("memberCount", &memberCount)
    }
}

extension StoredGap: WireRecord {
    public static var blank: StoredGap { StoredGap(chat: "", position: 0, token: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("position", &position)
        try visitor.visit("token", &token)
    }
}
