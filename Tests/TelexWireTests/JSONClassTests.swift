import Testing

@testable import TelexWire

/// Our own cases for the classes of JSONTestSuite (https://github.com/nst/JSONTestSuite): what a parser must accept,
/// must reject, and may decide itself under RFC 8259.
@Suite struct JSONClassTests {
    /// Decodes a line whose member `x` has this text as its value.
    private func decoded(_ text: [UInt8]) -> InLine.Content {
        let line = Array(#"{"event":"chat.listing","rowLimit":1,"x":"#.utf8) + text + Array("}".utf8)
        return LineDecoder.decode(line[...], number: 1).content
    }

    private func code(_ content: InLine.Content) -> String? {
        if case .refused(let error) = content { error.code } else { nil }
    }

    @Test(arguments: [
        // Arrays and objects
        "[]", "[ ]", "[[]  ]", #"[""]"#, "[false]", "[null, 1, \"1\", {}]", "[null]", "[1,null,null,null,2]", "[2] ",
        "{}", #"{"":0}"#, #"{"a":[]}"#, #"{"asd":"sdf","dfg":"fgh"}"#, #"{"foo\u0000bar":42}"#, "{\"a\" : \"b\" }",
        #"{"title":"\u041f\u043e\u043b"}"#, "\t{ \"a\"\r: 1 }\r",
        // Numbers
        "0", "-0", "-1", "123", "123e65", "0e+1", "0e1", " 4", "-0.000000000000000000000000000000000000000000001",
        "20e1", "1E22", "1E-2", "1E+2", "123e45", "123.456e78", "1e-2", "1e+2", "123.456789",
        // Strings
        #""\u0060\u012a\u12AB""#, #""\uD801\udc37""#, #""\ud83d\ude39\ud83d\udc8d""#, #""\"\\\/\b\f\n\r\t""#,
        #""\\u0000""#, #""a/*b*/c/*d//e""#, #""\\a""#, #""\\n""#, #""\u0012""#, #""\uFFFF""#, "\"asd \"",
        #""\uDBFF\uDFFF""#, #""new\u00A0line""#, "\"\u{10FFFF}\"", "\"\u{FFFF}\"", #""\u0000""#, "\"\u{2028}\"",
        "\"\u{2029}\"", "\"\u{1B}\"".replacing("\u{1B}", with: #"\u001b"#), #""\uD834\uDd1e""#, "\"\u{7F}\"",
        "\"€𝄞\"", #""\u200B\u2064\uFDD0\uFFFE""#, #""\u0022\u005C""#, "\"aa\u{7F}\"", "\" \"",
        // Literals
        "true", "false", "null", " null ",
    ])
    func acceptsValidJSON(text: String) {
        #expect(decoded(Array(text.utf8)) == .event(.chat(.listing(rows: 1))))
    }

    @Test(arguments: [
        // Arrays
        "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
        "[3[4]]",
        "[1:2]", "[,]", "[-]", "[   , \"\"]", "[1,", "[\"a\",\n4\n,1,", "[\"a", "[*]", "[\"\u{0B}a\"\\f]", "]", "[][]",
        // Objects
        "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"a\" 123}", "{key: 'value'}", "{\"a\" b}", "{:\"b\"}",
        "{\"a\" \"b\"}",
        "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null}", "{\"id\":0,,}", "{'a':0}", "{\"id\":0,}",
        "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//", "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}", "{\"a\":\"a",
        "{\"a\":\"b\"}#",
        "{\"a\":1 \"b\":2}", "{[]:1}", "{", "{\"a\":/*comment*/1}", "{\"\\uDFAA\":0}",
        // Numbers
        "-01", "-1.0.", "-2.", "-NaN", ".-1", ".2e-3", "0.1.2", "0.3e+", "0.3e", "0.e1", "0E+", "0E", "1.0e+", "1.0e-",
        "1.0e", "1 000.0", "1eE2", "2.e+3", "2.e-3", "2.e3", "9.e+", "Inf", "NaN", "\u{FF11}", "1+2", "0x1", "0x42",
        "Infinity", "0e+-1", "-123.123foo", "123a", "-Infinity", "-foo", "- 1", "-012", "-.123", "-1x", "1ea",
        "1e\u{E5}",
        "1.", ".123", "1.2a-3", "1.8011670033376514H-308", "012", "++1234", "+1", "1e1.5", "٣",
        // Strings
        #""\uD800\u""#, #""\uD800\u1""#, #""\uD800\u1x""#, "\u{E9}", #""\x00""#, #""\\\""#, "\"\\\u{9}\"", "\"\\🌀\"",
        #""\""#, #""\u00A""#, #""\uD834\uDd""#, #""\uD800\uD800\x""#, #""\a""#, #""\uqqqq""#, "\"\\\u{E5}\"",
        "\\u0020asd",
        "\\n", "\"", "'single quote'", "abc", #""\"#, "\"new\u{1}line\"", "\"\t\"", #""\UA66D""#, #""x"x"#,
        "\"a\u{0}a\"",
        "\"\u{1F}\"", #""\u{41}""#, #""\u 041""#, #""\u-001""#, #""\u0x41""#,
        // Structure, literals, characters that are not JSON white space
        "", "<.>", "[<null>]", "aå", "[True]", "[\"asd]", "[1]x", "1]", "[1}", "{]", "tru", "nul", "fals", "truE",
        "nulL",
        "undefined", "\u{2060}1", "\u{0C}1", "\u{A0}1", "\u{FEFF}1", "2@", "{}}", "#{\"}{", "*", "[1],[2]", "\u{0}",
        "\\{",
        "{\"asd\":\"asd\"", "å", "\u{85}1", "//\n1", "/* */ 1",
    ])
    func rejectsInvalidJSON(text: String) {
        #expect(code(decoded(Array(text.utf8))) == "notJSON")
    }

    /// Cases that the RFC leaves open. Lone surrogates and duplicate members are rejected, since readers disagree on
    /// them. Numbers of any size are accepted in members that nobody reads.
    @Test(arguments: [
        (#""\uDADA""#, "notJSON"), (#""\ud800abc""#, "notJSON"), (#""\uDd1ea""#, "notJSON"),
        (#""\uD800\n""#, "notJSON"),
        (#""\uD888\u1234""#, "notJSON"), (#""\uDd1e\uD834""#, "notJSON"), (#""\uD800\uD800""#, "notJSON"),
        (#"{"a":"b","a":"b"}"#, "notJSON"), (#"{"a":"b","a":"c"}"#, "notJSON"), (#"{"a":1,"\u0061":2}"#, "notJSON"),
        (#"1,"rowLimit":2"#, "notJSON"), (#"1,"\u0065vent":"chat.loading""#, "notJSON"),
        ("-1e+9999", nil), ("1.5e+9999", nil), ("-123123e100000", nil), ("0.4e00669999999999999999999999999969", nil),
        ("-123123123123123123123123123123", nil), ("100000000000000000000", nil), ("123.456e-789", nil),
    ])
    func decidesTheCasesThatTheRFCLeavesOpen(text: String, code: String?) {
        #expect(self.code(decoded(Array(text.utf8))) == code)
    }

    /// Invalid UTF-8 by RFC 3629: overlong forms, surrogates, code points beyond U+10FFFF, truncated sequences, and
    /// bytes that cannot begin one.
    @Test(
        arguments: [
            [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF],
            [0xED, 0xA0, 0x81, 0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
            [0x80], [0xBF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x9B], [0xE5], [0xC3, 0x28],
        ] as [[UInt8]])
    func rejectsInvalidUTF8(bytes: [UInt8]) {
        #expect(code(decoded([0x22] + bytes + [0x22])) == "notUTF8")
        #expect(code(decoded([0x22] + bytes)) == "notUTF8")
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]"), ("[", ""), (#"{"":"#, "")])
    func rejectsJSONThatIsNestedTooDeeply(opening: String, closing: String) {
        let text = String(repeating: opening, count: 10_000) + "1" + String(repeating: closing, count: 10_000)
        #expect(code(decoded(Array(text.utf8))) == "tooDeep")
    }

    /// Events accept only integers that every reader can hold (RFC 7493, 2.2), and counts only those of 32 bits.
    @Test(arguments: [
        "2147483648", "-2147483649", "9007199254740993", "9223372036854775808", "1e10", "1.5", "1e400", #""1""#, "null",
        "true", "[1]",
    ])
    func rejectsNumbersOutOfRange(rows: String) {
        let line = #"{"event":"chat.listing","rowLimit":\#(rows)}"#
        #expect(code(LineDecoder.decode(Array(line.utf8)[...], number: 1).content) != nil)
    }

    /// A number without a fraction is an integer, as in JSON Schema (Validation, 6.1.1).
    @Test(arguments: [("1.0", 1), ("1e3", 1000), ("-0.0", 0), ("20e-1", 2)])
    func acceptsIntegersInAnyNotation(text: String, rows: Int) {
        let line = #"{"event":"chat.listing","rowLimit":\#(text)}"#
        #expect(
            LineDecoder.decode(Array(line.utf8)[...], number: 1).content == .event(.chat(.listing(rows: rows))))
    }

    @Test(arguments: ["", " ", "\t", "\r", " \t\r "])
    func treatsALineOfWhiteSpaceAsBlank(text: String) {
        #expect(LineDecoder.decode(Array(text.utf8)[...], number: 1).content == .blank)
    }

    @Test(arguments: ["\u{B}", "\u{C}", "\u{A0}", " x", "x\t", "\u{1}"])
    func treatsNoOtherLineAsBlank(text: String) {
        guard case .refused(.notJSON) = LineDecoder.decode(Array(text.utf8)[...], number: 1).content else {
            return #expect(Bool(false))
        }
    }

    @Test func refusesBytesThatAreNotUTF8() {
        #expect(LineDecoder.decode([0x22, 0xFF, 0x22], number: 1).content == .refused(.notUTF8))
    }

    /// A request gets its answer if its id stands before the fault.
    @Test(
        arguments: [
            (#"{"id":"a","#, "}", "a"), (#"{"x":{"id":"b"},"id":"é","#, "}", "é"), ("{", #","id":"a"}"#, nil),
            (#"{"x":{"id":"a","#, "}}", nil),
        ] as [(String, String, String?)])
    func knowsTheIDBeforeTheFault(before: String, after: String, id: String?) {
        let deep = String(repeating: "[", count: 65)
        let long = "\"" + String(repeating: "é", count: LineError.longestLine / 2)
        for (fault, error) in [
            ([0x22, 0xFF, 0x22], LineError.notUTF8), (Array(deep.utf8), .tooDeep), (Array(long.utf8), .tooLong),
        ] {
            let bytes = Array("\(before)\"y\":".utf8) + fault + Array(after.utf8)
            let line = LineDecoder.decode(bytes[...], number: 1)
            #expect(line.id == id && line.content == .refused(error))
        }
    }
}
