import CEditLine
import Foundation

/// The functions that keys are bound to. They return libedit's result codes.
extension EditorThread {
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

    /// Searches for people who match, and waits at most 50 ms for the result.
    func lookUp(_ query: String) {
        tell(.lookUp(query))
        let deadline = ContinuousClock.now + .milliseconds(50)
        while standing.world.query != query, ContinuousClock.now < deadline, !isLeaving, !isGone {
            keys.waitForOthers(wake: wake, until: deadline)
            takeOrders()
        }
    }

    /// Searches the history. Enter accepts the match, other keys accept it and then edit it, Ctrl-G and Ctrl-C cancel.
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
                // A lone escape only ends the search.
                if key != .character("\u{1B}") || !keys.wasLate { keys.pushBack(key) }
                return UInt8(CC_REFRESH)
            }
            if search.hasFailed { bytes += "\u{7}" }
        }
    }

    /// Inserts the next key literally.
    func quote() -> UInt8 {
        note = StyledText("The next key is inserted literally.", .dim)
        switch nextKey() {
        case .character(let scalar) where scalar != "\u{3}" && scalar != "\0":
            _ = edit.insert(String(Character(scalar)))
        case .paste(let text): insert(PastedText.clean(text))
        case .arrival: keys.pushBack(.arrival)
        default: break
        }
        return UInt8(CC_REFRESH)
    }

    func paste() -> UInt8 {
        defer { pending = nil }
        switch pending {
        case .insertion(let text): insert(text)
        case .arrival: arrive()
        case nil: break
        }
        return UInt8(CC_REFRESH)
    }

    func previous() -> UInt8 { go(by: -1) }
    func next() -> UInt8 { go(by: 1) }

    /// Moves through the history. After its last line comes the line that was being typed.
    func go(by step: Int) -> UInt8 {
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

    /// Executes the command that a key stands for.
    func press(_ command: String) -> UInt8 {
        let text = edit.text
        tellDraft(text)
        if drafting.isKept(text) { edit.replace(with: "", cursor: 0) }
        drafting.submit(command)
        tell(.press(command))
        return UInt8(CC_REFRESH)
    }

    func clear() -> UInt8 {
        painter.clear()
        tell(.repaint)
        return UInt8(CC_REFRESH)
    }

    func editElsewhere() -> UInt8 {
        excursion = edit.text
        edit.replace(with: "", cursor: 0)
        return UInt8(CC_REFRESH)
    }
}
