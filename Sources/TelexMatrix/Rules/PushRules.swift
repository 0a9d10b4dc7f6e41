import Foundation
import TelexCore

/// The user's push rules, which decide which messages ask for attention (client-server API, section 13.13).
struct PushRules: Hashable, Sendable {
    /// The kinds of rules, in the order in which they are tried.
    private static let kinds = ["override", "content", "room", "sender", "underride"]

    private var rules: [Rule]
    /// The rooms that rules mute, by id.
    var mutes: [String: ChatSettings.Mute] = [:]

    /// Rules that search the text for names. They do not apply to a message that says whom it mentions.
    private static let guessing: Set = [
        ".m.rule.contains_display_name", ".m.rule.contains_user_name", ".m.rule.roomnotif",
    ]

    struct Rule: Hashable, Sendable {
        var isGuess = false
        /// Whether it does nothing but mute a room, which the core does itself.
        var isMute = false
        let conditions: [PushCondition]
        let attention: Attention
    }

    /// - Parameter content: the content of `m.push_rules`. Without rules, all messages except notices ask for
    ///   attention.
    init(_ content: JSON = .null) {
        let global = content["global"]
        rules = Self.kinds.flatMap { kind in global[kind].array.compactMap { Self.rule($0, kind) } }
        for kind in ["room", "override"] {
            for rule in global[kind].array {
                if let room = Self.muted(by: rule, kind) { mutes[room] = Self.mute(kind) }
            }
        }
        if !global.exists {
            rules = [
                Rule(conditions: [.matches(path: ["content", "msgtype"], pattern: "m.notice")], attention: .silent),
                Rule(conditions: [.matches(path: ["type"], pattern: "m.room.message")], attention: .normal),
                Rule(conditions: [.matches(path: ["type"], pattern: "m.room.encrypted")], attention: .normal),
            ]
        }
    }

    /// Rules for rooms come after those for mentions, and overriding ones before.
    private static func mute(_ kind: String) -> ChatSettings.Mute { ChatSettings.Mute(keepsMentions: kind == "room") }

    /// The room for which a rule does nothing but mute it.
    private static func muted(by json: JSON, _ kind: String) -> String? {
        guard json["enabled"].bool ?? true, let id = json["rule_id"].string, case .array(let actions) = json["actions"],
            !actions.contains("notify")
        else { return nil }
        if kind == "room" { return id }
        let conditions = json["conditions"].array
        guard conditions.count == 1, conditions[0]["kind"].string == "event_match",
            conditions[0]["key"].string == "room_id"
        else { return nil }
        return conditions[0]["pattern"].string
    }

    private static func rule(_ json: JSON, _ kind: String) -> Rule? {
        guard json["enabled"].bool ?? true, let id = json["rule_id"].string else { return nil }
        let conditions: [PushCondition]
        switch kind {
        case "content":
            guard let pattern = json["pattern"].string else { return nil }
            conditions = [.matches(path: ["content", "body"], pattern: pattern)]
        case "room": conditions = [.matches(path: ["room_id"], pattern: id)]
        case "sender": conditions = [.matches(path: ["sender"], pattern: id)]
        default: conditions = json["conditions"].array.map(PushCondition.init)
        }
        return Rule(
            isGuess: guessing.contains(id), isMute: muted(by: json, kind) != nil, conditions: conditions,
            attention: attention(json["actions"].array))
    }

    /// `notify` with `highlight` is a mention.
    private static func attention(_ actions: [JSON]) -> Attention {
        guard actions.contains("notify") else { return .silent }
        let highlight = actions.first { $0["set_tweak"].string == "highlight" }
        return highlight.map { $0["value"].bool ?? true } ?? false ? .mention : .normal
    }

    func attention(_ event: RoomEvent, in room: Room, own: String) -> Attention {
        let saysWhom = event.content["m.mentions"].exists
        let rule = rules.first { rule in
            !rule.isMute && !(saysWhom && rule.isGuess)
                && rule.conditions.allSatisfy { $0.holds(for: event, in: room, own: own) }
        }
        return rule?.attention ?? .silent
    }
}
