/// Routes what happens to messages.
enum MessageEventRouter {
    /// - Parameters:
    ///   - heading: of a chat; `nil` for one that does not exist.
    ///   - hasChats: whether any chat exists.
    static func route(
        _ event: MessageEvent, _ stamp: Stamp, heading: (ChatID) -> ChatHeading?, hasChats: Bool,
        _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .sending(let chat, let text, let message):
            return module.model.send(text, in: chat, id: message, heading(chat), hasChats: hasChats, stamp)
        case .sent(let chat, let message):
            return module.model.progress(message, in: chat, to: .sent)
        case .sendFailed(let chat, let message, let reason):
            return module.model.progress(message, in: chat, to: .failed(reason: reason))
        case .delivered(let chat, let message):
            return module.model.deliver(chat, upTo: message, stamp)
        case .received(let message):
            return module.model.receive(message, stamp)
        case .reading(let chat):
            guard heading(chat)?.hasUnread == true else {
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
