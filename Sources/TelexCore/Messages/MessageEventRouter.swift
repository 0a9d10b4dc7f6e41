/// Routes the events of messages.
enum MessageEventRouter {
    static func route(
        _ event: MessageEvent, _ stamp: Stamp, _ chats: ChatLookup, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .sending(let message):
            let chat = message.chat
            let barrier = chats.isMissing(chat) ? ChatHeading.missing(chat) : chats.heading(chat)?.barrier
            return module.model.send(message, barrier, stamp)
        case .sent(let message): return module.model.place(message, at: stamp.order, stamp)
        case .sendFailed(let failure): return module.model.failSending(failure, stamp)
        case .delivered(let message): return module.model.deliver(upTo: message, stamp)
        case .received(let message):
            return module.model.receive(message, stamp)
        case .reading(let chat):
            guard let heading = chats.heading(chat) else { return .ignored(ChatHeading.missing(chat)) }
            guard heading.hasUnread else {
                return .ignored("Nothing is unread in the chat \"\(chat)\".")
            }
            return Consequences(followUps: [.activity(.readAll(chat: chat))])
        case .showing(let range): return module.model.shown(range, news: chats.heading(range.chat)?.news, stamp)
        case .read(let message): return module.model.readElsewhere(upTo: message, stamp)
        case .readByOther(let message): return module.model.otherReads(upTo: message, stamp)
        }
    }
}
