"""telex export and telex import: everything is exported, and imported into another profile once."""

import json
import os
import pty
import re
import shlex
import signal
import sqlite3

import pytest

from conftest import ROOT, last_model, received
from piped import Pipe

FIXTURES = sorted(path.parent for path in (ROOT / "Fixtures").glob("*/events.jsonl"))
HEADER, END = {"export": {"version": 1}}, {"end": {"isWhole": True}}
CHAT = {"chat": {"chatId": "a", "title": "Ada", "readUpTo": 1, "deliveredUpTo": 0, "otherReadUpTo": 0}}


def message(number, chat="a", position=None, **more):
    return {"message": {"messageId": f"m{number}", "chatId": chat, "position": position or number, "isOwn": False,
                        "text": f"text {number}", "date": "2026-01-05T09:00:00.000Z", "delivery": "received", **more}}


def exported(telex, store, code=0):
    found, out, err = telex.run("export", "--store", store)
    assert found == code, err
    return out


def imported(telex, store, lines, *arguments):
    text = lines if isinstance(lines, str) else None
    return telex.run("import", "--store", store, *arguments, lines=() if text else lines, text=text)


def listed(telex, store):
    lines = telex.pipe("--store", store)
    rows = last_model(lines, "chatList")["chats"]
    return last_model(lines, "badge"), [(row["chatId"], row["title"], row["unreadCount"], row["mentionCount"]) for row in rows]


@pytest.fixture
def filled(telex):
    """A store with two chats, one of them partly read, a contact and a reminder."""
    code, _, err = telex.run("pipe", "--clock", "virtual", "--store", telex.store, lines=[
        *(received("ada", f"m{number}", f"text {number}\u0000\u0001\U0001f600") for number in range(3)),
        {"event": "message.reading", "chatId": "ada"}, received("ada", "m3"), received("bob", "m3"),
        {"event": "message.sending", "chatId": "bob", "text": "hello"},
        {"event": "contact.adding", "firstName": "Ada", "lastName": "Lovelace"},
        {"event": "reminder.adding", "summary": "tea", "dueText": "tomorrow 9:00", "chatId": "ada"}])
    assert code == 0, err
    return telex.store


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_another_profile_shows_the_same_after_an_import(folder, telex, validator):
    other = telex.home / "other.sqlite"
    arguments = (folder / "arguments").read_text() if (folder / "arguments").exists() else ""
    telex.run("pipe", "--clock", "virtual", "--store", telex.store,
              *shlex.split(arguments.replace("STORE", str(telex.store))), text=(folder / "events.jsonl").read_bytes())
    lines = exported(telex, telex.store)
    for line in lines.strip("\n").split("\n"):
        validator("ExportLine").validate(json.loads(line))
    code, out, err = imported(telex, other, lines)
    assert (code, out) == (0, "") and err.startswith("telex: imported "), err
    assert exported(telex, other) == lines
    assert listed(telex, other) == listed(telex, telex.store)


def test_export_contains_everything(telex, filled):
    lines = [json.loads(line) for line in exported(telex, filled).strip("\n").split("\n")]
    assert [next(iter(line)) for line in lines] == [
        "export", "chat", *4 * ["message"], "chat", *2 * ["message"], "contact", "reminder", "end"]
    assert lines[0] == HEADER and lines[-1] == END
    assert lines[2]["message"]["text"] == "text 0\0\1\U0001f600"
    assert lines[1]["chat"]["readUpTo"] == lines[4]["message"]["position"]
    assert lines[-2]["reminder"]["summary"] == "tea" and lines[-3]["contact"]["lastName"] == "Lovelace"


def test_importing_twice_duplicates_and_changes_nothing(telex, filled):
    before = exported(telex, filled)
    telex.run("pipe", "--clock", "virtual", "--store", filled, lines=[
        {"event": "message.reading", "chatId": "ada"}, received("ada", "later", "later")])
    now = exported(telex, filled)
    code, _, err = imported(telex, filled, before)
    assert code == 0 and "imported 0 chats, 0 messages, 0 contacts, 0 reminders; 10 already there" in err, err
    assert exported(telex, filled) == now != before


