extension StoreSchema {
    /// The steps from each version of the tables to the next, as SQL. The first makes version 4, that of the first release.
    ///
    /// A step is never changed, and depends on no Swift code: stores of all versions exist, and each must become what a new
    /// store is. What only Swift can fill, `rebuild` fills after the last step.
    static let migrations = [
        // 4: Dates are milliseconds since 1970.
        //
        // Values that SQL searches, counts or sorts by have columns. The rest of a chat (`details`, a `ChatDetails`, and
        // `members`) and of a message's content (`content`, a `MessageContent`) is JSON, as on the wire.
        //
        // A chat's `unread` and `mentions` follow from its messages and `readUpTo`. They are kept because counting them at
        // each start took longer than everything else. A row of `gap` is a position before which messages are missing that
        // the server has; its token identifies them for the backend.
        //
        // A row of `earlyReaction` is a reaction, as JSON, to a message that is not stored.
        //
        // A message's `delivery`, `kind` and `attention` are values of `MessageRecord`, and `due` is when it is to be
        // deleted. Its `arrival` counts up with each new message, and down with each older one. The row of the table
        // `arrival` has the name of this store in cursors, and the highest number that a removed chat had, so that none is
        // assigned twice.
        //
        // The partial indexes compare values instead of looking them up in a list, which took as long as the rest of
        // storing a message.
        //
        // A contact's `details` are content lines of a vCard. The words of its name are folded, and each is stored once.
        """
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
        """,
        // 5: What a backend has kept is more than how far it has delivered.
        "ALTER TABLE bookmark RENAME TO link;",
        // 6: `mute` is 0 for a chat that is not muted, 1 for one that is, and 2 for one whose mentions are not. `recency` is
        // the order of the list of chats, whose sections begin at multiples of 2^54: `Chat.listOrder`.
        """
        ALTER TABLE chat ADD COLUMN mute INTEGER NOT NULL DEFAULT 0;
        UPDATE chat SET recency = recency + (1 << 54);
        """,
        // 7: A row of `ignored` is somebody whom we ignore, or whom the server still ignores for us.
        """
        CREATE TABLE ignored (
            id TEXT NOT NULL PRIMARY KEY,
            isIgnored INTEGER NOT NULL,
            isTold INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        // 8: The index of the words in messages, and the dates of the messages in blocks: see `SearchIndex`.
        """
        CREATE VIRTUAL TABLE messageText USING fts5(
            terms, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
        INSERT INTO messageText (messageText, rank) VALUES ('automerge', 8);
        CREATE TABLE messageIndex (first INTEGER NOT NULL, last INTEGER NOT NULL);
        INSERT INTO messageIndex VALUES (1, 0);
        CREATE TABLE messageBlock (
            number INTEGER PRIMARY KEY,
            oldest INTEGER NOT NULL,
            newest INTEGER NOT NULL
        );
        """,
        // 9: The messages that bring a file, by its id: see `MessageRecord.file`.
        """
        CREATE INDEX messageByFile
        ON message (CASE WHEN json_valid(content) THEN json_extract(content, '$.file.fileId') END) WHERE kind = 6;
        """,
        // 10: `recurrence` is how a reminder repeats: `Recurrence.text`.
        "ALTER TABLE reminder ADD COLUMN recurrence TEXT;",
    ]
}
