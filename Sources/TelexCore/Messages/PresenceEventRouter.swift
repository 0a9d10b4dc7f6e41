/// Routes the events of typing, and of whether the user looks at a window.
enum PresenceEventRouter {
    static func route(_ event: PresenceEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .typingStarted(let typist): module.model.beginTyping(typist)
        case .typingStopped(let typist): module.model.endTyping(typist)
        case .typing(let chat): return module.model.tellTyping(in: chat, stamp.window)
        case .focusing: return module.model.focus(true, in: stamp.window)
        case .unfocusing: return module.model.focus(false, in: stamp.window)
        }
        return .none
    }
}
