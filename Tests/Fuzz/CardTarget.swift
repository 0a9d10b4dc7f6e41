import Foundation

@testable import TelexCore

/// A vCard file.
enum CardTarget {
    static func check(_ bytes: [UInt8]) throws {
        let cards = VCard.read(VCardLines.text(of: bytes))
        try promise(cards.bad.allSatisfy { $0.line > 0 && !$0.reason.isEmpty }, "a refusal without a place or a reason")
        var importing = ContactImport([])
        for card in cards.good { importing.add(card) { ContactID("new-\($0)") } }
        try promise(importing.notice(skipped: cards.bad).hasSuffix("."), "no sentence")
        let contacts = importing.contacts
        let text = VCard.write(contacts)
        try promise(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 }, "a line that is not folded")
        let again = VCard.read(text)
        try promise(again.bad.isEmpty, "what was written is refused: \(again.bad)")
        try promise(again.good.count == contacts.count, "\(contacts.count) cards came back as \(again.good.count)")
        for (contact, card) in zip(contacts, again.good) {
            let same = Contact(id: ContactID(card.uid ?? ""), first: card.first, last: card.last, details: card.details)
            try promise(VCard.write([same]) == VCard.write([contact]), "\(contact) came back as \(card)")
        }
    }
}
