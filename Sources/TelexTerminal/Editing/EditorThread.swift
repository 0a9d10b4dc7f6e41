import CEditLine
import Foundation

/// Owns the terminal: reads keys, lets libedit edit, and paints the screen. Everything here happens on one thread.
final class EditorThread {
    private let options: LineEditor.Options
    private let face: LineEditor
    private let wake: CInt
    private let tell: @Sendable (LineEditor.Deed) -> Void

    private var edit: EditLine!
    private var keys = KeyInput(STDIN_FILENO)
    private var painter: ScreenPainter
    private var history: InputHistory
    private var bytes = ""

    private var standing = Standing(prompt: "> ")
    /// Said below the line until the next key.
    private var note: StyledText?
    private var choices: [CompletionWorld.Candidate] = []
    private var search: HistorySearch?
    /// Text to be edited by another program.
    private var draft: String?
    /// Text for the line, until libedit asks for it: it does not expect the line to change while it reads a key.
    private var pasted: String?
    /// How often libedit has been told of it: some of its functions take any key for text.
    private var offers = 0
    /// Whether an escape waits for the key that it goes with.
    private var holdsEscape = false
    /// Where the walk through the history is, and the line that it began with.
    private var walk: (index: Int, line: String)?
    /// Where the cursor was before the last key.
    private var lastCursor = 0

    private var isEditing = false
    private var isLeaving = false
    /// Whether the terminal has gone away.
    private var isGone = false

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

