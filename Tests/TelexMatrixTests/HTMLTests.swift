import TelexCore
import Testing

@testable import TelexMatrix

@Suite struct HTMLTests {
    private static func span(
        _ style: TextSpan.Style, _ range: Range<Int>, url: String? = nil, user: UserID? = nil, language: String? = nil,
        reason: String? = nil
    ) -> TextSpan {
        TextSpan(
            style, start: range.lowerBound, length: range.count, url: url, user: user, language: language,
            reason: reason)
    }

    @Test(
        arguments: [
            (
                "<b>a</b> <em>b</em> <del>c</del> <code>d</code>", "a b c d",
                [span(.bold, 0..<1), span(.italic, 2..<3), span(.strikethrough, 4..<5), span(.code, 6..<7)]
            ),
            ("<strong>a <i>b</i></strong>", "a b", [span(.bold, 0..<3), span(.italic, 2..<3)]),
            ("<a href='https://x/?a=1&amp;b=2'>x</a>", "x", [span(.link, 0..<1, url: "https://x/?a=1&b=2")]),
            ("<a href='javascript:alert(1)'>x</a><a>y</a>", "xy", []),
            ("<a href='https://matrix.to/#/%40ada%3Ax'>Ada</a> hi", "Ada hi", [span(.mention, 0..<3, user: "@ada:x")]),
            ("<a href='matrix:u/ada:x?action=chat'>Ada</a>", "Ada", [span(.mention, 0..<3, user: "@ada:x")]),
            (
                "<a href='https://matrix.to/#/!room:x'>r</a>", "r",
                [span(.link, 0..<1, url: "https://matrix.to/#/!room:x")]
            ),
            (
                "😀<pre><code class=\"x language-swift\">a\n  b</code></pre>c", "😀\na\n  b\nc",
                [span(.codeBlock, 2..<7, language: "swift")]
            ),
            ("<blockquote><p>a</p><p>b</p></blockquote>c", "a\nb\nc", [span(.quote, 0..<3)]),
            ("<ul><li>a</li><li>b<ol start=3><li>c</li><li>d</li></ol></li></ul>", "• a\n• b\n3. c\n4. d", []),
            ("a <span data-mx-spoiler>b <span>c</span> d</span> e", "a b c d e", [span(.spoiler, 2..<7)]),
            (
                "<span title='>' DATA-MX-SPOILER=\"the &amp; end\">b<br>c</SPAN>!", "b\nc!",
                [span(.spoiler, 0..<3, reason: "the & end")]
            ),
            ("<div data-mx-spoiler>\u{301}b", "\u{301}b", [span(.spoiler, 0..<2)]),
            ("a<br><br>b<br>", "a\n\nb", []),
            ("<ul>\n<li>a</li>\n<li><b>b</b></li>\n</ul>\nc", "• a\n• b\nc", [span(.bold, 6..<7)]),
            (
                "<a href=\"https://x\"><span data-mx-spoiler>a</span></a>", "a",
                [span(.spoiler, 0..<1), span(.link, 0..<1, url: "https://x")]
            ),
            ("<script>x</script><b></b><b>\n</b>", "x", []),
            ("<mx-reply>quoted <mx-reply>twice</mx-reply></mx-reply><b>a</b>", "a", [span(.bold, 0..<1)]),
            ("<b>a</i></b>c</b>", "ac", [span(.bold, 0..<1)]),
            ("<b>a<i>b</b>c", "abc", [span(.bold, 0..<2), span(.italic, 1..<2)]),
        ] as [(String, String, [TextSpan])])
    func readsAllowedElementsAsSpans(html: String, text: String, spans: [TextSpan]) {
        #expect(HTMLReader.text(of: html) == FormattedText(text, spans))
    }

    @Test func dropsElementsThatAreTooDeep() {
        let deep = HTMLReader.text(of: String(repeating: "<b>", count: 5000) + "x")
        #expect(deep.text == "x" && deep.spans.count == 100)
    }

    /// Brackets that begin no tag are text, and no part of the text is read again for each of them.
    @Test(arguments: [
        ("a < b <c and <b>d</b>", "a < b <c and d"), ("<a b='<i>c</i>", "<a b='c"), ("</&amp;<", "</&<"),
        (String(repeating: "<a x=\"<a\" ", count: 20_000), String(repeating: "<a x=\"<a\" ", count: 20_000)),
    ])
    func readsBracketsThatBeginNoTagAsText(html: String, text: String) {
        #expect(HTMLReader.text(of: html).text == text)
    }

    @Test func writesHTMLThatIsNotMuchLongerThanItsText() {
        let address = "https://x.example/" + String(repeating: "a", count: 900)
        let spans = (0..<500).map { Self.span(.link, $0..<$0 + 500, url: address) }
        let html = HTMLWriter.html(of: FormattedText(String(repeating: "x", count: 1000), spans))
        #expect(html.utf8.count < 4 * 500 * address.utf8.count)
    }

    @Test(arguments: [
        (FormattedText("a<b & \"c\"", [span(.bold, 0..<3)]), "<strong>a&lt;b</strong> &amp; &quot;c&quot;"),
        (FormattedText("abc", [span(.bold, 0..<2), span(.italic, 1..<3)]), "<strong>a<em>b</em></strong><em>c</em>"),
        (
            FormattedText("x\ny", [span(.link, 0..<1, url: "https://x/?a&\"")]),
            "<a href=\"https://x/?a&amp;&quot;\">x</a><br>y"
        ),
        (
            FormattedText("x\ny", [span(.codeBlock, 0..<3, language: "c\"")]),
            "<pre><code class=\"language-c&quot;\">x\ny</code></pre>"
        ),
        (FormattedText("x\ny\nz", [span(.codeBlock, 0..<1)]), "<pre><code>x</code></pre>y<br>z"),
        (
            FormattedText("@Ada @room", [span(.mention, 0..<4, user: "@ada:x"), span(.roomMention, 5..<10)]),
            "<a href=\"https://matrix.to/#/%40ada%3Ax\">@Ada</a> @room"
        ),
        (FormattedText("s", [span(.spoiler, 0..<1, reason: "<")]), "<span data-mx-spoiler=\"&lt;\">s</span>"),
    ])
    func writesHTML(text: FormattedText, html: String) {
        #expect(HTMLWriter.html(of: text) == html)
    }

    /// What we write comes back with the same text and spans.
    @Test(arguments: TextSpan.Style.allCases.filter { $0 != .roomMention })
    func readsWhatItWrites(style: TextSpan.Style) {
        let span = Self.span(
            style, 2..<5, url: style == .link ? "https://x/<\">" : nil, user: style == .mention ? "@ada:x" : nil,
            language: style == .codeBlock ? "swift" : nil, reason: style == .spoiler ? "<b>" : nil)
        let isBlock = style == .codeBlock || style == .quote
        let text = FormattedText(isBlock ? "a\nb<c\nd" : "a b<c d", [span])
        #expect(HTMLReader.text(of: HTMLWriter.html(of: text)) == text)
    }

    @Test func namesTheMentionedAndNobodyElse() {
        #expect(Mentions(users: [], room: false).json == [:])
        let old = Mentions(["m.mentions": ["user_ids": ["@ada:x"], "room": true]])
        let new = Mentions(users: ["@ada:x", "@bob:x"], room: true)
        #expect(new.new(since: old).json == ["user_ids": ["@bob:x"]])
    }
}
