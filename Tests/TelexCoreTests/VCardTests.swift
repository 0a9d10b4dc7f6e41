import Testing

@testable import TelexCore

@Suite struct VCardTests {
    private func card(_ lines: String...) -> String { card(lines) }

    private func card(_ lines: [String]) -> String {
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
        #expect(
            VCard.read(text).good == [VCard.Card(line: 1, first: "Ada", last: "Lovelace", details: "TEL:1\nNOTE:ab")])
    }

    /// A combining mark does not belong to the line end before it.
    @Test(arguments: ["\r\n", "\n", "\r"]) func endsALineBeforeACombiningMark(end: String) {
        let text = "BEGIN:VCARD\nN:Lovelace;Ada\(end)\u{301}:1\nEND:VCARD"
        #expect(VCard.read(text).good == [VCard.Card(line: 1, first: "Ada", last: "Lovelace")])
        #expect(VCard.read(text).bad.map(\.line) == [3])
        #expect(ContentLine.escaped("a\(end)\u{301}") == "a\\n\u{301}")
    }

    @Test(arguments: [
        ("BEGIN:VCARD\nN:;;;;\nFN:\nEND:VCARD", 1, "the card has no name"),
        ("BEGIN:VCARD\nX-SKYPE:echo\nEND:VCARD", 1, "the card has no name"),
        (
            "BEGIN:VCARD\nN:L;A\nNOTE;CHARSET=KOI9;ENCODING=QUOTED-PRINTABLE:=E9\nEND:VCARD", 3,
            "the character set KOI9 is unknown"
        ),
        ("\n\nBEGIN:VCARD\nN:L;A", 3, "the card does not end"),
        ("BEGIN:VCARD\nBEGIN:VCARD\nN:L;A\nEND:VCARD", 1, "the card does not end"),
        ("hello\nBEGIN:VCARD\nN:L;A\nEND:VCARD", 1, "this is outside a card, which starts with BEGIN:VCARD"),
        ("BEGIN:VCARD\nN:L;A\nno colon\nEND:VCARD", 3, "this is not \"NAME:value\" (RFC 6350, 3.3)"),
    ])
    func reportsErrorsWithTheirLine(text: String, line: Int, reason: String) {
        #expect(VCard.read(text).bad == [ImportProblem(line: line, reason: reason)])
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
        let cards = VCard.read(card("UID:x") + card("N:L;A") + card("N:;") + card("N:M;B"))
        #expect(cards.good.map(\.first) == ["A", "B"] && cards.bad.map(\.line) == [1, 7])
        #expect(
            notice(cards)
                == "Imported 2 contacts. Skipped: line 1 (x): the card has no name; line 7: the card has no name.")
        #expect(notice(VCard.read(String(repeating: card("FN:"), count: 7))).hasSuffix("; and 2 more."))
        #expect(notice(VCard.Cards()) == "Imported 0 contacts.")
    }

    private func imported(_ cards: VCard.Cards, into contacts: [Contact] = []) -> ContactImport {
        var importing = ContactImport(contacts)
        for card in cards.good { importing.add(card) { ContactID("new-\($0)") } }
        return importing
    }

    private func notice(_ cards: VCard.Cards) -> String { imported(cards).notice(skipped: cards.bad) }

    /// The cards of a file, as an export has them after an import into an empty address book.
    private func exported(_ text: String) -> [String] {
        VCard.write(imported(VCard.read(text)).contacts).components(separatedBy: "\r\n")
    }

    @Test(arguments: [
        (["N:;Batgirl;;;", "FN:Batgirl"], "Batgirl", ""), (["FN:Dentist"], "Dentist", ""),
        (["N:;;;;", "FN:Acme Ltd", "ORG:Acme Ltd"], "Acme Ltd", ""),
        (["FN:", "N:;;;;", "ORG:Acme;Sales"], "Acme, Sales", ""),
        (["EMAIL:info@example.org"], "info@example.org", ""), (["N:;;;Dr.;"], "Dr.", ""), (["N:Smith"], "", "Smith"),
        (["FN:Ann Smith", "ORG:Acme"], "Ann", "Smith"), (["NICKNAME:Bob", "TEL:1"], "Bob", ""),
    ])
    func acceptsCardsWithOneName(lines: [String], first: String, last: String) {
        let cards = VCard.read((["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\r\n"))
        #expect(cards.good.map(\.first) == [first] && cards.good.map(\.last) == [last] && cards.bad == [])
    }

    /// Version 2.1, as old phones write it.
    @Test(arguments: [
        (
            "NOTE;ENCODING=QUOTED-PRINTABLE:line one=0D=0Aline two is wrap=\nped here",
            "NOTE:line one\\nline two is wrapped here"
        ),
        ("NOTE;QUOTED-PRINTABLE;CHARSET=UTF-8:=D0=90=\n=D0=91", "NOTE:АБ"),
        ("NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:caf=E9", "NOTE:café"),
        ("NOTE;CHARSET=WINDOWS-1251;ENCODING=QUOTED-PRINTABLE:=C0=ED=ED=E0", "NOTE:Анна"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE:50=\n=3D=XY", "NOTE:50==XY"),
        ("TEL;CELL;PREF:+1", "TEL;TYPE=CELL;TYPE=PREF:+1"), ("NOTE;ENCODING=8BIT:x", "NOTE:x"),
        ("PHOTO;JPEG;BASE64:AAAA\nBBBB==\n", "PHOTO;TYPE=JPEG;ENCODING=b:AAAABBBB=="),
        ("PHOTO;ENCODING=b;TYPE=JPEG:AAAA\n BBBB", "PHOTO;ENCODING=b;TYPE=JPEG:AAAABBBB"),
        ("item1.TEL;TYPE=\"a;b\":1", "item1.TEL;TYPE=\"a;b\":1"), ("REV:20260105", "REV:20260105"),
    ])
    func writesOldLinesAsVersion4(line: String, written: String) {
        let lines = exported("BEGIN:VCARD\nVERSION:2.1\nN:L;A\nUID:1\n\(line)\nEND:VCARD\n")
        #expect(lines == ["BEGIN:VCARD", "VERSION:4.0", "UID:1", "FN:A L", "N:L;A;;;", written, "END:VCARD", ""])
    }

    @Test(arguments: [
        ["FN:Dr. Jan Peter van der Berg Jr.", "N:van der Berg;Jan;Peter;Dr.;Jr."], ["N:Smith;Ann;;;", "FN:Smith, Ann"],
        ["FN;LANGUAGE=en:Ann Smith", "N;SORT-AS=\"Smith,Ann\":Smith;Ann;;;"], ["FN:Acme"],
        ["FN:Ann Smith", "FN:Smith Ann", "N:Smith;Ann;;;"],
    ])
    func keepsNamesAsGiven(lines: [String]) {
        let text = card(lines + ["UID:1"])
        #expect(exported(text) == ["BEGIN:VCARD", "VERSION:4.0", "UID:1"] + lines + ["END:VCARD", ""])
        #expect(exported(VCard.write(imported(VCard.read(text)).contacts)) == exported(text))
    }

    @Test func keepsTheOtherPartsOfARenamedPerson() {
        var contact = imported(VCard.read(card("N:Berg;Jan;Peter;Dr.;Jr.", "FN:Dr. Jan Berg", "UID:1"))).contacts[0]
        contact.last = "Tal"
        #expect(VCard.write([contact]).contains("FN:Jan Tal\r\nN:Tal;Jan;Peter;Dr.;Jr.\r\n"))
    }

    @Test func keepsNestedCards() {
        let nested = ["AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:Two;Agent", "END:VCARD", "TEL:1"]
        let cards = VCard.read(card(["N:One;Boss"] + nested) + card("N:L;A"))
        #expect(cards.good.map(\.last) == ["One", "L"] && cards.bad == [])
        #expect(cards.good[0].details == nested.joined(separator: "\n"))
    }

    @Test func skipsByteOrderMarks() {
        let cards = VCard.read("\u{FEFF}" + card("N:L;A") + "\u{FEFF}" + card("N:M;B"))
        #expect(cards.good.map(\.first) == ["A", "B"] && cards.bad == [])
    }

    @Test(
        arguments: [
            ([0xEF, 0xBB, 0xBF] + Array("N:é".utf8), "\u{FEFF}N:é"), ([0xFF, 0xFE, 0x4E, 0, 0x3A, 0, 0xE9, 0], "N:é"),
            ([0xFE, 0xFF, 0, 0x4E, 0, 0x3A, 0, 0xE9], "N:é"), (Array("N:caf".utf8) + [0xE9], "N:café"),
            (Array("NOTE:\u{C3}".utf8).dropLast() + Array("\r\n ".utf8) + [0x83, 0x0A], "NOTE:\u{C3}\n"),
            (Array("N;CHARSET=WINDOWS-1251:".utf8) + [0xC0], "N;CHARSET=WINDOWS-1251:А"),
        ] as [([UInt8], String)])
    func decodesFiles(bytes: [UInt8], text: String) { #expect(VCardLines.text(of: bytes) == text) }

    @Test func twoImportsMakeNoDoubles() {
        let file =
            card("N:G;Gina", "TEL:+1 555") + card("N:G;Gina", "TEL:2") + card("N:L;A", "NOTE:x")
            + card("UID:u", "N:U;B")
        let first = imported(VCard.read(file)).contacts
        #expect(first.map(\.id.text) == ["new-1", "new-2", "new-3", "u"])
        let second = imported(VCard.read(file), into: first)
        #expect(second.contacts == first && second.notice(skipped: []) == "Imported 4 contacts.")
        let other = imported(VCard.read(card("N:G;Gina", "TEL:+1-555", "EMAIL:g@x")), into: first).contacts
        #expect(other == [Contact(id: "new-1", first: "Gina", last: "G", details: "TEL:+1 555\nTEL:+1-555\nEMAIL:g@x")])
        let stranger = imported(VCard.read(card("N:G;Gina", "TEL:3")), into: first).contacts
        #expect(stranger.map(\.details) == ["TEL:3"] && !first.map(\.id).contains(stranger[0].id))
    }

    @Test func saysThatAUIDIsThereTwice() {
        let file = card("UID:1", "N:A;Ann") + card("UID:1", "N:B;Ben")
        let both = imported(VCard.read(file))
        #expect(both.contacts.map(\.first) == ["Ann", "Ben"] && both.contacts[0].id == "1")
        let notice =
            "Imported 2 contacts. Changed: line 5 (Ben B): has the same UID as line 1 and got a new one."
        #expect(both.notice(skipped: []) == notice)
        #expect(imported(VCard.read(file), into: both.contacts).contacts == both.contacts)
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

    @Test(arguments: [("a=41=c3=A9", "aAé"), ("a=+5", "a=+5"), ("a=4", "a=4"), ("a=", "a="), ("a=xy=41", "a=xyA")])
    func decodesQuotedPrintableText(text: String, decoded: String) {
        #expect(String(decoding: VCardLines.quotedPrintable(text), as: UTF8.self) == decoded)
    }
}
