import Foundation
import TelexAPI

/// Somebody who has an account, or a bot.
package struct User: Hashable, Sendable {
    /// The row in the database.
    let key: Int64
    /// The name that addresses are made of.
    package let name: String
    /// The name that people read; empty of somebody who was removed.
    package let display: String

    /// What people are shown: whoever was removed is called by the user name.
    var title: String { display.isEmpty ? name : display }

    var person: Person { Person(user: name, name: title) }

    /// Why a text cannot be a user's name, or `nil`.
    static func refusal(of name: String) -> String? {
        let isName =
            name.utf8.count <= 32 && name.utf8.first.map { isLetterOrDigit($0) } == true
            && name.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
        return isName
            ? nil
            : "\"\(name)\" cannot be a user name: use up to 32 of a-z, 0-9, '.', '_' and '-', a letter or digit first."
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// The address of the chat of two: their names in alphabetical order.
    static func address(_ one: User, _ other: User) -> String {
        [one.name, other.name].sorted().joined(separator: "+")
    }
}
