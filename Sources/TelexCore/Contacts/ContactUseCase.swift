import Foundation

/// The rules of the address book.
enum ContactUseCase {
    static let longestName = 100

    /// The reason why the name is invalid; `nil` if it is valid.
    static func refusal(first: String, last: String) -> String? {
        let names = [first.tidied, last.tidied]
        if names.contains("") { return "A contact needs a first and a last name" }
        return refusal(ofImported: first, last)
    }

    /// The same for an imported contact, which needs one name: most cards of a phone have no more.
    static func refusal(ofImported first: String, _ last: String) -> String? {
        [first, last].contains { $0.count > longestName } ? "A name can have at most \(longestName) characters" : nil
    }

    /// The sort key of a name: case, accents and width are ignored, so that é sorts with e.
    static func sortKey(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// What distinguishes a contact from others of the same name: an email address, a phone number, or `number`.
    static func detail(_ contact: Contact, number: Int) -> String {
        for property in ["EMAIL", "TEL"] {
            for line in contact.details.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                let name = parts.first?.prefix { $0 != ";" }.split(separator: ".").last?.uppercased()
                if name == property, parts.count == 2 { return String(parts[1]) }
            }
        }
        return "no. \(number)"
    }

    /// The first letters of both names, shown in place of a picture.
    static func initials(_ contact: Contact) -> String {
        [contact.first, contact.last].compactMap(\.first).map { String($0).uppercased() }.joined()
    }
}
