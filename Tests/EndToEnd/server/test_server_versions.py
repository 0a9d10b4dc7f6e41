"""Stores of other versions of the chat server, damaged stores, and files that are not stores."""

import contextlib
import os
import sqlite3

import pytest

from damage import root_page
from posts import texts
from telex_program import ROOT
from server import Person, TelexServer, refusal, run
from server_store import bad, contents, faults, sound


@contextlib.contextmanager
def database(path):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        yield database


def test_run_upgrades_a_store_of_version_1(tmp_path):
    """MigrationTests.swift compares what is in the stores of all versions."""
    server = TelexServer(tmp_path / "server")
    with database(server.store) as store:
        store.executescript((ROOT / "Tests/TelexServerTests/Stores/1.sql").read_text())
    server.store.chmod(0o600)
    before = contents(server.folder)
    assert faults(server) == [] and "telex-server run upgrades it" in server.command("doctor")[1]
    assert contents(server.folder) == before
    with server:
        ada, zoe = (Person(server, name, invitation=server.invite(name)) for name in ("ada", "zoe"))
        shown = texts(zoe, "ada+zoe")
        assert len(shown) == 3 and shown[1] == "nul\0text"
        events = zoe.push(since=0).until("ready")
        assert [event.kind for event in events] == ["chat", "message", "message", "message", "mark", "ready"]
        assert ada.post("ada+zoe", "next", "new").json["serverOrder"] == 4
    assert faults(server) == [] and "No chat is missing messages." in server.command("doctor")[1]


def newer(path):
    with database(path) as store:
        store.execute("INSERT INTO grdb_migrations VALUES ('99')")


def overwritten(path):
    """Overwrites all pages except the first with noise."""
    size = path.stat().st_size
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(bytes(index * 31 & 0xFF for index in range(size - 4096)))


def wounded(path):
    """Overwrites the table of users with noise."""
    with open(path, "r+b") as file:
        file.seek(root_page(path, "user"))
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
