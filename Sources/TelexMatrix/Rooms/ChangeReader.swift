import Foundation
import TelexCore

/// Converts state events to the changes that are shown in a chat.
struct ChangeReader {
    let room: Room

    /// - Returns: `nil` for an event that is not shown.
    func read(_ event: RoomEvent) -> ChatChange? {
        guard let key = event.stateKey else { return nil }
        if event.type == "m.room.member" { return key.isEmpty ? nil : read(member: key, event) }
        // State of the same type under another key says nothing about the room.
        guard key.isEmpty, !event.isRedacted else { return nil }
        switch event.type {
        case "m.room.name" where !isFirst(event): return .retitled(event.content["name"].nonEmpty)
        case "m.room.topic" where !isFirst(event): return .topicChanged(event.content["topic"].nonEmpty)
        case "m.room.tombstone": return .replaced
        default: return nil
        }
    }

    /// Whether the event reported a name or topic that has been redacted since.
    func isEmptied(_ event: RoomEvent) -> Bool {
        event.isRedacted && event.stateKey == "" && ["m.room.name", "m.room.topic"].contains(event.type)
            && !isFirst(event)
    }

    /// How long a server may take to create a room with its initial state, in seconds.
    private static let making: TimeInterval = 10

    /// Whether the event belongs to the creation of the room.
    private func isFirst(_ event: RoomEvent) -> Bool {
        guard let creation = room.creation, event.sender == creation.sender else { return false }
        return !event.previous.exists && event.date < creation.date + Self.making
    }

    /// Converts a change of membership (client-server API, `m.room.member`).
    private func read(member: String, _ event: RoomEvent) -> ChatChange? {
        let isSelf = member == event.sender
        let reason = event.content["reason"].nonEmpty
        let before = event.previous["membership"].string
        switch (event.content["membership"].string, before) {
        case ("join", "join"):
            let (old, new) = (event.previous["displayname"].nonEmpty, event.content["displayname"].nonEmpty)
            return old == new || event.isRedacted ? nil : .renamed(from: old, to: new)
        case ("join", _): return isFirst(event) ? nil : .joined
        case ("leave", "join"), ("leave", nil):
            return isSelf ? .left(reason: reason) : .removed(UserID(member), reason: reason)
        case ("ban", let before): return before == "ban" ? nil : .banned(UserID(member), reason: reason)
        case ("knock", let before): return before == "knock" ? nil : .requested(reason: reason)
        default: return nil
        }
    }
}

extension JSON {
    /// The text; `nil` if it is empty.
    fileprivate var nonEmpty: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
