import Foundation

/// The text of a message's content.
enum PlainText {
    /// The plain body; what is marked up is read only where there is no other. `nil` if there is no text at all.
    static func of(_ content: JSON) -> String? {
        guard let body = content["body"].string else {
            return content["formatted_body"].string.map(text(ofHTML:))
        }
        if body.isEmpty, let formatted = content["formatted_body"].string { return text(ofHTML: formatted) }
        return content["m.relates_to"]["m.in_reply_to"].exists ? withoutQuote(body) : body
    }

    /// A reply without the message that it repeats, as older clients have it (`> ` and an empty line).
    private static func withoutQuote(_ body: String) -> String {
        guard body.hasPrefix("> <") || body.hasPrefix("> * <") else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        return (rest.first?.isEmpty == true ? rest.dropFirst() : rest).joined(separator: "\n")
    }

    /// What a piece of HTML says: without tags, and with the characters that are written as references.
    static func text(ofHTML html: String) -> String {
        var text = ""
        var rest = html[...]
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            text += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "<", let end = rest.firstIndex(of: ">") {
                if isBreak(rest[rest.index(after: mark)..<end]), !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
                rest = rest[rest.index(after: end)...]
            } else if rest.first == "&", let end = rest.prefix(12).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: mark)..<end])
            {
                text.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                text.append(rest.removeFirst())
            }
        }
        return (text + rest).trimmingCharacters(in: .newlines)
    }

    private static func isBreak(_ tag: Substring) -> Bool {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        return ["br", "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "tr"]
            .contains(name)
    }

    private static func character(_ name: Substring) -> Character? {
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
            return number.flatMap(UnicodeScalar.init).map(Character.init)
        }
    }
}
