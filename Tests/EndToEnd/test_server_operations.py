"""What the operator of a chat server does, and what may happen to its file and its disk."""

import hashlib
import itertools
import json
import os
import pathlib
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import Telex
from piped import Pipe, history, opened
from server import SERVER, UPGRADE, Person, TelexServer, couple, login, server, wait_until

CHAT = "ada+bob"
VIEWS = ("--subscribe", "messages,connection,badge,chatList")
DAY = 86_400_000
# Root may do what others may not; without this it is like them.
LIKE_OTHERS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()


def contents(folder):
    """The bytes of all files in a folder that have any, but for the memory that SQLite shares and the log."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())
            if path.is_file() and not path.name.endswith(("-shm", ".log")) and path.stat().st_size > 0}


def all_bytes(server):
    return b"".join(path.read_bytes() for path in server.folder.glob("server.sqlite*"))


def texts(person, chat=CHAT, **query):
    answer = person.messages(chat, **{"limit": 500, **query})
    assert answer.status == 200, answer
    return [message["text"] for message in answer.json["messages"]]


def posted(person, count, start=1, chat=CHAT):
    """Posts that many messages; returns their texts."""
    expected = [f"text {number}" for number in range(start, start + count)]
    assert {person.post(chat, text, text).status for text in expected} == {201}
    return expected


def is_loaded(pipe):
    return "messages" in pipe.models and not pipe.models["messages"]["shouldShowBusy"]


def opened_pipe(telex, chat=CHAT):
    """A pipe of theirs, online, with the chat on top."""
    pipe = Pipe(telex, *VIEWS).connect()
    pipe.wait(lambda p: any(row["chat"] == chat for row in p.models.get("chatList", {"chats": []})["chats"]), chat)
    return pipe.send(opened(chat)).wait(is_loaded, "the messages")


@pytest.fixture
def devices(tmp_path):
    """Makes devices that nothing is on."""
    def device(name):
        (tmp_path / name).mkdir()
        return Telex(tmp_path / name)
    return device


def refusal(done, code, *words):
    """Asserts that a command has ended so, and has said in a sentence of its own what to do."""
    actual, out, err = done
    assert (actual, out) == (code, ""), done
    assert re.fullmatch(r"telex-server: [A-Z\"].*\n", err) and "SQLite error" not in err, err
    assert all(word in err for word in words), err


def run(server, *prefix):
    """Runs a server that is expected to end by itself; returns exit code, output and error output."""
    done = subprocess.run([*prefix, SERVER, "run", "--listen", "127.0.0.1:0", "--store", server.store], timeout=20,
                          env=server.environment, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


# Backups.


class Talk:
    """Posts messages, one after the other, until it is told to stop."""

    def __init__(self, person):
        self.person, self.answered, self.is_over = person, [], False
        self.thread = threading.Thread(target=self._post)

    def _post(self):
        for number in itertools.count(1):
            if self.is_over:
                break
            answer = self.person.post(CHAT, f"{number} " + "x" * 2000, f"{number}")
            assert answer.status == 201
            self.answered.append(answer.json)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()


def test_a_backup_while_messages_come_in_is_whole(server, tmp_path):
    ada, bob = couple(server)
    taken = []
    with Talk(ada) as talk:
        for number in range(3):
            wait_until(lambda: len(talk.answered) > 100 * (number + 1), 60)
            before, copy = len(talk.answered), tmp_path / f"copy{number}.sqlite"
            assert server.command("backup", copy) == (0, "", "")
            taken.append((before, len(talk.answered) + 1, copy))
    for least, most, path in taken:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        copy = TelexServer(tmp_path / "copy")
        copy.store = path
        code, out, err = copy.command("doctor")
        assert (code, err) == (0, "") and "!" not in out
        assert contents(tmp_path).keys() >= {path.name} and not list(tmp_path.glob(f"{path.name}.*"))
        with copy:
            ada.server = copy
            messages = ada.history(CHAT)
        assert least <= len(messages) <= most and messages == talk.answered[:len(messages)]


def test_a_backup_goes_where_nothing_is(server, tmp_path):
    places = [tmp_path / name for name in ("file", "folder", "link", "link to nothing")]
    places[0].write_text("precious")
    places[1].mkdir()
    places[2].symlink_to(places[0])
    places[3].symlink_to(tmp_path / "nothing")
    for place in (*places, server.store):
        before = server.store.read_bytes(), os.lstat(place)[:7]
        refusal(server.command("backup", place), 73, str(place))
        assert (server.store.read_bytes(), os.lstat(place)[:7]) == before
    assert places[0].read_text() == "precious" and not (tmp_path / "nothing").exists()
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_takes_nothing_away(server, tmp_path):
    """Not even what is named as its own file is while it is written."""
    (tmp_path / "copy.part").mkdir()
    (tmp_path / "copy.part/file").write_text("precious")
    (tmp_path / "other.part").write_text("precious")
    for name in ("copy", "other"):
        server.command("backup", tmp_path / name)
    assert (tmp_path / "copy.part/file").read_text() == (tmp_path / "other.part").read_text() == "precious"


def test_a_backup_that_cannot_be_written_leaves_nothing(server, tmp_path, disk):
    ada, _ = couple(server)
    posted(ada, 100)
    refusal(server.command("backup", tmp_path / "missing/copy"), 73, "missing/copy")
    assert not (tmp_path / "missing").exists()
    (tmp_path / "shut").mkdir(mode=0o500)
    server.prefix = LIKE_OTHERS
    refusal(server.command("backup", tmp_path / "shut/copy"), 73, "shut/copy")
    assert list((tmp_path / "shut").iterdir()) == []
    server.prefix = disk.prefix
    for room in (0, 4096, 60_000):
        disk.fill(room)
        refusal(server.command("backup", disk.folder / "copy"), 73, str(disk.folder / "copy"), "full")
        assert os.listdir(disk.seen) == ["filler"]
    server.prefix = ()
    assert server.command("backup", tmp_path / "copy")[0] == 0


def test_a_backup_of_nothing_makes_nothing(tmp_path):
    server = TelexServer(tmp_path / "server")
    refusal(server.command("backup", tmp_path / "copy"), 73, str(server.store), "no such file")
    assert not server.store.exists() and not (tmp_path / "copy").exists()


def test_after_going_back_to_a_backup_clients_end_up_with_the_server_s_messages(server, tmp_path, devices):
    """Of what the server has lost they keep their own copies."""
    there, away = devices("there"), devices("away")
    login(there, server, "ada", "Ada")
    assert away.run("login", server.url, text=server.invite("ada") + "\n")[0] == 0
    bob = Person(server, "bob", "Bob")
    bob.create("ada")
    kept = posted(bob, 10)
    pipe = opened_pipe(there).wait(lambda p: p.texts == kept, "the first messages")
    other = opened_pipe(away).wait(lambda p: p.texts == kept, "the first messages")
    try:
        assert server.command("backup", tmp_path / "copy")[0] == 0
        lost = posted(bob, 10, 11)
        for each in (pipe, other):
            each.wait(lambda p: p.texts == kept + lost, "the messages that will be lost")
        assert other.finish() == 0
        # As help says that it is done.
        server.stop()
        (tmp_path / "copy").replace(server.store)
        for end in ("-wal", "-shm"):
            server.store.with_name(server.store.name + end).unlink(missing_ok=True)
        server.start()
        new = posted(bob, 5, 21)
        pipe.connect().wait(lambda p: p.texts[-1:] == new[-1:], "what is new", 30)
        assert pipe.texts == kept + lost + new
        pipe.send({"event": "message.sending", "chat": CHAT, "text": "from Ada", "id": "m"})
        pipe.wait(lambda p: p.has_mark("from Ada", "sent"), "it to be sent")
        assert texts(bob) == kept + new + ["from Ada"]
        assert pipe.finish() == 0
        other = opened_pipe(away).wait(lambda p: p.texts[-1:] == ["from Ada"], "what is new", 30)
        assert other.texts == kept + lost + new + ["from Ada"]
        assert other.finish() == 0
    finally:
        pipe.close()
        other.close()


# Files of other versions, and of no version.


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


def test_a_file_of_version_1_has_it_all_in_the_end(tmp_path):
    server = TelexServer(tmp_path / "server")
    make_version_1(server.store)
    before = contents(server.folder)
    code, out, err = server.command("doctor")
    assert (code, err) == (0, "") and "telex-server run brings it up to date" in out
    assert contents(server.folder) == before
    with server:
        bob = Person(server, "bob", invitation="invitation of Bob")
        server.request("POST", "/v1/login", {"invitation": "invitation of Bob"}).problem(401)
        ada = Person(server, "ada", invitation=server.invite("ada"))
        for token in ("token of Ada", ada.token):
            ada.token = token
            message = {"chat": CHAT, "id": "ada/m2", "seq": 3, "sender": "ada", "name": "Ada Lovelace",
                       "text": "Zo\u00eb \U0001F600", "date": "2026-01-01T00:00:02.999Z"}
            assert ada.messages(CHAT).json["messages"][2] == message
        assert texts(bob) == ["hello", "nul\0text", "Zo\u00eb \U0001F600"]
        (chat,) = bob.chats().json["chats"]
        assert (chat["contact"], chat["last"], chat["lastID"], chat["event"]) == ("Ada Lovelace", 3, "ada/m2", 5)
        assert [(mark["user"], mark["readSeq"], mark["deliveredSeq"]) for mark in chat["marks"]] == [
            ("ada", 3, 3), ("bob", 0, 2)]
        events = bob.push(since=0).until("ready")
        assert [event.kind for event in events] == ["chat", "message", "message", "message", "mark", "ready"]
        assert ada.post(CHAT, "hello", "m1").status == 200 and ada.post(CHAT, "next", "m3").json["seq"] == 4
    code, out, err = server.command("doctor")
    assert (code, err) == (0, "") and "No chat lacks a message." in out
    assert server.command("user", "list")[1] == "ada\tAda Lovelace\nbob\tBob\necho\tEcho\neliza\tEliza\n"


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The bytes of a file with which all is well."""
    with TelexServer(tmp_path_factory.mktemp("sound")) as server:
        ada, _ = couple(server)
        posted(ada, 200)
        server.stop()
    server.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return server.store.read_bytes()


