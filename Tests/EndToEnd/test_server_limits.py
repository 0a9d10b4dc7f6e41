"""How much telex-server takes: who is turned away and how, what becomes of the slow, and that others do not notice.

What takes long is begun before the first test, side by side; the last tests look at what came of it.
"""

import collections
import concurrent.futures
import contextlib
import json
import re
import resource
import selectors
import socket
import threading
import time
import types

import pytest

from certificates import Authority
from conftest import Telex
from piped import Pipe
from server import UPGRADE, Person, Response, TelexServer, couple, login, wait_until
from test_server_endurance import channel, memory

CHAT = "ada+bob"
POSTS = f"/v1/chats/{CHAT}/messages"
LONG = "x" * 60_000
Slow = collections.namedtuple("Slow", "seconds received")


def head(line, *fields, token=None):
    """The beginning of a request, up to its body."""
    if token:
        fields = (f"Authorization: Bearer {token}", *fields)
    return "\r\n".join((f"{line} HTTP/1.1", "Host: x", *fields, "", "")).encode()


HEALTH = head("GET /v1/health")


def push_request(person, _=CHAT):
    return head("GET /v1/push", token=person.token)


def live_request(person, chat=CHAT):
    upgrade = (f"{name}: {value}" for name, value in UPGRADE.items())
    return head(f"GET /v1/chats/{chat}/live", *upgrade, token=person.token)


def post_request(person, id):
    body = json.dumps({"id": id, "text": "hello"}).encode()
    return head(f"POST {POSTS}", "Content-Type: application/json", f"Content-Length: {len(body)}",
                token=person.token) + body


@pytest.fixture(scope="module", autouse=True)
def many_files():
    """Lets the tests have as many connections open as they need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module", autouse=True)
def beginning(request, many_files):
    """Begins what takes long, if it is wanted at all."""
    if any("slow" in item.fixturenames for item in request.session.items):
        request.getfixturevalue("slow")


@pytest.fixture
def serve(tmp_path):
    """Starts a server with other limits than usual."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(
            TelexServer(tmp_path / "server", *arguments, **options))


