import TelexCore
import TelexNetwork

/// Our pending invitation to a room, or our pending request to join it.
enum RoomInvitation: Hashable {
    /// We are invited. For a direct chat, `partner` is the inviter; otherwise it is empty.
    case open(partner: String)
    /// We are invited to a space, which has no messages and is not listed once we have joined it.
    case space
    /// We have asked to join.
    case requested

    /// - Parameter kept: the stored text; `nil` is returned for an invitation that has ended.
    init?(kept: String) {
        if kept == "requested" {
            self = .requested
        } else if kept == "space" {
            self = .space
        } else if kept.hasPrefix("open ") {
            self = .open(partner: String(kept.dropFirst(5)))
        } else {
            return nil
        }
    }

    var kept: String {
        switch self {
        case .open(let partner): "open \(partner)"
        case .space: "space"
        case .requested: "requested"
        }
    }
}

/// Handles rooms that we join and leave.
extension MatrixLink {
    mutating func applyInvitations(_ answer: JSON) {
        for (id, json) in answer["rooms"]["knock"].object where invitations[id] ?? .requested == .requested {
            var room = Room(id: id)
            for event in json["knock_state"]["events"].array.compactMap(RoomEvent.init) {
                room.apply(event, own: account.user)
            }
            if room.hasName || invitations[id] == nil { requested(id, title: room.hasName ? room.title : id) }
        }
        for (id, json) in answer["rooms"]["invite"].object where invitations[id] ?? .requested == .requested {
            let events = json["invite_state"]["events"].array.compactMap(RoomEvent.init)
            var room = Room(id: id)
            for event in events { room.apply(event, own: account.user) }
            // All other events are unverified claims of the inviter's server.
            let own = events.last { $0.type == "m.room.member" && $0.stateKey == account.user }
            let partner = own?.content["is_direct"].bool == true ? own?.sender ?? "" : ""
            let inviter = own.map { room.fullName($0.sender) } ?? ""
            let title = room.hasName ? room.title : own.map { room.disambiguatedName($0.sender) } ?? id
            let kind = room.isSpace ? " (space)" : ""
            let received = ReceivedInvitation(
                chat: ChatID(id), title: title + kind, inviter: inviter, inviterID: own.map { UserID($0.sender) })
            tell(.invitation(.received(received)))
            note(room.isSpace ? .space : .open(partner: partner), to: id)
        }
    }

    /// Reports and stores that we have asked to join a room.
    mutating func requested(_ id: String, title: String) {
        tell(.invitation(.requested(TitledChat(chat: ChatID(id), title: title))))
        note(.requested, to: id)
    }

    mutating func note(_ invitation: RoomInvitation, to room: String) {
        invitations[room] = invitation
        keep("invitation/\(room)", invitation.kept)
    }

    /// Ends an invitation to a room that we have joined elsewhere.
    mutating func endInvitation(to id: String, joined room: Room) {
        endInvitation(to: id, Self.entered(ChatID(id), isSpace: room.isSpace))
    }

    /// The event of having joined a room. A space has no messages, so its row goes.
    private static func entered(_ chat: ChatID, isSpace: Bool) -> InvitationEvent {
        isSpace ? .declined(chat: chat) : .accepted(chat: chat)
    }

    /// Ends an invitation that was answered elsewhere, or withdrawn.
    mutating func endInvitation(to room: String, _ event: InvitationEvent) {
        tell(.invitation(event))
        forgetInvitation(to: room)
    }

    private mutating func forgetInvitation(to room: String) {
        invitations[room] = nil
        keep("invitation/\(room)", "")
    }

    /// Handles the loss of our membership in a room, or of our invitation to it.
    mutating func left(_ id: String) {
        // If we were removed immediately, we never arrived.
        if let join = joining.removeValue(forKey: ChatID(id)) {
            finish(join.effect, nil)
            pump()
        }
        placeAll(in: ChatID(id))
        if invitations[id] != nil { return endInvitation(to: id, .declined(chat: ChatID(id))) }
        guard var room = rooms[id], !room.isLeft else { return }
        room.isLeft = true
        keep(room)
        // The homeserver does not tell us when they stop.
        if logs[id]?.typists.isEmpty == false {
            logs[id]?.typists = []
            tell(.presence(.typingStopped(Typist(chat: ChatID(id), sender: nil))))
        }
        if !room.isSpace { tell(.chat(.synced(chats: [chat(room)]))) }
    }

    mutating func joined(_ chat: ChatID) {
        noteInviter(to: chat.text)
        // The messages of the room come first, unless they have come already.
        joining[chat]?.isDone = true
        if rooms[chat.text]?.isLeft == false { arrived(chat) }
    }

    /// Handles the first news of a room that we have joined.
    mutating func arrived(_ chat: ChatID) {
        accepted(chat)
        pump()
    }

    mutating func accepted(_ chat: ChatID) {
        guard let join = joining.removeValue(forKey: chat) else { return }
        let isSpace = rooms[chat.text]?.isSpace ?? (invitations[chat.text] == .space)
        finish(join.effect, .invitation(Self.entered(chat, isSpace: isSpace)))
        noteInviter(to: chat.text)
        forgetInvitation(to: chat.text)
    }

    private mutating func noteInviter(to room: String) {
        if case .open(let user) = invitations[room], !user.isEmpty { noteDirect(room, user) }
    }

    /// Declines an invitation. Before, checks that it still stands: if it was accepted elsewhere, this would leave the
    /// chat.
    mutating func decline(_ effect: Int, _ chat: ChatID) {
        let path = ["rooms", chat.text, "state", "m.room.member", account.user]
        request(MatrixRequest(.get, path), .standing(effect: effect, chat))
    }

    /// Handles our membership in a room whose invitation is to be declined.
    ///
    /// - Parameter membership: `nil` if we may not know it, as of a room that we are invited to.
    mutating func decline(_ effect: Int, _ chat: ChatID, membership: String?) {
        switch membership {
        case "join":
            fail(effect, MatrixReason.alreadyJoined)
            if let room = rooms[chat.text], !room.isLeft { endInvitation(to: room.id, joined: room) }
        case "leave", "ban": declined(effect, chat)
        default:
            request(MatrixRequest(.post, ["rooms", chat.text, "leave"], body: [:]), .leave(effect: effect, chat))
        }
    }

    mutating func declined(_ effect: Int, _ chat: ChatID) {
        finish(effect, .invitation(.declined(chat: chat)))
        forgetInvitation(to: chat.text)
    }
}
