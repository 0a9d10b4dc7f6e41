import TelexCore

/// Keeps the line where it was typed.
extension LineState {
    /// Whether the line may become another one: not while its keys are read, or while it is below the reader.
    private var mayArrive: Bool { isEditing && question == nil && reading?.composes != true }

    /// Whether the line is about to become another one.
    var isArriving: Bool { mayArrive && drafting.hasArrived }

    /// Whether the line must become another one now; only once for each reason.
    mutating func takeArrival() -> Bool { mayArrive && drafting.takeArrival() }

    /// Carries out an arrival: the line becomes the one that was left on the screen that is open now.
    mutating func arrive() {
        let (text, place) = (text, drafting.place)
        if drafting.isElsewhere, let typed = typedBelow, typed != ownLine { tell(drafting.leave(typed)) }
        let own = ownLine
        let arrival = drafting.arrive(with: own, cursor: own == text ? buffer.cursor : .max)
        tell(arrival.left)
        if let offer = drafting.offer, place != drafting.place {
            note = StyledText(
                "Another terminal has a draft here: \(HarmlessText.of(offer))  Down shows it.", .secondary)
        }
        if arrival.line != text || place != drafting.place { walk = nil }
        if arrival.line != text { replace(with: arrival.line, cursor: arrival.cursor) }
    }

    /// What was typed before the line was taken from the history; `nil` if it was not.
    var typedBelow: String? { walk.flatMap { $0.index == $0.typed ? nil : $0.lines[$0.typed] } }

    /// The line that was typed here: not one that is only looked at in the history.
    private var ownLine: String {
        guard let walk, let typedBelow, text == walk.lines[walk.index] else { return text }
        return typedBelow
    }

    /// Leaves the line where it was typed, until what comes next is done.
    mutating func leaveLine() {
        if let typed = typedBelow, typed != ownLine { tell(drafting.leave(typed)) }
        tell(drafting.leave(ownLine, cursor: ownLine == text ? buffer.cursor : .max))
        walk = nil
    }

    /// Tells the session the draft after each key, as far as it cannot wait.
    mutating func noteDraft() {
        // The line is in another program.
        if excursion != nil { return }
        tell(drafting.note(text, isBrowsing: walk != nil))
    }

    /// The draft that the session does not have, for one that ends; `nil` if it has all.
    var unsaved: ReplLine? {
        isEditing ? drafting.unsaved(excursion ?? ownLine).map { .draft($0.text, in: $0.chat) } : nil
    }

    /// Tells the session the draft now if it has waited long enough.
    mutating func tellDueDraft() { if drafting.isDue { tell(drafting.change(to: text)) } }

    /// Tells the session the draft once the line gets no more keys.
    mutating func end() { tell(drafting.change(to: excursion ?? ownLine)) }

    // MARK: Other programs

    /// Whether the text can be edited in another program now: what comes back belongs where it began.
    var leavesForEditor: Bool {
        excursion != nil && question == nil && pending?.change != .written && !drafting.isBehind && !isArriving
    }

    /// Takes the text that the other program returns. After a failure, that is the text that it was given.
    mutating func comeBack(with result: Result<String, ExternalEditor.Failure>) {
        switch result {
        case .success(let text): excursion = text
        case .failure(let failure): complain(failure.sentence)
        }
        offer(.written)
    }
}