class Kept:
    """One connection for all that somebody asks."""

    def __init__(self, server, token=None):
        self.connection, self.token = server.connection(), token

    def request(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request(method, path, body and json.dumps(body).encode(), headers)
        response = self.connection.getresponse()
        return Response(response.status, response.headers, response.read())

    def post(self, text, id):
        answer = self.request("POST", POSTS, {"id": id, "text": text})
        assert answer.status == 201, answer
        return answer.json

    def close(self):
        self.connection.close()


def until_refused(ask, most=1000):
    """Asks again and again; returns how often that went well, and the refusal."""
    for count in range(most):
        answer = ask()
        if answer.status == 429:
            assert answer.problem(429)
            return count, answer
    raise AssertionError(f"not refused in {most} times: {answer}")


def pause(answer):
    """Waits for as long as a refusal says."""
    seconds = int(answer.headers["Retry-After"])
    assert 1 <= seconds <= 30
    time.sleep(seconds)


def connect(server, sent=b"", buffer=None):
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(20)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(sent)
    return connection


def read_all(connection):
    """What still comes until the server closes."""
    received = b""
    try:
        while data := connection.recv(65536):
            received += data
    except ConnectionError:
        pass
    return received


def exchange(server, *sent, first=b"", ends=False):
    """Sends one part after the other while it reads what comes, until the server closes; returns that.

    `first` is sent before, and its answer read; `ends` tells the server that nothing more will be sent.
    """
    def send():
        try:
            for part in sent:
                connection.sendall(part)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    with connect(server, first) as connection:
        assert not first or connection.recv(65536).startswith(b"HTTP/1.1 200")
        sender = threading.Thread(target=send)
        sender.start()
        received = read_all(connection)
        sender.join()
    return received


def answers(received):
    """The responses in what was received: status, fields, body; all of them are whole."""
    found = []
    while received:
        start, separator, rest = received.partition(b"\r\n\r\n")
        line, *fields = start.decode().split("\r\n")
        assert separator and re.fullmatch(r"HTTP/1\.[01] \d{3} .*", line), received
        fields = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
        length = int(fields.get("content-length", 0))
        assert len(rest) >= length, f"cut short: {received}"
        found.append((int(line.split()[1]), fields, rest[:length]))
        received = rest[length:]
    return found


def problem(answer):
    """Asserts that it is one; returns its status."""
    status, fields, body = answer
    told = json.loads(body)
    assert fields["content-type"] == "application/problem+json" and told["status"] == status, answer
    assert told["title"] and told["detail"].strip(), answer
    return status


# How often


def test_a_user_who_asks_too_often_is_told_when_to_come_again_and_others_do_not_notice(serve):
    server = serve("--rate", "5")
    ada, bob = couple(server)
    kept = Kept(server, ada.token)
    start = time.monotonic()
    count, refusal = until_refused(lambda: kept.request("GET", "/v1/chats"))
    assert 45 <= count <= 50 + 5 * (time.monotonic() - start) + 1
    assert "Too many requests" in refusal.problem(429)
    for method, path, headers in (("GET", f"/v1/chats/{CHAT}/live", UPGRADE), ("GET", "/v1/people?query=a", None),
                                  ("PUT", f"/v1/chats/{CHAT}/marks", None), ("POST", POSTS, None)):
        _, refusal = until_refused(lambda: ada.request(method, path, {}, headers))
        assert int(refusal.headers["Retry-After"]) >= 1
    assert bob.post(CHAT, "hello", "m1").status == 201
    pause(refusal)
    assert [message["text"] for message in ada.messages(CHAT).json["messages"]] == ["hello"]
    assert ada.post(CHAT, "hello, too", "m1").status == 201
    kept.close()


@pytest.mark.parametrize("ask", [
    lambda kept: kept.request("GET", "/v1/chats"), lambda kept: kept.request("GET", "/v1/health"),
    lambda kept: kept.request("POST", "/v1/login", {"invitation": "wrong"}),
], ids=["chats", "health", "login"])
@pytest.mark.parametrize("token", [None, "wrong"])
def test_an_address_that_asks_too_often_without_a_token_that_is_good_is_told_so(serve, ask, token):
    server = serve("--rate", "5")
    ada, invitation = Person(server, "ada"), server.user("bob")
    kept = Kept(server, token)
    start = time.monotonic()
    count, _ = until_refused(lambda: ask(kept))
    assert 40 <= count <= 50 + 5 * (time.monotonic() - start) + 1
    _, refusal = until_refused(lambda: server.request("POST", "/v1/login", {"invitation": invitation[:-1]}))
    assert ada.chats().status == 200
    pause(refusal)
    assert server.request("GET", "/v1/chats", token=token).status == 401
    assert Person(server, "bob", invitation=invitation).chats().status == 200
    kept.close()


def test_an_invitation_that_came_too_soon_is_good_afterwards(serve):
    server = serve("--rate", "2")
    invitation = server.user("ada")
    until_refused(lambda: server.request("GET", "/v1/health"))
    answer = server.request("POST", "/v1/login", {"invitation": invitation})
    if answer.status == 429:
        pause(answer)
        answer = server.request("POST", "/v1/login", {"invitation": invitation})
    assert answer.status == 200


# How many channels


def outcome(connection):
    """What became of a channel that was asked for."""
    received = b""
    while not (found := re.search(rb'event: (ready)|"type":"(ready)"|(HTTP/1.1 [345]\d\d)', received)):
        if not (data := connection.recv(65536)):
            return f"closed after {received!r}"
        received += data
    return found[found.lastindex].decode()


def opened(server, request):
    """A channel that was asked for; nothing if it was refused."""
    connection = connect(server, request)
    if (told := outcome(connection)) == "ready":
        return connection
    connection.close()
    assert told == "HTTP/1.1 429"


def test_a_user_has_so_many_channels_and_others_do_not_notice(serve):
    server = serve("--user-channels", "3")
    ada, bob = couple(server)
    requests = [push_request(ada), live_request(ada)]
    channels = [opened(server, requests[number % 2]) for number in range(3)]
    for number in range(6):
        for path, fields in (("/v1/push", None), (f"/v1/chats/{CHAT}/live", UPGRADE)):
            refusal = ada.request("GET", path, headers=fields)
            assert "3" in refusal.problem(429) and int(refusal.headers["Retry-After"]) > 0
        wait_until(lambda: opened(server, push_request(bob))).close()
        channels.pop(0).close()
        channels.append(wait_until(lambda: opened(server, requests[number % 2])))
    assert ada.post(CHAT, "hello", "m1").status == 201
    for channel in channels:
        channel.close()


@pytest.mark.parametrize("request_of", [push_request, live_request])
def test_of_channels_that_are_asked_for_all_at_once_so_many_open_and_the_others_are_told_why(serve, request_of):
    server = serve("--user-channels", "3")
    Person(server, "bob")
    for number in range(10):
        person = Person(server, f"person{number}")
        chat = person.create("bob").json["chat"]
        connections = [connect(server) for _ in range(40)]
        for connection in connections:
            connection.sendall(request_of(person, chat))
        outcomes = collections.Counter(map(outcome, connections))
        for connection in connections:
            connection.close()
        assert outcomes == {"ready": 3, "HTTP/1.1 429": 37}


# How many connections


def place(server):
    """A connection that is open and has been answered; nothing if there is no room for it."""
    connection = connect(server, HEALTH)
    if connection.recv(65536).startswith(b"HTTP/1.1 200"):
        return connection
    connection.close()


def places(server, count):
    """So many of them; that those who were there before have gone may take a moment."""
    return [wait_until(lambda: place(server)) for _ in range(count)]


def test_who_finds_no_place_is_told_when_to_come_again(serve):
    server = serve("--connections", "20")
    connections = places(server, 20)
    for sent in ((), (HEALTH,), (head("POST /v1/login", "Content-Length: 400000"), b"x" * 400_000)):
        (answer,) = answers(exchange(server, *sent))
        assert problem(answer) == 503 and int(answer[1]["retry-after"]) > 0
    connections.pop().close()
    connections += places(server, 1)
    connections[0].sendall(HEALTH)
    assert connections[0].recv(65536).startswith(b"HTTP/1.1 200")
    server.request("GET", "/v1/health").problem(503)
    for connection in connections:
        connection.close()
    wait_until(lambda: server.request("GET", "/v1/health").status == 200)


def flood(port, count, at_once):
    """Opens so many connections, so many at a time, each with a request; counts what becomes of them."""
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
        ready = selector.select(30)
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
    """In a word, what a connection was told."""
    if not received:
        return "closed"
    (answer,) = answers(received)
    return problem(answer) if answer[0] != 200 else 200


def test_a_flood_of_connections_is_turned_away_and_those_inside_do_not_notice(serve):
    server = serve("--connections", "100", "--rate", "100000")
    ada, bob = couple(server)
    push, writer = bob.push(), Kept(server, ada.token)
    push.next("ready")
    writer.post("before", "before")
    others = places(server, 98)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        done = pool.submit(flood, server.port, 10_000, 1000)
        count = most = 0
        while not done.done() or count < 20:
            writer.post(f"text {count}", f"m{count}")
            push.next("message", 20, lambda message: message.data["text"] == f"text {count}")
            count, most = count + 1, max(most, memory(server))
        outcomes = done.result()
    assert set(outcomes) <= {503, "closed"} and sum(outcomes.values()) == 10_000 and outcomes[503] > 0, outcomes
    assert most < 200
    for other in others:
        other.close()
    wait_until(lambda: server.request("GET", "/v1/health").status == 200, 20)
    wait_until(lambda: flood(server.port, 50, 50) == {200: 50}, 20)
    assert len(bob.messages(CHAT, limit=500).json["messages"]) == min(500, count + 1)
    writer.close()


def test_a_server_that_may_have_few_files_open_says_so_and_takes_fewer(serve):
    few = 256
    server = serve(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)))
    (warning,) = [line for line in server.log().splitlines() if "open files" in line]
    assert " warning " in warning
    assert set(flood(server.port, 2000, 500)) <= {200, 503, "closed"}
    wait_until(lambda: server.request("GET", "/v1/health").status in (200, 503), 20)
    connections = int(re.search(r"connections=(-?\d+)", warning)[1])
    assert connections > 0
    for connection in places(server, connections):
        connection.close()


