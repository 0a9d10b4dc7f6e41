import GRDB

/// The tables, and which version of them a file has.
enum Schema {
    /// The version of the tables that this program reads and writes (`PRAGMA user_version`).
    static let version = 1
    /// Marks a file as a Telex store (`PRAGMA application_id`): "Telx".
    private static let application = 0x5465_6C78

    /// How the tables of a file compare to those of this program.
    enum Standing {
        /// There are none: the file is new, or its first start was cut off.
        case empty
        case current
        case older, newer
    }

    static func standing(_ database: Database) throws -> Standing {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return .empty }
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == application else {
            // A Telex that numbered its tables in another way, before the first release.
            if try database.tableExists("chat") { return .older }
            throw DatabaseError(resultCode: .SQLITE_NOTADB)
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        return version == Self.version ? .current : version < Self.version ? .older : .newer
    }

    /// Makes the tables in a file that has none. A process that is killed meanwhile leaves none of them behind.
    ///
    /// - Parameter store: what cursors are to call it.
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
    /// What SQL looks for, counts or orders by has a column. All the rest of a chat (`details`, of `ChatDetails`; `members`) and of what
    /// a message says (`content`, of `MessageContent`) is JSON, in the form that it has on the wire.
    ///
    /// A chat's unread counts are nowhere: they follow from `readUpTo`. Messages that the server has are missing before the
    /// places of `gap`, whose tokens name them for the backend.
    ///
    /// A message's `delivery`, `kind` and `attention` are values of `MessageRecord`. `arrival` counts up with each message
    /// that comes, and down with each that was there before; the row of `arrival` has what cursors call this store, and the
    /// highest place that a chat had which was removed, so that none is given twice.
    /// The partial indexes compare rather than look values up in a list, which took as long as the rest of storing a message.
    ///
    /// A contact's `details` are content lines of a vCard; words are folded, each once.
    private static let tables = """
        CREATE TABLE chat (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            readUpTo INTEGER NOT NULL DEFAULT 0,
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
            content TEXT NOT NULL,
            PRIMARY KEY (chat, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX messageByArrival ON message (arrival);
        CREATE TABLE arrival (store TEXT NOT NULL, last INTEGER NOT NULL);
        CREATE UNIQUE INDEX messageByID ON message (chat, id);
        CREATE INDEX messageUnsent ON message (position) WHERE delivery > 0 AND delivery != 3;
        CREATE INDEX messageMentioning ON message (chat, position) WHERE attention = 2;
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
