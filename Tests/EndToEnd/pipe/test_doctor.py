"""telex doctor: findings about terminal, profile and server, and exit codes. The doctor changes nothing."""

import json
import re
import shlex
import shutil
import socket

import pytest

from certificates import DAY
from disk import LIKE_OTHERS, disk
from message_files import written
from pipe_process import Pipe
from recording_proxy import RecordingProxy
from telex_program import TELEX, received
from server import account, login, server
from server_store import contents
from terminal import Terminal
from tls_server import authority, secure, serve, stranger

SUBJECTS = ["terminal", "locale", "zone", "libedit", "store", "files", "backend", "versions"]


class Patient:
    """A person whose profile has been used."""

    def __init__(self, telex):
        self.telex = telex
        telex.environment["LC_ALL"] = "C.UTF-8"
        self.folder = telex.home / "data/telex/default"
        self.file = self.folder / "telex.sqlite"
        assert telex.run("pipe", lines=[received("ada", "m1")])[0] == 0

    def examine(self, *arguments, **options):
        """Returns the doctor's exit code and findings, each a mark and a text. Checks that nothing was changed."""
        before = contents(self.folder)
        code, out, err = self.telex.run("doctor", *arguments, **options)
        assert contents(self.folder) == before and err == ""
        return code, findings(out)


@pytest.fixture
def patient(telex):
    return Patient(telex)


def findings(out):
    lines = [re.fullmatch(r"([ ?!]) (\w+): (.*)", line) for line in out.splitlines()]
    assert all(lines) and [line[2] for line in lines] == SUBJECTS, out
    return {line[2]: (line[1], line[3]) for line in lines}


def assert_only(done, subject, mark, code, *words):
    """Asserts that there is exactly one fault, reported with these words and this exit code."""
    exit_code, found = done
    assert {name: finding[0] for name, finding in found.items() if finding[0] != " "} == {subject: mark}, found
    assert all(word in found[subject][1] for word in words), found[subject]
    assert exit_code == code, found


def at_terminal(telex, shell="", prefix="", **environment):
    """Returns the doctor's output at a terminal, after optional shell words, run by an optional command."""
    command = ["sh", "-c", f"{shell}exec {prefix} {shlex.quote(TELEX)} doctor --store memory"]
    terminal = Terminal(telex, columns=200, command=command, **environment)
    code = terminal.end()
    return code, findings(terminal.text)


def test_finds_no_faults_at_a_terminal(telex):
    code, found = at_terminal(telex)
    assert code == 0 and {mark for mark, _ in found.values()} == {" "}
    assert found["terminal"][1] == "xterm-256color, 200 columns and 24 rows, with colour."


@pytest.mark.parametrize("shell, environment, subject, words", [
    ("", {"TERM": "dumb"}, "terminal", ['TERM is "dumb"', "xterm-256color"]),
    ("unset TERM; ", {}, "terminal", ['TERM is ""', "xterm-256color"]),
    ("stty columns 0 rows 0; ", {}, "terminal", ["no size", "stty columns"]),
    ("", {"LC_ALL": "C"}, "locale", ['LC_ALL is "C"', "UTF-8", "locale -a"]),
    ("unset LC_ALL; ", {}, "locale", ['LANG is ""', "UTF-8", "locale -a"]),
    ("", {"LC_ALL": "xx_YY.UTF-8"}, "locale", ['"xx_YY.UTF-8"', "not installed", "locale -a"]),
    ("echo nonsense > .editrc; ", {}, "libedit", ["~/.editrc", "editrc(5)"]),
])
def test_reports_shortcomings_of_a_terminal(telex, shell, environment, subject, words):
    assert_only(at_terminal(telex, shell, **environment), subject, "?", 0, *words)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace runs on Linux only")
def test_reports_a_line_editor_that_cannot_start(telex):
    no_terminals = "strace -f -qq -o /dev/null -P /dev/ptmx -e inject=openat:error=EMFILE"
    assert_only(at_terminal(telex, prefix=no_terminals), "libedit", "?", 0, "cannot run here", "/dev/ptmx")