def newer(path):
    database = sqlite3.connect(path)
    database.execute("INSERT INTO grdb_migrations VALUES ('99')")
    database.commit()
    database.close()


def overwritten(path):
    """All pages but the first are noise."""
    size = path.stat().st_size
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(bytes(index * 31 & 0xFF for index in range(size - 4096)))


def wounded(path):
    """The users are noise."""
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
    """A server whose file is not what it should be, and what is wrong with it."""
    server = TelexServer(tmp_path / "server")
    server.store.write_bytes(sound)
    server.store.chmod(0o600)
    SPOILT[request.param](server.store)
    return server, request.param


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_what_it_should_be_is_left_alone(spoilt, command):
    server, what = spoilt
    before = server.store.read_bytes()
    copy = server.folder / "copy"
    done = run(server) if command == "run" else server.command(*command.replace("COPY", str(copy)).split())
    refusal(done, 65, str(server.store), "use that version" if what == "newer" else "restore it from a backup")
    assert server.store.read_bytes() == before and not list(server.folder.glob("copy*"))


def test_the_doctor_says_what_is_wrong_with_such_a_file_and_leaves_it_alone(spoilt):
    server, what = spoilt
    before = contents(server.folder)
    code, out, err = server.command("doctor")
    (finding,) = [line for line in out.splitlines() if line.startswith("! ")]
    assert (code, err) == (1, "") and ("newer" in finding) == (what == "newer")
    assert ("use that version" if what == "newer" else "restore it from a backup") in finding
    assert contents(server.folder) == before


