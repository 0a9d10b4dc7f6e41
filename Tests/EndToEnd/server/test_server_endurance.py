"""telex-server with misbehaving clients: they do not read, do not finish, or send too much."""

import contextlib
import itertools
import socket

import pytest

from raw_http import Kept, channel, connect, head, holds, live_request, unsent
from server import CHAT, couple, server, wait_until
from stopped_processes import is_at_rest
from telex_program import memory


def pile(person, connection):
    """Posts until the system's buffers are full, and the server keeps some messages for a client that does not read. It
    keeps about a hundred of 60 KB, after those that the buffers hold, however many these are."""
    server, before = person.server, None
    with contextlib.closing(Kept(server, person.token)) as writer:
        for number in itertools.count(1):
            writer.post("x" * 60_000, f"m{number}")
            if number % 10 == 0:
                wait_until(lambda: is_at_rest(server.process))
                if (now := unsent(server, connection)) == before:
                    break
                before = now
    assert holds(server, connection)


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
        peer = connect(server, head("POST /v1/login", "Content-Type: application/json", "Content-Length: 100") + b"{")
    elif kind == "handshake":
        peer = connect(server, live_request(bob)[:-2] + b"Content-Length: 100\r\n\r\nx")
    else:
        peer = connect(server)
    server.stop()
    peer.close()


def test_client_that_left_before_its_channel_opened_is_offline(server):
    ada, bob = couple(server)
    for _ in range(50):
        connection = connect(server, live_request(bob))
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
    live = bob.live(CHAT)
    live.next("ready")

    def flood(count):
        for _ in range(count):
            live.say(type="typing", isActive=True)
        live.settle()
        return memory(server.process)

    before = flood(2000)
    assert flood(20_000) - before < 20
    assert ada.chats().status == 200