# Requests that are none


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    with TelexServer(tmp_path_factory.mktemp("town") / "server") as server:
        ada, bob = couple(server)
        yield types.SimpleNamespace(server=server, ada=ada, bob=bob)


# The first words of a client that speaks TLS.
HELLO = b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"
TOO_LARGE = {
    "one field of 20 KB": (head("GET /v1/health", "X: " + "x" * 20_000),),
    "a name of 20 KB": (head("GET /v1/health", "x" * 20_000 + ": x"),),
    "200 fields": (head("GET /v1/health", *(f"X{number}: x" for number in range(200))),),
    "1 MB": (head("GET /v1/health", *(f"X{number}: {'x' * 100_000}" for number in range(10))),),
    "1 MB, in pieces": (b"GET /v1/health HTTP/1.1\r\nX: ", *[b"x" * 1000] * 1000),
    "20 MB": (b"GET /v1/health HTTP/1.1\r\nX: ", *[b"x" * 100_000] * 200),
    "100,000 fields": (b"GET /v1/health HTTP/1.1\r\n", b"X: x\r\n" * 100_000),
}
GARBAGE = {
    "zeros": b"\0" * 1000,
    "letters": b"hello\r\n\r\n",
    "a client hello": HELLO * 20,
    "no path": b"GET HTTP/1.1\r\n\r\n",
    "no version": b"GET /v1/health HTTP\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0",
    "HTTP/9.9": b"GET /v1/health HTTP/9.9\r\nHost: x\r\n\r\n",
    "a space in a field": b"GET /v1/health HTTP/1.1\r\nHost : x\r\n\r\n",
    "a zero in a field": b"GET /v1/health HTTP/1.1\r\nHost: x\0y\r\n\r\n",
    "no colon": b"GET /v1/health HTTP/1.1\r\nHost\r\n\r\n",
}


