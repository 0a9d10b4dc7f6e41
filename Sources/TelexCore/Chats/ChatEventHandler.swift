/// The chats, with their members and messages.
typealias ChatModule = Module<ChatEventHandler>

/// Shows the chat list, the badge, the create-chat form, the members of a chat and the files being transferred in one window.
final class ChatEventHandler: EventHandler {
    let chatList = ViewHandler<ChatListViewModel>()
    let chatForm = ViewHandler<ChatFormViewModel>()
    let members = ViewHandler<MembersViewModel>()
    let badge = ViewHandler<BadgeViewModel>()
    let transfers = ViewHandler<TransfersViewModel>()
    var views: [any ShownView] { [chatList, chatForm, members, badge, transfers] }
    private var rows = RowCache<ChatListViewModel.Row>()

    func show(_ model: ChatModel, revision: Int, in context: ViewContext) {
        let window = model.windows[context.window]
        rows.begin(context.revision + model.rowsRevision)
        chatList.show(revision: revision, cause: context.cause) {
            let rows = model.chats.rows(window.limit.rows, &rows) { ChatListViewModelBuilder.row($0, context) }
            return ChatListViewModelBuilder.build(model, window, rows)
        }
        chatForm.show(revision: revision, cause: context.cause) {
            context.top == .chatForm ? ChatFormViewModelBuilder.build(window.form) : nil
        }
        members.show(revision: revision, cause: context.cause) {
            guard case .members(let id) = context.top, let chat = model.chats[id] else { return nil }
            return MembersViewModelBuilder.build(chat, ignoring: model.ignored.users, window.memberLimit)
        }
        badge.show(revision: revision, cause: context.cause) { BadgeViewModelBuilder.build(model) }
        transfers.show(revision: revision, cause: context.cause) { TransfersViewModelBuilder.build(model) }
    }
}
