"""Fills the store of a telex-server with messages, as if they had been posted."""

import contextlib
import random
import secrets
import sqlite3
import time

# As in EventLog.swift: how many events are kept, and how often older ones are removed.
KEPT, SWEEP = 100_000, 10_000
# As in EventKind.
MESSAGE = 1
# Milliseconds between messages.
SPACING = 10_000


def fill(path, chats, count, seed=1):
    """Adds messages to randomly chosen chats. The server must not be running."""
    chance = random.Random(seed)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA cache_size = -500000")
        database.execute("BEGIN")
        members = [members_of(chat, database) for chat in chats]
        order = [chance.randrange(len(chats)) for _ in range(count)]
        rows = list(messages(members, order, chance))
        database.executemany(
            "INSERT INTO message (chat, seq, sender, id, text, date) VALUES (?, ?, ?, ?, ?, ?)", rows)
        note(rows, database)
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def members_of(chat, database):
    """Returns the row of the chat and the rows of its members."""
    key, last = database.execute("SELECT key, last FROM chat WHERE address = ?", (chat.address,)).fetchone()
    assert last == 0, f"{chat.address} has messages already"
    return key, [user for user, in database.execute("SELECT user FROM member WHERE chat = ?", (key,))]


def messages(members, order, chance):
    """Yields the rows of the messages. Ids are random, as clients choose them."""
    now = int(time.time() * 1000)
    last = [0] * len(members)
    for number, place in enumerate(order):
        key, people = members[place]
        last[place] += 1
        text = f"Are you coming? It starts at eight. {number} {secrets.token_hex(8)}".encode()
        date = now - SPACING * (len(order) - number)
        yield key, last[place], chance.choice(people), secrets.token_hex(16), text, date


def note(rows, database):
    """Records the most recent events, as many as the server keeps, and the last message of each chat."""
    first = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()[0] + 1
    end = first + len(rows)
    oldest = (end - 1) // SWEEP * SWEEP - KEPT + 1
    database.executemany(
        "INSERT INTO event (id, chat, kind, user, seq) VALUES (?, ?, ?, ?, ?)",
        ((event, chat, MESSAGE, sender, seq) for event, (chat, seq, sender, *_) in enumerate(rows, first)
         if event >= oldest))
    database.execute("DELETE FROM event WHERE id < ?", (oldest,))
    lasts = {chat: (seq, event) for event, (chat, seq, *_) in enumerate(rows, first)}
    database.executemany(
        "UPDATE chat SET last = ?, event = ? WHERE key = ?", ((*last, chat) for chat, last in lasts.items()))
