"""Files that two people send each other through the server, whose connection is cut, and who are killed."""

import random
import re

import pytest

from fault_proxy import FaultProxy
from message_files import SMALL, begin_sending, content, fetched, kept, moving, noise, saved, send, shown, written
from pipe_process import Pipe, ask, is_loaded, opened
from server import Person, login, server, wait_until

VIEWS = ("--subscribe", "messages,connection,chatList,transfers")


class Pair:
    """Ada and Bob, each with a telex, connected through a proxy."""

    def __init__(self, server, devices, proxy):
        self.telexes = {name: devices(name) for name in ("ada", "bob")}
        for name, telex in self.telexes.items():
            login(telex, server, name, name.title(), url=proxy.url)
        self.ada, self.bob = (Pipe(telex, *VIEWS).connect() for telex in self.telexes.values())
        self.chat = ask(self.ada, "chat.creating", recipient="bob")["chatId"]
        self.bob.wait(lambda p: p.models["chatList"]["chats"], "the chat").send(opened(self.chat)).wait(is_loaded, "it")

    def again(self, name):
        """Kills a telex, and starts it again."""
        getattr(self, name).kill()
        setattr(self, name, Pipe(self.telexes[name], *VIEWS).send(opened(self.chat)).wait(is_loaded, "the chat"))
        return getattr(self, name)


@pytest.fixture
def proxy(server):
    with FaultProxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def pair(server, devices, proxy):
    pair = Pair(server, devices, proxy)
    yield pair
    for pipe in (pair.ada, pair.bob):
        assert pipe.finish() == 0


def test_files_arrive_as_they_were_sent(pair, tmp_path):
    ada, bob, chat = pair.ada, pair.bob, pair.chat
    files = {"harbour.png": SMALL, "minutes of monday.pdf": b"%PDF-1.7\n" + noise(70_000), "empty": b""}
    for name, bytes in files.items():
        send(ada, chat, written(tmp_path, name, bytes), f"About {name}")
    for name, bytes in files.items():
        row = shown(bob, name)
        assert (row["text"], row["file"]["byteCount"], row["file"]["fileState"]) == (f"About {name}", len(bytes), "remote")
        assert fetched(bob, chat, name) == bytes
    assert shown(bob, "harbour.png")["file"]["fileText"] == f"image/png, {len(SMALL)} bytes, 40 × 30"
    assert shown(bob, "minutes of monday.pdf")["file"]["mediaType"] == "application/pdf"
    # Nothing is overwritten, and Bob's copy is his.
    (tmp_path / "copies").mkdir()
    written(tmp_path / "copies", "harbour.png", b"mine")
    path = saved(bob, chat, "harbour.png", tmp_path / "copies")
    assert path == str(tmp_path / "copies/harbour (2).png") and open(path, "rb").read() == SMALL
    assert (tmp_path / "copies/harbour.png").read_bytes() == b"mine"
    # A file goes with its message.
    message = shown(ada, "harbour.png")["messageId"]
    before = kept(pair.telexes["bob"])
    assert ask(ada, "revision.deleting", chatId=chat, messageId=message)["outcome"] == "done"
    bob.wait(lambda p: any(row["kind"] == "deleted" for row in p.messages), "the deletion")
    wait_until(lambda: len(kept(pair.telexes["bob"])) == len(before) - 1)


def test_names_of_others_lead_nowhere(pair, server):
    cleo = Person(server, "cleo", "Cleo")
    chat = cleo.create("bob").json["chatId"]
    names = {"../../.bashrc": "bashrc", "C:\\x\\con.txt": "_con.txt", "a\u202egpj.exe": "agpj.exe"}
    for number, name in enumerate(names):
        id = f"{number:022}"
        assert cleo.request("PUT", f"/v1/files/{id}", b"x", {"Content-Type": "text/plain"}).status == 200
        file = {"fileId": id, "name": name, "mediaType": "text/plain"}
        assert cleo.post(chat, "", f"m{number}", file=file).status == 201, name
    pair.bob.wait(lambda p: chat in [row["chatId"] for row in p.models["chatList"]["chats"]], "Cleo's chat")
    pair.bob.send(opened(chat)).wait(lambda p: is_loaded(p) and len(p.messages) == len(names), "the files")
    for safe in names.values():
        assert fetched(pair.bob, chat, safe) == b"x"
    folder = pair.telexes["bob"].home / "copies"
    folder.mkdir()
    for safe in names.values():
        assert saved(pair.bob, chat, safe, folder) == str(folder / safe)


