import TelexCore

/// The state of the connection in words. That it is there at the start goes without saying.
final class ConnectionText {
    /// What was said of the connection that is lost.
    private var told: String?

    func forget() { if told != nil { told = "" } }

    func changes(_ old: ConnectionViewModel?, _ new: ConnectionViewModel?) -> [StyledText] {
        if let progress = new?.progress, progress != old?.progress {
            return [StyledText("Getting what is new: \(progress)…", .dim)]
        }
        guard let new, new.state != old?.state else { return [] }
        switch new.state {
        case .offline where told == new.text: return []
        case .offline:
            told = new.text
            let text = new.text.hasSuffix(".") ? new.text : new.text + "."
            return [StyledText("! \(text) /connect tries again.", .red)]
        case .online where told != nil:
            told = nil
            return [StyledText("Online again.", .green)]
        case .online, .connecting: return []
        }
    }

    /// The whole state.
    ///
    /// - Parameter contact: whom the open chat is with.
    static func line(_ model: ConnectionViewModel, unread: Int, contact: String?) -> StyledText {
        var text = model.text
        if !model.since.isEmpty {
            text += model.state == .offline ? " (since \(model.since))" : " since \(model.since)"
        }
        if model.queued > 0 { text += ", \(model.queued) to go out" }
        if let chat = model.socket { text += ", live in \(HarmlessText.of(contact ?? chat.text))" }
        return StyledText("\(text); \(unread) unread.")
    }
}
