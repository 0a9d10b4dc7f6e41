import Testing

@testable import TelexTerminal

@Suite struct ScreenTests {
    // MARK: Width

    @Test(arguments: [
        ("", 0), ("abc", 3), ("漢字", 4), ("e\u{301}", 1), ("😀", 2), ("\u{200B}", 0), ("é", 1), ("👩‍👩‍👧", 6),
    ])
    func measuresTextWidth(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test(arguments: [
        ("hello", 5, "hello"), ("hello", 4, "hel…"), ("漢字漢字", 6, "漢字…"), ("漢字", 3, "漢…"), ("ab", 1, "…"), ("ab", 0, ""),
    ])
    func cutsTextToAWidth(text: String, width: Int, cut: String) {
        #expect(TextWidth.cut(text, to: width) == cut)
    }

    @Test func padsTextToColumns() {
        #expect(Columns.left("漢", 4) == "漢  " && Columns.right("漢", 4) == "  漢" && Columns.left("abc", 2) == "abc")
    }

    // MARK: Words

    @Test(arguments: [
        String(repeating: "\u{1100}", count: 50), String(repeating: "👩\u{200D}", count: 49) + "👩",
    ])
    func splitsOversizedCharacters(joined: String) {
        let rows = WordWrap.rows(StyledText(joined), width: 20, indent: 0, paint: .none)
        #expect(joined.count == 1 && rows.allSatisfy { $0.width <= 20 && TextWidth.of($0.text) == $0.width })
        #expect(rows.map(\.text).joined() == joined)
    }

    @Test(arguments: [
        "", StyledText("", .error),
        StyledText("plain ", .plain) + StyledText("bold", .bold) + StyledText("", .secondary),
        StyledText("see ", .secondary) + StyledText("a", .own, link: "https://a.example")
            + StyledText("\u{1B}[2J\t漢", .error),
        StyledText("e\u{301}" + String(repeating: "\u{1100}", count: 9) + "👩\u{200D}👩", .person(3)),
    ])
    func paintsWholeTextLikeItsCells(text: StyledText) {
        for paint in [Paint.none, Paint(hasColour: true, hasLinks: true)] {
            var row = RowBuilder(paint: paint)
            for cell in text.characters { row.add(cell) }
            let painted = row.take()
            #expect(text.wholeRow(width: painted.width, paint: paint) == painted)
            #expect(WordWrap.rows(text, width: painted.width, indent: 2, paint: paint) == [painted])
            #expect(text.wholeRow(width: painted.width - 1, paint: paint) == nil || painted.width == 0)
        }
    }

    // MARK: Links

    @Test(arguments: [
        ("see https://a.example/b?c=d#e.", ["https://a.example/b?c=d#e"]), ("(http://a.example)", ["http://a.example"]),
        ("https://a.example/x_(y) and https://b.example!", ["https://a.example/x_(y)", "https://b.example"]),
        ("http https:// http://", []), ("nothttps//", []), ("https://a.example/\u{1B}]8;;x", ["https://a.example/"]),
        ("https://ä.example <https://b.example>", ["https://b.example"]), ("", []),
        ("https://a.example/" + String(repeating: "x", count: 2000), []),
    ])
    func findsLinks(text: String, links: [String]) {
        let cells = Link.text(text, .plain).words
        #expect(cells.map(\.text).joined() == HarmlessText.of(text))
        var found: [String] = []
        var last: String?
        for cell in cells {
            if let link = cell.link, link != last { found.append(link) }
            last = cell.link
        }
        #expect(found == links)
    }

    /// A link that is wrapped is closed and opened again, with the same id, so that it stays one link.
    @Test func keepsAWrappedLinkWhole() {
        let text = Link.text("go to https://a.example/long now", .plain)
        let paint = Paint(hasColour: false, hasLinks: true)
        let rows = WordWrap.rows(text, width: 12, indent: 2, paint: paint).map(\.text)
        let begin = Link.sequence("https://a.example/long")
        let end = Link.sequence(nil)
        #expect(
            rows == [
                "go to ", "  \(begin)https://a.\(end)", "  \(begin)example/lo\(end)", "  \(begin)ng\(end) now",
            ])
        #expect(begin.hasPrefix("\u{1B}]8;id=") && end == "\u{1B}]8;;\u{1B}\\")
        #expect(text.rendered(paint: paint) == "go to https://a.example/long now")
    }

