import TelexCore

/// A function that keys are bound to.
enum LineFunction: Equatable {
    case complete, search, quote, paste, previous, next, newLine, clear, edit, readBack, newer
    /// Executes the command that a key stands for.
    case press(Command, String = "")

    /// Opens the chat with unread messages that has the number of the key, or the first one.
    static func jump(_ key: Int32) -> LineFunction {
        .press(.jump, Unicode.Scalar(UInt32(bitPattern: key)).flatMap { Int(String($0)) }.map(String.init) ?? "")
    }
}

/// A change of the line that libedit carries out when it runs `telex-paste`.
enum PendingChange: Equatable {
    case paste(String)
    /// Text that is inserted without asking.
    case insertion(String)
    /// Text that is inserted and submitted.
    case submission(String)
    /// A line of the history that was searched for.
    case match(String, cursor: Int)
    /// The text from another program.
    case written
    /// A command about what was on the screen, which covers the line.
    case command(String, SeenScreen?)
    /// A command that a key stands for, and what it is about; the line stays as it is.
    case press(Typed, SeenScreen?)
    /// Another screen is open, so the line that was left there replaces this one.
    case arrival
}

/// What the functions do that keys are bound to.
extension LineState {
    mutating func run(_ function: LineFunction) {
        switch function {
        case .complete: complete()
        case .search: question = .search(HistorySearch(history.lines))
        case .quote:
            question = .quotation
            note = StyledText("The next key is inserted literally.", .secondary)
        case .paste: carryOutChange()
        case .previous: go(by: -1)
        case .next: go(by: 1)
        case .newLine: insert("\n")
        case .clear:
            add(.clear)
            if reading == nil { tell(.type(.repaint)) }
        case .edit:
            excursion = text
            replace(with: "")
        case .readBack:
            // The reader begins a page above the end.
            awaitReader(from: .pageUp)
            scroll(.read)
        case .newer: scroll(.newer)
        case .press(let command, let argument):
            if reading != nil { return complain("Enter or Esc ends the line first.") }
            press(.command(command, argument: argument), seenNow)
        }
    }

    /// Whether the function reads the state, so that it waits until the session has done what was typed before.
    func awaitsSession(_ function: LineFunction) -> Bool {
        switch function {
        case .complete: true
        case .previous, .next: !isBrowsing
        case .press: reading == nil
        case .paste: if case .press? = pending?.change { true } else { false }
        case .search, .quote, .newLine, .clear, .edit, .readBack, .newer: false
        }
    }

    /// The session takes too long with what was typed before.
    mutating func stopWaiting() {
        pending = nil
        complain("Telex is still busy with what you typed before, so the key did nothing.")
    }

    private mutating func complete() {
        let completion = Completion.of(head, in: state.seen.map(CompletionWorld.init) ?? CompletionWorld())
        choices = completion.candidates
        note = completion.note.map { StyledText($0, .warning) }
        if let insertion = completion.insertion {
            let start = max(0, buffer.cursor - completion.replaced)
            buffer.line.removeSubrange(start..<buffer.cursor)
            buffer.cursor = start
            insert(insertion)
        } else if choices.isEmpty {
            beep()
        }
    }

    // MARK: Changes

    /// Makes libedit run `telex-paste`.
    mutating func offer(_ change: PendingChange) {
        pending = (change, 0)
        holdsEscape = false
    }

    private mutating func carryOutChange() {
        defer { pending = nil }
        switch pending?.change {
        case .paste(let text) where PastedText.lineCount(text) > Self.mostPastedLines: ask(about: text)
        case .paste(let text), .insertion(let text): insert(text)
        case .submission(let text):
            if insert(text, orSay: " Enter sends it.") { add(.push([.character("\r")])) }
        case .match(let text, let cursor): replace(with: text, cursor: cursor)
        case .written:
            insert(excursion ?? "")
            excursion = nil
        case .command(let text, let seen):
            leaveLine()
            replace(with: text)
            drafting.seen = seen
        case .press(let typed, let seen): press(typed, seen)
        case .arrival: arrive()
        case nil: break
        }
    }

    /// A longer paste is not inserted without asking.
    private static let mostPastedLines = 20

    /// Executes the command that a key stands for.
    private mutating func press(_ typed: Typed, _ seen: SeenScreen?) {
        leaveLine()
        replace(with: "")
        drafting.pressAhead()
        tell(.type(.press(typed, seen: seen)))
    }

    /// Executes the command that a key stands for, and leaves the line as it is.
    mutating func scroll(_ command: Command) { tell(.type(.scroll(.command(command, argument: "")))) }

    // MARK: The history

    /// Whether the line is one of the history.
    private var isBrowsing: Bool { walk.map { $0.index != $0.typed && text == $0.lines[$0.index] } ?? false }

    /// Moves to another line of the draft, or else through the history.
    private mutating func go(by step: Int) {
        if !isBrowsing, let target = LineMotion.target(step, from: buffer.cursor, in: buffer.line) {
            buffer.cursor = target
        } else {
            browse(by: step)
        }
    }

    /// Moves through the history. After its last line comes the command that edits our last message, if nothing has been
    /// typed, then what has been typed, and then a draft that was typed elsewhere.
    private mutating func browse(by step: Int) {
        var walk = walk.flatMap { $0.index == $0.typed ? nil : $0 } ?? walk(from: text)
        guard walk.lines.indices.contains(walk.index + step) else { return beep() }
        walk.index += step
        self.walk = walk
        replace(with: walk.lines[walk.index])
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
}
