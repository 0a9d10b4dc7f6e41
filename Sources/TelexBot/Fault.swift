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

    enum Refusable: String, CaseIterable { case send, create }

    /// The commands, for messages that explain them.
    static let forms =
        #"refuse ("send" or "create", with an optional reason), delay ("2s"), duplicate (true), reorder (true), "#
        + #"offline (true or a reason), online (true), hold and say ({"chat":…,"text":…})"#

    /// Reads the value of a control line.
    static func parse(_ json: String) throws(BackendControlError) -> [Fault] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], !object.isEmpty
        else { throw .malformed("backend takes an object with one of: \(forms).") }
        var faults: [Fault] = []
        for name in object.keys.sorted() where name != "reason" {
            faults.append(try parse(name, object[name] as Any, reason: object["reason"] as? String))
        }
        return faults
    }

    private static func parse(_ name: String, _ value: Any, reason: String?) throws(BackendControlError) -> Fault {
        switch name {
        case "refuse":
            guard let what = (value as? String).flatMap(Refusable.init) else { break }
            return .refuse(what, reason: reason ?? "The server refused.")
        case "delay":
            guard let seconds = (value as? String).flatMap(DurationText.seconds) else { break }
            return .delay(seconds)
        case "offline":
            if let reason = value as? String { return .offline(reason: reason) }
            if value as? Bool == true { return .offline(reason: reason ?? "no connection") }
        case "duplicate": if value as? Bool == true { return .duplicate }
        case "reorder": if value as? Bool == true { return .reorder }
        case "online": if value as? Bool == true { return .online }
        case "hold": if let message = message(value) { return .hold(message) }
        case "say": if let message = message(value) { return .say(message) }
        default:
            throw .unsupported("The embedded backend has no command \"\(name)\"; it has: \(forms).")
        }
        throw .malformed("\"\(name)\" has a value that it does not take; the commands are: \(forms).")
    }

    private static func message(_ value: Any) -> IncomingMessage? {
        guard let members = value as? [String: Any], let chat = members["chat"] as? String,
            let text = members["text"] as? String
        else { return nil }
        return IncomingMessage(
            chat: ChatID(chat), message: (members["message"] as? String).map { MessageID($0) },
            contact: members["contact"] as? String, text: text)
    }
}