def test_import_adds_missing_entries_and_read_marks(telex):
    assert imported(telex, telex.store, [HEADER, CHAT, message(1), message(2), END])[0] == 0
    assert telex.run("unread", "--store", telex.store)[1] == "1\n"
    further = {"chat": {**CHAT["chat"], "title": "Somebody", "readUpTo": 2}}
    assert imported(telex, telex.store, [HEADER, further, message(2), message(3), END])[0] == 0
    assert telex.run("unread", "--store", telex.store)[1] == "1\n"
    lines = [json.loads(line) for line in exported(telex, telex.store).strip("\n").split("\n")]
    assert lines == [HEADER, {"chat": {**further["chat"], "title": "Ada"}}, *map(message, (1, 2, 3)), END]


@pytest.mark.parametrize("lines, number, sentence", [
    ([HEADER, CHAT, "{", END], 3, "The line is not JSON"),
    ([HEADER, "", CHAT, '{"chat":1}', END], 4, 'The member "chat" of a line of an export takes an object'),
    ([HEADER, CHAT, message(1, position="x"), END], 3, '"message.position" of a line of an export takes an integer'),
    ([HEADER, CHAT, message(1), {"event": "chat.loading"}, END], 4, 'none of the members "export", "chat"'),
    ([HEADER, CHAT, message(1), HEADER, END], 4, "one header"),
    ([HEADER, CHAT, message(1), END, message(2)], 5, "after the last line"),
    ([HEADER, CHAT, message(1), message(2, position=1), END], 4, "another message already has its position"),
])
def test_reports_the_number_of_a_bad_line_and_imports_nothing(telex, lines, number, sentence):
    code, out, err = imported(telex, telex.store, lines)
    assert (code, out) == (65, "") and f"Line {number}: " in err and sentence in err and "Nothing was imported" in err
    assert exported(telex, telex.store) == json.dumps(HEADER, separators=(",", ":")) + "\n" + json.dumps(
        END, separators=(",", ":")) + "\n"


@pytest.mark.parametrize("lines, sentence", [
    ([], "not an export"), ([{"event": "chat.loading"}], "not an export"), ([CHAT], "not an export"),
    ([{"export": {"version": 2}}, END], "has version 2"), ([HEADER, CHAT, message(1)], "is missing"),
])
def test_refuses_an_invalid_or_truncated_export_before_filling_a_store(telex, lines, sentence):
    code, out, err = telex.run("import", lines=lines)
    assert (code, out) == (65, "") and sentence in err and "Nothing was imported" in err
    assert telex.run("unread")[1] == "0\n"


def test_killed_import_leaves_nothing(telex):
    process = telex.start("import", "--store", telex.store)
    for number in range(1, 5000):
        process.stdin.write((json.dumps(message(number)) + "\n" if number > 1 else json.dumps(HEADER) + "\n").encode())
    process.stdin.flush()
    process.kill()
    process.communicate()
    assert imported(telex, telex.store, [HEADER, END])[0] == 0
    assert exported(telex, telex.store).count("\n") == 2


def test_export_runs_while_the_profile_is_in_use_but_import_names_the_process(telex):
    pipe = Pipe(telex)
    try:
        pipe.send({**received("ada", "m"), "id": "1"}).wait(lambda p: "1" in p.answers, "the message to be stored")
        code, out, err = telex.run("export")
        assert code == 0 and out.count('\n{"message":') == 1, err
        code, _, err = telex.run("import", text=out)
        assert code == 69 and f"process {pipe.process.pid}" in err
        assert pipe.finish() == 0
    finally:
        pipe.close()


