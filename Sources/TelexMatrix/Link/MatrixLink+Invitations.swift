import TelexCore

/// Rooms that we come into and leave.
extension MatrixLink {
    mutating func takeInvitations(_ answer: JSON) {
        for (id, json) in answer["rooms"]["invite"].object where invitations[id] == nil {
            let events = json["invite_state"]["events"].array.compactMap(RoomEvent.init)
            var room = Room(id: id)
            for event in events { room.take(event, own: account.user) }
            let own = events.last { $0.type == "m.room.member" && $0.stateKey == account.user }
            let inviter = own.map { room.author($0.sender) } ?? ""
            let title = room.hasName ? room.title : inviter.isEmpty ? id : inviter
            invitations[id] = room.directWith ?? ""
            keep("invitation/\(id)", "open \(room.directWith ?? "")")
            tell(.invitation(.received(chat: ChatID(id), contact: title, inviter: inviter)))
        }
    }

    /// The invitation was answered elsewhere, or withdrawn.
    mutating func endInvitation(to room: String, _ event: InvitationEvent) {
        forgetInvitation(to: room)
        tell(.invitation(event))
    }

    private mutating func forgetInvitation(to room: String) {
        invitations[room] = nil
        keep("invitation/\(room)", "")
    }

    /// We are no longer in a room, or no longer invited to it.
    mutating func left(_ id: String) {
        if invitations[id] != nil { return endInvitation(to: id, .declined(chat: ChatID(id))) }
        guard var room = rooms[id], !room.isLeft, !room.isSpace else { return }
        room.isLeft = true
        keep(room)
        tell(.chat(.loaded(chats: [chat(room)])))
    }

    mutating func joined(_ effect: Int, _ chat: ChatID, _ result: Result<JSON, MatrixFailure>) {
        switch result {
        case .failure(let failure):
            guard joining.removeValue(forKey: chat) != nil else { return }
            finish(effect, .invitation(.failed(chat: chat, reason: reason(failure))))
            pump()
        case .success:
            if let user = invitations[chat.text], !user.isEmpty { noteDirect(chat.text, user) }
            forgetInvitation(to: chat.text)
            // What has been said there comes first; if it has come already, that was it.
            joining[chat]?.isDone = true
            if rooms[chat.text]?.isLeft == false { arrived(chat) }
        }
    }

    /// The first news have come of a room that we have joined.
    mutating func arrived(_ chat: ChatID) {
        guard let join = joining.removeValue(forKey: chat) else { return }
        finish(join.effect, .invitation(.accepted(chat: chat)))
        pump()
    }

    mutating func declined(_ effect: Int, _ chat: ChatID, _ result: Result<JSON, MatrixFailure>) {
        switch result {
        case .failure(let failure): finish(effect, .invitation(.failed(chat: chat, reason: reason(failure))))
        case .success:
            forgetInvitation(to: chat.text)
            finish(effect, .invitation(.declined(chat: chat)))
        }
    }

    /// What a failure is to whoever has asked.
    func reason(_ failure: MatrixFailure) -> String {
        switch failure {
        case .refused(let reason, _): reason
        case .offline(let reason), .busy(let reason): MatrixReason.offline(reason)
        case .loggedOut(let isSoft): MatrixReason.loggedOut(account, isSoft: isSoft)
        }
    }
}
