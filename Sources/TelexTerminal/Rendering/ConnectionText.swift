import TelexCore

/// The state of the connection as text.
enum ConnectionText {
    static func lines(_ news: ConnectionNews) -> [StyledText] {
        switch news {
        case .fetching(let progress): [StyledText("Fetching new messages: \(progress)…", .secondary)]
        case .lost(let text):
            [StyledText("! \(text.hasSuffix(".") ? text : text + ".") /connect tries again.", .error)]
        case .stillLost: []
        case .back: [StyledText("Online again.", .success)]
        case .held(let text): [StyledText("! \(HarmlessText.of(text))", .warning)]
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
        let held = model.heldText.map { " \(HarmlessText.of($0))" } ?? ""
        return StyledText((unread.map { "\(text); \($0) unread." } ?? "\(text).") + held)
    }
}
