import Testing

@testable import TelexTerminal

/// A terminal that knows the sequences that Telex writes. Any other fails the test, and so does one that means nothing
/// where it is: a motion off the screen, text in the last column or outside of a painting, a style that is left on.
struct Emulator {
    private(set) var columns: Int
    /// The rows that have scrolled off the screen.
    private(set) var scrolled: [String] = []
    private(set) var cursor = (row: 0, column: 0)
    private(set) var title = ""
    /// Bells and notifications.
    private(set) var alerts: [String] = []
    /// Whether everything that Telex turns on is off again.
    var isReset: Bool { wraps && !pastes && !focuses && titles == 0 && !isStyled && cursor.column == 0 && under == nil }

    /// Each cell has a character with its marks; `nil` if nothing was written there, "" behind a wide character.
    private var cells: [[String?]]
    /// What the alternate screen covers; `nil` while it is not shown.
    private var under: (cells: [[String?]], cursor: (row: Int, column: Int))?
    /// What was copied to the clipboard, in Base64.
    private(set) var copied: [String] = []
    /// The parameters of every style so far.
    private(set) var looks: Set<String> = []
    /// Whether the terminal was asked for its background, and then for what it is.
    private(set) var isAsked = false
    private var wraps = true
    private var pastes = false
    /// Whether the terminal reports that it gets or loses the focus.
    private(set) var focuses = false
    /// How many titles are saved.
    private var titles = 0
    private var isStyled = false
    private var isLink = false
    /// Whether a fault was recorded: others may follow from it.
    private var hasFault = false
    /// Bytes of a sequence or a character that is not complete.
    private var rest: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: [], count: rows)
        erase(0..<rows)
    }

    var rows: [String] { cells.map(Self.text) }

    /// The rows down to the last one that is not empty.
    var shown: [String] {
        let rows = rows
        return Array(rows[..<((rows.lastIndex { !$0.isEmpty } ?? -1) + 1)])
    }

    private static func text(_ cells: [String?]) -> String {
        let end = (cells.lastIndex { $0 != nil } ?? -1) + 1
        return cells[..<end].map { $0 ?? " " }.joined()
    }

    /// Scrolls everything off and has another size.
    mutating func resize(columns: Int, rows: Int) {
        if under == nil { scrolled += shown }
        self.columns = columns
        cells = Array(repeating: [], count: rows)
        erase(0..<rows)
        cursor = (0, 0)
    }

    mutating func forgetScrolled() { scrolled = [] }
    mutating func forgetLooks() { looks = [] }

    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func write(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        var start = 0
        while let end = end(of: start) {
            take(String(decoding: rest[start..<end], as: UTF8.self))
            start = end
        }
        rest.removeFirst(start)
    }

    /// Where the character or the sequence ends that begins there; `nil` if it is not complete.
    private func end(of start: Int) -> Int? {
        guard start < rest.count else { return nil }
        let first = rest[start]
        guard first == 0x1B, start + 1 < rest.count else {
            let end = start + (first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
            return first == 0x1B || end > rest.count ? nil : end
        }
        switch rest[start + 1] {
        case UInt8(ascii: "["): return rest[(start + 2)...].firstIndex { (0x40..<0x7F).contains($0) }.map { $0 + 1 }
        case UInt8(ascii: "]"): return rest[(start + 2)...].firstRange(of: [0x1B, 0x5C])?.upperBound
        default: return start + 2
        }
    }

    private mutating func take(_ text: String) {
        switch text.unicodeScalars.first! {
        case "\r":
            check(!isStyled && !isLink, "a style or a link that goes on after its row")
            cursor.column = 0
        case "\n": feed()
        case "\u{7}": alerts.append("bell")
        case "\u{1B}": control(text.dropFirst())
        case let scalar: put(scalar)
        }
    }

    private mutating func control(_ sequence: Substring) {
        switch sequence {
        case "[?7h", "[?7l": wraps = sequence.last == "h"
        case "[?2004h", "[?2004l": pastes = sequence.last == "h"
        case "[?1004h", "[?1004l": focuses = sequence.last == "h"
        case "[?1049h":
            check(under == nil, "the alternate screen twice")
            under = (cells, cursor)
        case "[?1049l":
            check(under != nil, "the end of no alternate screen")
            if let under { (cells, cursor) = under }
            under = nil
        case "[22;2t": titles += 1
        case "[23;2t": titles -= 1
        case "[0m": isStyled = false
        case "]11;?\u{1B}\\", "[c":
            isAsked = sequence == "[c"
        case "[H": cursor = (0, 0)
        case "[2J": erase(0..<cells.count)
        case "[J":
            eraseRow()
            erase(cursor.row + 1..<cells.count)
        case "[K": eraseRow()
        case "]8;;\u{1B}\\": isLink = false
        default:
            if let text = sequence.firstRange(of: ";").map({ sequence[$0.upperBound...].dropLast(2) }),
                sequence.first == "]"
            {
                switch sequence.prefix(while: { $0 != ";" }) {
                case "]2": title = String(text)
                case "]8" where text.hasPrefix("id="): isLink = true
                case "]52": copied.append(String(text.dropFirst(2)))
                case "]9", "]777": alerts.append(String(sequence.dropFirst().dropLast(2)))
                default: check(false, "the unknown sequence \(sequence)")
                }
            } else if sequence.hasPrefix("["), sequence.hasSuffix("m") {
                isStyled = true
                looks.insert(String(sequence.dropFirst().dropLast()))
            } else if under != nil, let place = sequence.wholeMatch(of: /\[(\d+);(\d+)H/) {
                cursor = (Int(place.1)! - 1, Int(place.2)! - 1)
                let place = cursor
                check(cells.indices.contains(place.row) && place.column < columns, "a jump to \(place)")
            } else if let count = Int(sequence.dropFirst().dropLast()), count > 0 {
                move(sequence.last!, by: count)
            } else if sequence.hasSuffix(";1H"), let row = Int(sequence.dropFirst().dropLast(3)) {
                check(row == cells.count, "a jump to row \(row)")
                cursor = (row - 1, 0)
            } else {
                check(false, "the unknown sequence \(sequence)")
            }
        }
    }

    private mutating func move(_ direction: Character, by count: Int) {
        switch direction {
        case "A": cursor.row -= count
        case "B": cursor.row += count
        case "C": cursor.column += count
        default: return check(false, "the unknown motion \(direction)")
        }
        let place = cursor
        check(cells.indices.contains(cursor.row) && cursor.column < columns, "a motion to \(place)")
        cursor = (min(max(0, cursor.row), cells.count - 1), min(cursor.column, columns - 1))
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = TextWidth.of(scalar)
        let (row, column) = cursor
        guard width > 0 else {
            let base = cells[row][..<column].lastIndex { $0 != "" }
            check(base != nil, "a mark without a character")
            if let base { cells[row][base] = (cells[row][base] ?? " ") + String(scalar) }
            return
        }
        check(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "the character \(scalar.value)")
        check(!wraps && column + width < columns, "\(scalar) at row \(row), column \(column)")
        guard column + width <= columns else { return }
        if cells[row][column] == "" { cells[row][column - 1] = " " }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = "" }
        cursor.column += width
        if cursor.column < columns, cells[row][cursor.column] == "" { cells[row][cursor.column] = " " }
    }

    private mutating func feed() {
        cursor.column = 0
        if cursor.row < cells.count - 1 {
            cursor.row += 1
        } else {
            scrolled.append(Self.text(cells.removeFirst()))
            cells.append(Array(repeating: nil, count: columns))
        }
    }

    private mutating func eraseRow() {
        check(!isStyled, "erasing in a style")
        for column in cursor.column..<columns { cells[cursor.row][column] = nil }
    }

    private mutating func erase(_ rows: Range<Int>) {
        for row in rows { cells[row] = Array(repeating: nil, count: columns) }
    }

    private mutating func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
        if isRight || hasFault { return }
        hasFault = true
        Issue.record("The terminal got \(fault()).")
    }
}
