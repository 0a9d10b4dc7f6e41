import Testing

@testable import TelexTerminal

@Suite struct KeyDecoderTests {
    private func keys(_ pieces: [[UInt8]], isLate: Bool = false) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for piece in pieces {
            decoder.feed(piece)
            while let key = decoder.next() { keys.append(key) }
        }
        while isLate, let key = decoder.next(isLate: true) { keys.append(key) }
        return keys
    }

    @Test(arguments: [
        ("a", [Key.character("a")]), ("é漢😀", [.character("é"), .character("漢"), .character("😀")]),
        ("\u{1B}[A", [.named(.up, sequence: Array("\u{1B}[A".utf8))]),
        ("\u{1B}OB", [.named(.down, sequence: Array("\u{1B}OB".utf8))]),
        ("\u{1B}[1;5Dx", [.named(.wordLeft, sequence: Array("\u{1B}[1;5D".utf8)), .character("x")]),
        ("\u{1B}f", [.character("\u{1B}"), .character("f")]),
        ("\u{1B}\u{1B}[C", [.character("\u{1B}"), .named(.right, sequence: Array("\u{1B}[C".utf8))]),
        ("\u{1B}[99;99zx", [.character("x")]), ("\u{1B}OPx", [.character("x")]),
        ("\u{1B}[200~a\u{1B}[Ab\u{1B}[201~c", [.paste("a\u{1B}[Ab"), .character("c")]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]), ("\u{9B}31m", [.character("3"), .character("1"), .character("m")]),
        ("\u{1B}[\u{1}x", [.character("\u{1B}"), .character("["), .character("\u{1}"), .character("x")]),
    ])
    func decodesSameKeysHoweverInputIsSplit(text: String, expected: [Key]) {
        let bytes = Array(text.utf8)
        #expect(keys([bytes]) == expected)
        #expect(keys(bytes.map { [$0] }) == expected)
        for cut in 1..<max(2, bytes.count) { #expect(keys([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected) }
    }

    @Test func reportsInvalidUTF8() {
        #expect(keys([[0xFF, 0x61, 0xC3, 0x28]]) == [.garbage, .character("a"), .garbage, .character("(")])
        #expect(keys([[0xE6, 0xBC]]) == [])
        #expect(keys([[0xE6, 0xBC]], isLate: true) == [.garbage, .garbage])
        #expect(keys([[0xED, 0xA0, 0x80]]) == [.garbage, .garbage, .garbage])
    }

    @Test func decodesLoneEscapeAfterTimeout() {
        #expect(keys([[0x1B]]) == [])
        #expect(keys([[0x1B]], isLate: true) == [.character("\u{1B}")])
        #expect(keys([[0x1B, 0x5B]], isLate: true) == [.character("\u{1B}"), .character("[")])
    }

    @Test func cutsOffEndlessPaste() {
        let bound = KeyDecoder.longestPaste
        let text = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x78, count: bound * 3) + Array("\u{1B}[201~y".utf8)
        let pieces = stride(from: 0, to: text.count, by: 65_536).map { Array(text[$0..<min($0 + 65_536, text.count)]) }
        let found = keys(pieces)
        #expect(found.count == 2 && found.last == .character("y"))
        if case .paste(let paste) = found.first { #expect(paste.count >= bound && paste.count < bound + 100) }
    }
}
