"""Limits of telex-server on connections, and the responses when they are exceeded."""

import collections
import concurrent.futures
import re
import resource
import selectors
import socket

import pytest

from amounts import amount
from telex_program import PATIENCE, memory
from raw_http import HEALTH, Kept, answers, connect, exchange, head, problem
from server import CHAT, Person, couple, serve, wait_until

# How many connections a flood has.
COUNT = amount(2000, 10_000)
# Slow interactions run in parallel with these tests.
pytestmark = pytest.mark.usefixtures("beginning")


@pytest.fixture(scope="module", autouse=True)
def many_files():
    """Raises the limit of open files, so that the tests can open enough connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def place(server, asked):
    """Returns a connection that has been answered, or None if the server has no capacity."""
    connection = connect(server, asked)
    if connection.recv(65536).startswith(b"HTTP/1.1 200"):
        return connection
    connection.close()


def places(server, count, person=None):
    """Returns that many connections, of a person or of strangers. It may take a moment until earlier ones are gone."""
    asked = head("GET /v1/chats", token=person.token) if person else HEALTH
    return [wait_until(lambda: place(server, asked)) for _ in range(count)]


def test_connection_beyond_the_limit_is_told_when_to_retry(serve):
    server = serve("--connections", "20")
    ada = Person(server, "ada")
    connections = places(server, 20, ada)
    for sent in ((), (HEALTH,), (head("POST /v1/login", "Content-Length: 400000"), b"x" * 400_000)):
        (answer,) = answers(exchange(server, *sent))
        assert problem(answer) == 503 and int(answer[1]["retry-after"]) > 0
    connections.pop().close()
    connections += places(server, 1, ada)
    connections[0].sendall(HEALTH)
    assert connections[0].recv(65536).startswith(b"HTTP/1.1 200")
    server.request("GET", "/v1/health").problem(503)
    for connection in connections:
        connection.close()
    wait_until(lambda: server.request("GET", "/v1/health").status == 200)


@pytest.mark.parametrize("sent", [b"", HEALTH, b"GET", head("POST /v1/login", "Content-Length: 9")],
                         ids=["nothing", "a request", "half a head", "no body"])
def test_strangers_keep_nobody_out(serve, sent):
    server = serve("--connections", "20")
    ada = Person(server, "ada")
    kept = Kept(server, ada.token)
    assert kept.request("GET", "/v1/chats").status == 200
    strangers = [connect(server, sent) for _ in range(50)]
    bob = Person(server, "bob")
    assert bob.create("ada").status == 201
    kept.post("hello", "m1")
    push = bob.push()
    push.next("ready")
    strangers += [connect(server, sent) for _ in range(50)]
    kept.post("again", "m2")
    push.next("message", where=lambda message: message.data["text"] == "again")
    for connection in strangers:
        connection.close()
    kept.close()


def flood(port, count, at_once):
    """Opens `count` connections with a request each, `at_once` at a time; counts the outcomes."""
    at_once = min(at_once, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
    outcomes, received, selector = collections.Counter(), {}, selectors.DefaultSelector()
    while count or received:
        while count and len(received) < at_once:
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", port))
            received[connection] = None
            selector.register(connection, selectors.EVENT_WRITE)
            count -= 1
        ready = selector.select(PATIENCE)
        if not ready:
            outcomes["hangs"] += len(received)
            break
        for key, _ in ready:
            connection = key.fileobj
            try:
                if received[connection] is None:
                    connection.send(HEALTH)
                    received[connection] = b""
                    selector.modify(connection, selectors.EVENT_READ)
                    continue
                data = connection.recv(65536)
                received[connection] += data
                if data and b"}" not in data:
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            outcomes[said(received.pop(connection))] += 1
            selector.unregister(connection)
            connection.close()
    for connection in received:
        connection.close()
    return outcomes


def said(received):
    """Returns the outcome of a connection in one word."""
    if not received:
        return "closed"
    (answer,) = answers(received)
    return problem(answer) if answer[0] != 200 else 200


def test_rejects_a_flood_of_connections_without_affecting_open_ones(serve):
    server = serve("--connections", "100", "--rate", "100000")
    ada, bob = couple(server)
    push, writer = bob.push(), Kept(server, ada.token)
    push.next("ready")
    writer.post("before", "before")
    others = places(server, 98, ada)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        done = pool.submit(flood, server.port, COUNT, 500)
        count = most = 0
        while not done.done() or count < 20:
            writer.post(f"text {count}", f"m{count}")
            push.next("message", where=lambda message: message.data["text"] == f"text {count}")
            count, most = count + 1, max(most, memory(server.process))
        outcomes = done.result()
    assert set(outcomes) <= {503, "closed"} and sum(outcomes.values()) == COUNT and outcomes[503] > 0, outcomes
    assert most < 200
    for other in others:
        other.close()
    wait_until(lambda: server.request("GET", "/v1/health").status == 200)
    wait_until(lambda: flood(server.port, 50, 50) == {200: 50})
    assert len(bob.messages(CHAT, limit=500).json["messages"]) == min(500, count + 1)
    writer.close()


def test_accepts_fewer_connections_with_a_low_file_limit_and_says_so(serve):
    few = 256
    server = serve(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)))
    (warning,) = [line for line in server.log().splitlines() if "open files" in line]
    assert " warning " in warning
    # The server waits 20 s for the first header, and a busy machine may take longer to send or to read it.
    assert set(flood(server.port, 2000, 500)) <= {200, 408, 503, "closed"}
    wait_until(lambda: server.request("GET", "/v1/health").status in (200, 503))
    connections = int(re.search(r"connections=(-?\d+)", warning)[1])
    assert connections > 0
    for connection in places(server, connections):
        connection.close()
