import Foundation
import GRDB
import GRDBSQLite
import TelexCore

/// The result of checking a store file.
package struct StoreCheckup: Sendable {
    /// The damage that SQLite reports (`PRAGMA integrity_check`), at most three problems.
    package let damage: [String]
    /// The number of rows that cannot be read, or only partly.
    package let unreadableRows: Int
    /// Whether the search index has the messages that it should, by each of their words.
    package let isIndexWhole: Bool
    /// The version of the tables; `nil` if there are none yet.
    package let version: Int?
    package let chats: Int
    package let messages: Int
    /// Who owns the store, as its backend has noted it.
    package let owner: String?

    /// Whether the next start changes the tables to those of this program.
    package var isOutdated: Bool { version.map { $0 < StoreSchema.version } ?? false }

    /// The version of SQLite in use.
    package static let sqliteVersion = String(cString: sqlite3_libversion())

    /// Checks the file without changing it, even while another process has it open.
    ///
    /// - Parameters:
    ///   - name: the name under which the owner is kept.
    ///   - see: is shown each message.
    package init(path: String, owner name: String, _ see: @escaping (Message) -> Void = { _ in }) throws(StoreError) {
        let found = try StoreReader.readable(path) { database in
            let problems = try String?.fetchAll(database, sql: "PRAGMA integrity_check(3)").compactMap(\.self)
            let version = try StoreSchema.version(of: database)
            // What SQLite says of the index itself is no damage to messages.
            let isWhole = version != StoreSchema.version || (try? SearchIndex().isWhole(database)) ?? false
            return (damage: problems.filter { $0 != "ok" }, version: version, isWhole: isWhole)
        }
        let export = try StoreExport(path: path)
        var (chats, messages) = (0, 0)
        do {
            owner = found == nil ? nil : try export.value(name)
            _ = try export.read { item in
                switch item {
                case .chat: chats += 1
                case .message(let message):
                    messages += 1
                    see(message)
                case .gap, .contact, .reminder, .ignored: break
                }
            }
        } catch {
            throw StoreError.reading(error, path)
        }
        damage = found?.damage ?? []
        isIndexWhole = found?.isWhole ?? true
        version = found?.version
        unreadableRows = export.unreadableRows
        (self.chats, self.messages) = (chats, messages)
    }
}
