/// The direct chats of each user: `m.direct` (client-server API, section 10.22).
struct Directs: Hashable {
    private(set) var content: JSON = [:]

    init(_ content: JSON = [:]) { self.content = content }

    func rooms(with user: String) -> [String] { content[user].array.compactMap(\.string) }

    func user(of room: String) -> String? {
        content.object.filter { $0.value.array.contains(.string(room)) }.keys.min()
    }

    /// Returns the list with one more room.
    func adding(_ room: String, with user: String) -> Directs {
        var members = content.object
        let rooms = members[user]?.array ?? []
        guard !rooms.contains(.string(room)) else { return self }
        members[user] = .array(rooms + [.string(room)])
        return Directs(.object(members))
    }
}
