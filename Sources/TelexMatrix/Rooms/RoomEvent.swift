import Foundation
import TelexCore

/// An event of a room (client-server API, section 8).
struct RoomEvent: Hashable, Sendable {
    let id: String
    let type: String
    let sender: String
    let content: JSON
    let stateKey: String?
    let unsigned: JSON
    let date: Date
    private let redacted: String?

    /// Parses an event; `nil` if the JSON is not one. An event with an id keeps its place even if its type or its
    /// sender cannot be read, and are then empty.
    init?(_ json: JSON) {
        let (type, sender) = (json["type"].string, json["sender"].string)
        id = json["event_id"].string ?? ""
        guard type != nil && sender != nil || !id.isEmpty else { return nil }
        self.type = type ?? ""
        self.sender = sender ?? ""
        content = json["content"]
        stateKey = json["state_key"].string
        unsigned = json["unsigned"]
        date = Date(timeIntervalSince1970: max(0, json["origin_server_ts"].number ?? 0) / 1000).clamped
        redacted = json["redacts"].string
    }

    /// Whether the event says what it is, and who sent it.
    var isReadable: Bool { !type.isEmpty && !sender.isEmpty }

    /// The event that this one redacts. Room version 11 moved its place.
    var redacts: String? { type == "m.room.redaction" ? content["redacts"].string ?? redacted : nil }

    /// Whether the event creates the room. Only a state event does: anybody can send another event of that type.
    var isCreation: Bool { type == "m.room.create" && stateKey == "" }

    /// The content of the state event that this one replaced.
    var previous: JSON { unsigned["prev_content"] }

    var isRedacted: Bool { unsigned["redacted_because"].exists }

    /// The message that this event edits.
    var replaces: String? {
        let relation = content["m.relates_to"]
        return relation["rel_type"].string == "m.replace" ? relation["event_id"].string : nil
    }

    /// The longest key of a reaction that counts, in bytes of UTF-8. The specification has no limit.
    private static let longestKey = 256

    /// The event that this one reacts to, and the key.
    var annotates: (event: String, key: String)? {
        let relation = content["m.relates_to"]
        guard type == "m.reaction", relation["rel_type"].string == "m.annotation",
            let event = relation["event_id"].string, let key = relation["key"].string,
            (1...Self.longestKey).contains(key.utf8.count)
        else { return nil }
        return (event, key)
    }

    /// The message that this one answers, and whether it is in a thread. In a thread, a message that answers none in
    /// particular answers the root (client-server API, "Threading").
    var answers: (event: String, isThreaded: Bool)? {
        let relation = content["m.relates_to"]
        let answered = relation["m.in_reply_to"]["event_id"].string
        guard relation["rel_type"].string == "m.thread", let root = relation["event_id"].string else {
            return answered.map { ($0, false) }
        }
        let isFallback = relation["is_falling_back"].bool ?? false
        return (isFallback ? root : answered ?? root, true)
    }

    /// Whether the event moves its room in the list: it is a message, and no change to another event.
    var movesRoom: Bool {
        stateKey == nil && replaces == nil && type != "m.reaction" && type != "m.room.redaction"
    }

    /// The transaction id with which we sent the event.
    var transaction: String? { unsigned["transaction_id"].string }
}
