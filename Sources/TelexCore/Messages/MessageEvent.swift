import Foundation
import TelexJSON

/// Events of messages.
public enum MessageEvent: Hashable, Sendable {
    /// Send a message. With your own `messageId`, repeating the line does not send it twice. With `replyToId`, it
    /// answers that message of the chat. `spans` format the text, and mention users. With `kind` `emote`, it is an
    /// action of ours, shown after our name. With `filePath`, it brings that file of this device, and the text is its
    /// caption, which may be empty. With `draftText`, the message was the draft of the chat, and removes it. If the
    /// chat has no draft, the request is refused.
    case sending(OutgoingMessage)
    /// The server has our message.
    ///
    /// Its position is after everything received so far.
    case sent(MessageKey)
    /// The server has refused our message.
    case sendFailed(MessageFailure)
    /// The other person's device has received our messages up to this one.
    case delivered(MessageKey)
    /// A message has arrived. With `isOwn`, it is ours, from another device.
    case received(IncomingMessage)
    /// Mark all messages of a chat as read.
    case reading(chat: ChatID)
    /// The user has seen these messages and all between them. Those up to the last of them are read, unless there are
    /// unread ones before the first.
    case showing(MessageRange)
    /// Report a message of somebody else to the operators of the server.
    case reporting(MessageReport)
    /// The server has our report of a message.
    case reported(MessageKey)
    /// The server did not take our report of a message.
    case reportFailed(MessageFailure)
    /// The server knows that we have read up to this message, here or on another device.
    case read(MessageKey)
    /// The other person has read our messages up to this one.
    case readByOther(MessageKey)
}

extension MessageEvent: WireCases {
    package static var samples: [MessageEvent] {
        [
            .sending(.blank), .sent(.blank), .sendFailed(.blank), .delivered(.blank), .received(.blank),
            .reading(chat: ""), .showing(.blank), .read(.blank), .readByOther(.blank),
            .reporting(.blank), .reported(.blank), .reportFailed(.blank),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> MessageEvent {
        switch self {
        case .sending(let message): try visitor.event("message.sending", .user, Self.sending, message)
        case .sent(let key): try visitor.event("message.sent", .network, Self.sent, key)
        case .sendFailed(let failure): try visitor.event("message.sendFailed", .network, Self.sendFailed, failure)
        case .delivered(let key): try visitor.event("message.delivered", .network, Self.delivered, key)
        case .received(let message): try visitor.event("message.received", .network, Self.received, message)
        case .reading(let chat): try visitor.event("message.reading", .user, Self.reading(chat:), chat, in: "chatId")
        case .showing(let range): try visitor.event("message.showing", .user, Self.showing, range)
        case .reporting(let report): try visitor.event("message.reporting", .user, Self.reporting, report)
        case .reported(let key): try visitor.event("message.reported", .network, Self.reported, key)
        case .reportFailed(let failure): try visitor.event("message.reportFailed", .network, Self.reportFailed, failure)
        case .read(let key): try visitor.event("message.read", .network, Self.read, key)
        case .readByOther(let key): try visitor.event("message.readByOther", .network, Self.readByOther, key)
        }
    }
}

extension MessageEvent {
    var requirements: StampRequirements {
        switch self {
        case .sending(let message): .naming(message.message, in: message.chat, answering: message.replyTo)
        case .received(let message): .naming(message.message, in: message.chat, answering: message.replyTo)
        case .read(let key), .readByOther(let key), .delivered(let key): .stored(key)
        case .showing(let range):
            StampRequirements(chat: range.chat, messages: [range.first, range.last], mustBeStored: true)
        case .reporting(let report): .stored(report.key)
        case .sent, .sendFailed, .reading, .reported, .reportFailed: .none
        }
    }
}

extension StampRequirements {
    /// The requirements of a change to a message.
    static func stored(_ key: MessageKey) -> StampRequirements {
        StampRequirements(chat: key.chat, messages: [key.message], mustBeStored: true)
    }

    /// The requirements of one message, which may have no id yet.
    static func naming(
        _ message: MessageID?, in chat: ChatID, answering answered: MessageID? = nil
    ) -> StampRequirements {
        var requirements = StampRequirements()
        if message == nil { requirements.freshID = .message(in: chat) }
        if message == nil, answered == nil { return requirements }
        requirements.chat = chat
        if let message { requirements.messages = [message] }
        if let answered { requirements.answered = [answered] }
        return requirements
    }
}
