import Foundation
import TelexCore

/// A command of a control line to the embedded backend.
enum Fault: Equatable {
    /// Refuse the next request of this kind, for this reason.
    case refuse(Refusable, reason: String)
    /// Delay the next post by this many seconds.
    case delay(TimeInterval)
    /// Deliver the next message twice.
    case duplicate
    /// Deliver the next message after the one that follows it.
    case reorder
    /// Go offline, for this reason.
    case offline(reason: String)
    /// Go online again.
    case online
    /// Store the message on the server, without announcing it, until the next sync.
    case hold(IncomingMessage)
    /// Deliver the message now, by whichever channel is open.
    case say(IncomingMessage)
    /// Deliver an invitation to a chat.
    case invite(ChatID, title: String, inviter: String)
    /// Store older messages on the server, under the token of the gap that they fill.
    case keep(before: String, [IncomingMessage], next: String?)

    enum Refusable: String, CaseIterable { case send, create, edit, delete, react, join, leave }

    /// The syntax of the commands, for error messages.
    static let forms =
        #"refuse ("send", "create", "edit", "delete", "react", "join" or "leave", with an optional reason), delay ("2s"), "#
        + #"duplicate (true), reorder (true), offline (true or a reason), online (true), hold and say "#
        + #"({"chatId":…,"text":…}), invite ({"chatId":…,"title":…,"inviterName":…}), "#
        + #"keep ({"beforeToken":…,"messages":[{"chatId":…,"text":…}],"nextToken":…})"#

    private static let names: Set = [
        "refuse", "delay", "offline", "online", "duplicate", "reorder", "hold", "say", "invite", "keep",
    ]

    /// Parses the value of a control line.
    static func parse(_ json: String) throws(BackendControlError) -> Fault {
        let values = try? JSONDecoder().decode([String: Value].self, from: Data(json.utf8))
        let commands = values?.filter { $0.key != "reason" } ?? [:]
        guard let (name, value) = commands.first, commands.count == 1 else {
            throw .malformed("backend takes an object with one of: \(forms).")
        }
        return try parse(name, value, reason: values?["reason"]?.text)
    }

    /// The value of a command.
    private enum Value: Decodable {
        case yes
        case text(String)
        case message(IncomingMessage)
        case invitation(Invited)
        case page(Page)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let isTrue = try? container.decode(Bool.self) {
                self = isTrue ? .yes : .other
            } else if let message = try? container.decode(Said.self), !message.chatId.isEmpty {
                self = .message(message.incoming)
            } else if let invited = try? container.decode(Invited.self), !invited.chatId.isEmpty {
                self = .invitation(invited)
            } else if let page = try? container.decode(Page.self) {
                self = .page(page)
            } else {
                self = .other
            }
        }

        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }
    }

    /// A message for the server to deliver.
    private struct Said: Decodable {
        let chatId: String
        let messageId: String?
        let title: String?
        let senderId: String?
        let senderName: String?
        let kind: Word<MessageKind>?
        let attention: Word<Attention>?
        let text: String
        let change: Change?

        var incoming: IncomingMessage {
            IncomingMessage(
                chat: ChatID(chatId), message: messageId.map { MessageID($0) }, title: title,
                content: MessageContent(
                    kind: kind?.value ?? .text, text: text, sender: senderId.map { UserID($0) },
                    senderName: senderName,
                    attention: attention?.value ?? .normal, change: change?.change))
        }
    }

    /// A change that somebody made to a chat.
    private struct Change: Decodable {
        let changeKind: Word<ChatChange.Kind>
        let userId: String?
        let oldValue: String?
        let newValue: String?
        let reason: String?

        var change: ChatChange {
            ChatChange(
                ChatChange.Parts(
                    changeKind.value, user: userId.map { UserID($0) }, old: oldValue, new: newValue, reason: reason))
        }
    }

    /// A raw value of an enum; anything else fails to decode.
    private struct Word<Value: RawRepresentable>: Decodable where Value.RawValue == String {
        let value: Value

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let value = Value(rawValue: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such word")
            }
            self.value = value
        }
    }

    /// An invitation for the server to deliver.
    private struct Invited: Decodable {
        let chatId: String
        let title: String
        let inviterName: String?
    }

    /// Older messages for the server to store.
    private struct Page: Decodable {
        let beforeToken: String
        let messages: [Said]
        let nextToken: String?
    }

    private static func parse(_ name: String, _ value: Value, reason: String?) throws(BackendControlError) -> Fault {
        switch (name, value) {
        case ("refuse", .text(let text)):
            guard let what = Refusable(rawValue: text) else { break }
            return .refuse(what, reason: reason ?? "The server refused.")
        case ("delay", .text(let text)):
            guard let seconds = DurationText.seconds(text) else { break }
            return .delay(seconds)
        case ("offline", .text(let reason)): return .offline(reason: reason)
        case ("offline", .yes): return .offline(reason: reason ?? "no connection")
        case ("online", .yes): return .online
        case ("duplicate", .yes): return .duplicate
        case ("reorder", .yes): return .reorder
        case ("hold", .message(let message)): return .hold(message)
        case ("say", .message(let message)): return .say(message)
        case ("invite", .invitation(let invited)):
            return .invite(ChatID(invited.chatId), title: invited.title, inviter: invited.inviterName ?? "")
        case ("keep", .page(let page)):
            return .keep(before: page.beforeToken, page.messages.map(\.incoming), next: page.nextToken)
        default:
            guard names.contains(name) else {
                throw .unsupported("The embedded backend has no command \"\(name)\"; it has: \(forms).")
            }
        }
        throw .malformed("\"\(name)\" has a value that it does not take; the commands are: \(forms).")
    }
}
