import CEditLine
import Foundation

/// Reads keys for libedit, and mends what its keys do to the line.
extension EditorThread {
    /// Passes the next key to libedit. Returns 1, or -1 to abandon the line.
    func readKey(_ key: UnsafeMutablePointer<wchar_t>?) -> CInt {
        edit.mend()
        edit.repairCharacters()
        tellTyping()
        askForPeople()
        tellDraft()
        if edit.cut() {
            edit.settled = nil
            complain("A line can have at most \(EditLine.longest) characters.")
        }
        while true {
            if pending != nil, offers < 3 {
                offers += 1
                key?.pointee = EditorKeys.pasteCode
                return 1
            }
            guard let next = nextKey() else { break }
            note(next)
            // A lone escape is held back: it prefixes the next character, and is dropped before any other key.
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
                if drafting.mayComeBack, edit.text.isEmpty { _ = catchUp() }
                giveUp()
                edit.isGivenUp = true
                return -1
            case .character(let scalar):
                edit.note(scalar)
                key?.pointee = wchar_t(bitPattern: scalar.value)
                return 1
            case .named(let named, let sequence):
                // In vi's insert mode, escape is a key of its own, so named keys are sent as private codes.
                if edit.isVi {
                    key?.pointee = EditorKeys.code(of: named)
                    return 1
                }
                keys.push(sequence)
            case .paste(let text): offer(dropped(text).map(PendingChange.insertion) ?? .paste(PastedText.clean(text)))
            case .written(let text): offer(.insertion(text))
            case .composed(let text): offer(.command(text, seenNow))
            case .command(let typed): offer(.press(typed, seenNow))
            case .arrival: offer(.arrival)
            case .garbage: complain("Ignored: the input is not valid UTF-8.")
            }
        }
        edit.isGivenUp = true
        return -1
    }

    /// The command that sends the files whose paths are pasted into an empty line, as happens when they are dropped on the
    /// terminal; `nil` for any other text.
    private func dropped(_ text: String) -> String? {
        guard edit.text.isEmpty, state.place.chat != nil,
            let command = FilePath.all(text).flatMap(FilePath.command(sending:))
        else { return nil }
        note = StyledText("Enter sends it; Ctrl-C discards the line.", .secondary)
        return command
    }

    /// Notes what is on the screen, which a command means that begins with this key. Another program returns the line that
    /// it was given, so that has begun before.
    private func note(_ key: Key) {
        if Drafting.isCommand(edit.text) { return }
        switch key {
        case .written: break
        default: drafting.seen = seenNow
        }
    }

    /// What is on the screen now; `nil` if it does not yet show what the submitted lines do.
    var seenNow: SeenScreen? {
        guard var seen = state.seen else { return nil }
        guard let reader else { return drafting.isBehind ? nil : seen }
        // Whatever is still to come, the message under the cursor is meant.
        (seen.reader, seen.target) = (reader.model, reader.target?.message)
        return seen
    }

    /// Waits for the next key and keeps the screen up to date. Returns `nil` if the line gets no more keys.
    func nextKey() -> Key? {
        while true {
            if isLeaving || isGone {
                tellDraft(ownLine)
                return nil
            }
            // What comes back belongs where it began.
            if !drafting.isBehind, !(mayArrive && drafting.hasArrived), let text = runExcursion() {
                return .written(text)
            }
            runPager()
            if mayArrive, drafting.takeArrival() { return .arrival }
            if !awaitsReader, let key = keys.next() {
                takeFocus()
                look(true)
                choices = []
                note = nil
                switch key {
                case .character("\u{1A}"): suspend()
                case .character("\u{1C}"): quit()
                default: if let key = pass(key) { return key }
                }
                continue
            }
            if keys.hasEnded {
                isGone = true
                continue
            }
            if drafting.isDue { tellDraft(edit.text) }
            follow()
        }
    }
}
