import CEditLine
import Foundation

/// Reads keys for libedit, and runs the functions that they are bound to.
extension EditorThread {
    /// Passes the next key to libedit. Returns 1, or -1 to abandon the line.
    func readKey(_ key: UnsafeMutablePointer<wchar_t>?) -> CInt {
        edit.mend()
        let isCut = edit.cut()
        edit.repairCharacters()
        decide { $0.settle(isCut: isCut) }
        switch next() {
        case .character(let scalar):
            edit.note(scalar)
            key?.pointee = wchar_t(bitPattern: scalar.value)
            return 1
        case .code(let code):
            key?.pointee = code
            return 1
        case .discard:
            if line.awaitsDiscarded { _ = catchUp() }
            decide { $0.discard() }
        case .end: break
        }
        edit.isGivenUp = true
        return -1
    }

    /// Waits for what libedit gets next, and keeps the screen up to date.
    private func next() -> LineState.Feed {
        while true {
            if let feed = line.offered() { return feed }
            if line.isLeaving || isGone {
                decide { $0.end() }
                return .end
            }
            if runEditor() { continue }
            runPager()
            if line.takeArrival() {
                line.offer(.arrival)
                continue
            }
            if keysWait == nil, let key = keys.next() {
                takeFocus()
                look(true)
                if let feed = decide({ $0.press(key, isLate: keys.wasLate) }) { return feed }
                continue
            }
            if keys.hasEnded {
                isGone = true
                continue
            }
            decide { $0.tellDueDraft() }
            follow()
        }
    }

    /// Runs a function that a key is bound to. Returns libedit's result code.
    func run(_ function: LineFunction) -> UInt8 {
        edit.settled = nil
        if line.awaitsSession(function), !catchUp() { return UInt8(CC_REFRESH) }
        if function == .complete { awaitCandidates() }
        decide { $0.run(function) }
        return UInt8(CC_REFRESH)
    }

    /// Waits for what the session knows of the word that Tab completes.
    private func awaitCandidates() {
        let head = line.head
        if let query = Completion.query(head) {
            tell(.type(.lookUp(query)))
            wait(atMost: .milliseconds(50)) { CompletionWorld.query(of: $0.state.seen) == query }
        }
        if Composition.mention(endOf: head) != nil || Completion.namesMember(head), let chat = line.state.place.chat {
            wait(atMost: .seconds(1)) { $0.state.seen?.people?.chat == chat }
        }
    }
}
