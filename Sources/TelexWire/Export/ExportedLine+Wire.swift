import TelexCore
import TelexJSON

/// The first member of a line identifies its kind.
extension ExportedLine: WireCases {
    package static var samples: [ExportedLine] {
        [
            .header(.blank), .item(.chat(.blank)), .item(.gap(.blank)), .item(.message(.blank)),
            .item(.contact(.blank)),
            .item(.reminder(.blank)), .item(.ignored(.blank)), .end(isWhole: false),
        ]
    }

    static let forms = samples.map(Form.init)

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ExportedLine {
        switch self {
        case .header(let header): .header(try visitor.visited("export", header))
        /// A chat. Only in exports.
        case .item(.chat(let chat)): .item(.chat(try visitor.visited("chat", chat)))
        case .item(.gap(let gap)): .item(.gap(try visitor.visited("historyGap", gap)))
        case .item(.message(let message)): .item(.message(try visitor.visited(message, IgnoredMarks())))
        case .markedMessage(let message, let marks): .markedMessage(try visitor.visited(message, marks), marks)
        /// A contact. Only in exports.
        case .item(.contact(let contact)): .item(.contact(try visitor.visited("contact", contact)))
        /// A reminder. Only in exports.
        case .item(.reminder(let reminder)): .item(.reminder(try visitor.visited("reminder", reminder)))
        /// Somebody whom we ignore, or no longer do. Only in exports.
        case .item(.ignored(let person)): .item(.ignored(try visitor.visited("ignoredPerson", person)))
        /// The last line of an export.
        case .end(let isWhole): .end(isWhole: try visitor.visited("end", ExportEnd(isWhole: isWhole)).isWhole)
        }
    }

    static var schema: JSONValue {
        Schema.define(
            "ExportLine", "A line of an export.",
            Schema.object(
                oneOf: forms.map { form in
                    let first = form.members[0].name
                    return Schema.define(
                        "Exported" + (first == "export" ? "Header" : Schema.name(from: first)),
                        Schema.object(of: form.members))
                }))
    }

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

extension MemberVisitor {
    /// - Parameter marks: what of the message is by people whom the profile ignores. Nothing depends on it when the line is
    ///   read: the export says whom the profile ignores.
    fileprivate mutating func visited(_ message: Message, _ marks: IgnoredMarks) throws(Failure) -> Message {
        /// A message. Only in exports.
        let message = try visited("message", message)
        var marks = marks
        try visit("isIgnored", &marks.isIgnored, default: false)
        /// The people we ignore who reacted to the message.
        try visit("ignoredReactorIds", &marks.reactors, default: [])
        return message
    }
}

/// Why bytes are not a line of an export.
enum ExportedLineError: Error, Hashable {
    case malformed(LineError)
    /// The line is of no known kind.
    case unknown
}

private struct ExportEnd: Hashable, WireRecord {
    /// Whether an export has everything.
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
    public static var blank: StoredChat { StoredChat(.blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat.id)
        try visitor.visit("title", &chat.title)
        try visitor.visit("readUpTo", &chat.readUpTo)
        try visitor.visit("deliveredUpTo", &deliveredUpTo)
        try visitor.visit("otherReadUpTo", &otherReadUpTo)
        try visitor.visit("untoldReadId", &chat.unconfirmedRead)
        try visitor.visit("unloaded", &chat.unloaded, default: UnreadCount())
        try visitor.visit("isEncrypted", &chat.isEncrypted, default: false)
        try visitor.visit("successorId", &chat.successor)
        try visitor.visit("members", &chat.members, default: Members())
        try visitor.visit("invitation", &chat.invitation)
        try visitor.visit("draftText", &chat.draft, default: "")
        try visitor.visit("memberCount", &chat.memberCount)
        try visitor.visit("settings", &chat.settings, default: ChatSettings())
        try visitor.visit("serverSettings", &chat.serverSettings)
        try visitor.visit("heldOrder", &chat.heldOrder)
        try visitor.visit("rights", &chat.rights)
        try visitor.visit("topic", &chat.topic, default: "")
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
