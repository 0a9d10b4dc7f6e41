import Foundation
import Testing

@testable import TelexCore

@Suite struct TextRuleTests {
    // MARK: Suggestions

    @Test(
        arguments: [
            // Up to a third of the typed letters may be wrong, and one letter of a short word.
            ("a", "b", true), ("a", "bc", false), ("ab", "ac", true), ("ab", "a", true), ("ab", "abc", true),
            ("ab", "abcd", false), ("abcde", "abcxy", false), ("abcdef", "abcdxy", true), ("abcdef", "abcdefgh", true),
            ("abcdef", "abcd", true), ("abcdef", "abc", false), ("abcdef", "xxxdef", false),
            // Swapped neighbours count as one edit, also at the ends.
            ("ba", "ab", true), ("acb", "abc", true), ("bac", "abc", true), ("cab", "abc", false),
            ("badc", "abcd", false), ("badcef", "abcdef", true), ("bca", "abc", false),
            ("ABC", "abd", true), ("", "a", true), ("", "ab", false),
        ])
    func findsNearNames(typed: String, name: String, isNear: Bool) {
        #expect(Nearness.nearest(to: typed, in: [name]) == (isNear ? name : nil))
    }

    @Test func prefersTheNearestNameThenTheFirst() {
        #expect(Nearness.nearest(to: "abcdef", in: ["abcdxx", "abcdex", "abcdez"]) == "abcdex")
        #expect(Nearness.nearest(to: "abcdef", in: []) == nil)
    }

    @Test(arguments: [(64, true), (65, false)])
    func ignoresLongTexts(count: Int, isFound: Bool) {
        let typed = String(repeating: "a", count: count)
        #expect((Nearness.nearest(to: typed, in: [typed]) != nil) == isFound)
    }

    // MARK: Previews

    @Test(arguments: [
        (String(repeating: "a", count: 120), String(repeating: "a", count: 120)),
        (String(repeating: "a", count: 121), String(repeating: "a", count: 120) + "…"),
        (String(repeating: "é", count: 120), String(repeating: "é", count: 120)),
        (String(repeating: "é", count: 121), String(repeating: "é", count: 120) + "…"),
        ("a\nb", "a b"), ("a\u{B}b\u{C}c\td\re", "a b c\td e"), ("é\nb", "é b"), ("a\r\nb\u{2028}c", "a b c"),
        (String(repeating: "a\n", count: 61), String(repeating: "a ", count: 60) + "…"),
        ("a\u{1F}b ~\u{7F}", "a\u{1F}b ~\u{7F}"), ("", ""),
    ])
    func previewsTheBeginningOnOneLine(text: String, line: String) {
        #expect(PreviewText.line(of: text) == line)
    }

    // MARK: Content lines

