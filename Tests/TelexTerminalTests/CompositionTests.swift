@testable import TelexCore
import Testing

@testable import TelexTerminal

@Suite struct CompositionTests {
    private static func span(
        _ style: TextSpan.Style, _ range: Range<Int>, url: String? = nil, user: UserID? = nil, language: String? = nil
    ) -> TextSpan {
        TextSpan(style, start: range.lowerBound, length: range.count, url: url, user: user, language: language)
    }

    @Test(
        arguments: [
            (
                "**a** *b* _c_ ~~d~~ `e`", "a b c d e",
                [
                    span(.bold, 0..<1), span(.italic, 2..<3), span(.italic, 4..<5), span(.strikethrough, 6..<7),
                    span(.code, 8..<9),
                ]
            ),
            ("[x](https://x/?a&b)", "x", [span(.link, 0..<1, url: "https://x/?a&b")]),
            ("[x](javascript:1) **y**", "x (javascript:1) y", [span(.bold, 17..<18)]),
            ("😀\n```swift\na\n  b\n```", "😀\n\na\n  b", [span(.codeBlock, 3..<8, language: "swift")]),
            ("> a\n> b\n\nc", "a\nb\n\nc", [span(.quote, 0..<3)]),
            ("- **a**\n- b\n  1. c", "• a\n• b\n  1. c", [span(.bold, 2..<3)]),
            ("# a **b**", "# a b", [span(.bold, 4..<5)]),
            ("**<b>a</b>**", "<b>a</b>", [span(.bold, 0..<8)]),
            ("\\*a\\*", "*a*", []),
            ("2*3*4 *b*", "2*3*4 b", [span(.italic, 6..<7)]), ("`2*3` 2*3", "2*3 2*3", [span(.code, 0..<3)]),
            ("``a`b*c*d`` *e*", "a`b*c*d e", [span(.code, 0..<7), span(.italic, 8..<9)]),
            ("*a*, (*b*)", "a, (b)", [span(.italic, 0..<1), span(.italic, 4..<5)]),
            ("the end: ||he *dies*||!", "the end: he dies!", [span(.spoiler, 9..<16), span(.italic, 12..<16)]),
            ("||a|| **b** ||c||", "a b c", [span(.spoiler, 0..<1), span(.spoiler, 4..<5), span(.bold, 2..<3)]),
            ("`||a||` ||b||", "||a|| b", [span(.spoiler, 6..<7), span(.code, 0..<5)]),
            ("**a** ![b](https://x/c.png)", "a b (https://x/c.png)", [span(.bold, 0..<1)]),
            ("**a** [](https://x)", "a https://x", [span(.bold, 0..<1), span(.link, 2..<11, url: "https://x")]),
        ] as [(String, String, [TextSpan])])
    func readsMarkdown(typed: String, text: String, spans: [TextSpan]) {
        #expect(MarkdownReader.read(typed) == FormattedText(text, spans))
    }

    /// Text without marks stays as it was typed.
    @Test(arguments: [
        "C:\\new\\!file", "2 * 3 * 4", "2*3*4", "a**b**c", "un*believ*able", "a || b", "||", "||||", "||a\n||",
        "x `a*b", "snake_case_name", "1. first", "- item", "# title", "  indented", "a\n\n\nb",
        "<b>no</b>", "&amp;", "---", "*.txt and *.md", "[a]: https://x\n\n**b**", "", "\0**a**", "a  \nb",
    ])
    func leavesOtherTextAlone(typed: String) {
        #expect(MarkdownReader.read(typed) == FormattedText(typed))
    }

    /// Too many spoilers for one message: the others stay as they were typed.
    @Test func hidesNothingLess() {
        let typed = String(repeating: "**b** ||a|| ", count: 2 * TextSpan.most)
        let read = Composition(people: []).read(typed)
        let spoilers = read.spans.count { $0.style == .spoiler }
        #expect(spoilers == TextSpan.most && read.spans.count == TextSpan.most)
        #expect(read.text.components(separatedBy: "||").count - 1 == 2 * (2 * TextSpan.most - spoilers))
    }

    /// Each is read in a time that grows with its length.
    @Test(arguments: ["a", "<", "`", "*", "a*b", "||a||", "<a ", "` "]) func readsLongTexts(part: String) {
        let text = "*" + String(repeating: part, count: 60_000 / part.count)
        #expect(!MarkdownReader.read(text).text.isEmpty)
    }

