import Testing

@testable import TelexCompletion

@Suite struct BashWordTests {
    @Test(arguments: [
        ("", "", ""), ("Bo", "Bo", "Bo"), (#"Bob\'s\ te"#, "Bob's te", #"Bob\'s\ te"#),
        ("'Bob s", "Bob s", "Bob s"), (#""a\$b\c"#, #"a$b\c"#, #"a\$b\c"#),
        (#"'Bob'\''s t"#, "Bob's t", "s t"), (#"a\ 'b"#, "a b", "b"), (#""a""#, "a", #""a""#), (#"a\"#, "a", #"a\"#),
    ])
    func readsWords(typed: String, text: String, replaced: String) {
        let word = BashWord(typed)
        #expect(String(word.text) == text && word.replaced == replaced)
    }

    @Test(arguments: [
        ("", "$(touch x)", #"\$\(touch\ x\)"#), ("", "Bob's `team`", #"Bob\'s\ \`team\`"#), ("", "~root", #"\~root"#),
        ("", "a\\b!c\"d", #"a\\b\!c\"d"#), ("", "two\nlines", #"two$'\012'lines"#), ("", "-rf", "-rf"),
        ("", "é漢 x", #"é漢\ x"#), ("", "a:b=c@d", #"a\:b\=c\@d"#), ("", "\u{9B}", #"$'\302\233'"#),
        ("'", "Bob's $HOME!", #"Bob'\''s $HOME!'"#), ("'", "a\nb", #"a'$'\012''b'"#),
        ("\"", "a\"$b`c\\!'", #"a\"\$b\`c\\"'!'"'""#), (#"Bob\ 'te"#, "Bob team", "team'"),
    ])
    func quotesASingleNameWhole(typed: String, name: String, reply: String) {
        #expect(BashWord(typed).replies([name, name]) == [reply])
    }

    @Test func insertsWhatSeveralNamesHaveInCommon() {
        #expect(BashWord("Bo").replies(["Bob's a", "Bob's $(b)", "Ada"]) == [#"Bob\'s\ a"#, #"Bob\'s\ $(b)"#])
        // Nothing is inserted: what was typed stays as it is.
        #expect(BashWord(#"Bob\'s\ "#).replies(["Bob's a", "Bob's b\n"]) == [#"Bob\'s\ a"#, "Bob\\'s\\ b\u{FFFD}"])
        #expect(BashWord("'Bo").replies(["Bob's a", "Bob's b"]) == [#"Bob'\''s a"#, #"Bob'\''s b"#])
        #expect(BashWord("x").replies(["Ada"]) == [] && BashWord("").replies([]) == [])
    }
}
