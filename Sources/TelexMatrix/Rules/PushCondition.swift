import Foundation

/// A condition of a push rule (client-server API, section 13.13.1).
enum PushCondition: Hashable, Sendable {
    case matches(path: [String], pattern: String)
    case equals(path: [String], JSON)
    case contains(path: [String], JSON)
    case containsDisplayName
    case memberCount(String)
    case mayNotify(String)
    /// An unknown condition, which is never true.
    case unknown

    init(_ json: JSON) {
        let path = Self.path(json["key"].string ?? "")
        switch json["kind"].string {
        case "event_match": self = json["pattern"].string.map { .matches(path: path, pattern: $0) } ?? .unknown
        case "event_property_is": self = .equals(path: path, json["value"])
        case "event_property_contains": self = .contains(path: path, json["value"])
        case "contains_display_name": self = .containsDisplayName
        case "room_member_count": self = json["is"].string.map(PushCondition.memberCount) ?? .unknown
        case "sender_notification_permission": self = json["key"].string.map(PushCondition.mayNotify) ?? .unknown
        default: self = .unknown
        }
    }

    /// The member names in a key, which are separated by dots. `\` escapes a dot in a name.
    static func path(_ key: String) -> [String] {
        var path = [""]
        var isEscaped = false
        for character in key {
            switch character {
            case "." where !isEscaped: path.append("")
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case ".", "\\": path[path.count - 1].append(character)
            default: path[path.count - 1] += (isEscaped ? "\\" : "") + String(character)
            }
            isEscaped = false
        }
        return path
    }

    func holds(for event: RoomEvent, in room: Room, own: String) -> Bool {
        switch self {
        case .matches(let path, let pattern):
            guard let text = Self.value(path, event, room).string else { return false }
            return path == ["content", "body"]
                ? Glob.isWord(pattern, in: text) : Glob.matches(pattern, text)
        case .equals(let path, let value): return Self.value(path, event, room) == value
        case .contains(let path, let value): return Self.value(path, event, room).array.contains(value)
        case .containsDisplayName:
            guard let name = room.displayName(own), !name.isEmpty, let body = event.content["body"].string else {
                return false
            }
            return Glob.isWord(name, in: body, isLiteral: true)
        case .memberCount(let text): return Self.compare(room.joinedCount, text)
        case .mayNotify(let what): return what == "room" && room.mayNotifyAll(event.sender)
        case .unknown: return false
        }
    }

    private static func value(_ path: [String], _ event: RoomEvent, _ room: Room) -> JSON {
        switch path.first {
        case "type" where path.count == 1: return .string(event.type)
        case "sender" where path.count == 1: return .string(event.sender)
        case "room_id" where path.count == 1: return .string(room.id)
        case "state_key" where path.count == 1: return event.stateKey.map(JSON.string) ?? .null
        case "content": return path.dropFirst().reduce(event.content) { $0[$1] }
        default: return .null
        }
    }

    private static func compare(_ count: Int, _ text: String) -> Bool {
        let sign = text.prefix { "=<>".contains($0) }
        guard let number = Int(text.dropFirst(sign.count)) else { return false }
        return switch sign {
        case "", "==": count == number
        case "<": count < number
        case ">": count > number
        case "<=": count <= number
        case ">=": count >= number
        default: false
        }
    }
}