    func start() {
        // The thread is the only one from here on.
        nonisolated(unsafe) let owner = self
        let thread = Thread { owner.run() }
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func run() {
        takeTerminal()
        if isGone { tell(.end) }
        while !isLeaving, !isGone { editLine() }
        leave()
        edit = nil
        face.hasLeft()
    }

    private func editLine() {
        isEditing = true
        lastCursor = 0
        walk = nil
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

    private func remember(_ line: String) {
        guard history.add(line) else { return }
        if let reason = history.save() {
            note = StyledText("The history could not be written: \(reason).", .red)
        }
    }

    // MARK: Keys

    /// Hands libedit its next key; gives the line up by -1.
    private func readKey(_ key: UnsafeMutablePointer<wchar_t>?) -> CInt {
        edit.mend()
        settleCursor()
        if edit.cut() { complain("A line has at most \(EditLine.longest) characters.") }
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
    private func nextKey() -> Key? {
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
    private func follow() {
        takeSignals()
        takeOrders()
        if isLeaving || draft != nil { return }
        paint()
        if isGone { return }
        keys.wait(wake: wake, isBusy: face.hasOrders)
    }

    /// The cursor does not stay within a character and its marks, which stand in one place on the screen.
    private func settleCursor() {
        let line = edit.current.line
        var cursor = edit.current.cursor
        let step = cursor < lastCursor ? -1 : 1
        while cursor > 0, cursor < line.count, line[cursor].value >= 0x20, TextWidth.of(line[cursor]) == 0 {
            cursor += step
            edit.move(step)
        }
        lastCursor = cursor
    }

    private func giveUp() {
        let text = edit.text
        if text.isEmpty {
            note = StyledText("Ctrl-D or /quit leaves.", .dim)
        } else {
            painter.print(.entry(Entry(lines: EchoText.lines(prompt: standing.prompt, line: text + "^C"))))
        }
    }

    private func complain(_ sentence: String) {
        note = StyledText(sentence, .red)
        bytes += "\u{7}"
    }

    private func insert(_ text: String) {
        if !edit.insert(text) {
            complain("It was too long, so its end was left out: a line has at most \(EditLine.longest) characters.")
        }
    }

    /// After the end of input: nothing is edited any more, but the screen still follows, until it is over.
    private func waitForLeave() {
        while !isLeaving, !isGone {
            while let key = keys.next() { if key == .character("\u{3}") { tell(.interrupt) } }
            if keys.hasEnded { isGone = true }
            follow()
        }
    }

    // MARK: Functions bound to keys

    func complete() -> UInt8 {
        let head = edit.head
        if let query = Completion.query(head) { lookUp(query) }
        let completion = Completion.of(head, in: standing.world)
        choices = completion.candidates
        if let insertion = completion.insertion {
            edit.delete(completion.replaced)
            _ = edit.insert(insertion)
        } else if choices.isEmpty {
            bytes += "\u{7}"
        }
        return UInt8(CC_REFRESH)
    }

    /// Waits until people are found who match, for 50 ms at most.
    private func lookUp(_ query: String) {
        tell(.lookUp(query))
        let deadline = ContinuousClock.now + .milliseconds(50)
        while standing.world.query != query, ContinuousClock.now < deadline, !isLeaving, !isGone {
            keys.waitForOthers(wake: wake, until: deadline)
            takeOrders()
        }
    }

    /// Searches the history; Enter takes what was found, other keys take it and edit it, Ctrl-G and Ctrl-C forget it.
    func searchHistory() -> UInt8 {
        var search = HistorySearch(history.lines)
        defer { self.search = nil }
        while true {
            self.search = search
            guard let key = nextKey() else { return UInt8(CC_REFRESH) }
            switch key {
            case .character("\u{12}"): search.older()
            case .character("\u{13}"): search.newer()
            case .character("\u{8}"), .character("\u{7F}"): search.erase()
            case .character("\u{7}"), .character("\u{3}"): return UInt8(CC_REFRESH)
            case .character(let scalar) where scalar.value >= 0x20: search.type(scalar)
            case .garbage: break
            default:
                if let match = search.match { edit.replace(with: match, cursor: search.offset) }
                // An escape that stands alone only ends the search.
                if key != .character("\u{1B}") || !keys.wasLate { keys.pushBack(key) }
                return UInt8(CC_REFRESH)
            }
            if search.hasFailed { bytes += "\u{7}" }
        }
    }

    /// Takes the next key as it is.
    func quote() -> UInt8 {
        note = StyledText("The next key is taken as it is.", .dim)
        switch nextKey() {
        case .character(let scalar) where scalar != "\u{3}" && scalar != "\0":
            _ = edit.insert(String(Character(scalar)))
        case .paste(let text): insert(PastedText.clean(text))
        default: break
        }
        return UInt8(CC_REFRESH)
    }

    func paste() -> UInt8 {
        if let text = pasted {
            pasted = nil
            insert(text)
        }
        return UInt8(CC_REFRESH)
    }

    func previous() -> UInt8 { go(by: -1) }
    func next() -> UInt8 { go(by: 1) }

    /// Walks through the history; past its end stands what was typed before.
    private func go(by step: Int) -> UInt8 {
        let index = walk?.index ?? history.lines.count
        let line = index == history.lines.count ? edit.text : walk?.line ?? ""
        let target = index + step
        guard target >= 0, target <= history.lines.count else {
            bytes += "\u{7}"
            return UInt8(CC_REFRESH)
        }
        walk = (target, line)
        edit.replace(with: target < history.lines.count ? history.lines[target] : line, cursor: .max)
        return UInt8(CC_REFRESH)
    }

    func newLine() -> UInt8 {
        _ = edit.insert("\n")
        return UInt8(CC_REFRESH)
    }

    func clear() -> UInt8 {
        painter.clear()
        return UInt8(CC_REFRESH)
    }

    func editElsewhere() -> UInt8 {
        draft = edit.text
        edit.replace(with: "", cursor: 0)
        return UInt8(CC_REFRESH)
    }

    // MARK: The screen

    private func takeOrders() {
        for order in face.take(limit: 1024) {
            switch order {
            case .print(let printed): for printed in printed { painter.print(printed) }
            case .raw(let raw):
                bytes += painter.leave() + String(decoding: raw, as: UTF8.self)
                painter.restart()
            case .stand(let new):
                if options.hasTitle, new.title != standing.title { bytes += TerminalTitle.set(new.title) }
                standing = new
            case .alert(let alert): bytes += alert
            case .edit(let text): if isEditing { draft = text }
            case .leave: isLeaving = true
            }
        }
    }

    private func paint() {
        bytes += painter.paint(block)
        write()
    }

    private var block: EditBlock {
        var block = EditBlock()
        block.status = standing.status
        guard isEditing else { return block }
        if let search {
            block.prompt =
                StyledText(search.hasFailed ? "(not found) " : "(search) ", .yellow)
                + StyledText("\(search.pattern): ", .bold)
            block.line = Array((search.match ?? "").unicodeScalars)
            block.cursor = search.offset
            block.help = [StyledText("Ctrl-R older, Ctrl-S newer, Enter takes it, Ctrl-G leaves", .dim)]
            return block
        }
        block.prompt = standing.prompt
        (block.line, block.cursor) = edit.current
        block.note = note
        if !choices.isEmpty {
            block.help += ChoicesText.lines(choices, height: max(2, painter.height / 3))
        } else if note == nil, let hint = CommandHint.of(edit.text) {
            block.help = [hint]
        }
        return block
    }

    private func write() {
        guard !bytes.isEmpty, !isGone else { return }
        if !KeyInput.write(bytes, to: STDOUT_FILENO) { isGone = true }
        bytes = ""
    }

    private func measure() {
        if let size = Self.size { painter.resize(columns: size.columns, height: size.rows) }
    }

    private static var size: (columns: Int, rows: Int)? {
        var columns: CInt = 0
        var rows: CInt = 0
        return cel_terminal_size(STDOUT_FILENO, &columns, &rows) ? (Int(columns), Int(rows)) : nil
    }

    // MARK: The terminal

    private func takeTerminal() {
        if !cel_take_terminal(TerminalTitle.begin(options.hasTitle), TerminalTitle.end(options.hasTitle)) {
            isGone = true
        }
    }

    private func takeSignals() {
        let signals = cel_take_signals()
        if signals & UInt32(CEL_SUSPENDED) != 0 { return suspend() }
        if signals & UInt32(CEL_CONTINUED) != 0 { resume() }
        if signals & UInt32(CEL_RESIZED) != 0 { measure() }
    }

    private func suspend() {
        giveTerminal()
        cel_stop()
        resume()
    }

    private func giveTerminal() {
        bytes += painter.leave()
        write()
        cel_give_terminal_back()
    }

    private func resume() {
        takeTerminal()
        painter.restart()
        measure()
        if options.hasTitle { bytes += TerminalTitle.set(standing.title) }
    }

    private func quit() {
        giveTerminal()
        signal(SIGQUIT, SIG_DFL)
        raise(SIGQUIT)
    }

    private func leave() {
        bytes += painter.leave()
        write()
        cel_give_terminal_back()
    }

    /// Has another program edit the draft; returns what it makes of it.
    private func runDraft() -> String? {
        guard let text = draft else { return nil }
        draft = nil
        giveTerminal()
        face.isAway(true)
        let result = ExternalEditor.edit(text, by: options.editor)
        face.isAway(false)
        resume()
        switch result {
        case .success(let text): return text
        case .failure(let failure):
            complain(failure.sentence)
            return text
        }
    }
}