def test_transfers_survive_cuts(pair, proxy, tmp_path):
    ada, bob, chat = pair.ada, pair.bob, pair.chat
    bytes, chance = noise(6_000_000), random.Random(5)
    begin_sending(ada, chat, written(tmp_path, "big", bytes))
    for _ in range(4):
        proxy.cut_after(chance.randrange(200_000, 1_200_000))
        assert proxy.wait_for_fuse()
    ada.connect().wait(lambda p: "send" in p.answers and shown(p, "big")["state"] != "sending", "the answer")
    bob.connect()
    row = shown(bob, "big")
    bob.send({"event": "file.fetching", "chatId": chat, "messageId": row["messageId"], "id": "fetch"})
    for _ in range(4):
        proxy.cut_after(chance.randrange(200_000, 1_200_000))
        assert proxy.wait_for_fuse()
    bob.wait(lambda p: "fetch" in p.answers, "the file")
    assert bob.answers["fetch"]["outcome"] == "done", bob.answers["fetch"]
    assert content(shown(bob, "big"), bob.answers["fetch"]) == bytes
    assert len([row for row in bob.messages if row["kind"] == "file"]) == 1


def test_transfers_survive_kills(pair, proxy, tmp_path):
    chat, bytes = pair.chat, noise(6_000_000)
    path = written(tmp_path, "big", bytes)
    proxy.hold_after(2_000_000)
    begin_sending(pair.ada, chat, path)
    assert proxy.wait_for_fuse()
    # What was read when it was sent counts, whatever becomes of the file.
    path.unlink()
    ada = pair.again("ada")
    assert shown(ada, "big")["state"] == "waiting"
    proxy.cut()
    ada.connect()
    shown(ada, "big", lambda row: row["state"] in ("sent", "delivered", "read"))
    bob = pair.bob.connect()
    row = shown(bob, "big")
    proxy.hold_after(2_000_000)
    bob.send({"event": "file.fetching", "chatId": chat, "messageId": row["messageId"]})
    assert proxy.wait_for_fuse()
    folder = pair.telexes["bob"].home / "data/telex/default/files"
    wait_until(lambda: any(part.stat().st_size > 100_000 for part in folder.glob("*.part")))
    bob = pair.again("bob")
    # A part is not the file.
    assert shown(bob, "big")["file"]["fileState"] == "remote"
    proxy.cut()
    passed = proxy.passed
    assert fetched(bob.connect(), chat, "big") == bytes
    assert proxy.passed - passed < len(bytes)
    assert [name for name in kept(pair.telexes["bob"]) if name.endswith(".part")] == []


def test_transfers_can_be_stopped(pair, proxy, tmp_path):
    ada, bob, chat = pair.ada, pair.bob, pair.chat
    path = written(tmp_path, "big", noise(3_000_000))
    proxy.hold_after(1_000_000)
    begin_sending(ada, chat, path)
    assert proxy.wait_for_fuse()
    ada.wait(moving, "the upload").press(moving(ada)[0]["actions"]["cancel"])
    failed = shown(ada, "big", lambda row: row["state"] == "failed")
    ada.wait(lambda p: p.answers.get("send", {}).get("outcome") == "failed" and "transfers" not in p.models, "the end")
    proxy.hold(False)
    ada.press(failed["actions"]["retry"])
    shown(ada, "big", lambda row: row["state"] in ("sent", "delivered"))
    row = shown(bob, "big")
    proxy.hold_after(1_000_000)
    bob.send({"event": "file.fetching", "chatId": chat, "messageId": row["messageId"], "id": "fetch"})
    assert proxy.wait_for_fuse()
    bob.wait(lambda p: "transfers" in p.models, "the download")
    code, out, _ = pair.telexes["bob"].run("show", "transfers")
    assert code == 0 and re.fullmatch(r"Ada: ↓ big \d+ % of 3 MB.*\n", out), out
    bob.press(bob.models["transfers"]["transfers"][0]["actions"]["cancel"])
    bob.wait(lambda p: "fetch" in p.answers, "the answer")
    assert bob.answers["fetch"]["outcome"] == "refused"
    assert shown(bob, "big")["file"]["fileState"] == "remote"
    proxy.hold(False)
    assert fetched(bob, chat, "big") == path.read_bytes()


def test_a_key_sends_a_message_whose_upload_was_stopped_once(pair, proxy, tmp_path):
    ada, bob, telex = pair.ada, pair.bob, pair.telexes["ada"]
    path = written(tmp_path, "big", noise(3_000_000))
    command = ("send", "bob", "--file", path, "--id", "once")
    proxy.hold_after(1_000_000)
    process = telex.start(*command)
    assert proxy.wait_for_fuse()
    ada.send(opened(pair.chat)).wait(moving, "the upload").press(moving(ada)[0]["actions"]["cancel"])
    _, err = process.communicate()
    assert process.returncode == 75 and b"You have stopped the transfer." in err, err
    shown(ada, "big", lambda row: row["state"] == "failed")
    proxy.hold(False)
    assert telex.run(*command) == (0, "", "")
    shown(ada, "big", lambda row: row["state"] in ("sent", "delivered"))
    shown(bob, "big")


