import Foundation

/// The rules of the address book.
enum ContactUseCase {
    static let longestName = 100

    /// A name without white space around it.
    static func tidied(_ name: String) -> String { name.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Why nobody of this name is taken in, or `nil`.
    static func refusal(first: String, last: String) -> String? {
        let names = [tidied(first), tidied(last)]
        if names.contains("") { return "A contact must have first and last names" }
        if names.contains(where: { $0.count > longestName }) {
            return "A name may have at most \(longestName) characters"
        }
        return nil
    }

    /// What names are sorted by: their letters without case and accents, so that é stands beside e.
    static func sortKey(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// What tells somebody from others of the same name: an address, or which of them it is.
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

    /// The first letters of both names, in place of a picture.
    static func initials(_ contact: Contact) -> String {
        [contact.first, contact.last].compactMap(\.first).map { String($0).uppercased() }.joined()
    }
}
