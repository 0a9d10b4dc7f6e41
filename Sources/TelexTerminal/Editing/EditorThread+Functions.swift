import CEditLine
import Foundation

/// The functions that keys are bound to. They return libedit's result codes.
extension EditorThread {
    func complete() -> UInt8 {
        let head = edit.head
        if let query = Completion.query(head) { lookUp(query) }
        if Composition.mention(endOf: head) != nil || Completion.namesMember(head), let chat = state.place {
            wait { $0.state.seen?.people?.chat == chat }
        }
        let completion = Completion.of(head, in: state.seen.map(CompletionWorld.init) ?? CompletionWorld())
        choices = completion.candidates
        note = completion.note.map { StyledText($0, .warning) }
        if let insertion = completion.insertion {
            edit.delete(completion.replaced)
            _ = edit.insert(insertion)
        } else if choices.isEmpty {
            bytes += "\u{7}"
        }
        return UInt8(CC_REFRESH)
    }

    /// Searches for people who match.
    func lookUp(_ query: String) {
        tell(.type(.lookUp(query)))
        wait { CompletionWorld.query(of: $0.state.seen) == query }
    }

    /// Waits at most 50 ms for an answer of the session.
    private func wait(until isAnswered: (EditorThread) -> Bool) {
        let deadline = ContinuousClock.now + .milliseconds(50)
        while !isAnswered(self), ContinuousClock.now < deadline, !isLeaving, !isGone {
            keys.waitForOthers(wake: wake, until: deadline)
            carryOutOrders()
        }
    }

    /// Searches the history. Enter accepts the match, other keys accept it and then edit it, Ctrl-G and Ctrl-C cancel.
    func searchHistory() -> UInt8 {
        var search = HistorySearch(history.lines)
        isAsking = true
        defer {
            self.search = nil
            isAsking = false
        }
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
                // A lone escape only ends the search.
                if key != .character("\u{1B}") || !keys.wasLate { keys.pushBack(key) }
                return UInt8(CC_REFRESH)
            }
            if search.hasFailed { bytes += "\u{7}" }
        }
    }

    /// Inserts the next key literally.
    func quote() -> UInt8 {
        note = StyledText("The next key is inserted literally.", .secondary)
        isAsking = true
        defer { isAsking = false }
        switch nextKey() {
        case .character(let scalar) where scalar != "\u{3}" && scalar != "\0":
            _ = edit.insert(String(Character(scalar)))
        case .paste(let text): insert(PastedText.clean(text))
        case .written(let text): insert(text)
        default: break
        }
        return UInt8(CC_REFRESH)
    }

    func paste() -> UInt8 {
        defer { pending = nil }
        switch pending {
        case .paste(let text) where PastedText.lineCount(text) > Self.mostPastedLines: return ask(about: text)
        case .paste(let text), .insertion(let text): insert(text)
        case .command(let text):
            tellDraft(edit.text)
            drafting.cover(edit.text)
            edit.replace(with: text, cursor: .max)
        case .press(let typed): run(typed)
        case .arrival: arrive()
        case nil: break
        }
        return UInt8(CC_REFRESH)
    }

    /// A longer paste is not inserted without asking.
    private static let mostPastedLines = 20

    /// Asks whether to send a long paste, to edit it first, or to drop it.
    private func ask(about text: String) -> UInt8 {
        isAsking = true
        defer { isAsking = false }
        while true {
            note = StyledText(
                "\(PastedText.lineCount(text)) lines pasted. s sends them, e puts them into the line, d drops them.",
                .warning)
            switch nextKey() {
            case .character("s"):
                if edit.insert(text) { return UInt8(CC_NEWLINE) }
                complain("Cut off: a line can have at most \(EditLine.longest) characters. Enter sends it.")
                return UInt8(CC_REFRESH)
            case .character("e"):
                insert(text)
                return UInt8(CC_REFRESH)
            case .character("d"), .character("\u{3}"), .character("\u{7}"), nil: return UInt8(CC_REFRESH)
            default: bytes += "\u{7}"
            }
        }
    }

    func previous() -> UInt8 { go(by: -1) }
    func next() -> UInt8 { go(by: 1) }

    /// Moves to another line of the draft, or else through the history.
    func go(by step: Int) -> UInt8 {
        let (line, cursor) = edit.current
        let isBrowsing = walk.map { $0.index < $0.lines.count - 1 && edit.text == $0.lines[$0.index] } ?? false
        if !isBrowsing, let target = LineMotion.target(step, from: cursor, in: line) {
            edit.move(target - cursor)
        } else {
            browse(by: step)
        }
        return UInt8(CC_REFRESH)
    }

    /// Moves through the history. After its last line comes the command that edits our last message, if nothing has been
    /// typed, and then what has been typed.
    private func browse(by step: Int) {
        let typed = edit.text
        let offered = typed.isEmpty ? state.seen?.editing.map { [$0] } ?? [] : []
        var walk = walk ?? Walk(lines: history.lines + offered + [typed], index: history.lines.count + offered.count)
        if walk.index == walk.lines.count - 1 { walk.lines[walk.index] = typed }
        guard walk.lines.indices.contains(walk.index + step) else { return bytes += "\u{7}" }
        walk.index += step
        self.walk = walk
        edit.replace(with: walk.lines[walk.index], cursor: .max)
    }

    func newLine() -> UInt8 {
        _ = edit.insert("\n")
        return UInt8(CC_REFRESH)
    }

    /// Executes the command that a key stands for.
    func press(_ command: Command, _ argument: String = "") -> UInt8 {
        run(.command(command, argument: argument))
        return UInt8(CC_REFRESH)
    }

    private func run(_ typed: Typed) {
        let text = edit.text
        tellDraft(text)
        if drafting.isKept(text) { edit.replace(with: "", cursor: 0) }
        let now = seenNow
        drafting.submit("/")
        tell(.type(.press(typed, seen: now)))
    }

    /// Executes the command that a key stands for, and leaves the line as it is.
    func scroll(_ command: Command) -> UInt8 {
        tell(.type(.scroll(.command(command, argument: ""))))
        return UInt8(CC_REFRESH)
    }

    /// Opens the reader a page above the end.
    func readBack() -> UInt8 {
        firstReaderKey = .pageUp
        readerDeadline = ContinuousClock.now + Self.patience
        return scroll(.read)
    }

    func clear() -> UInt8 {
        if reader == nil {
            painter.clear()
            tell(.type(.repaint))
        } else {
            fullScreen.restart()
        }
        return UInt8(CC_REFRESH)
    }

    func editElsewhere() -> UInt8 {
        excursion = edit.text
        edit.replace(with: "", cursor: 0)
        return UInt8(CC_REFRESH)
    }
}
