import TelexCore

/// A change of the line that libedit carries out when it runs `telex-paste`.
enum PendingChange: Equatable {
    case paste(String)
    /// Text that was written in another program.
    case insertion(String)
    /// A command, which covers the draft.
    case command(String)
    /// A command that a key stands for; the line stays as it is, as the draft.
    case press(Typed)
    /// Another chat is open, so its draft replaces what is left of the old one's.
    case arrival
}

/// Which chat the line belongs to, and what the store has of it.
///
/// After Enter, or a key that stands for a command, the line is empty, and belongs to whatever chat is open once that is
/// executed: what is typed meanwhile goes there.
struct Drafting {
    /// The chat that the line is sent to; `nil` if none is open.
    private(set) var place: ChatID?
    /// The draft of that chat, as the session knows it.
    private var kept = ""
    /// How many lines and keys were submitted.
    private var submitted = 0
    /// Whether the session has not executed all of them.
    private(set) var isAhead = false
    /// Whether the line must change since the session has opened another chat, or executed what was submitted.
    private(set) var hasArrived = false
    /// When to report the draft to the session; `nil` if it is unchanged.
    private(set) var due: ContinuousClock.Instant?
    private var state = EditorState()
    /// Whether the line is a command that was there before the draft, which is put back once the command is gone.
    private var isHidden = false

    /// How long a change waits for others.
    private static let patience = Duration.seconds(1)

    /// Whether the line is a command, which belongs to no chat.
    static func isCommand(_ line: String) -> Bool { line.hasPrefix("/") && !line.hasPrefix("//") }

    /// Notes that a line, or the command of a key, is submitted. Returns the chat whose draft goes with the line.
    @discardableResult
    mutating func submit(_ line: String) -> ChatID? {
        defer {
            submitted += 1
            isAhead = true
            due = nil
        }
        if Self.isCommand(line) { return nil }
        kept = ""
        return isAhead ? nil : place
    }

    /// Notes that the line was abandoned. Returns what to tell the session.
    mutating func giveUp(_ line: String) -> (text: String, chat: ChatID)? {
        guard Self.isCommand(line), line != kept else { return change(to: "") }
        putBack()
        return nil
    }

    /// Notes that a command takes the place of the line, which stays the draft.
    mutating func cover(_ line: String) {
        if !isAhead, !Self.isCommand(line) { kept = line }
        isHidden = !kept.isEmpty
    }

    /// Has the draft put into the line, which a command has left.
    private mutating func putBack() {
        isHidden = !kept.isEmpty
        hasArrived = hasArrived || isHidden
    }

    /// Notes the state of the session.
    mutating func follow(_ new: EditorState) {
        state = new
        if isAhead ? new.answered >= submitted : new.place != place { hasArrived = true }
    }

    /// Whether the screen does not yet show what the submitted lines do.
    var isBehind: Bool { state.answered < submitted }

    /// Whether the line must change; only once for each reason.
    mutating func takeArrival() -> Bool {
        defer { hasArrived = false }
        return hasArrived
    }

    /// Moves on to the chat that is open now.
    ///
    /// - Parameter line: the line so far.
    /// - Returns: the new line, and the draft of the old chat if the session does not have it.
    mutating func arrive(with line: String) -> (line: String, left: (text: String, chat: ChatID)?) {
        let isCommand = Self.isCommand(line)
        if isHidden, !isAhead, place == state.place {
            isHidden = isCommand
            return (isCommand ? line : kept + line, nil)
        }
        let goesAlong = isAhead || place == nil || isCommand
        let left = goesAlong ? nil : change(to: line)
        isAhead = false
        due = nil
        place = state.place
        kept = state.draft
        isHidden = isCommand && !kept.isEmpty
        if isCommand { return (line, left) }
        return (goesAlong ? kept + line : kept, left)
    }

    /// Notes what the line is now. Returns what to tell the session at once: that the draft is gone.
    ///
    /// - Parameter isBrowsing: whether the line comes from the history, so that the draft stays as it was.
    mutating func note(_ line: String, isBrowsing: Bool = false) -> (text: String, chat: ChatID)? {
        let isCommand = Self.isCommand(line)
        if isAhead || line == kept || isCommand && (isHidden || isBrowsing) {
            due = nil
            return nil
        }
        if isHidden {
            putBack()
            return nil
        }
        // What has become a command is no draft any more.
        if line.isEmpty || isCommand { return change(to: "") }
        due = due ?? ContinuousClock.now + Self.patience
        return nil
    }

    /// Whether the draft has not changed for long enough.
    var isDue: Bool { due.map { ContinuousClock.now >= $0 } ?? false }

    /// Whether the session has already saved this line as the draft of the chat.
    func isKept(_ line: String) -> Bool { place != nil && !isAhead && line == kept }

    /// Takes the line as the draft of its chat. Returns what to tell the session; `nil` if it knows.
    mutating func change(to line: String) -> (text: String, chat: ChatID)? {
        due = nil
        guard let place, !isAhead, !Self.isCommand(line), line != kept else { return nil }
        kept = line
        return (line, place)
    }
}

extension EditorThread {
    /// Carries out an arrival: the line becomes the draft of the chat that is open now.
    func arrive() {
        let (text, cursor) = (edit.text, edit.current.cursor)
        let (line, left) = drafting.arrive(with: text)
        if let left { tell(.type(.draft(left.text, in: left.chat))) }
        if line == text { return }
        walk = nil
        let behind = text.unicodeScalars.count - cursor
        edit.replace(with: line, cursor: line.hasSuffix(text) ? line.unicodeScalars.count - behind : .max)
    }

    /// Tells the session the draft after each key, as far as it cannot wait.
    func tellDraft() {
        if let change = drafting.note(edit.text, isBrowsing: walk != nil) {
            tell(.type(.draft(change.text, in: change.chat)))
        }
    }

    /// Tells the session the draft now.
    func tellDraft(_ line: String) {
        if let change = drafting.change(to: line) { tell(.type(.draft(change.text, in: change.chat))) }
    }

    /// Makes libedit run `telex-paste`.
    func offer(_ change: PendingChange) {
        pending = change
        offers = 0
    }
}
