"""Faults between telex and a homeserver, or in either of them: nothing is lost or duplicated."""

import contextlib
import sqlite3

import pytest

from fault_proxy import FaultProxy
from matrix import Homeserver
from matrix_people import MatrixPeople, login, sending
from pipe_process import history
from recording_proxy import RecordingProxy
from telex_program import PATIENCE

DONE = ("sent", "delivered", "read")


def once_and_in_order(telex, person, room, expected):
    """Asserts that both the homeserver and telex have exactly these messages, in this order."""
    assert person.texts(room) == expected
    assert [row["text"] for row in history(telex, room)] == expected


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_homeserver_restarts_in_the_middle_of_sends(tmp_path, how):
    with Homeserver(tmp_path / "homeserver") as mortal, contextlib.closing(MatrixPeople(mortal, tmp_path)) as town:
        ada, bob = town.people("ada", "bob")
        room = town.couple(ada, bob)
        telex = town.telex(ada)
        pipe = town.start(telex).connect().open(room)
        texts = [f"text {number}" for number in range(60)]
        pipe.send(*(sending(room, text) for text in texts[:40]))
        pipe.wait(lambda p: p.has_state(texts[5], *DONE), "some to be sent")
        getattr(mortal, how)()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        pipe.send(*(sending(room, text) for text in texts[40:]))
        pipe.wait(lambda p: set(texts) <= set(p.answers), "all to be answered")
        # It tries to connect again, now and then.
        pipe.wait(lambda p: p.connection["queuedCount"] > 0 and p.connection["statusText"].startswith("Offline: "), "being offline")
        mortal.start()
        pipe.connect().wait(lambda p: p.connection["queuedCount"] == 0, "all to be sent")
        assert pipe.finish() == 0
        once_and_in_order(telex, bob, room, texts)


@pytest.mark.parametrize("then", ["go on", "kill", "log in again"])
def test_sends_a_message_once_when_the_response_is_lost(matrix, homeserver, then):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with FaultProxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        pipe = matrix.start(telex).connect().open(room)
        proxy.cut_answer(f"PUT /_matrix/client/v3/rooms/{room}/send/")
        pipe.send(sending(room, "Do you hear me?"))
        assert proxy.wait_for_doom()
        pipe.wait(lambda p: p.has_state("Do you hear me?", "waiting"), "the message to wait")
        assert bob.texts(room) == ["Do you hear me?"]
        if then != "go on":
            pipe.kill()
        proxy.refuse(False)
        if then == "log in again":
            login(telex, ada, proxy.url)
        if then != "go on":
            pipe = matrix.start(telex)
        pipe.connect().open(room).wait(lambda p: p.has_state("Do you hear me?", *DONE), "the message to be sent")
        pipe.say(room, "Now?").wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
        assert pipe.finish() == 0
        once_and_in_order(telex, bob, room, ["Do you hear me?", "Now?"])


def test_waits_as_long_as_the_homeserver_asks(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    sends, limited = r"^PUT .*/send/m\.room\.message/", {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests"}
    with RecordingProxy(homeserver.port) as gate:
        pipe = matrix.online(ada, gate.url).open(room)
        gate.answer(sends, 429, {**limited, "retry_after_ms": 2500})
        gate.answer(r"^GET .*/sync", 429, {**limited, "retry_after_ms": 1500})
        bob.send(room, "wakes the sync")
        pipe.say(room, "hello").wait(lambda p: p.row("wakes the sync"), "the other message")
        first, second = gate.asked(sends)
        assert second.time - first.time >= 2.5 and first.path == second.path
        assert bob.texts(room) == ["wakes the sync", "hello"]


class SyncRecorder(RecordingProxy):
    """Notes the token of each sync, and the one that is stored when it is asked for."""

    store, tokens = None, ()

    def note(self, request):
        if request.path.endswith("/sync") and (token := request.query.get("since")):
            with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as database:
                self.tokens += ((token, database.execute("SELECT value FROM link WHERE name = 'since'").fetchone()[0]),)
        return super().note(request)


def test_acknowledges_a_sync_only_after_storing_it(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with SyncRecorder(homeserver.port) as gate:
        telex = matrix.telex(ada, gate.url)
        gate.store = telex.home / "data/telex/default/telex.sqlite"
        pipe = matrix.start(telex).connect()
        for number in range(5):
            bob.send(room, f"text {number}")
            pipe.wait(lambda p: p.unread == number + 1, "the message")
        # From here on nothing can be stored, so telex exits.
        with contextlib.closing(sqlite3.connect(gate.store, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            bob.send(room, "not stored")
            assert pipe.process.wait(PATIENCE) == 74
        assert len(gate.tokens) >= 5 and all(token == stored for token, stored in gate.tokens), gate.tokens
        matrix.start(telex).connect().open(room).wait(lambda p: p.row("not stored"), "what was not stored")
