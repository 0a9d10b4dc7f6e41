"""Tokens: without a valid one, no request reveals or changes anything."""

import contextlib
import itertools
import socket

import pytest

from conftest import PATIENCE
from openapi import SAMPLES, ask_for
from server import UPGRADE, Person, server
from town import WAYS_OUT, log_out, nothing_happens, town


@pytest.mark.parametrize("who", ["no token", "nonsense", *(way.__name__ for way in WAYS_OUT)])
def test_requests_without_a_valid_token_reveal_and_change_nothing(town, who):
    token, details = town.tokens[who], set()
    chats = [SAMPLES["chatId"], "ada+" + who] if who in {way.__name__ for way in WAYS_OUT} else [SAMPLES["chatId"]]
    with nothing_happens(town):
        for operation in town.document.operations:
            for chat in chats:
                answer = ask_for(town.server, operation, token, {**SAMPLES, "chatId": chat})
                town.document.check(operation, answer)
                if operation.is_open:
                    assert answer.status in (200, 401), operation.name
                else:
                    details.add(answer.problem(401))
    assert len(details) == 1


@pytest.mark.parametrize("who", ["no token", "nonsense"])
def test_missing_token_is_reported_before_any_other_error(town, who):
    """Whatever else is wrong with the request."""
    with nothing_happens(town):
        for operation in town.document.operations:
            if not operation.is_open:
                queries = [f"?{parameter['name']}=-1" for parameter in operation.parameters("query")]
                for query, body in itertools.product(["", *queries], [b"{", {}, None]):
                    answer = ask_for(town.server, operation, town.tokens[who], query=query, body=body)
                    assert answer.status == 401, f"{operation.name}{query} {body}: {answer}"


def test_open_operations_ignore_the_token(town):
    for operation in town.document.operations:
        if operation.is_open and operation.body is None:
            for token in town.tokens.values():
                assert ask_for(town.server, operation, token).status == 200, operation.name


def test_token_used_within_90_days_stays_valid_for_another_90(server):
    ada = Person(server, "ada")
    server.sql("UPDATE token SET used = strftime('%s', 'now') - 89 * 86400")
    assert ada.chats().status == 200
    server.sql("UPDATE token SET used = used - 89 * 86400")
    assert ada.chats().status == 200


class Impolite:
    """A live channel that keeps sending after the server has asked it to close."""

    def __init__(self, person, chat):
        self.socket = socket.create_connection(("127.0.0.1", person.server.port), timeout=PATIENCE)
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
        """Sends typing frames from when the server asks to close until the end."""
        self._read_until(b"\x88\x02\x03\xf0")
        text = b'{"type":"typing","isActive":true}'
        with contextlib.suppress(ConnectionError):
            while True:
                self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
                self.socket.settimeout(0.1)
                with contextlib.suppress(TimeoutError):
                    if not self.socket.recv(4096):
                        break
        self.socket.close()


@pytest.mark.parametrize("way", WAYS_OUT)
def test_client_that_loses_its_token_is_disconnected_and_ignored(server, way):
    ada, eve = Person(server, "ada"), Person(server, "eve")
    eve.create("ada")
    eve.post("ada+eve", "hello", "m1")
    other = Person(server, "eve", invitation=server.invite("eve"))
    push, live, impolite = eve.push(), eve.live("ada+eve"), Impolite(eve, "ada+eve")
    told = ada.live("ada+eve")
    for channel in (push, live, told):
        channel.next("ready")
    live.settle()
    way(eve)
    assert live.ended() == 1008
    push.ended()
    impolite.talk()
    # Nothing arrives any more, not even what a pending request would have returned.
    for headers in ({}, {"Last-Event-ID": "0"}, {"Last-Event-ID": "99"}):
        server.request("GET", "/v1/push", headers=headers, token=eve.token).problem(401)
    server.request("GET", "/v1/chats/ada+eve/live", headers=UPGRADE, token=eve.token).problem(401)
    server.request("POST", "/v1/chats/ada+eve/messages", {"transactionId": "m2", "text": "heard?"}, token=eve.token).problem(401)
    server.request("PUT", "/v1/chats/ada+eve/marks", {"readId": "eve/m1"}, token=eve.token).problem(401)
    # Other devices continue if only that token was revoked.
    assert other.chats().status == (200 if way is log_out else 401)
    told.settle()
    frames = told.arrived()
    assert [frame["type"] for frame in frames if frame["type"] != "presence"] == []
    assert frames[-1] == {"type": "presence", "chatId": "ada+eve", "userId": "eve", "isOnline": False}
