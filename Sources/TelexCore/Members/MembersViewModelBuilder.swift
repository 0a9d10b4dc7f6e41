/// Formats the members of a chat.
enum MembersViewModelBuilder {
    static func build(_ chat: Chat, _ limit: RowLimit) -> MembersViewModel {
        MembersViewModel(
            chat: chat.id,
            title: chat.title,
            totalCount: chat.members.count,
            members: chat.members.all.prefix(limit.rows).map { Shown(row($0)) },
            loadMore: limit.more(of: chat.members.count) { .member(.listing(rows: $0)) },
            close: Action(.screen(.closing(.members))))
    }

    private static func row(_ member: ChatMember) -> MembersViewModel.Row {
        MembersViewModel.Row(
            user: member.id, name: member.name.map(MemberName.visible), standing: member.standing,
            isOwn: member.isOwn, isMisleading: member.isMisleading)
    }
}
