import TelexCore

extension MessagesViewModel: WireViewModel {
    public static let meaning = "The messages of the open chat."
    public static let fields: Fields = [
        Field<MessagesViewModel>("chatId") { $0.chat },
        Field<MessagesViewModel>("title") { $0.title },
        Field<MessagesViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<MessagesViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<MessagesViewModel>("shouldShowError") { $0.shouldShowError },
        Field<MessagesViewModel>("errorText") { $0.errorText },
        Field<MessagesViewModel>("inputRevision") { $0.inputRevision },
        Field<MessagesViewModel>("typingText") { $0.typingText },
        Field<MessagesViewModel>("totalCount") { $0.totalCount },
        Field<MessagesViewModel>("messages") { $0.messages },
        Field<MessagesViewModel>("isEncrypted") { $0.isEncrypted },
        Field<MessagesViewModel>(optional: "membersText") { $0.membersText },
        Field<MessagesViewModel>(optional: "firstNewId") { $0.firstNew },
        Field<MessagesViewModel>(optional: "draftText") { $0.draftText },
        Field<MessagesViewModel>(optional: "gapText") { $0.gapText },
        Field<MessagesViewModel>(optional: "errorRevision") { $0.errorRevision },
        Field<MessagesViewModel>(
            actions: .init("send") { $0.send },
            .init("reply") { $0.reply },
            .init("react") { $0.react },
            .init("draft") { $0.draft },
            .init("typing") { $0.typing },
            .init("markRead") { $0.markRead },
            .init("older") { $0.older },
            .init("newer") { $0.newer },
            .init("latest") { $0.latest },
            .init("openMembers") { $0.openMembers },
            .init("openSuccessor") { $0.openSuccessor },
            .init("addReminder") { $0.addReminder },
            .init("close") { $0.close }),
    ]
}

extension MessagesViewModel.Row: WireObject {
    public static let fields: Fields = [
        Field<MessagesViewModel.Row>("messageId") { $0.message },
        Field<MessagesViewModel.Row>("isOwn") { $0.isOwn },
        Field<MessagesViewModel.Row>(optional: "senderId") { $0.sender },
        Field<MessagesViewModel.Row>("senderName") { $0.senderName },
        Field<MessagesViewModel.Row>("kind") { $0.kind },
        Field<MessagesViewModel.Row>("text") { $0.text },
        Field<MessagesViewModel.Row>(optional: "spans") { $0.spans },
        Field<MessagesViewModel.Row>(optional: "change") { $0.change },
        Field<MessagesViewModel.Row>("isEdited") { $0.isEdited },
        Field<MessagesViewModel.Row>("isMention") { $0.isMention },
        Field<MessagesViewModel.Row>("date") { $0.date },
        Field<MessagesViewModel.Row>("dayText") { $0.dayText },
        Field<MessagesViewModel.Row>("statusText") { $0.statusText },
        Field<MessagesViewModel.Row>("state") { $0.state },
        Field<MessagesViewModel.Row>(optional: "reply") { $0.reply },
        Field<MessagesViewModel.Row>(optional: "reactions") { $0.reactions },
        Field<MessagesViewModel.Row>(optional: "reason") { $0.reason },
        Field<MessagesViewModel.Row>(
            actions: .init("retry") { $0.retry },
            .init("edit") { $0.edit },
            .init("delete") { $0.delete },
            .init("keep") { $0.keep }),
    ]
}

extension MessagesViewModel.State: WireWord {}

extension MessagesViewModel.ReplyPlace: WireWord {}

extension MessagesViewModel.Reply: WireObject {
    public static let fields: Fields = [
        Field<MessagesViewModel.Reply>("messageId") { $0.message },
        Field<MessagesViewModel.Reply>("place") { $0.place },
        Field<MessagesViewModel.Reply>(optional: "senderId") { $0.sender },
        Field<MessagesViewModel.Reply>(optional: "senderName") { $0.senderName },
        Field<MessagesViewModel.Reply>("excerpt") { $0.excerpt },
        Field<MessagesViewModel.Reply>("isThreaded") { $0.isThreaded },
        Field<MessagesViewModel.Reply>(actions: .init("open") { $0.open }),
    ]
}

extension MessagesViewModel.Reactions: WireObject {
    public static let fields: Fields = [
        Field<MessagesViewModel.Reactions>("key") { $0.key },
        Field<MessagesViewModel.Reactions>("reactionCount") { $0.count },
        Field<MessagesViewModel.Reactions>("isOwn") { $0.isOwn },
        Field<MessagesViewModel.Reactions>("people") { $0.people },
        Field<MessagesViewModel.Reactions>(actions: .init("toggle") { $0.toggle }),
    ]
}

extension MessagesViewModel.Reactions.Person: WireObject {
    public static let fields: Fields = [
        Field<MessagesViewModel.Reactions.Person>(optional: "userId") { $0.user },
        Field<MessagesViewModel.Reactions.Person>("name") { $0.name },
    ]
}

extension HistoryDirection: WireWord {}
