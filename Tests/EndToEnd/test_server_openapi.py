"""The chat server and what it says of itself: all that /openapi.json describes is tried with everybody and everything."""

import collections
import contextlib
import http.client
import itertools
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import types
import urllib.parse

import jsonschema
import openapi_spec_validator
import pytest

from conftest import ROOT
from server import UPGRADE, Person, Response, TelexServer, couple, server

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
# By the name of a parameter or of a member of a body; what is not here makes the tests fail, so that it is put here.
SAMPLES = {"chat": "ada+bob", "contact": "dan", "id": "new", "text": "hello", "read": "ada/m1", "delivered": "ada/m1",
           "invitation": "none", "since": 0, "limit": 10, "after": 0, "before": 2, "query": "a"}
NO_IDS = ["", ".", "..", "%2E%2E", "%2F", "ada%2Fbob", "%00", "ada+bob%00", "%FF", "%", "%zz", "%25", "*", "'--", "-1",
          "9" * 40, "x" * 4000, "x" * 40_000, "%C3%A9", "%F0%9F%98%80", "%E2%80%AE", "ada+bob%20", "%EF%BB%BFada+bob",
          "%EF%BD%81da+bob", "ADA+BOB", "bob+ada", "ada%C2%ADbob", "%0D%0AX:%20y", "%ED%A0%80"]
NUMBERS = ["", "-1", "0", "1", "2", "500", "501", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
           "9" * 400, "00001", "1.5", "1e3", "0x1", "%2B1", "+1", "%001", "1%00", "%D9%A3", "%EF%BC%91", "NaN", "null",
           "true", "%", "%FF", "..", "1,2", "x" * 40_000]


class Operation(collections.namedtuple("Operation", "method path description")):
    """What one method does at one path, as the document has it."""

    @property
    def name(self):
        return f"{self.method} {self.path}"

    @property
    def is_open(self):
        return self.description["security"] == []

    def parameters(self, place):
        return [each for each in self.description.get("parameters", []) if each["in"] == place]

    @property
    def body(self):
        request = self.description.get("requestBody")
        return request and request["content"]["application/json"]["schema"]

    @property
    def successes(self):
        return {int(status) for status in self.description["responses"] if status < "4"}


class Document:
    """What the server says of itself."""

    def __init__(self, json):
        self.json = json
        self.operations = [Operation(method.upper(), path, description)
                           for path, methods in json["paths"].items() for method, description in methods.items()]

    def resolved(self, schema):
        return {**schema, "components": self.json["components"]}

    def check(self, operation, answer):
        """Asserts that the operation may answer so."""
        responses = operation.description["responses"]
        assert str(answer.status) in responses, f"{operation.name} is not to answer {answer}"
        content = responses[str(answer.status)].get("content")
        kind = answer.headers.get_content_type()
        if answer.status == 401:
            assert answer.headers["WWW-Authenticate"].startswith("Bearer"), operation.name
        if content is None:
            return
        assert kind in content, f"{operation.name}: {answer}"
        schema = content[kind].get("schema")
        if schema and kind.endswith("json"):
            jsonschema.validate(answer.json, self.resolved(schema), jsonschema.Draft202012Validator,
                                format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)
        if answer.status >= 400:
            answer.problem(answer.status)


def sample(schema):
    """A body of that form: what is required, of several forms the first."""
    required = [*schema["required"], *schema.get("anyOf", [{}])[0].get("required", [])]
    return {name: SAMPLES[name] for name in required}


def ask(server, method, path, body=None, token=None, **headers):
    """As TelexServer.request does; of an answer that goes on for ever it takes the beginning."""
    headers.update({"Authorization": f"Bearer {token}"} if token is not None else {})
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        is_stream = response.headers.get_content_type() == "text/event-stream"
        return Response(response.status, response.headers, response.read1() if is_stream else response.read())
    finally:
        connection.close()


def ask_for(server, operation, token=None, path=SAMPLES, query="", body=..., upgrade=True):
    """Asks for what an operation does, with samples for all that is not given."""
    target = re.sub(r"\{(\w+)\}", lambda match: path[match[1]], operation.path) + query
    body = (operation.body and sample(operation.body)) if body is ... else body
    # Nothing but a live channel is changed by that.
    return ask(server, operation.method, target, body, token, **(UPGRADE if upgrade else {}))


def rows(server):
    """All that is in the server's file."""
    with contextlib.closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as database:
        return list(database.iterdump())