    /// An address of many rows is not repeated in all of them, and text that is almost an address takes no longer.
    @Test(arguments: [
        "https://a.example/" + String(repeating: "x", count: 1500), String(repeating: "http", count: 50_000),
        String(repeating: "http://", count: 30_000), "http://" + String(repeating: ")", count: 200_000),
        String(repeating: "http ", count: 50_000),
    ])
    func writesFewBytesForLinks(text: String) {
        let paint = Paint(hasColour: true, hasLinks: true)
        let rows = WordWrap.rows(Link.text(text, .plain), width: 20, indent: 7, paint: paint)
        #expect(rows.reduce(0) { $0 + $1.text.utf8.count } < 8 * text.utf8.count)
        #expect(rows.filter { $0.text.contains("\u{1B}]8") }.count <= 5)
    }

    private func rows(_ text: String, _ width: Int, indent: Int = 0) -> [String] {
        WordWrap.rows(StyledText(text), width: width, indent: indent, paint: .none).map(\.text)
    }

    @Test(arguments: [
        ("the quick brown fox", 10, 0, ["the quick ", "brown fox"]),
        ("the quick brown fox", 9, 0, ["the quick", "brown fox"]),
        ("12:00  Ada: hello there", 24, 12, ["12:00  Ada: hello there"]),
        ("12:00  Ada: hello you there", 24, 12, ["12:00  Ada: hello you ", "            there"]),
        ("abcdefghij", 4, 0, ["abcd", "efgh", "ij"]), ("a abcdefgh", 4, 2, ["a ", "  ab", "  cd", "  ef", "  gh"]),
        ("漢字漢字", 5, 0, ["漢字", "漢字"]), ("", 5, 0, [""]), ("   ", 2, 0, ["  ", ""]), ("漢", 1, 0, ["漢"]),
        ("  two", 10, 4, ["  two"]), ("ab cd", 2, 8, ["ab", " c", " d"]),
        ("Ada: 漢字漢字漢字", 10, 2, ["Ada: 漢字", "  漢字漢字"]), ("漢字、漢字。", 5, 0, ["漢", "字、", "漢", "字。"]),
        ("漢(字)", 4, 0, ["漢", "(字)"]), ("カードを", 4, 0, ["カー", "ドを"]), ("ab漢cd", 4, 0, ["ab漢", "cd"]),
    ])
    func breaksBetweenWords(text: String, width: Int, indent: Int, expected: [String]) {
        #expect(rows(text, width, indent: indent) == expected)
    }

    /// Made-up texts of words, spaces, wide and combining characters, in several styles.
    @Test func wrapsWordsLikeTheirCharacters() {
        var chance = Chance(21)
        let parts = [
            "a", "word", " ", "  ", "漢字", "e\u{301}", "👩\u{200D}👩", "longerword", "\t", "\u{1}", "-", "、", "(", "「",
            "ー",
        ]
        for _ in 0..<2000 {
            var text = StyledText("")
            for _ in 0..<chance.below(13) {
                text += StyledText(parts[chance.below(parts.count)], chance.below(2) == 0 ? .plain : .error)
            }
            let (width, indent) = (1 + chance.below(14), chance.below(6))
            let rows = [text.words, Array(text.characters)].map {
                WordWrap.rows($0, width: width, indent: indent, paint: .colours)
            }
            #expect(rows[0] == rows[1])
        }
    }