    @Test(arguments: [
        "**a *b* c** d", "`a` and [b](https://x/)", "```c\nx\n```", "> q", "~~a~~", "||a *b*||", "a ||b|| c",
    ])
    func writesTheMarkdownThatItReads(typed: String) {
        let text = MarkdownReader.read(typed)
        #expect(MarkdownReader.read(text.markdown) == text)
    }

    private let composition = Composition(people: [
        .init(name: "Ada Lovelace", user: "@lovelace:x"), .init(name: "Ada", user: "@al:x"),
        .init(name: "Bob", user: "bob"),
        .init(name: "Cy", user: "@cy1:x"), .init(name: "Cy", user: "@cy2:x"),
    ])

    @Test func mentionsPeopleByNameOrID() {
        func users(_ typed: String) -> [String] {
            composition.read(typed).spans.map { "\($0.start) \($0.length) \($0.user?.text ?? $0.style.rawValue)" }
        }
        #expect(users("@Ada Lovelace, @ada!") == ["0 13 @lovelace:x", "15 4 @al:x"])
        #expect(users("(@al:x) and @BOB") == ["1 5 @al:x", "12 4 bob"])
        #expect(users("😀 @room") == ["2 5 roomMention"])
        #expect(users("**@Bob**") == ["0 4 bold", "0 4 bob"])
        // No mentions: names without @, parts of words, code, and names of several people.
        #expect(users("Ada, bob@bob.example, @bobby, @Cy") == [])
        #expect(users("`@Bob`") == ["0 4 code"])
    }