    @Test(arguments: [75, 76, 149, 150])
    func foldsLinesLongerThan75Bytes(count: Int) {
        let line = String((0..<count).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
        let pieces = ContentLine.folded(line).components(separatedBy: "\r\n")
        #expect(pieces.map(\.utf8.count) == [75: [75], 76: [75, 2], 149: [75, 75], 150: [75, 75, 2]][count])
        #expect(pieces.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(pieces[0] + pieces.dropFirst().map { $0.dropFirst() }.joined() == line)
    }

    @Test(arguments: [(73, 75), (74, 74)])
    func foldsBetweenCharacters(before: Int, first: Int) {
        let line = String(repeating: "a", count: before) + "éb"
        #expect(ContentLine.folded(line).components(separatedBy: "\r\n")[0].utf8.count == first)
    }

    // MARK: Identifiers

    @Test func comparesIdentifiersByBytes() {
        #expect(ChatID("é") != ChatID("e\u{301}") && ChatID("a") != ChatID("ab") && ChatID("ab") != ChatID("ac"))
        #expect(ChatID("") == ChatID("") && ChatID("") != ChatID("a") && ChatID("ab") == ChatID("a" + "b"))
        #expect(Set([ChatID("a"), ChatID("a"), ChatID("b")]).count == 2)
    }

    // MARK: vCards

    private func card(_ lines: String...) -> VCard.Cards {
        VCard.read((["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\n"))
    }

    @Test(
        arguments: [
            ("UID:" + String(repeating: "x", count: 512), 512), ("UID:" + String(repeating: "x", count: 513), nil),
            ("UID:x", 1), ("UID:", nil),
        ])
    func acceptsIDsOfUpTo512Bytes(line: String, count: Int?) {
        #expect(card(line, "N:L;A").good.map { $0.uid?.utf8.count } == [count])
    }

    @Test(
        arguments: [
            // An escaped backslash escapes nothing, and quoted colons do not end the name.
            ("N:L\\\\;A", "A", "L\\"), ("N:L\\;M;A", "A", "L;M"), ("N:L\\nM;A\\N", "A", "L\nM"),
            ("N:L\\xM;A", "A", "LxM"),
            ("N;X=\"a;b:c\";Y=\":\":L;A", "A", "L"), ("a.b.N:L;A", "A", "L"), ("N:L;A;B;C;D", "A", "L"),
            ("N:L;A\\", "A", "L"),
            ("FN:A B L", "A B", "L"), ("FN: A  L ", "A", "L"),
        ])
    func readsNames(line: String, first: String, last: String) {
        let cards = card(line)
        #expect(cards.bad == [] && cards.good.map(\.first) == [first] && cards.good.map(\.last) == [last])
    }

    @Test func prefersAStructuredName() {
        #expect(card("FN:X Y", "N:L;A").good.map(\.first) == ["A"])
        #expect(card("N:;A", "FN:X Y").good.map(\.last) == [""] && card("N:L;", "FN:X Y").good.map(\.first) == [""])
    }

    @Test(arguments: ["ä:b", "N M:x", ":x", "N", "N\"x:y", "1_2:x", "."])
    func refusesInvalidContentLines(line: String) {
        let cards = card("N:L;A", line)
        #expect(cards.good.map(\.details) == [""] && cards.bad.map(\.line) == [3])
    }

    @Test func keepsUnknownProperties() {
        let cards = card("N:L;A", "VERSION:4.0", "X-1:y", "PRODID:z", "REV:1", "tel;type=home:1", "NOTE:a", "  b")
        #expect(cards.good.map(\.details) == ["X-1:y\nPRODID:z\nREV:1\ntel;type=home:1\nNOTE:a b"])
    }

    @Test func reportsARunOfLinesOutsideCardsOnce() {
        let outside = "this is outside a card, which starts with BEGIN:VCARD"
        func bad(_ text: String) -> [ImportProblem] { VCard.read(text).bad }
        #expect(bad("x").map(\.line) == [1] && bad("x\ny").map(\.line) == [1])
        #expect(bad("x\n\ny") == [ImportProblem(line: 1, reason: outside), ImportProblem(line: 3, reason: outside)])
        #expect(bad("BEGIN:VCARD\nno\nN:;\nEND:VCARD\nx").map(\.line) == [2, 1, 5])
    }

    @Test(arguments: [(0, "Imported 0 contacts."), (1, "Imported 1 contact."), (2, "Imported 2 contacts.")])
    func saysHowManyContactsWereImported(count: Int, notice: String) {
        var importing = ContactImport([])
        for number in 0..<count { importing.add(VCard.Card(first: "A", last: "L\(number)")) { ContactID("\($0)") } }
        #expect(importing.notice(skipped: []) == notice)
    }

    @Test(arguments: [(1, false), (5, false), (6, true)])
    func listsTheFirstFiveSkippedCards(count: Int, hasMore: Bool) {
        let bad = (1...count).map { ImportProblem(line: $0, reason: "r") }
        let notice = ContactImport([]).notice(skipped: bad)
        let named = (1...min(count, 5)).map { "line \($0): r" }.joined(separator: "; ")
        #expect(notice == "Imported 0 contacts. Skipped: \(named)\(hasMore ? "; and \(count - 5) more" : "").")
    }
}