def is_refused(server, status, *sent):
    """Asserts that it is refused, also on a connection that has been used."""
    for first in (b"", HEALTH):
        (answer,) = answers(exchange(server, *sent, first=first))
        assert problem(answer) == status


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_header_that_is_too_large_is_refused_and_the_refusal_can_be_read(town, name):
    before = memory(town.server)
    is_refused(town.server, 431, *TOO_LARGE[name])
    assert memory(town.server) < before + 100


@pytest.mark.parametrize("length", [20_000, 1_000_000])
def test_a_path_that_is_too_long_is_refused(town, length):
    (answer,) = answers(exchange(town.server, head("GET /v1/" + "x" * length)))
    assert problem(answer) in (414, 431)


@pytest.mark.parametrize("name", GARBAGE)
def test_what_is_no_http_is_refused(town, name):
    is_refused(town.server, 400, GARBAGE[name])


def test_who_reads_only_after_sending_all_reads_why_it_was_refused(town):
    with connect(town.server) as connection:
        for part in TOO_LARGE["1 MB, in pieces"]:
            connection.sendall(part)
        (answer,) = answers(read_all(connection))
    assert problem(answer) == 431


def test_what_was_asked_before_the_garbage_is_answered_first(town):
    """Or who posted would be told that it was refused, though it was taken."""
    for number in range(20):
        received = exchange(town.server, post_request(town.ada, f"before{number}") + b"\0garbage\r\n\r\n")
        is_taken = f"ada/before{number}" in ids(town)
        statuses = [status for status, _, _ in answers(received)]
        assert statuses in ([201, 400], [201], []) if is_taken else statuses in ([400], []), (is_taken, statuses)


def ids(town):
    return {message["id"] for message in town.bob.messages(CHAT, limit=500).json["messages"]}


# Where a request ends

