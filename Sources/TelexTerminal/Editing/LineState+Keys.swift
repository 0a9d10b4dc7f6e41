import CEditLine
import TelexCore

/// What keys do: they answer a question, move the reader, or go to libedit.
extension LineState {
    /// What libedit gets.
    enum Feed: Equatable {
        case character(Unicode.Scalar)
        /// A code that no key sends.
        case code(Int32)
        /// Nothing: the line is to be discarded.
        case discard
        /// No more keys.
        case end
    }

    /// Takes a key of the terminal. Returns what libedit gets for it; `nil` if nothing.
    ///
    /// - Parameter isLate: whether nothing followed it in time, so that an escape is a key of its own.
    mutating func press(_ key: Key, isLate: Bool = false) -> Feed? {
        (choices, note) = ([], nil)
        switch key {
        case .character("\u{1A}"): add(.suspend)
        case .character("\u{1C}"): add(.quit)
        default:
            if let question {
                answer(question, key, isLate)
            } else {
                return pass(key, isLate).flatMap { feed($0, isLate) }
            }
        }
        return nil
    }

    /// Returns what libedit gets next without a key; `nil` if nothing.
    mutating func offered() -> Feed? {
        guard let pending, pending.offers < 3 else { return nil }
        self.pending?.offers += 1
        return .code(EditorKeys.pasteCode)
    }

    private mutating func feed(_ key: Key, _ isLate: Bool) -> Feed? {
        // What is on the screen now is what a command means that begins with this key.
        if !Drafting.isCommand(text) { drafting.seen = seenNow }
        // A lone escape is held back: it prefixes the next character, and is dropped before any other key.
        if !isVi, key == .character("\u{1B}"), isLate {
            holdsEscape = true
            return nil
        }
        if holdsEscape {
            holdsEscape = false
            if case .character(let scalar) = key, scalar != "\u{3}" {
                add(.push([key]))
                return .code(0x1B)
            }
        }
        switch key {
        case .character("\u{3}"): return .discard
        case .character(let scalar): return .character(scalar)
        case .named(let named, let sequence):
            // In vi's insert mode, escape is a key of its own, so named keys are sent as private codes.
            if isVi { return .code(EditorKeys.code(of: named)) }
            add(.push(sequence.map { .character(Unicode.Scalar($0)) }))
        case .paste(let text): offer(dropped(text).map(PendingChange.insertion) ?? .paste(PastedText.clean(text)))
        case .garbage: complain("Ignored: the input is not valid UTF-8.")
        }
        return nil
    }

    /// The command that sends the files whose paths are pasted into an empty line, as happens when they are dropped on the
    /// terminal; `nil` for any other text.
    private mutating func dropped(_ text: String) -> String? {
        guard buffer.line.isEmpty, state.place.chat != nil,
            let command = FilePath.all(text).flatMap(FilePath.command(sending:))
        else { return nil }
        note = StyledText("Enter sends it; Ctrl-C discards the line.", .secondary)
        return command
    }

    /// What is on the screen now; `nil` if it does not yet show what the submitted lines do.
    var seenNow: SeenScreen? {
        guard var seen = state.seen else { return nil }
        guard let reader = reading?.reader else { return drafting.isBehind ? nil : seen }
        // Whatever is still to come, the message under the cursor is meant.
        (seen.reader, seen.target) = (reader.model, reader.target?.message)
        return seen
    }

    /// Whether a line that waits may come back once the session is done, before Ctrl-C discards it.
    var awaitsDiscarded: Bool { drafting.mayComeBack && buffer.line.isEmpty }

    /// Discards the line.
    mutating func discard() {
        isEditing = false
        if state.isLeaving { return tell(.interrupt) }
        tell(drafting.giveUp(text, over: typedBelow))
        if reading != nil { return }
        if !buffer.line.isEmpty {
            let echo = EchoText.lines(prompt: state.prompt, line: text + "^C")
            add(.print([.entry(Entry(lines: echo))]))
        } else if state.movesFiles {
            drafting.press()
            tell(.type(.press(.command(.cancel, argument: ""))))
        } else {
            note = StyledText("Ctrl-D or /quit leaves.", .secondary)
        }
    }

    // MARK: Questions

    /// Takes a key that answers a question. What it does to the line, libedit carries out.
    private mutating func answer(_ question: Question, _ key: Key, _ isLate: Bool) {
        self.question = nil
        switch question {
        case .search(let search): self.search(search, key, isLate)
        case .quotation:
            switch key {
            case .character(let scalar) where scalar != "\u{3}" && scalar != "\0":
                offer(.insertion(String(Character(scalar))))
            case .paste(let text): offer(.insertion(PastedText.clean(text)))
            default: break
            }
        case .paste(let text):
            switch key {
            case .character("s"): offer(.submission(text))
            case .character("e"): offer(.insertion(text))
            case .character("d"), .character("\u{3}"), .character("\u{7}"): break
            default:
                beep()
                ask(about: text)
            }
        }
    }

    /// Searches the history. Enter accepts the match, other keys accept it and then edit it, Ctrl-G and Ctrl-C cancel.
    private mutating func search(_ search: HistorySearch, _ key: Key, _ isLate: Bool) {
        var search = search
        switch key {
        case .character("\u{12}"): search.older()
        case .character("\u{13}"): search.newer()
        case .character("\u{8}"), .character("\u{7F}"): search.erase()
        case .character("\u{7}"), .character("\u{3}"): return
        case .character(let scalar) where scalar.value >= 0x20: search.type(scalar)
        case .garbage: break
        default:
            if let match = search.match { offer(.match(match, cursor: search.offset)) }
            // A lone escape only ends the search.
            if key != .character("\u{1B}") || !isLate { add(.push([key])) }
            return
        }
        if search.hasFailed { beep() }
        question = .search(search)
    }

    /// Asks whether to send a long paste, to edit it first, or to drop it.
    mutating func ask(about text: String) {
        question = .paste(text)
        note = StyledText(
            "\(PastedText.lineCount(text)) lines pasted. s sends them, e puts them into the line, d drops them.",
            .warning)
    }
}