    @Test func keepsStylesAcrossRows() {
        let text = StyledText("red red", .error) + StyledText(" plain")
        let rows = WordWrap.rows(text, width: 4, indent: 0, paint: .colours).map(\.text)
        #expect(rows == ["\u{1B}[38;5;160mred \u{1B}[0m", "\u{1B}[38;5;160mred\u{1B}[0m ", "plai", "n"])
    }

    // MARK: The line

    private func block(_ line: String, cursor: Int, width: Int = 10, height: Int = 5, help: [StyledText] = [])
        -> EditBlock.Painted
    {
        EditBlock(prompt: "> ", line: Array(line.unicodeScalars), cursor: cursor, choices: help)
            .painted(width: width, height: height, paint: .none)
    }

    @Test func laysOutLine() {
        let one = block("hello", cursor: 2)
        #expect(one.rows.map(\.text) == ["> hello"] && one.cursorRow == 0 && one.cursorColumn == 4)
        let two = block("hello world", cursor: 11)
        #expect(two.rows.map(\.text) == ["> hello wo", "rld"] && two.cursorRow == 1 && two.cursorColumn == 3)
        let wide = block("1234567漢", cursor: 7)
        #expect(wide.rows.map(\.text) == ["> 1234567", "漢"] && wide.cursorRow == 1 && wide.cursorColumn == 0)
        let lines = block("a\nb", cursor: 2)
        #expect(lines.rows.map(\.text) == ["> a", "b"] && lines.cursorRow == 1 && lines.cursorColumn == 0)
        let harmless = block("\u{1B}\u{7}", cursor: 2)
        #expect(harmless.rows.map(\.text) == ["> ␛␇"])
    }

    @Test func showsRowsAroundCursorWhenLineDoesNotFit() {
        let line = String(repeating: "0123456789", count: 10)
        let painted = block(line, cursor: 50, height: 4, help: ["help", "more"])
        #expect(painted.rows.count == 4 && painted.rows.last?.text == "help")
        #expect(painted.rows[painted.cursorRow].text.contains("8901234567"))
        #expect(block(line, cursor: 0, height: 1).rows.map(\.text) == ["> 01234567"])
    }

    @Test func cutsWidePrompt() {
        let painted = EditBlock(prompt: "somebody with a name> ", line: ["x"], cursor: 1)
            .painted(width: 12, height: 3, paint: .none)
        #expect(painted.rows.map(\.text) == ["name> x"])
    }

    /// What is said about the line takes the place of the bar, so that the line stays where it is.
    @Test func showsHintsAndNotesInTheBar() {
        func rows(_ note: StyledText?, _ hint: StyledText?, bar: StyledText? = "online") -> [String] {
            EditBlock(bar: bar, prompt: "> ", note: note, hint: hint).painted(width: 12, height: 6, paint: .none).rows
                .map(\.text)
        }
        #expect(rows(nil, nil) == ["online      ", "> "])
        #expect(rows(nil, "/reply TEXT answers") == ["/reply TEXT…", "> "])
        #expect(rows("Copied.", "/reply TEXT") == ["Copied.     ", "> "])
        #expect(rows("This is a long note.", "/reply TEXT") == ["online      ", "> ", "This is a ", "long note."])
        #expect(rows("Copied.", "/reply TEXT", bar: nil) == ["> ", "Copied.", "/reply TEXT"])
    }

    // MARK: Painting

