import Foundation
import TelexCore

/// What a control line tells the embedded backend.
enum Fault: Equatable {
    /// Refuse the next one of these, for this reason.
    case refuse(Refusable, reason: String)
    /// Take this many seconds over the next post.
    case delay(TimeInterval)
    /// Bring the next message twice.
    case duplicate
    /// Bring the next message after the one that follows it.
    case reorder
    /// Be gone, for this reason.
    case offline(reason: String)
    /// Be back.
    case online
    /// Have the message lie on the server, unannounced, until it is asked for.
    case hold(IncomingMessage)
    /// Have the message come from somebody, now, by whichever way is open.
    case say(IncomingMessage)
    /// Have somebody invite us to a chat.
    case invite(ChatID, contact: String, inviter: String)
    /// Have older messages lie on the server, under the name of the gap that they fill.
    case keep(gap: String, [IncomingMessage], next: String?)

    enum Refusable: String, CaseIterable { case send, create, edit, delete, join, leave }

    /// The commands, for messages that explain them.
    static let forms =
        #"refuse ("send", "create", "edit", "delete", "join" or "leave", with an optional reason), delay ("2s"), "#
        + #"duplicate (true), reorder (true), offline (true or a reason), online (true), hold and say "#
        + #"({"chat":…,"text":…}), invite ({"chat":…,"contact":…,"inviter":…}), "#
        + #"keep ({"gap":…,"messages":[{"chat":…,"text":…}],"next":…})"#

    private static let names: Set = [
        "refuse", "delay", "offline", "online", "duplicate", "reorder", "hold", "say", "invite", "keep",
    ]

    /// Reads the value of a control line.
    static func parse(_ json: String) throws(BackendControlError) -> [Fault] {
        guard let values = try? JSONDecoder().decode([String: Value].self, from: Data(json.utf8)),
            values.keys.contains(where: { $0 != "reason" })
        else { throw .malformed("backend takes an object with one of: \(forms).") }
        var faults: [Fault] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where name != "reason" {
            faults.append(try parse(name, value, reason: values["reason"]?.text))
        }
        return faults
    }

    /// What a command can have for its value.
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
            } else if let message = try? container.decode(Said.self), !message.chat.isEmpty {
                self = .message(message.incoming)
            } else if let invited = try? container.decode(Invited.self), !invited.chat.isEmpty {
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

    /// A message that the server is to bring.
    private struct Said: Decodable {
        let chat: String
        let message: String?
        let contact: String?
        let author: String?
        let kind: String?
        let attention: String?
        let text: String

        var incoming: IncomingMessage {
            IncomingMessage(
                chat: ChatID(chat), message: message.map { MessageID($0) }, contact: contact,
                content: MessageContent(
                    kind: kind.flatMap(MessageKind.init) ?? .text, text: text, author: author,
                    attention: attention.flatMap(Attention.init) ?? .normal))
        }
    }

    /// An invitation that is to come.
    private struct Invited: Decodable {
        let chat: String
        let contact: String
        let inviter: String?
    }

    /// Older messages that the server is to keep.
    private struct Page: Decodable {
        let gap: String
        let messages: [Said]
        let next: String?
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
            return .invite(ChatID(invited.chat), contact: invited.contact, inviter: invited.inviter ?? "")
        case ("keep", .page(let page)):
            return .keep(gap: page.gap, page.messages.map(\.incoming), next: page.next)
        default:
            guard names.contains(name) else {
                throw .unsupported("The embedded backend has no command \"\(name)\"; it has: \(forms).")
            }
        }
        throw .malformed("\"\(name)\" has a value that it does not take; the commands are: \(forms).")
    }
}
