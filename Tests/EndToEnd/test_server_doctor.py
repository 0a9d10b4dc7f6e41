"""The doctor: what it finds in the chat server's file and around it, and that it changes nothing."""

import re

import pytest

from disk import disk, move
from server import CHAT, TelexServer, couple, server
from store import bad, contents, patient, sound
from talk import Talk, posted


def finding(line, *words):
    assert line.startswith("! ") and all(word in line for word in words), line


def examine(server):
    """Has the doctor look at it, and sees to it that nothing is changed by that; returns the lines."""
    before = contents(server.folder)
    code, out, err = server.command("doctor")
    assert contents(server.folder) == before
    lines = out.splitlines()
    assert err == "" and all(line[:2] in ("  ", "! ") and line.endswith(".") or "chmod" in line for line in lines), out
    assert code == any(line.startswith("! ") for line in lines)
    return lines


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
