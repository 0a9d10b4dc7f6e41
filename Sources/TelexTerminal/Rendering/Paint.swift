/// Which escape sequences a text may have.
package struct Paint: Hashable, Sendable {
    let hasColour: Bool
    /// Whether links can be clicked (OSC 8).
    let hasLinks: Bool
    /// What each role looks like, if there is colour.
    var theme = Theme.neutral

    static let none = Paint(hasColour: false, hasLinks: false)
    static let colours = Paint(hasColour: true, hasLinks: false)

    /// The parameters of the SGR sequence (ECMA-48) for a text; empty if it needs none.
    func parameters(_ role: Role, isLink: Bool) -> String {
        hasColour ? theme.parameters(role, isLink: isLink) : ""
    }
}

/// Links in messages.
enum Link {
    /// Longer ones stay plain text; terminals limit them (OSC 8's specification advises 2083 bytes).
    private static let longest = 2000

    /// The sequence that begins a link, or ends it (OSC 8, "Hyperlinks in Terminal Emulators"). Parts of a link that is
    /// wrapped have the same id, so that they are one for the terminal.
    static func sequence(_ target: String?) -> String {
        guard let target else { return "\u{1B}]8;;\u{1B}\\" }
        return "\u{1B}]8;id=\(String(Role.hash(of: target), radix: 36));\(target)\u{1B}\\"
    }

    /// The http and https URLs in a text.
    static func addresses(in text: String) -> [Substring] {
        var (found, rest) = ([Substring](), text[...])
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "h")) {
            let run = run(rest[start...])
            let url = url(run)
            if !url.isEmpty { found.append(url) }
            rest = text[(run.isEmpty ? text.utf8.index(after: start) : run.endIndex)...]
        }
        return found
    }

    /// The longest mail address, in bytes (RFC 5321, section 4.5.3.1).
    private static let longestMail = 256

    /// The URL of the first mail address in a text (RFC 6068); `nil` if there is none.
    static func mail(in text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.lazy.filter { $0.contains("@") && $0.utf8.count <= longestMail }
            .compactMap { $0.firstMatch(of: /[a-zA-Z0-9._+-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+/) }
            .first.map { "mailto:\($0.output)" }
    }

    /// Returns a text in which each http and https URL is a link to what it says.
    static func text(_ text: String, _ role: Role) -> StyledText {
        var styled: StyledText?
        func add(_ piece: Substring, _ link: String? = nil) {
            if piece.isEmpty { return }
            let new = StyledText(String(piece), role, link: link)
            if styled == nil { styled = new } else { styled? += new }
        }
        var added = text.startIndex
        for url in addresses(in: text) {
            add(text[added..<url.startIndex])
            add(url, String(url))
            added = url.endIndex
        }
        add(text[added...])
        return styled ?? StyledText("", role)
    }

    /// The characters with which a text begins and that a URL may have; empty if it does not begin with one.
    private static func run(_ text: Substring) -> Substring {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return "" }
        return text.prefix { $0.isASCII && $0 > " " && $0 < "\u{7F}" && !"<>\"`".contains($0) }
    }

    /// The URL in such a run, without the punctuation of the sentence around it; empty if there is none.
    private static func url(_ run: Substring) -> Substring {
        // As in Markdown: the address of a link follows its text.
        let end = run.firstIndex(of: "]")
        let run = end.map { run[..<$0].contains("[") ? run : run[..<$0] } ?? run
        let unopened = [")": "(", "]": "["].filter { !run.contains($0.value) }.map(\.key)
        var url = run
        while let last = url.last, ".,;:!?'*_".contains(last) || unopened.contains(String(last)) { url.removeLast() }
        return url.hasSuffix("//") || url.utf8.count > longest ? "" : url
    }
}
