/// Decides which of the chat views changed, and keeps their listeners.
final class ChatEventHandler {
    let chatList = ViewHandler<ChatListViewModel>()
    let createChat = ViewHandler<CreateChatViewModel>()
    let badge = ViewHandler<BadgeViewModel>()

    func listChanged() {
        chatList.changed()
        badge.changed()
    }

    func formChanged() { createChat.changed() }

    func show(_ model: ChatModel, in context: ViewContext) {
        chatList.show(cause: context.cause) { ChatListViewModelBuilder.build(model, context) }
        createChat.show(cause: context.cause) {
            context.top == .createChat ? CreateChatViewModelBuilder.build(model.form) : nil
        }
        badge.show(cause: context.cause) { BadgeViewModelBuilder.build(model) }
    }
}
