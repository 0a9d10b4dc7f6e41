import Foundation
import TelexCore

@testable import TelexMatrix
@testable import TelexTerminal

/// A text as another Matrix client formats it, and as a person types it.
enum MarkupTarget {
    static func check(_ bytes: [UInt8]) throws {
        let source = String(decoding: bytes, as: UTF8.self)
        let read = HTMLReader.text(of: source)
        try hold(read)
        let again = HTMLReader.text(of: HTMLWriter.html(of: read))
        try hold(again)
        try hold(MarkdownReader.read(source))
        try hold(MarkdownReader.read(read.markdown))
        let lines = SpanText.lines(read, .plain, showsSpoilers: true)
        try promise(
            !lines.isEmpty && lines.allSatisfy { !$0.rendered(paint: .none).contains("\u{1B}") }, "an escape sequence")
        let overlapping = FormattedText(source, spans(bytes, source.unicodeScalars.count))
        try hold(overlapping)
        for text in [read, overlapping] { try holdLength(text) }
    }

    /// Spans that may overlap: three bytes for each.
    private static func spans(_ bytes: [UInt8], _ count: Int) -> [TextSpan] {
        stride(from: 0, to: bytes.count - 2, by: 3).map { index in
            let style = TextSpan.Style.allCases[Int(bytes[index]) % TextSpan.Style.allCases.count]
            return TextSpan(
                style, start: Int(bytes[index + 1]) % max(1, count), length: 1 + Int(bytes[index + 2]) % max(1, count),
                url: "https://x.example/" + String(repeating: "a", count: Int(bytes[index])),
                user: "@ada:x", language: "swift", reason: "reason")
        }.valid(in: String(repeating: "x", count: count))
    }

    /// What is printed and sent is not much longer than what came.
    private static func holdLength(_ text: FormattedText) throws {
        let details = text.spans.map { [$0.url, $0.user?.text, $0.language, $0.reason].compactMap { $0 }.joined() }
        let came = text.text.utf8.count + details.reduce(0) { $0 + $1.utf8.count + 40 } + 1
        let lines = SpanText.lines(text, .plain, showsSpoilers: true)
        let rows = lines.flatMap {
            WordWrap.rows($0, width: 40, indent: 7, paint: Paint(hasColour: true, hasLinks: true))
        }
        let outputs = [
            ("printed", rows.reduce(0) { $0 + $1.text.utf8.count }), ("Markdown", text.markdown.utf8.count),
            ("HTML", HTMLWriter.html(of: text).utf8.count), ("visible", text.visible.utf8.count),
        ]
        for (name, count) in outputs {
            try promise(count <= 30 * came, "\(came) bytes make \(count) bytes of \(name)")
        }
    }

    /// Each span fits its text, and leads nowhere dangerous.
    private static func hold(_ text: FormattedText) throws {
        try promise(text.spans.valid(in: text.text) == text.spans, "\(text) has invalid spans")
        for pieces in [text.pieces, text.nestedPieces] { try hold(pieces, text) }
    }

    private static func hold(_ pieces: [FormattedText.Piece], _ text: FormattedText) throws {
        var depth = 0
        var whole = ""
        for piece in pieces {
            switch piece {
            case .open: depth += 1
            case .close: depth -= 1
            case .text(let text): whole += text
            }
            try promise(depth >= 0, "\(text) closes what is not open")
        }
        try promise(
            depth == 0 && whole.unicodeScalars.elementsEqual(text.text.unicodeScalars), "\(text) is not its pieces")
    }
}
