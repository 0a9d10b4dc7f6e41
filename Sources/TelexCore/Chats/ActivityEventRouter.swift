/// Routes chat activity to the chat list, the badge and the inbox.
enum ActivityEventRouter {
    static func route(_ event: ActivityEvent, _ module: ChatModule, _ inbox: InboxModule) -> Consequences {
        switch event {
        case .messaged(let message, let title, let windows):
            let taken = module.model.receive(message, title: title, notifying: windows)
            return inbox.model.isFollowed ? taken + inbox.model.arrive() : taken
        case .placed(let chat, let message, let position, let waiting):
            return module.model.place(message, in: chat, at: position, waiting)
        case .revised(let chat, let message, let known, let content):
            return module.model.revise(message, in: chat, known, content)
        case .shortened(let chat): return module.model.shorten(chat.chat, to: chat.last)
        case .shown(let range, let first, let last): return module.model.shown(range, first: first, last: last)
        case .tellingReads: return module.model.tellReads()
        case .readElsewhere(let chat, let position, let unread):
            return module.model.readElsewhere(chat, upTo: position, unread: unread)
        case .counted(let counted): return module.model.count(counted.unread, in: counted.chat)
        case .paged(let chat, let messages, let gap, let waiting):
            return module.model.page(messages, in: chat, gap: gap, waiting: waiting)
        }
    }
}
