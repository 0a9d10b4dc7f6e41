import Foundation
import GRDB

/// Counts what is unread in a store without opening it for writing, while another process may have it.
package enum UnreadTotal {
    /// - Returns: the number over all chats; 0 when there is no store.
    package static func total(path: String) throws(StoreError) -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        try bringUpToDate(path)
        return try StoreError.opening(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let database = try DatabaseQueue(path: path, configuration: configuration)
            return try database.read { database in
                try Int.fetchOne(database, sql: "SELECT sum(\(ChatRecord.unread) + unloadedUnread) FROM chat") ?? 0
            }
        }
    }

    /// A file of an older version has not all that is counted by.
    private static func bringUpToDate(_ path: String) throws(StoreError) {
        let isDone = try StoreError.opening(path) {
            var configuration = Configuration()
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration).read {
                try Schema.migrator.hasCompletedMigrations($0)
            }
        }
        if isDone { return }
        let lock = try StoreLock(path)
        _ = try SQLiteStore(path: path, durability: .full)
        withExtendedLifetime(lock) {}
    }
}
