import TelexCore

/// The state of the connection in words. That it is there at the start goes without saying.
final class ConnectionText {
    private var wasOffline = false

    func changes(_ old: ConnectionViewModel?, _ new: ConnectionViewModel?) -> [StyledText] {
        guard let new, new.state != old?.state else { return [] }
        switch new.state {
        case .offline:
            wasOffline = true
            let text = new.text.hasSuffix(".") ? new.text : new.text + "."
            return [StyledText("! \(text) /connect tries again.", .red)]
        case .online where wasOffline:
            wasOffline = false
            return [StyledText("Online again.", .green)]
        case .online, .connecting: return []
        }
    }

    /// The whole state.
    static func line(_ model: ConnectionViewModel, unread: Int) -> StyledText {
        var text = model.text
        if !model.since.isEmpty { text += " since \(model.since)" }
        if model.queued > 0 { text += ", \(model.queued) to go out" }
        if let chat = model.socket { text += ", live in \(chat)" }
        return StyledText("\(text); \(unread) unread.")
    }
}
