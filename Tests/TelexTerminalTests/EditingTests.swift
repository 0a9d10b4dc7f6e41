import Foundation
import Testing

@testable import TelexTerminal

@Suite struct EditingTests {
    // MARK: History

    private func path() -> String { NSTemporaryDirectory() + "telex-history-\(UUID().uuidString)" }

    @Test func keepsRepeatedLinesAtTheirLastPosition() {
        var history = InputHistory(path: nil)
        for line in ["one", "two", "two", "one", ""] { _ = history.add(line) }
        #expect(history.lines == ["two", "one"])
        let isNew = history.add("one")
        #expect(!isNew)
    }

    @Test func readsBackSavedHistory() {
        let path = path()
        defer { unlink(path) }
        var history = InputHistory(path: path)
        let lines = ["plain", "two\nlines", "back\\slash\\n", "日本 é \u{1B}", " spaces "]
        for line in lines { _ = history.add(line) }
        #expect(history.save() == nil)
        #expect(InputHistory(path: path).lines == lines)
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test func dropsOldestLinesBeyondLimit() {
        var history = InputHistory(path: nil)
        for number in 0..<(InputHistory.bound + 7) { _ = history.add("\(number)") }
        #expect(history.lines.count == InputHistory.bound && history.lines.first == "7")
    }

    @Test func dropsOldestLinesBeyondTheirSize() {
        var history = InputHistory(path: nil)
        for number in 0..<9 { _ = history.add("\(number)" + String(repeating: "x", count: 60_000)) }
        _ = history.add(String(repeating: "y", count: 2 * InputHistory.largest))
        #expect(history.lines.count == 1)
        for number in 0..<9 { _ = history.add("\(number)" + String(repeating: "x", count: 60_000)) }
        #expect(history.lines.count == 4 && history.lines.last?.first == "8")
    }

    @Test func reportsWhyHistoryCannotBeSaved() {
        var history = InputHistory(path: "/dev/null/history")
        _ = history.add("line")
        #expect(history.save() == "not a directory")
    }

    // MARK: Search

    @Test func findsOlderAndNewerLines() {
        var search = HistorySearch(["hello", "other", "Hello again"])
        #expect(search.match == nil && search.offset == 0)
        for scalar in "hel".unicodeScalars { search.type(scalar) }
        #expect(search.match == "Hello again")
        search.older()
        #expect(search.match == "hello" && !search.hasFailed)
        search.older()
        #expect(search.match == "hello" && search.hasFailed)
        search.newer()
        #expect(search.match == "Hello again" && !search.hasFailed)
        for scalar in "lo a".unicodeScalars { search.type(scalar) }
        #expect(search.match == "Hello again")
        search.type("x")
        #expect(search.hasFailed)
        search.erase()
        #expect(search.match == "Hello again" && !search.hasFailed)
    }

    @Test func findsNothingInEmptyHistory() {
        var search = HistorySearch([])
        search.type("a")
        search.older()
        search.newer()
        #expect(search.match == nil && search.hasFailed)
        search.erase()
        search.erase()
        #expect(search.pattern == "" && !search.hasFailed)
    }

    @Test func putsCursorAtStartOfMatch() {
        var search = HistorySearch(["né 漢字 here"])
        search.type("h")
        #expect(search.offset == 6)
    }

    // MARK: Completion

    private static let world = {
        var world = CompletionWorld()
        world.chats = [
            .init(text: "Ada Lovelace", what: "2 unread"), .init(text: "Adam", what: ""), .init(text: "Zoë", what: ""),
        ]
        world.people = [.init(text: "Eliza", what: "found"), .init(text: "Elm Street", what: "")]
        world.recipients = [.init(text: "Eliza", what: "found")]
        world.peopleNumbers = [.init(text: "1", what: "Eliza")]
        return world
    }()

    @Test(arguments: [
        ("/st", 3, "/status"), ("/op", 3, "/open "), ("/open ad", 2, "Ada"), ("/open ada", 3, nil),
        ("/open zoe", 3, "Zoë"), ("/open ada l", 5, "Ada Lovelace"), ("/open", 5, "/open "), ("/new el", 2, "Eliza"),
        ("/new ad", 0, nil), ("/find elm", 3, "Elm Street"), ("/find zo", 2, "Zoë"),
        ("/help st", 2, "status"), ("/json o", 1, nil), ("/choose ", 0, "1"), ("/x", 0, nil), ("text", 0, nil),
        ("//st", 0, nil), ("", 0, nil), ("/status ", 0, nil), ("/nonsense a", 0, nil),
        ("/react 3 :tada", 5, "🎉"), ("/reply :tada", 5, "🎉"), ("/open :tada", 0, nil),
    ])
    func completes(head: String, replaced: Int, insertion: String?) {
        let completion = Completion.of(head, in: Self.world)
        #expect(completion.replaced == replaced && completion.insertion == insertion)
    }

    @Test func listsCandidates() {
        let completion = Completion.of("/open a", in: Self.world)
        #expect(completion.candidates.map(\.text) == ["Ada Lovelace", "Adam"])
        let lines = ChoicesText.lines(completion.candidates, height: 5).map { $0.rendered(paint: .none) }
        #expect(lines == ["Ada Lovelace  2 unread", "Adam          "])
        let few = ChoicesText.lines(Completion.of("/", in: Self.world).candidates, height: 3)
        #expect(few.count == 3 && few[2].rendered(paint: .none).hasPrefix("… and "))
    }

    @Test(arguments: [
        ("/open", "/open NUMBER|NAME  open a chat"),
        ("/open x", "/open NUMBER|NAME  open a chat"),
        ("/ch", "/chats  /choose"), ("/xyz", nil), ("text", nil), ("//open", nil), ("", nil), ("/ch x", nil),
    ])
    func showsUsageOfTypedCommand(line: String, hint: String?) {
        #expect(CommandHint.of(line)?.rendered(paint: .none) == hint)
    }

    // MARK: Text from outside

    @Test(arguments: ["A;B", "A;\u{301}B"]) func alertsWithOneSemicolonBeforeTheText(who: String) {
        let parts = Alert.osc777.bytes(who: who, text: "hi").utf8.split(separator: UInt8(ascii: ";"))
        #expect(parts.count == 4)
    }

    @Test(arguments: [
        ("one\r\ntwo\rthree\n\n", "one\ntwo\nthree"), ("one\r\u{301}two", "one\n\u{301}two"), ("a\tb", "a\tb"),
        ("\u{1B}[31mred\u{7}\u{9B}x\u{0}", "[31mredx"),
        ("a\u{2028}b", "a\nb"), ("日本 e\u{301}", "日本 e\u{301}"), ("\n", ""), ("", ""),
    ])
    func cleansPastedText(text: String, clean: String) {
        #expect(PastedText.clean(text).unicodeScalars.elementsEqual(clean.unicodeScalars))
    }

    @Test(arguments: [
        (Alert.none, ""), (.bell, "\u{7}"), (.osc9, "\u{1B}]9;A, ␛: x;y\u{1B}\\"),
        (.osc777, "\u{1B}]777;notify;A, ␛;x;y\u{1B}\\"),
    ])
    func escapesControlCharactersInAlerts(alert: Alert, bytes: String) {
        #expect(alert.bytes(who: "A; \u{1B}", text: "x;y") == bytes)
    }

    /// What libnotify and a notification daemon make of the body: the backslashes of `g_strcompress`, then the markup.
    private func shown(_ body: String) -> String {
        var text = ""
        var rest = body[...]
        while let first = rest.popFirst() { text.append(first == "\\" ? rest.popFirst() ?? "?" : first) }
        #expect(!text.contains { "<>".contains($0) })
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text = text.replacingOccurrences(of: entity, with: character, options: .literal)
        }
        return text
    }

