/// Routes the events of messages.
enum MessageEventRouter {
    /// - Parameters:
    ///   - heading: returns the heading of a chat; `nil` if the chat does not exist.
    ///   - isMissing: returns whether the chat is known not to exist.
    static func route(
        _ event: MessageEvent, _ stamp: Stamp, heading: (ChatID) -> ChatHeading?,
        isMissing: (ChatID) -> Bool, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .sending(let chat, let text, let message, let replyTo, let spans):
            let barrier = isMissing(chat) ? ChatHeading.missing(chat) : heading(chat)?.barrier
            let content = MessageContent(text: text, replyTo: replyTo, spans: spans)
            return module.model.send(content, in: chat, id: message, barrier, stamp)
        case .sent(let chat, let message):
            return module.model.place(message, in: chat, at: stamp.order)
        case .sendFailed(let chat, let message, let reason):
            return module.model.progress(message, in: chat, to: .failed(reason: reason))
        case .delivered(let chat, let message):
            return module.model.deliver(chat, upTo: message, stamp)
        case .received(let message):
            return module.model.receive(message, stamp)
        case .reading(let chat):
            guard let heading = heading(chat) else { return .ignored(ChatHeading.missing(chat)) }
            guard heading.hasUnread else {
                return .ignored("Nothing is unread in the chat \"\(chat)\".")
            }
            return Consequences(followUps: [.activity(.readAll(chat: chat))])
        case .read(let chat, let message):
            return module.model.readElsewhere(chat, upTo: message, stamp)
        case .readByOther(let chat, let message):
            return module.model.otherReads(chat, upTo: message, stamp)
        }
    }
}
