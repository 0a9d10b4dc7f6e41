extension ServerSchema {
    /// The steps from each version of the tables to the next, as SQL. The first makes version 1.
    ///
    /// A step is never changed, and depends on no Swift code: files of all versions exist, and each must become what a new
    /// file is. What only Swift can fill, `migrate` fills after the last step.
    static let migrations = [
        // 1: Dates are milliseconds since 1970. Message texts are bytes, because SQLite ends text at a NUL. `chat.last`
        // is the sequence number of the last message, `chat.event` the last event that changed the chat. `event.kind`
        // is one of `EventKind`.
        """
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
        """,
        // 2: Dates here are seconds since 1970. The row of a removed user stays, so that nobody else gets the name.
        """
        ALTER TABLE user ADD COLUMN isRemoved INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE invitation ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
        UPDATE token SET used = strftime('%s', 'now');
        UPDATE invitation SET made = strftime('%s', 'now');
        """,
        // 3: `chat.name` is the name of a group, `NULL` for a direct chat. `member.standing` is one of `Membership`.
        //
        // For people who have not joined, `inviter` invited them, and `since` is the event of the invitation or of its
        // decline. For members, `joined` is the sequence number of the last message before they joined.
        //
        // `message.revised` is the last event that changed the message, 0 for none. `run` has, for each start of a
        // server, the last event before it and the number after which its own events begin. Events up to the horizon
        // are no longer in the log.
        """
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
        """,
        // 4: `message.revised` is now also the last change of the reactions, so `isEdited` tells edits apart. `replyTo`
        // is the public id of the message that a message answers, and `spans` a list of `SpanInfo` as JSON.
        """
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
        """,
        // 5: `userName` has the names that users are found by. See `NameIndex`, which fills it.
        """
        CREATE TABLE userName (
            folded TEXT NOT NULL,
            isWhole INTEGER NOT NULL,
            user INTEGER NOT NULL REFERENCES user,
            PRIMARY KEY (folded, isWhole, user)
        ) WITHOUT ROWID;
        """,
        // 6: `member.isAdmin` tells who may change a group. Nobody was told apart before, so all members may.
        """
        ALTER TABLE member ADD COLUMN isAdmin INTEGER NOT NULL DEFAULT 0;
        UPDATE member SET isAdmin = 1 WHERE standing = 0 AND chat IN (SELECT key FROM chat WHERE name IS NOT NULL);
        """,
        // 7: `member.settings` is a `ChatSettingsInfo` as JSON, `NULL` for a member who never arranged the chat.
        // `member.since` is now also the last event of them.
        "ALTER TABLE member ADD COLUMN settings TEXT;",
        // 8: A row of `ignored` is a user and somebody whom they ignore.
        """
        CREATE TABLE ignored (
            user INTEGER NOT NULL REFERENCES user (key),
            ignored INTEGER NOT NULL REFERENCES user (key),
            PRIMARY KEY (user, ignored)
        ) WITHOUT ROWID;
        """,
        // 9: `chat.topic` is what a group is about, empty for nothing.
        "ALTER TABLE chat ADD COLUMN topic TEXT NOT NULL DEFAULT '';",
        // 10: `file` has the uploads: `hash` is the SHA-256 hash, `NULL` for an incomplete one, and `date` is that of
        // its last request. `message.file` is the file of a message, and `message.fileInfo` a `PostedFile` as JSON.
        //
        // A file is deleted with the last message that names it. `removedFile` has the ids of deleted files that may
        // still be on the disk.
        """
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
        """,
        // 11: `member.title` is the name of a group when somebody left it or declined; `NULL` for members and invited
        // people.
        //
        // `untold` has the events of what a command has changed, until a running server tells them.
        """
        ALTER TABLE member ADD COLUMN title TEXT;
        UPDATE member SET title = (SELECT name FROM chat WHERE key = member.chat) WHERE standing IN (2, 3);
        CREATE TABLE untold (number INTEGER PRIMARY KEY, event INTEGER NOT NULL);
        """,
        // 12: `member.ownReadUpTo` is how far a member has read, as only they see it; others see `readUpTo`. The higher
        // one counts.
        "ALTER TABLE member ADD COLUMN ownReadUpTo INTEGER NOT NULL DEFAULT 0;",
        // 13: `clock.reached` is the last plausible time, in seconds since 1970.
        """
        CREATE TABLE clock (reached INTEGER NOT NULL);
        INSERT INTO clock SELECT max(date) FROM (
            SELECT max(used) AS date FROM token WHERE typeof(used) = 'integer'
            UNION ALL SELECT max(date) / 1000 FROM message WHERE typeof(date) = 'integer'
        ) HAVING max(date) IS NOT NULL;
        """,
        // 14: `untold.user` is whom to tell that a chat of two was deleted, and `untold.address` the address of that
        // chat; both are `NULL` for an event in a chat.
        """
        ALTER TABLE untold ADD COLUMN user INTEGER;
        ALTER TABLE untold ADD COLUMN address TEXT;
        """,
    ]
}