    /// Makes random changes. The screen shows the expected rows, and the rows that have scrolled off are above it, in
    /// order.
    @Test(arguments: 0..<40)
    func paintsExpectedScreenAfterRandomChanges(seed: UInt64) {
        var chance = Chance(seed)
        var model = Emulator(columns: 20, rows: 8)
        var painter = ScreenPainter(columns: 20, height: 8, paint: .none)
        var printed: [String] = []
        var entries: [Int] = []
        var left = 0
        for step in 0..<300 {
            switch chance.below(10) {
            case 0...4:
                let text = "m\(step) " + String(repeating: "x", count: chance.below(15))
                let entry = Entry(id: EntryID(text: "\(printed.count)"), lines: [StyledText(text)])
                painter.print(.entry(entry))
                entries.append(printed.count)
                printed.append(text)
            case 5 where !entries.isEmpty:
                let index = entries[max(0, entries.count - 1 - chance.below(8))]
                let entry = Entry(id: EntryID(text: "\(index)"), lines: [StyledText("r\(step)")])
                painter.print(.revisions([Revision(entry: entry, news: .sentence("changed"))]))
                // A line reports the change of an entry that has scrolled off.
                if index >= left { printed[index] = "r\(step)" } else { printed.append("       changed") }
            default: break
            }
            let line = Array(String(repeating: "l", count: chance.below(60)).unicodeScalars)
            let block = EditBlock(prompt: "> ", line: line, cursor: chance.below(line.count + 1))
            model.write(painter.paint(block))
            let laidOut = block.painted(width: 19, height: 8, paint: .none)
            let rows = printed + laidOut.rows.map(\.text)
            left = max(left, rows.count - 8)
            let visible = rows.count - left
            guard model.scrolled + model.shown == rows else {
                Issue.record("step \(step): \(model.shown), not \(rows.suffix(visible))")
                return
            }
            #expect(model.cursor.column == laidOut.cursorColumn)
            #expect(model.cursor.row == visible - laidOut.rows.count + laidOut.cursorRow)
        }
    }

    /// The part of an entry that is still on the screen changes, and so does one that has scrolled off, in case the screen
    /// grows.
    @Test func changesWhatIsLeftOfAnEntry() {
        var transcript = Transcript(width: 10, paint: .none)
        func entry(_ text: String) -> Entry { Entry(id: EntryID(text: "a"), lines: [StyledText(text)]) }
        transcript.append(entry("one two three four"))
        transcript.append(Entry(lines: ["below"]))
        transcript.scroll(1)
        #expect(transcript.rows.map(\.text) == ["three four", "below"])
        func change(_ text: String) -> [String] {
            let isWhole = transcript.replace(EntryID(text: "a"), with: [entry(text)])
            #expect(!isWhole)
            return transcript.rows.map(\.text)
        }
        #expect(change("one two three 4") == ["three 4", "below"])
        #expect(change("one two three four five six") == ["five six", "below"])
        transcript.scroll(2)
        #expect(change("one two") == [])
    }

    @Test func leavesCursorBelowPrintedEntries() {
        var model = Emulator(columns: 20, rows: 8)
        var painter = ScreenPainter(columns: 20, height: 8, paint: .none)
        painter.print(.line("one"))
        model.write(
            painter.paint(
                EditBlock(prompt: "> ", line: Array(String(repeating: "x", count: 50).unicodeScalars), cursor: 3)))
        model.write(painter.leave())
        #expect(model.shown == ["one"] && model.cursor == (1, 0))
    }

    @Test(arguments: [(10, 8), (40, 8), (20, 3), (20, 12), (8, 4)])
    func repaintsScreenAfterResize(columns: Int, rows: Int) {
        var model = Emulator(columns: 20, rows: 8)
        var painter = ScreenPainter(columns: 20, height: 8, paint: .none)
        for number in 0..<9 { painter.print(.line("line number \(number)")) }
        let block = EditBlock(prompt: "> ", line: Array("hello".unicodeScalars), cursor: 5)
        model.write(painter.paint(block))
        model = Emulator(columns: columns, rows: rows)
        for _ in 0..<rows { model.write("\u{1B}[?7lgarbage\n") }
        painter.resize(columns: columns, height: rows)
        model.write(painter.paint(block))
        #expect(!model.shown.contains { $0.contains("garbage") })
        #expect(model.shown.last == "> hello" && model.shown.contains { $0.contains("8") })
        painter.print(.line("after"))
        model.write(painter.paint(block))
        #expect(model.shown.suffix(2) == ["after", "> hello"])
    }
}

/// Repeatable random numbers (SplitMix64).
struct Chance {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }
}
