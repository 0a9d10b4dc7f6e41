/// Extracts the text of a message's content.
enum PlainText {
    /// The plain body, or the text of the HTML body if the plain one is empty or missing; `nil` if there is neither.
    static func of(_ content: JSON) -> String? {
        guard let body = content["body"].string else {
            return content["formatted_body"].string.map(HTMLText.of)
        }
        if body.isEmpty, let formatted = content["formatted_body"].string { return HTMLText.of(formatted) }
        return content["m.relates_to"]["m.in_reply_to"].exists ? withoutQuote(body) : body
    }

    /// A reply without the quoted message (`> ` lines and an empty line) that older clients add.
    private static func withoutQuote(_ body: String) -> String {
        guard body.hasPrefix("> <") || body.hasPrefix("> * <") else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        return (rest.first?.isEmpty == true ? rest.dropFirst() : rest).joined(separator: "\n")
    }
}
