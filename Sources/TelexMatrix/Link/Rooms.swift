import Foundation

/// The rooms that are known, and which of them have changed since they were kept.
struct Rooms {
    /// Begins the names under which the store keeps them.
    static let prefix = "room/"

    private var rooms: [String: Room] = [:]
    private var unkept: Set<String> = []

    init() {}

    /// - Parameter kept: what was kept, by the rooms' ids.
    init(kept: [String: String]) {
        rooms = kept.compactMapValues { try? JSONDecoder().decode(Room.self, from: Data($0.utf8)) }
    }

    subscript(id: String) -> Room? { rooms[id] }

    /// Those that are chats of two with somebody, without having been noted as such.
    func between(us user: String) -> [String] {
        rooms.values.filter { $0.partner == user && !$0.isLeft && $0.size == 2 && $0.holds(user) == true }.map(\.id)
    }

    /// A server by which the room can be found, if the room takes the place of one that is known.
    func server(of successor: String) -> String? {
        let sender = rooms.values.compactMap(\.successor).first { $0.id == successor }?.sender
        return sender.map { String($0.drop { $0 != ":" }.dropFirst()) }
    }

    mutating func change(_ room: Room) {
        rooms[room.id] = room
        unkept.insert(room.id)
    }

    /// What is to be kept now.
    mutating func takeUnkept() -> [(name: String, value: String)] {
        defer { unkept = [] }
        return unkept.sorted().compactMap { id in
            guard let data = try? JSONEncoder().encode(rooms[id]) else { return nil }
            return (Self.prefix + id, String(decoding: data, as: UTF8.self))
        }
    }
}
