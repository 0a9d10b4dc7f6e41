"""People on a chat server: members of a chat, outsiders, and people who have been locked out."""

import contextlib
import sqlite3
import types

import pytest

from openapi import Document, ask
from server import Person, TelexServer, couple


def rows(server):
    """Returns everything in the server's store."""
    with contextlib.closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as database:
        return list(database.iterdump())


@contextlib.contextmanager
def nothing_happens(town):
    """Asserts that nothing is stored and no event is sent in the meantime."""
    before = rows(town.server)
    yield
    assert rows(town.server) == before
    town.live.settle()
    assert (town.push.arrived(), town.live.arrived()) == ([], [])


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
    """Ada and Bob, who have a chat and receive every event; Carol, who has no chat with Bob; Dan, to whom nobody has
    written; and people who were locked out, each of whom had a chat with Ada."""
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
