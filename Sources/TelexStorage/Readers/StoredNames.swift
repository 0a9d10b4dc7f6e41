import Foundation
import GRDB

/// The names in a store, for completion. They can be read while another process has the store open.
package struct StoredNames {
    /// The titles of the chats, the most recent first.
    package let chats: [String]
    /// The names of the people in them, sorted.
    package let people: [String]

    package init(chats: [String], people: [String]) {
        self.chats = chats
        self.people = people
    }

    /// - Returns: no names if there is no store.
    package static func names(path: String) throws(StoreError) -> StoredNames {
        let none = StoredNames(chats: [], people: [])
        guard FileManager.default.fileExists(atPath: path) else { return none }
        return try StoreReader.readable(path, mayCopy: false) { database in
            let chats = try ChatRecord.all(database)
            let people = Set(chats.flatMap { $0.members.all.filter { !$0.isOwn }.map { $0.name ?? $0.id.text } })
            return StoredNames(chats: chats.map(\.title), people: people.sorted())
        } ?? none
    }
}