def test_accepts_a_sound_store(patient):
    code, found = patient.examine()
    assert code == 0 and {mark for mark, _ in found.values()} == {" "}
    assert found["terminal"][1].startswith("Not a terminal")
    assert re.fullmatch(rf"{patient.file}, version \d+, is sound\. Chats: 1; messages: 1; \d+ KiB\.", found["store"][1])
    assert re.fullmatch(r"telex \d+\.\d+\.\d+, SQLite 3\.[\d.]+, .+\.", found["versions"][1])


def test_looks_at_the_files_of_messages(patient):
    """FilesExamTests.swift has what can be wrong with them."""
    telex, folder = patient.telex, patient.folder / "files"
    assert patient.examine()[1]["files"] == (" ", "No files yet.")
    assert telex.run("send", "--new", "Echo", "--file", written(telex.home, "notes", b"Hello")) == (0, "", "")
    code, found = patient.examine()
    assert (code, found["files"]) == (0, (" ", f"{folder} is sound. Files: 1, 5 bytes; hashes compared: 1 of 1."))
    (file,) = folder.iterdir()
    file.write_bytes(b"Hullo")
    assert_only(patient.examine(), "files", "!", 65, str(file), "can be fetched again")
    assert telex.run("doctor", "--store", "memory")[1].count("In memory: nothing is kept.") == 2


def test_reports_a_store_in_use_by_another_process(patient):
    pipe = Pipe(patient.telex)
    pipe.wait(lambda p: "chatList" in p.models, "the start")
    code, out, _ = patient.telex.run("doctor")
    assert code == 0 and f"in use by process {pipe.process.pid}." in findings(out)["store"][1]
    # SQLite itself makes a log private that is empty.
    pipe.send({"event": "message.received", "chatId": "bo", "text": "Hi", "id": "1"})
    pipe.wait(lambda p: "1" in p.answers, "the message")
    (patient.folder / "history").touch()
    for path in (patient.folder / "telex.sqlite-wal", patient.folder / "history"):
        path.chmod(0o640)
        assert_only(patient.examine(), "store", "!", 1, f"chmod go= {path}")
        path.chmod(0o600)
    assert pipe.finish() == 0


def examine_as_others(telex, *arguments, prefix=LIKE_OTHERS):
    """Returns the exit code and findings of a doctor that is subject to file permissions, or starts in another way."""
    telex.environment["LC_ALL"], telex.prefix = "C.UTF-8", prefix
    code, out, _ = telex.run("doctor", *arguments)
    return code, findings(out)


def test_reports_a_store_that_cannot_be_created(telex):
    (telex.home / "shut").mkdir(mode=0o500)
    found = examine_as_others(telex, "--store", telex.home / "shut/chats.sqlite")
    assert_only(found, "store", "!", 73, "Cannot create", "Permission denied")


def test_warns_of_a_disk_that_is_nearly_full(telex, disk):
    (disk.seen / "telex/default").mkdir(parents=True, mode=0o700)
    telex.environment["XDG_DATA_HOME"] = str(disk.folder)
    found = examine_as_others(telex, prefix=disk.prefix)
    assert_only(found, "files", "?", 0, "8.4 MB are free", "Free some space")


@pytest.mark.parametrize("name, mode", [(".", 0o500), ("telex.sqlite", 0o400)])
def test_reports_a_store_that_cannot_be_written(patient, name, mode):
    path = patient.folder / name
    path.chmod(mode)
    found = examine_as_others(patient.telex)
    assert_only(found, "store", "!", 73, f"Cannot write to {path}: Permission denied", "Make it writable")


@pytest.fixture
def ada(telex, server):
    """Ada's profile, without any chats."""
    login(telex, server, "ada")
    telex.environment["LC_ALL"] = "C.UTF-8"
    assert telex.run("pipe")[0] == 0

    def examine():
        code, out, err = telex.run("doctor")
        assert err == ""
        return code, findings(out)

    assert examine()[1]["backend"] == (" ", f"ada at {server.url}: the login is valid.")
    return examine


def rewrite(path, change):
    path.write_text(change(path.read_text()))


