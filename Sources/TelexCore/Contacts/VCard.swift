import Foundation

/// Reads vCards of versions 2.1, 3.0 and 4.0 (RFC 6350), and writes 4.0.
enum VCard {
    /// The parts of a card that are imported.
    struct Card: Hashable {
        var uid: String?
        var first = ""
        var last = ""
        /// The content lines that Telex does not interpret, unfolded.
        var details = ""
    }

    /// A card or line that was skipped, and why.
    struct Refusal: Hashable {
        /// The line where it begins, from 1.
        let line: Int
        let reason: String
    }

    /// The contents of a file.
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
                card?.last = (parts.first ?? "").tidied
                card?.first = (parts.count > 1 ? parts[1] : "").tidied
            case ("FN", _): formattedName = property?.text ?? ""
            case ("UID", _):
                // A `UID` that is empty or too long is replaced.
                if let uid = property?.text, (1...longestID).contains(uid.utf8.count) { card?.uid = uid }
            case (nil, _):
                cards.bad.append(Refusal(line: number, reason: "this is not \"NAME:value\" (RFC 6350, 3.3)"))
            default: card?.details += line + "\n"
            }
        }
        if card != nil { cards.bad.append(Refusal(line: begin, reason: "the card does not end")) }
        return cards
    }

    /// The greatest length of an id, in bytes.
    private static let longestID = 512
    private static let outside = "this is outside a card, which starts with BEGIN:VCARD"

    /// Summarizes an import as text.
    static func notice(_ cards: Cards) -> String {
        let taken = cards.good.count == 1 ? "Imported 1 contact." : "Imported \(cards.good.count) contacts."
        guard !cards.bad.isEmpty else { return taken }
        let shown = cards.bad.prefix(5).map { "line \($0.line): \($0.reason)" }.joined(separator: "; ")
        let more = cards.bad.count > 5 ? "; and \(cards.bad.count - 5) more" : ""
        return "\(taken) Skipped: \(shown)\(more)."
    }

    /// Splits a full name into its last word and the rest.
    private static func split(_ name: String, _ card: inout Card) {
        let words = name.split(separator: " ")
        guard words.count > 1 else { return }
        card.first = words.dropLast().joined(separator: " ").tidied
        card.last = String(words[words.count - 1]).tidied
    }

    /// Joins continuation lines to their first line (3.2), and numbers each result by that line.
    private static func unfolded(_ text: String) -> [(number: Int, line: String)] {
        var lines: [(number: Int, line: String)] = []
        for (index, line) in text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let first = line.unicodeScalars.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1].line += String(line.unicodeScalars.dropFirst())
            } else {
                lines.append((index + 1, String(line)))
            }
        }
        return lines
    }

    /// A content line: `[group.]NAME[;parameters]:value`. It is parsed by scalars, because a value may begin with a
    /// combining mark.
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

        /// The value, unescaped (3.4).
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
