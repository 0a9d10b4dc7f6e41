"""What the chat server refuses: unauthorised requests on every route, and invalid requests."""

import socket
import types

import pytest

from conftest import PATIENCE
from server import UPGRADE, Person, TelexServer

MESSAGES, MARKS, LIVE = (f"/v1/chats/{{chat}}/{part}" for part in ("messages", "marks", "live"))
CHAT_ROUTES = [
    ("GET", MESSAGES, None), ("GET", MESSAGES + "?after=0&limit=1", None), ("GET", MESSAGES + "?before=9", None),
    ("POST", MESSAGES, {"transactionId": "m1", "text": "hello"}), ("POST", MESSAGES, {"transactionId": "other", "text": "hello"}),
    ("PUT", MARKS, {"readId": "ada/m1"}), ("PUT", MARKS, {"readId": "ada/none"}), ("PUT", MARKS, {"deliveredId": "ada/m1"}),
    ("GET", LIVE, None),
]
# Even an otherwise invalid request must not tell a stranger more.
WRONG_ROUTES = [
    ("GET", MESSAGES + "?limit=x", None), ("POST", MESSAGES, {"transactionId": "m1"}), ("POST", MESSAGES, b"{"),
    ("PUT", MARKS, {}), ("PUT", MARKS, b"{"),
]
ROUTES = CHAT_ROUTES + [
    ("GET", "/v1/chats", None), ("POST", "/v1/chats", {"recipient": "carol"}), ("GET", "/v1/people?query=a", None),
    ("GET", "/v1/push", None), ("GET", "/v1/push?since=0", None), ("POST", "/v1/logout", None),
]
NAME = "m" * 129


def short(value):
    return repr(value)[:50]


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    with TelexServer(tmp_path_factory.mktemp("town")) as server:
        ada, bob, carol = (Person(server, name) for name in ("ada", "bob", "carol"))
        ada.create("bob")
        ada.post("ada+bob", "hello", "m1")
        yield types.SimpleNamespace(server=server, ada=ada, bob=bob, carol=carol, before=ada.chats().json)


@pytest.fixture(autouse=True)
def nothing_has_changed(town):
    yield
    assert town.ada.chats().json == town.before
    assert [message["messageId"] for message in town.ada.messages("ada+bob").json["messages"]] == ["ada/m1"]


def ask(person, method, path, body, **options):
    return person.request(method, path, body, UPGRADE if path.endswith("/live") else None, **options)


@pytest.mark.parametrize("method, path, body", ROUTES, ids=short)
def test_nothing_is_accessible_without_a_valid_token(town, method, path, body):
    path = path.format(chat="ada+bob")
    good = town.ada.token
    spoilt = ("A" if good[0] != "A" else "B") + good[1:]
    details = set()
    for token in (None, "", "nonsense", spoilt, good[:-1], good + "x", f"{good} {good}", "\u00ff", "x" * 5000, "ada"):
        answer = ask(town.ada, method, path, body, token=token)
        details.add(answer.problem(401))
        assert answer.headers["WWW-Authenticate"].startswith("Bearer"), token
    assert not any(good in detail for detail in details)
    for authorization in (good, f"Basic {good}", f"Bearer{good}"):
        town.server.request(method, path, body, {**UPGRADE, "Authorization": authorization}).problem(401)


def test_token_is_accepted_only_in_the_authorization_header(town):
    token = town.ada.token
    for query in ("access_token", "token"):
        town.server.request("GET", f"/v1/chats?{query}={token}").problem(401)
    town.server.request("GET", "/v1/chats", headers={"Cookie": f"token={token}"}).problem(401)


@pytest.mark.parametrize("method, path, body", CHAT_ROUTES + WRONG_ROUTES, ids=short)
def test_another_persons_chat_looks_like_a_missing_one(town, method, path, body):
    def answer(chat):
        answer = ask(town.carol, method, path.format(chat=chat), body)
        headers = {name.lower(): value for name, value in answer.headers.items() if name.lower() != "date"}
        return answer, (answer.status, headers, answer.body.replace(chat.encode(), b"CHAT"))

    theirs, seen = answer("ada+bob")
    theirs.problem(404, *((400, 422) if (method, path, body) in WRONG_ROUTES else ()))
    for chat in ("ada+zoe", "ann+bob", "ade+car"):
        assert answer(chat)[1] == seen
    assert b"hello" not in theirs.body


@pytest.mark.parametrize("chat", [
    "bob+ada", "ADA+BOB", "ada", "ada+", "+bob", "ada+bob+carol", "ada+ada", "ada bob", "ada+b%6Fb%00", "%00", "%FF",
    "..", "%2E%2E", "ada%2Fbob", "*", "%25", "ada+bob'--", "x" * 4000],
    ids=short)
def test_invalid_chat_id_is_not_found(town, chat):
    chat = chat.replace(" ", "%20")
    for method, path, body in CHAT_ROUTES:
        ask(town.ada, method, path.format(chat=chat), body).problem(400, 404)


