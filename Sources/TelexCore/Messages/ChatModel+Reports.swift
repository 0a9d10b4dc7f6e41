import TelexJSON

/// A report of a message to the operators of the server.
public struct MessageReport: Hashable, Sendable {
    public var key: MessageKey
    /// What is wrong with a message that we report, for the operators of the server; may be empty.
    public var reason: String

    /// The longest reason, in Unicode code points.
    static let longestReason = 1000

    public init(chat: ChatID, message: MessageID, reason: String) {
        key = MessageKey(chat: chat, message: message)
        self.reason = reason
    }
}

extension MessageReport: WireRecord {
    public static var blank: MessageReport { MessageReport(chat: "", message: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reasonText", &reason, default: "")
    }
}

/// Reports of messages.
extension ChatModel {
    mutating func report(_ report: MessageReport, _ stamp: Stamp) -> Consequences {
        let key = report.key
        guard let chat = chats[key.chat] else { return .ignored(ChatHeading.missing(key.chat)) }
        let reason = report.reason.tidied
        if let refusal = heading(of: key.chat)?.barrier
            ?? Self.refusal(of: key, reason, in: chat, stamp.known[key.message])
        {
            return refuse(key.chat, refusal, in: stamp.window)
        }
        return Consequences(effects: [Effect(.report(key), .ask(.report(key.chat, key.message, reason: reason)))])
    }

    private static func refusal(of key: MessageKey, _ reason: String, in chat: Chat, _ known: KnownMessage?) -> String?
    {
        if chat.rights?.contains(.report) == false { return BackendRequest.noReports }
        guard let known else { return "The chat has no message \"\(key.message)\"." }
        if known.isOwn { return "You can report only messages of others." }
        if !known.content.isAnswerable { return "You cannot report a deleted message, or a change of the chat." }
        return reason.unicodeScalars.count > MessageReport.longestReason
            ? "That reason is too long. Use at most \(MessageReport.longestReason) characters." : nil
    }

    mutating func finishReport(of key: MessageKey, in window: WindowID) -> Consequences {
        let notice = "The message was reported to the operators of the server."
        if windows[window].chat?.id == key.chat { windows[window].chat?.say(notice) }
        return Consequences(outcome: Outcome(reason: notice, chat: key.chat, message: key.message))
    }
}
