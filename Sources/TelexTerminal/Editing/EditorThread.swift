import CEditLine
import Foundation

/// Owns the terminal: reads keys, lets libedit edit, and paints the screen. Everything here happens on one thread.
final class EditorThread {
    let options: LineEditor.Options
    let face: LineEditor
    let wake: CInt
    let tell: @Sendable (LineEditor.Deed) -> Void

    var edit: EditLine!
    var keys = KeyInput(STDIN_FILENO)
    var painter: ScreenPainter
    var history: InputHistory
    var bytes = ""

    var standing = Standing(prompt: "> ")
    /// Said below the line until the next key.
    var note: StyledText?
    var choices: [CompletionWorld.Candidate] = []
    var search: HistorySearch?
    /// Text to be edited by another program.
    var draft: String?
    /// Text for the line, until libedit asks for it: it does not expect the line to change while it reads a key.
    var pasted: String?
    /// How often libedit has been told of it: some of its functions take any key for text.
    var offers = 0
    /// Whether an escape waits for the key that it goes with.
    var holdsEscape = false
    /// Where the walk through the history is, and the line that it began with.
    var walk: (index: Int, line: String)?
    /// The line before the last key; `nil` if a function of ours has changed it since.
    var settled: ClusterRepair.State?
    /// The last two characters that libedit was given.
    var recentKeys: [Unicode.Scalar] = []
    /// When it was last told that this line is a message that is being typed.
    private var toldTyping: ContinuousClock.Instant?
    /// How often that is told.
    private static let typingLasts = Duration.seconds(3)

    var isEditing = false
    var isLeaving = false
    /// Whether the terminal has gone away.
    var isGone = false

    init(
        _ options: LineEditor.Options, face: LineEditor, wake: CInt,
        _ tell: @escaping @Sendable (LineEditor.Deed) -> Void
    ) {
        self.options = options
        self.face = face
        self.wake = wake
        self.tell = tell
        history = InputHistory(path: options.history)
        let size = Self.size ?? (80, 24)
        painter = ScreenPainter(columns: size.columns, height: size.rows, inColour: options.hasColour)
    }

    /// Makes everything ready; returns whether libedit can work here.
    func prepare() -> Bool {
        guard cel_keep_terminal(STDIN_FILENO) else { return false }
        let context = Unmanaged.passUnretained(self).toOpaque()
        edit = EditLine(terminal: STDIN_FILENO, context: context) { EditorThread.of($0).readKey($1) }
        guard let edit else { return false }
        if let complaint = edit.complaint {
            let detail = complaint.trimmingCharacters(in: .whitespacesAndNewlines)
            note = StyledText(
                "~/.editrc: a line is not understood\(detail.isEmpty ? "" : " (\(detail))"); what follows it was left out.",
                .red)
        }
        return true
    }

    static func of(_ line: OpaquePointer?) -> EditorThread {
        Unmanaged<EditorThread>.fromOpaque(cel_context(line)).takeUnretainedValue()
    }

    /// The same, for a function of ours that edits the line itself.
    static func editing(_ line: OpaquePointer?) -> EditorThread {
        let thread = of(line)
        thread.settled = nil
        return thread
    }

    func start() {
        // The thread is the only one from here on.
        nonisolated(unsafe) let owner = self
        let thread = Thread { owner.run() }
        thread.stackSize = 1 << 20
        thread.start()
    }

    func run() {
        takeTerminal()
        if isGone { tell(.end) }
        while !isLeaving, !isGone { editLine() }
        giveTerminal()
        edit = nil
        face.hasLeft()
    }

    func editLine() {
        isEditing = true
        settled = nil
        recentKeys = []
        walk = nil
        toldTyping = nil
        let outcome = edit.read()
        isEditing = false
        switch outcome {
        case .line(let line):
            remember(line)
            tell(.line(line))
        case .endOfInput:
            tell(.end)
            waitForLeave()
        case .givenUp: if isGone { tell(.end) }
        }
    }

    func remember(_ line: String) {
        guard history.add(line) else { return }
        if let reason = history.save() {
            note = StyledText("The history could not be written: \(reason).", .red)
        }
    }

    // MARK: Keys