def test_an_upload_that_waits_can_be_stopped(pair, proxy, tmp_path):
    ada, bob, chat, names = pair.ada, pair.bob, pair.chat, ("first", "second", "third")
    proxy.hold_after(1_000_000)
    for number, name in enumerate(names):
        begin_sending(ada, chat, written(tmp_path, name, noise(2_000_000, seed=number)), request=name)
    assert proxy.wait_for_fuse()
    ada.wait(lambda p: len(moving(p)) == 3, "the uploads")
    (waiting,) = [row for row in moving(ada) if row["fileName"] == "second"]
    assert waiting["isUpload"] and waiting["doneCount"] == 0
    ada.press(waiting["actions"]["cancel"]).wait(lambda p: "second" in p.answers, "the answer")
    proxy.hold(False)
    ada.wait(lambda p: "third" in p.answers, "the last upload")
    assert [ada.answers[name]["outcome"] for name in names] == ["sent", "failed", "sent"]
    shown(bob, "third")
    assert [row["file"]["fileName"] for row in bob.messages if row["kind"] == "file"] == ["first", "third"]
    assert shown(ada, "second")["state"] == "failed"


def test_a_file_stays_here_for_the_last_message_with_it(pair, tmp_path):
    ada, bob, chat = pair.ada, pair.bob, pair.chat
    path = written(tmp_path, "notes", b"abc")
    messages = [send(ada, chat, path) for _ in range(2)]
    bob.wait(lambda p: len(p.messages) == 2, "the messages")
    rows = [row["messageId"] for row in bob.messages]
    assert ask(bob, "file.fetching", chatId=chat, messageId=rows[0])["outcome"] == "done"
    for number, left in ((0, 1), (1, 0)):
        assert ask(ada, "revision.deleting", chatId=chat, messageId=messages[number])["outcome"] == "done"
        bob.wait(lambda p: p.messages[number]["kind"] == "deleted", "the deletion")
        for telex in pair.telexes.values():
            wait_until(lambda: len(kept(telex)) == left)
        if left:
            answer = ask(bob, "file.saving", chatId=chat, messageId=rows[1], filePath=str(tmp_path / "copy"))
            assert answer["outcome"] == "done" and (tmp_path / "copy").read_bytes() == b"abc", answer


def test_another_file_is_not_taken_for_it(pair, server, tmp_path):
    send(pair.ada, pair.chat, written(tmp_path, "notes", noise(1000)))
    (file,) = server.store.with_name(server.store.name + ".files").iterdir()
    file.write_bytes(noise(1000, seed=2))
    row = shown(pair.bob, "notes")
    answer = ask(pair.bob, "file.fetching", chatId=pair.chat, messageId=row["messageId"])
    assert answer["outcome"] == "failed" and "SHA-256" in answer["reason"], answer
    assert shown(pair.bob, "notes")["file"]["fileState"] == "failed" and kept(pair.telexes["bob"]) == []


def test_commands_send_and_save_files(server, devices, tmp_path):
    telexes = {name: devices(name) for name in ("ada", "bob")}
    for name, telex in telexes.items():
        login(telex, server, name, name.title())
    ada, bob = telexes.values()
    path = written(tmp_path, "notes.txt", b"Hello")
    assert ada.run("send", "--new", "bob", "--file", path, "--id", "once", "Look") == (0, "", "")
    assert ada.run("send", "--new", "bob", "--file", path, "--id", "once", "Look") == (0, "", "")
    code, out, err = ada.run("send", "bob", "--file", tmp_path / "none")
    assert (code, out) == (66, "") and "no such file" in err, err
    code, out, err = ada.run("send", "bob", "--me", "--file", path)
    assert (code, out) == (64, "") and "cannot have a file" in err, err
    pipe = Pipe(bob, *VIEWS).connect()
    chat = pipe.wait(lambda p: p.models["chatList"]["chats"], "the chat").models["chatList"]["chats"][0]["chatId"]
    row = shown(pipe.send(opened(chat)), "notes.txt")
    assert pipe.finish() == 0 and row["text"] == "Look"
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in ("notes.txt", "notes (2).txt"):
        assert bob.run("save", "ada", row["messageId"], copies) == (0, f"{copies / name}\n", "")
        assert (copies / name).read_bytes() == b"Hello"
    code, out, err = bob.run("save", "ada", row["messageId"], copies / "notes.txt")
    assert (code, out) == (73, "") and "exists already" in err, err
    code, out, err = bob.run("save", "ada", "nothing", copies)
    assert (code, out) == (66, "") and "no message" in err, err
    assert ada.run("send", "bob", "--file", written(tmp_path, "late.txt", b"Late")) == (0, "", "")
    pipe = Pipe(bob, *VIEWS).connect().send(opened(chat))
    row = shown(pipe, "late.txt")
    assert pipe.finish() == 0
    folder, aside = bob.home / "data/telex/default/files", tmp_path / "aside"
    folder.rename(aside)
    folder.write_bytes(b"")
    code, out, err = bob.run("save", "ada", row["messageId"], copies)
    assert (code, out) == (73, "") and "not a directory" in err, err
    folder.unlink()
    aside.rename(folder)
    server.kill()
    code, out, err = bob.run("save", "ada", row["messageId"], copies)
    assert (code, out) == (69, "") and "Cannot reach the server" in err, err
    server.start()
    for file in server.store.with_name(server.store.name + ".files").iterdir():
        file.write_bytes(b"Liar")
    code, out, err = bob.run("save", "ada", row["messageId"], copies)
    assert (code, out) == (65, "") and "SHA-256" in err, err
    assert bob.run("logout", text="yes\n")[0] == 0
    code, out, err = bob.run("save", "ada", row["messageId"], copies)
    assert (code, out) == (77, "") and "logged out" in err, err
    assert sorted(path.name for path in copies.iterdir()) == ["notes (2).txt", "notes.txt"]


