import GRDB

/// The tables, and their migrations.
enum ServerSchema {
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
        migrator.registerMigration("5", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: version5)
            for user in try Accounts.all(database) { try NameIndex.add(user, database) }
        }
        migrator.registerMigration("6") { database in
            try database.execute(sql: version6)
        }
        migrator.registerMigration("7") { database in
            try database.execute(sql: version7)
        }
        migrator.registerMigration("8") { database in
            try database.execute(sql: version8)
        }
        migrator.registerMigration("9") { database in
            try database.execute(sql: version9)
        }
        migrator.registerMigration("10") { database in
            try database.execute(sql: version10)
        }
        migrator.registerMigration("11") { database in
            try database.execute(sql: version11)
        }
        migrator.registerMigration("12") { database in
            try database.execute(sql: version12)
        }
        migrator.registerMigration("13") { database in
            try database.execute(sql: version13)
        }
        migrator.registerMigration("14") { database in
            try database.execute(sql: version14)
        }
        return migrator
    }

    /// Whether the file has the tables, columns, references, indices and triggers of its version.
    static func isIntact(_ database: Database) throws -> Bool {
        guard let version = try migrator.completedMigrations(database).last else { return true }
        let model = try DatabaseQueue()
        try migrator.migrate(model, upTo: version)
        return try model.read(parts).isSubset(of: parts(database))
    }

    private static func parts(_ database: Database) throws -> Set<String> {
        try String.fetchSet(
            database,
            sql: """
                SELECT format('%s.%s %s', made.name, part.name, part.type)
                FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS part WHERE made.type = 'table'
                UNION ALL SELECT format('%s.%s > %s', made.name, key."from", key."table")
                FROM sqlite_master AS made JOIN pragma_foreign_key_list(made.name) AS key WHERE made.type = 'table'
                UNION ALL SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger')
                """)
    }

    /// Dates are milliseconds since 1970. Message texts are bytes, because SQLite ends text at a NUL. `chat.last` is
    /// the sequence number of the last message, `chat.event` the last event that changed the chat. `event.kind` is one
    /// of `EventKind`.
    private static let version1 = """
        CREATE TABLE user (
            key INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            display TEXT NOT NULL
        );
        CREATE TABLE invitation (hash BLOB NOT NULL PRIMARY KEY, user INTEGER NOT NULL REFERENCES user) WITHOUT ROWID;
        CREATE TABLE token (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES user
        );
        CREATE INDEX tokenByUser ON token (user);
        CREATE TABLE chat (
            key INTEGER PRIMARY KEY,
            address TEXT NOT NULL UNIQUE,
            last INTEGER NOT NULL DEFAULT 0,
            event INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE member (
            chat INTEGER NOT NULL REFERENCES chat,
            user INTEGER NOT NULL REFERENCES user,
            readUpTo INTEGER NOT NULL DEFAULT 0,
            deliveredUpTo INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (chat, user)
        ) WITHOUT ROWID;
        CREATE INDEX memberByUser ON member (user, chat);
        CREATE TABLE message (
            chat INTEGER NOT NULL REFERENCES chat,
            seq INTEGER NOT NULL,
            sender INTEGER NOT NULL REFERENCES user,
            id TEXT NOT NULL,
            text BLOB NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (chat, seq)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX messageByID ON message (chat, sender, id);
        CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            chat INTEGER NOT NULL REFERENCES chat,
            kind INTEGER NOT NULL,
            user INTEGER NOT NULL,
            seq INTEGER NOT NULL
        );
        """

    /// Dates here are seconds since 1970. The row of a removed user stays, so that nobody else gets the name.
    private static let version2 = """
        ALTER TABLE user ADD COLUMN isRemoved INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE invitation ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
        UPDATE token SET used = strftime('%s', 'now');
        UPDATE invitation SET made = strftime('%s', 'now');
        """

    /// `chat.name` is the name of a group, `NULL` for a direct chat. `member.standing` is one of `Membership`.
    ///
    /// For people who have not joined, `inviter` invited them, and `since` is the event of the invitation or of its
    /// decline. For members, `joined` is the sequence number of the last message before they joined.
    ///
    /// `message.revised` is the last event that changed the message, 0 for none. `run` has, for each start of a server,
    /// the last event before it and the number after which its own events begin. Events up to the horizon are no longer
    /// in the log.
    private static let version3 = """
        ALTER TABLE chat ADD COLUMN name TEXT;
        ALTER TABLE member ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE member ADD COLUMN inviter INTEGER REFERENCES user;
        ALTER TABLE member ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE member ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN kind TEXT NOT NULL DEFAULT 'text';
        ALTER TABLE message ADD COLUMN revised INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX messageByRevision ON message (chat, revised) WHERE revised > 0;
        CREATE TABLE run (key INTEGER PRIMARY KEY, last INTEGER NOT NULL, base INTEGER NOT NULL);
        CREATE TABLE horizon (upTo INTEGER NOT NULL);
        INSERT INTO horizon SELECT coalesce(min(id) - 1, 0) FROM event;
        """

    /// `message.revised` is now also the last change of the reactions, so `isEdited` tells edits apart. `replyTo` is the
    /// public id of the message that a message answers, and `spans` a list of `SpanInfo` as JSON.
    private static let version4 = """
        ALTER TABLE message ADD COLUMN isEdited INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN replyTo TEXT;
        ALTER TABLE message ADD COLUMN spans BLOB;
        UPDATE message SET isEdited = 1 WHERE revised > 0 AND kind != 'deleted';
        CREATE TABLE reaction (
            number INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            user INTEGER NOT NULL REFERENCES user,
            key BLOB NOT NULL,
            UNIQUE (chat, seq, user, key),
            FOREIGN KEY (chat, seq) REFERENCES message (chat, seq) ON DELETE CASCADE
        );
        """
    /// `userName` has what users are found by: see `NameIndex`.
    private static let version5 = """
        CREATE TABLE userName (
            folded TEXT NOT NULL,
            isWhole INTEGER NOT NULL,
            user INTEGER NOT NULL REFERENCES user,
            PRIMARY KEY (folded, isWhole, user)
        ) WITHOUT ROWID;
        """

    /// `untold.user` is whom to tell that a chat of two was deleted, and `untold.address` the address of that chat; both
    /// are `NULL` for an event in a chat.
    private static let version14 = """
        ALTER TABLE untold ADD COLUMN user INTEGER;
        ALTER TABLE untold ADD COLUMN address TEXT;
        """

    /// `clock.reached` is the last plausible time, in seconds since 1970.
    private static let version13 = """
        CREATE TABLE clock (reached INTEGER NOT NULL);
        INSERT INTO clock SELECT max(date) FROM (
            SELECT max(used) AS date FROM token WHERE typeof(used) = 'integer'
            UNION ALL SELECT max(date) / 1000 FROM message WHERE typeof(date) = 'integer'
        ) HAVING max(date) IS NOT NULL;
        """

    /// `member.ownReadUpTo` is how far a member has read, as only they see it; others see `readUpTo`. The higher one counts.
    private static let version12 = "ALTER TABLE member ADD COLUMN ownReadUpTo INTEGER NOT NULL DEFAULT 0;"

    /// `member.title` is the name of a group when somebody left it or declined; `NULL` for members and invited people.
    ///
    /// `untold` has the events of what a command has changed, until a running server tells them.
    private static let version11 = """
        ALTER TABLE member ADD COLUMN title TEXT;
        UPDATE member SET title = (SELECT name FROM chat WHERE key = member.chat) WHERE standing IN (2, 3);
        CREATE TABLE untold (number INTEGER PRIMARY KEY, event INTEGER NOT NULL);
        """

    /// `file` has the uploads: `hash` is the SHA-256 hash, `NULL` for an incomplete one, and `date` is that of its last
    /// request. `message.file` is the file of a message, and `message.fileInfo` a `PostedFile` as JSON.
    ///
    /// A file is deleted with the last message that names it. `removedFile` has the ids of deleted files that may still
    /// be on the disk.
    private static let version10 = """
        CREATE TABLE file (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES user,
            size INTEGER NOT NULL,
            hash BLOB,
            mediaType TEXT,
            date INTEGER NOT NULL
        );
        CREATE INDEX fileByUser ON file (user, size);
        CREATE TABLE removedFile (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
        ALTER TABLE message ADD COLUMN file INTEGER REFERENCES file;
        ALTER TABLE message ADD COLUMN fileInfo BLOB;
        CREATE INDEX messageByFile ON message (file) WHERE file IS NOT NULL;
        CREATE TRIGGER fileDeleted AFTER DELETE ON file BEGIN
            INSERT OR IGNORE INTO removedFile VALUES (OLD.id);
        END;
        CREATE TRIGGER messageDeleted AFTER DELETE ON message WHEN OLD.file IS NOT NULL BEGIN
            DELETE FROM file WHERE key = OLD.file AND NOT EXISTS (SELECT 1 FROM message WHERE file = OLD.file);
        END;
        CREATE TRIGGER messageFileChanged AFTER UPDATE OF file ON message
        WHEN OLD.file IS NOT NULL AND NEW.file IS NOT OLD.file BEGIN
            DELETE FROM file WHERE key = OLD.file AND NOT EXISTS (SELECT 1 FROM message WHERE file = OLD.file);
        END;
        """

    /// `chat.topic` is what a group is about, empty for nothing.
    private static let version9 = "ALTER TABLE chat ADD COLUMN topic TEXT NOT NULL DEFAULT '';"

    /// A row of `ignored` is a user and somebody whom they ignore.
    private static let version8 = """
        CREATE TABLE ignored (
            user INTEGER NOT NULL REFERENCES user (key),
            ignored INTEGER NOT NULL REFERENCES user (key),
            PRIMARY KEY (user, ignored)
        ) WITHOUT ROWID;
        """

    /// `member.settings` is a `ChatSettingsInfo` as JSON, `NULL` for a member who never arranged the chat. `member.since` is now
    /// also the last event of them.
    private static let version7 = "ALTER TABLE member ADD COLUMN settings TEXT;"

    /// `member.isAdmin` tells who may change a group. Nobody was told apart before, so all members may.
    private static let version6 = """
        ALTER TABLE member ADD COLUMN isAdmin INTEGER NOT NULL DEFAULT 0;
        UPDATE member SET isAdmin = 1 WHERE standing = 0 AND chat IN (SELECT key FROM chat WHERE name IS NOT NULL);
        """
}