    /// Hands libedit its next key; gives the line up by -1.
    func readKey(_ key: UnsafeMutablePointer<wchar_t>?) -> CInt {
        edit.mend()
        repairCharacters()
        tellTyping()
        if edit.cut() {
            settled = nil
            complain("A line has at most \(EditLine.longest) characters.")
        }
        while true {
            if pasted != nil, offers < 3 {
                offers += 1
                key?.pointee = EditorKeys.pasteCode
                return 1
            }
            guard let next = nextKey() else { break }
            // An escape alone waits for what it goes with: keys that send sequences of their own do not.
            if !edit.isVi, next == .character("\u{1B}"), keys.wasLate {
                holdsEscape = true
                continue
            }
            if holdsEscape {
                holdsEscape = false
                if case .character(let scalar) = next, scalar != "\u{3}" {
                    keys.pushBack(next)
                    key?.pointee = 0x1B
                    return 1
                }
            }
            switch next {
            case .character("\u{3}"):
                giveUp()
                edit.isGivenUp = true
                return -1
            case .character(let scalar):
                recentKeys = recentKeys.suffix(1) + [scalar]
                key?.pointee = wchar_t(bitPattern: scalar.value)
                return 1
            case .named(let named, let sequence):
                // In vi's insert mode an escape is a key of its own, so these keys have codes of ours there.
                if edit.isVi {
                    key?.pointee = EditorKeys.code(of: named)
                    return 1
                }
                keys.push(sequence)
            case .paste(let text):
                pasted = PastedText.clean(text)
                offers = 0
            case .garbage: complain("That was no UTF-8, so it was left out.")
            }
        }
        edit.isGivenUp = true
        return -1
    }

    /// The next key; `nil` when there will be none for this line. Meanwhile the screen follows.
    func nextKey() -> Key? {
        while true {
            if isLeaving || isGone { return nil }
            if let text = runDraft() { return .paste(text) }
            if let key = keys.next() {
                choices = []
                note = nil
                switch key {
                case .character("\u{1A}"): suspend()
                case .character("\u{1C}"): quit()
                default: return key
                }
                continue
            }
            if keys.hasEnded {
                isGone = true
                return nil
            }
            follow()
        }
    }

    /// Shows what there is to show, and waits for something to do.
    func follow() {
        takeSignals()
        takeOrders()
        if isLeaving || draft != nil { return }
        paint()
        if isGone { return }
        keys.wait(wake: wake, isBusy: face.hasOrders)
    }

    /// Has libedit delete whole characters, and leave the cursor between characters.
    func repairCharacters() {
        defer { settled = edit.state }
        guard let settled else { return skipMarks() }
        let now = edit.state
        let isChange = recentKeys.last == "s" || recentKeys.first == "c"
        guard let repair = ClusterRepair.of(settled, now, staysOnCharacter: edit.isVi && !isChange) else {
            return now.line.count > settled.line.count ? skipMarks() : ()
        }
        if let deletion = repair.deletion {
            // In Emacs' mode a key that deletes one scalar before the cursor keeps what can be yanked.
            let isBackspace = !edit.isVi && deletion.cut.count == 1 && deletion.cut.upperBound == settled.cursor
            if isBackspace {
                edit.remove(deletion.whole.lowerBound..<deletion.cut.lowerBound)
            } else {
                edit.redo(deletion, of: settled.line)
            }
        }
        edit.move(repair.cursor - edit.state.cursor)
    }

    /// Moves the cursor behind marks that stand on what was inserted before them.
    private func skipMarks() {
        let (line, cursor) = (edit.state.line, edit.state.cursor)
        guard cursor > 0 else { return }
        let marks = line[cursor...].prefix { $0.value >= 0x20 && TextWidth.of($0) == 0 }
        edit.move(marks.count)
    }

    /// Tells that a message, and not a command, is being typed.
    private func tellTyping() {
        let line = edit.current.line
        guard let first = line.first, first != "/" || line.dropFirst().first == "/" else { return }
        let now = ContinuousClock.now
        if let toldTyping, now < toldTyping + Self.typingLasts { return }
        toldTyping = now
        tell(.typing)
    }

    func giveUp() {
        if standing.isLeaving { return tell(.interrupt) }
        let text = edit.text
        if text.isEmpty {
            note = StyledText("Ctrl-D or /quit leaves.", .dim)
        } else {
            painter.print(.entry(Entry(lines: EchoText.lines(prompt: standing.prompt, line: text + "^C"))))
        }
    }

    func complain(_ sentence: String) {
        note = StyledText(sentence, .red)
        bytes += "\u{7}"
    }

    func insert(_ text: String) {
        if !edit.insert(text) {
            complain("It was too long, so its end was left out: a line has at most \(EditLine.longest) characters.")
        }
    }

    /// After the end of input: nothing is edited any more, but the screen still follows, until it is over.
    func waitForLeave() {
        while !isLeaving, !isGone {
            while let key = keys.next() { if key == .character("\u{3}") { tell(.interrupt) } }
            if keys.hasEnded { isGone = true }
            follow()
        }
    }
}
