/// Formats what a search found.
enum FoundViewModelBuilder {
    /// How many of the chats with unseen messages are listed.
    private static let listed = 10

    static func build(_ search: MessageSearch, _ context: ViewContext) -> FoundViewModel {
        let gaps = search.gaps.messages.map { key in
            FoundViewModel.UnseenChat(
                chat: key.chat, title: context.chats.heading(key.chat)?.title ?? key.chat.text, reason: .notFetched,
                open: Action(.messageSearch(.opening(key))))
        }
        let encrypted =
            search.query == nil
            ? []
            : context.chats.all.filter { $0.isEncrypted && (search.query?.chat ?? $0.id) == $0.id }.map {
                FoundViewModel.UnseenChat(chat: $0.id, title: $0.title, reason: .encrypted)
            }
        let isBusy = search.isSearching || search.isWaiting
        return FoundViewModel(
            status: ViewStatus(
                isBusy: isBusy, isEmpty: search.total == 0 && search.error == nil, error: search.error),
            query: search.text,
            totalCount: search.total,
            messages: search.found.map { row($0, open: $0.message.id, context) },
            unseen: Array((gaps + encrypted).prefix(listed)),
            unseenCount: search.gaps.count + encrypted.count,
            loadMore: search.hasMore
                ? Action(.messageSearch(.listing(rows: search.limit.rows + RowLimit.page))) : nil,
            serverMessages: search.server.found?.map { serverRow($0, context) },
            serverError: search.server.error.map(FoundViewModel.notSearched),
            loadMoreFromServer: search.canSearchServer ? Action(.messageSearch(.searchingServer)) : nil)
    }

    /// A message that only the server has, whose file can be fetched once the message is.
    private static func serverRow(_ found: ServerSearch.Found, _ context: ViewContext) -> FoundViewModel.Row {
        var row = row(found.message, title: found.title, open: found.follower, context)
        row.file?.fetch = nil
        row.file?.save = nil
        return row
    }

    /// - Parameters:
    ///   - title: the title of a chat that is not here.
    ///   - open: the message around which the chat opens.
    private static func row(
        _ found: FoundMessage, title: String? = nil, open: MessageID?, _ context: ViewContext
    ) -> FoundViewModel.Row {
        let message = found.message
        let heading = context.chats.heading(message.chat)
        let members = heading?.members ?? Members()
        let text = MessagesViewModelBuilder.text(message.content, members)
        return FoundViewModel.Row(
            chat: message.chat,
            title: heading?.title ?? title ?? message.chat.text,
            message: message.id,
            isOwn: message.isOwn,
            sender: message.sender,
            senderName: members.senderName(of: message.content, isOwn: message.isOwn),
            kind: message.kind,
            text: text,
            file: message.file.map { MessagesViewModelBuilder.file($0, message.key, context.chats.transfers) },
            spans: message.spans.isEmpty || message.file != nil ? nil : message.spans,
            // The text of other kinds says more than what was searched.
            ranges: text == message.content.words ? found.ranges : [],
            isIgnored: context.chats.ignored.holds(message),
            date: message.date,
            dateText: DateText.short(message.date, now: context.now, context.region),
            open: open.map { Action(.messageSearch(.opening(MessageKey(chat: message.chat, message: $0)))) })
    }
}