# The doctor.


def finding(line, *words):
    assert line.startswith("! ") and all(word in line for word in words), line


@pytest.fixture
def patient(sound, tmp_path):
    """A server that does not run, and with which all is well."""
    server = TelexServer(tmp_path / "server")
    server.store.write_bytes(sound)
    server.store.chmod(0o600)
    return server


def examine(server):
    """Has the doctor look at it, and sees to it that nothing is changed by that; returns the lines."""
    before = contents(server.folder)
    code, out, err = server.command("doctor")
    assert contents(server.folder) == before
    lines = out.splitlines()
    assert err == "" and all(line[:2] in ("  ", "! ") and line.endswith(".") or "chmod" in line for line in lines), out
    assert code == any(line.startswith("! ") for line in lines)
    return lines


def bad(lines):
    return [line for line in lines if line.startswith("! ")]


def test_the_doctor_finds_all_well(patient):
    lines = examine(patient)
    assert bad(lines) == []
    for line in (f"The file is {patient.store}.", "No server serves it now.", "All that belongs together is there.",
                 "No chat lacks a message.", "Users: 2; logins: 2; invitations: 0.", "Chats: 1; messages: 200."):
        assert f"  {line}" in lines
    assert any(re.fullmatch(r"  \d+ MiB are free on its disk\.", line) for line in lines)
    assert any(re.fullmatch(r"  SQLite [\d.]+ finds no damage\.", line) for line in lines)


def test_the_doctor_leaves_no_files_behind(patient):
    before = sorted(patient.folder.iterdir())
    examine(patient)
    assert sorted(patient.folder.iterdir()) == before


def test_the_doctor_looks_while_a_server_runs_and_says_so(server):
    ada, _ = couple(server)
    posted(ada, 20)
    lines = examine(server)
    assert bad(lines) == [] and "  A server serves it." in lines and "  Chats: 1; messages: 20." in lines
    with Talk(ada) as talk:
        for _ in range(3):
            assert server.command("doctor")[0] == 0
    assert len(talk.answered) > 0 and ada.chats().status == 200
    server.kill()
    assert "  No server serves it now." in server.command("doctor")[1]


def test_the_doctor_says_when_others_may_read_the_file(patient):
    for mode in (0o644, 0o640, 0o606, 0o700 | 0o020):
        patient.store.chmod(mode)
        (line,) = bad(examine(patient))
        finding(line, "Others may read", f"chmod 600 {patient.store}")
    patient.store.chmod(0o400)
    assert bad(examine(patient)) == []


def test_the_doctor_says_when_there_is_no_file(tmp_path):
    server = TelexServer(tmp_path / "server")
    (line,) = examine(server)
    finding(line, "no file", str(server.store), "telex-server run")


@pytest.mark.parametrize("seq", [2, 100, 200])
def test_the_doctor_says_when_a_message_is_missing(patient, seq):
    patient.sql("DELETE FROM message WHERE seq = ?", seq)
    (line,) = bad(examine(patient))
    finding(line, "missing", CHAT, "backup")


