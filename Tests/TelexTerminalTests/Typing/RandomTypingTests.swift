import Foundation
import Testing

@testable import TelexTerminal

extension Typing {
    /// Random edits while random messages arrive: line, cursor and transcript are those of a model.
    @Suite struct RandomTyping {
        private static let isLong = ProcessInfo.processInfo.environment["TELEX_LONG"] != nil

        @Test(arguments: 1...(isLong ? 100 : 12))
        func showsWhatAModelSays(seed: Int) throws {
            var run = try RandomRun(UInt64(seed))
            for _ in 0..<(Self.isLong ? 150 : 25) { try run.step() }
        }
    }
}

private struct RandomRun {
    private var chance: Chance
    private let seat: Seat
    private let rows: Int
    private let letters: [Unicode.Scalar]
    private var line = TypedLine()
    private var (sent, unread) = (0, 0)
    /// The transcript without the spaces at which rows are wrapped.
    private var expected: String

    init(_ seed: UInt64) throws {
        chance = Chance(seed)
        let (columns, rows) = [(30, 12), (40, 24), (57, 9), (80, 24)][chance.below(4)]
        let alphabets = ["abcdef ", "abc 漢字é", "ae\u{301}o\u{308} ", "x😀y ", "a漢\u{301}bc", "a b\tc"]
        letters = Array(alphabets[chance.below(alphabets.count)].unicodeScalars)
        self.rows = rows
        seat = try Seat(columns: columns, rows: rows, hasBar: false).ada()
        expected = Self.transcript(seat, above: seat.screen.cursor.row)
    }

    private static func transcript(_ seat: Seat, above row: Int) -> String {
        (seat.screen.scrolled + seat.screen.shown.prefix(row)).joined().filter { !$0.isWhitespace }
    }

    private var prompt: String { unread > 0 ? "Ada (\(unread))> " : "Ada> " }

    private mutating func some(_ longest: Int) -> [Unicode.Scalar] {
        (0...chance.below(longest)).map { _ in letters[chance.below(letters.count)] }
    }

    mutating func step() throws {
        for _ in 0...chance.below(4) { edit() }
        // The line must fit the screen, because hidden rows cannot be compared.
        if Seat.laidOut(prompt + line.string, 0, seat.screen.columns - 1).0.count > rows - 3 {
            seat.type(.home, .control("k"))
            line.go(to: 0)
            line.kill()
        }
        switch chance.below(6) {
        case 0:
            seat.type(.control("v"))
            arrive()
            seat.type("q")
            line.insert(["q"])
        case 1:
            seat.type(.control("r"), "zz")
            arrive()
            try seat.shows("ot found) zz").type(.control("g"))
        case 2:
            seat.type("\u{1B}[200~p")
            arrive()
            seat.type("q\u{1B}[201~")
            line.insert(["p", "q"])
        default: arrive()
        }
        let (line, prompt, expected) = (line, prompt, expected)
        try seat.wait(
            for:
                "\(prompt)\(line), cursor at \(line.cursor), in \(Seat.laidOut(prompt + line.string, 0, seat.screen.columns - 1)), below \(expected.suffix(60))"
        ) {
            guard let top = $0.top(of: line.string, line.cursor, at: prompt) else { return false }
            return Self.transcript($0, above: top) == expected
        }
    }

    private mutating func edit() {
        let count = 1 + chance.below(20)
        func repeated(_ key: String, _ change: (inout TypedLine) -> Void) {
            for _ in 0..<count { change(&line) }
            seat.type(key.times(count))
        }
        switch chance.below(13) {
        case 0...2:
            // Tab completes, so it appears only in pastes.
            let text = some(20).filter { $0 != "\t" }
            for letter in text { line.insert([letter]) }
            seat.type(TypedLine.string(text))
        case 3:
            let text = some(40)
            line.insert(text)
            seat.type(.paste(TypedLine.string(text)))
        case 4, 5: repeated(.left) { $0.go(to: $0.cursor - 1) }
        case 6: repeated(.right) { $0.go(to: $0.cursor + 1) }
        case 7: repeated(.backspace) { $0.backspace() }
        case 8: repeated(.delete) { $0.delete() }
        case 9:
            line.go(to: 0)
            seat.type(chance.below(2) == 0 ? .home : .control("a"))
        case 10:
            line.go(to: line.text.count)
            seat.type(chance.below(2) == 0 ? .end : .control("e"))
        case 11:
            line.kill()
            seat.type(.control("k"))
        default:
            // A mark has no place at the start of a row.
            if !letters.contains(where: TypedLine.isMark) {
                line.insert(["\n"])
                seat.type(.newLine)
            } else if line.text.count < 600 {
                line.yank()
                seat.type(.control("y"))
            }
        }
    }

    private mutating func arrive() {
        for _ in 0...chance.below(4) {
            sent += 1
            let text = "#\(sent):" + TypedLine.string(some(70).filter { $0 != "\t" && $0 != " " }) + "."
            if chance.below(5) == 0 {
                // A notification takes the place of another one from its chat.
                unread += 1
                let row = "* Bob\(unread): \(text)  09:00  /go opens it"
                expected += TextWidth.cut(row, to: seat.screen.columns - 1).filter { !$0.isWhitespace }
                seat.receive(text, in: "bob\(unread)")
            } else {
                expected += "09:00Ada\(text)"
                seat.receive(text)
            }
        }
    }
}

/// A model of libedit's line. Its cursor is never between a character and its marks.
private struct TypedLine {
    private(set) var text: [Unicode.Scalar] = []
    private(set) var cursor = 0
    private var killed: [Unicode.Scalar] = []

    static func string(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }
    static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x20 && TextWidth.of(scalar) == 0 }

    var string: String { Self.string(text) }

    mutating func insert(_ new: [Unicode.Scalar]) {
        text.insert(contentsOf: new, at: cursor)
        go(to: cursor + new.count)
    }

    mutating func go(to place: Int) {
        let step = place < cursor ? -1 : 1
        cursor = min(max(0, place), text.count)
        while cursor > 0, cursor < text.count, Self.isMark(text[cursor]) { cursor += step }
    }

    mutating func backspace() {
        guard cursor > 0 else { return }
        var start = cursor - 1
        while start > 0, Self.isMark(text[start]), text[start - 1].value >= 0x20 { start -= 1 }
        text.removeSubrange(start..<cursor)
        cursor = start
    }

    /// Only what is deleted after the cursor can be yanked.
    mutating func delete() {
        guard cursor < text.count else { return }
        var end = cursor + 1
        while end < text.count, text[cursor].value >= 0x20, Self.isMark(text[end]) { end += 1 }
        killed = Array(text[cursor..<end])
        text.removeSubrange(cursor..<end)
    }

    mutating func kill() {
        killed = Array(text[cursor...])
        text.removeSubrange(cursor...)
    }

    mutating func yank() { insert(killed) }
}
