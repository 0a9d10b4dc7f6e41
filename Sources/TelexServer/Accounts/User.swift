import Foundation
import TelexAPI

/// A person with an account, or a bot.
package struct User: Hashable, Sendable {
    /// The key of the row in the database.
    let key: Int64
    /// The user name, of which chat addresses are made.
    package let name: String
    /// The display name; empty for a removed user.
    package let display: String

    /// The name to show: the display name, or the user name of a removed user.
    var title: String { display.isEmpty ? name : display }

    var person: Person { Person(user: name, name: title) }

    /// Returns why a text is not a valid user name; `nil` if it is valid.
    static func refusal(of name: String) -> String? {
        let isName =
            name.utf8.count <= 32 && name.utf8.first.map { isLetterOrDigit($0) } == true
            && name.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
        return isName
            ? nil
            : "\"\(name)\" is not a valid user name. Use up to 32 of a-z, 0-9, '.', '_', '-'; the first a letter or digit."
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// The address of the direct chat of two users: their user names in alphabetical order, joined by `+`.
    static func address(_ one: User, _ other: User) -> String {
        [one.name, other.name].sorted().joined(separator: "+")
    }

    /// The user names in the address of a direct chat.
    static func names(in address: String) -> [String] { address.split(separator: "+").map(String.init) }
}
