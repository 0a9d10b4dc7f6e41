/// A change of a chat that all its members see.
public enum GroupChange: Hashable, Sendable {
    case title(String)
    case leave
    /// Invite somebody: a name, a user name or an address.
    case invite(String)
    /// Remove a member, or take an invitation back.
    case remove(UserID)

    /// Why the change is invalid, so that no request is sent; `nil` if it is valid.
    var refusal: String? {
        switch self {
        case .title(let title) where MemberName.visible(title).tidied.isEmpty: "Type a title."
        case .title(let title) where title.count > CreateChatUseCase.longestName:
            "That title is too long. Use at most \(CreateChatUseCase.longestName) characters."
        case .invite(let recipient): CreateChatUseCase.refusal(of: recipient)
        case .title, .leave, .remove: nil
        }
    }
}

/// Changes of chats. What comes of them is told by the server, as for everybody else.
extension ChatModel {
    mutating func change(_ id: ChatID, _ change: GroupChange, in window: WindowID) -> Consequences {
        guard chats[id] != nil else { return .ignored(ChatHeading.missing(id)) }
        if let refusal = heading(of: id)?.barrier ?? change.refusal { return refuse(id, refusal, in: window) }
        return Consequences(effects: [Effect(.change(id, change), .ask(.change(id, change)))])
    }
}