    @Test func saysWhichNamesMentionNobody() {
        let composition = Composition(people: [
            .init(name: "Cy", user: "@cy1:x"), .init(name: "Cy", user: "@cy2:x"),
            .init(name: "Me", user: "@me:x", isOwn: true), .init(name: "Me", user: "@other:x"),
        ])
        func misses(_ typed: String) -> [Composition.Miss] { composition.misses(in: typed) }
        #expect(misses("@Cy, @dan.") == [.shared("Cy", ["@cy1:x", "@cy2:x"]), .unknown("dan")])
        #expect(misses("@cy1 `@dan` dan@dan.example @ @@ @room @me:x [@dan](https://x)") == [])
        // Of two with one name, the other one is meant.
        #expect(composition.read("@me").spans == [Self.span(.mention, 0..<3, user: "@other:x")])
        // A whole id needs no known name.
        #expect(composition.read("(@dan:y.example)").spans == [Self.span(.mention, 1..<15, user: "@dan:y.example")])
        #expect(Composition(people: [.init(name: "Bob", user: "bob")]).misses(in: "@a:b") == [.unknown("a:b")])
        #expect(
            Composition.Miss.unknown("dan").sentence
                == "@dan mentions nobody: no known member of this chat has that name.")
        #expect(
            Composition.Miss.shared("Cy", ["@cy1:x", "cy"]).sentence
                == "@Cy mentions nobody: 2 members have that name. Use an id instead: @cy1:x, @cy.")
    }

    /// What is said while a message is being typed.
    @Test(arguments: [
        ("@cleo", ["cleo"]), ("hi @cleo, @dan", ["cleo", "dan"]), ("@Cy, ", ["Cy"]), ("@Cy ", ["Cy"]),
        // What may still become a name.
        ("@", []), ("@B", []), ("@bo", []), ("@ada", []), ("@lov", []), ("@r", []), ("@Ada Love", []), ("@ro", []),
        ("@bo ", ["bo"]), ("@Cyd", ["Cyd"]), ("@Ada Lx", []),
        // Addresses and code.
        ("dan@dan.example", []), ("see https://x/@dan", []), ("`@dan", []), ("`@dan`", []), ("`a` @dan", ["dan"]),
        ("```\n@dan", []), ("@bob and @room", []), ("@dan:x.example", []),
    ])
    func warnsOfNamesThatAreComplete(typed: String, names: [String]) {
        #expect(composition.complete(misses: typed).map(\.name) == names)
    }

    @Test func saysWhatIsSentAsText() {
        #expect(composition.complete(misses: "@dan.").first?.hint == "@dan is nobody here; it is sent as text")
        #expect(
            composition.complete(misses: "@Cy ").first?.hint
                == "@Cy is the name of 2 members; it is sent as text. Tab shows their ids.")
    }

    private func member(_ user: UserID, _ name: String?, isOwn: Bool = false, hasLeft: Bool = false)
        -> Shown<MembersViewModel.Row>
    {
        var row = MembersViewModel.Row.blank
        (row.user, row.name, row.isOwn, row.standing) = (user, name, isOwn, hasLeft ? .left : .joined)
        return Shown(row)
    }

    @Test func offersEveryMemberByANameThatMentionsThem() {
        var members = MembersViewModel.blank
        members.members = [
            member("@zoe:x", "Zoë"), member("@me:x", "Me", isOwn: true), member("@old:x", "Old", hasLeft: true),
            member("@cy1:x", "Cy"), member("@cy2:x", "cy"), member("@star:x", "*Star*"), member("@no:x", nil),
            member("@bob:x", "Bob"),
        ]
        let people = ChatPeople(.blank, members)
        func offered(_ typed: String, recent: [UserID] = []) -> [String] {
            people.candidates(typed, recent: recent).map { "\($0.text) = \($0.what)" }
        }
        #expect(
            offered("") == [
                "no:x = ", "star:x = *Star*", "Bob = @bob:x", "cy1:x = Cy", "cy2:x = cy", "Zoë = @zoe:x",
                "room = everybody in the chat",
            ])
        #expect(
            offered("zoe", recent: ["@bob:x"]) == ["Zoë = @zoe:x"] && offered("CY") == ["cy1:x = Cy", "cy2:x = cy"])
        #expect(offered("", recent: ["@cy2:x", "@zoe:x"]).prefix(3) == ["cy2:x = cy", "Zoë = @zoe:x", "no:x = "])
        #expect(offered("me") == [] && offered("old") == [] && offered("ro") == ["room = everybody in the chat"])
        // What is offered mentions the person.
        for candidate in people.candidates("", recent: []).dropLast() {
            let user = people.composition.read("@\(candidate.text) ").spans.first?.user
            #expect(candidate.what == user?.text || "@\(candidate.text)" == user?.text)
        }

        var world = CompletionWorld()
        world.mentionable = people
        func completed(_ head: String) -> String {
            let completion = Completion.of(head, in: world)
            guard let insertion = completion.insertion else { return head + "?" }
            return String(String.UnicodeScalarView(head.unicodeScalars.dropLast(completion.replaced))) + insertion
        }
        #expect(completed("hi @bo") == "hi @Bob " && completed("/reply 2 @zo") == "/reply 2 @Zoë ")
        #expect(completed("@cy") == "@cy?" && completed("/edit @r") == "/edit @room " && completed("a@bo") == "a@bo?")
        #expect(completed("/remind @bo") == "/remind @bo?")
        // Commands about members: by a name that one person has, or by the id.
        #expect(completed("/role bo") == "/role Bob" && completed("/remove @zo") == "/remove @zo?")
        #expect(completed("/ignore @cy1") == "/ignore @cy1:x" && completed("/unignore cy1") == "/unignore cy1?")
    }

    /// Each `@` could be followed by any of the names.
    @Test func findsManyNamesInALongText() {
        let many = (0..<5_000).map { Composition.Person(name: "Name \($0)", user: UserID("@u\($0):x")) }
        let typed = (0..<1_000).map { "@Name \($0 * 5), @nobody" }.joined(separator: " ")
        #expect(Composition(people: many).misses(in: typed).count == 1_000)
    }

    @Test func composesOnlyEventsWithText() {
        let sending = Event.message(.sending(OutgoingMessage(chat: "a", text: "**b**", message: "m", replyTo: "r")))
        let bold = TextSpan(.bold, start: 0, length: 1)
        #expect(
            composition.composed(sending)
                == .message(.sending(OutgoingMessage(chat: "a", text: "b", message: "m", replyTo: "r", spans: [bold]))))
        #expect(
            composition.composed(.revision(.editing(MessageEdit(chat: "a", message: "m", text: "**b**"))))
                == .revision(.editing(MessageEdit(chat: "a", message: "m", text: "b", spans: [bold]))))
        let drafting = Event.chat(.drafting(Draft(chat: "a", text: "**b**")))
        #expect(composition.composed(drafting) == drafting)
    }

    private func rendered(_ text: FormattedText, showsSpoilers: Bool = false) -> [String] {
        SpanText.lines(text, .plain, showsSpoilers: showsSpoilers).map { $0.rendered(paint: .none) }
    }

    @Test func printsSpansAndHidesSpoilers() {
        let spoiler = FormattedText("It is me.", [TextSpan(.spoiler, start: 6, length: 2, reason: "end")])
        #expect(rendered(spoiler) == ["It is [spoiler: end]."])
        #expect(rendered(spoiler, showsSpoilers: true) == ["It is me."])
        #expect(spoiler.visible == "It is [spoiler: end].")
        // The address of a hidden link is hidden, too.
        let both = FormattedText("who", [Self.span(.link, 0..<3, url: "https://x"), Self.span(.spoiler, 0..<3)])
        #expect(rendered(both) == ["[spoiler]"])
        let quote = FormattedText("a\nb\nc", [Self.span(.quote, 0..<3)])
        #expect(rendered(quote) == ["│ a", "│ b", "c"])
        let long = SpanText.lines(FormattedText("one two three", [Self.span(.quote, 0..<13)]), .plain)
        #expect(
            WordWrap.rows(StyledText("09:00 ") + long[0], width: 16, indent: 6, paint: .none).map(\.text)
                == ["09:00 │ one two ", "      │ three"])
        let link = FormattedText(
            "here, https://y",
            [
                Self.span(.link, 0..<4, url: "https://x"), Self.span(.link, 6..<15, url: "https://y"),
            ])
        #expect(rendered(link) == ["here (https://x), https://y"])
        #expect(
            SpanText.lines(FormattedText("ab", [Self.span(.bold, 1..<2)]), .plain)[0].rendered(paint: .colours)
                == "a\u{1B}[1mb\u{1B}[0m")
    }

    /// Links that overlap: each begins one character after the last one.
    private static func staggered(_ count: Int) -> FormattedText {
        FormattedText(
            String(repeating: "x", count: 2 * count),
            (0..<count).map { span(.link, $0..<$0 + count, url: "https://x.example/\($0)-" + longName) })
    }

    private static let longName = String(repeating: "a", count: 900)

    @Test func printsTheAddressOfEachOverlappingLinkOnceAtItsEnd() {
        let two = FormattedText(
            "abc", [Self.span(.link, 0..<2, url: "https://x"), Self.span(.link, 1..<3, url: "https://y")])
        #expect(rendered(two) == ["ab (https://x)c (https://y)"])
        let text = Self.staggered(500)
        let line = SpanText.lines(text, .plain)[0]
        let addresses = text.spans.reduce(0) { $0 + 3 + $1.url!.utf8.count }
        #expect(line.rendered(paint: .none).utf8.count == text.text.utf8.count + addresses)
        // A wrapped address is repeated in few rows, and the rest of it stays text.
        let rows = WordWrap.rows(line, width: 40, indent: 7, paint: Paint(hasColour: true, hasLinks: true))
        #expect(rows.reduce(0) { $0 + $1.text.utf8.count } < 8 * addresses)
        #expect(text.markdown.utf8.count < 4 * addresses)
    }

    @Test func closesOverlappingSpansInTheOrderOfTheirEnds() {
        let (bold, italic) = (Self.span(.bold, 0..<2), Self.span(.italic, 1..<3))
        let text = FormattedText("abc", [bold, italic])
        #expect(
            text.pieces == [
                .open(bold), .text("a"), .open(italic), .text("b"), .close(bold), .text("c"), .close(italic),
            ])
        #expect(
            text.nestedPieces == [
                .open(bold), .text("a"), .open(italic), .text("b"), .close(italic), .close(bold), .open(italic),
                .text("c"), .close(italic),
            ])
    }

    @Test func hidesAllOfASpoilerThatIsInterruptedOften() {
        let bolds = (0..<20).map { Self.span(.bold, $0..<$0 + 20) }
        let text = FormattedText(
            String(repeating: "x", count: 60), bolds + [Self.span(.spoiler, 10..<40), Self.span(.spoiler, 30..<50)])
        var hidden = ""
        var depth = 0
        for piece in text.nestedPieces {
            switch piece {
            case .open(let span): depth += span.style == .spoiler ? 1 : 0
            case .close(let span): depth -= span.style == .spoiler ? 1 : 0
            case .text(let text): if depth > 0 { hidden += text }
            }
        }
        #expect(hidden.count == 40)
        #expect(text.nestedPieces.count { if case .open = $0 { true } else { false } } <= 3 * 20 + 40)
    }
}
