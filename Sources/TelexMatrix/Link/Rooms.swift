import Foundation

/// The known rooms, and which of them have changed since they were stored.
struct Rooms {
    /// The prefix of the names under which rooms are kept.
    static let prefix = "room/"

    private var rooms: [String: Room] = [:]
    private var unkept: Set<String> = []

    init() {}

    /// - Parameter kept: the stored rooms, by room id.
    init(kept: [String: String]) {
        rooms = kept.compactMapValues { try? JSONDecoder().decode(Room.self, from: Data($0.utf8)) }
    }

    subscript(id: String) -> Room? { rooms[id] }

    var all: some Collection<Room> { rooms.values }

    /// The direct chats with a user, listed in `m.direct` or not.
    func between(us user: String) -> [String] {
        rooms.values.filter { $0.partner == user && !$0.isLeft && $0.size == 2 && $0.holds(user) == true }.map(\.id)
    }

    /// A server to find a room by, if it is the successor of a known room.
    func server(of successor: String) -> String? {
        let sender = rooms.values.compactMap(\.successor).first { $0.id == successor }?.sender
        return sender.map { String($0.drop { $0 != ":" }.dropFirst()) }
    }

    mutating func change(_ room: Room) {
        rooms[room.id] = room
        unkept.insert(room.id)
    }

    /// Returns the changed rooms as values to keep, and marks them as kept.
    mutating func keepChanges() -> [(name: String, value: String)] {
        defer { unkept = [] }
        return unkept.sorted().compactMap { id in
            guard let data = try? JSONEncoder().encode(rooms[id]) else { return nil }
            return (Self.prefix + id, String(decoding: data, as: UTF8.self))
        }
    }
}