NUMBER = "00-1.1"
BODY = json.dumps({"id": NUMBER, "text": "outer"})
SIZE = f"{len(BODY):x}"
CHUNKED = f"{SIZE}\r\n{BODY}\r\n0\r\n\r\n"
# What servers and proxies have disagreed upon; what follows must not be taken for another request.
FRAMES = {
    "length and chunks": (["Content-Length: LENGTH", "Transfer-Encoding: chunked"], CHUNKED),
    "chunks and length": (["Transfer-Encoding: chunked", "Content-Length: LENGTH"], CHUNKED),
    "no length, and chunks": (["Content-Length: 0", "Transfer-Encoding: chunked"], CHUNKED),
    "two lengths": (["Content-Length: LENGTH", "Content-Length: 0"], BODY),
    "two lengths, the other way": (["Content-Length: 0", "Content-Length: LENGTH"], BODY),
    "two lengths in one": (["Content-Length: 0, LENGTH"], BODY),
    "a length with a sign": (["Content-Length: +LENGTH"], BODY),
    "a length below zero": (["Content-Length: -1"], BODY),
    "a length in hex": (["Content-Length: 0xff"], BODY),
    "a length with a space": (["Content-Length: 1 0"], BODY),
    "a length that overflows": (["Content-Length: 18446744073709551617"], BODY),
    "an encoding that is not known": (["Transfer-Encoding: xchunked"], CHUNKED),
    "an encoding after chunked": (["Transfer-Encoding: chunked, identity"], CHUNKED),
    "two encodings": (["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], CHUNKED),
    "a space before the colon": (["Transfer-Encoding : chunked"], CHUNKED),
    "a folded field": (["X: x", " Transfer-Encoding: chunked"], CHUNKED),
    "a chunk's length that overflows": (["Transfer-Encoding: chunked"], f"1{'0' * 16}\r\n{BODY}"),
    "a chunk's length that is none": (["Transfer-Encoding: chunked"], f"zz\r\n{BODY}"),
    "a chunk's length below zero": (["Transfer-Encoding: chunked"], f"-1\r\n{BODY}"),
    "a chunk without an end": (["Transfer-Encoding: chunked"], f"{SIZE}\r\n{BODY}0\r\n\r\n"),
    "a chunk longer than it says": (["Transfer-Encoding: chunked"], f"1\r\n{BODY}\r\n0\r\n\r\n"),
}


@pytest.mark.parametrize("version", ["1.1", "1.0"])
@pytest.mark.parametrize("name", FRAMES)
def test_a_request_whose_end_is_not_clear_is_refused_and_nothing_in_it_is_taken(town, name, version):
    number = f"{list(FRAMES).index(name):02}-{version}"
    fields, body = FRAMES[name]
    start = head(f"POST {POSTS}", "Content-Type: application/json", *fields, token=town.ada.token).decode()
    start = start.replace("LENGTH", str(len(BODY))).replace("HTTP/1.1", f"HTTP/{version}")
    inner = post_request(town.ada, f"in-{number}")
    received = exchange(town.server, (start + body.replace(NUMBER, number)).encode() + inner, ends=True)
    statuses = [status for status, _, _ in answers(received)]
    assert len(statuses) <= 1 and all(400 <= status < 500 for status in statuses), received
    assert town.ada.post(CHAT, "after", f"after {number}").status == 201
    assert not ids(town) & {f"ada/{number}", f"ada/in-{number}"}


CUT = {
    "length": ("Content-Length: 200", BODY),
    "no last chunk": ("Transfer-Encoding: chunked", f"{SIZE}\r\n{BODY}\r\n"),
    "no end of a chunk": ("Transfer-Encoding: chunked", f"{SIZE}\r\n{BODY}"),
    "part of a chunk": ("Transfer-Encoding: chunked", f"ff\r\n{BODY}"),
}


@pytest.mark.parametrize("name", CUT)
def test_a_request_that_is_cut_short_is_not_taken(town, name):
    field, body = CUT[name]
    start = head(f"POST {POSTS}", "Content-Type: application/json", field, token=town.ada.token)
    numbers = [f"cut{list(CUT).index(name)}.{number}" for number in range(5)]
    for number in numbers:
        received = exchange(town.server, start + body.replace(NUMBER, number).encode(), ends=True)
        assert [status for status, _, _ in answers(received)] in ([], [400])
    # What is under way is done by then.
    assert town.ada.post(CHAT, "after", f"after {name}").status == 201
    assert not ids(town) & {f"ada/{number}" for number in numbers}


MUCH = b"x" * 1_000_000
LOGIN = ("POST /v1/login", "Content-Type: application/json")
FORMS = {
    "HTTP/1.0": b"GET /v1/health HTTP/1.0\r\n\r\n",
    "HTTP/1.0, kept": b"GET /v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" * 2,
    "HTTP/0.9": b"GET /v1/health\r\n\r\n",
    "no host": b"GET /v1/health HTTP/1.1\r\n\r\n",
    "two hosts": head("GET /v1/health", "Host: y"),
    "ends of lines": HEALTH.replace(b"\r", b""),
    "lines before it": b"\r\n\r\n" + HEALTH,
    "another's path": head("GET http://elsewhere.example/v1/health"),
    "a tunnel": head("CONNECT elsewhere.example:443"),
    "a star": head("OPTIONS *"),
    "h2c": head("GET /v1/health", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: "),
    "a body where none is": head("GET /v1/health", "Content-Length: 5") + b"hello",
    "an expectation": head(*LOGIN, "Expect: 200-ok", "Content-Length: 2") + b"{}",
    "a body that is short": head(*LOGIN, "Content-Length: 100") + b"{}",
    "a body that is long": head(*LOGIN, "Content-Length: 2") + b"{}{}{}{}\r\n\r\n",
    "much after the body": head(*LOGIN, "Transfer-Encoding: chunked") + b"2\r\n{}\r\n0\r\nX: %b\r\n\r\n" % MUCH,
    "much said of a chunk": head(*LOGIN, "Transfer-Encoding: chunked") + b"2;x=%b\r\n{}\r\n0\r\n\r\n" % MUCH,
    "many at once": HEALTH * 1000,
}


@pytest.mark.parametrize("name", FORMS)
def test_what_is_unusual_is_no_error_of_the_server_and_does_not_hang(town, name):
    found = answers(exchange(town.server, FORMS[name], ends=True))
    assert all(status < 500 for status, _, _ in found), found
    assert len(found) == 1000 if name == "many at once" else len(found) <= 2
    assert town.server.request("GET", "/v1/health").status == 200


def test_a_client_that_asks_first_whether_it_may_send_is_answered(town):
    body = json.dumps({"id": "expected", "text": "hello"}).encode()
    with connect(town.server, head(f"POST {POSTS}", "Content-Type: application/json", f"Content-Length: {len(body)}",
                                   "Expect: 100-continue", token=town.ada.token)) as connection:
        connection.settimeout(5)
        assert connection.recv(65536).startswith(b"HTTP/1.1 100")
        connection.sendall(body)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201")


# Those who do not read


def test_pages_that_nobody_reads_cost_little(serve):
    server = serve()
    ada, bob = couple(server)
    writer = Kept(server, ada.token)
    for number in range(500):
        writer.post(LONG, f"m{number}")
    request = head(f"GET {POSTS}?limit=500", token=bob.token)
    connections = [connect(server, request, buffer=4096) for _ in range(20)]
    for connection in connections:
        assert connection.recv(12) == b"HTTP/1.1 200"
    most = memory(server)
    for connection in connections:
        connection.close()
    writer.close()
    assert most < 500


def test_requests_whose_answers_nobody_reads_cost_little(serve):
    server = serve()
    ada, _ = couple(server)
    before = memory(server)
    with connect(server, buffer=4096) as connection:
        connection.settimeout(2)
        with pytest.raises(TimeoutError):
            for _ in range(1000):
                connection.sendall(head("GET /v1/chats", token=ada.token) * 1000)
        assert memory(server) < before + 100
    assert ada.chats().status == 200


def test_who_does_not_read_is_cut_off_while_messages_go_on_to_others_and_gets_what_is_missing(serve):
    server = serve()
    ada, bob = couple(server)
    push, live, writer = bob.push(), bob.live(CHAT), Kept(server, ada.token)
    first = push.next("ready").id
    live.next("ready")
    silent = [channel(server, bob, kind) for kind in ("push", "live")]
    events, most = [], 0
    for number in range(2000):
        writer.post(f"{number} {LONG}", f"m{number}")
        if number % 20 == 19:
            last = f"ada/m{number}"
            events += push.until("message", 20, lambda event: event.data["id"] == last)
            live.next("message", 20, lambda frame: frame["id"] == last)
            most = max(most, memory(server))
    assert [event.data["id"] for event in events] == [f"ada/m{number}" for number in range(2000)]
    assert most < 200
    for connection in silent:
        assert len(read_all(connection)) < 20_000_000
        connection.close()
    assert bob.push(last_event=first).next().kind == "gap"
    for missed in (10, 100, 900):
        push, told = bob.push(last_event=events[-1 - missed].id), []
        while told[-1:] != ["ready"]:
            event = push.next(timeout=30)
            told.append(event.data["id"] if event.kind == "message" else event.kind)
        assert told in (["gap", "ready"], [f"ada/m{number}" for number in range(2000 - missed, 2000)] + ["ready"])
    fetched = []
    while page := bob.messages(CHAT, after=len(fetched), limit=100).json["messages"]:
        fetched += [message["text"] for message in page]
    assert fetched == [f"{number} {LONG}" for number in range(2000)]
    writer.close()


# Those who are slow


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


@pytest.fixture(scope="module")
def slow(tmp_path_factory):
    """What takes long, all of it at once: a future for each."""
    folder = tmp_path_factory.mktemp("slow")
    authority = Authority(folder / "authority")
    certificate, key = authority.issue()
    secured = ("--certificate", certificate, "--key", key)
    with TelexServer(folder / "plain") as plain, concurrent.futures.ThreadPoolExecutor(32) as pool, \
            TelexServer(folder / "secure", *secured, authority=authority.certificate) as secure:
        ada, bob = couple(plain)
        plan = {name: (ends, plain, *parts) for name, parts in PARTS.items()}
        body = json.dumps({"id": "slow", "text": "slow"}).encode()
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


def ends(server, begin, drip, secure=False):
    """Begins, goes on drop by drop, and tells when the server closed, and what came."""
    received, start = b"", time.monotonic()
    with connect(server) as connection:
        if secure:
            connection = server.tls.wrap_socket(connection, server_hostname="localhost")
        for number, part in enumerate(begin):
            if number:
                received += connection.recv(65536)
            connection.sendall(part)
        connection.settimeout(0.5)
        while time.monotonic() < start + 120:
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
    """Two who are silent for a while, but there."""
    push, live = ada.push(), ada.live(CHAT)
    time.sleep(65)
    bob.post(CHAT, "still there?", "still")
    return (push.next("message", where=lambda event: event.data["id"] == "bob/still"),
            live.next("message", where=lambda frame: frame["id"] == "bob/still"), push.comments)


def sends_its_queue(folder):
    """telex with more to send than the server takes at once; tells what arrived, and how often it was refused."""
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
            pipe.wait(lambda p: p.connection["state"] == "offline", "the server to be gone")
            texts = [f"text {number}" for number in range(200)]
            pipe.send(*({"event": "message.sending", "chat": CHAT, "text": text, "id": text} for text in texts))
            pipe.wait(lambda p: set(texts) <= set(p.answers) and p.connection["queued"] == 200, "all to wait", 60)
            server.start()
            pipe.connect(30).wait(lambda p: p.connection["queued"] == 0, "all to be sent", 100)
            assert pipe.finish() == 0
        finally:
            pipe.close()
        arrived = [message["text"] for message in bob.messages(CHAT, limit=500).json["messages"]]
        return arrived, texts, server.log().count("status=429")


def finished(slow, name):
    return vars(slow)[name].result(timeout=130)


@pytest.mark.parametrize("name, least, most", [
    ("header", 5, 40), ("body", 5, 50), ("chunks", 5, 50), ("second body", 5, 50), ("secure header", 5, 40),
])
def test_a_request_that_comes_too_slowly_is_refused_as_that(slow, name, least, most):
    seconds, received = finished(slow, name)
    found = answers(received)
    if name == "second body":
        assert found.pop(0)[0] == 200
    assert [problem(answer) for answer in found] == [408] and least < seconds < most, (seconds, received)


@pytest.mark.parametrize("name, least, most", [
    ("silence", 5, 40), ("idle", 20, 90), ("second header", 5, 90), ("refused body", 0, 50),
    ("no hello", 5, 40), ("hello", 5, 40), ("secure silence", 5, 40),
])
def test_a_connection_on_which_nothing_is_asked_is_closed(slow, name, least, most):
    seconds, received = finished(slow, name)
    assert least < seconds < most
    if not name.endswith("hello"):
        statuses = [status for status, _, _ in answers(received)]
        assert statuses in {"idle": ([200],), "second header": ([200], [200, 408]),
                            "refused body": ([401], [401, 408])}.get(name, ([], [408]))


def test_a_message_that_comes_too_slowly_is_not_taken(slow):
    seconds, received = finished(slow, "message")
    assert [problem(answer) for answer in answers(received)] == [408] and seconds < 50
    assert "slow" not in [message["text"] for message in slow.bob.messages(CHAT, limit=500).json["messages"]]


@pytest.mark.parametrize("name", ["no pong", "frame"])
def test_a_live_channel_that_gives_no_sign_of_life_is_closed(slow, name):
    seconds, received = finished(slow, name)
    assert b" 101 " in received and 20 < seconds < 70


def test_those_who_are_there_may_be_silent(slow):
    pushed, live, comments = finished(slow, "readers")
    assert pushed.data["text"] == live["text"] == "still there?" and comments >= 2


def test_telex_sends_as_fast_as_it_may_and_nothing_is_lost_or_doubled(slow):
    arrived, texts, refusals = finished(slow, "queue")
    assert arrived == texts and refusals < 100