def test_the_doctor_is_content_when_the_first_messages_have_gone(patient):
    patient.sql("DELETE FROM message WHERE seq <= 50")
    assert bad(examine(patient)) == []


def test_the_doctor_is_content_when_all_messages_have_gone(patient):
    patient.sql("DELETE FROM message")
    assert bad(examine(patient)) == []


def test_the_doctor_says_when_something_belongs_to_what_is_not_there(patient):
    patient.sql("DELETE FROM user WHERE name = 'ada'")
    (line,) = bad(examine(patient))
    finding(line, "not there", "backup")


def test_the_doctor_says_when_there_is_little_room(patient, disk):
    move(patient, disk)
    for fill in (lambda: None, disk.fill):
        fill()
        code, out, err = patient.command("doctor")
        (line,) = bad(out.splitlines())
        finding(line, "make room")
        assert (code, err) == (1, "") and "  No chat lacks a message." in out.splitlines()


def test_the_doctor_looks_at_a_file_that_cannot_be_written(patient, disk):
    move(patient, disk)
    disk.make_read_only()
    assert "  No chat lacks a message." in patient.command("doctor")[1].splitlines()


# Disks that are full, or cannot be written to.


def move(server, disk):
    """Moves its file to a small disk."""
    (disk.seen / "server.sqlite").write_bytes(server.store.read_bytes())
    (disk.seen / "server.sqlite").chmod(0o600)
    server.prefix, server.store = disk.prefix, disk.folder / "server.sqlite"


