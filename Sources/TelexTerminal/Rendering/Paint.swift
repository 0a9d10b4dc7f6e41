/// Which escape sequences a text may have.
package struct Paint: Hashable, Sendable {
    let hasColour: Bool
    /// Whether links can be clicked (OSC 8).
    let hasLinks: Bool

    static let none = Paint(hasColour: false, hasLinks: false)
    static let colours = Paint(hasColour: true, hasLinks: false)
}

/// Links in messages.
enum Link {
    /// Longer ones stay plain text; terminals limit them (OSC 8's specification advises 2083 bytes).
    private static let longest = 2000

    /// The sequence that begins a link, or ends it (OSC 8, "Hyperlinks in Terminal Emulators"). Parts of a link that is
    /// wrapped have the same id, so that they are one for the terminal.
    static func sequence(_ target: String?) -> String {
        guard let target else { return "\u{1B}]8;;\u{1B}\\" }
        return "\u{1B}]8;id=\(String(StyledText.Style.hash(of: target), radix: 36));\(target)\u{1B}\\"
    }

    /// Returns a text in which each http and https URL is a link to what it says.
    static func text(_ text: String, _ style: StyledText.Style) -> StyledText {
        var rest = text[...]
        var styled: StyledText?
        func add(_ piece: Substring, _ link: String? = nil) {
            if piece.isEmpty { return }
            let new = StyledText(String(piece), style, link: link)
            styled = styled.map { $0 + new } ?? new
        }
        while let start = rest.firstRange(of: "http") {
            let url = url(rest[start.lowerBound...])
            let end = url.isEmpty ? start.upperBound : url.endIndex
            add(rest[..<(url.isEmpty ? end : start.lowerBound)])
            if !url.isEmpty { add(url, String(url)) }
            rest = rest[end...]
        }
        add(rest)
        return styled ?? StyledText("", style)
    }

    /// The URL with which a text begins, without the punctuation of the sentence around it; empty if there is none.
    private static func url(_ text: Substring) -> Substring {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return "" }
        let all = text.prefix { $0.isASCII && $0 > " " && $0 < "\u{7F}" && !"<>\"`".contains($0) }
        var url = all
        while let last = url.last {
            let isUnopened = last == ")" && !url.contains("(") || last == "]" && !url.contains("[")
            guard ".,;:!?'*_".contains(last) || isUnopened else { break }
            url.removeLast()
        }
        return url.hasSuffix("//") || url.utf8.count > longest ? "" : url
    }
}
