import TelexCore

/// Rooms that we come into and leave.
extension MatrixLink {
    mutating func takeInvitations(_ answer: JSON) {
        for (id, json) in answer["rooms"]["invite"].object where !invitations.contains(id) {
            let events = json["invite_state"]["events"].array.compactMap(RoomEvent.init)
            var room = Room(id: id)
            for event in events { room.take(event, own: account.user) }
            let own = events.last { $0.type == "m.room.member" && $0.stateKey == account.user }
            let inviter = own.map { room.author($0.sender) } ?? ""
            let title = room.hasName ? room.title : inviter.isEmpty ? id : inviter
            invitations.insert(id)
            keep("invitation/\(id)", "open")
            tell(.invitation(.received(chat: ChatID(id), contact: title, inviter: inviter)))
        }
    }

    /// The invitation was answered, here or elsewhere, or withdrawn.
    mutating func endInvitation(to room: String, _ event: InvitationEvent) {
        invitations.remove(room)
        keep("invitation/\(room)", "")
        tell(.invitation(event))
    }

    /// We are no longer in a room, or no longer invited to it.
    mutating func left(_ id: String) {
        if invitations.contains(id) { return endInvitation(to: id, .declined(chat: ChatID(id))) }
        guard var room = rooms[id], !room.isLeft, !room.isSpace else { return }
        room.isLeft = true
        keep(room)
        tell(.chat(.loaded(chats: [chat(room)])))
    }

    mutating func joined(_ effect: Int, _ chat: ChatID, _ result: Result<JSON, MatrixFailure>) {
        switch result {
        case .failure(let failure): finish(effect, .invitation(.failed(chat: chat, reason: reason(failure))))
        case .success:
            invitations.remove(chat.text)
            keep("invitation/\(chat)", "")
            finish(effect, .invitation(.accepted(chat: chat)))
        }
    }

    mutating func declined(_ effect: Int, _ chat: ChatID, _ result: Result<JSON, MatrixFailure>) {
        switch result {
        case .failure(let failure): finish(effect, .invitation(.failed(chat: chat, reason: reason(failure))))
        case .success:
            invitations.remove(chat.text)
            keep("invitation/\(chat)", "")
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
