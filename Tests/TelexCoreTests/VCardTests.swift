import Testing

@testable import TelexCore

@Suite struct VCardTests {
    private func card(_ lines: String...) -> String {
        (["BEGIN:VCARD"] + lines + ["END:VCARD"]).map { $0 + "\r\n" }.joined()
    }

    @Test(arguments: [
        (["N:Lovelace;Ada;;;", "FN:Ada L."], "Ada", "Lovelace"), (["FN:Ada King Lovelace"], "Ada King", "Lovelace"),
        (["n;CHARSET=UTF-8:M\u{FC}ller;J\u{FC}rgen"], "Jürgen", "Müller"),
        (["item1.N:O\\;Hara;Scarlett\\, K."], "Scarlett, K.", "O;Hara"),
        (["N:Lo", " velace;A", "\tda"], "Ada", "Lovelace"),
        (["N;LANGUAGE=\"a:b\":Lovelace;Ada"], "Ada", "Lovelace"),
        (["VERSION:2.1", "N:Lovelace;Ada"], "Ada", "Lovelace"), (["FN:\tAda  Lovelace"], "Ada", "Lovelace"),
        (["N:\u{301}L;\u{301}\\,\u{301}A"], "\u{301},\u{301}A", "\u{301}L"),
    ])
    func readsNames(lines: [String], first: String, last: String) {
        let cards = VCard.read((["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\r\n"))
        #expect(cards.good.map(\.first) == [first] && cards.good.map(\.last) == [last] && cards.bad == [])
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func readsAnyLineEnd(end: String) {
        let text = ["BEGIN:VCARD", "N:Lovelace;Ada", "TEL:1", "NOTE:a", " b", "END:VCARD", ""].joined(separator: end)
        #expect(VCard.read(text).good == [VCard.Card(first: "Ada", last: "Lovelace", details: "TEL:1\nNOTE:ab")])
    }

    /// A combining mark does not belong to the line end before it.
    @Test(arguments: ["\r\n", "\n", "\r"]) func endsALineBeforeACombiningMark(end: String) {
        let text = "BEGIN:VCARD\nN:Lovelace;Ada\(end)\u{301}:1\nEND:VCARD"
        #expect(VCard.read(text).good == [VCard.Card(first: "Ada", last: "Lovelace")])
        #expect(VCard.read(text).bad.map(\.line) == [3])
        #expect(ContentLine.escaped("a\(end)\u{301}") == "a\\n\u{301}")
    }

    @Test(arguments: [
        ("BEGIN:VCARD\nN:;Ada\nEND:VCARD", 1, "A contact needs a first and a last name"),
        ("BEGIN:VCARD\nFN:Cher\nEND:VCARD", 1, "A contact needs a first and a last name"),
        ("\n\nBEGIN:VCARD\nN:L;A", 3, "the card does not end"),
        ("BEGIN:VCARD\nBEGIN:VCARD\nN:L;A\nEND:VCARD", 1, "the card does not end"),
        ("hello\nBEGIN:VCARD\nN:L;A\nEND:VCARD", 1, "this is outside a card, which starts with BEGIN:VCARD"),
        ("BEGIN:VCARD\nN:L;A\nno colon\nEND:VCARD", 3, "this is not \"NAME:value\" (RFC 6350, 3.3)"),
    ])
    func reportsErrorsWithTheirLine(text: String, line: Int, reason: String) {
        #expect(VCard.read(text).bad == [VCard.Refusal(line: line, reason: reason)])
    }

    @Test func escapesLineBreaksInNames() {
        let card = VCard.read(VCard.write([Contact(id: "1", first: "A\rB", last: "L\r\nM")])).good.first
        #expect(card?.first == "A\nB" && card?.last == "L\nM")
    }

    @Test(arguments: [("UID:", nil), ("UID:x", "x"), ("UID:" + String(repeating: "x", count: 513), nil)])
    func acceptsOnlyValidIDs(line: String, uid: String?) {
        #expect(VCard.read(card(line, "N:L;A")).good.map(\.uid) == [uid])
    }

    @Test func continuesAfterAnInvalidCard() {
        let cards = VCard.read(card("FN:Cher") + card("N:L;A") + card("N:;") + card("N:M;B"))
        #expect(cards.good.map(\.first) == ["A", "B"] && cards.bad.map(\.line) == [1, 7])
        #expect(VCard.notice(cards).hasPrefix("Imported 2 contacts. Skipped: line 1: "))
        #expect(VCard.notice(VCard.read(String(repeating: card("FN:x"), count: 7))).hasSuffix("; and 2 more."))
        #expect(VCard.notice(VCard.Cards()) == "Imported 0 contacts.")
    }

    @Test func readsBackWhatItWrites() {
        let contacts = [
            Contact(id: "1", first: "A;d,a\\", last: "L\no"),
            Contact(id: "5", first: ";\u{301}\\\u{301}", last: ",\u{20DD}"),
            Contact(id: "urn:uuid:2", first: "漢字", last: String(repeating: "é", count: 90)),
            Contact(
                id: "3", first: "x", last: "y",
                details: "TEL;TYPE=\"a;b\":1\nNOTE:" + String(repeating: "n", count: 200)),
        ]
        let text = VCard.write(contacts)
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        let cards = VCard.read(text).good
        #expect(
            cards.map { Contact(id: ContactID($0.uid ?? ""), first: $0.first, last: $0.last, details: $0.details) }
                == contacts)
    }
}
