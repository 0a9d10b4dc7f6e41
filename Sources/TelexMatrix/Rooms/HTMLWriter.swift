import TelexCore

/// Writes formatted text as HTML (client-server API, section 11.3.1).
enum HTMLWriter {
    static func html(of text: FormattedText) -> String {
        var html = ""
        var codeBlocks = 0
        // The line break after a block is part of its end.
        var isAfterBlock = false
        for piece in text.nestedPieces {
            switch piece {
            case .open(let span):
                if span.style == .codeBlock { codeBlocks += 1 }
                html += tag(span)
            case .close(let span):
                if span.style == .codeBlock { codeBlocks -= 1 }
                isAfterBlock = span.style == .codeBlock || span.style == .quote
                html += endTag(span)
            case .text(let text):
                let escaped = escaped(isAfterBlock && text.hasPrefix("\n") ? String(text.dropFirst()) : text)
                isAfterBlock = false
                html += codeBlocks > 0 ? escaped : escaped.replacing("\n", with: "<br>")
            }
        }
        return html
    }

    private static func tag(_ span: TextSpan) -> String {
        switch span.style {
        case .bold: "<strong>"
        case .italic: "<em>"
        case .strikethrough: "<del>"
        case .code: "<code>"
        case .link: "<a href=\"\(escaped(span.url ?? ""))\">"
        case .codeBlock:
            span.language.map { "<pre><code class=\"language-\(escaped($0))\">" } ?? "<pre><code>"
        case .quote: "<blockquote>"
        case .spoiler: span.reason.map { "<span data-mx-spoiler=\"\(escaped($0))\">" } ?? "<span data-mx-spoiler>"
        case .mention: "<a href=\"\(escaped(MatrixURI.of(span.user?.text ?? "")))\">"
        case .roomMention: ""
        }
    }

    private static func endTag(_ span: TextSpan) -> String {
        switch span.style {
        case .bold: "</strong>"
        case .italic: "</em>"
        case .strikethrough: "</del>"
        case .code: "</code>"
        case .link, .mention: "</a>"
        case .codeBlock: "</code></pre>"
        case .quote: "</blockquote>"
        case .spoiler: "</span>"
        case .roomMention: ""
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