@pytest.mark.parametrize("line", ["/delete", "/edit Better", "Later"])
def test_what_is_typed_after_a_file_comes_after_it(server, devices, tmp_path, line):
    ada, bob = devices("ada"), Person(server, "bob", "Bob")
    login(ada, server, "ada", "Ada")
    chat = bob.create("ada").json["chatId"]
    path = written(tmp_path, "notes.txt", b"Hello")
    code, out, _ = ada.run("repl", text=f"/open bob\nBefore\n/send {path} Caption\n{line}\n")
    assert code == 0, out
    # The server had the file already if it was faster than the line that deletes it.
    texts = sorted(message["text"] for message in bob.messages(chat).json["messages"] if message.get("kind") != "deleted")
    assert texts == {"/delete": ["Before"], "/edit Better": ["Before", "Better"]}.get(line, ["Before", "Caption", "Later"])
    assert line != "Later" or out.index("Caption") < out.index("Later"), out


def test_one_file_can_be_saved_several_times_at_once(pair, tmp_path):
    send(pair.ada, pair.chat, written(tmp_path, "notes.txt", b"Hello"))
    copies, names = tmp_path / "copies", ["notes.txt", "notes (2).txt", "notes (3).txt"]
    copies.mkdir()
    saving = {"event": "file.saving", "chatId": pair.chat, "messageId": shown(pair.bob, "notes.txt")["messageId"]}
    requests = {f"{path.name} {number}": path for number in range(3) for path in (copies, copies / "new")}
    pair.bob.send(*({**saving, "filePath": str(path), "id": id} for id, path in requests.items()))
    pair.bob.wait(lambda p: requests.keys() <= p.answers.keys(), "the answers")
    answers = [pair.bob.answers[id] for id in requests]
    assert {answer.get("filePath") for answer in answers[::2]} == {str(copies / name) for name in names}
    assert sorted(answer["outcome"] for answer in answers[1::2]) == ["done", "failed", "failed"], answers
    assert sorted(path.name for path in copies.iterdir()) == sorted([*names, "new"])


def test_files_are_fetched_as_the_options_say(pair, tmp_path):
    for name, count in (("small", 1000), ("large", 3000)):
        send(pair.ada, pair.chat, written(tmp_path, name, noise(count)))
    shown(pair.bob, "large")
    pair.bob.kill()
    pair.bob = Pipe(pair.telexes["bob"], *VIEWS, "--fetch", "under 2kB").connect().send(opened(pair.chat))
    shown(pair.bob, "small", lambda row: row["file"]["fileState"] == "here")
    assert shown(pair.bob, "large")["file"]["fileState"] == "remote"
    pair.bob.kill()
    pair.bob = Pipe(pair.telexes["bob"], *VIEWS, "--fetch", "never").connect().send(opened(pair.chat))
    message = shown(pair.bob, "large")["messageId"]
    answer = ask(pair.bob, "file.fetching", chatId=pair.chat, messageId=message)
    assert answer["outcome"] == "failed" and "--fetch never" in answer["reason"], answer
    pair.bob.kill()
    pair.bob = Pipe(pair.telexes["bob"], *VIEWS, "--keep-files", "3500B").connect().send(opened(pair.chat))
    fetched(pair.bob, pair.chat, "large")
    # The other one has made room.
    shown(pair.bob, "small", lambda row: row["file"]["fileState"] == "remote")
    assert len(kept(pair.telexes["bob"])) == 1
