import Foundation

/// Reads vCards of versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), and writes 4.0.
enum VCard {
    /// What is imported of a card.
    struct Card: Hashable {
        /// The line where it begins, from 1.
        var line = 0
        var uid: String?
        var first = ""
        var last = ""
        /// The other content lines, unfolded, in the form of version 4.0. `N` and `FN` are among them if they say more than
        /// the two names.
        var details = ""
    }

    /// The contents of a file.
    struct Cards: Hashable {
        var good: [Card] = []
        var bad: [ImportProblem] = []
    }

    /// The greatest length of an id, in bytes.
    static let longestID = 512

    // MARK: Reading

    static func read(_ text: String) -> Cards {
        var cards = Cards()
        var card: CardReader?
        for (number, line) in VCardLines.unfolded(text) where !line.allSatisfy(\.isWhitespace) {
            let isBegin = ContentProperty(line)?.name == "BEGIN"
            if card == nil || isBegin && card?.mayNest == false {
                if let open = card { cards.bad.append(open.refusal(CardReader.endless)) }
                card = nil
                if isBegin {
                    card = CardReader(line: number)
                } else if cards.bad.last?.line != number - 1 || cards.bad.last?.reason != outside {
                    cards.bad.append(ImportProblem(line: number, reason: outside))
                }
                continue
            }
            do {
                if try card?.read(line, at: number) == true, let done = card {
                    card = nil
                    cards.good.append(try done.card())
                }
            } catch {
                cards.bad.append(error)
            }
        }
        if let open = card { cards.bad.append(open.refusal(CardReader.endless)) }
        return cards
    }

    private static let outside = "this is outside a card, which starts with BEGIN:VCARD"

    // MARK: Writing

    static func write(_ contacts: [Contact]) -> String {
        contacts.map { contact in
            let names = CardNames(contact.details.split(separator: "\n").map(String.init))
            let begin = ["BEGIN:VCARD", "VERSION:4.0", "UID:\(ContentLine.escaped(contact.id.text))"]
            return (begin + names.lines(for: contact) + names.otherLines + ["END:VCARD"])
                .map { ContentLine.folded($0) + "\r\n" }.joined()
        }.joined()
    }
}

/// Collects the content lines of one card.
private struct CardReader {
    static let endless = "the card does not end"

    private let line: Int
    private var uid: String?
    private var lines: [String] = []
    /// How many cards are open within this one (`AGENT` in version 2.1).
    private var depth = 0

    init(line: Int) { self.line = line }

    /// Whether a card may begin here, within this one.
    var mayNest: Bool {
        depth > 0 || lines.last.flatMap { ContentProperty($0) }.map { $0.name == "AGENT" && $0.value.isEmpty } == true
    }

    /// - Returns: whether this is the end of the card.
    /// - Throws: `ImportProblem` for a line that is skipped.
    mutating func read(_ line: String, at number: Int) throws(ImportProblem) -> Bool {
        guard let property = ContentProperty(line) else {
            throw ImportProblem(line: number, reason: "this is not \"NAME:value\" (RFC 6350, 3.3)")
        }
        switch property.name {
        case "BEGIN": depth += 1
        case "END" where depth == 0: return true
        case "END": depth -= 1
        case _ where depth > 0: break
        case "VERSION": return false
        case "UID":
            // A `UID` that is empty or too long is replaced.
            if (1...VCard.longestID).contains(property.text.utf8.count) { uid = property.text }
            return false
        default: break
        }
        do { lines.append(try property.modern()) } catch {
            throw ImportProblem(line: number, reason: "the character set \(error.name) is unknown")
        }
        return false
    }

    func refusal(_ reason: String) -> ImportProblem {
        let names = CardNames(lines)
        let subject = names.formatted ?? uid ?? ""
        return ImportProblem(line: line, subject: PreviewText.line(of: subject.tidied), reason: reason)
    }

