/// Routes what people are doing just now.
enum PresenceEventRouter {
    static func route(_ event: PresenceEvent, _ module: MessageModule) -> Consequences {
        switch event {
        case .typing(let chat): module.model.setTyping(true, in: chat)
        case .stoppedTyping(let chat): module.model.setTyping(false, in: chat)
        case .userTyping(let chat): return module.model.tellTyping(in: chat)
        }
        module.handler.changed()
        return .none
    }
}
