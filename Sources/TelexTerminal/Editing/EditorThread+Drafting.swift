import TelexCore

/// A change of the line that libedit carries out when it runs `telex-paste`.
enum PendingChange: Equatable {
    case paste(String)
    /// Text that was written in another program.
    case insertion(String)
    /// A command about what was on the screen, which covers the line.
    case command(String, SeenScreen?)
    /// A command that a key stands for, and what it is about; the line stays as it is.
    case press(Typed, SeenScreen?)
    /// Another screen is open, so the line that was left there replaces this one.
    case arrival
}

/// Keeps the line where it was typed.
extension EditorThread {
    /// Carries out an arrival: the line becomes the one that was left on the screen that is open now.
    func arrive() {
        let (text, place) = (edit.text, drafting.place)
        if drafting.isElsewhere, let typed = typedBelow, typed != ownLine { tell(drafting.leave(typed)) }
        let own = ownLine
        let arrival = drafting.arrive(with: own, cursor: own == text ? edit.current.cursor : .max)
        tell(arrival.left)
        if let offer = drafting.offer, place != drafting.place {
            note = StyledText(
                "Another terminal has a draft here: \(HarmlessText.of(offer))  Down shows it.", .secondary)
        }
        if arrival.line != text || place != drafting.place { walk = nil }
        if arrival.line != text { edit.replace(with: arrival.line, cursor: arrival.cursor) }
    }

    /// What was typed before the line was taken from the history; `nil` if it was not.
    var typedBelow: String? { walk.flatMap { $0.index == $0.typed ? nil : $0.lines[$0.typed] } }

    /// The line that was typed here: not one that is only looked at in the history.
    var ownLine: String {
        guard let walk, let typedBelow, edit.text == walk.lines[walk.index] else { return edit.text }
        return typedBelow
    }

    /// Tells the session the draft after each key, as far as it cannot wait.
    func tellDraft() {
        // The line is in another program.
        if excursion != nil { return }
        tell(drafting.note(edit.text, isBrowsing: walk != nil))
        face.unsaved = drafting.unsaved(ownLine).map { .draft($0.text, in: $0.chat) }
    }

    /// Tells the session the draft now.
    func tellDraft(_ line: String) {
        tell(drafting.change(to: line))
        face.unsaved = nil
    }

    /// Tells the session a draft.
    func tell(_ draft: (text: String, chat: ChatID)?) {
        if let draft { tell(.type(.draft(draft.text, in: draft.chat))) }
    }

    /// Makes libedit run `telex-paste`.
    func offer(_ change: PendingChange) {
        pending = change
        offers = 0
    }
}
