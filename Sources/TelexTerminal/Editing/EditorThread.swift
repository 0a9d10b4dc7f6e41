import CEditLine
import Foundation
import TelexCore
import TelexRuntime

/// Owns the terminal: reads keys, passes them to libedit, and paints the screen. Everything here runs on one thread.
final class EditorThread {
    let options: LineEditor.Options
    let face: LineEditor
    let wake: CInt
    let tell: @Sendable (LineEditor.UserInput) -> Void

    var edit: EditLine!
    var keys: KeyInput
    var painter: ScreenPainter
    /// What everything is painted with, until the terminal says what its background is.
    var colours: Paint
    var history: InputHistory
    var bytes = ""

    var state = EditorState(prompt: "> ")
    /// Shown below the line until the next key.
    var note: StyledText?
    var choices: [CompletionWorld.Candidate] = []
    var search: HistorySearch?
    /// The chat on the full screen; `nil` while the transcript is shown.
    var reader: Reader?
    var fullScreen = FullScreen()
    /// The key that the reader begins with, if the session does not say.
    var firstReaderKey: ReaderKey?
    /// When keys no longer wait for the reader; `nil` if they do not.
    var readerDeadline: ContinuousClock.Instant?
    /// The key that waits for the message that it is about; `nil` if none does.
    var heldKey: Key?
    /// Until when keys that follow a failed one are dropped, and why it failed.
    var deaf: (until: ContinuousClock.Instant, reason: StyledText?)?
    /// Whether keys go to the line below the reader.
    var composes = false
    /// What was told last of the messages that the reader has shown.
    var toldSeen: Event?
    /// What came for the transcript meanwhile.
    var covered: [Printed] = []
    /// Text to edit in another program.
    var excursion: String?
    /// Text to show in a pager.
    var paged: String?
    /// A change of the line, until libedit runs `telex-paste`. The line must not change while libedit reads a key.
    var pending: PendingChange?
    /// How often libedit was sent `pasteCode` for it. Some of libedit's functions consume any key as text, so it is
    /// repeated.
    var offers = 0
    /// Whether an escape is held back until the key that it prefixes.
    var holdsEscape = false
    /// The history, while the user browses it.
    var walk: Walk?
    var drafting = Drafting()
    private var lineCount = 0
    /// The chat whose people were asked for since the line got its first `@`, or named a command for a member.
    private var peopleAsked: ChatID?
    /// When this line was last reported as a message being typed.
    private var lastTypingReport: ContinuousClock.Instant?
    /// The interval between those reports.
    private static let typingLasts = Duration.seconds(3)

    var isEditing = false
    /// Whether a function of ours reads the keys, so that the line must not change.
    var isAsking = false
    var isLeaving = false
    /// Whether the terminal has gone away.
    var isGone = false

    init(
        _ options: LineEditor.Options, face: LineEditor, wake: CInt,
        _ tell: @escaping @Sendable (LineEditor.UserInput) -> Void
    ) {
        self.options = options
        self.face = face
        self.wake = wake
        self.tell = tell
        keys = KeyInput(options.input)
        history = InputHistory(path: options.history)
        let size = Self.size(of: options.output) ?? (80, 24)
        colours = options.paint
        painter = ScreenPainter(columns: size.columns, height: size.rows, paint: colours)
        face.measure(ScreenSize(columns: size.columns, rows: size.rows))
    }

    /// Sets up libedit. Returns whether it works here.
    func prepare() -> Bool {
        guard cel_keep_terminal(options.input) else { return false }
        let context = Unmanaged.passUnretained(self).toOpaque()
        edit = EditLine(terminal: options.input, editrc: options.editrc, context: context) {
            EditorThread.of($0).readKey($1)
        }
        guard let edit else { return false }
        if let complaint = edit.complaint {
            let detail = complaint.trimmingCharacters(in: .whitespacesAndNewlines)
            note = StyledText(
                "~/.editrc: invalid line\(detail.isEmpty ? "" : " (\(detail))"). The lines after it were ignored.",
                .error)
        }
        return true
    }

    static func of(_ line: OpaquePointer?) -> EditorThread {
        Unmanaged<EditorThread>.fromOpaque(cel_context(line)).takeUnretainedValue()
    }

    /// Returns the thread for a Telex function that edits the line itself.
    static func editing(_ line: OpaquePointer?) -> EditorThread {
        let thread = of(line)
        thread.edit.settled = nil
        return thread
    }

    func start() {
        // From here on, only the new thread uses it.
        nonisolated(unsafe) let owner = self
        Thread.launch { owner.run() }
    }