class Disk:
    """A disk of a few megabytes, which only those see who are run with its prefix; here it is seen elsewhere."""

    def __init__(self, folder, size="8m"):
        folder.mkdir()
        self.folder = folder
        script = f'mount -t tmpfs -o size={size},mode=700 none "$1" && echo mounted && exec cat'
        reasons = []
        for options, enter in ((["-r"], ["-U", "--preserve-credentials"]), ([], [])):
            try:
                self.keeper = subprocess.Popen(["unshare", "-m", *options, "sh", "-c", script, "sh", folder],
                                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            except OSError as error:
                reasons.append(str(error))
                continue
            if self.keeper.stdout.readline() == b"mounted\n":
                break
            reasons.append(self.keeper.communicate()[1].decode().strip())
        else:
            pytest.fail(f"A small disk is needed, and cannot be made: {'; '.join(reasons)}. Run this as root, or allow "
                        "user namespaces (unshare -rm).")
        self.prefix = ["nsenter", *enter, "-m", "-t", str(self.keeper.pid), "--"]
        self.seen = pathlib.Path(f"/proc/{self.keeper.pid}/root{folder}")

    def fill(self, room=0):
        """Fills it up, but for some bytes."""
        (self.seen / "filler").unlink(missing_ok=True)
        with open(self.seen / "filler", "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                file.truncate(max(0, file.tell() - room))

    def make_room(self):
        (self.seen / "filler").unlink()

    def make_read_only(self):
        subprocess.run([*self.prefix, "mount", "-o", "remount,bind,ro", self.folder], check=True)

    def close(self):
        self.keeper.communicate()


@pytest.fixture
def disk(tmp_path):
    disk = Disk(tmp_path / "disk")
    yield disk
    disk.close()


@pytest.fixture
def cramped(tmp_path, disk):
    """A server whose file is on a small disk."""
    server = TelexServer(tmp_path / "server")
    server.prefix, server.store = disk.prefix, disk.folder / "server.sqlite"
    with server:
        yield server


def post_until_full(person, start=0):
    """Posts until there is no room; returns the texts that were taken."""
    taken = []
    for number in range(start, start + 10_000):
        answer = person.post(CHAT, f"{number} " + "x" * 500, str(number))
        if answer.status != 201:
            detail = answer.problem(503)
            assert "full" in detail and int(answer.headers["Retry-After"]) > 0
            return taken
        taken.append(answer.json["text"])
    raise AssertionError("it takes everything")


def test_on_a_full_disk_posts_are_refused_until_there_is_room_and_nothing_is_lost(cramped, disk):
    ada, bob = couple(cramped)
    push, live = bob.push(), bob.live(CHAT)
    for channel in (push, live):
        channel.next("ready")
    disk.fill(100_000)
    taken = post_until_full(ada)
    assert taken and re.search(r" error .*full", cramped.log())
    # Reading goes on; what was refused was told to nobody; and nothing is half done.
    assert texts(bob) == taken
    for number in range(20):
        text = f"refused {number} " + "x" * 20_000
        ada.post(CHAT, text, text[:20]).problem(503)
    for small in (bob.mark(CHAT, read="ada/0"), bob.create("eliza"), ada.request("POST", "/v1/logout", token="none")):
        assert small.status in (200, 201, 401) or "full" in small.problem(503)
    assert texts(bob) == taken
    assert bob.people("ada").json["people"] == [{"user": "ada", "name": "Ada Lovelace"}]
    disk.make_room()
    assert ada.post(CHAT, "after", "after").json["seq"] == len(taken) + 1
    assert [event.data["text"] for event in push.until("message", where=lambda event: event.data["text"] == "after")
            if event.kind == "message"] == [*taken, "after"]
    assert [frame["text"] for frame in live.until("message", where=lambda frame: frame["text"] == "after")
            if frame["type"] == "message"] == [*taken, "after"]
    assert bob.mark(CHAT, read="ada/after").status == 200 and bob.create("eliza").status in (200, 201)
    # Nor is anything lost when it dies at the worst time.
    disk.fill(50_000)
    more = post_until_full(ada, 10_000)
    cramped.kill()
    disk.make_room()
    cramped.start()
    assert texts(bob) == [*taken, "after", *more]
    assert "  No chat lacks a message." in cramped.command("doctor")[1]


def test_a_message_that_met_a_full_disk_is_delivered_later_and_once(cramped, disk, devices):
    telex = devices("telex")
    login(telex, cramped, "ada", "Ada")
    bob = Person(cramped, "bob", "Bob")
    bob.create("ada")
    pipe = opened_pipe(telex)
    try:
        disk.fill(50_000)
        taken = post_until_full(bob)
        pipe.send({"event": "message.sending", "chat": CHAT, "text": "Is there room?", "id": "m"})
        wait_until(lambda: cramped.log().count("status=503") > 1)
        pipe.wait(lambda p: p.has_mark("Is there room?", "waiting", "sending"), "the message to wait")
        disk.make_room()
        pipe.connect().wait(lambda p: p.has_mark("Is there room?", "sent"), "the message to go out", 40)
        assert texts(bob) == [*taken, "Is there room?"]
        assert pipe.send(opened(CHAT)).wait(lambda p: p.connection["queued"] == 0, "nothing to wait").finish() == 0
    finally:
        pipe.close()
    assert [row["text"] for row in history(telex, CHAT)] == [*taken, "Is there room?"]


def test_on_a_full_disk_no_server_starts_and_it_says_why(patient, disk):
    move(patient, disk)
    disk.fill()
    for _ in range(2):
        refusal(run(patient, *disk.prefix), 73, str(patient.store), "room")
    refusal(patient.command("user", "add", "zoe"), 73, str(patient.store), "room")
    disk.make_room()
    with patient:
        ada = Person(patient, "ada", invitation=patient.invite("ada"))
        assert len(texts(ada)) == 200


def test_on_a_disk_that_is_full_from_the_beginning_no_server_starts_and_it_says_why(tmp_path, disk):
    server = TelexServer(tmp_path / "server")
    server.prefix, server.store = disk.prefix, disk.folder / "server.sqlite"
    for room in (0, 8192, 65_536):
        disk.fill(room)
        refusal(run(server, *disk.prefix), 73, str(server.store), "room")
    disk.make_room()
    with server:
        couple(server)


@pytest.mark.parametrize("has_file", [True, False])
def test_in_a_folder_that_cannot_be_written_no_server_starts_and_it_says_why(patient, has_file):
    if not has_file:
        patient.store.unlink()
    before = contents(patient.folder)
    patient.folder.chmod(0o500)
    patient.prefix = LIKE_OTHERS
    try:
        refusal(run(patient, *LIKE_OTHERS), 73, str(patient.store), "yours to write")
        refusal(patient.command("user", "add", "zoe"), 73, str(patient.store), "yours to write")
        assert contents(patient.folder) == before
    finally:
        patient.folder.chmod(0o700)
    patient.prefix = ()
    with patient:
        pass


def test_on_a_disk_that_cannot_be_written_no_server_starts_and_it_says_why(patient, disk):
    move(patient, disk)
    disk.make_read_only()
    refusal(run(patient, *disk.prefix), 73, str(patient.store), "yours to write")
    assert os.listdir(disk.seen) == ["server.sqlite"]


# Retention.


def age(server, last, days=31):
    """Makes the messages up to that one so many days old."""
    server.sql("UPDATE message SET date = date - ? WHERE seq <= ?", days * DAY, last)


def requests(server):
    """How many requests clients have made."""
    return len(re.findall(r"method=\w+ path=/v1/(?!health)", server.log()))


@pytest.fixture
def retaining(tmp_path):
    return TelexServer(tmp_path / "server", *TelexServer.ARGUMENTS, "--retain-days", "30", "--log", "debug")


def forget(server, person, first):
    """Starts it and waits until that is the first message that it has."""
    server.start()
    wait_until(lambda: [message["seq"] for message in person.messages(CHAT, after=0, limit=1).json["messages"]]
               == [first], 5)


def test_messages_that_are_too_old_go_and_newer_ones_stay(retaining):
    with retaining as server:
        ada, bob = couple(server)
        carol = Person(server, "carol")
        carol.create("ada")
        posted(carol, 3, chat="ada+carol")
        posted(bob, 1500)
        posted(bob, 40, 1501)
        ada.mark(CHAT, read="bob/text 7", delivered="bob/text 1520")
        server.stop()
        server.sql("UPDATE message SET date = date - ? WHERE seq <= 1510 AND chat = 1", 31 * DAY)
        server.sql("UPDATE message SET date = date - ? WHERE chat != 1", 29 * DAY)
        forget(server, bob, 1511)
        assert texts(bob, after=0) == [f"text {number}" for number in range(1511, 1541)]
        assert bob.messages(CHAT, after=0, limit=500).json["more"] is False
        assert bob.messages(CHAT, before=1540, limit=500).json["more"] is False
        assert texts(bob, before=1511) == [] and texts(bob, after=1000, limit=1) == ["text 1511"]
        assert texts(carol, "ada+carol") == ["text 1", "text 2", "text 3"]
        marks = {mark["user"]: mark for mark in bob.chats().json["chats"][0]["marks"]}
        assert (marks["ada"]["read"], marks["ada"]["readSeq"]) == (None, 7)
        assert (marks["ada"]["delivered"], marks["ada"]["deliveredSeq"]) == ("bob/text 1520", 1520)
        ada.mark(CHAT, read="bob/text 8").problem(404)
        assert bob.post(CHAT, "next", "next").json["seq"] == 1541
        assert [event.data["text"] for event in bob.push(since=0).until("ready") if event.kind == "message"][-1:] in (
            ["next"], [])
        assert "old messages were deleted" in server.log()
        assert "  No chat lacks a message." in server.command("doctor")[1]
        assert "text 3\0" not in server.log()
    assert b"text 1234" not in all_bytes(server)


def test_what_is_too_old_is_not_told_to_those_who_catch_up(retaining):
    with retaining as server:
        ada, bob = couple(server)
        posted(bob, 20)
        server.stop()
        age(server, 12)
        forget(server, bob, 13)
        events = ada.push(since=0).until("ready")
        assert [event.data["seq"] for event in events if event.kind == "message"] == list(range(13, 21))


@pytest.mark.parametrize("kept", [10, 0])
def test_clients_that_were_away_end_up_with_what_is_kept(retaining, devices, kept):
    away, new = devices("away"), devices("new")
    with retaining as server:
        login(away, server, "ada", "Ada")
        assert new.run("login", server.url, text=server.invite("ada") + "\n")[0] == 0
        bob = Person(server, "bob", "Bob")
        bob.create("ada")
        own = posted(bob, 5)
        # What they have they have not read, either.
        pipe = Pipe(away, *VIEWS).connect().wait(lambda p: p.models.get("badge") == {"total": 5}, "the first messages")
        assert pipe.finish() == 0
        posted(bob, 600, 6)
        server.stop()
        age(server, 605 - kept)
        server.start()
        wait_until(lambda: len(texts(bob, after=0)) == kept, 5)
        for telex in (away, new):
            expected = (own if telex is away else []) + texts(bob, after=0)
            before = requests(server)
            pipe = opened_pipe(telex)
            try:
                pipe.wait(lambda p: p.texts == expected, "what is kept")
                if expected:
                    pipe.press(pipe.models["messages"]["afterShowingMessages"])
                    pipe.wait(lambda p: p.models["badge"] == {"total": 0}, "all to be read")
                # By then it would have asked again and again.
                for number in range(3):
                    text = f"{telex.home.name} {number}"
                    assert bob.post(CHAT, text, text).status == 201
                    expected = [*expected, text]
                    pipe.wait(lambda p: p.texts == expected, "a message that comes")
                assert requests(server) - before < 20, server.log()
                assert not pipe.models["messages"]["shouldShowError"] and pipe.connection["state"] == "online"
                assert pipe.finish() == 0 and pipe.errors.read_text() == ""
            finally:
                pipe.close()
            assert [row["text"] for row in history(telex, CHAT)] == expected


# Removal.


def test_without_for_good_it_is_said_what_would_be_deleted_and_nothing_is(server):
    ada, bob = couple(server)
    posted(ada, 3)
    before = server.sql("SELECT count(*), max(seq) FROM message"), server.sql("SELECT * FROM user")
    code, out, err = server.command("user", "remove", "bob")
    assert (code, out) == (64, "would delete: bob, with 1 chats and 3 messages\n")
    assert "nothing was deleted" in err and "telex-server user remove bob --for-good" in err
    assert (server.sql("SELECT count(*), max(seq) FROM message"), server.sql("SELECT * FROM user")) == before
    assert bob.chats().status == 200 and len(texts(ada)) == 3


def test_who_is_removed_is_gone_from_the_file_and_others_stay(server):
    ada, bob = couple(server)
    eve = Person(server, "eve", "Evelyn Xylophone")
    carol = Person(server, "carol")
    server.invite("eve")
    for contact in ("ada", "carol"):
        eve.create(contact)
    for number in range(300):
        assert eve.post("ada+eve", f"xyzzy {number} " + "plugh" * 20, f"frobozz{number}").status == 201
    carol.post("carol+eve", "also of xyzzy", "1")
    expected = posted(ada, 50)
    told = ada.push(), ada.live(CHAT)
    for channel in told:
        channel.next("ready")
    code, out, err = server.command("user", "remove", "eve", "--for-good")
    assert (code, out, err) == (0, "deleted: eve, with 2 chats and 301 messages\n", "")
    for word in (b"xyzzy", b"plugh", b"frobozz", b"Xylophone"):
        assert word not in all_bytes(server)
    assert server.sql("SELECT count(*) FROM invitation")[0][0] == 0
    # As if they had never been.
    eve.chats().problem(401)
    ada.create("eve").problem(404)
    ada.messages("ada+eve").problem(404)
    ada.post("ada+eve", "hello", "1").problem(404)
    assert ada.people("eve").json["people"] == ada.people("xylo").json["people"] == []
    assert [chat["chat"] for chat in ada.chats().json["chats"]] == [CHAT] and carol.chats().json["chats"] == []
    assert "eve" not in server.command("user", "list")[1]
    for command in ("invite", "revoke", "remove"):
        refusal(server.command("user", command, "eve"), 67, "eve")
    refusal(server.command("user", "add", "eve"), 67, "eve", "take another name")
    # Nobody else is disturbed.
    assert texts(bob) == expected and ada.post(CHAT, "still there", "still").status == 201
    for channel in told:
        channel.next("message")
    assert [event.kind for event in ada.push(since=0).until("ready") if event.data.get("chat") == "ada+eve"] == []
    lines = server.command("doctor")[1].splitlines()
    assert bad(lines) == [] and "  Users: 3; logins: 3; invitations: 0." in lines
    assert "  Chats: 1; messages: 51." in lines


def test_a_removal_while_others_read_the_file_is_done_all_the_same(server):
    """A doctor or a backup, say, that takes its time with a large file."""
    ada, bob = couple(server)
    posted(ada, 10)
    reader = sqlite3.connect(server.store)
    try:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM message").fetchall()
        code, out, err = server.command("user", "remove", "bob", "--for-good")
        assert (code, out) == (0, "deleted: bob, with 1 chats and 10 messages\n"), err
    finally:
        reader.close()
    server.stop()
    assert b"text 7" not in all_bytes(server)


def test_a_bot_is_not_removed(server):
    ada = Person(server, "ada")
    ada.create("eliza")
    for arguments in ((), ("--for-good",)):
        refusal(server.command("user", "remove", "eliza", *arguments), 64, "eliza", "bot")
    assert ada.messages("ada+eliza").status == 200


def test_devices_of_who_is_removed_are_told_and_those_of_others_keep_what_they_have(server, devices):
    theirs, others = devices("eve"), devices("ada")
    login(theirs, server, "eve", "Eve")
    login(others, server, "ada", "Ada")
    assert Person(server, "bob", "Bob").create("ada").status == 201
    eve = Person(server, "eve", invitation=server.invite("eve"))
    eve.create("ada")
    expected = posted(eve, 3, chat="ada+eve")
    pipe, other = opened_pipe(theirs, "ada+eve"), opened_pipe(others, "ada+eve")
    try:
        for each in (pipe, other):
            each.wait(lambda p: p.texts == expected and p.connection["socket"] == "ada+eve", "the messages")
        assert server.command("user", "remove", "eve", "--for-good")[0] == 0
        pipe.wait(lambda p: "log in again" in p.connection["text"], "being told")
        other.send({"event": "message.sending", "chat": "ada+eve", "text": "Are you there?", "id": "m"})
        other.wait(lambda p: p.has_mark("Are you there?", "failed"), "being told")
        assert "There is no chat" in other.row("Are you there?")["status"]
        # It goes on with others, and does not try for ever.
        other.send({"event": "message.sending", "chat": CHAT, "text": "Hello, Bob.", "id": "b"})
        other.wait(lambda p: "b" in p.answers, "the message to be sent")
        assert other.connection["state"] == "online" and other.connection["queued"] == 0
        assert other.texts == [*expected, "Are you there?"] and pipe.texts == expected
        assert pipe.finish() == 0 and other.finish() == 0
    finally:
        pipe.close()
        other.close()
    assert [row["text"] for row in history(others, "ada+eve")] == [*expected, "Are you there?"]
    assert [row["text"] for row in history(theirs, "ada+eve")] == expected


# The end.


def deaf(server, person, chat=None):
    """Opens a channel and does not read it."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    fields = {"Authorization": f"Bearer {person.token}", **(UPGRADE if chat else {})}
    path = f"/v1/chats/{chat}/live" if chat else "/v1/push"
    connection.sendall("".join([f"GET {path} HTTP/1.1\r\nHost: x\r\n",
                                *(f"{name}: {value}\r\n" for name, value in fields.items()), "\r\n"]).encode())
    assert connection.recv(1).startswith(b"H")
    return connection


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_at_the_end_what_was_answered_is_stored_and_all_are_told(server, number):
    ada, bob = couple(server)
    channels = [ada.push(), bob.push()], [ada.live(CHAT), bob.live(CHAT)]
    for channel in itertools.chain(*channels):
        channel.next("ready")
    silent = [deaf(server, bob), deaf(server, bob, CHAT)]
    answered, lock = [], threading.Lock()

    def post(thread):
        for count in itertools.count():
            try:
                answer = (ada, bob)[thread % 2].post(CHAT, f"{thread} {count} " + "x" * 5000, f"{thread}-{count}")
            except (OSError, ConnectionError):
                return
            assert answer.status in (201, 503), answer
            if answer.status == 201:
                with lock:
                    answered.append(answer.json)

    with ThreadPoolExecutor(6) as pool:
        posting = [pool.submit(post, thread) for thread in range(6)]
        wait_until(lambda: len(answered) > 200, 60)
        start = time.monotonic()
        server.stop(number)
        assert time.monotonic() - start < 15
        for each in posting:
            each.result()
    for push in channels[0]:
        push.ended()
    assert [live.ended() for live in channels[1]] == [1001, 1001]
    for connection in silent:
        connection.close()
    server.start()
    stored = {message["id"]: message for message in ada.history(CHAT)}
    assert [stored.get(message["id"]) for message in answered] == answered
    assert sorted(message["seq"] for message in stored.values()) == list(range(1, len(stored) + 1))


@pytest.mark.parametrize("what", ["nothing", "somebody types", "a bot thinks"])
def test_after_the_end_all_is_in_one_file(server, what):
    """For those who copy it while the server does not run."""
    ada, bob = couple(server)
    posted(ada, 10)
    if what == "somebody types":
        live = ada.live(CHAT)
        live.next("ready")
        live.say(type="typing", active=True)
        live.ping().wait(10)
    elif what == "a bot thinks":
        ada.create("eliza")
        assert ada.post("ada+eliza", "I am sad.", "1").status == 201
    server.stop()
    assert sorted(path.name for path in server.folder.glob("server.sqlite*")) == ["server.sqlite", "server.sqlite.lock"]


# What is logged.


def test_no_secret_and_no_text_is_logged_at_any_level(tmp_path, devices):
    texts_sent = [f"zanzibar-{number}" for number in range(501)]
    with TelexServer(tmp_path / "server", *TelexServer.ARGUMENTS, "--log", "trace") as server:
        used, unused = server.user("ada", "Ada Quetzalcoatl"), server.user("bob")
        ada = Person(server, "ada", invitation=used)
        bob = Person(server, "bob", invitation=server.invite("bob"))
        secrets = [used, unused, ada.token, bob.token, "wrong-invitation", "wrong-token", "xanadu"]
        server.request("POST", "/v1/login", {"invitation": "wrong-invitation"}).problem(401)
        server.request("POST", "/v1/login", b'{"invitation":"wrong-invitation"').problem(400)
        server.request("GET", "/v1/chats", token="wrong-token").problem(401)
        server.request("GET", "/v1/chats/ada+bob/live", headers=UPGRADE, token="wrong-token").problem(401)
        server.request("GET", "/v1/chats?token=wrong-token").problem(401)
        ada.create("bob")
        push, live = bob.push(), bob.live(CHAT)
        for channel in (push, live):
            channel.next("ready")
        for number, text in enumerate(texts_sent):
            assert ada.post(CHAT, text, f"m{number}").status == 201
        ada.post(CHAT, "xanadu", "m1").problem(409)
        ada.request("POST", f"/v1/chats/{CHAT}/messages", b'{"id":"x","text":"xanadu"').problem(400)
        ada.request("POST", f"/v1/chats/{CHAT}/messages", {"id": "x", "text": "xanadu" * 20_000}).problem(413)
        ada.create("xanadu").problem(404)
        ada.people("xanadu")
        bob.mark(CHAT, read="ada/m500")
        live.say(type="typing", active=True, text="xanadu")
        live.send("xanadu {")
        assert live.ended() == 1007
        assert len(bob.messages(CHAT, after=0, limit=500).json["messages"]) == 500
        assert len(bob.push(since=1).until("ready")) > 500
        telex = devices("telex")
        assert telex.run("login", server.url, text=server.invite("ada") + "\n")[0] == 0
        pipe = opened_pipe(telex).wait(
            lambda p: p.models["messages"]["total"] == len(texts_sent), "all messages")
        assert pipe.finish() == 0
        secrets.append(json.loads(next(telex.home.rglob("account.json")).read_text())["token"])
        assert ada.request("POST", "/v1/logout").status == 204
        server.revoke("bob")
        push.ended()
        server.stop()
        log = server.log()
    assert len(log.splitlines()) > 500
    assert [secret for secret in (*secrets, *texts_sent, "Quetzalcoatl") if secret in log] == []
