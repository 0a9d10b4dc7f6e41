"""telex-server with misbehaving clients: they do not read, do not finish, or send too much."""

import contextlib
import itertools
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from telex_program import PATIENCE
from raw_http import Kept, channel, holds, unsent
from server import UPGRADE, Person, couple, memory, server, wait_until
from stopped_processes import is_at_rest


def connected(server, head, body=b""):
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(head.encode() + b"\r\n\r\n" + body)
    return connection


def piled(person):
    """Posts messages of 60 KB; returns after each ten of them. The server keeps about a hundred for a client that does
    not read, after those that the system's buffers hold, however many these are."""
    writer = Kept(person.server, person.token)
    with contextlib.closing(writer):
        for number in itertools.count(1):
            writer.post("x" * 60_000, f"m{number}")
            if number % 10 == 0:
                yield


def pile(person, connection):
    """Posts until the system's buffers are full, and the server keeps some messages for a client that does not read."""
    server, before = person.server, None
    for _ in piled(person):
        wait_until(lambda: is_at_rest(server.process))
        if (now := unsent(server, connection)) == before:
            break
        before = now
    assert holds(server, connection)


@pytest.mark.parametrize("kind", ["push", "live"])
def test_disconnects_a_client_that_does_not_read(server, kind):
    ada, bob = couple(server)
    silent = channel(server, bob, kind)
    assert holds(server, silent)
    for _ in piled(ada):
        if not holds(server, silent):
            break
    silent.close()


@pytest.mark.parametrize("kind", ["push", "live"])
def test_revocation_disconnects_a_client_that_does_not_read(server, kind):
    ada, bob = couple(server)
    silent = channel(server, bob, kind)
    pile(ada, silent)
    server.revoke("bob")
    wait_until(lambda: not holds(server, silent))
    silent.close()


@pytest.mark.parametrize("kind", ["push", "live", "body", "handshake", "silence"])
def test_no_client_can_delay_the_servers_exit(server, kind):
    ada, bob = couple(server)
    if kind in ("push", "live"):
        peer = channel(server, bob, kind)
        pile(ada, peer)
    elif kind == "body":
        peer = connected(server, "POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                 "Content-Length: 100", b"{")
    elif kind == "handshake":
        fields = "\r\n".join(f"{name}: {value}" for name, value in UPGRADE.items())
        peer = connected(server, f"GET /v1/chats/ada+bob/live HTTP/1.1\r\nHost: x\r\n{fields}\r\n"
                                 f"Authorization: Bearer {bob.token}\r\nContent-Length: 100", b"x")
    else:
        peer = socket.create_connection(("127.0.0.1", server.port))
    server.stop()
    peer.close()


def test_client_that_left_before_its_channel_opened_is_offline(server):
    ada, bob = couple(server)
    fields = "\r\n".join(f"{name}: {value}" for name, value in UPGRADE.items())
    for _ in range(50):
        connection = connected(server, f"GET /v1/chats/ada+bob/live HTTP/1.1\r\nHost: x\r\n{fields}\r\n"
                                       f"Authorization: Bearer {bob.token}")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()

    def is_alone():
        live = ada.live("ada+bob")
        try:
            return not live.next("presence")["isOnline"]
        finally:
            live.close()
    wait_until(is_alone)


def test_flood_of_typing_uses_no_memory(server):
    ada, bob = couple(server)
    live = bob.live("ada+bob")
    live.next("ready")
    for _ in range(2000):
        live.say(type="typing", isActive=True)
    live.settle()
    before = memory(server)
    for _ in range(20_000):
        live.say(type="typing", isActive=True)
    live.settle()
    assert ada.chats().status == 200
    assert memory(server) - before < 20


def test_slow_reader_is_disconnected_and_fetches_what_it_missed(server):
    ada, bob = couple(server)
    position = bob.chats().json["cursor"]
    slow, count = channel(server, bob, "push"), 0
    with ThreadPoolExecutor(4) as pool:
        # How much the system's buffers hold depends on the machine.
        while holds(server, slow) or count < 1050:
            numbers = range(count, count + 50)
            assert {*pool.map(lambda number: ada.post("ada+bob", "x" * 16_000, f"m{number}").status, numbers)} == {201}
            count += len(numbers)
    slow.close()
    # This many events are not repeated, but reported as a gap.
    assert [event.kind for event in bob.push(last_event=position).until("ready")] == ["gap", "ready"]
    assert [message["serverOrder"] for message in bob.history("ada+bob")] == list(range(1, count + 1))


def test_idle_channel_is_kept_alive(server):
    push = Person(server, "ada").push()
    push.next("ready")
    before = push.comments
    wait_until(lambda: push.comments > before)
