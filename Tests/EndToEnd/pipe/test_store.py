"""The files of a profile: a second process, and stores that are refused."""

import sqlite3

import pytest

from pipe_process import Pipe
from telex_program import received


def test_second_process_is_told_which_process_uses_the_profile(telex):
    first = Pipe(telex).send({**received("ada", "m1"), "id": "1"}).wait(lambda p: "1" in p.answers, "the message")
    # It joins the first, unless it asks for what only the owner can do.
    code, out, err = telex.run("repl", "--json")
    assert code == 69 and "--json" in err, (code, out, err)
    assert telex.run("repl", text="/status\n/quit\n")[0] == 0
    code, out, err = telex.run("pipe", "--record", telex.home / "recording")
    assert (code, out) == (69, "") and f"process {first.process.pid}" in err and "--profile" in err
    code, out, err = telex.run("export")
    assert code == 0 and out.count('\n{"message":') == 1, err
    code, _, err = telex.run("import", text=out)
    assert code == 69 and f"process {first.process.pid}" in err
    assert telex.run("unread")[:2] == (0, "1\n")
    assert telex.run("pipe", "--profile", "other")[0] == 0
    assert first.finish() == 0 and telex.run("pipe")[0] == 0


@pytest.mark.parametrize("sql, words", [
    (None, ("unchanged",)), ("PRAGMA user_version = 99; ALTER TABLE message ADD COLUMN mood TEXT;", ("newer",)),
    ("PRAGMA user_version = 0; ALTER TABLE message DROP COLUMN sender;", ("older Telex", "telex export", "telex import")),
])
def test_refuses_a_store_that_it_cannot_use_and_leaves_it_unchanged(telex, sql, words):
    telex.run("pipe", "--store", telex.store, lines=[received("ada", "m")])
    whole = telex.run("export", "--store", telex.store)[1].splitlines()
    if sql is None:
        telex.store.write_bytes(b"this is no database, whatever its name says " * 100)
    else:
        with sqlite3.connect(telex.store) as database:
            database.executescript(sql)
        database.close()
    before = telex.store.read_bytes()
    for command in ("pipe", "repl", "unread", "import"):
        code, out, err = telex.run(command, "--store", telex.store, text="\n".join(whole) if command == "import" else "")
        assert (code, out) == (65, "") and all(word in err for word in words), err
    if sql is not None:
        # What this version knows can be exported.
        code, out, err = telex.run("export", "--store", telex.store)
        assert code == 65 and "another version" in err and out.splitlines()[-1] == '{"end":{"isWhole":false}}', err
        assert len(out.splitlines()) == len(whole) and ("newer" not in words or out.splitlines()[:-1] == whole[:-1])
    assert telex.store.read_bytes() == before
