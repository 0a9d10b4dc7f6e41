"""The server's doctor: its findings about the store and its surroundings. It changes nothing."""

import re

import pytest

from disk import disk, move
from posts import Poster, posted
from server import CHAT, TelexServer, couple, server, wait_until
from server_store import bad, contents, faults, patient, sound


def finding(line, *words):
    assert line.startswith("! ") and all(word in line for word in words), line


def examine(server):
    """Runs the doctor, and asserts that it changes nothing; returns its lines."""
    before = contents(server.folder), sorted(server.folder.iterdir())
    code, out, err = server.command("doctor")
    assert (contents(server.folder), sorted(server.folder.iterdir())) == before
    lines = out.splitlines()
    assert err == "" and all(line[:2] in ("  ", "! ") and line.endswith(".") or "chmod" in line for line in lines), out
    assert code == any(line.startswith("! ") for line in lines)
    return lines


def test_finds_no_faults(patient):
    lines = examine(patient)
    assert bad(lines) == []
    for line in (f"The file is {patient.store}.", "No server is using it.", "All references are intact.",
                 "No chat is missing messages.", "Users: 2; logins: 2; invitations: 0.", "Chats: 1; messages: 200."):
        assert f"  {line}" in lines
    assert any(re.fullmatch(r"  \d+ MiB free on its disk\.|! Only \d+ MiB free .*", line) for line in lines)
    assert any(re.fullmatch(r"  SQLite [\d.]+ finds no damage\.", line) for line in lines)


def test_reports_a_running_server(server):
    ada, _ = couple(server)
    posted(ada, 20)
    lines = examine(server)
    assert bad(lines) == [] and "  A server is using it." in lines and "  Chats: 1; messages: 20." in lines
    with Poster(ada) as talk:
        wait_until(lambda: talk.answered)
        for _ in range(3):
            assert faults(server) == []
    assert ada.chats().status == 200
    server.kill()
    assert "  No server is using it." in server.command("doctor")[1]


def test_reports_a_store_that_others_can_read(patient):
    for mode in (0o644, 0o640, 0o606, 0o700 | 0o020):
        patient.store.chmod(mode)
        (line,) = bad(examine(patient))
        finding(line, "Other users can read", f"chmod 600 {patient.store}")
    patient.store.chmod(0o400)
    assert bad(examine(patient)) == []


def test_reports_a_missing_store(tmp_path):
    server = TelexServer(tmp_path / "server")
    (line,) = examine(server)
    finding(line, "no file", str(server.store), "telex-server run")


@pytest.mark.parametrize("seq", [2, 100, 200])
def test_reports_a_missing_message(patient, seq):
    patient.sql("DELETE FROM message WHERE seq = ?", seq)
    (line,) = bad(examine(patient))
    finding(line, "missing", CHAT, "backup")


@pytest.mark.parametrize("condition", ["seq <= 50", "true"])
def test_accepts_that_old_messages_were_deleted(patient, condition):
    patient.sql(f"DELETE FROM message WHERE {condition}")
    assert bad(examine(patient)) == []


def test_reports_dangling_references(patient):
    patient.sql("DELETE FROM user WHERE name = 'ada'")
    (line,) = bad(examine(patient))
    finding(line, "missing rows", "backup")


def test_reports_low_disk_space(patient, disk):
    move(patient, disk)
    for fill in (lambda: None, disk.fill):
        fill()
        code, out, err = patient.command("doctor")
        # Others can write to the folder of the disk, too.
        (line,) = [line for line in out.splitlines() if line.startswith("! ") and "free on its disk" in line]
        finding(line, "Free some space")
        assert (code, err) == (1, "") and "  No chat is missing messages." in out.splitlines()


def test_checks_a_read_only_store(patient, disk):
    move(patient, disk)
    disk.make_read_only()
    assert "  No chat is missing messages." in patient.command("doctor")[1].splitlines()
