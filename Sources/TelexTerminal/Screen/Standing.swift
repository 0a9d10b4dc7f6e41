/// How things stand: what the screen shows beside what has been printed.
struct Standing: Sendable, Equatable {
    var prompt = StyledText("")
    /// What goes on for the moment.
    var status: [StyledText] = []
    /// The title of the terminal's window.
    var title = ""
    var world = CompletionWorld()
    /// Whether the session is about to end, so that Ctrl-C ends it at once.
    var isLeaving = false
}