@pytest.mark.parametrize("method, path, body, status, word", [
    ("POST", "/v1/login", b"{", 400, "JSON"),
    ("POST", "/v1/login", {}, 422, "invitation"),
    ("POST", "/v1/login", {"invitation": 7}, 422, "invitation"),
    ("POST", "/v1/login", {"invitation": None}, 422, "invitation"),
    ("POST", "/v1/login", {"invitation": ""}, (401, 422), ""),
    ("POST", "/v1/chats", b"", 400, "JSON"),
    ("POST", "/v1/chats", b"contact=bob", 400, "JSON"),
    ("POST", "/v1/chats", b'{"recipient":"bob"', 400, "JSON"),
    ("POST", "/v1/chats", b'{"recipient":"bob"} x', 400, "JSON"),
    ("POST", "/v1/chats", b'{"recipient":"\xff\xfe"}', 400, "UTF-8"),
    ("POST", "/v1/chats", '{"recipient":"bob"}'.encode("utf-16"), 400, "UTF-8"),
    ("POST", "/v1/chats", b'{"recipient":"carol","recipient":"bob"}', 400, "recipient"),
    ("POST", "/v1/login", b'{"invitation":"\xe9"}', 400, "UTF-8"),
    ("PUT", MARKS, b'{"read":"ada/m1","re\\u0061d":"ada/m1"}', 400, "read"),
    ("POST", "/v1/chats", b"[" * 100_000, 400, "JSON"),
    ("POST", "/v1/chats", b"[" * 100_000 + b"]" * 100_000, (400, 422), ""),
    ("POST", "/v1/chats", [], 422, ""),
    ("POST", "/v1/chats", b'"bob"', 422, ""),
    ("POST", "/v1/chats", b"null", 422, ""),
    ("POST", "/v1/chats", {}, 422, "recipient"),
    ("POST", "/v1/chats", {"recipient": ["bob"]}, 422, "recipient"),
    ("POST", "/v1/chats", {"recipient": None}, 422, "recipient"),
    ("POST", "/v1/chats", {"recipient": "\0"}, (404, 422), ""),
    ("POST", "/v1/chats", {"recipient": "x" * 100_000}, 404, ""),
    ("POST", "/v1/chats", {"recipient": "%"}, 404, ""),
    ("POST", MESSAGES, b"\xef\xbb\xbf{", 400, "JSON"),
    ("POST", MESSAGES, {}, 422, ""),
    ("POST", MESSAGES, {"transactionId": "m2"}, 422, "text"),
    ("POST", MESSAGES, {"text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": 2, "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": 7}, 422, "text"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": None}, 422, "text"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": {"text": "x"}}, 422, "text"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": "x", "spans": [{"start": 2**63, "length": 1, "style": "bold"}]}, 400, "out of range"),
    ("POST", MESSAGES, {"transactionId": "", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": NAME, "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "\u00e9" * 65, "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "ada/m2", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "/", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "m\0", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "m\n2", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "m\x7f", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "m\x85", "text": "x"}, 422, "transactionId"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": "x" * 65_537}, 413, "text"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": "\u00e9" * 32_769}, 413, "text"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": "\U0001F600" * 16_384 + "x"}, 413, "text"),
    ("POST", MESSAGES, {"transactionId": "m2", "text": "x", "more": "x" * 524_288}, 413, ""),
    ("POST", MESSAGES, [b" " * 1000] * 600, 413, ""),
    ("PUT", MARKS, b"{", 400, "JSON"),
    ("PUT", MARKS, {}, 422, "read"),
    ("PUT", MARKS, {"readId": 1}, 422, "read"),
    ("PUT", MARKS, {"deliveredId": ["ada/m1"]}, 422, "delivered"),
    ("PUT", MARKS, {"readId": "ada/none"}, 404, ""),
    ("GET", MESSAGES + "?limit=x", None, 400, "limit"),
    ("GET", MESSAGES + "?limit=-1", None, 400, "limit"),
    ("GET", MESSAGES + "?limit=1.5", None, 400, "limit"),
    ("GET", MESSAGES + "?limit=%00", None, 400, "limit"),
    ("GET", MESSAGES + "?limit=99999999999999999999", None, 400, "limit"),
    ("GET", MESSAGES + "?after=x", None, 400, "after"),
    ("GET", MESSAGES + "?after=99999999999999999999", None, 400, "after"),
    ("GET", MESSAGES + "?before=1e3", None, 400, "before"),
    ("GET", "/v1/chats?since=x", None, 400, "since"),
    ("GET", "/v1/chats?limit=x", None, 400, "limit"),
    ("GET", "/v1/push?since=x", None, 400, "since"),
    ("GET", "/", None, 404, ""),
    ("GET", "/v1", None, 404, ""),
    ("GET", "/v2/chats", None, 404, ""),
    ("GET", "/v1/nothing", None, 404, ""),
    ("GET", "/v1/chats/ada+bob/nothing", None, 404, ""),
    ("DELETE", "/v1/chats", None, (404, 405), ""),
    ("PATCH", MESSAGES, {"transactionId": "m1", "text": "other"}, (404, 405), ""),
    ("DELETE", MESSAGES, None, (404, 405), ""),
    ("POST", MARKS, {"readId": "ada/m1"}, (404, 405), ""),
], ids=short)
def test_invalid_request_is_refused_with_a_reason(town, method, path, body, status, word):
    answer = town.ada.request(method, path.format(chat="ada+bob"), body)
    detail = answer.problem(*([status] if isinstance(status, int) else status))
    assert word.lower() in detail.lower()
    assert NAME not in detail and len(detail) < 1000


