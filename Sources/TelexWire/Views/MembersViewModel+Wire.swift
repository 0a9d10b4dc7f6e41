import TelexCore

extension MembersViewModel: WireViewModel {
    public static let meaning = "The known members of a chat."
    public static let fields: Fields = [
        Field<MembersViewModel>("chatId") { $0.chat },
        Field<MembersViewModel>("title") { $0.title },
        Field<MembersViewModel>("totalCount") { $0.totalCount },
        Field<MembersViewModel>("members") { $0.members },
        Field<MembersViewModel>(
            actions: .init("loadMore") { $0.loadMore },
            .init("close") { $0.close }),
    ]
}

extension MembersViewModel.Row: WireObject {
    public static let fields: Fields = [
        Field<MembersViewModel.Row>("userId") { $0.user },
        Field<MembersViewModel.Row>(optional: "name") { $0.name },
        Field<MembersViewModel.Row>(optional: "standing") { $0.standing },
        Field<MembersViewModel.Row>("isOwn") { $0.isOwn },
        Field<MembersViewModel.Row>("isMisleading") { $0.isMisleading },
    ]
}