    func run() {
        acquireTerminal()
        askForBackground()
        if isGone { tell(.end) }
        while !isLeaving, !isGone { editLine() }
        giveTerminal()
        edit = nil
        face.hasLeft()
    }

    func editLine() {
        isEditing = true
        walk = nil
        composes = false
        lastTypingReport = nil
        let outcome = edit.read()
        isEditing = false
        switch outcome {
        case .line(let line):
            remember(line)
            lineCount += 1
            firstReaderKey = nil
            face.unsaved = nil
            let typed = drafting.submit(line, over: typedBelow)
            if typed.opensReader { readerDeadline = ContinuousClock.now + Self.longestWait }
            tell(.type(.text(typed, number: lineCount)))
        case .endOfInput:
            tell(.end)
            waitForLeave()
        case .givenUp:
            if isGone { tell(.end) }
        }
    }

    func remember(_ line: String) {
        guard history.add(line) else { return }
        if let reason = history.save() {
            note = StyledText("Cannot write the history: \(reason).", .error)
        }
    }

    /// Handles signals and orders, paints the screen, and waits for keys or orders.
    func follow() {
        handleSignals()
        takeBackground()
        takeFocus()
        carryOutOrders()
        if isLeaving || excursion != nil && !drafting.isBehind || paged != nil { return }
        paint()
        if isGone || mayArrive && drafting.hasArrived { return }
        // While keys wait for the reader, only orders and signals matter.
        if let readerDeadline, awaitsReader { return keys.waitForOthers(wake: wake, until: readerDeadline) }
        keys.wait(wake: wake, isBusy: face.hasOrders, until: drafting.due)
    }

    /// Whether the line may become another one: not while its keys are read, or while it is below the reader.
    var mayArrive: Bool { isEditing && !isAsking && !composes }

    /// How long a key waits at most for the session to do what was typed before it.
    static let longestWait = Duration.seconds(5)

    /// Waits until the session has done what was typed before, and the line is where it belongs: a key that reads the state
    /// reads that after the keys before it. Returns `false`, and says so, if that takes too long.
    func catchUp() -> Bool {
        let deadline = ContinuousClock.now + Self.longestWait
        while !isLeaving, !isGone {
            handleSignals()
            carryOutOrders()
            if !drafting.isBehind { break }
            if ContinuousClock.now >= deadline {
                complain("Telex is still busy with what you typed before, so the key did nothing.")
                return false
            }
            paint()
            keys.waitForOthers(wake: wake, until: deadline)
        }
        if mayArrive, drafting.takeArrival() { arrive() }
        return true
    }

    /// Keeps the screen up to date after the end of input, until the session ends. Nothing can be edited.
    func waitForLeave() {
        while !isLeaving, !isGone {
            while let key = keys.next() { if key == .character("\u{3}") { tell(.interrupt) } }
            if keys.hasEnded { isGone = true }
            follow()
        }
    }

    /// Reports that a message is being typed, unless the line is a command.
    func tellTyping() {
        let line = edit.current.line
        guard let first = line.first, first != "/" || line.dropFirst().first == "/" else { return }
        // A draft that is put into the line, or only looked at, is not typed.
        guard let chat = drafting.place.chat, !drafting.isAhead, !drafting.isKept(edit.text) else { return }
        let now = ContinuousClock.now
        if let lastTypingReport, now < lastTypingReport + Self.typingLasts { return }
        lastTypingReport = now
        tell(.type(.typing(in: chat)))
    }

    /// Asks for the people of the chat, once a line has an `@` or names a command for a member.
    func askForPeople() {
        let line = edit.current.line
        guard line.contains("@") || line.first == "/" && Completion.namesMember(edit.head) else {
            return peopleAsked = nil
        }
        guard let chat = state.place.chat, peopleAsked != chat else { return }
        peopleAsked = chat
        tell(.type(.people))
    }

    func giveUp() {
        if state.isLeaving { return tell(.interrupt) }
        let text = edit.text
        tell(drafting.giveUp(text, over: typedBelow))
        if reader != nil { return }
        if text.isEmpty {
            if state.movesFiles {
                drafting.press()
                return tell(.type(.press(.command(.cancel, argument: ""))))
            }
            note = StyledText("Ctrl-D or /quit leaves.", .secondary)
        } else {
            painter.print(.entry(Entry(lines: EchoText.lines(prompt: state.prompt, line: text + "^C"))))
        }
    }

    func complain(_ sentence: String) {
        note = StyledText(sentence, .error)
        bytes += "\u{7}"
    }

    func insert(_ text: String) {
        if !edit.insert(text) {
            complain("Cut off: a line can have at most \(EditLine.longest) characters.")
        }
    }
}
