/// Routes what people are doing just now.
enum PresenceEventRouter {
    static func route(_ event: PresenceEvent, _ stamp: Stamp, _ module: MessageModule) -> Consequences {
        switch event {
        case .typing(let chat, let author): module.model.beginTyping(author, in: chat)
        case .stoppedTyping(let chat, let author): module.model.endTyping(author, in: chat)
        case .userTyping(let chat): return module.model.tellTyping(in: chat, stamp.window)
        }
        return .none
    }
}
