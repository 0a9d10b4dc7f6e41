import Foundation
import TelexCore

/// Reads the text of HTML, and the spans that its elements make. Everything else is dropped.
///
/// Source: client-server API, section 11.3.1, for the elements and attributes that are allowed.
struct HTMLReader {
    /// Elements that begin on a line of their own.
    private static let lines: Set = [
        "br", "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "tr",
    ]
    /// Elements without content.
    private static let void: Set = ["br", "hr", "img"]
    /// The most elements within each other. Those further inside make no spans.
    private static let deepest = 100

    private struct Tag {
        var name = ""
        var isEnd = false
        var attributes: [String: String] = [:]
    }

    private struct Element {
        let name: String
        let start: Int
        var spans: [TextSpan] = []
        /// The number of the next item of an ordered list.
        var item: Int?
    }

    // Scan scalars: a bracket followed by a combining mark is still a bracket.
    private typealias Scalars = Substring.UnicodeScalarView

    private var text: [Unicode.Scalar] = []
    private var spans: [TextSpan] = []
    private var open: [Element] = []
    private var rest: Scalars
    /// Whether the last thing read was a tag that begins or ends a line.
    private var isAfterTag = false
    /// How many elements with the quoted message of a reply are open.
    private var fallbacks = 0

    static func text(of html: String) -> FormattedText {
        var reader = HTMLReader(rest: html[...].unicodeScalars)
        reader.read()
        return reader.result
    }

    private init(rest: Scalars) { self.rest = rest }

