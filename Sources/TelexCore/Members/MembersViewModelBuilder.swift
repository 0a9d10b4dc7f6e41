/// Formats the members of a chat.
enum MembersViewModelBuilder {
    static func build(_ chat: Chat, ignoring ignored: Set<UserID>, _ limit: RowLimit) -> MembersViewModel {
        let canChange = ChatHeading(chat, openSuccessor: nil).barrier == nil
        return MembersViewModel(
            chat: chat.id,
            title: chat.title,
            totalCount: chat.members.count,
            members: chat.members.all.prefix(limit.rows).map {
                Shown(row($0, of: chat.id, canRemove: canChange, isIgnored: ignored.contains($0.id)))
            },
            ignored: ignored.isEmpty ? nil : ignored.sorted(),
            loadMore: limit.more(of: chat.members.count) { .member(.listing(rows: $0)) },
            retitle: canChange
                ? Action(.chat(.retitling(TitledChat(chat: chat.id, title: ""))), blanks: [.title]) : nil,
            invite: canChange
                ? Action(.member(.inviting(Invitee(chat: chat.id, recipient: ""))), blanks: [.recipient]) : nil,
            leave: canChange ? Action(.chat(.leaving(chat: chat.id))) : nil,
            close: Action(.screen(.closing(.members))))
    }

    private static func row(
        _ member: ChatMember, of chat: ChatID, canRemove: Bool, isIgnored: Bool
    ) -> MembersViewModel.Row {
        let isHere = member.standing == .joined || member.standing == .invited
        return MembersViewModel.Row(
            user: member.id, name: member.name.map(MemberName.visible), standing: member.standing,
            isOwn: member.isOwn, isMisleading: member.isMisleading,
            isIgnored: isIgnored,
            remove: canRemove && isHere && !member.isOwn
                ? Action(.member(.removing(MemberKey(chat: chat, user: member.id)))) : nil,
            ignore: member.isOwn || isIgnored ? nil : Action(.member(.ignoring(user: member.id))),
            unignore: isIgnored ? Action(.member(.unignoring(user: member.id))) : nil)
    }
}
