/// Routes the events of typing.
enum PresenceEventRouter {
    static func route(_ event: PresenceEvent, _ stamp: Stamp, _ module: MessageModule) -> Consequences {
        switch event {
        case .typingStarted(let chat, let sender): module.model.beginTyping(sender, in: chat)
        case .typingStopped(let chat, let sender): module.model.endTyping(sender, in: chat)
        case .typing(let chat): return module.model.tellTyping(in: chat, stamp.window)
        }
        return .none
    }
}
