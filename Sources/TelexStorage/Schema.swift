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
    static func create(_ database: Database) throws {
        try database.inTransaction(.immediate) {
            if try standing(database) == .empty {
                try database.execute(sql: tables)
                try database.execute(sql: "PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
            }
            return .commit
        }
    }

    /// Dates are milliseconds since 1970.
    ///
    /// A chat's unread counts are nowhere: they follow from `readUpTo`. `received` is the id of the last message from the
    /// other, `receivedUpTo` its place. `untold` is the id of the last message that we have read, while the server does not
    /// know it. `lastKind` is one of `MessageRecord.kinds`. `inviter` is null unless we are invited to the chat and not yet
    /// in it. `unloadedUnread` and `unloadedMentions` are what the server counts among messages that are not here; they are
    /// missing before the places of `gap`, whose tokens name them for the backend.
    ///
    /// A message's `delivery`, `kind` and `attention` are values of `MessageRecord`. The partial indexes compare rather than
    /// look values up in a list, which took as long as the rest of storing a message.
    ///
    /// A contact's `details` are content lines of a vCard; words are folded, each once.
    private static let tables = """
        CREATE TABLE chat (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            contact TEXT NOT NULL,
            total INTEGER NOT NULL DEFAULT 0,
            readUpTo INTEGER NOT NULL DEFAULT 0,
            deliveredUpTo INTEGER NOT NULL DEFAULT 0,
            otherReadUpTo INTEGER NOT NULL DEFAULT 0,
            received TEXT,
            receivedUpTo INTEGER NOT NULL DEFAULT 0,
            untold TEXT,
            unloadedUnread INTEGER NOT NULL DEFAULT 0,
            unloadedMentions INTEGER NOT NULL DEFAULT 0,
            isEncrypted INTEGER NOT NULL DEFAULT 0,
            inviter TEXT,
            invitedAt INTEGER,
            lastPosition INTEGER,
            lastMessage TEXT,
            lastIsOwn INTEGER,
            lastAuthor TEXT,
            lastKind INTEGER NOT NULL DEFAULT 0,
            lastText TEXT,
            lastDate INTEGER
        );
        CREATE TABLE message (
            chat INTEGER NOT NULL REFERENCES chat (key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            isOwn INTEGER NOT NULL,
            author TEXT,
            kind INTEGER NOT NULL DEFAULT 0,
            text TEXT NOT NULL,
            isEdited INTEGER NOT NULL DEFAULT 0,
            attention INTEGER NOT NULL DEFAULT 1,
            date INTEGER NOT NULL,
            delivery INTEGER NOT NULL,
            reason TEXT,
            PRIMARY KEY (chat, position)
        ) WITHOUT ROWID;
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
