import GRDB

/// The tables of a store, and the check of a file's version.
enum Schema {
    /// The version of the tables that this program reads and writes (`PRAGMA user_version`).
    static let version = 4
    /// Marks a file as a Telex store (`PRAGMA application_id`): "Telx".
    private static let application = 0x5465_6C78

    /// How the tables of a file compare to those of this program.
    enum Standing {
        /// There are none: the file is new, or its first start was interrupted.
        case empty
        case current
        case older, newer
    }

    static func standing(_ database: Database) throws -> Standing {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return .empty }
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == application else {
            // Written by a Telex from before the first release, which numbered its tables in another way.
            if try hasTable("chat", database) { return .older }
            throw DatabaseError(resultCode: .SQLITE_NOTADB)
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        return version == Self.version ? .current : version < Self.version ? .older : .newer
    }

    /// Returns whether a file has a table. GRDB's `tableExists` ends the process if the list of tables is damaged.
    static func hasTable(_ name: String, _ database: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)"
        return try Bool.fetchOne(database, sql: sql, arguments: [name]) ?? false
    }

    /// Returns whether a file has the tables of this program.
    ///
    /// - Returns: `false` if it has none.
    /// - Throws: `StoreError` if they are those of another version.
    static func hasTables(_ database: Database, _ path: String) throws -> Bool {
        switch try standing(database) {
        case .empty: return false
        case .current: return true
        case .older: throw StoreError.older(path: path)
        case .newer: throw StoreError.newer(path: path)
        }
    }

    /// Creates the tables in a file that has none. If the process is killed meanwhile, no table is left behind.
    ///
    /// - Parameter store: the name of the store in cursors.
    static func create(_ database: Database, store: String) throws {
        try database.inTransaction(.immediate) {
            if try standing(database) == .empty {
                try database.execute(sql: tables)
                try database.execute(sql: "INSERT INTO arrival (store, last) VALUES (?, 0)", arguments: [store])
                try database.execute(sql: "PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
            }
            return .commit
        }
    }

    /// Dates are milliseconds since 1970.
    ///
    /// Values that SQL searches, counts or sorts by have columns. The rest of a chat (`details`, a `ChatDetails`, and
    /// `members`) and of a message's content (`content`, a `MessageContent`) is JSON, as on the wire.
    ///
    /// A chat's `unread` and `mentions` follow from its messages and `readUpTo`. They are kept because counting them at
    /// each start took longer than everything else. A row of `gap` is a position before which messages are missing that
    /// the server has; its token identifies them for the backend.
    ///
    /// A row of `earlyReaction` is a reaction, as JSON, to a message that is not stored.
    ///
    /// A message's `delivery`, `kind` and `attention` are values of `MessageRecord`, and `due` is when it is to be
    /// deleted. Its `arrival` counts up with each new message, and down with each older one. The row of the table
    /// `arrival` has the name of this store in cursors, and the highest number that a removed chat had, so that none is
    /// assigned twice.
    ///
    /// The partial indexes compare values instead of looking them up in a list, which took as long as the rest of
    /// storing a message.
    ///
    /// A contact's `details` are content lines of a vCard. The words of its name are folded, and each is stored once.
    private static let tables = """
        CREATE TABLE chat (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            readUpTo INTEGER NOT NULL DEFAULT 0,
            unread INTEGER NOT NULL DEFAULT 0,
            mentions INTEGER NOT NULL DEFAULT 0,
            unloaded INTEGER NOT NULL DEFAULT 0,
            unloadedMentions INTEGER NOT NULL DEFAULT 0,
            recency INTEGER NOT NULL DEFAULT 0,
            deliveredUpTo INTEGER NOT NULL DEFAULT 0,
            otherReadUpTo INTEGER NOT NULL DEFAULT 0,
            lastOrder INTEGER,
            details TEXT,
            members TEXT
        );
        CREATE TABLE message (
            chat INTEGER NOT NULL REFERENCES chat (key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            arrival INTEGER NOT NULL,
            serverOrder INTEGER,
            isOwn INTEGER NOT NULL,
            sender TEXT,
            kind INTEGER NOT NULL,
            attention INTEGER NOT NULL,
            date INTEGER NOT NULL,
            delivery INTEGER NOT NULL,
            reason TEXT,
            due INTEGER,
            content TEXT NOT NULL,
            PRIMARY KEY (chat, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX messageByArrival ON message (arrival);
        CREATE TABLE arrival (store TEXT NOT NULL, last INTEGER NOT NULL);
        CREATE UNIQUE INDEX messageByID ON message (chat, id);
        CREATE TABLE earlyReaction (
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat (key),
            message TEXT NOT NULL,
            reaction TEXT NOT NULL,
            UNIQUE (message, chat, reaction)
        );
        CREATE INDEX messageUnsent ON message (position) WHERE delivery > 0 AND delivery != 3;
        CREATE INDEX messageSystem ON message (position) WHERE kind = 5;
        CREATE TABLE gap (
            chat INTEGER NOT NULL REFERENCES chat (key),
            position INTEGER NOT NULL,
            token TEXT NOT NULL,
            PRIMARY KEY (chat, position)
        ) WITHOUT ROWID;
        CREATE TABLE contact (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            first TEXT NOT NULL,
            last TEXT NOT NULL,
            chat TEXT,
            details TEXT NOT NULL
        );
        CREATE TABLE contactWord (
            word TEXT NOT NULL,
            contact INTEGER NOT NULL REFERENCES contact (key),
            PRIMARY KEY (word, contact)
        ) WITHOUT ROWID;
        CREATE INDEX contactWordByContact ON contactWord (contact);
        CREATE TABLE reminder (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            due INTEGER NOT NULL,
            isDone INTEGER NOT NULL,
            isTold INTEGER NOT NULL,
            chat TEXT
        ) WITHOUT ROWID;
        CREATE TABLE bookmark (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """
}