    /// - Throws: `ImportProblem` if the card has no name.
    func card() throws(ImportProblem) -> VCard.Card {
        let names = CardNames(lines)
        guard let (first, last) = names.firstAndLast else { throw refusal("the card has no name") }
        if let reason = ContactUseCase.refusal(ofImported: first, last) { throw refusal(reason) }
        let kept = names.arePlain(first: first, last: last) ? names.otherLines : lines
        return VCard.Card(line: line, uid: uid, first: first, last: last, details: kept.joined(separator: "\n"))
    }
}

/// What the content lines of a card say of its person's name.
struct CardNames {
    private let name: ContentProperty?
    private let nameLines: [String]
    /// The lines that do not say the name.
    let otherLines: [String]
    /// The name as it is shown to people (`FN`).
    let formatted: String?
    private let fallbacks: [String]

    init(_ lines: [String]) {
        var (name, formatted, others) = (ContentProperty?.none, String?.none, [String: String]())
        var (nameLines, otherLines, depth) = ([String](), [String](), 0)
        for line in lines {
            let property = ContentProperty(line)
            if property?.name == "BEGIN" { depth += 1 }
            if property?.name == "END" { depth -= 1 }
            switch depth == 0 ? property?.name : nil {
            case "N"?, "FN"?: nameLines.append(line)
            default: otherLines.append(line)
            }
            guard depth == 0, let property else { continue }
            switch property.name {
            case "N": name = name ?? property
            case "FN": formatted = formatted ?? property.text
            case "NICKNAME", "ORG", "EMAIL", "TEL":
                let text = property.structured.filter { !$0.isEmpty }.joined(separator: ", ").tidied
                if !text.isEmpty, others[property.name] == nil { others[property.name] = text }
            default: break
            }
        }
        (self.name, self.formatted, self.nameLines, self.otherLines) = (name, formatted, nameLines, otherLines)
        fallbacks = ["NICKNAME", "ORG", "EMAIL", "TEL"].compactMap { others[$0] }
    }

    /// The names that are shown; one of them can be empty. `nil` if there is none.
    var firstAndLast: (first: String, last: String)? {
        let parts = name?.structured ?? []
        let (last, first) = (parts.first?.tidied ?? "", parts.count > 1 ? parts[1].tidied : "")
        if !first.isEmpty || !last.isEmpty { return (first, last) }
        let shown = (formatted ?? "").tidied
        let words = shown.split(separator: " ")
        // The last word is the last name, unless this is a company.
        if words.count > 1, !fallbacks.contains(shown) {
            return (words.dropLast().joined(separator: " "), String(words[words.count - 1]))
        }
        if let name = shown.isEmpty ? fallbacks.first : shown { return (name, "") }
        // A name that has only additional names, or a prefix or suffix.
        return parts.map(\.tidied).first { !$0.isEmpty }.map { ($0, "") }
    }

    static func generated(first: String, last: String) -> [String] {
        let full = Contact(id: "", first: first, last: last).fullName
        return [
            "FN:\(ContentLine.escaped(full))", "N:\(ContentLine.escaped(last));\(ContentLine.escaped(first));;;",
        ]
    }

    /// Whether the lines say no more than the two names.
    func arePlain(first: String, last: String) -> Bool {
        let plain = Self.generated(first: first, last: last).compactMap { ContentProperty($0) }
        return name != nil && nameLines.count <= 2
            && nameLines.compactMap { ContentProperty($0) }.allSatisfy { line in
                plain.contains { $0.isSameName(as: line) }
            }
    }

    /// The lines for the export. What the card said stays, unless the contact was renamed; then the other parts of `N` stay.
    func lines(for contact: Contact) -> [String] {
        if let (first, last) = firstAndLast, first == contact.first, last == contact.last, !nameLines.isEmpty {
            return formatted == nil ? [Self.generated(first: first, last: last)[0]] + nameLines : nameLines
        }
        var lines = Self.generated(first: contact.first, last: contact.last)
        let rest = (name?.structured ?? []).dropFirst(2).prefix(3).map(ContentLine.escaped)
        if rest.contains(where: { !$0.isEmpty }) {
            let names = [contact.last, contact.first].map(ContentLine.escaped)
            lines[1] = "N:" + (names + rest + Array(repeating: "", count: 3 - rest.count)).joined(separator: ";")
        }
        return lines
    }
}
