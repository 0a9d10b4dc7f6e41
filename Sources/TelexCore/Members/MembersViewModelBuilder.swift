/// Formats the members of a chat.
enum MembersViewModelBuilder {
    static func build(_ chat: Chat, ignoring ignored: Set<UserID>, _ limit: RowLimit) -> MembersViewModel {
        let heading = ChatHeading(chat, openSuccessor: nil)
        let canChange = heading.barrier == nil
        func action(_ right: ChatRight, _ event: Event, blanks: [Blank] = []) -> Action? {
            canChange && chat.rights?.contains(right) != false ? Action(event, blanks: blanks) : nil
        }
        return MembersViewModel(
            chat: chat.id,
            title: chat.title,
            topic: heading.topic,
            totalCount: chat.members.count,
            members: chat.members.all.prefix(limit.rows).map {
                Shown(row($0, of: chat, canChange: canChange, isIgnored: ignored.contains($0.id)))
            },
            ignored: ignored.isEmpty ? nil : ignored.sorted(),
            loadMore: limit.more(of: chat.members.count) { .member(.listing(rows: $0)) },
            retitle: action(.retitle, .chat(.retitling(TitledChat(chat: chat.id, title: ""))), blanks: [.title]),
            setTopic: action(.setTopic, .chat(.settingTopic(ChatTopic(chat: chat.id, topic: ""))), blanks: [.topic]),
            invite: action(
                .invite, .member(.inviting(Invitee(chat: chat.id, recipient: ""))), blanks: [.recipient]),
            leave: action(.leave, .chat(.leaving(chat: chat.id))),
            close: Action(.screen(.closing(.members))))
    }

    private static func row(
        _ member: ChatMember, of chat: Chat, canChange: Bool, isIgnored: Bool
    ) -> MembersViewModel.Row {
        let isHere = member.standing == .joined || member.standing == .invited
        let canRemove = canChange && isHere && !member.isOwn
        let key = MemberKey(chat: chat.id, user: member.id)
        return MembersViewModel.Row(
            user: member.id, name: member.name.map(MemberName.visible), standing: member.standing,
            role: isHere && member.role != .member ? member.role : nil,
            isOwn: member.isOwn, isMisleading: member.isMisleading,
            isIgnored: isIgnored,
            remove: canRemove && (chat.rights == nil || member.rights.contains(.remove))
                ? Action(.member(.removing(key))) : nil,
            setRole: canChange && member.rights.contains(.setRole)
                ? Action(.member(.assigning(RoleWish(key: key, role: ""))), blanks: [.roleText]) : nil,
            ignore: member.isOwn || isIgnored ? nil : Action(.member(.ignoring(user: member.id))),
            unignore: isIgnored ? Action(.member(.unignoring(user: member.id))) : nil)
    }
}
