import Foundation
import GRDB

/// Counts the unread messages in a store without opening it for writing, even while another process has it open.
package enum UnreadTotal {
    /// - Returns: the total over all chats that are not muted, including messages that only the server has; 0 if there is no store.
    package static func total(path: String) throws(StoreError) -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try StoreReader.readable(path) { database in
            try ChatRecord.all(database).reduce(0) { $0 + $1.counted.unread.messages }
        } ?? 0
    }
}
