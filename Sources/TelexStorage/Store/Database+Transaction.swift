import GRDB

extension Database {
    /// Runs `body` in a transaction. Like `inTransaction(.immediate)`, but with cached statements.
    func inPreparedTransaction(_ body: () throws -> Void) throws {
        try cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            try body()
            try cachedStatement(sql: "COMMIT").execute()
        } catch {
            // After some errors, SQLite has rolled back already (sqlite.org/lang_transaction.html, section 3.1).
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }
}
