/// Finds out which contact each card of an import is.
///
/// It is the one with the card's `UID`; without a `UID`, the one of the same name that has one of the card's addresses or the
/// same lines, so that importing a file twice makes no doubles.
struct ContactImport {
    private var known: [ContactID: Contact] = [:]
    private var namesakes: [String: [ContactID]] = [:]
    /// The line of the card that each contact came from.
    private var lines: [ContactID: Int] = [:]
    private var order: [ContactID] = []
    private var repeated: [ImportProblem] = []

    init(_ contacts: [Contact]) { for contact in contacts { keep(contact) } }

    /// The contacts to save, in the order of their cards.
    var contacts: [Contact] { order.compactMap { known[$0] } }

    /// - Parameter fresh: makes an id that no contact has from the number of the card.
    mutating func add(_ card: VCard.Card, fresh: (Int) -> ContactID) {
        var uid = card.uid.map { ContactID($0) }
        if let id = uid, let line = lines[id] {
            let name = Contact(id: id, first: card.first, last: card.last).fullName
            repeated.append(
                .repeatedUID(line: card.line, subject: PreviewText.line(of: name), earlierLine: line))
            uid = nil
        }
        var contact = Contact(id: uid ?? "", first: card.first, last: card.last, details: card.details)
        if let uid {
            contact.chat = known[uid]?.chat
        } else if let same = contactWithAddress(of: contact) {
            contact.id = same.id
            contact.chat = same.chat
            contact.details = Self.merged(same.details, card.details)
        } else {
            var number = order.count + 1
            contact.id = fresh(number)
            while known[contact.id] != nil {
                number += 1
                contact.id = fresh(number)
            }
        }
        if lines.updateValue(card.line, forKey: contact.id) == nil { order.append(contact.id) }
        keep(contact)
    }

    /// Summarizes the import as text.
    func notice(skipped: [ImportProblem]) -> String {
        ImportNotice.text("contact", order.count, [("Skipped", skipped), ("Changed", repeated)])
    }

    private mutating func keep(_ contact: Contact) {
        if known.updateValue(contact, forKey: contact.id)?.fullName != contact.fullName {
            namesakes[contact.fullName, default: []].append(contact.id)
        }
    }

    private func contactWithAddress(of contact: Contact) -> Contact? {
        let addresses = Self.addresses(contact.details)
        return namesakes[contact.fullName, default: []].lazy.compactMap { known[$0] }.first { other in
            let others = Self.addresses(other.details)
            return other.first == contact.first && other.last == contact.last
                && (other.details == contact.details || !others.isDisjoint(with: addresses))
        }
    }

    /// The mail addresses, and the digits of the telephone numbers.
    private static func addresses(_ details: String) -> Set<String> {
        Set(
            details.split(separator: "\n").compactMap { line in
                guard let property = ContentProperty(String(line)) else { return nil }
                let text = property.text.tidied.lowercased()
                return switch property.name {
                case "EMAIL", "IMPP", "URL": text
                case "TEL": text.filter { $0.isNumber || $0 == "+" }
                default: nil
                }
            }
        ).subtracting([""])
    }

    /// The lines of both, each once, with the older name.
    private static func merged(_ old: String, _ new: String) -> String {
        let old = old.split(separator: "\n").map(String.init)
        let known = Set(old)
        return (old + CardNames(new.split(separator: "\n").map(String.init)).otherLines.filter { !known.contains($0) })
            .joined(separator: "\n")
    }
}
