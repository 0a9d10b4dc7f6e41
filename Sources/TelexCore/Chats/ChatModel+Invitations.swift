/// Invitations and requests to join.
extension ChatModel {
    mutating func invite(_ invitation: ReceivedInvitation, _ stamp: Stamp) -> Consequences {
        let (id, title, inviter) = (invitation.chat, invitation.title, invitation.inviter)
        if var known = chats[id], known.invitation?.isRequest == false {
            guard known.title != title else { return .none }
            known.title = title
            return save(known)
        }
        let isIgnored = invitation.inviterID.map(ignored.users.contains) == true
        // The chat that we have asked to join is wanted.
        if isIgnored, chats[id]?.invitation == nil { return .none }
        var chat = chats[id] ?? Chat(id: id, title: title)
        chat.invitation = Invitation(inviter: inviter, inviterID: invitation.inviterID, position: stamp.order)
        if isIgnored { return save(chat) }
        let content: MessageContent =
            inviter.isEmpty
            ? .text("You are invited to this chat.")
            : MessageContent(kind: .emote, text: "invites you to chat", senderName: inviter)
        let said = IncomingMessage(chat: id, title: title, content: content)
        return save(chat, followUps: [.notification(.raised(said, in: windows.ids))])
    }

    /// Lists a chat that we have asked to join.
    mutating func request(_ requested: TitledChat, _ stamp: Stamp) -> Consequences {
        var chat = chats[requested.chat] ?? Chat(id: requested.chat, title: requested.title)
        if let invitation = chat.invitation {
            guard invitation.isRequest, chat.title != requested.title else { return .none }
            chat.title = requested.title
        } else {
            chat.invitation = Invitation(inviter: "", position: stamp.order, isRequest: true)
        }
        return save(chat)
    }

    mutating func answerInvitation(
        to id: ChatID, _ answer: Invitation.Answer, _ request: BackendRequest
    ) -> Consequences {
        guard var chat = chats[id], let invitation = chat.invitation else {
            return .ignored("You have no invitation to the chat \"\(id)\".")
        }
        guard invitation.answer != .accepting, invitation.answer != .declining else {
            return .ignored("The invitation is already being answered.")
        }
        chat.invitation?.answer = answer
        update(chat)
        return Consequences(effects: [Effect(.invitation(id), .ask(request))])
    }

    /// Makes us a member. Opens the chat if the invitation was accepted here.
    mutating func join(_ id: ChatID) -> Consequences {
        guard var chat = chats[id], let invitation = chat.invitation else { return .none }
        chat.invitation = nil
        var followUps: [Event] = [
            .notification(.resolved(chat: id)), .contact(.met(TitledChat(chat: id, title: chat.title))),
        ]
        if invitation.answer == .accepting { followUps.append(.screen(.opening(.messages(id)))) }
        return save(chat, followUps: followUps)
    }

    mutating func dropInvitation(to id: ChatID) -> Consequences {
        guard var chat = chats[id], chat.invitation != nil else { return .none }
        // A chat that we had left keeps its messages.
        guard chat.total == 0 else {
            chat.invitation = nil
            return save(chat, followUps: [.notification(.resolved(chat: id))])
        }
        remove(id)
        return Consequences(
            saves: [.chatRemoved(id)],
            followUps: [
                .notification(.resolved(chat: id)), .screen(.vanished(.messages(id))),
                .screen(.vanished(.members(id))),
            ])
    }

    mutating func failInvitation(_ failure: ChatFailure) -> Consequences {
        guard var chat = chats[failure.chat], chat.invitation != nil else { return .none }
        chat.invitation?.answer = .failed(reason: failure.reason)
        update(chat)
        return .failed(failure.reason)
    }
}
