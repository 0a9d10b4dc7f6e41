import CEditLine
import Foundation

/// The functions that keys are bound to. They return libedit's result codes.
extension EditorThread {
    func complete() -> UInt8 {
        guard catchUp() else { return UInt8(CC_REFRESH) }
        let head = edit.head
        if let query = Completion.query(head) { lookUp(query) }
        if Composition.mention(endOf: head) != nil || Completion.namesMember(head), let chat = state.place.chat {
            wait(atMost: .seconds(1)) { $0.state.seen?.people?.chat == chat }
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

    /// Waits for an answer of the session.
    private func wait(
        atMost patience: Duration = .milliseconds(50), until isAnswered: (EditorThread) -> Bool
    ) {
        let deadline = ContinuousClock.now + patience
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
        case .command(let text, let seen):
            leaveLine()
            edit.replace(with: text, cursor: .max)
            drafting.seen = seen
        case .press(let typed, let seen): if catchUp() { run(typed, seen) }
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
        let isBrowsing = walk.map { $0.index != $0.typed && edit.text == $0.lines[$0.index] } ?? false
        if !isBrowsing, !catchUp() { return UInt8(CC_REFRESH) }
        let (line, cursor) = edit.current
        if !isBrowsing, let target = LineMotion.target(step, from: cursor, in: line) {
            edit.move(target - cursor)
        } else {
            browse(by: step)
        }
        return UInt8(CC_REFRESH)
    }

    /// Moves through the history. After its last line comes the command that edits our last message, if nothing has been
    /// typed, then what has been typed, and then a draft that was typed elsewhere.
    private func browse(by step: Int) {
        var walk = walk.flatMap { $0.index == $0.typed ? nil : $0 } ?? walk(from: edit.text)
        guard walk.lines.indices.contains(walk.index + step) else { return bytes += "\u{7}" }
        walk.index += step
        self.walk = walk
        edit.replace(with: walk.lines[walk.index], cursor: .max)
        if let seen = walk.seen, walk.index == walk.typed - 1 { drafting.seen = seen }
    }

    private func walk(from typed: String) -> Walk {
        let seen = typed.isEmpty ? state.seen : nil
        let editing = seen?.editing
        let above = history.lines + (editing.map { [$0] } ?? [])
        return Walk(
            lines: above + [typed] + (drafting.offer.map { [$0] } ?? []), index: above.count, typed: above.count,
            seen: editing == nil ? nil : seen)
    }

    func newLine() -> UInt8 {
        _ = edit.insert("\n")
        return UInt8(CC_REFRESH)
    }

    /// Executes the command that a key stands for.
    func press(_ command: Command, _ argument: String = "") -> UInt8 {
        if reader != nil {
            complain("Enter or Esc ends the line first.")
        } else if catchUp() {
            run(.command(command, argument: argument), seenNow)
        }
        return UInt8(CC_REFRESH)
    }

    private func run(_ typed: Typed, _ seen: SeenScreen?) {
        leaveLine()
        edit.replace(with: "", cursor: 0)
        drafting.pressAhead()
        tell(.type(.press(typed, seen: seen)))
    }

    /// Leaves the line where it was typed, until what comes next is done.
    private func leaveLine() {
        if let typed = typedBelow, typed != ownLine { tell(drafting.leave(typed)) }
        tell(drafting.leave(ownLine, cursor: ownLine == edit.text ? edit.current.cursor : .max))
        walk = nil
        face.unsaved = nil
    }

    /// Executes the command that a key stands for, and leaves the line as it is.
    func scroll(_ command: Command) -> UInt8 {
        tell(.type(.scroll(.command(command, argument: ""))))
        return UInt8(CC_REFRESH)
    }

    /// Opens the reader a page above the end.
    func readBack() -> UInt8 {
        firstReaderKey = .pageUp
        readerDeadline = ContinuousClock.now + Self.longestWait
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
