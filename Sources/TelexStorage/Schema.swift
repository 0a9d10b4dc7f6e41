import GRDB

/// The tables, and how older files become like newer ones.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: version1)
        }
        migrator.registerMigration("2") { database in
            try database.execute(sql: version2)
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: version3)
        }
        migrator.registerMigration("4") { database in
            try database.execute(sql: version4)
        }
        migrator.registerMigration("5") { database in
            try database.execute(sql: version5)
        }
        migrator.registerMigration("6") { database in
            try database.execute(sql: version6)
        }
        migrator.registerMigration("7") { database in
            try database.execute(sql: version7)
        }
        return migrator
    }

    /// To look up three values in a list took as long as the rest of storing a message; mentions are few among many.
    private static let version7 = """
        DROP INDEX messageUnsent;
        CREATE INDEX messageUnsent ON message (position) WHERE delivery > 0 AND delivery != 3;
        CREATE INDEX messageMentioning ON message (chat, position) WHERE attention = 2;
        """

    /// `attention` is one of `MessageRecord.attentions`. `unloadedUnread` and `unloadedMentions` are what the server counts
    /// among messages that are not here; they are missing before the places of `gap`, whose tokens name them for the
    /// backend. Of a chat in which we are not yet `inviter` is not null.
    private static let version6 = """
        ALTER TABLE message ADD COLUMN attention INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE chat ADD COLUMN isEncrypted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE chat ADD COLUMN inviter TEXT;
        ALTER TABLE chat ADD COLUMN invitedAt INTEGER;
        ALTER TABLE chat ADD COLUMN unloadedUnread INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE chat ADD COLUMN unloadedMentions INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE gap (
            chat INTEGER NOT NULL REFERENCES chat (key),
            position INTEGER NOT NULL,
            token TEXT NOT NULL,
            PRIMARY KEY (chat, position)
        ) WITHOUT ROWID;
        """

    /// `kind` and `lastKind` count through `MessageRecord.kinds`.
    private static let version5 = """
        ALTER TABLE message ADD COLUMN author TEXT;
        ALTER TABLE message ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN isEdited INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE chat ADD COLUMN lastAuthor TEXT;
        ALTER TABLE chat ADD COLUMN lastKind INTEGER NOT NULL DEFAULT 0;
        """

    /// `received` is the id of the last message from the other, `receivedUpTo` its place. `untold` is the id of the last message that we have read, while the server does not know it.
    private static let version4 = """
        ALTER TABLE chat ADD COLUMN untold TEXT;
        ALTER TABLE chat ADD COLUMN received TEXT;
        ALTER TABLE chat ADD COLUMN receivedUpTo INTEGER NOT NULL DEFAULT 0;
        UPDATE chat SET
            received = (
                SELECT id FROM message WHERE chat = chat.key AND NOT isOwn ORDER BY position DESC LIMIT 1),
            receivedUpTo = coalesce((SELECT max(position) FROM message WHERE chat = chat.key AND NOT isOwn), 0);
        CREATE TABLE bookmark (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """

    private static let version3 = """
        CREATE TABLE reminder (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            due INTEGER NOT NULL,
            isDone INTEGER NOT NULL,
            isTold INTEGER NOT NULL,
            chat TEXT
        ) WITHOUT ROWID;
        """

    /// `details` are content lines of a vCard; words are folded, each once.
    private static let version2 = """
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
        """

    /// Dates are milliseconds since 1970. `delivery` is one of `MessageRecord.Delivery`. Unread counts are nowhere:
    /// they follow from `readUpTo`.
    private static let version1 = """
        CREATE TABLE chat (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            contact TEXT NOT NULL,
            total INTEGER NOT NULL DEFAULT 0,
            readUpTo INTEGER NOT NULL DEFAULT 0,
            deliveredUpTo INTEGER NOT NULL DEFAULT 0,
            otherReadUpTo INTEGER NOT NULL DEFAULT 0,
            lastPosition INTEGER,
            lastMessage TEXT,
            lastIsOwn INTEGER,
            lastText TEXT,
            lastDate INTEGER
        );
        CREATE TABLE message (
            chat INTEGER NOT NULL REFERENCES chat (key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            isOwn INTEGER NOT NULL,
            text TEXT NOT NULL,
            date INTEGER NOT NULL,
            delivery INTEGER NOT NULL,
            reason TEXT,
            PRIMARY KEY (chat, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX messageByID ON message (chat, id);
        CREATE INDEX messageUnsent ON message (position) WHERE delivery IN (1, 2, 4);
        """
}
