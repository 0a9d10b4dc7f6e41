import Foundation

/// Extracts the text of HTML: removes tags, resolves character references and hides spoilers.
///
/// Source: client-server API, section 11.3.1.
struct HTMLText {
    private static let breaks: Set = [
        "br", "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "tr",
    ]
    /// Elements without content.
    private static let void: Set = ["br", "hr", "img"]

    private struct Tag {
        var name = ""
        var isEnd = false
        /// The reason of a spoiler; `nil` if the content is not hidden.
        var spoiler: String?
    }

    // Scan scalars: a bracket followed by a combining mark is still a bracket.
    private typealias Scalars = Substring.UnicodeScalarView

    private var text = ""
    private var rest: Scalars
    /// The element whose content is hidden, and how many elements of that name are open.
    private var hidden: (name: String, depth: Int)?

    static func of(_ html: String) -> String { read(html[...].unicodeScalars).trimmingCharacters(in: .newlines) }

    private static func read(_ html: Scalars) -> String {
        var reader = HTMLText(rest: html)
        reader.read()
        return reader.text
    }

    private init(rest: Scalars) { self.rest = rest }

    private mutating func read() {
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            append(rest[..<mark])
            rest = rest[mark...]
            if let (tag, after) = Self.tag(rest) {
                take(tag)
                rest = after
            } else if rest.first == "&", let end = rest.prefix(12).firstIndex(of: ";"),
                let scalar = Self.scalar(Substring(rest[rest.index(after: mark)..<end]))
            {
                append([scalar])
                rest = rest[rest.index(after: end)...]
            } else {
                append(rest.prefix(1))
                rest = rest.dropFirst()
            }
        }
        append(rest)
    }

    private mutating func append(_ more: some Sequence<Unicode.Scalar>) {
        if hidden == nil { text.unicodeScalars.append(contentsOf: more) }
    }

    private mutating func take(_ tag: Tag) {
        if let hidden {
            guard tag.name == hidden.name else { return }
            let depth = hidden.depth + (tag.isEnd ? -1 : 1)
            self.hidden = depth == 0 ? nil : (tag.name, depth)
            return
        }
        if Self.breaks.contains(tag.name), !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        if let reason = tag.spoiler, !tag.isEnd, !Self.void.contains(tag.name) {
            text += reason.isEmpty ? "[Spoiler]" : "[Spoiler: \(reason)]"
            hidden = (tag.name, 1)
        }
    }

    /// The tag or comment at the start of a text, and what follows it; `nil` if there is none.
    private static func tag(_ text: Scalars) -> (Tag, Scalars)? {
        if text.starts(with: "<!--".unicodeScalars) {
            let rest = Substring(text)
            return (Tag(), rest.range(of: "-->").map { rest[$0.upperBound...].unicodeScalars } ?? Scalars())
        }
        guard text.first == "<" else { return nil }
        var tag = Tag()
        var rest = text.dropFirst()
        if rest.first == "/" {
            tag.isEnd = true
            rest = rest.dropFirst()
        }
        guard let first = rest.first, first.properties.isAlphabetic || first == "!" else { return nil }
        tag.name = String(take(from: &rest) { !isSpace($0) && !"/<>".unicodeScalars.contains($0) }).lowercased()
        while true {
            rest = rest.drop { isSpace($0) || $0 == "/" || $0 == "=" }
            // A bracket here means that the one before did not start a tag.
            guard let next = rest.first, next != "<" else { return nil }
            if next == ">" { return (tag, rest.dropFirst()) }
            let name = take(from: &rest) { !isSpace($0) && !"/=<>".unicodeScalars.contains($0) }
            guard let value = value(&rest) else { return nil }
            if String(name).lowercased() == "data-mx-spoiler" { tag.spoiler = read(value) }
        }
    }

    /// The value of an attribute, empty if there is none; `nil` if its closing quote is missing.
    private static func value(_ rest: inout Scalars) -> Scalars? {
        let after = rest.drop(while: isSpace)
        guard after.first == "=" else { return Scalars() }
        rest = after.dropFirst().drop(while: isSpace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return take(from: &rest) { !isSpace($0) && $0 != "<" && $0 != ">" }
        }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: quote) else { return nil }
        defer { rest = rest[rest.index(after: end)...] }
        return rest[..<end]
    }

    private static func take(from rest: inout Scalars, while holds: (Unicode.Scalar) -> Bool) -> Scalars {
        defer { rest = rest.drop(while: holds) }
        return rest.prefix(while: holds)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

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
