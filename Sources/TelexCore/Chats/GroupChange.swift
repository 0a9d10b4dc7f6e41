/// A change of a chat that all its members see.
public enum GroupChange: Hashable, Sendable {
    case title(String)
    /// Say what the chat is about; empty for nothing.
    case topic(String)
    case leave
    /// Invite somebody: a name, a user name or an address.
    case invite(String)
    /// Remove a member, or take an invitation back.
    case remove(UserID)
    /// Give a member the role of this name.
    case role(UserID, String)

    /// Why the change is invalid, so that no request is sent; `nil` if it is valid.
    var refusal: String? {
        switch self {
        case .title(let title) where MemberName.visible(title).tidied.isEmpty: "Type a title."
        case .title(let title) where title.count > CreateChatUseCase.longestName:
            "That title is too long. Use at most \(CreateChatUseCase.longestName) characters."
        case .topic(let topic) where !topic.isEmpty && MemberName.visible(topic).isEmpty: "Type a topic."
        case .topic(let topic) where topic.unicodeScalars.count > ChatTopic.longest:
            "That topic is too long. Use at most \(ChatTopic.longest) characters."
        case .invite(let recipient): CreateChatUseCase.refusal(of: recipient)
        case .role(_, let role) where ChatMember.Role(rawValue: role) == nil:
            "Choose a role: \(ChatMember.Role.allCases.map(\.rawValue).joined(separator: ", "))."
        case .title, .topic, .leave, .remove, .role: nil
        }
    }

    /// Why the rules of the chat do not let us make the change; `nil` if they do, or are unknown.
    func barrier(in chat: Chat) -> String? {
        guard let rights = chat.rights else { return nil }
        switch self {
        case .title: return rights.contains(.retitle) ? nil : chat.reserved("change its title")
        case .topic: return rights.contains(.setTopic) ? nil : chat.reserved("change its topic")
        case .leave: return rights.contains(.leave) ? nil : "A chat of two cannot be left."
        case .invite(let recipient):
            return rights.contains(.invite) ? chat.present(recipient) : chat.reserved("invite others")
        case .remove(let user):
            return chat.members[user]?.rights.contains(.remove) == true ? nil : chat.reserved("remove members")
        case .role(let user, _):
            let member = chat.members[user]
            if member?.rights.contains(.setRole) == true { return nil }
            guard chat.members.all.contains(where: { $0.isOwn && $0.role == .admin }) else {
                return chat.reserved("change roles")
            }
            if member?.isOwn == true { return "You are the only admin here, so you stay one." }
            return member?.standing == .joined
                ? chat.reserved("change roles")
                : "\(chat.members.fullName(of: user)) has not joined this chat. Only its members have roles."
        }
    }
}

extension Chat {
    /// The most admins that a sentence names.
    private static let mostNamed = 5

    /// The sentence that says that somebody is in the chat, or invited to it; `nil` if they are not.
    ///
    /// - Parameter recipient: a user name or an address. Names are the server's business, as anybody can choose one.
    fileprivate func present(_ recipient: String) -> String? {
        guard let member = members[UserID(recipient.lowercased())] else { return nil }
        return switch member.standing {
        case .joined: "\(members.fullName(of: member.id)) is already in this chat."
        case .invited: "\(members.fullName(of: member.id)) is already invited to this chat."
        default: nil
        }
    }

    /// The sentence that says who may do what we may not.
    fileprivate func reserved(_ what: String) -> String {
        let admins = members.all.filter { $0.role == .admin && $0.standing == .joined && !$0.isOwn }
        if admins.isEmpty { return "The rules of this chat do not let you \(what)." }
        let names = admins.prefix(Self.mostNamed).map { MemberName.visible(members.displayName(of: $0.id)) }
        let more = admins.count > names.count ? ["\(admins.count - names.count) more"] : []
        return "Only the admins of this group can \(what): \((names + more).joined(separator: ", "))."
    }
}

/// Changes of chats. The server reports the result, to us as to the other members.
extension ChatModel {
    mutating func change(_ id: ChatID, _ change: GroupChange, in window: WindowID) -> Consequences {
        guard let chat = chats[id] else { return .ignored(ChatHeading.missing(id)) }
        if let barrier = heading(of: id)?.barrier { return refuse(barrier, of: id, in: window) }
        if let refusal = change.barrier(in: chat) ?? change.refusal { return refuse(id, refusal, in: window) }
        if windows[window].chat?.id == id { windows[window].chat?.refusal = nil }
        return Consequences(effects: [Effect(.change(id, change), .ask(.change(id, change)))])
    }

    /// Leaves a group, after what we have done in it: what still waits then could not be done any more.
    mutating func leave(_ id: ChatID, _ stamp: Stamp) -> Consequences {
        let unsent = outbox.entries.count { entry in
            let message = entry.message
            return message.chat == id
                && (entry.isDue || entry.isUploading || deletions[message.key] != nil
                    || message.pendingText != nil && !entry.isPlaced)
        }
        if unsent > 0 {
            let reason =
                unsent == 1
                ? "A message to this chat waits to be sent, edited or deleted. Leave after that."
                : "\(unsent) messages to this chat wait to be sent, edited or deleted. Leave after that."
            return refuse(id, reason, in: stamp.window)
        }
        let change = change(id, .leave, in: stamp.window)
        return change.effects.isEmpty ? change : hurryDeletions(in: id, stamp) + change
    }
}
