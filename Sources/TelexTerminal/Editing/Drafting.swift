import TelexCore

/// Which screen the line belongs to, what the command in it is about, and what the store has of it.
///
/// A line stays where it was typed: when another chat opens, it waits for the return of its own. Only a text in the list of
/// chats, where nothing can be sent, goes along. After a command, or a key that stands for one, the line is empty, and
/// belongs to whatever is open once that is executed: what is typed meanwhile goes there.
struct Drafting {
    /// A line that waits where it was typed.
    private struct Left {
        var text: String
        var cursor: Int
        /// What was on the screen when it began.
        var seen: SeenScreen?
        var kept: String
        var isCopy: Bool
    }

    /// The line once another screen is open.
    struct Arrival {
        var line: String
        var cursor: Int
        /// The draft that the session does not have.
        var left: (text: String, chat: ChatID)?
    }

    /// Where the line was typed.
    private(set) var place = Screen.chatList
    /// What was on the screen when the command in the line began; `nil` if the session was not done with earlier lines.
    var seen: SeenScreen?
    /// The draft of the chat, as this terminal has told or taken it.
    private var kept = ""
    /// Whether the line is that draft and nobody has typed in it here, so that it follows the draft.
    private var isCopy = false
    /// The lines that wait on each screen, the one to come back first at the end.
    private var left: [Screen: [Left]] = [:]
    /// A draft of the chat that was typed elsewhere, while there is a line from here.
    private(set) var offer: String?
    /// How many lines and keys were submitted.
    private var submitted = 0
    /// Whether the line belongs to the screen that the submitted ones open.
    private(set) var isAhead = false
    /// Whether the line must change.
    private(set) var hasArrived = false
    /// When to report the draft to the session; `nil` if it is unchanged.
    private(set) var due: ContinuousClock.Instant?
    private var state = EditorState()

    /// How long a change waits for others.
    private static let patience = Duration.seconds(1)

    /// Whether the line is a command, which is no draft.
    static func isCommand(_ line: String) -> Bool { line.hasPrefix("/") && !line.hasPrefix("//") }

    /// Whether the screen does not yet show what the submitted lines do.
    var isBehind: Bool { state.answered < submitted || state.isOpening }

    /// Whether another screen is open than the one where the line was typed.
    var isElsewhere: Bool { !isAhead && state.place != place }

    /// Whether a line waits behind the one that is typed.
    private var isCovering: Bool { left[place] != nil }

    /// Whether a line waits while the session carries out a key, after which it may come back.
    var mayComeBack: Bool { isAhead && isCovering }

    // MARK: Submitting

    /// Notes that a line is submitted. Returns it with what it is about.
    ///
    /// - Parameter typed: what was typed before the line was taken from the history. It comes back.
    @discardableResult mutating func submit(_ line: String, over typed: String? = nil) -> TypedLine {
        let isTaken = line == offer
        let draft = TypedLine.Draft(text: isTaken ? line : kept, isCopy: isTaken || isCopy)
        let result = TypedLine(
            line, place: isAhead ? nil : place, seen: seen, draft: draft.text.isEmpty || isAhead ? nil : draft)
        if let typed, !typed.isEmpty, !isAhead { push(typed, .max) }
        (kept, isCopy) = ("", false)
        // A message opens no other screen.
        if !result.meaning.isText || place.chat == nil || isCovering { isAhead = true }
        press()
        return result
    }

    /// Notes that a key is submitted that opens no other screen.
    mutating func press() {
        submitted += 1
        (due, seen, offer) = (nil, nil, nil)
    }

    /// Notes that a key is submitted that may open another screen. The line was left before.
    mutating func pressAhead() {
        isAhead = true
        press()
    }

    /// Notes that the line was abandoned. Returns what to tell the session.
    ///
    /// - Parameter typed: what was typed before the line was taken from the history. It comes back.
    mutating func giveUp(_ line: String, over typed: String? = nil) -> (text: String, chat: ChatID)? {
        if let typed, !typed.isEmpty, !isAhead { push(typed, .max) }
        hasArrived = hasArrived || isCovering && !isAhead
        return (typed ?? "").isEmpty && (!Self.isCommand(line) || line == kept) ? change(to: "") : nil
    }

    // MARK: Leaving and arriving

    /// Leaves the line where it was typed. Returns what to tell the session.
    mutating func leave(_ line: String, cursor: Int = .max) -> (text: String, chat: ChatID)? {
        let told = change(to: line)
        push(line, cursor)
        return told
    }

    private mutating func push(_ line: String, _ cursor: Int) {
        if !line.isEmpty {
            left[place, default: []].append(
                Left(text: line, cursor: cursor, seen: seen, kept: kept, isCopy: isCopy && line == kept))
        }
        (kept, isCopy, seen) = ("", false, nil)
    }

    /// Puts a message that was not sent into the line of its chat, before what is there.
    mutating func takeBack(_ text: String, in chat: ChatID) {
        let place = Screen.messages(chat)
        var (lines, text) = (left[place] ?? [], text)
        if let last = lines.last, !Self.isCommand(last.text) { text += "\n" + lines.removeLast().text }
        lines.append(Left(text: text, cursor: .max, kept: text, isCopy: false))
        left[place] = lines
        if self.place == place, !isAhead { hasArrived = true }
    }

