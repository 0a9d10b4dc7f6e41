import CMarkdown
import Foundation
import TelexCore

/// Reads what a person types as Markdown (CommonMark, `~~` for strikethrough and `||` for spoilers): the text, and the
/// spans that the marks make. Asterisks within a word or between digits are no marks.
///
/// A text without marks stays as it was typed. HTML is text, too.
struct MarkdownReader {
    private var text: [Unicode.Scalar] = []
    private var spans: [TextSpan] = []
    /// The number of the next item of each list that encloses the current place; `nil` for a list of bullets.
    private var items: [Int?] = []

    static func read(_ source: String) -> FormattedText {
        // The parser replaces a NUL, and looks at the whole text for each mark that stays open.
        guard source.contains(where: { "*_`~[>-+|\\0123456789".contains($0) }), !source.contains("\0"),
            !hasDefinition(source)
        else {
            return FormattedText(source)
        }
        var reader = MarkdownReader()
        reader.parse(withInnerAsterisksEscaped(source))
        if !source.contains("\\|") { reader.readSpoilers() }
        let isMarked = !reader.spans.isEmpty || hasEscapedMark(source)
        return isMarked
            ? FormattedText(String(String.UnicodeScalarView(reader.text)), reader.spans) : FormattedText(source)
    }

    /// The source with each asterisk that is within a word or between digits escaped, but not in code or an address.
    private static func withInnerAsterisksEscaped(_ source: String) -> String {
        guard source.contains("*") else { return source }
        let scalars = Array(source.unicodeScalars)
        var escaped = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            var length = 1
            switch scalar {
            case "`": length = codeLength(scalars[place...])
            // An address has no spaces and no other bracket.
            case "<": length = scalars[(place + 1)...].prefix { $0 != ">" && $0 != " " && $0 != "<" }.count + 1
            case "\\": length = min(2, scalars.count - place)
            case "*":
                let run = scalars[place...].prefix { $0 == "*" }.count
                length = run
                let isInner =
                    place > 0 && place + run < scalars.count && isWord(scalars[place - 1])
                    && isWord(scalars[place + run])
                if isInner {
                    for _ in 0..<run { escaped.append(contentsOf: "\\*".unicodeScalars) }
                    place += run
                    continue
                }
            default: break
            }
            escaped.append(contentsOf: scalars[place..<place + length])
            place += length
        }
        return String(escaped)
    }

    /// The length of the code that begins with so many backquotes: up to as many of them; only these if none follow.
    private static func codeLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
        let run = scalars.prefix { $0 == "`" }.count
        var place = scalars.startIndex + run
        while let start = scalars[place...].firstIndex(of: "`") {
            let length = scalars[start...].prefix { $0 == "`" }.count
            if length == run { return start + length - scalars.startIndex }
            place = start + length
        }
        return run
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Makes spoilers of what is between two `||` on one line, outside of code, as far as a message can have them.
    private mutating func readSpoilers() {
        let marks = spoilerMarks()
        if marks.isEmpty { return }
        // How many scalars of marks are before each place.
        var removed = [Int](repeating: 0, count: text.count + 1)
        for mark in marks { removed[mark + 1] = 1; removed[mark + 2] = 1 }
        for place in removed.indices.dropFirst() { removed[place] += removed[place - 1] }
        text = text.indices.filter { removed[$0 + 1] == removed[$0] }.map { text[$0] }
        spans = spans.compactMap { span in
            var moved = span
            moved.start = span.start - removed[span.start]
            moved.length = span.end - removed[span.end] - moved.start
            return moved.length > 0 ? moved : nil
        }
        let spoilers = stride(from: 0, to: marks.count, by: 2).map { number in
            let (start, end) = (marks[number] - removed[marks[number]], marks[number + 1] - removed[marks[number + 1]])
            return TextSpan(.spoiler, start: start, length: end - start)
        }
        // Of too many spans, the last are left out; what is to be hidden must not be among them.
        spans = spoilers + spans
    }

    /// Where the marks of spoilers begin: of each, the first one and the last one.
    private func spoilerMarks() -> [Int] {
        var isCode = [Bool](repeating: false, count: text.count)
        for span in spans where span.style == .code || span.style == .codeBlock {
            for place in span.start..<span.end { isCode[place] = true }
        }
        var (marks, start, place) = ([Int](), nil as Int?, 0)
        while place + 1 < text.count, marks.count < 2 * TextSpan.most {
            if text[place] == "\n" { start = nil }
            if text[place] == "|", text[place + 1] == "|", !isCode[place] {
                if let begun = start, place > begun + 2 { marks += [begun, place] }
                start = start == nil || marks.last != place ? place : nil
                place += 1
            }
            place += 1
        }
        return marks
    }

    /// Whether a line may define a link for other lines, which would disappear.
    private static func hasDefinition(_ source: String) -> Bool {
        source.split(whereSeparator: \.isNewline).contains {
            $0.drop { $0 == " " }.hasPrefix("[") && $0.contains("]:")
        }
    }

    /// Whether a mark is to stand for itself.
    private static func hasEscapedMark(_ source: String) -> Bool {
        ["\\*", "\\_", "\\`", "\\~", "\\["].contains { source.contains($0) }
    }

    /// Guards the characters that an extension reads, which are a global of the parser's while it works.
    private static let lock = NSLock()
    private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()

    private mutating func parse(_ source: String) {
        _ = Self.registered
        Self.lock.lock()
        defer { Self.lock.unlock() }
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return }
        defer { cmark_parser_free(parser) }
        if let extra = cmark_find_syntax_extension("strikethrough") {
            cmark_parser_attach_syntax_extension(parser, extra)
        }
        let bytes = Array(source.utf8)
        bytes.withUnsafeBytes { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        guard let document = cmark_parser_finish(parser), let iterator = cmark_iter_new(document) else { return }
        defer {
            cmark_iter_free(iterator)
            cmark_node_free(document)
        }
        var starts: [Int] = []
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
            if event == CMARK_EVENT_EXIT {
                exit(node, start: starts.removeLast())
            } else {
                enter(node)
                if !Self.isLeaf(node) { starts.append(text.count) }
            }
        }
    }

    /// Leaves get no exit event (cmark.h, "Iterator").
    private static func isLeaf(_ node: OpaquePointer) -> Bool {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
            CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
            true
        default: false
        }
    }

    private mutating func enter(_ node: OpaquePointer) {
        let literal = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: append(literal)
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: append("\n")
        case CMARK_NODE_CODE:
            add(.code, from: text.count, literal)
        case CMARK_NODE_CODE_BLOCK:
            beginBlock()
            let info = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
            let language = info.split(separator: " ").first.map(String.init)
            add(.codeBlock, from: text.count, literal.hasSuffix("\n") ? String(literal.dropLast()) : literal, language)
        case CMARK_NODE_HTML_BLOCK:
            beginBlock()
            append(literal.hasSuffix("\n") ? String(literal.dropLast()) : literal)
        case CMARK_NODE_THEMATIC_BREAK:
            beginBlock()
            append("---")
        case CMARK_NODE_PARAGRAPH:
            // The text of an item follows its bullet.
            if cmark_node_get_type(cmark_node_parent(node)) != CMARK_NODE_ITEM || cmark_node_previous(node) != nil {
                beginBlock()
            }
        case CMARK_NODE_HEADING:
            beginBlock(literal: String(repeating: "#", count: Int(cmark_node_get_heading_level(node))) + " ")
        case CMARK_NODE_BLOCK_QUOTE: beginBlock()
        case CMARK_NODE_LIST:
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            items.append(isOrdered ? Int(cmark_node_get_list_start(node)) : nil)
        case CMARK_NODE_ITEM:
            beginBlock(isTight: true)
            append(String(repeating: "  ", count: items.count - 1) + bullet())
        default: break
        }
    }

    private mutating func exit(_ node: OpaquePointer, start: Int) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_STRONG: add(.bold, from: start)
        case CMARK_NODE_EMPH: add(.italic, from: start)
        case CMARK_NODE_BLOCK_QUOTE: add(.quote, from: start)
        case CMARK_NODE_LIST: items.removeLast()
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
            let url = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
            if text.count == start { append(url) }
            if cmark_node_get_type(node) == CMARK_NODE_LINK, TextSpan.isSafe(url), text.count > start {
                spans.append(TextSpan(.link, start: start, length: text.count - start, url: url))
            } else if !url.isEmpty, !text[start...].elementsEqual(url.unicodeScalars) {
                append(" (\(url))")
            }
        default:
            if cmark_node_get_type_string(node).map({ String(cString: $0) }) == "strikethrough" {
                add(.strikethrough, from: start)
            }
        }
    }

    private mutating func bullet() -> String {
        guard let number = items.last ?? nil else { return "• " }
        items[items.count - 1] = number + 1
        return "\(number). "
    }

    private mutating func beginBlock(isTight: Bool = false, literal: String = "") {
        if !text.isEmpty, text.last != "\n" { append(isTight || !items.isEmpty ? "\n" : "\n\n") }
        append(literal)
    }

    private mutating func append(_ more: String) { text += more.unicodeScalars }

    private mutating func add(_ style: TextSpan.Style, from start: Int, _ more: String = "", _ language: String? = nil)
    {
        append(more)
        // The first line of a quote begins after the line break before it.
        var start = start
        while start < text.count, text[start] == "\n" { start += 1 }
        if text.count > start {
            spans.append(TextSpan(style, start: start, length: text.count - start, language: language))
        }
    }
}
