import TelexCore

/// A destination for text.
protocol TextOutput: AnyObject {
    /// Whether a person reads the output as it is printed.
    var isInteractive: Bool { get }
    /// Whether it displays an `EditorState`, so that temporary states need not be printed.
    var showsState: Bool { get }
    /// Whether it is read aloud.
    var isPlain: Bool { get }
    /// Whether something else has the screen.
    var isCovered: Bool { get }
    /// The size of the screen; `nil` if all that is printed can be read.
    var size: ScreenSize? { get }
    /// Whether nobody may see what is printed, because the terminal has lost the focus or the program was stopped.
    var isAbsent: Bool { get }
    /// Holds output until it is released.
    func print(_ printed: Printed)
    /// Clears the screen and shows the last of these entries.
    func show(_ entries: [Entry])
    /// Notes what a line that begins now can mean, once all held output is released.
    func see(_ seen: SeenScreen)
    /// Alerts a user who is looking elsewhere, once the output is released.
    func alert(who: String, text: String)
    func discard()
    /// Prints all held output.
    ///
    /// - Parameter state: the new state; `nil` if it is unchanged. It is applied first, so Tab can complete from
    ///   a list as soon as the list is visible.
    func release(_ state: EditorState?) throws
    /// Notes that the user has entered a line.
    func took()
    /// Prints a line that was refused, if it is not on the screen any more.
    func echo(_ line: String)
    /// Opens the text in an external editor. Returns whether that is possible here.
    func edit(_ text: String) -> Bool
    /// Puts a message that was not sent into the line of its chat.
    func takeBack(_ text: String, in chat: ChatID)
    /// Shows the text in a pager. Returns whether that is possible here.
    func page(_ text: String) -> Bool
    /// Copies the text to the clipboard. Returns whether that is possible here.
    func copy(_ text: String) -> Bool
    /// Says something in the reader, until the next key.
    func note(_ line: StyledText)
    /// Whether there is a reader.
    var canRead: Bool { get }
    /// Shows a chat in the reader, or closes it.
    ///
    /// - Parameter key: the key that it begins with.
    func read(_ change: Change<MessagesViewModel>, _ key: ReaderKey?)
    /// Shows in the reader what a search of its chat has found.
    func find(_ found: FoundViewModel)
}

extension TextOutput {
    var isPlain: Bool { false }
    var isCovered: Bool { false }
    var size: ScreenSize? { nil }
    var isAbsent: Bool { false }
    func see(_ seen: SeenScreen) {}
    func took() {}
    func echo(_ line: String) {}
    func takeBack(_ text: String, in chat: ChatID) {}
    func copy(_ text: String) -> Bool { false }
    func note(_ line: StyledText) {}
    var canRead: Bool { false }
    func read(_ change: Change<MessagesViewModel>, _ key: ReaderKey?) {}
    func find(_ found: FoundViewModel) {}
}
