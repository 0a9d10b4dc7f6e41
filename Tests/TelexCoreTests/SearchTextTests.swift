import Testing

@testable import TelexCore

@Suite struct SearchTextTests {
    private let reader = SearchText()

    private func finds(_ query: String, _ text: String) -> Bool {
        SearchMatcher(TypedQuery(query).parts, reader).matches(text)
    }

    /// What is searched for as a reader would expect, and a text that has it.
    @Test(arguments: [
        ("telex", "Telex is here"), ("tele", "About TELEX."), ("lodz", "Aus Łódź"), ("Łódź", "LODZ"),
        ("cafe", "Cafe\u{301}s"), ("café", "CAFE"), ("strasse", "Die Straße"), ("straße", "STRASSE"),
        ("ОБЪЕЗД", "объезд закрыт"), ("еще", "Ещё раз"), ("μαϊος", "ΜΆΙΟΣ"), ("οδός", "ΟΔΟΣ"), ("oslo", "Øslo"),
        ("日本", "私は日本語を話す"), ("語", "日本語"), ("本語を", "日本語を"), ("ガス", "ｶﾞｽ"), ("が", "か\u{3099}"),
        ("한국", "한국어"), ("국어", "한국어"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("สวัส", "คำว่าสวัสดี"),
        ("guide", "https://example.com/Telex-Guide?x=1"), ("example.com/telex", "http://example.com/telex"),
        ("ada", "@ada:example.com wrote"), ("@ada", "ask ada"), ("शुक्र", "आज शुक्रवार"), ("كتاب", "كِتَابٌ"),
        ("احمد", "أحمد"), ("שלום", "שָׁלוֹם"), ("می‌خواهم", "میخواهم"), ("🎉", "Done🎉!"), ("👍", "👍🏽"), ("€", "20€"),
        (":)", "fine :)"), ("第3章", "これは第3章です"), ("iphone手机", "我的iPhone手机"), ("ＡＢＣ", "abc"), ("v2", "v2.1"),
        ("\"new york\"", "In New York."), ("foo-bar", "foo bar"), ("don't", "Don’t!"), ("x\u{0}y", "x y"),
        ("\"", "say \"x\""),
    ])
    func finds(query: String, text: String) { #expect(finds(query, text)) }

    @Test(arguments: [
        ("elex", "telex"), ("мои", "мой"), ("か", "がす"), ("本日", "日本"), ("日語", "日本語"), ("\"new yor\"", "New York"),
        ("york new", "New"), (":)", "fine : )"), ("\"tele\"", "telex"), ("foo-bar", "bar foo"), ("शु", "शक्ति"),
        ("日本", "日 本"), ("\"", "x"),
    ])
    func doesNotFind(query: String, text: String) { #expect(!finds(query, text)) }

    @Test(arguments: [
        ("lodz", "Aus Łódź", [4..<8]), ("cafe", "Cafe\u{301}s", [0..<6]), ("日本", "私は日本", [2..<4]),
        ("te", "Telex te", [0..<2, 6..<8]), ("a a", "a a", [0..<1, 2..<3]), ("strasse", "Straße", [0..<6]),
        ("stras", "Straße", [0..<6]), ("guide", "/Telex-Guide", [7..<12]), ("本語 日本", "日本語", [0..<3]),
        (":)", "a :) :)", [2..<4, 5..<7]), ("ке", "кекс", [0..<2]),
    ])
    func saysWhereItIs(query: String, text: String, ranges: [Range<Int>]) {
        let found = SearchMatcher(TypedQuery(query).parts, reader).ranges(in: text)
        #expect(found == ranges.map { TextRange(start: $0.lowerBound, length: $0.count) })
    }

    /// Nothing of a text that a person types is syntax.
    @Test func quotesWhatTheIndexIsAskedFor() {
        func expression(_ query: String) -> String? { SearchMatcher(TypedQuery(query).parts, reader).expression }
        #expect(expression("NEAR(a b) OR c*") == "\"near\" AND \"a\"* AND \"b\"* AND \"or\"* AND \"c\"*")
        #expect(expression("'; DROP \"ta\"\"ble") == "\"drop\"* AND \"ta\" AND \"ble\"")
        #expect(expression("日本語 第3章") == "\"日本\" AND \"本語\" AND \"第\"* AND \"3\" AND \"章\"*")
        #expect(expression(":)") == nil)
    }

    /// A bit of the last ideograph is flipped, so that its first byte promises a byte that is not there.
    @Test(arguments: [[0xF6, 0xA0, 0xA0], [0x61, 0xF3, 0x90, 0x80], [0xE4], [0x80]] as [[UInt8]])
    func readsDamagedTexts(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text in
            #expect(reader.terms(of: text).utf8.count <= 3 * bytes.count)
            #expect(reader.units.allSatisfy { $0.scalars.upperBound <= bytes.count })
        }
    }

    @Test func readsFilters() {
        let query = TypedQuery("hello in:\"Road Trip\" from:ada has:link in: \"has:x\" before:2026 “to be”")
        #expect(
            query.filters.map { "\($0.name) \($0.value)" } == ["in Road Trip", "from ada", "has link", "before 2026"])
        #expect(
            query.parts == [
                SearchPart("hello"), SearchPart("in:"), SearchPart("has:x", isWhole: true),
                SearchPart("to be", isWhole: true),
            ])
    }

    @Test func indexesAnyTwoCharactersOfScriptsWithoutSpaces() {
        #expect(reader.terms(of: "Das 日本語, ok") == "das 日本 本語 語 ok")
        #expect(reader.terms(of: "a—b_c 🎉🎉") == "a b c 🎉 🎉")
        #expect(reader.terms(of: " .,; ") == "")
        let long = String(repeating: "ö", count: 30) + String(repeating: "語", count: 3)
        #expect(reader.terms(of: long).hasPrefix(String(repeating: "o", count: 30)))
        #expect(reader.terms(of: String(repeating: "я", count: 100)) == String(repeating: "я", count: 24))
    }
}
