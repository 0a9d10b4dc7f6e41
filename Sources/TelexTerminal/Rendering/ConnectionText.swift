import TelexCore

/// The state of the connection as text. The first successful connection is not announced.
final class ConnectionText {
    /// The last text printed about a lost connection; `nil` if none was printed since it was last online.
    private var reported: String?

    func forget() { if reported != nil { reported = "" } }

    func changes(_ old: ConnectionViewModel?, _ new: ConnectionViewModel?) -> [StyledText] {
        if let progress = new?.progressText, progress != old?.progressText {
            return [StyledText("Fetching new messages: \(progress)…", .dim)]
        }
        guard let new, new.state != old?.state else { return [] }
        switch new.state {
        case .offline where reported == new.statusText: return []
        case .offline:
            reported = new.statusText
            let text = new.statusText.hasSuffix(".") ? new.statusText : new.statusText + "."
            return [StyledText("! \(text) /connect tries again.", .red)]
        case .online where reported != nil:
            reported = nil
            return [StyledText("Online again.", .green)]
        case .online, .connecting: return []
        }
    }

    /// The line that `/status` prints.
    ///
    /// - Parameters:
    ///   - unread: how many messages are unread; `nil` to say nothing about them.
    ///   - title: the open chat's display name.
    static func line(_ model: ConnectionViewModel, unread: Int?, title: String?) -> StyledText {
        var text = model.statusText
        if !model.sinceText.isEmpty {
            text += model.state == .offline ? " (since \(model.sinceText))" : " since \(model.sinceText)"
        }
        if model.queuedCount > 0 { text += ", \(model.queuedCount) waiting" }
        if let chat = model.liveChat { text += ", live in \(HarmlessText.of(title ?? chat.text))" }
        return StyledText(unread.map { "\(text); \($0) unread." } ?? "\(text).")
    }
}
