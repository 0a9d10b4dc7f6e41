/// Routes the events of typing.
enum PresenceEventRouter {
    static func route(_ event: PresenceEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .typingStarted(let typist): module.model.beginTyping(typist)
        case .typingStopped(let typist): module.model.endTyping(typist)
        case .typing(let chat): return module.model.tellTyping(in: chat, stamp.window)
        }
        return .none
    }
}
