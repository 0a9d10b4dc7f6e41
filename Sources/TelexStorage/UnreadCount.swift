import Foundation
import GRDB

/// Counts what is unread in a store without opening it for writing, while another process may have it.
package enum UnreadCount {
    /// - Returns: the number over all chats; 0 when there is no store.
    package static func total(path: String) throws(StoreError) -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try StoreError.opening(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let database = try DatabaseQueue(path: path, configuration: configuration)
            return try database.read { database in
                try Int.fetchOne(database, sql: "SELECT sum(\(ChatRecord.unread)) FROM chat") ?? 0
            }
        }
    }
}