    /// Notes the state of the session.
    mutating func follow(_ new: EditorState) {
        let old = state
        state = new
        if isAhead {
            hasArrived = hasArrived || !isBehind
        } else {
            let isGone = !kept.isEmpty && new.draft.isEmpty && !old.draft.isEmpty
            if new.place != place || (isCopy ? new.draft != kept : isGone) { hasArrived = true }
        }
        // A command typed ahead means what the lines before it have left on the screen.
        if seen == nil, !isBehind { seen = new.seen }
    }

    /// Whether the line must change; only once for each reason.
    mutating func takeArrival() -> Bool {
        defer { hasArrived = false }
        return hasArrived
    }

    /// Moves on to the screen that is open now, if it is another one.
    ///
    /// - Parameter line: the line so far.
    mutating func arrive(with line: String, cursor: Int = .max) -> Arrival {
        if !isAhead, state.place == place { return stay(line, cursor) }
        let goesAlong = isAhead || place == .chatList && !Self.isCommand(line)
        let told = goesAlong ? nil : leave(line, cursor: cursor)
        let isNew = state.place != place
        (isAhead, due, place, offer) = (false, nil, state.place, nil)
        if isNew, !isCovering, !state.draft.isEmpty {
            left[place] = [Left(text: state.draft, cursor: .max, kept: state.draft, isCopy: true)]
        }
        if goesAlong, !line.isEmpty {
            // What waits here comes back after it.
            (kept, isCopy, seen) = ("", false, state.seen)
            return Arrival(line: line, cursor: cursor)
        }
        var arrival = putBack()
        arrival.left = told
        let known = [arrival.line] + (left[place] ?? []).map(\.text)
        if isNew, !isCopy, !arrival.line.isEmpty, !state.draft.isEmpty, !known.contains(state.draft) {
            offer = state.draft
        }
        return arrival
    }

    /// Returns what becomes of the line while the same screen stays open.
    private mutating func stay(_ line: String, _ cursor: Int) -> Arrival {
        if line.isEmpty, isCovering { return putBack() }
        if isCopy, line == kept {
            (kept, isCopy) = (state.draft, !state.draft.isEmpty)
            return Arrival(line: kept, cursor: kept == line ? cursor : .max)
        }
        let isSent = wasSent(line, kept)
        // What another terminal has discarded is told again.
        if state.draft.isEmpty { kept = "" }
        return isSent ? Arrival(line: "", cursor: 0) : Arrival(line: line, cursor: cursor)
    }

    /// Takes the line that comes back first.
    private mutating func putBack() -> Arrival {
        while var line = left[place]?.popLast() {
            if left[place]?.isEmpty == true { left[place] = nil }
            if line.isCopy { (line.text, line.kept) = (state.draft, state.draft) }
            if line.text.isEmpty || wasSent(line.text, line.kept) { continue }
            // Somebody else has replaced it, or an end of this terminal would lose it.
            (kept, isCopy) = (line.kept == state.draft ? line.kept : "", line.isCopy)
            seen = line.seen
            return Arrival(line: line.text, cursor: line.cursor)
        }
        (kept, isCopy, seen) = ("", false, nil)
        return Arrival(line: "", cursor: 0)
    }

    /// Whether another terminal has sent the line, which it had as the draft of the chat.
    private func wasSent(_ line: String, _ kept: String) -> Bool {
        !line.isEmpty && line == kept && state.draft.isEmpty && state.seen?.messages?.lastOwnLine == line
    }

    // MARK: The draft

    /// Notes what the line is now. Returns what to tell the session at once: that the draft is gone.
    ///
    /// - Parameter isBrowsing: whether the line comes from the history, so that the draft stays as it was.
    mutating func note(_ line: String, isBrowsing: Bool = false) -> (text: String, chat: ChatID)? {
        let isCommand = Self.isCommand(line)
        if line.isEmpty, isCovering, !isAhead {
            hasArrived = true
            return change(to: "")
        }
        if line != kept, !isBrowsing { isCopy = false }
        if isAhead || line == kept || isCommand && (isCovering || isBrowsing) {
            due = nil
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
    func isKept(_ line: String) -> Bool { place.chat != nil && !isAhead && line == kept }

    /// What the session does not have of the line; `nil` if it has all.
    func unsaved(_ line: String) -> (text: String, chat: ChatID)? {
        guard let chat = place.chat, !isAhead, !Self.isCommand(line), line != kept else { return nil }
        return (line, chat)
    }

    /// Takes the line as the draft of its chat. Returns what to tell the session; `nil` if it knows.
    mutating func change(to line: String) -> (text: String, chat: ChatID)? {
        due = nil
        guard let unsaved = unsaved(line) else { return nil }
        (kept, isCopy) = (line, false)
        return unsaved
    }
}

extension MessagesViewModel {
    /// The line that sends the last message of ours again.
    var lastOwnLine: String? { lastOwn.map(Typed.line(for:)) }
}
