import Foundation

@testable import TelexCore

/// A vCard file.
enum CardTarget {
    static func check(_ bytes: [UInt8]) throws {
        let cards = VCard.read(String(decoding: bytes, as: UTF8.self))
        try promise(cards.bad.allSatisfy { $0.line > 0 && !$0.reason.isEmpty }, "a refusal without a place or a reason")
        try promise(VCard.notice(cards).hasSuffix("."), "no sentence")
        let contacts = cards.good.enumerated().map { number, card in
            Contact(
                id: ContactID(card.uid ?? "\(number)"), first: card.first, last: card.last, details: card.details)
        }
        let text = VCard.write(contacts)
        try promise(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 }, "a line that is not folded")
        let again = VCard.read(text)
        try promise(again.bad.isEmpty, "what was written is refused: \(again.bad)")
        for (contact, card) in zip(contacts, again.good) {
            let same = VCard.Card(
                uid: contact.id.text, first: contact.first, last: contact.last, details: contact.details)
            try promise(card == same, "\(same) came back as \(card)")
        }
        try promise(again.good.count == contacts.count, "\(contacts.count) cards came back as \(again.good.count)")
    }
}