    @Test(arguments: ["/usr/bin/notify-send", "notify-send", "/opt/dunst/dunstify"])
    func showsTheTextOfAMessageInANotification(program: String) {
        for text in [
            "if a < b && c > d", "see <a href=\"http://evil.example/\">it</a>", "<img src=\"file:///photo.png\"/>",
            "C:\\new\\temp\\", "Tom &amp; Jerry &lt;", "\\&lt;\\074", "<\u{301}b>", "-u", "--", "é \u{1F3F4}",
        ] {
            let arguments = Notifier.arguments(of: program, who: "-A <b>", text: text)
            #expect(arguments.count == 3 && arguments.prefix(2) == ["--", "-A <b>"])
            #expect(arguments.last.map(shown) == text)
        }
    }

    @Test(arguments: ["/usr/bin/notify-send.sh", "/home/ada/notify-send/own", "true"])
    func givesOtherProgramsThePlainText(program: String) {
        #expect(Notifier.arguments(of: program, who: "-A", text: "<b> & \\n") == [" -A", "<b> & \\n"])
    }

    @Test(arguments: [
        (ExternalEditor.Failure.noFile("no room"), "Cannot create a temporary file: no room."),
        (
            .failed(code: 1),
            "The editor ended with exit code 1, so the text is unchanged. Set $VISUAL or $EDITOR to another editor."
        ),
        (.notUTF8, "The editor's file is not UTF-8, so the text is unchanged."),
    ])
    func explainsEditorFailures(failure: ExternalEditor.Failure, sentence: String) {
        #expect(failure.sentence == sentence)
    }
}