@pytest.mark.parametrize("method, path, body", [
    ("GET", MESSAGES + "?limit=0", None), ("GET", MESSAGES + "?limit=501", None), ("GET", MESSAGES + "?limit=", None),
    ("GET", MESSAGES + "?limit=1&limit=2", None), ("GET", MESSAGES + "?limit=%zz", None),
    ("GET", MESSAGES + "?after=0&before=2", None), ("GET", MESSAGES + "?after=-1", None),
    ("GET", MESSAGES + "?;", None),
    ("GET", MESSAGES + "?before=-9223372036854775808", None), ("GET", MESSAGES + "?after=9223372036854775807", None),
    ("GET", MESSAGES + "?before=9223372036854775807", None), ("GET", MESSAGES + "?%FF=%FF", None),
    ("GET", "/v1/chats?since=-1", None), ("GET", "/v1/chats?since=9223372036854775807", None),
    ("GET", "/v1/chats?limit=0", None), ("GET", "/v1/chats?limit=100000", None),
    ("GET", "/v1/people", None), ("GET", "/v1/people?query=", None), ("GET", "/v1/people?query=%FF", None),
    ("GET", "/v1/people?query=%00", None), ("GET", "/v1/people?query=" + "x" * 4000, None),
    ("POST", "/v1/chats", {"recipient": " "}), ("POST", "/v1/chats", b'{"recipient":"\\ud800"}'),
    ("POST", MESSAGES, b'{"id":"\\udfff","text":"x"}'), ("POST", MESSAGES, b'{"id":1e999,"text":"x"}'),
    ("PUT", MARKS, {"readId": None}), ("PUT", MARKS, b'{"read":"ada/none","read":"ada/m1/"}'),
    ("OPTIONS", "/v1/chats", None), ("HEAD", "/v1/nothing", None), ("GET", "/v1/chats//messages", None),
    ("GET", "//v1/chats", None), ("GET", "/v1/../v1/chats", None), ("GET", "/%76%31/%00", None),
], ids=short)
def test_undefined_cases_are_not_server_errors(town, method, path, body):
    answer = town.ada.request(method, path.format(chat="ada+bob"), body)
    assert answer.status < 500
    if answer.status >= 400 and method != "HEAD":
        answer.problem(answer.status)


def test_lone_surrogate_is_refused(town):
    town.ada.request("POST", MESSAGES.format(chat="ada+bob"), b'{"id":"m2","text":"\\ud83d"}').problem(400, 422)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"])
def test_accepts_only_the_json_content_type(town, kind):
    for method, path, body in (("POST", "/v1/login", {"invitation": "x"}), ("POST", "/v1/chats", {"recipient": "carol"}),
                               ("POST", MESSAGES, {"transactionId": "m2", "text": "x"}), ("PUT", MARKS, {"readId": "ada/m1"})):
        answer = town.ada.request(method, path.format(chat="ada+bob"), body, {"Content-Type": kind})
        assert "application/json" in answer.problem(415)


def test_live_channel_requires_a_websocket(town):
    answer = town.ada.request("GET", LIVE.format(chat="ada+bob"))
    assert answer.status == 426 and answer.headers["Upgrade"].lower() == "websocket"
    for name, value in (("Sec-WebSocket-Key", ""), ("Sec-WebSocket-Version", "12"), ("Upgrade", "h2c")):
        answer = town.ada.request("GET", LIVE.format(chat="ada+bob"), headers={**UPGRADE, name: value})
        assert 400 <= answer.status < 500, name


@pytest.mark.parametrize("sent", [
    b"\0" * 1000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, b"GET /\xff\xfe HTTP/1.1\r\n\r\n",
    b"POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /v1/health HTTP/1.1\r\nHost: x\r\n" + b"X: " + b"x" * 1_000_000 + b"\r\n\r\n",
], ids=short)
def test_garbage_closes_only_its_own_connection(town, sent):
    with socket.create_connection(("127.0.0.1", town.server.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.makefile("rb").read()
        except ConnectionError:
            answer = b""
    assert answer[:10] in (b"", b"HTTP/1.0 4", b"HTTP/1.1 4")
    assert town.server.request("GET", "/v1/health").json == {"status": "ok"}
