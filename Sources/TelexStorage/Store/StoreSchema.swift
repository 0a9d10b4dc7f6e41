import GRDB

/// The tables of a store, and their migrations.
enum StoreSchema {
    /// The versions of the tables (`PRAGMA user_version`) that this program can bring up to date, and the one that it
    /// reads and writes.
    private static let versions = 4..<4 + migrations.count
    static let version = versions.upperBound - 1

    /// The version that last changed what `rebuild` makes. To fold words in another way, add a migration, which can be
    /// empty, and put its version here.
    private static let rebuildVersion = 8

    /// Fills the tables that follow from others by rules that SQL does not have.
    private static func rebuild(_ database: Database) throws {
        try SearchIndex().reset(database)
        try ContactRecord.rebuildWords(database)
    }

    /// Executes SQL without its indentation. SQLite keeps the text of what makes tables: while all of it fits on the first
    /// page, what is left of a file that was cut off can be read.
    private static func execute(_ sql: String, _ database: Database) throws {
        try database.execute(sql: sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// Marks a file as a Telex store (`PRAGMA application_id`): "Telx".
    private static let application = 0x5465_6C78

    /// How the tables of a file compare to those of this program.
    enum State: Equatable {
        /// There are none: the file is new, or its first start was interrupted.
        case empty
        case current
        /// They can be brought up to date. Until then, everything but the values that a backend has kept is where it is
        /// in current ones.
        case older(Int)
        /// They are from before the first release.
        case obsolete
        case newer
    }

    static func standing(_ database: Database) throws -> State {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return .empty }
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == application else {
            // Written by a Telex from before the first release, which numbered its tables in another way.
            if try hasTable("chat", database) { return .obsolete }
            throw DatabaseError(resultCode: .SQLITE_NOTADB)
        }
        let version = try version(of: database)
        if version == Self.version { return .current }
        return version > Self.version ? .newer : versions.contains(version) ? .older(version) : .obsolete
    }

    /// The version of the tables of a store.
    static func version(of database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Returns whether a file has a table. GRDB's `tableExists` ends the process if the list of tables is damaged.
    static func hasTable(_ name: String, _ database: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)"
        return try Bool.fetchOne(database, sql: sql, arguments: [name]) ?? false
    }

    /// Returns whether a file has tables that this program can read.
    ///
    /// - Returns: `false` if it has none.
    /// - Throws: `StoreError` if they are those of a version that it cannot read.
    static func hasTables(_ database: Database, _ path: String) throws -> Bool {
        switch try standing(database) {
        case .empty: return false
        case .current, .older: return true
        case .obsolete: throw StoreError.older(path: path)
        case .newer: throw StoreError.newer(path: path)
        }
    }

    /// Brings the tables up to date, or creates them in a file that has none. If the process is killed meanwhile, the
    /// file stays as it was.
    ///
    /// - Parameter store: the name of the store in cursors if it is new.
    static func migrate(_ database: Database, store: String) throws {
        try database.inTransaction(.immediate) {
            let old: Int
            switch try standing(database) {
            case .empty: old = 0
            case .older(let version): old = version
            case .current, .obsolete, .newer: return .rollback
            }
            for (version, sql) in zip(versions, migrations) where version > old { try execute(sql, database) }
            if old < rebuildVersion { try rebuild(database) }
            if old == 0 {
                try database.execute(sql: "INSERT INTO arrival (store, last) VALUES (?, 0)", arguments: [store])
                try database.execute(sql: "PRAGMA application_id = \(application)")
            }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }
}
