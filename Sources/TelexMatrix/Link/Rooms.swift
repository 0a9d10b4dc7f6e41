import Foundation
import TelexNetwork

/// The known rooms, and which of them and of their members have changed since they were stored.
///
/// Members are values of their own, since a large room has many and a message changes none of them.
struct Rooms {
    /// The prefix of the names under which rooms are kept.
    private static let prefix = "room/"

    private let environment: LinkEnvironment?
    private var rooms: [String: Room] = [:]
    /// The rooms whose members have not been read from the store.
    private var unread: Set<String> = []
    /// The changed rooms, each with its changed members.
    private var unkept: [String: Set<String>] = [:]

    /// No rooms.
    init() { environment = nil }

    /// The rooms that the link has kept.
    init(_ environment: LinkEnvironment) {
        self.environment = environment
        for (id, text) in environment.values(Self.prefix) {
            guard let kept = try? JSONDecoder().decode(KeptRoom.self, from: Data(text.utf8)) else { continue }
            rooms[id] = kept.room
            if let members = kept.members {
                var room = kept.room
                room.members = members
                change(room)
            } else {
                unread.insert(id)
            }
        }
    }

    /// The room with its members, which are read when they are first needed.
    subscript(id: String) -> Room? {
        mutating get {
            if let environment, unread.remove(id) != nil {
                rooms[id]?.members = RoomMembers(kept: environment.values(Self.prefix(ofMembers: id)))
            }
            return rooms[id]
        }
    }

    /// The room, perhaps without its members.
    func facts(of id: String) -> Room? { rooms[id] }

    /// All rooms, perhaps without their members.
    var all: some Collection<Room> { rooms.values }

    /// The direct chats with a user, listed in `m.direct` or not.
    mutating func between(us user: String) -> [String] {
        let pairs = rooms.values.filter { $0.partner == user && !$0.isLeft && $0.size == 2 }.map(\.id)
        return pairs.filter { self[$0]?.holds(user) == true }
    }

    /// A server to find a room by, if it is the successor of a known room.
    func server(of successor: String) -> String? {
        let sender = rooms.values.compactMap(\.successor).first { $0.id == successor }?.sender
        return sender.map { String($0.drop { $0 != ":" }.dropFirst()) }
    }

    /// - Parameter room: the room with its members.
    mutating func change(_ room: Room) {
        unkept[room.id, default: []].formUnion(room.members.changes(since: rooms[room.id]?.members))
        rooms[room.id] = room
    }

    /// Returns the changed rooms and members as values to keep, and marks them as kept.
    mutating func keepChanges() -> [(name: String, value: String)] {
        defer { unkept = [:] }
        var values: [(name: String, value: String)] = []
        for (id, users) in unkept.sorted(by: { $0.key < $1.key }) {
            guard let room = rooms[id], let data = try? JSONEncoder().encode(room) else { continue }
            for user in users.sorted() { values.append((Self.prefix(ofMembers: id) + user, room.members[user].kept)) }
            values.append((Self.prefix + id, String(decoding: data, as: UTF8.self)))
        }
        return values
    }

    private static func prefix(ofMembers room: String) -> String { "member/\(room)/" }
}

/// A stored room, with its members if it is from the time when they were part of it.
private struct KeptRoom: Decodable {
    let room: Room
    private(set) var members: RoomMembers?

    private enum CodingKeys: CodingKey { case names, memberships }

    init(from decoder: any Decoder) throws {
        room = try Room(from: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let names = try values.decodeIfPresent([String: String].self, forKey: .names) else { return }
        var members = RoomMembers()
        for (user, name) in names { members[user].name = name }
        for (user, membership) in try values.decode([String: Membership].self, forKey: .memberships) {
            members[user].membership = membership
        }
        self.members = members
    }
}
