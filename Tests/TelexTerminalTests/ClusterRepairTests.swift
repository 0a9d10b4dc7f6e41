import Testing

@testable import TelexTerminal

@Suite struct ClusterRepairTests {
    typealias State = ClusterRepair.State

    /// Characters, most of several scalars.
    static let characters = ["e\u{301}", "👍🏽", "👩‍👩‍👧", "🇩🇪", "\u{1100}\u{1161}\u{11A8}", "❤️", "क्षि", "a"]

    private func state(_ line: String, _ cursor: String) -> State {
        State(line: Array(line.unicodeScalars), cursor: cursor.unicodeScalars.count)
    }

    /// The line, and the part of it before the cursor, after the repair.
    private func result(_ old: State, _ new: State, isVi: Bool = false) -> (line: String, cursor: String) {
        var (line, cursor) = (new.line, new.cursor)
        if let repair = ClusterRepair.of(old, new, staysOnCharacter: isVi) {
            cursor = repair.cursor
            if let deletion = repair.deletion {
                line = old.line
                line.removeSubrange(deletion.whole)
            }
        }
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
        return (text(line), text(line[..<cursor]))
    }

    @Test(arguments: characters)
    func backspaceDeletesOneCharacter(character: String) {
        let old = state("x" + character + "y", "x" + character)
        var new = old
        new.line.remove(at: new.cursor - 1)
        new.cursor -= 1
        #expect(result(old, new) == ("xy", "x"))
        #expect(result(old, new, isVi: true) == ("xy", "x"))
    }

    @Test(arguments: characters)
    func deleteDeletesOneCharacter(character: String) {
        let old = state("x" + character + "y", "x")
        var new = old
        new.line.remove(at: new.cursor)
        #expect(result(old, new) == ("xy", "x"))
        #expect(result(old, new, isVi: true) == ("xy", "x"))
    }

    @Test(arguments: characters.dropLast())
    func viCursorMovesBackWhenLastCharacterIsDeleted(character: String) {
        let old = state("xy" + character, "xy")
        var new = old
        new.line.remove(at: new.cursor)
        #expect(result(old, new, isVi: true) == ("xy", "x"))
        #expect(result(old, new) == ("xy", "xy"))
    }

    @Test(arguments: characters)
    func arrowsMoveByOneCharacter(character: String) {
        let line = "x" + character + "y"
        let (start, end) = (state(line, "x"), state(line, "x" + character))
        #expect(result(start, State(line: start.line, cursor: start.cursor + 1)).cursor == "x" + character)
        #expect(result(end, State(line: end.line, cursor: end.cursor - 1)).cursor == "x")
        #expect(result(start, State(line: start.line, cursor: start.cursor + 1), isVi: true).cursor == "x" + character)
    }

    @Test func viCursorStaysOnLastCharacter() {
        let old = state("x🇩🇪", "x")
        #expect(result(old, State(line: old.line, cursor: 2), isVi: true).cursor == "x")
        #expect(result(state("x🇩🇪", ""), State(line: old.line, cursor: 2), isVi: true).cursor == "x")
    }

    @Test func viCursorStopsAtStartOfDistantCharacter() {
        let old = state("one e\u{301} x", "")
        #expect(result(old, State(line: old.line, cursor: 5), isVi: true).cursor == "one ")
    }

    /// An undo in vi mode can leave the cursor past the end of the line.
    @Test func deletesWholeLastCharacterBeforeCursor() {
        let old = state("xye\u{301}", "xye\u{301}")
        #expect(result(old, state("xye", "xy"), isVi: true) == ("xy", "x"))
    }

    @Test func undoLeavesCursorBeforeWholeCharacter() {
        let line = state("xy👍🏽", "").line
        #expect(result(state("xy", "x"), State(line: line, cursor: 3)).cursor == "xy")
        // The cursor is after typed text, even between the halves of flags.
        let flags = state("\u{1F1EB}🇩🇪", "\u{1F1EB}")
        #expect(ClusterRepair.of(state("🇩🇪", ""), flags, staysOnCharacter: false) == nil)
    }

    @Test func deletionKeepsTextOnOtherSideOfCursor() {
        // The user has typed half of a flag before another flag.
        let old = state("\u{1F1EB}🇩🇪", "\u{1F1EB}")
        let new = state("🇩🇪", "")
        #expect(result(old, new) == ("🇩🇪", ""))
    }

    @Test func doesNotRepairDeletedWordsAndLines() {
        let old = state("one e\u{301}", "one e\u{301}")
        #expect(ClusterRepair.of(old, state("one ", "one "), staysOnCharacter: false) == nil)
        #expect(ClusterRepair.of(old, state("", ""), staysOnCharacter: true) == nil)
        #expect(ClusterRepair.of(old, old, staysOnCharacter: true) == nil)
    }
}
