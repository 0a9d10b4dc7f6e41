/// Routes corrections of what the chat list shows of a chat.
enum ActivityEventRouter {
    static func route(_ event: ActivityEvent, _ module: ChatModule) -> Consequences {
        switch event {
        case .shortened(let chat): return module.model.shorten(chat.chat, to: chat.last)
        case .counted(let counted): return module.model.count(counted.unread, in: counted.chat)
        }
    }
}
