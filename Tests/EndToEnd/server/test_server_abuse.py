"""Abuse of the chat server by malicious clients, and the effects of wrong clocks and old stores."""

import datetime
import sqlite3
import time

import pytest

from pipe_process import Pipe, opened
from telex_program import PATIENCE, memory
from server import CHAT, TelexServer, couple, log_in_again, server, wait_until
from stopped_processes import is_at_rest
from raw_http import POSTS, connect, head, read_all


def pour(connection):
    """Sends until the server closes the connection; returns whether it did."""
    part, end = b"x" * (1 << 20), time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            connection.send(part)
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


@pytest.mark.parametrize("upgrade", ["h2c", "websocket"])
def test_data_after_a_rejected_upgrade_is_not_buffered(server, upgrade):
    before = memory(server.process)
    connection = connect(server, head("GET /v1/health", "Connection: Upgrade", f"Upgrade: {upgrade}"), buffer=4096)
    assert pour(connection) and memory(server.process) - before < 50


def test_unsupported_upgrade_is_answered_and_closes_the_connection(server):
    request = head("GET /v1/health", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c")
    answer = read_all(connect(server, request, buffer=4096)).lower()
    assert answer.startswith(b"http/1.1 200") and b"connection: close" in answer and answer.endswith(b'"ok"}')


def test_oversized_body_is_not_read_to_its_end(server):
    before = memory(server.process)
    request = head("POST /v1/login", "Content-Type: application/json", "Content-Length: 100000000000")
    connection = connect(server, request + b"x" * 1000, buffer=4096)
    assert connection.recv(4096).startswith(b"HTTP/1.1 413")
    assert pour(connection) and memory(server.process) - before < 50


def test_client_that_does_not_read_gets_no_more_responses(server):
    ada, bob = couple(server)
    for number in range(10):
        assert ada.post(CHAT, "\x01" * 60_000, f"m{number}").status == 201
    request = head(f"GET {POSTS}", token=bob.token)
    before = memory(server.process)
    # Data in the system's buffers counts as read, so it gets more than these hold.
    connections = [connect(server, 100 * request, buffer=4096) for _ in range(16)]
    for connection in connections:
        assert connection.recv(12) == b"HTTP/1.1 200"
    wait_until(lambda: is_at_rest(server.process))
    connections += [connect(server, request, buffer=4096) for _ in range(184)]
    for connection in connections[16:]:
        assert connection.recv(12) == b"HTTP/1.1 429"
    # The limit is 16 responses of 3.6 MB, and all would be 720 MB.
    assert memory(server.process) - before < 300
    # Other users are unaffected.
    assert ada.chats().status == 200
    for connection in connections:
        connection.close()
    wait_until(lambda: bob.chats().status == 200)


def dated(server, *days):
    """Dates the messages the given numbers of days ago."""
    now = datetime.datetime.now().timestamp()
    with sqlite3.connect(server.store) as database:
        for seq, ago in enumerate(days, 1):
            database.execute("UPDATE message SET date = ? WHERE seq = ?", [int((now - ago * 86_400) * 1000), seq])
    database.close()


def test_chat_without_remaining_messages_can_be_opened(tmp_path, telex):
    server = TelexServer(tmp_path / "server", "--retain-days", "5")
    with server:
        ada, _ = couple(server)
        for number in range(3):
            ada.post(CHAT, "hello", f"m{number}")
    dated(server, 10, 10, 10)
    with server:
        wait_until(lambda: ada.history(CHAT) == [])
        # A device that does not know the chat yet.
        log_in_again(telex, server, "bob")
        pipe = Pipe(telex, "--subscribe", "connection,messages").connect()
        pipe.send(opened(CHAT)).wait(lambda p: p.connection.get("liveChatId"), "the live channel")
        assert ada.post(CHAT, "again", "n1").status == 201
        pipe.wait(lambda p: "again" in p.texts, "the new message")
        # It may be between two attempts to connect.
        pipe.wait(lambda p: p.connection["connectionState"] == "online", "the connection")


def test_backup_of_an_old_store_is_not_migrated(server, tmp_path):
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
