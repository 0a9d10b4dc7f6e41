import GRDB

/// The tables of a store, and their migrations.
enum StoreSchema {
    /// The versions of the tables (`PRAGMA user_version`) that this program can bring up to date, and the one that it
    /// reads and writes.
    private static let versions = 4...10
    static let version = versions.upperBound

    /// Changes the tables of the version before into those of this one.
    private static func migrate(to version: Int, _ database: Database) throws {
        switch version {
        case 4: try execute(version4, database)
        // What a backend has kept is more than how far it has delivered.
        case 5: try execute("ALTER TABLE bookmark RENAME TO link", database)
        case 6:
            // `recency` is the order of the list of chats, whose sections begin at multiples of 2^54: `Chat.listOrder`.
            try execute(
                """
                ALTER TABLE chat ADD COLUMN mute INTEGER NOT NULL DEFAULT 0;
                UPDATE chat SET recency = recency + (1 << 54);
                """, database)
        case 7:
            try execute(
                """
                CREATE TABLE ignored (
                    id TEXT NOT NULL PRIMARY KEY,
                    isIgnored INTEGER NOT NULL,
                    isTold INTEGER NOT NULL
                ) WITHOUT ROWID;
                """, database)
        case 8:
            try execute(SearchIndex.schema, database)
            try SearchIndex().noteAll(database)
        case 9:
            try execute(
                "CREATE INDEX messageByFile ON message (\(MessageRecord.file)) WHERE \(MessageRecord.hasFile)", database
            )
        // `recurrence` is how a reminder repeats: `Recurrence.text`.
        case 10: try execute("ALTER TABLE reminder ADD COLUMN recurrence TEXT", database)
        default: preconditionFailure("no migration to version \(version)")
        }
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
            switch try standing(database) {
            case .empty:
                for version in versions { try migrate(to: version, database) }
                try database.execute(sql: "INSERT INTO arrival (store, last) VALUES (?, 0)", arguments: [store])
                try database.execute(sql: "PRAGMA application_id = \(application)")
            case .older(let old): for version in versions where version > old { try migrate(to: version, database) }
            case .current, .obsolete, .newer: return .rollback
            }
            try database.execute(sql: "PRAGMA user_version = \(version)")
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
    /// A row of `ignored` is somebody whom we ignore, or of whom the server does not have that we no longer do.
    ///
    /// A contact's `details` are content lines of a vCard. The words of its name are folded, and each is stored once.
    private static let version4 = """
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
