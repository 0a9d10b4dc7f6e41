import Foundation
import GRDB
import Testing

@testable import TelexServer

@Suite struct ServerStoreTests {
    @Test func syncsCommitsAndOverwritesDeletedData() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try ServerStore(path: path)
        let modes = try store.database.writeWithoutTransaction { database in
            try ["synchronous", "secure_delete"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(modes == [2, 1])
    }
}
