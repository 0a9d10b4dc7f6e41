import Foundation
import TelexRuntime
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
    }

    // MARK: The focus

    /// However late the rest of a report comes, it is not typed. An escape alone is a key by then; nothing else is.
    @Test(arguments: [("I", true), ("O", false)]) func takesTheFocusOutOfTheKeys(end: String, isFocused: Bool) {
        let bytes = Array("a\u{1B}[\(end)b".utf8)
        for pieces in (0...bytes.count).map({ [Array(bytes[..<$0]), Array(bytes[$0...])] }) + [bytes.map { [$0] }] {
            var decoder = KeyDecoder()
            var keys: [Key] = []
            for piece in pieces {
                decoder.feed(piece)
                while let key = decoder.next() { keys.append(key) }
                while decoder.isInTheMiddle, let key = decoder.next(isLate: true) { keys.append(key) }
            }
            #expect(keys.filter { $0 != .character("\u{1B}") } == [.character("a"), .character("b")], "\(pieces)")
            #expect(decoder.takeFocus() == isFocused && decoder.takeFocus() == nil, "\(pieces)")
        }
    }

    @Test func tellsTheLastReportOfTheFocus() {
        var decoder = KeyDecoder()
        decoder.feed(Array("\u{1B}[I\u{1B}[O\u{1B}[".utf8))
        #expect(decoder.next() == nil && !decoder.isInTheMiddle && decoder.takeFocus() == false)
        decoder.feed(Array("A\u{1B}OI".utf8))
        #expect(decoder.next() == .named(.up, sequence: Array("\u{1B}[A".utf8)))
        #expect(decoder.next() == nil && decoder.takeFocus() == nil)
    }

    /// Text that is pasted says nothing about the focus.
    @Test(arguments: ["\u{1B}[I", "\u{1B}[O"]) func dropsReportsOfTheFocusFromAPaste(report: String) {
        let bytes = Array("\u{1B}[200~\(report)a\(report)b[I\u{1B}[\u{1B}[201~".utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            var keys: [Key] = []
            for piece in [bytes[..<cut], bytes[cut...]] {
                decoder.feed(piece)
                while let key = decoder.next() { keys.append(key) }
            }
            #expect(keys == [.paste("ab[I\u{1B}[")] && decoder.takeFocus() == nil)
        }
    }

    // MARK: Answers

    /// Decodes bytes of a terminal that was asked for its background, each piece after the time to wait for more.
    private func answered(_ pieces: [[UInt8]]) -> (keys: [Key], background: Background?, isDone: Bool) {
        var decoder = KeyDecoder()
        decoder.answers.ask()
        var keys: [Key] = []
        for piece in pieces {
            decoder.feed(piece)
            while let key = decoder.next() { keys.append(key) }
            while decoder.isInTheMiddle, let key = decoder.next(isLate: true) { keys.append(key) }
        }
        return (keys, decoder.answers.takeBackground(), !decoder.answers.areAwaited)
    }

    private static let attributes = "\u{1B}[?62;22c"

    /// However late the rest of an answer comes, it is not typed. An escape alone is a key by then; nothing else is.
    @Test(arguments: [
        ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", Background.light), ("\u{1B}]11;rgb:0000/2b2b/3636\u{7}", .dark),
        ("\u{1B}]11;rgb:fd/f6/e3\u{7}", .light), ("\u{1B}]11;rgba:1/1/1/f\u{1B}\\", .dark),
        ("\u{1B}]11;rgb:ffff/ffff\u{7}", nil), ("\u{1B}]11;rgb:fffff/0/0\u{7}", nil), ("\u{1B}]11;rgb://\u{7}", nil),
        ("", nil),
    ])
    func takesAnswersOutOfTheKeys(answer: String, background: Background?) {
        let bytes = Array(("a" + answer + "b" + Self.attributes + "c\u{1B}]").utf8)
        let typed = [Key.character("a"), .character("b"), .character("c")]
        // Once all answers have come, the beginning of one is Alt and a key.
        let after = [Key.character("\u{1B}"), .character("]")]
        for cut in 0...bytes.count {
            let (keys, found, isDone) = answered([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(keys.filter { $0 != .character("\u{1B}") } == typed + after.dropFirst(), "cut at \(cut)")
            #expect(keys.count <= 6 && found == background && isDone, "cut at \(cut)")
        }
        let (keys, found, isDone) = answered(bytes.map { [$0] })
        #expect(
            keys.filter { $0 != .character("\u{1B}") } == typed + after.dropFirst() && found == background && isDone)
    }

    /// Keys that begin like an answer are keys, and what breaks an answer off is not lost.
    @Test(arguments: [
        ("\u{1B}]x", "\u{1B}]x"), ("\u{1B}]12x", "\u{1B}]12x"), ("\u{1B}]11;rgb:12zx", "zx"),
        ("\u{1B}]11;rgb:12\u{1B}x", "\u{1B}x"),
        ("\u{1B}[?1x", ""), ("\u{1B}[\u{3}", "\u{1B}[\u{3}"), ("\u{1B}]\u{3}", "\u{1B}]\u{3}"),
    ])
    func keepsKeysThatAreNoAnswer(text: String, typed: String) {
        let expected = typed.unicodeScalars.map(Key.character)
        #expect(answered([Array(text.utf8)]).keys == expected)
        #expect(answered([Array(text.utf8.prefix(2))] + text.utf8.dropFirst(2).map { [$0] }).keys == expected)
    }

    /// A terminal may report by a control string what nobody asked for.
    @Test(arguments: [
        ("a\u{1B}]11;rgb:0/0/0\u{7}b", "ab"), ("a\u{1B}]10;rgb:0/0/0\u{1B}\\b", "ab"), ("\u{1B}P1$r0m\u{1B}\\b", "b"),
        ("\u{1B}_Gi=1;OK\u{1B}\\b", "b"), ("\u{1B}]\rb", "\u{1B}]\rb"), ("\u{1B}]x", "\u{1B}]x"),
        ("\u{1B}]x\u{1B}y", "\u{1B}]x\u{1B}y"),
        (
            "\u{1B}]" + String(repeating: "x", count: 5000) + "\u{7}",
            "\u{1B}]" + String(repeating: "x", count: 5000) + "\u{7}"
        ),
    ])
    func dropsControlStrings(text: String, typed: String) {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        decoder.feed(Array(text.utf8))
        while let key = decoder.next() { keys.append(key) }
        while decoder.isInTheMiddle, let key = decoder.next(isLate: true) { keys.append(key) }
        #expect(keys == typed.unicodeScalars.map(Key.character))
    }

    /// Before another program gets the terminal, the answers are waited for. Keys among them are kept.
    @Test(arguments: [true, false]) func waitsForAnswers(isAnswered: Bool) throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        var input = KeyInput(ends[0])
        input.answers.ask()
        let text = "a" + (isAnswered ? "\u{1B}]11;rgb:0/0/0\u{7}b\(Self.attributes)" : "b") + "c"
        try FileOutput(ends[1]).write(Array(text.utf8))
        // Without an answer, only the end ends it.
        close(ends[1])
        input.waitForAnswers(atMost: .seconds(3600))
        #expect(input.answers.areAwaited != isAnswered && input.hasEnded != isAnswered)
        #expect(input.answers.takeBackground() == (isAnswered ? .dark : nil))
        for key in "abc".unicodeScalars { #expect(input.next() == .character(key)) }
        #expect(input.next() == nil)
    }

    @Test func bringsAnEndlessAnswerToAnEnd() {
        let (keys, _, isDone) = answered([Array("\u{1B}]11;rgb:".utf8), [UInt8](repeating: 0x61, count: 100), [0x71]])
        #expect(keys.last == .character("q") && !isDone && keys.count < 60)
        let text = "\u{1B}]11;rgb:" + String(repeating: "a", count: 57) + "\u{1B}\\q"
        #expect(
            answered([Array(text.utf8)]).keys
                == answered([Array(text.utf8.prefix(2))] + text.utf8.dropFirst(2).map { [$0] }).keys)
    }

    /// Made-up input, in pieces of any size, none of them late.
    @Test func takesTheSameAnswersHoweverInputIsSplit() {
        var chance = Chance(46)
        let parts = [
            "\u{1B}", "]", "]11;rgb:", "]11;rgba:", "ffff", "/", "0", "\u{1B}\\", "\u{7}", "[?", "62", ";", "c", "[",
            "A", "x", "\u{3}",
            "\u{1B}]11;rgb:12/34/56\u{1B}\\", String(repeating: "a", count: 40), "é",
        ]
        func decode(_ pieces: [[UInt8]]) -> ([Key], Background?, Bool) {
            var decoder = KeyDecoder()
            decoder.answers.ask()
            var keys: [Key] = []
            for piece in pieces {
                decoder.feed(piece)
                while let key = decoder.next() { keys.append(key) }
            }
            return (keys, decoder.answers.takeBackground(), decoder.answers.areAwaited)
        }
        for _ in 0..<5000 {
            let bytes = (0..<chance.below(12)).flatMap { _ in Array(parts[chance.below(parts.count)].utf8) }
            #expect(
                decode([bytes]) == decode(bytes.map { [$0] }),
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
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
