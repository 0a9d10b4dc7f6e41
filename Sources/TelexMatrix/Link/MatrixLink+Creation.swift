import Foundation
import TelexCore
import TelexNetwork

/// Creates and joins chats.
extension MatrixLink {
    struct MatrixPerson: Hashable {
        let user: String
        let name: String?

        /// The name and id, as shown to the user and accepted from the user.
        var label: String { name.map { "\($0) (\(user))" } ?? user }

        init?(_ person: JSON) {
            guard let user = person["user_id"].string else { return nil }
            self.user = user
            // A label must be short enough for `chat.creating`.
            name = person["display_name"].string.map { String($0.prefix(100)) }.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    static func directory(_ name: String) -> MatrixRequest {
        MatrixRequest(.post, ["user_directory", "search"], body: ["search_term": .string(name), "limit": 20])
    }

    /// The people other than us whom the directory lists.
    func people(_ answer: JSON) -> [MatrixPerson] {
        answer["results"].array.compactMap(MatrixPerson.init).filter {
            $0.user != account.user && Self.user(in: $0.label) == $0.user
        }
    }

    /// Returns the user that a text names: by the id in brackets at its end, as in a label, whatever the name before it
    /// contains, or by any id in a text without the address of a room.
    private static func user(in text: String) -> String? {
        if text.hasSuffix(")"), let bracket = text.range(of: " (@", options: .backwards) {
            let id = String(text[bracket.lowerBound...].dropFirst(2).dropLast())
            if identifier("@", in: id) == id { return id }
        }
        return address(in: text) == nil ? identifier("@", in: text) : nil
    }

    /// Returns an id within a text: `@ada:example.org`, or `Ada (@ada:example.org)`.
    ///
    /// - Parameter sigil: the first character of the id.
    static func identifier(_ sigil: Character, in text: String) -> String? {
        guard let start = text.firstIndex(of: sigil) else { return nil }
        var id = text[start...].prefix { !$0.isWhitespace }
        if id.hasSuffix(")") { id.removeLast() }
        let parts = id.dropFirst()
        if sigil == "!" { return Room.isID(String(id)) ? String(id) : nil }
        return parts.contains(":") && parts.first != ":" ? String(id) : nil
    }

    /// Returns the alias or the id of a room within a text.
    private static func address(in text: String) -> String? { identifier("#", in: text) ?? identifier("!", in: text) }

    mutating func create(_ recipient: String, _ effect: Int) {
        let parts = recipient.split(separator: ",").map(String.init)
        if parts.count > 1, parts.allSatisfy({ Self.user(in: $0) != nil }) {
            return fail(effect, MatrixReason.untitled)
        }
        if let user = Self.user(in: recipient) { return meet(user, effect) }
        if let address = Self.address(in: recipient) {
            return request(
                MatrixRequest(.post, ["join", address], query: servers(of: address), body: [:]),
                .create(effect: effect, .joining(address: address)))
        }
        request(Self.directory(recipient), .create(effect: effect, .finding(recipient)))
    }

    /// Creates a room with a name, and invites people by their addresses.
    mutating func createGroup(_ recipients: String, _ title: String, _ effect: Int) {
        var users: [String] = []
        for text in recipients.split(separator: ",").map(String.init) {
            guard let user = Self.user(in: text) else { return fail(effect, MatrixReason.noAddress(text)) }
            if user == account.user { return fail(effect, MatrixReason.itself) }
            if !users.contains(user) { users.append(user) }
        }
        let body: JSON = [
            "name": .string(title), "preset": "private_chat", "invite": .array(users.map(JSON.string)),
        ]
        request(MatrixRequest(.post, ["createRoom"], body: body), .create(effect: effect, .makingGroup(title: title)))
    }

    /// The servers to find the successor of a known room by. "via" replaced "server_name" in v1.12.
    private func servers(of address: String) -> [(String, String)] {
        rooms.server(of: address).map { [("via", $0), ("server_name", $0)] } ?? []
    }

    /// Looks up whether a room that we may not join accepts requests to join (client-server API, "Room Summary").
    mutating func lookAt(_ address: String, _ effect: Int, reason: String) {
        request(
            MatrixRequest(.get, ["room_summary", address], version: "v1", query: servers(of: address)),
            .create(effect: effect, .knockable(reason: reason)))
    }

    /// Asks to join a room (client-server API, "Knocking on rooms").
    mutating func knock(_ recipient: String, _ effect: Int) {
        guard let address = Self.address(in: recipient) else { return fail(effect, MatrixReason.noRoom(recipient)) }
        request(
            MatrixRequest(.post, ["knock", address], query: servers(of: address), body: [:]),
            .create(effect: effect, .knocking(address: address)))
    }

    private mutating func meet(_ user: String, _ effect: Int) {
        if user == account.user { return fail(effect, MatrixReason.itself) }
        request(.profile(user), .create(effect: effect, .meeting(user: user)))
    }

    mutating func created(_ effect: Int, _ creation: Creation, _ answer: JSON) {
        switch creation {
        case .finding(let name): found(effect, name, answer)
        case .meeting(let user):
            let name = answer["displayname"].string ?? Room.localpart(user)
            request(.accountData(account.user, "m.direct"), .create(effect: effect, .looking(user: user, name: name)))
        case .looking(let user, let name):
            directs = Directs(answer)
            if let room = room(with: user) {
                noteDirect(room, user)
                return finish(
                    effect, .chat(.created(TitledChat(chat: ChatID(room), title: rooms[room]?.title ?? name))))
            }
            let body: JSON = [
                "is_direct": true, "preset": "trusted_private_chat", "invite": [.string(user)],
            ]
            request(
                MatrixRequest(.post, ["createRoom"], body: body),
                .create(effect: effect, .making(user: user, name: name)))
        case .making(let user, let name):
            let room = answer["room_id"].string ?? ""
            made.insert(room)
            noteDirect(room, user)
            finish(effect, .chat(.created(TitledChat(chat: ChatID(room), title: name))))
        case .makingGroup(let title):
            finish(effect, .chat(.created(TitledChat(chat: ChatID(answer["room_id"].string ?? ""), title: title))))
        case .joining(let address):
            let room = answer["room_id"].string ?? address
            request(
                MatrixRequest(.get, ["rooms", room, "state", "m.room.create", ""]),
                .create(effect: effect, .joined(room: room, address: address)))
        case .joined(let room, let address):
            // A space has no messages, so it is no chat.
            if answer["type"].string == "m.space" {
                return finish(effect, .chat(.createFailed(CreationFailure(reason: MatrixReason.space(address)))))
            }
            finish(effect, .chat(.created(TitledChat(chat: ChatID(room), title: rooms[room]?.title ?? address))))
        case .knockable(let reason):
            let canKnock = ["knock", "knock_restricted"].contains(answer["join_rule"].string)
            finish(effect, .chat(.createFailed(CreationFailure(reason: reason, canKnock: canKnock))))
        case .knocking(let address): knocked(effect, address, answer)
        }
    }

    private mutating func knocked(_ effect: Int, _ address: String, _ answer: JSON) {
        let room = answer["room_id"].string ?? address
        // We may have been let in or invited before the answer came.
        if let known = rooms[room], !known.isLeft {
            return finish(effect, .chat(.created(TitledChat(chat: ChatID(room), title: known.title))))
        }
        // The request was sent, even if the user has left the form.
        if invitations[room] == nil { requested(room, title: address) }
        finish(effect, .chat(.knocked(TitledChat(chat: ChatID(room), title: address))))
    }

    private mutating func found(_ effect: Int, _ name: String, _ answer: JSON) {
        let people = people(answer)
        func isName(_ text: String?) -> Bool { text?.lowercased() == name.lowercased() }
        // Anybody can choose any display name, so a user name on our own server comes first.
        let exact = "@\(name.lowercased())\(account.user.drop { $0 != ":" })"
        if people.contains(where: { $0.user == exact }) { return meet(exact, effect) }
        let meant = people.filter { isName($0.name) || isName(Room.localpart($0.user)) }
        switch meant.count {
        case 1: meet(meant[0].user, effect)
        case 0:
            let reason = MatrixReason.nobody(name)
            finish(effect, .chat(.createFailed(CreationFailure(reason: reason, recipients: people.map(\.label)))))
        default:
            let reason = MatrixReason.several(name, meant.map(\.user))
            finish(effect, .chat(.createFailed(CreationFailure(reason: reason, recipients: meant.map(\.label)))))
        }
    }

    /// The existing chat with a person.
    private mutating func room(with user: String) -> String? {
        let noted = directs.rooms(with: user).filter { id in
            // A room that was just created may be known without the other person, who is about to be invited.
            guard let room = rooms[id] else { return made.contains(id) }
            return !room.isLeft && room.holds(user) ?? made.contains(id)
        }
        // Otherwise a room that was created from here, but is missing in `m.direct`.
        return noted.first ?? rooms.between(us: user).min()
    }

    mutating func noteDirect(_ room: String, _ user: String) {
        let more = directs.adding(room, with: user)
        guard more != directs else { return }
        directs = more
        keep("direct", more.content.text)
        request(.accountData(account.user, "m.direct", more.content), .noteDirect)
    }
}
