"""What nobody who means well does to the chat server, and what wrong clocks and old files do to it."""

import datetime
import http.client
import select
import sqlite3
import time

import pytest

from conftest import Telex
from piped import Pipe, opened
from server import CHAT, TelexServer, couple, memory, server, wait_until
from test_server_endurance import connected
from wire import read_all


def pour(connection, seconds=3):
    """Sends as much as is taken until the connection ends or the time is over; returns how much that was, and whether
    it has ended."""
    part, size, end = b"x" * (1 << 20), 0, time.monotonic() + seconds
    connection.setblocking(False)
    while time.monotonic() < end:
        if not select.select([], [connection], [], 0.1)[1]:
            continue
        try:
            size += connection.send(part)
        except BlockingIOError:
            pass
        except OSError:
            return size, True
    return size, False


@pytest.mark.parametrize("upgrade", ["h2c", "websocket"])
def test_what_follows_a_refused_upgrade_is_not_kept(server, upgrade):
    before = memory(server)
    connection = connected(
        server, f"GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: {upgrade}")
    size, has_ended = pour(connection)
    assert has_ended and memory(server) - before < 50, size


def test_an_upgrade_that_is_not_there_is_answered_and_the_connection_ends(server):
    head = "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c"
    answer = read_all(connected(server, head)).lower()
    assert answer.startswith(b"http/1.1 200") and b"connection: close" in answer and answer.endswith(b'"ok"}')


@pytest.mark.alone
def test_a_body_that_is_too_large_is_not_read_to_its_end(server):
    before = memory(server)
    connection = connected(server, "POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                   "Content-Length: 100000000000", b"x" * 1000)
    assert connection.recv(4096).startswith(b"HTTP/1.1 413")
    _, has_ended = pour(connection, 5)
    assert has_ended and memory(server) - before < 50


def test_the_answer_to_head_has_no_body(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for path, status in (("/v1/health", 405), ("/nothing", 404)):
        connection.request("HEAD", path)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (status, b"")
        connection.request("GET", "/v1/health")
        assert connection.getresponse().read() == b'{"status":"ok"}'
    connection.close()


@pytest.mark.alone
def test_whoever_does_not_read_answers_gets_no_more_of_them(server):
    ada, bob = couple(server)
    for number in range(10):
        assert ada.post(CHAT, "\x01" * 60_000, f"m{number}").status == 201
    head = f"GET /v1/chats/{CHAT}/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {bob.token}"
    before = memory(server)
    connections = [connected(server, head) for _ in range(200)]
    answers = [connection.recv(4096) for connection in connections]
    # What the system takes over from the server counts as read.
    assert any(answer.startswith(b"HTTP/1.1 429") for answer in answers)
    assert memory(server) - before < 300
    # Others are not touched.
    assert ada.chats().status == 200
    for connection in connections:
        connection.close()
    wait_until(lambda: bob.chats().status == 200)


def test_what_is_not_there_is_not_asked_for_without_end(tmp_path):
    with TelexServer(tmp_path / "server", "--rate", "5") as server:
        statuses = [server.request("GET", "/nothing").status for _ in range(80)]
        assert statuses[0] == 404 and 429 in statuses


@pytest.mark.alone
def test_what_can_be_read_is_read_while_nothing_can_be_written(server):
    ada, _ = couple(server)
    live = ada.live(CHAT)
    live.next("ready")
    database = sqlite3.connect(server.store, isolation_level=None)
    database.execute("UPDATE token SET used = used - 7200")
    database.execute("BEGIN IMMEDIATE")
    try:
        assert ada.chats().status == 200
        live.say(type="typing", isActive=True)
        live.ping().wait(20)
    finally:
        database.execute("ROLLBACK")
        database.close()


# Clocks and files


def dated(server, *days):
    """Sets when the messages were sent, so many days ago."""
    now = datetime.datetime.now().timestamp()
    with sqlite3.connect(server.store) as database:
        for seq, ago in enumerate(days, 1):
            database.execute("UPDATE message SET date = ? WHERE seq = ?", [int((now - ago * 86_400) * 1000), seq])
    database.close()


def test_a_message_of_a_wrong_clock_takes_no_others_along(tmp_path):
    server = TelexServer(tmp_path / "server", "--retain-days", "5")
    with server:
        ada, _ = couple(server)
        for number in range(5):
            ada.post(CHAT, "hello", f"m{number}")
    dated(server, 10, 0, 0, 20_000, 0)
    with server:
        wait_until(lambda: [message["serverOrder"] for message in ada.history(CHAT)] == [2, 3, 4, 5])


def test_a_chat_of_which_nothing_is_kept_can_be_opened(tmp_path):
    server = TelexServer(tmp_path / "server", "--retain-days", "5")
    with server:
        ada, _ = couple(server)
        for number in range(3):
            ada.post(CHAT, "hello", f"m{number}")
    dated(server, 10, 10, 10)
    with server:
        wait_until(lambda: ada.history(CHAT) == [])
        # A device that has never seen it.
        home = Telex(tmp_path)
        code, _, err = home.run("login", server.url, text=server.invite("bob") + "\n")
        assert code == 0, err
        pipe = Pipe(home, "--subscribe", "connection,messages").connect()
        try:
            pipe.send(opened(CHAT)).wait(lambda p: p.connection.get("liveChatId"), "the live channel")
            assert ada.post(CHAT, "again", "n1").status == 201
            pipe.wait(lambda p: "again" in p.texts, "the new message")
            assert pipe.connection["connectionState"] == "online"
        finally:
            pipe.close()


def test_a_backup_of_an_older_file_is_as_old(server, tmp_path):
    server.stop()
    with sqlite3.connect(server.store) as database:
        later = database.execute("DELETE FROM grdb_migrations WHERE identifier != '1' RETURNING identifier").fetchall()
    database.close()
    before, copy = server.store.read_bytes(), tmp_path / "copy.sqlite"
    assert server.command("backup", copy) == (0, "", "")
    assert server.store.read_bytes() == before
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT identifier FROM grdb_migrations").fetchall() == [("1",)]
    database.close()
    with sqlite3.connect(server.store) as database:
        database.executemany("INSERT INTO grdb_migrations VALUES (?)", later)
    database.close()
    server.start()


def test_the_doctor_counts_people_before_the_first_start(tmp_path):
    server = TelexServer(tmp_path / "server")
    server.user("ada"), server.user("bob")
    assert "  Users: 2; logins: 0; invitations: 2." in server.command("doctor")[1].splitlines()


def test_a_removal_that_was_cut_short_can_be_finished(server):
    ada, bob = couple(server)
    ada.post(CHAT, "hello", "m1")
    with sqlite3.connect(server.store) as database:
        database.execute("UPDATE user SET isRemoved = 1 WHERE name = 'bob'")
    database.close()
    assert server.command("user", "remove", "bob", "--for-good")[0] == 0
    assert ada.messages(CHAT).status == 404
    assert server.command("user", "remove", "bob", "--for-good")[0] == 67