def test_chats_of_one_user_are_not_imported_into_those_of_another(telex, filled):
    line = json.dumps({"export": {"version": 1, "owner": "@ada:example.org"}}) + "\n" + json.dumps(END) + "\n"
    code, _, err = imported(telex, filled, line)
    assert code == 77 and "@ada:example.org" in err and "--profile" in err
    other = telex.home / "other.sqlite"
    assert imported(telex, other, line)[0] == imported(telex, other, line)[0] == 0
    assert json.loads(exported(telex, other).strip("\n").split("\n")[0])["export"]["owner"] == "@ada:example.org"
    assert imported(telex, other, exported(telex, filled))[0] == 77


def test_exported_file_is_private_and_never_overwritten(telex, filled):
    path = telex.home / "chats.jsonl"
    assert telex.run("export", "--store", filled, path)[:2] == (0, "")
    assert path.stat().st_mode & 0o777 == 0o600 and path.read_text() == exported(telex, filled)
    code, _, err = telex.run("export", "--store", filled, filled)
    assert code == 73 and "never overwritten" in err
    assert telex.run("import", "--profile", "other", path)[0] == 0
    code, _, err = telex.run("import", "--profile", "other", telex.home / "nothing")
    assert code == 66 and "Cannot read" in err and "nothing: " in err
    code, _, err = telex.run("export", "--profile", "nobody")
    assert code == 66 and "There is no store" in err


def test_export_without_a_reader_ends_and_export_to_a_full_disk_leaves_no_file(telex):
    lines = [HEADER, CHAT, *(message(number, text="x" * 1000) for number in range(1, 1000)), END]
    assert imported(telex, telex.store, lines)[0] == 0
    process = telex.start("export", "--store", telex.store)
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait() == -signal.SIGPIPE
    code, _, err = telex.run("export", "--store", telex.store, "/dev/full")
    assert code == 73, err


def test_exports_an_older_store_without_changing_it(telex, filled):
    whole = exported(telex, filled).strip("\n").split("\n")
    change(filled, "PRAGMA user_version = 0; ALTER TABLE message DROP COLUMN sender;")
    before = filled.read_bytes()
    for command in (["pipe"], ["unread"], ["import", telex.home / "export.jsonl"]):
        (telex.home / "export.jsonl").write_text("\n".join(whole) + "\n")
        code, out, err = telex.run(*command, "--store", filled)
        assert (code, out) == (65, "") and "older Telex" in err and "telex export" in err and "telex import" in err, err
    code, out, err = telex.run("export", "--store", filled)
    assert code == 65 and "another version" in err, err
    assert len(out.splitlines()) == len(whole)
    assert filled.read_bytes() == before


def test_exports_the_known_part_of_a_newer_store_and_says_so(telex, filled):
    whole = exported(telex, filled).strip("\n").split("\n")
    change(filled, "PRAGMA user_version = 99; ALTER TABLE message ADD COLUMN mood TEXT;")
    code, out, err = telex.run("export", "--store", filled)
    assert code == 65 and "another version" in err, err
    assert out.strip("\n").split("\n") == [*whole[:-1], '{"end":{"isWhole":false}}']


def change(store, sql):
    with sqlite3.connect(store) as database:
        database.executescript(sql)
    database.close()


def test_shows_progress_at_a_terminal(telex):
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    process = telex.start("import", "--store", telex.store, stderr=slave)
    process.stdin.write((json.dumps(HEADER) + "\n").encode())
    shown, number = b"", 0
    while b"lines imported\xe2\x80\xa6" not in shown:
        process.stdin.write("".join(json.dumps(message(number := number + 1)) + "\n" for _ in range(256)).encode())
        try:
            shown += os.read(master, 65536)
        except BlockingIOError:
            assert number < 1_000_000, "nothing is shown"
    process.stdin.write((json.dumps(END) + "\n").encode())
    process.communicate()
    assert process.returncode == 0
    assert re.search(rb"\r\d+ lines imported", shown)
    for descriptor in (master, slave):
        os.close(descriptor)
