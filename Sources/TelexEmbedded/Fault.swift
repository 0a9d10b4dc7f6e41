import Foundation
import TelexCore
import TelexJSON

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
    case invite(ReceivedInvitation)
    /// Store older messages on the server, under the token of the gap that they fill.
    case keep(before: String, [IncomingMessage], next: String?)

    enum Refusable: String, CaseIterable { case send, create, edit, delete, react, join, leave, change, fetch }

    /// The syntax of the commands, for error messages.
    static let forms =
        #"refuse ("send", "create", "edit", "delete", "react", "join", "leave", "change" or "fetch", with an optional reason), delay ("2s"), "#
        + #"duplicate (true), reorder (true), offline (true or a reason), online (true), hold and say "#
        + #"({"chatId":…,"text":…}), invite ({"chatId":…,"title":…,"inviterName":…}), "#
        + #"keep ({"beforeToken":…,"messages":[{"chatId":…,"text":…}],"nextToken":…})"#

    private static let names: Set = [
        "refuse", "delay", "offline", "online", "duplicate", "reorder", "hold", "say", "invite", "keep",
    ]

    /// Parses the value of a control line.
    static func parse(_ json: String) throws(BackendControlError) -> Fault {
        guard case .object(let object)? = JSONValue(text: Array(json.utf8)[...]),
            case let commands = object.members.filter({ $0.name != "reason" }), commands.count == 1
        else { throw .malformed("backend takes an object with one of: \(forms).") }
        let (name, value) = (commands[0].name, commands[0].value)
        guard names.contains(name) else {
            throw .unsupported("The embedded backend has no command \"\(name)\"; it has: \(forms).")
        }
        guard let fault = try? read(name, value, reason: object["reason"]?.string) else {
            throw .malformed("\"\(name)\" has a value that it does not take; the commands are: \(forms).")
        }
        return fault
    }

    /// Returns `nil`, or throws, if the command does not take this value.
    private static func read(_ name: String, _ value: JSONValue, reason: String?) throws(Mismatch) -> Fault? {
        switch (name, value) {
        case ("refuse", .string(let text)):
            Refusable(rawValue: text).map { .refuse($0, reason: reason ?? "The server refused.") }
        case ("delay", .string(let text)): DurationText.seconds(text).map { .delay($0) }
        case ("offline", .string(let reason)): .offline(reason: reason)
        case ("offline", .bool(true)): .offline(reason: reason ?? "no connection")
        case ("online", .bool(true)): .online
        case ("duplicate", .bool(true)): .duplicate
        case ("reorder", .bool(true)): .reorder
        case ("hold", .object): .hold(try .read(value))
        case ("say", .object): .say(try .read(value))
        case ("invite", .object(let invited)):
            .invite(
                ReceivedInvitation(
                    chat: try .read(invited["chatId"]), title: try .read(invited["title"]),
                    inviter: try String?.read(invited["inviterName"]) ?? "",
                    inviterID: try UserID?.read(invited["inviterId"])))
        case ("keep", .object(let page)):
            .keep(
                before: try .read(page["beforeToken"]), try .read(page["messages"]),
                next: try String?.read(page["nextToken"]))
        default: nil
        }
    }
}
