"""Stores of other versions of the chat server, damaged stores, and files that are not stores."""

import hashlib
import os
import sqlite3

import pytest

from posts import texts
from server import CHAT, Person, TelexServer, refusal, run
from server_store import bad, contents, faults, sound

VERSION_1 = """
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
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO user VALUES (1, 'echo', 'Echo'), (2, 'eliza', 'Eliza'), (3, 'ada', 'Ada Lovelace'), (4, 'bob', 'Bob');
    INSERT INTO chat VALUES (1, 'ada+bob', 3, 5);
    INSERT INTO member VALUES (1, 3, 3, 3), (1, 4, 0, 2);
    INSERT INTO message VALUES
        (1, 1, 3, 'm1', CAST('hello' AS BLOB), 1767225600000),
        (1, 2, 4, 'm1', x'6e756c0074657874', 1767225601001),
        (1, 3, 3, 'm2', CAST('Zo\u00eb \U0001F600' AS BLOB), 1767225602999);
    INSERT INTO event (chat, kind, user, seq) VALUES
        (1, 3, 3, 0), (1, 1, 3, 1), (1, 1, 4, 2), (1, 1, 3, 3), (1, 2, 4, 2);
"""


def secret_hash(secret):
    return hashlib.sha256(secret.encode()).digest()


def make_version_1(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript(VERSION_1)
    database.execute("INSERT INTO token (hash, user) VALUES (?, 3)", (secret_hash("token of Ada"),))
    database.execute("INSERT INTO invitation VALUES (?, 4)", (secret_hash("invitation of Bob"),))
    database.commit()
    database.close()
    path.chmod(0o600)


def test_store_of_version_1_is_migrated_completely(tmp_path):
    server = TelexServer(tmp_path / "server")
    make_version_1(server.store)
    before = contents(server.folder)
    assert faults(server) == [] and "telex-server run upgrades it" in server.command("doctor")[1]
    assert contents(server.folder) == before
    with server:
        bob = Person(server, "bob", invitation="invitation of Bob")
        server.request("POST", "/v1/login", {"invitation": "invitation of Bob"}).problem(401)
        ada = Person(server, "ada", invitation=server.invite("ada"))
        for token in ("token of Ada", ada.token):
            ada.token = token
            message = {"chatId": CHAT, "messageId": "ada/m2", "serverOrder": 3, "senderId": "ada",
                       "senderName": "Ada Lovelace", "text": "Zo\u00eb \U0001F600", "date": "2026-01-01T00:00:02.999Z"}
            assert ada.messages(CHAT).json["messages"][2] == message
        assert texts(bob) == ["hello", "nul\0text", "Zo\u00eb \U0001F600"]
        (chat,) = bob.chats().json["chats"]
        assert (chat["title"], chat["lastOrder"], chat["lastMessageId"], chat["eventNumber"]) == ("Ada Lovelace", 3, "ada/m2", 5)
        assert [(mark["userId"], mark["readOrder"], mark["deliveredOrder"]) for mark in chat["marks"]] == [
            ("ada", 3, 3), ("bob", 0, 2)]
        events = bob.push(since=0).until("ready")
        assert [event.kind for event in events] == ["chat", "message", "message", "message", "mark", "ready"]
        assert [event.kind for event in bob.push(since=4).until("ready")] == ["mark", "ready"]
        assert bob.revisions(since=0).json["messages"] == [] and "revised" not in bob.chats().json
        assert ada.post(CHAT, "hello", "m1").status == 200 and ada.post(CHAT, "next", "m3").json["serverOrder"] == 4
        # Features of newer versions.
        assert ada.people("BO").json["people"] == [{"userId": "bob", "name": "Bob"}]
        assert bob.create("\u00e1da lovelace").json["chatId"] == CHAT
        edited = bob.edit(CHAT, "bob/m1", "no NUL").json
        assert ada.revisions(since=5).json["messages"] == [edited] and edited["serverOrder"] == 2
        group = ada.group("bob", name="The club").json["chatId"]
        assert bob.join(group).status == 200 and bob.post(group, "hello", "m1").status == 201
    assert faults(server) == [] and "No chat is missing messages." in server.command("doctor")[1]
    assert server.command("user", "list")[1] == "ada\tAda Lovelace\nbob\tBob\necho\tEcho\neliza\tEliza\n"


def newer(path):
    database = sqlite3.connect(path)
    database.execute("INSERT INTO grdb_migrations VALUES ('99')")
    database.commit()
    database.close()


def overwritten(path):
    """Overwrites all pages except the first with noise."""
    size = path.stat().st_size
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(bytes(index * 31 & 0xFF for index in range(size - 4096)))


def wounded(path):
    """Overwrites the table of users with noise."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'user'")
    database.close()
    with open(path, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(index * 31 & 0xFF for index in range(4096)))


SPOILT = {
    "newer": newer,
    "no SQLite": lambda path: path.write_bytes(b"These are no chats at all.\n" * 500),
    "cut in half": lambda path: os.truncate(path, path.stat().st_size // 8192 * 4096),
    "cut short": lambda path: os.truncate(path, 1000),
    "overwritten": overwritten,
    "wounded": wounded,
}
COMMANDS = ["run", "user add zoe", "user list", "user invite ada", "user revoke ada", "user remove ada",
            "user remove ada --for-good", "backup COPY"]


@pytest.fixture(params=SPOILT)
def spoilt(request, sound, tmp_path):
    """A server with an unusable store, and the reason."""
    server = TelexServer(tmp_path / "server")
    server.store.write_bytes(sound)
    server.store.chmod(0o600)
    SPOILT[request.param](server.store)
    return server, request.param


@pytest.mark.parametrize("command", COMMANDS)
def test_refuses_an_unusable_store_and_leaves_it_unchanged(spoilt, command):
    server, what = spoilt
    before = server.store.read_bytes()
    copy = server.folder / "copy"
    done = run(server) if command == "run" else server.command(*command.replace("COPY", str(copy)).split())
    refusal(done, 65, str(server.store), "Use the newer version" if what == "newer" else "Restore it from a backup")
    assert server.store.read_bytes() == before and not list(server.folder.glob("copy*"))


def test_doctor_explains_an_unusable_store_and_leaves_it_unchanged(spoilt):
    server, what = spoilt
    before = contents(server.folder)
    code, out, err = server.command("doctor")
    (finding,) = bad(out.splitlines())
    assert (code, err) == (1, "") and ("newer" in finding) == (what == "newer")
    assert ("use the newer version" if what == "newer" else "restore it from a backup") in finding.lower()
    assert contents(server.folder) == before
