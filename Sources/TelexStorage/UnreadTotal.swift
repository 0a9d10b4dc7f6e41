import Foundation
import GRDB

/// Counts what is unread in a store without opening it for writing, while another process may have it.
package enum UnreadTotal {
    /// - Returns: the number over all chats; 0 when there is no store.
    package static func total(path: String) throws(StoreError) -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try StoreReader.current(path) { database in
            try ChatRecord.all(database).reduce(0) { $0 + $1.unreadInAll.messages }
        } ?? 0
    }
}
