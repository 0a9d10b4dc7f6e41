import Foundation
import TelexCore

@testable import TelexMatrix
@testable import TelexTerminal

/// A text as another Matrix client formats it, and as a person types it.
enum MarkupTarget {
    static func check(_ bytes: [UInt8]) {
        let source = String(decoding: bytes, as: UTF8.self)
        let read = HTMLReader.text(of: source)
        hold(read)
        let again = HTMLReader.text(of: HTMLWriter.html(of: read))
        hold(again)
        hold(MarkdownReader.read(source))
        hold(MarkdownReader.read(read.markdown))
        let lines = SpanText.lines(read, .plain, showsSpoilers: true)
        promise(
            !lines.isEmpty && lines.allSatisfy { !$0.rendered(paint: .none).contains("\u{1B}") }, "an escape sequence")
    }

    /// Each span fits its text, and leads nowhere dangerous.
    private static func hold(_ text: FormattedText) {
        promise(text.spans.valid(in: text.text) == text.spans, "\(text) has invalid spans")
        var depth = 0
        var whole = ""
        for piece in text.pieces {
            switch piece {
            case .open: depth += 1
            case .close: depth -= 1
            case .text(let text): whole += text
            }
            promise(depth >= 0, "\(text) closes what is not open")
        }
        promise(depth == 0 && whole.unicodeScalars.elementsEqual(text.text.unicodeScalars), "\(text) is not its pieces")
    }
}
