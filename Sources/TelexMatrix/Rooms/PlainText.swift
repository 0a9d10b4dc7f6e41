import TelexCore

/// Extracts the text of a message's content.
enum PlainText {
    /// The formatted body if there is one, or else the plain one; `nil` if there is neither.
    static func of(_ content: JSON) -> FormattedText? {
        let formatted = content["formatted_body"].string
        guard let body = content["body"].string else { return formatted.map(HTMLReader.text) }
        let isReply = content["m.relates_to"]["m.in_reply_to"].exists
        let plain = isReply ? withoutQuote(body) : body
        guard let formatted, body.isEmpty || content["format"].string == "org.matrix.custom.html" else {
            return FormattedText(plain)
        }
        let text = HTMLReader.text(of: formatted)
        // Without spans, the plain body says the same, and keeps its spaces.
        return text.spans.isEmpty && !body.isEmpty || text.text.isEmpty ? FormattedText(plain) : text
    }

    /// A reply without the quoted message (`> ` lines and an empty line) that older clients add.
    private static func withoutQuote(_ body: String) -> String {
        guard body.hasPrefix("> <@") || body.hasPrefix("> * <@") else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        return rest.first?.isEmpty == true ? rest.dropFirst().joined(separator: "\n") : body
    }
}
