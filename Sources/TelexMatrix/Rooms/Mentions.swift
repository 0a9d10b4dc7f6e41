/// Whom a message mentions (client-server API, "User and room mentions").
struct Mentions: Hashable {
    var users: Set<String> = []
    /// Whether it mentions everybody in the room.
    var room = false

    init(users: Set<String>, room: Bool) {
        self.users = users
        self.room = room
    }

    init(_ content: JSON) {
        users = Set(content["m.mentions"]["user_ids"].array.compactMap(\.string))
        room = content["m.mentions"]["room"].bool ?? false
    }

    /// The value of `m.mentions`. Every message has one, if only an empty one: without it, names in the text could
    /// notify people by older rules.
    var json: JSON {
        var members: [String: JSON] = [:]
        if !users.isEmpty { members["user_ids"] = .array(users.sorted().map(JSON.string)) }
        if room { members["room"] = .bool(true) }
        return .object(members)
    }

    /// Those that `old` does not mention.
    func new(since old: Mentions) -> Mentions {
        Mentions(users: users.subtracting(old.users), room: room && !old.room)
    }
}
