import TelexCore

/// The current state that the screen shows in addition to the printed entries.
struct EditorState: Sendable, Equatable {
    var prompt = StyledText("")
    /// The bar above the input line; `nil` for none.
    var bar: StyledText?
    /// The most columns that names have to themselves; 0 if they stand before the text.
    var nameLimit = 0
    /// The title of the terminal's window.
    var title = ""
    /// The open screen, where the line takes effect.
    var place = Screen.chatList
    /// Whether a chat is being made, to which the next lines go.
    var isOpening = false
    /// What was typed in the open chat and not sent, here or elsewhere.
    var draft = ""
    /// What a line that begins now can mean; `nil` before the session has begun.
    var seen: SeenScreen?
    /// How many lines and keys the session has executed.
    var answered = 0
    /// Whether files are being sent or fetched, which Ctrl-C stops.
    var movesFiles = false
    /// Whether the session is about to end, so that Ctrl-C ends it immediately.
    var isLeaving = false
}