@contextlib.contextmanager
def nothing_happens(town):
    """Asserts that nothing is written meanwhile, and nothing told."""
    before = rows(town.server)
    yield
    assert rows(town.server) == before
    town.live.ping().wait(10)
    assert (town.push.arrived(), town.live.arrived()) == ([], [])


# Ways to lose a token. Each takes a person who has one, and leaves them with one that is good no more.


def log_out(person):
    assert person.request("POST", "/v1/logout").status == 204


def revoke(person):
    person.server.revoke(person.user)


def expire(person):
    statement = """UPDATE token SET used = strftime('%s', 'now') - 91 * 86400
                   WHERE user = (SELECT key FROM user WHERE name = ?) RETURNING key"""
    assert person.server.sql(statement, person.user)


def remove(person):
    code, _, err = person.server.command("user", "remove", person.user, "--for-good")
    assert code == 0, err


WAYS_OUT = [log_out, revoke, expire, remove]


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    """Ada and Bob, who have a chat and hear all that there is to hear; Carol, who is in none with Bob; Dan, whom nobody
    has written to; and those who have been put out, each of whom was in a chat with Ada."""
    with TelexServer(tmp_path_factory.mktemp("town")) as server:
        ada, bob = couple(server)
        carol = Person(server, "carol")
        server.user("dan")
        carol.create("ada")
        ada.post("ada+bob", "hello", "m1")
        bob.mark("ada+bob", read="ada/m1")
        tokens = {"no token": None, "nonsense": "nonsense"}
        for way in WAYS_OUT:
            person = Person(server, way.__name__)
            person.create("ada")
            person.post(f"ada+{person.user}", "hello", "m1")
            way(person)
            tokens[person.user] = person.token
        document = Document(ask(server, "GET", "/openapi.json").json)
        push, live = ada.push(), ada.live("ada+bob")
        push.next("ready")
        live.next("presence")
        yield types.SimpleNamespace(server=server, ada=ada, bob=bob, carol=carol, tokens=tokens, document=document,
                                    push=push, live=live)


def test_the_document_is_valid(town):
    answer = ask(town.server, "GET", "/openapi.json")
    assert answer.status == 200 and answer.headers.get_content_type() == "application/json"
    assert answer.json["openapi"].startswith("3.1.")
    openapi_spec_validator.validate(answer.json)


