/// The current state that the screen shows in addition to the printed entries.
struct Standing: Sendable, Equatable {
    var prompt = StyledText("")
    /// The lines about operations in progress and members who are typing.
    var status: [StyledText] = []
    /// The title of the terminal's window.
    var title = ""
    var world = CompletionWorld()
    /// Whether the session is about to end, so that Ctrl-C ends it immediately.
    var isLeaving = false
}
