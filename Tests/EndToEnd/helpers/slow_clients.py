"""Slow interactions with a server. They start early and run in parallel; later tests check the results."""

import collections
import concurrent.futures
import json
import time
import types

import pytest

from certificates import Authority
from pipe_process import Pipe
from telex_program import PATIENCE, Telex
from raw_http import HEALTH, HELLO, POSTS, connect, head, live_request
from server import CHAT, Person, TelexServer, couple, login, wait_until

Slow = collections.namedtuple("Slow", "seconds received")
PARTS = {
    "header": ([head("GET /v1/health")[:-2] + b"X: "], b"x"),
    "body": ([head("POST /v1/login", "Content-Type: application/json", "Content-Length: 100000") + b"{"], b" "),
    "chunks": ([head("POST /v1/login", "Content-Type: application/json", "Transfer-Encoding: chunked")], b"1\r\n \r\n"),
    "refused body": ([head("POST /v1/chats", "Content-Length: 100000")], b" "),
    "silence": ([], b""),
    "idle": ([HEALTH], b""),
    "second header": ([HEALTH, head("GET /v1/health")[:-2] + b"X: "], b"x"),
    "second body": ([HEALTH, head("POST /v1/login", "Content-Type: application/json", "Content-Length: 100000")], b" "),
}


@pytest.fixture(scope="session")
def slow(tmp_path_factory):
    """Starts all slow interactions in parallel; returns a future for each."""
    folder = tmp_path_factory.mktemp("slow")
    authority = Authority(folder / "authority")
    certificate, key = authority.issue()
    secured = ("--certificate", certificate, "--key", key)
    with TelexServer(folder / "plain") as plain, concurrent.futures.ThreadPoolExecutor(32) as pool, \
            TelexServer(folder / "secure", *secured, authority=authority.certificate) as secure:
        ada, bob = couple(plain)
        plan = {name: (ends, plain, *parts) for name, parts in PARTS.items()}
        body = json.dumps({"transactionId": "slow", "text": "slow"}).encode()
        start = head(f"POST {POSTS}", "Content-Type: application/json", "Content-Length: 100000", token=ada.token)
        plan |= {
            "message": (ends, plain, [start + body], b" "),
            "no pong": (ends, plain, [live_request(ada)], b""),
            "frame": (ends, plain, [live_request(ada) + b"\x81\xfe\xff\0\0\0\0\0"], b" "),
            "no hello": (ends, secure, [], b""),
            "hello": (ends, secure, [HELLO], b"\0"),
            "secure silence": (ends, secure, [], b"", True),
            "secure header": (ends, secure, *PARTS["header"], True),
            "readers": (stays, ada, bob),
            "queue": (sends_its_queue, folder / "queue"),
        }
        yield types.SimpleNamespace(bob=bob, **{name: pool.submit(*work) for name, work in plan.items()})


@pytest.fixture(scope="session")
def beginning(request):
    """Starts the slow interactions early, if any selected test needs them."""
    if any("slow" in item.fixturenames for item in request.session.items):
        request.getfixturevalue("slow")


def ends(server, begin, drip, secure=False):
    """Sends `begin`, then `drip` repeatedly; returns when the server closed the connection, and the data received."""
    received, start = b"", time.monotonic()
    with connect(server) as connection:
        if secure:
            connection = server.tls.wrap_socket(connection, server_hostname="localhost")
        for number, part in enumerate(begin):
            if number:
                received += connection.recv(65536)
            connection.sendall(part)
        connection.settimeout(0.5)
        while True:
            assert time.monotonic() < start + 2 * PATIENCE, f"still open after {received}"
            try:
                data = connection.recv(65536)
                if not data:
                    break
                received += data
                continue
            except TimeoutError:
                pass
            except OSError:
                break
            try:
                connection.sendall(drip)
            except OSError:
                pass
        connection.close()
    return Slow(time.monotonic() - start, received)


def stays(ada, bob):
    """Keeps two channels open and idle for longer than the server waits; returns what they then receive."""
    push, live = ada.push(), ada.live(CHAT)
    # The server sends a comment every 15 seconds.
    wait_until(lambda: push.comments >= 5)
    bob.post(CHAT, "still there?", "still")
    return (push.next("message", where=lambda event: event.data["messageId"] == "bob/still"),
            live.next("message", where=lambda frame: frame["messageId"] == "bob/still"))


def sends_its_queue(folder):
    """Queues more messages than the rate limit allows; returns what arrived, and how often the server refused."""
    folder.mkdir()
    with TelexServer(folder / "server", "--rate", "5", "--log", "debug") as server:
        home = Telex(folder)
        login(home, server, "ada", "Ada")
        bob = Person(server, "bob", "Bob")
        bob.create("ada")
        pipe = Pipe(home, "--subscribe", "connection,chatList")
        try:
            pipe.connect().wait(lambda p: p.models["chatList"]["chats"], "the chat")
            server.stop()
            pipe.wait(lambda p: p.connection["connectionState"] == "offline", "the server to be gone")
            texts = [f"text {number}" for number in range(200)]
            pipe.send(*({"event": "message.sending", "chatId": CHAT, "text": text, "id": text} for text in texts))
            pipe.wait(lambda p: set(texts) <= set(p.answers) and p.connection["queuedCount"] == 200, "all to wait")
            server.start()
            pipe.connect().wait(lambda p: p.connection["queuedCount"] == 0, "all to be sent", 4 * PATIENCE)
            assert pipe.finish() == 0
        finally:
            pipe.close()
        arrived = [message["text"] for message in bob.messages(CHAT, limit=500).json["messages"]]
        return arrived, texts, server.log().count("status=429")
