"""The files of a profile."""

import contextlib
import os
import pathlib
import sqlite3
import stat

import pytest

from conftest import received


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def test_profile_is_readable_only_by_its_owner(telex):
    process = telex.start("pipe")
    process.stdout.readline()
    folder = pathlib.Path(telex.environment["XDG_DATA_HOME"]) / "telex/default"
    assert mode(folder) == mode(folder.parent) == 0o700
    files = list(folder.iterdir())
    assert {path.name for path in files} >= {"telex.sqlite", "telex.sqlite-wal", "telex.sqlite.lock"}
    assert {mode(path) for path in files} == {0o600}
    process.communicate()


@pytest.mark.parametrize("name", ["memory", ":memory:"])
def test_leaves_no_files_of_a_store_in_memory(name, telex):
    folder = telex.home / "empty"
    folder.mkdir()
    assert telex.run("pipe", "--store", name, lines=[received("ada", "m")], cwd=folder)[0] == 0
    assert list(folder.iterdir()) == []


def test_second_process_is_told_which_process_uses_the_profile(telex):
    first = telex.start("pipe")
    first.stdout.readline()
    # It joins the first, unless it asks for what only the owner can do.
    code, out, err = telex.run("repl", "--json")
    assert code == 69 and "--json" in err, (code, out, err)
    assert telex.run("repl", text="/status\n/quit\n")[0] == 0
    code, out, err = telex.run("pipe", "--record", telex.home / "recording")
    assert (code, out) == (69, "") and f"process {first.pid}" in err and "--profile" in err
    assert telex.run("unread")[:2] == (0, "0\n")
    assert telex.run("pipe", "--profile", "other")[0] == 0
    first.communicate()
    assert telex.run("pipe")[0] == 0


def test_damaged_store_is_refused_and_left_unchanged(telex):
    telex.store.write_bytes(b"this is no database, whatever its name says " * 100)
    before = telex.store.read_bytes()
    for command in ("pipe", "repl", "unread"):
        code, out, err = telex.run(command, "--store", telex.store)
        assert (code, out) == (65, "") and "unchanged" in err, err
    assert telex.store.read_bytes() == before


def test_newer_store_is_refused_and_left_unchanged(telex):
    telex.run("pipe", "--store", telex.store, lines=[received("ada", "m")])
    with contextlib.closing(sqlite3.connect(telex.store)) as database:
        database.execute("PRAGMA user_version = 99")
    before = telex.store.read_bytes()
    code, out, err = telex.run("pipe", "--store", telex.store)
    assert (code, out) == (65, "") and "newer" in err
    assert telex.store.read_bytes() == before


def test_reports_a_store_that_cannot_be_created(telex):
    code, _, err = telex.run("pipe", "--store", "/nonexistent/folder/chats.sqlite")
    assert code == 73 and "/nonexistent/folder" in err


def test_unread_counts_while_another_process_writes(telex):
    assert telex.run("unread")[:2] == (0, "0\n")
    process = telex.start("pipe")
    process.stdin.write(b'{"event":"message.received","chatId":"ada","text":"x","id":"1"}\n')
    process.stdin.flush()
    while b'"settled":"1"' not in process.stdout.readline():
        pass
    assert telex.run("unread")[:2] == (0, "1\n")
    process.communicate()
