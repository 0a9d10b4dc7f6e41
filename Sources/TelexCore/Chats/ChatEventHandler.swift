/// Decides which of the chat views changed, and keeps their listeners.
final class ChatEventHandler {
    let chatList = ViewHandler<ChatListViewModel>()
    let createChat = ViewHandler<CreateChatViewModel>()
    let badge = ViewHandler<BadgeViewModel>()
    private var rows = RowCache<ChatListViewModel.Row>()

    func changed() {
        chatList.changed()
        createChat.changed()
        badge.changed()
    }

    /// The day has changed, or the screen.
    func refresh() {
        rows.clear()
        changed()
    }

    func show(_ model: ChatModel, in context: ViewContext) {
        chatList.show(cause: context.cause) {
            let rows = model.chats.rows(model.rows, &rows) { ChatListViewModelBuilder.row($0, context) }
            return ChatListViewModelBuilder.build(model, rows)
        }
        createChat.show(cause: context.cause) {
            context.top == .createChat ? CreateChatViewModelBuilder.build(model.form) : nil
        }
        badge.show(cause: context.cause) { BadgeViewModelBuilder.build(model) }
    }
}
