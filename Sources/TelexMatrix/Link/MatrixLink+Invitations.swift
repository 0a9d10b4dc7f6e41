import TelexCore
import TelexNetwork

/// What stands between us and a room that we are not in yet.
enum RoomInvitation: Hashable {
    /// Somebody has invited us; the partner is with whom the room was made for two, empty for one that was not.
    case open(partner: String)
    /// We have asked to be let in.
    case requested

    /// - Parameter bookmark: as it was kept; `nil` for one that is gone.
    init?(bookmark: String) {
        if bookmark == "requested" {
            self = .requested
        } else if bookmark.hasPrefix("open ") {
            self = .open(partner: String(bookmark.dropFirst(5)))
        } else {
            return nil
        }
    }

    var bookmark: String {
        switch self {
        case .open(let partner): "open \(partner)"
        case .requested: "requested"
        }
    }
}

/// Rooms that we come into and leave.
extension MatrixLink {
    mutating func takeInvitations(_ answer: JSON) {
        for (id, json) in answer["rooms"]["knock"].object where invitations[id] ?? .requested == .requested {
            var room = Room(id: id)
            for event in json["knock_state"]["events"].array.compactMap(RoomEvent.init) {
                room.take(event, own: account.user)
            }
            if room.hasName || invitations[id] == nil { requested(id, title: room.hasName ? room.title : id) }
        }
        for (id, json) in answer["rooms"]["invite"].object where invitations[id] ?? .requested == .requested {
            let events = json["invite_state"]["events"].array.compactMap(RoomEvent.init)
            var room = Room(id: id)
            for event in events { room.take(event, own: account.user) }
            // The other events are claims of the server that the invitation comes from.
            let own = events.last { $0.type == "m.room.member" && $0.stateKey == account.user }
            let partner = own?.content["is_direct"].bool == true ? own?.sender ?? "" : ""
            let inviter = own.map { room.fullName($0.sender) } ?? ""
            let title = room.hasName ? room.title : own.map { room.disambiguatedName($0.sender) } ?? id
            tell(.invitation(.received(chat: ChatID(id), title: title, inviter: inviter)))
            note(.open(partner: partner), to: id)
        }
    }

    /// We have asked to be let into a room.
    mutating func requested(_ id: String, title: String) {
        tell(.invitation(.requested(chat: ChatID(id), title: title)))
        note(.requested, to: id)
    }

    mutating func note(_ invitation: RoomInvitation, to room: String) {
        invitations[room] = invitation
        keep("invitation/\(room)", invitation.bookmark)
    }

    /// The invitation was answered elsewhere, or withdrawn.
    mutating func endInvitation(to room: String, _ event: InvitationEvent) {
        tell(.invitation(event))
        forgetInvitation(to: room)
    }

    private mutating func forgetInvitation(to room: String) {
        invitations[room] = nil
        keep("invitation/\(room)", "")
    }

    /// We are no longer in a room, or no longer invited to it.
    mutating func left(_ id: String) {
        // Whoever was put out at once has never arrived.
        if let join = joining.removeValue(forKey: ChatID(id)) {
            finish(join.effect, nil)
            pump()
        }
        if invitations[id] != nil { return endInvitation(to: id, .declined(chat: ChatID(id))) }
        placeAll(in: ChatID(id))
        guard var room = rooms[id], !room.isLeft, !room.isSpace else { return }
        room.isLeft = true
        keep(room)
        tell(.chat(.synced(chats: [chat(room)])))
    }

    mutating func joined(_ chat: ChatID) {
        noteInviter(to: chat.text)
        // What has been said there comes first; if it has come already, that was it.
        joining[chat]?.isDone = true
        if rooms[chat.text]?.isLeft == false { arrived(chat) }
    }

    /// The first news have come of a room that we have joined.
    mutating func arrived(_ chat: ChatID) {
        accepted(chat)
        pump()
    }

    mutating func accepted(_ chat: ChatID) {
        guard let join = joining.removeValue(forKey: chat) else { return }
        finish(join.effect, .invitation(.accepted(chat: chat)))
        noteInviter(to: chat.text)
        forgetInvitation(to: chat.text)
    }

    private mutating func noteInviter(to room: String) {
        if case .open(let user) = invitations[room], !user.isEmpty { noteDirect(room, user) }
    }

    mutating func declined(_ effect: Int, _ chat: ChatID) {
        finish(effect, .invitation(.declined(chat: chat)))
        forgetInvitation(to: chat.text)
    }
}
