"""Stores on a full or read-only disk, and stores that are damaged or deleted while in use."""

import json
import os
import shutil

import pytest

from damage import gather, leaves, marked, root_page, wipe
from disk import disk
from message_files import noise, written
from pipe_process import Pipe, opened
from telex_program import last_model, received

LINES = [{"export": {"version": 1}}, *(
    {"message": {"messageId": f"m{number}", "chatId": "bob", "position": number, "isOwn": False, "text": "x" * 1000,
                 "date": "2026-01-05T09:00:00.000Z", "delivery": "received"}} for number in range(1, 601)),
    {"end": {"isWhole": True}}]


@pytest.fixture
def store(telex, disk):
    """A store with one message on a small disk, which telex sees."""
    telex.prefix, store = disk.prefix, disk.folder / "chats.sqlite"
    assert telex.run("pipe", "--store", store, lines=[received("ada", "first")])[0] == 0
    return store


def contents(disk):
    return {path.name: path.read_bytes() for path in sorted(disk.seen.iterdir())
            if path.name != "filler" and not path.name.endswith(("-shm", ".lock"))}


def test_import_and_export_are_all_or_nothing_on_a_full_disk(telex, disk, store):
    disk.fill(300_000)
    code, _, err = telex.run("import", "--store", store, lines=LINES)
    assert code == 74 and "full" in err and "Free some disk space" in err, err
    code, out, err = telex.run("export", "--store", store)
    assert code == 0 and out.count('\n{"message":') == 1, err
    disk.make_room()
    assert telex.run("import", "--store", store, lines=LINES)[::2] == (
        0, "telex: imported 1 chat, 600 messages, 0 contacts, 0 reminders\n")
    disk.fill(300_000)
    code, _, err = telex.run("export", "--store", store, disk.folder / "export.jsonl")
    assert code == 74 and "No space left" in err and not (disk.seen / "export.jsonl").exists(), err
    code, out, err = telex.run("export", "--store", store)
    assert code == 0 and out.count('\n{"message":') == 601, err


def test_pipe_reports_a_full_disk_and_works_again_once_there_is_space(telex, disk, store):
    disk.fill(100_000)
    lines = [{**received("ada", f"m{number}", "x" * 1000), "id": f"{number}"} for number in range(400)]
    code, out, err = telex.run("pipe", "--store", store, "--subscribe", "none", lines=lines)
    assert code == 74 and "full" in err and "Free some disk space" in err, err
    out = [json.loads(line) for line in out.strip("\n").split("\n")]
    settled = [line["settled"] for line in out if "settled" in line]
    assert out[-1]["bye"] == "storeFailed" and any("error" in line for line in out)
    disk.make_room()
    code, out, err = telex.run("export", "--store", store)
    assert code == 0 and out.count('\n{"message":') == 1 + len(settled), err
    assert telex.run("pipe", "--store", store, lines=lines)[::2] == (0, "")


def test_a_full_disk_is_not_damage(telex, disk, store):
    disk.fill()
    code, out, err = telex.run("export", "--store", store)
    assert code == 0 and out.count('\n{"message":') == 1, err
    code, _, err = telex.run("repl", "--store", store)
    assert code == 74 and err.endswith(f"The disk of the store {store} is full. Free some space, then try again.\n"), err
    # A copy of the file needs space, too.
    telex.environment["TMPDIR"] = str(disk.folder)
    for command in ("export", "doctor"):
        code, out, err = telex.run(command, "--store", store)
        assert code == 74 and "is full. Free some space" in out + err and "damaged" not in out + err, (command, out, err)


def test_what_is_stored_can_be_read_on_a_full_disk(telex, disk):
    telex.prefix, telex.environment["XDG_DATA_HOME"] = disk.prefix, str(disk.folder)
    assert telex.run("pipe", "--subscribe", "none", lines=[received("ada", "m", "the invoice")])[0] == 0
    disk.fill()
    for command in (["log", "ada"], ["search", "invoice"], ["show", "messages", "ada"], ["show", "chatList"]):
        code, out, err = telex.run(*command)
        assert code == 0 and "the invoice" in out, (command, out, err)
    code, _, err = telex.run("send", "ada", "hi")
    assert code == 74 and "is full" in err, err


