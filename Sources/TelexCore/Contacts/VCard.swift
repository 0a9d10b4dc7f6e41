import Foundation

/// vCards, as RFC 6350 (version 4.0) has them and as address books write them (versions 3.0 and 2.1, too).
enum VCard {
    /// What is taken from a card.
    struct Card: Hashable {
        var uid: String?
        var first = ""
        var last = ""
        /// The content lines that are not understood, unfolded.
        var details = ""
    }

    /// A card that was left out, and why.
    struct Refusal: Hashable {
        /// The line at which it begins, from 1.
        let line: Int
        let reason: String
    }

    /// What stands in a file.
    struct Cards: Hashable {
        var good: [Card] = []
        var bad: [Refusal] = []
    }

    // MARK: Reading

    static func read(_ text: String) -> Cards {
        var cards = Cards()
        var card: Card?
        var formattedName = ""
        var begin = 0
        for (number, line) in unfolded(text) where !line.allSatisfy(\.isWhitespace) {
            let property = Property(line)
            switch (property?.name, card) {
            case ("BEGIN", nil):
                card = Card()
                formattedName = ""
                begin = number
            case ("BEGIN", _):
                cards.bad.append(Refusal(line: begin, reason: "the card does not end"))
                card = Card()
                formattedName = ""
                begin = number
            case (_, nil):
                if cards.bad.last?.line != number - 1 || cards.bad.last?.reason != Self.outside {
                    cards.bad.append(Refusal(line: number, reason: outside))
                }
            case ("END", var done?):
                card = nil
                if done.first.isEmpty, done.last.isEmpty { split(formattedName, &done) }
                if let reason = ContactUseCase.refusal(first: done.first, last: done.last) {
                    cards.bad.append(Refusal(line: begin, reason: reason))
                } else {
                    done.details = String(done.details.dropLast())
                    cards.good.append(done)
                }
            case ("VERSION", _), ("PRODID", _), ("REV", _): break
            case ("N", _):
                let parts = property?.structured ?? []
                card?.last = ContactUseCase.tidied(parts.first ?? "")
                card?.first = ContactUseCase.tidied(parts.count > 1 ? parts[1] : "")
            case ("FN", _): formattedName = property?.text ?? ""
            case ("UID", _):
                // One that cannot be an id of ours is replaced.
                if let uid = property?.text, (1...longestID).contains(uid.utf8.count) { card?.uid = uid }
            case (nil, _):
                cards.bad.append(Refusal(line: number, reason: "this is no \"NAME:value\" (RFC 6350, 3.3)"))
            default: card?.details += line + "\n"
            }
        }
        if card != nil { cards.bad.append(Refusal(line: begin, reason: "the card does not end")) }
        return cards
    }

    /// How many bytes an id has at most.
    private static let longestID = 512
    private static let outside = "this stands outside of a card: one begins with BEGIN:VCARD"

    /// What came of reading them, in words.
    static func notice(_ cards: Cards) -> String {
        let taken = cards.good.count == 1 ? "1 contact came in." : "\(cards.good.count) contacts came in."
        guard !cards.bad.isEmpty else { return taken }
        let shown = cards.bad.prefix(5).map { "line \($0.line): \($0.reason)" }.joined(separator: "; ")
        let more = cards.bad.count > 5 ? "; and \(cards.bad.count - 5) more" : ""
        return "\(taken) Left out: \(shown)\(more)."
    }

    /// A name in one piece, as its last word and the rest.
    private static func split(_ name: String, _ card: inout Card) {
        let words = name.split(separator: " ")
        guard words.count > 1 else { return }
        card.first = ContactUseCase.tidied(words.dropLast().joined(separator: " "))
        card.last = ContactUseCase.tidied(String(words[words.count - 1]))
    }

    /// Lines with those that go on from them joined to them (3.2), and the number of the first of them.
    private static func unfolded(_ text: String) -> [(number: Int, line: String)] {
        var lines: [(number: Int, line: String)] = []
        let plain = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        for (index, line) in plain.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let first = line.unicodeScalars.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1].line += String(line.unicodeScalars.dropFirst())
            } else {
                lines.append((index + 1, String(line)))
            }
        }
        return lines
    }

    /// A content line: `[group.]NAME[;parameters]:value`. It is taken apart by scalars, for a value may begin with a mark.
    private struct Property {
        let name: String
        let value: Substring.UnicodeScalarView

        init?(_ line: String) {
            var isQuoted = false
            guard
                let colon = line.unicodeScalars.firstIndex(where: { scalar in
                    if scalar == "\"" { isQuoted.toggle() }
                    return scalar == ":" && !isQuoted
                })
            else { return nil }
            let head = line.unicodeScalars[..<colon].prefix { $0 != ";" }
            let word = head.split(separator: ".").last ?? head[..<head.startIndex]
            guard !word.isEmpty,
                word.allSatisfy({ $0.isASCII && ($0 == "-" || Character($0).isLetter || Character($0).isNumber) })
            else { return nil }
            name = String(word).uppercased()
            value = line.unicodeScalars[line.unicodeScalars.index(after: colon)...]
        }

        /// The value with its escapes undone (3.4).
        var text: String { VCard.unescaped(value) }

        /// The components of the value (6.2.2).
        var structured: [String] {
            var parts: [Substring.UnicodeScalarView] = []
            var start = value.startIndex
            var isEscaped = false
            for index in value.indices {
                if value[index] == ";", !isEscaped {
                    parts.append(value[start..<index])
                    start = value.index(after: index)
                }
                isEscaped = value[index] == "\\" && !isEscaped
            }
            return (parts + [value[start...]]).map(VCard.unescaped)
        }
    }

    private static func unescaped(_ value: Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value {
            if isEscaped {
                text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    // MARK: Writing

    static func write(_ contacts: [Contact]) -> String {
        contacts.map { contact in
            let own = [
                "BEGIN:VCARD", "VERSION:4.0", "UID:\(ContentLine.escaped(contact.id.text))",
                "FN:\(ContentLine.escaped(contact.fullName))",
                "N:\(ContentLine.escaped(contact.last));\(ContentLine.escaped(contact.first));;;",
            ]
            let details = contact.details.split(separator: "\n").map(String.init)
            return (own + details + ["END:VCARD"]).map { ContentLine.folded($0) + "\r\n" }.joined()
        }.joined()
    }
}
