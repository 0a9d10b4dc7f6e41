import TelexCore
import TelexJSON
import TelexWire
import Testing

@testable import TelexTerminal

@Suite struct TerminalTests {
    @Test(
        arguments: [
            (":tada:", "🎉"), (":thumbsup:", "👍"), (":ThumbsDown:", "👎"), (":nothing:", nil), ("👍", "👍"),
            ("❤", "❤\u{FE0F}"),
            ("☕", "☕"), ("ok", "ok"), ("1", "1"), ("👍🏽", "👍🏽"), ("", ""),
        ] as [(String, String?)])
    func readsEmoji(typed: String, emoji: String?) {
        // Swift takes both forms of an emoji for different ones.
        #expect(Shortcodes.emoji(typed).map { Array($0.unicodeScalars) } == emoji.map { Array($0.unicodeScalars) })
    }

    @Test func showsFlagsThatConsistOfTags() {
        let england = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        #expect(HarmlessText.of("a \(england) b") == "a \(england) b")
        #expect(HarmlessText.of(String(england.unicodeScalars.dropLast())).contains("<U+E0067>"))
        #expect(HarmlessText.of("x\u{E0067}") == "x<U+E0067>")
    }

    @Test func takesTildeForTheHomeFolder() {
        #expect(
            UserFile.path("~/a b", "/home/ada") == "/home/ada/a b" && UserFile.path("~", "/home/ada") == "/home/ada")
        #expect(UserFile.path("~ada/x", "/home/ada") == "~ada/x" && UserFile.path("a/~", "/home/ada") == "a/~")
        #expect(UserFile.path("~/x", nil) == "~/x" && UserFile.path("~/x", "") == "~/x")
    }

    @Test(arguments: [
        ("hello", Typed.text("hello")), ("//slash", .text("/slash")), ("//", .text("/")),
        ("  indented", .text("  indented")),
        ("", .nothing), ("   ", .nothing), ("/help", .command(.help, argument: "")),
        ("/open  Ada Lovelace ", .command(.open, argument: "Ada Lovelace")), ("/HELP", .command(.help, argument: "")),
        ("/hepl", .unknown("hepl", nearest: .help)), ("/xyzzy", .unknown("xyzzy", nearest: nil)),
        ("/", .unknown("", nearest: nil)),
    ])
    func parsesTypedLines(line: String, meaning: Typed) {
        #expect(Typed.parse(line) == meaning)
    }

    /// Covers every action of every view model in the protocol's schema.
    @Test func hasACommandForEveryAction() {
        // What is typed without a leading `/` triggers these.
        let byText = ["messages.send", "messages.draft", "messages.typing", "inbox.answer"]
        // A terminal shows no pictures.
        let byPrograms = ["messages.fetchThumbnail", "found.fetchThumbnail"]
        #expect(Set(WireActions.all) == Set(Command.allCases.flatMap(\.actions) + byText + byPrograms))
    }

    @Test(arguments: Command.allCases)
    func explainsEveryCommand(command: Command) {
        func texts(_ entries: [Entry]) -> [String] {
            entries.flatMap { $0.lines.map { $0.rendered(paint: .none) } }
        }
        let help = texts(HelpText.lines(command))
        #expect(help[0].hasPrefix("/\(command.name)") && help[1].hasSuffix("."))
        #expect(
            texts(
                HelpText.overview(first: .chats, hasEditor: true) + HelpText.table(.session)
                    + HelpText.table(.messages)
            ).contains { $0.contains("/\(command.name)") })
        #expect(HelpGroup.all.count { texts(HelpText.table($0)).contains { $0.hasPrefix("  /\(command.name) ") } } == 1)
    }

    @Test(arguments: [
        ("plain é 日本 😀", "plain é 日本 😀"), ("\u{1B}[31m", "␛[31m"), ("\u{7}\u{8}\u{0}\u{7F}", "␇␈␀␡"),
        ("a\nb\r\nc", "a␊b␍␊c"),
        ("tab\there", "tab    here"), ("\u{9B}31m", "<U+009B>31m"), ("\u{202E}x\u{202C}", "<U+202E>x<U+202C>"),
        ("\u{2066}\u{2069}\u{200E}\u{61C}", "<U+2066><U+2069><U+200E><U+061C>"), ("\u{E0041}", "<U+E0041>"),
        ("👩‍👩‍👧 e\u{301}", "👩‍👩‍👧 e\u{301}"), ("\u{206A}", "<U+206A>"),
        ("Z" + String(repeating: "\u{301}", count: 30), "Z" + String(repeating: "\u{301}", count: 30)),
        (
            "Z" + String(repeating: "\u{301}", count: 31) + "a\u{301}",
            "Z" + String(repeating: "\u{301}", count: 30) + "…a\u{301}"
        ),
    ])
    func makesTextHarmless(text: String, harmless: String) {
        #expect(HarmlessText.of(text) == harmless)
    }

    @Test func jsonEscapesTheCharactersThatTheScreenMakesVisible() {
        let scalars = [0x7F...0xFFFF, 0xE0000...0xE00FF].joined().compactMap(Unicode.Scalar.init)
        let escaped = scalars.filter { JSONValue.string(String($0)).bytes.starts(with: "\"\\".utf8) }
        #expect(escaped == scalars.filter(HarmlessText.isHarmful))
    }

    @Test func writesNoEscapeSequencesExceptStyles() {
        let text = StyledText("\u{1B}[2Jred", .error) + StyledText("plain\u{9D}")
        #expect(text.rendered(paint: .colours) == "\u{1B}[38;5;160m␛[2Jred\u{1B}[0mplain<U+009D>")
        #expect(text.rendered(paint: .none) == "␛[2Jredplain<U+009D>")
    }

    @Test(arguments: [
        (true, true, ["TERM": "xterm"], true, true, true),
        (true, true, ["TERM": "xterm", "NO_COLOR": "1"], true, false, true),
        (true, true, ["TERM": "xterm", "NO_COLOR": ""], true, true, true),
        (true, true, ["TERM": "dumb"], true, false, false),
        (true, true, [:], true, false, false),
        (false, true, ["TERM": "xterm"], false, true, true),
        (true, false, ["TERM": "xterm"], false, false, false),
    ])
    func detectsTerminalCapabilities(
        input: Bool, output: Bool, environment: [String: String], interactive: Bool, colour: Bool, moves: Bool
    ) {
        let kind = TerminalKind(isInputTerminal: input, isOutputTerminal: output, environment: environment)
        #expect(
            kind == TerminalKind(isInteractive: interactive, hasColour: colour, canMove: moves, hasLinks: moves))
        #expect(kind.plain.isPlain && !kind.plain.hasColour && !kind.plain.canMove && !kind.plain.hasLinks)
    }

    @Test(arguments: [
        (Complaint.unknownCommand("x", nearest: nil), "Unknown command /x. /help lists them all."),
        (.unknownCommand("x", nearest: .help), "Unknown command /x. Did you mean /help? /help lists them all."),
        (.noChatOpen, "No chat is open, so nothing was sent. Use /open to choose one, or /new NAME to start one."),
        (.noForm, "No form for a chat is open. /new opens one."),
        (.noSuchChat("x", nearest: nil), "No chat is called \"x\". /chats lists them; /new x starts one."),
        (.noSuchChat("x", nearest: "y"), "No chat is called \"x\". Did you mean \"y\"?"),
        (
            .manyChats("a", (1...7).map { "A\($0)" }),
            "\"a\" matches \"A1\", \"A2\", \"A3\", \"A4\", \"A5\" and 2 others. Type more of the name, or its number in /chats."
        ),
        (
            .manyChats("a", ["Ada", "Al"]),
            "\"a\" matches \"Ada\", \"Al\". Type more of the name, or its number in /chats."
        ),
        (.needsArgument(.open), "An argument is missing. Usage: /open NUMBER|NAME. /help open explains it."),
        (.nothingToDo(.retry), "/retry does not apply here. Use it to send a refused message again."),
        (.noSuchNumber(3, of: 0), "There is no number 3: the list is empty."),
        (.noSuchNumber(3, of: 2), "There is no number 3: the list ends at 2."),
        (.notVirtual, "The clock moves by itself. Start with --clock virtual to move it."),
        (.badSpan("x"), "\"x\" is not a duration. Write an integer and ms, s, m, h or d, such as 2s."),
        (.noEditor, "/editor needs a terminal. Here, type or paste the message."),
        (
            .unreadable("x.vcf", "no such file or directory"),
            "Cannot read x.vcf: no such file or directory. Check the path and try again."
        ),
        (.unwritable("x.vcf", "permission denied"), "Cannot write x.vcf: permission denied. Choose another file."),
        (.gone(2, "Ada", .chats), "Number 2, \"Ada\", is no longer in the list. /chats shows the current list."),
        (.notificationGone("Ada", "hi"), "The notification \"Ada: hi\" is gone. /chats lists the chats."),
        (.notChangeable(.edit), "The message has no text of yours. You can only /edit texts, actions and captions."),
        (.notOurs(3), "Message 3 is not yours, or deleted. /numbers shows the numbers of the last messages."),
        (.nothingUnread, "No other chat has unread messages."),
        (.noNews(7), "No chat in the bar has the number 7."),
        (.noSuchContact("x"), "No contact is called \"x\". /contacts lists them; /add FIRST LAST adds one."),
        (.manyContacts("a", 2), "\"a\" matches 2 contacts. Type more of the name, or its number in /contacts."),
        (.notUTF8, "Ignored: the line is not valid UTF-8."),
        (.tooLong, "Ignored: the line is too long."),
        (.refused("No."), "No."),
    ])
    func complaintsSayWhatToDo(complaint: Complaint, sentence: String) {
        #expect(complaint.sentence == sentence)
    }

    @Test(
        arguments: [
            ([], nil), ([("Ada", 1)], "1 message in Ada waits to be sent. Telex keeps it, and sends it"),
            ([("A\u{1B}da", 2)], "2 messages in A␛da wait to be sent. Telex keeps them, and sends them"),
            (
                [("Ada", 2), ("Bo", 1)],
                "3 messages wait to be sent: 2 in Ada, 1 in Bo. Telex keeps them, and sends them"
            ),
            (
                (1...7).map { ("c\($0)", $0) },
                "28 messages wait to be sent: 1 in c1, 2 in c2, 3 in c3, 4 in c4, 5 in c5, 13 in 2 other chats. "
                    + "Telex keeps them, and sends them"
            ),
        ] as [([(String, Int)], String?)])
    func saysWhatStillWaits(chats: [(String, Int)], sentence: String?) {
        let expected = sentence.map { "\($0) when it is started again and has a connection." }
        #expect(LeavingText.unsent(chats.map { (title: $0.0, count: $0.1) }, isKept: true) == expected)
        #expect(
            LeavingText.unsent([("Ada", 2)], isKept: false)
                == "2 messages were not sent. A store in memory keeps nothing.")
    }

    @Test(arguments: ["linux", "screen", "vt100"])
    func leavesLinksToTerminalsThatKnowThem(term: String) {
        let kind = TerminalKind(isInputTerminal: true, isOutputTerminal: true, environment: ["TERM": term])
        #expect(kind.canMove && !kind.hasLinks)
    }

    @Test(arguments: [
        ("── Ada ──", "Ada"), ("— Today —", "Today"), ("! No.", "Error: No."), ("* Ada: hi", "Notification: Ada: hi"),
        ("09:00  Ada: ── hi ──", "09:00  Ada: ── hi ──"),
        ("            ! said Ada", "            ! said Ada"), ("── ", "── "), ("", ""),
    ])
    func plainTextPutsSignsIntoWords(line: String, plain: String) { #expect(PlainText.of(line) == plain) }
}
