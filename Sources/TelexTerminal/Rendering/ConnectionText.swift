import TelexCore

/// The state of the connection in words. That it is there at the start goes without saying.
final class ConnectionText {
    /// What was said of the connection that is lost.
    private var told: String?

    func forget() { if told != nil { told = "" } }

    func changes(_ old: ConnectionViewModel?, _ new: ConnectionViewModel?) -> [StyledText] {
        if let progress = new?.progressText, progress != old?.progressText {
            return [StyledText("Getting what is new: \(progress)…", .dim)]
        }
        guard let new, new.state != old?.state else { return [] }
        switch new.state {
        case .offline where told == new.statusText: return []
        case .offline:
            told = new.statusText
            let text = new.statusText.hasSuffix(".") ? new.statusText : new.statusText + "."
            return [StyledText("! \(text) /connect tries again.", .red)]
        case .online where told != nil:
            told = nil
            return [StyledText("Online again.", .green)]
        case .online, .connecting: return []
        }
    }

    /// The whole state.
    ///
    /// - Parameter title: the open chat's display name.
    static func line(_ model: ConnectionViewModel, unread: Int, title: String?) -> StyledText {
        var text = model.statusText
        if !model.sinceText.isEmpty {
            text += model.state == .offline ? " (since \(model.sinceText))" : " since \(model.sinceText)"
        }
        if model.queuedCount > 0 { text += ", \(model.queuedCount) to go out" }
        if let chat = model.liveChat { text += ", live in \(HarmlessText.of(title ?? chat.text))" }
        return StyledText("\(text); \(unread) unread.")
    }
}