def test_read_only_disk_allows_exports_and_stays_unchanged(telex, disk, store):
    before = contents(disk)
    disk.make_read_only()
    for command in (["pipe"], ["repl"], ["import", telex.home / "export.jsonl"]):
        (telex.home / "export.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES))
        code, _, err = telex.run(*command, "--store", store)
        assert code == 73 and "Cannot open" in err and "Check the path and its permissions" in err, (command, err)
    code, out, err = telex.run("export", "--store", store)
    assert code == 0 and out.count('\n{"message":') == 1, err
    assert contents(disk) == before


@pytest.mark.parametrize("deed", ["deleted", "moved", "replaced", "folder deleted"])
def test_reports_a_store_that_disappears_while_in_use(deed, telex):
    folder = telex.home / "folder"
    folder.mkdir()
    store, other = folder / "chats.sqlite", telex.home / "other.sqlite"
    other.write_bytes(b"somebody else's")
    pipe = Pipe(telex, "--store", store)
    pipe.send({**received("ada", "m1"), "id": "1"}).wait(lambda p: "1" in p.answers, "an answer")
    {"deleted": store.unlink, "moved": lambda: store.rename(telex.home / "moved"),
     "replaced": lambda: os.replace(other, store), "folder deleted": lambda: shutil.rmtree(folder)}[deed]()
    pipe.send({**received("ada", "m2"), "id": "2"})
    assert pipe.process.wait() == 74
    while not pipe.has_ended:
        pipe._take(pipe.lines.get())
    assert pipe.answers["2"]["error"]["code"] == "storeFailed"
    assert "moved, replaced or deleted" in pipe.answers["2"]["error"]["reason"]
    assert "moved, replaced or deleted" in pipe.errors.read_text()
    if deed == "replaced":
        assert store.read_bytes() == b"somebody else's"


@pytest.fixture
def long(telex):
    """A store with more messages than a page of history holds; the offsets of its pages with messages."""
    telex.pipe("--store", telex.store, "--subscribe", "none", lines=[
        *(received("ada", f"m{number}", marked(number)) for number in range(300)),
        {"event": "message.reading", "chatId": "ada"}])
    gather(telex.store)
    return list(leaves(telex.store))


def test_damage_found_while_in_use_is_reported_with_advice(telex, long):
    wipe(telex.store, long[:2])
    lines = telex.pipe("--store", telex.store, lines=[
        opened("ada"), *({"event": "history.loading", "chatId": "ada", "direction": "older", "id": f"{number}"} for number in range(6))])
    error = last_model(lines, "messages")["errorText"]
    assert "is damaged" in error and "telex export" in error, error
    assert sum("settled" in line for line in lines) == 6


@pytest.fixture
def profile(telex):
    """The store of a profile with as many messages, and a contact."""
    store = telex.home / "data/telex/default/telex.sqlite"
    store.parent.mkdir(parents=True)
    telex.pipe("--store", store, "--subscribe", "none", lines=[
        *(received("ada", f"m{number}", marked(number)) for number in range(300)),
        {"event": "contact.adding", "firstName": "Ada", "lastName": "Lovelace"}])
    gather(store)
    return store


@pytest.mark.parametrize("command, name", [
    (["show", "messages", "ada"], "message"), (["show", "contactExport"], "contact"),
    (["show", "reminderExport"], "reminder"), (["wait", "--timeout", "0s", "--since", "start"], "message"),
    (["tail", "--since", "start"], "message"), (["show", "connection"], "link")])
def test_commands_report_what_the_store_cannot_show(command, name, telex, profile):
    wipe(profile, leaves(profile) if name == "message" else [root_page(profile, name)])
    code, _, err = telex.run(*command)
    assert code == 74 and "is damaged" in err and "telex export" in err, (code, err)


@pytest.mark.parametrize("since", [[], ["--since", "2000-01-01"]])
def test_commands_print_the_messages_before_damage_and_fail(since, telex, profile):
    wipe(profile, list(leaves(profile))[3:4])
    code, out, err = telex.run("log", "ada", *since)
    assert code == 74 and out.count("\n") >= 50 and "is damaged" in err and "telex export" in err, (code, out, err)


@pytest.mark.parametrize("command", ["pipe", "repl"])
def test_damage_found_at_startup_is_an_error_and_the_file_stays_unchanged(command, telex, long):
    wipe(telex.store, [root_page(telex.store, "chat")])
    before = telex.store.read_bytes()
    code, out, err = telex.run(command, "--store", telex.store)
    assert (code, out) == (65, "") and "is damaged" in err and "telex export" in err, err
    assert telex.store.read_bytes() == before


def test_a_full_disk_is_named_when_a_file_is_sent_or_saved(telex, disk):
    photo = written(telex.home, "photo", noise(3_000_000))
    home, telex.environment["XDG_DATA_HOME"] = telex.environment["XDG_DATA_HOME"], str(disk.folder)
    telex.prefix = disk.prefix
    assert telex.run("send", "--new", "Echo", "hello")[0] == 0
    disk.fill(2_500_000)
    code, out, err = telex.run("send", "echo", "--file", photo)
    assert (code, out) == (74, "") and f"{disk.folder}/telex/default/files has room for" in err, err
    disk.make_room()
    (disk.seen / "telex/default/files").rmdir()
    (disk.seen / "telex/default/files").touch()
    code, out, err = telex.run("send", "echo", "--file", photo)
    assert (code, out) == (73, "") and f"{disk.folder}/telex/default/files, cannot be used: not a directory" in err, err
    # The disk of the copy is another one.
    telex.environment["XDG_DATA_HOME"] = home
    assert telex.run("send", "--new", "Echo", "--file", photo) == (0, "", "")
    rows = json.loads(telex.run("show", "messages", "echo", "--json")[1])["messages"]
    message = next(row["messageId"] for row in rows if row["kind"] == "file")
    disk.fill(1_000_000)
    code, out, err = telex.run("save", "echo", message, disk.folder)
    assert (code, out, err) == (74, "", f"telex: Cannot save {disk.folder}: no space left on device.\n")
    assert {path.name for path in disk.seen.iterdir()} == {"filler", "telex"}