def test_the_document_names_all_routes_that_are_known_elsewhere(town):
    known = {operation.name for operation in town.document.operations}
    told = re.findall(r"^\| `(GET|POST|PUT|DELETE) (/v1/[^?`]*)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert told and {f"{method} {path.replace('CHAT', '{chat}')}" for method, path in told} <= known


def objects(schema):
    """All schemas of objects in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = schema.values()
    elif not isinstance(schema, list):
        return
    for part in schema:
        yield from objects(part)


def test_what_is_required_is_described(town):
    lacking = {(name, operation.name) for operation in town.document.operations for each in objects(operation.body)
               for form in (each, *each.get("anyOf", [])) for name in form.get("required", [])
               if name not in each["properties"]}
    assert not lacking


@pytest.mark.parametrize("who", ["no token", "nonsense", *(way.__name__ for way in WAYS_OUT)])
def test_without_a_token_that_is_good_nothing_is_told_and_nothing_is_done(town, who):
    token, details = town.tokens[who], set()
    chats = [SAMPLES["chat"], "ada+" + who] if who in {way.__name__ for way in WAYS_OUT} else [SAMPLES["chat"]]
    with nothing_happens(town):
        for operation in town.document.operations:
            for chat in chats:
                answer = ask_for(town.server, operation, token, {**SAMPLES, "chat": chat})
                town.document.check(operation, answer)
                if operation.is_open:
                    assert answer.status in (200, 401), operation.name
                else:
                    details.add(answer.problem(401))
    assert len(details) == 1


@pytest.mark.parametrize("who", ["no token", "nonsense"])
def test_who_has_no_token_is_told_that_first(town, who):
    """Whatever else is wrong with what they ask for."""
    with nothing_happens(town):
        for operation in town.document.operations:
            if not operation.is_open:
                queries = [f"?{parameter['name']}=-1" for parameter in operation.parameters("query")]
                for query, body in itertools.product(["", *queries], [b"{", {}, None]):
                    answer = ask_for(town.server, operation, town.tokens[who], query=query, body=body)
                    assert answer.status == 401, f"{operation.name}{query} {body}: {answer}"


def test_who_has_a_token_may_ask_for_what_is_open(town):
    for operation in town.document.operations:
        if operation.is_open and operation.body is None:
            for token in town.tokens.values():
                assert ask_for(town.server, operation, token).status == 200, operation.name


def test_a_token_that_was_used_within_90_days_is_good_for_90_more(server):
    ada = Person(server, "ada")
    server.sql("UPDATE token SET used = strftime('%s', 'now') - 89 * 86400")
    assert ada.chats().status == 200
    server.sql("UPDATE token SET used = used - 89 * 86400")
    assert ada.chats().status == 200


def test_a_chat_of_others_is_answered_like_one_that_is_not_there(town):
    def answers(operation, chat, **options):
        answer = ask_for(town.server, operation, town.carol.token, {"chat": chat}, **options)
        town.document.check(operation, answer)
        headers = {name.lower(): value for name, value in answer.headers.items() if name.lower() != "date"}
        return answer.status, headers, answer.body.replace(chat.encode(), b"CHAT")

    with nothing_happens(town):
        for operation in town.document.operations:
            if not operation.parameters("path"):
                continue
            queries = ["", *(f"?{parameter['name']}={value}" for parameter in operation.parameters("query")
                             for value in (SAMPLES[parameter["name"]], "x"))]
            bodies = [..., {}, b"{", b""] if operation.body else [None]
            for query, body, upgrade in itertools.product(queries, bodies, (True, False)):
                options = {"query": query, "body": body, "upgrade": upgrade}
                theirs = answers(operation, "ada+bob", **options)
                assert theirs == answers(operation, "ada+zoe", **options), operation.name
                is_right = body in (..., None) and not query.endswith("=x")
                assert theirs[0] == 404 if is_right else 400 <= theirs[0] < 500, (operation.name, options, theirs)


def test_what_is_no_address_is_refused_as_the_document_says(town):
    with nothing_happens(town):
        for operation in town.document.operations:
            for parameter, value in itertools.product(operation.parameters("path"), NO_IDS):
                answer = ask_for(town.server, operation, town.ada.token, {**SAMPLES, parameter["name"]: value})
                town.document.check(operation, answer)
                assert 400 <= answer.status < 500, (operation.name, value, answer)


def is_good(value, schema):
    """Whether a text, as it stands in a query, is what the schema asks for; None if one may see it so or so."""
    text = urllib.parse.unquote_to_bytes(value.replace("+", " "))
    if re.search(b"%(?![0-9A-Fa-f]{2})", value.encode()) or text.decode(errors="replace").encode() != text:
        return False
    if schema["type"] == "string":
        return True
    if not re.fullmatch(rb"[+-]?\d+", text):
        return False
    is_plain = re.fullmatch(rb"0|[1-9]\d*", text) is not None
    return schema["minimum"] <= int(text) <= schema["maximum"] and (is_plain or None)


def test_a_query_is_taken_if_it_is_what_the_document_says(town):
    with nothing_happens(town):
        for operation in town.document.operations:
            for parameter, value in itertools.product(operation.parameters("query"), NUMBERS + NO_IDS):
                query = f"?{parameter['name']}={value}"
                answer = ask_for(town.server, operation, town.ada.token, query=query)
                town.document.check(operation, answer)
                good = len(value) < 10_000 and is_good(value, parameter["schema"])
                what = operation.name + query[:100]
                if good is not None:
                    assert (answer.status in operation.successes) == good, f"{what}: {answer}"
                assert good or 400 <= answer.status < 500 or good is None, f"{what}: {answer}"


def test_a_value_that_is_not_known_is_no_error(town):
    for operation in town.document.operations:
        if operation.method == "GET":
            answer = ask_for(town.server, operation, town.ada.token, query="?unknown=%00&=&&a=b=c&;")
            assert answer.status in operation.successes, operation.name


@pytest.mark.parametrize("who", ["ada", "no token"])
def test_a_method_that_a_path_does_not_have_is_refused(town, who):
    token = town.ada.token if who == "ada" else None
    with nothing_happens(town):
        for path, methods in town.document.json["paths"].items():
            allowed = {method.upper() for method in methods}
            for method in set(METHODS) - allowed:
                answer = ask(town.server, method, path.replace("{chat}", SAMPLES["chat"]), None, token)
                assert answer.status in (404, 405), f"{method} {path}: {answer}"
                if answer.headers["Allow"]:
                    assert set(re.split(r",\s*", answer.headers["Allow"])) == allowed, path
                for name in methods:
                    assert str(answer.status) in methods[name]["responses"], f"{method} {path}: {answer.status}"
                if method != "HEAD":
                    answer.problem(answer.status)


def without_more(schema):
    """The schema, but that objects whose members it names may hold no others."""
    if isinstance(schema, list):
        return [without_more(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    is_named = schema.get("type") == "object" and "properties" in schema
    more = {"additionalProperties": False} if is_named else {}
    return {**{name: without_more(part) for name, part in schema.items()}, **more}


@pytest.fixture
def done(tmp_path):
    """All that the server does, done twice: the document, and each operation with what it has answered."""
    with TelexServer(tmp_path / "done") as server:
        ada, bob = couple(server)
        server.user("dan")
        ada.post("ada+bob", "hello", "m1")
        document = Document(ask(server, "GET", "/openapi.json").json)
        answers = []
        for operation in document.operations:
            invitation = server.invite("ada")
            body = operation.body and {**sample(operation.body), **(
                {"invitation": invitation} if "invitation" in operation.body["properties"] else {})}
            # One of the operations gives the token back.
            device = Person(server, "ada", invitation=server.invite("ada"))
            queries = ["", "", *(f"?{each['name']}={SAMPLES[each['name']]}" for each in operation.parameters("query"))]
            answers += [(operation, ask_for(server, operation, device.token, query=query, body=body))
                        for query in queries]
        yield document, answers


def test_all_that_is_done_is_done_as_the_document_says(done):
    document, answers = done
    seen = collections.defaultdict(set)
    for operation, answer in answers:
        document.check(operation, answer)
        if answer.status < 400:
            seen[operation.name].add(answer.status)
    assert seen == {operation.name: operation.successes for operation in document.operations}


def test_nothing_is_answered_that_the_document_does_not_name(done):
    document, answers = done
    unnamed = set()
    for operation, answer in answers:
        description = operation.description["responses"][str(answer.status)]
        if answer.body and "content" not in description:
            unnamed.add(f"{operation.name}: {answer.status} has a body of {answer.headers.get_content_type()}")
        elif answer.headers.get_content_type() == "text/event-stream":
            assert "text/event-stream" in description["content"]
        elif answer.body:
            schema = description["content"][answer.headers.get_content_type()].get("schema", {})
            validator = jsonschema.Draft202012Validator(without_more(document.resolved(schema)))
            unnamed |= {f"{operation.name}: {error.message}" for error in validator.iter_errors(answer.json)}
    assert not unnamed


def test_schemathesis_finds_nothing(server, tmp_path):
    ada, bob = couple(server)
    for number in range(3):
        ada.post("ada+bob", "hello", f"m{number}")
    # The one has no end, the other takes back the token that all is asked with.
    left_out = "/v1/push", "/v1/logout"
    assert set(left_out) < set(ask(server, "GET", "/openapi.json").json["paths"])
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json",
        "--header", f"Authorization: Bearer {ada.token}", *(f"--exclude-path={path}" for path in left_out),
        "--seed=1", "--max-examples=200", "--generation-database=none", "--continue-on-failure", "--request-timeout=10",
        "--no-color",
    ]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "beyond_schemas", "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, timeout=120, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    report = "\n".join(line[:500] for line in done.stdout.decode().splitlines())
    assert done.returncode == 0, report
    assert re.search(r"^ *Tested: +[1-9]", report, re.MULTILINE) and " error " not in server.log(), report


# What comes by itself: each kind of frame, with how it is brought about in a chat of two.


def happenings(one, other, newcomer):
    """Has everything happen between two that a channel tells of."""
    chat = "+".join(sorted((one.user, other.user)))
    live = other.live(chat)
    live.next("ready")
    live.say(type="typing", active=True)
    assert one.post(chat, "secret", "secret").status == 201
    assert other.mark(chat, read=f"{one.user}/secret").status == 200
    assert one.create(newcomer).status == 201
    live.close()


def test_an_outsider_is_told_nothing_of_what_happens_in_a_chat(server):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    server.user("dan")
    ada.create("carol")
    told = [ada.push(), ada.live("ada+bob")]
    push, live = carol.push(), carol.live("ada+carol")
    for channel in (*told, push, live):
        channel.next("ready")
    told[1].next("presence")
    happenings(ada, bob, "dan")
    ada.post("ada+carol", "the end", "end")
    kinds = {event.kind for event in told[0].until("message", where=lambda event: event.data["chat"] == "ada+carol")}
    kinds |= {frame["type"] for frame in told[1].until("presence", where=lambda frame: not frame["online"])}
    assert kinds >= {"message", "mark", "chat", "typing", "presence"}
    assert [event.data["text"] for event in push.until("message")] == ["the end"]
    frames = [frame for frame in live.until("message") if frame["type"] != "presence" or frame["user"] != "ada"]
    assert [frame["text"] for frame in frames] == ["the end"]
    # Nor afterwards: of what is caught up with, nothing is theirs.
    again = [event for event in carol.push(since=0).until("ready") if event.kind != "ready"]
    assert {event.data["chat"] for event in again} == {"ada+carol"}


@pytest.mark.parametrize("kind", ["ready", "message", "mark", "chat", "typing", "presence", "gap"])
def test_what_an_outsider_says_of_a_chat_does_not_happen(server, kind):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    carol.create("ada")
    ada.post("ada+bob", "hello", "m1")
    told, lives = [ada.push(), bob.push()], [ada.live("ada+bob"), bob.live("ada+bob")]
    live = carol.live("ada+carol")
    for channel in (*told, *lives, live):
        channel.next("ready")
    for channel in lives:
        channel.next("presence", where=lambda frame: frame["online"])
    before = rows(server)
    live.say(type=kind, chat="ada+bob", user="bob", sender="bob", name="Bob", active=True, online=False, text="forged",
             id="bob/forged", seq=2, read="ada/m1", delivered="ada/m1", readSeq=1, deliveredSeq=1, last=7, event=7,
             contact="bob", date="2026-01-01T00:00:00.000Z", marks=[])
    live.ping().wait(10)
    assert rows(server) == before
    ada.post("ada+bob", "the end", "end")
    assert [[event.data["text"] for event in push.until("message")] for push in told] == [["the end"], ["the end"]]
    assert [[frame["text"] for frame in live.until("message")] for live in lives] == [["the end"], ["the end"]]


class Impolite:
    """A live channel of somebody who goes on talking after they have been told to go."""

    def __init__(self, person, chat):
        self.socket = socket.create_connection(("127.0.0.1", person.server.port), timeout=10)
        fields = "".join(f"{name}: {value}\r\n" for name, value in UPGRADE.items())
        self.socket.sendall(f"GET /v1/chats/{chat}/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {person.token}\r\n"
                            f"{fields}\r\n".encode())
        self._read_until(b'"ready"')

    def _read_until(self, mark):
        received = b""
        while mark not in received:
            part = self.socket.recv(4096)
            assert part, received
            received += part

    def talk(self):
        """Says that they type, again and again, from when they are told to go until the end."""
        self._read_until(b"\x88\x02\x03\xf0")
        text = b'{"type":"typing","active":true}'
        with contextlib.suppress(ConnectionError):
            while True:
                self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
                self.socket.settimeout(0.1)
                with contextlib.suppress(TimeoutError):
                    if not self.socket.recv(4096):
                        break
        self.socket.close()


@pytest.mark.parametrize("way", WAYS_OUT)
def test_whoever_has_no_token_any_more_is_cut_off_and_not_heard(server, way):
    ada, eve = Person(server, "ada"), Person(server, "eve")
    eve.create("ada")
    eve.post("ada+eve", "hello", "m1")
    other = Person(server, "eve", invitation=server.invite("eve"))
    push, live, impolite = eve.push(), eve.live("ada+eve"), Impolite(eve, "ada+eve")
    told = ada.live("ada+eve")
    for channel in (push, live, told):
        channel.next("ready")
    live.ping().wait(10)
    way(eve)
    assert live.ended(5) == 1008
    push.ended(5)
    impolite.talk()
    # Nothing comes any more, not even what is waited for with another request.
    for headers in ({}, {"Last-Event-ID": "0"}, {"Last-Event-ID": "99"}):
        server.request("GET", "/v1/push", headers=headers, token=eve.token).problem(401)
    server.request("GET", "/v1/chats/ada+eve/live", headers=UPGRADE, token=eve.token).problem(401)
    server.request("POST", "/v1/chats/ada+eve/messages", {"id": "m2", "text": "heard?"}, token=eve.token).problem(401)
    server.request("PUT", "/v1/chats/ada+eve/marks", {"read": "eve/m1"}, token=eve.token).problem(401)
    # The other device goes on if it was that one token only.
    assert other.chats().status == (200 if way is log_out else 401)
    told.ping().wait(10)
    frames = told.arrived()
    assert [frame["type"] for frame in frames if frame["type"] != "presence"] == []
    assert frames[-1] == {"type": "presence", "chat": "ada+eve", "user": "eve", "online": False}
