"""Malformed, ambiguous and unusual requests, and how the server handles them."""

import json
import types

import pytest

from server import CHAT, TelexServer, couple, memory
from wire import HEALTH, HELLO, POSTS, answers, connect, exchange, head, problem, read_all


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    with TelexServer(tmp_path_factory.mktemp("town") / "server") as server:
        ada, bob = couple(server)
        yield types.SimpleNamespace(server=server, ada=ada, bob=bob)


def post_request(person, id):
    body = json.dumps({"transactionId": id, "text": "hello"}).encode()
    return head(f"POST {POSTS}", "Content-Type: application/json", f"Content-Length: {len(body)}",
                token=person.token) + body


def ids(town):
    return {message["messageId"] for message in town.bob.messages(CHAT, limit=500).json["messages"]}


# Malformed requests


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
    """Asserts that the request is refused, also on a connection that was already used."""
    for first in (b"", HEALTH):
        (answer,) = answers(exchange(server, *sent, first=first))
        assert problem(answer) == status


@pytest.mark.parametrize("name", TOO_LARGE)
def test_oversized_header_is_refused_with_a_readable_response(town, name):
    before = memory(town.server)
    is_refused(town.server, 431, *TOO_LARGE[name])
    assert memory(town.server) < before + 100


@pytest.mark.parametrize("length", [20_000, 1_000_000])
def test_overlong_path_is_refused(town, length):
    (answer,) = answers(exchange(town.server, head("GET /v1/" + "x" * length)))
    assert problem(answer) in (414, 431)


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_refused(town, name):
    is_refused(town.server, 400, GARBAGE[name])


def test_client_that_reads_late_still_gets_the_refusal(town):
    with connect(town.server) as connection:
        for part in TOO_LARGE["1 MB, in pieces"]:
            connection.sendall(part)
        (answer,) = answers(read_all(connection))
    assert problem(answer) == 431


def test_requests_before_garbage_are_answered_first(town):
    """Otherwise the sender would take an accepted post for a refused one."""
    for number in range(20):
        received = exchange(town.server, post_request(town.ada, f"before{number}") + b"\0garbage\r\n\r\n")
        is_taken = f"ada/before{number}" in ids(town)
        statuses = [status for status, _, _ in answers(received)]
        assert statuses in ([201, 400], [201], []) if is_taken else statuses in ([400], []), (is_taken, statuses)


# The end of a request


NUMBER = "00-1.1"
BODY = json.dumps({"transactionId": NUMBER, "text": "outer"})
SIZE = f"{len(BODY):x}"
CHUNKED = f"{SIZE}\r\n{BODY}\r\n0\r\n\r\n"
# Requests that servers and proxies have parsed differently. Nothing in them may be taken for another request.
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
def test_request_with_an_ambiguous_end_is_refused_entirely(town, name, version):
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
def test_truncated_request_is_not_accepted(town, name):
    field, body = CUT[name]
    start = head(f"POST {POSTS}", "Content-Type: application/json", field, token=town.ada.token)
    numbers = [f"cut{list(CUT).index(name)}.{number}" for number in range(5)]
    for number in numbers:
        received = exchange(town.server, start + body.replace(NUMBER, number).encode(), ends=True)
        assert [status for status, _, _ in answers(received)] in ([], [400])
    # All pending requests are finished by then.
    assert town.ada.post(CHAT, "after", f"after {name}").status == 201
    assert not ids(town) & {f"ada/{number}" for number in numbers}


# Unusual requests


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


@pytest.mark.parametrize("name, statuses", [
    ("HTTP/1.0", [200]), ("HTTP/1.0, kept", [200]), ("no host", [400]), ("two hosts", [400])])
def test_connection_closes_after_an_old_request_or_one_without_a_single_host(town, name, statuses):
    found = answers(exchange(town.server, FORMS[name]))
    assert [status for status, _, _ in found] == statuses and found[-1][1]["connection"] == "close"


@pytest.mark.parametrize("name", FORMS)
def test_unusual_request_causes_no_server_error_and_no_hang(town, name):
    found = answers(exchange(town.server, FORMS[name], ends=True))
    assert all(status < 500 for status, _, _ in found), found
    assert len(found) == 1000 if name == "many at once" else len(found) <= 2
    assert town.server.request("GET", "/v1/health").status == 200


def test_expect_100_continue_is_answered(town):
    body = json.dumps({"transactionId": "expected", "text": "hello"}).encode()
    with connect(town.server, head(f"POST {POSTS}", "Content-Type: application/json", f"Content-Length: {len(body)}",
                                   "Expect: 100-continue", token=town.ada.token)) as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 100")
        connection.sendall(body)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201")
