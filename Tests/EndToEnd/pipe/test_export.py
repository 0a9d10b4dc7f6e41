"""telex export and telex import: everything is exported, and imported into another profile once."""

import json
import os
import pty
import re
import shlex
import signal

import pytest

from telex_program import ROOT, last_model

FIXTURES = sorted(path.parent for path in (ROOT / "Fixtures").glob("*/events.jsonl"))
HEADER, END = {"export": {"version": 1}}, {"end": {"isWhole": True}}


def message(number, position=None, **more):
    return {"message": {"messageId": f"m{number}", "chatId": "a", "position": position or number, "isOwn": False,
                        "text": f"text {number}", "date": "2026-01-05T09:00:00.000Z", "delivery": "received", **more}}


def exported(telex, store):
    code, out, err = telex.run("export", "--store", store)
    assert code == 0, err
    return out


def imported(telex, store, lines):
    text = lines if isinstance(lines, str) else None
    return telex.run("import", "--store", store, lines=() if text else lines, text=text)


def listed(telex, store):
    lines = telex.pipe("--store", store)
    rows = last_model(lines, "chatList")["chats"]
    return last_model(lines, "badge"), [(row["chatId"], row["title"], row["unreadCount"], row["mentionCount"]) for row in rows]


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_another_profile_shows_the_same_after_an_import(folder, telex, validator):
    other = telex.home / "other.sqlite"
    arguments = (folder / "arguments").read_text() if (folder / "arguments").exists() else ""
    telex.run("pipe", "--clock", "virtual", "--store", telex.store,
              *shlex.split(arguments.replace("STORE", str(telex.store))), text=(folder / "events.jsonl").read_bytes())
    lines = exported(telex, telex.store)
    for line in lines.strip("\n").split("\n"):
        validator("ExportLine").validate(json.loads(line))
    for sentence in ("telex: imported ", "telex: imported 0 chats, 0 messages, 0 contacts, 0 reminders"):
        code, out, err = imported(telex, other, lines)
        assert (code, out) == (0, "") and err.startswith(sentence), err
    assert exported(telex, other) == lines
    assert listed(telex, other) == listed(telex, telex.store)


@pytest.mark.parametrize("lines, sentence", [
    ([HEADER, message(1), "{", END], "Line 3: The line is not JSON"),
    ([HEADER, message(1), message(2, position=1), END], "another message already has its position"),
    ([{"event": "chat.loading"}], "not an export"), ([HEADER, message(1)], "is missing"),
])
def test_imports_nothing_if_a_line_is_wrong(telex, lines, sentence):
    code, out, err = telex.run("import", lines=lines)
    assert (code, out) == (65, "") and sentence in err and "Nothing was imported" in err, err
    assert ("Line 3: " in err) == (END in lines)
    assert telex.run("unread")[1] == "0\n"


def test_killed_import_leaves_nothing(telex):
    process = telex.start("import", "--store", telex.store)
    for line in (HEADER, *map(message, range(1, 5000))):
        process.stdin.write((json.dumps(line) + "\n").encode())
    process.stdin.flush()
    process.kill()
    process.communicate()
    assert imported(telex, telex.store, [HEADER, END])[0] == 0
    assert exported(telex, telex.store).count("\n") == 2


def test_chats_of_one_user_are_not_imported_into_those_of_another(telex):
    assert imported(telex, telex.store, [HEADER, message(1), END])[0] == 0
    owned = [{"export": {"version": 1, "owner": "@ada:example.org"}}, END]
    code, _, err = imported(telex, telex.store, owned)
    assert code == 77 and "@ada:example.org" in err and "--profile" in err
    other = telex.home / "other.sqlite"
    assert imported(telex, other, owned)[0] == imported(telex, other, owned)[0] == 0
    assert json.loads(exported(telex, other).splitlines()[0])["export"]["owner"] == "@ada:example.org"
    assert imported(telex, other, exported(telex, telex.store))[0] == 77


def test_exported_file_is_private_and_never_overwritten(telex):
    assert imported(telex, telex.store, [HEADER, message(1), END])[0] == 0
    path = telex.home / "chats.jsonl"
    assert telex.run("export", "--store", telex.store, path)[:2] == (0, "")
    assert path.stat().st_mode & 0o777 == 0o600 and path.read_text() == exported(telex, telex.store)
    code, _, err = telex.run("export", "--store", telex.store, telex.store)
    assert code == 73 and "never overwritten" in err
    assert telex.run("import", "--profile", "other", path)[0] == 0
    code, _, err = telex.run("import", "--profile", "other", telex.home / "nothing")
    assert code == 66 and "Cannot read" in err and "nothing: " in err
    code, _, err = telex.run("export", "--profile", "nobody")
    assert code == 66 and "There is no store" in err


def test_export_without_a_reader_ends_and_export_to_a_full_disk_leaves_no_file(telex):
    assert imported(telex, telex.store, [HEADER, *(message(number, text="x" * 1000) for number in range(1, 1000)), END])[0] == 0
    process = telex.start("export", "--store", telex.store)
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait() == -signal.SIGPIPE
    code, _, err = telex.run("export", "--store", telex.store, "/dev/full")
    assert code == 73, err


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