@pytest.mark.parametrize("deed, code, words", [
    (lambda telex, server: server.revoke("ada"), 77, ["no longer accepts this login", "telex login http://"]),
    (lambda telex, server: server.stop(), 69, ["http://", "Cannot reach", "Messages wait."]),
    (lambda telex, server: account(telex).chmod(0o644), 1, ["chmod go= ", "account.json"]),
    (lambda telex, server: rewrite(account(telex), lambda text: "{"), 65, ["damaged", "telex login"]),
    (lambda telex, server: rewrite(account(telex), lambda text: text.replace('"ada"', '"bob"')), 77, ["The store belongs to ada at"]),
    (lambda telex, server: telex.run("logout"), 0, ["logged out", "telex login"]),
], ids=["revoked", "unreachable", "readable", "damaged", "of another", "logged out"])
def test_reports_a_login_that_cannot_be_used(ada, telex, server, deed, code, words):
    deed(telex, server)
    assert_only(ada(), "backend", "!" if code else "?", code, *words)


def test_reports_a_server_that_does_not_respond(ada, server):
    port = server.port
    server.stop()
    with socket.create_server(("127.0.0.1", port)):
        assert_only(ada(), "backend", "!", 69, "does not answer within 5 seconds")


def test_warns_about_unencrypted_connections(telex, server):
    url = server.url.replace("127.0.0.1", "0.0.0.0")
    assert telex.run("login", url, text=server.user("ada") + "\n")[0] == 0
    code, out, _ = telex.run("doctor")
    assert code == 0 and findings(out)["backend"][0] == "?" and "https" in findings(out)["backend"][1]


def test_accepts_a_valid_certificate(telex, secure):
    login(telex, secure, "ada")
    code, out, _ = telex.run("doctor")
    assert code == 0 and findings(out)["backend"][1].endswith("the login is valid, and the certificate is trusted.")


@pytest.mark.parametrize("pair, said", [
    (lambda own, other: own.issue("old", begins=-3 * DAY, ends=-DAY), "expired on"),
    (lambda own, other: other.issue(), "is not signed by the authority in the --ca file"),
    (lambda own, other: own.issue("elsewhere", names="DNS:example.org"), "is for another host name"),
])
def test_reports_an_invalid_certificate(telex, secure, authority, stranger, pair, said):
    login(telex, secure, "ada")
    secure.renew(pair(authority, stranger))
    code, out, _ = telex.run("doctor")
    assert code == 77 and findings(out)["backend"][0] == "!" and said in findings(out)["backend"][1]


ADA = {"user_id": "@ada:example.org"}
DEEP = '{"next_batch":"s1","to_device":{"events":[{"type":"x","sender":"@eve:y","content":%s}]}}' % ("[" * 600 + "]" * 600)


@pytest.mark.parametrize("status, answer, sync, code, said", [
    (200, ADA, '{"next_batch":"s1"}', 0, "the login is valid"),
    (401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no"}, "", 77, "telex login --matrix"),
    (503, {"errcode": "M_UNKNOWN", "error": "The database rests"}, "", 69, "The database rests."),
    (200, ADA, DEEP, 0, "the login is valid"),
    (200, ADA, '{"next_batch":%s}' % ("9" * 400), 69, "sent an invalid Matrix response"),
    (200, ADA, "<html>Sign in</html>", 69, "sent an invalid Matrix response"),
], ids=["valid", "unknown", "unavailable", "deep", "number", "page"])
def test_checks_a_login_at_a_homeserver(patient, status, answer, sync, code, said):
    with RecordingProxy() as homeserver:
        homeserver.answer("/account/whoami$", status, answer)
        homeserver.answer("/sync$", status, sync)
        kept = account(patient.telex, file="matrix.json")
        kept.write_text(json.dumps({
            "url": homeserver.url, "user": "@ada:example.org", "device": "ONE", "token": "secret"}))
        kept.chmod(0o600)
        exit_code, found = patient.examine()
        assert {request.headers["Authorization"] for request in homeserver.requests} == {"Bearer secret"}
    assert exit_code == code and said in found["backend"][1]