    /// The text without line breaks at its beginning and end.
    private var result: FormattedText {
        let isBreak: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == "\r" }
        let start = text.firstIndex { !isBreak($0) } ?? text.count
        let end = (text.lastIndex { !isBreak($0) } ?? -1) + 1
        let count = max(0, end - start)
        let moved = spans.compactMap { span -> TextSpan? in
            var span = span
            let (first, last) = (max(0, span.start - start), min(count, span.end - start))
            (span.start, span.length) = (first, last - first)
            return span.isValid(in: count) ? span : nil
        }
        let sorted = moved.sorted { ($0.start, -$0.length) < ($1.start, -$1.length) }
        return FormattedText(
            String(String.UnicodeScalarView(text[min(start, text.count)..<max(start, end)])),
            Array(sorted.prefix(TextSpan.most)))
    }

    private mutating func read() {
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            appendRun(rest[..<mark])
            rest = rest[mark...]
            if rest.first == "<" {
                switch Self.tag(rest) {
                case .tag(let tag, let after):
                    handle(tag)
                    rest = after
                case .text(let after):
                    append(Self.resolved(rest[..<after.startIndex]).unicodeScalars)
                    rest = after
                }
            } else if let (scalar, after) = Self.reference(rest) {
                append([scalar])
                rest = after
            } else {
                append(rest.prefix(1))
                rest = rest.dropFirst()
            }
        }
        appendRun(rest)
        while !open.isEmpty { close() }
    }

    /// Appends text between tags. A line break in the source right after one that a tag made is dropped.
    private mutating func appendRun(_ run: Scalars) {
        let isAfterBreak = isAfterTag && text.last == "\n" && !open.contains { $0.name == "pre" }
        append(isAfterBreak ? run.drop { $0 == "\n" } : run)
        isAfterTag = false
    }

    private mutating func append(_ more: some Sequence<Unicode.Scalar>) {
        if fallbacks == 0 { text.append(contentsOf: more) }
    }

    private mutating func handle(_ tag: Tag) {
        isAfterTag = tag.name != "br" && Self.lines.contains(tag.name)
        if tag.name == "mx-reply" {
            fallbacks = max(0, fallbacks + (tag.isEnd ? -1 : 1))
            return
        }
        if tag.isEnd {
            if let index = open.lastIndex(where: { $0.name == tag.name }) {
                while open.count > index { close() }
            }
            breakLine(tag)
        } else {
            breakLine(tag)
            begin(tag)
        }
    }

    private mutating func breakLine(_ tag: Tag) {
        if tag.name == "br" { return append(["\n"]) }
        if Self.lines.contains(tag.name), !text.isEmpty, text.last != "\n" { append(["\n"]) }
    }

    private mutating func begin(_ tag: Tag) {
        if tag.name == "li" { append(bullet().unicodeScalars) }
        guard !Self.void.contains(tag.name), open.count < Self.deepest else { return }
        var element = Element(name: tag.name, start: text.count)
        if tag.name == "ol" { element.item = tag.attributes["start"].flatMap { Int($0) } ?? 1 }
        element.spans = Self.spans(of: tag, isInCodeBlock: open.contains { $0.name == "pre" })
        if tag.name == "code", let language = Self.language(tag), let pre = open.lastIndex(where: { $0.name == "pre" })
        {
            open[pre].spans = [TextSpan(.codeBlock, start: 0, length: 0, language: language)]
        }
        open.append(element)
    }

    private mutating func bullet() -> String {
        guard let list = open.lastIndex(where: { $0.name == "ol" || $0.name == "ul" }), let item = open[list].item
        else { return "• " }
        open[list].item = item &+ 1
        return "\(item). "
    }

    private mutating func close() {
        let element = open.removeLast()
        var end = text.count
        while end > element.start, text[end - 1] == "\n" { end -= 1 }
        for var span in element.spans where end > element.start {
            (span.start, span.length) = (element.start, end - element.start)
            spans.append(span)
        }
    }

    /// The spans that an element makes, without their places.
    private static func spans(of tag: Tag, isInCodeBlock: Bool) -> [TextSpan] {
        func span(_ style: TextSpan.Style) -> [TextSpan] { [TextSpan(style, start: 0, length: 0)] }
        if let reason = tag.attributes["data-mx-spoiler"] {
            return [TextSpan(.spoiler, start: 0, length: 0, reason: reason.isEmpty ? nil : reason)]
        }
        switch tag.name {
        case "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6": return span(.bold)
        case "i", "em": return span(.italic)
        case "s", "del", "strike": return span(.strikethrough)
        case "pre": return span(.codeBlock)
        case "code": return isInCodeBlock ? [] : span(.code)
        case "blockquote": return span(.quote)
        case "a": return tag.attributes["href"].map { link($0) } ?? []
        default: return []
        }
    }

    private static func link(_ url: String) -> [TextSpan] {
        if let user = MatrixURI.user(url) { return [TextSpan(.mention, start: 0, length: 0, user: UserID(user))] }
        return TextSpan.isSafe(url) ? [TextSpan(.link, start: 0, length: 0, url: url)] : []
    }

    private static func language(_ tag: Tag) -> String? {
        tag.attributes["class"]?.split(separator: " ").first { $0.hasPrefix("language-") }.map {
            String($0.dropFirst(9))
        }
    }

    // MARK: Scanning

    /// What a bracket begins.
    private enum Bracket {
        /// A tag or a comment, and what follows it.
        case tag(Tag, Scalars)
        /// Text, and what follows the part that was read. That part has no tag, so nothing is read twice.
        case text(Scalars)
    }

    private static func tag(_ text: Scalars) -> Bracket {
        if text.starts(with: "<!--".unicodeScalars) {
            let rest = Substring(text)
            return .tag(Tag(), rest.range(of: "-->").map { rest[$0.upperBound...].unicodeScalars } ?? Scalars())
        }
        var tag = Tag()
        var rest = text.dropFirst()
        if rest.first == "/" {
            tag.isEnd = true
            rest = rest.dropFirst()
        }
        guard let first = rest.first, first.properties.isAlphabetic || first == "!" else { return .text(rest) }
        tag.name = String(consume(&rest) { !isSpace($0) && !"/<>".unicodeScalars.contains($0) }).lowercased()
        while true {
            rest = rest.drop { isSpace($0) || $0 == "/" || $0 == "=" }
            // A bracket here means that the one before did not start a tag.
            guard let next = rest.first, next != "<" else { return .text(rest) }
            if next == ">" { return .tag(tag, rest.dropFirst()) }
            let name = consume(&rest) { !isSpace($0) && !"/=<>".unicodeScalars.contains($0) }
            guard let value = value(&rest) else { return .text(rest) }
            // The first of several attributes of a name counts (HTML, 13.2.5.33).
            let key = String(name).lowercased()
            if tag.attributes[key] == nil { tag.attributes[key] = resolved(value) }
        }
    }

    /// The value of an attribute, empty if there is none; `nil` if its closing quote is missing.
    private static func value(_ rest: inout Scalars) -> Scalars? {
        let after = rest.drop(while: isSpace)
        guard after.first == "=" else { return Scalars() }
        rest = after.dropFirst().drop(while: isSpace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return consume(&rest) { !isSpace($0) && $0 != "<" && $0 != ">" }
        }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: quote) else { return nil }
        defer { rest = rest[rest.index(after: end)...] }
        return rest[..<end]
    }

    /// A text with its character references resolved.
    private static func resolved(_ text: Scalars) -> String {
        var (resolved, rest) = (String.UnicodeScalarView(), text)
        while let mark = rest.firstIndex(of: "&") {
            resolved += rest[..<mark]
            rest = rest[mark...]
            if let (scalar, after) = reference(rest) {
                resolved.append(scalar)
                rest = after
            } else {
                resolved.append("&")
                rest = rest.dropFirst()
            }
        }
        return String(resolved + rest)
    }

    private static func consume(_ rest: inout Scalars, while holds: (Unicode.Scalar) -> Bool) -> Scalars {
        defer { rest = rest.drop(while: holds) }
        return rest.prefix(while: holds)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// The character reference at the start of a text, and what follows it; `nil` if there is none.
    private static func reference(_ text: Scalars) -> (Unicode.Scalar, Scalars)? {
        guard let end = text.prefix(12).firstIndex(of: ";"),
            let scalar = scalar(Substring(text[text.index(after: text.startIndex)..<end]))
        else { return nil }
        return (scalar, text[text.index(after: end)...])
    }

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return " "
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(UnicodeScalar.init)
        }
    }
}
