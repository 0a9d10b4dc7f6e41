"""Faults between telex and a homeserver, or in either of them: nothing is lost or duplicated."""

import contextlib
import itertools
import random
import sqlite3

import pytest

from amounts import amount
from cast import Cast, login, sending
from conftest import PATIENCE
from gate import Gate
from matrix import Homeserver
from piped import history
from proxy import Proxy
from server import wait_until

SENDS = r"^PUT .*/send/m\.room\.message/"
DONE = ("sent", "delivered", "read")


@pytest.fixture(scope="module")
def mortal(tmp_path_factory):
    """A homeserver that may be stopped."""
    with Homeserver(tmp_path_factory.mktemp("mortal")) as homeserver:
        yield homeserver


@pytest.fixture
def town(mortal, tmp_path):
    """The people on it."""
    cast = Cast(mortal, tmp_path)
    yield cast
    cast.close()
    if not mortal.process:
        mortal.start()


def numbered(count, name="text"):
    return [f"{name} {number}" for number in range(count)]


def once_and_in_order(telex, person, room, expected):
    """Asserts that both the homeserver and telex have exactly these messages, in this order."""
    assert person.texts(room) == expected
    assert [row["text"] for row in history(telex, room)] == expected


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_homeserver_restarts_in_the_middle_of_sends(town, mortal, how):
    ada, bob = town.people("ada", "bob")
    room = town.couple(ada, bob)
    telex = town.telex(ada)
    pipe = town.start(telex).connect().open(room)
    texts = numbered(60)
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


def test_telex_killed_at_any_time_sends_everything_once(matrix):
    """The next run resends unanswered messages, and a few answered ones, under the same ids."""
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    telex, chance = matrix.telex(ada), random.Random(1)
    texts, answered, kills = numbered(amount(70, 120)), set(), 0
    place = 0
    while True:
        pipe = matrix.start(telex)
        while place < len(texts):
            step = chance.randint(1, 8)
            pipe.send(*(sending(room, text, message=f"id {text}") for text in texts[place:place + step]))
            place += step
            fewer = place - chance.randint(0, 12)
            pipe.reaches(lambda p: set(texts[:max(0, fewer)]) <= answered | set(p.answers), 5)
            if chance.random() < 0.35:
                break
        else:
            if kills > 5:
                break
        kills += 1
        pipe.kill()
        answered |= set(pipe.answers)
        unanswered = [number for number, text in enumerate(texts[:place]) if text not in answered]
        place = max(0, min(unanswered, default=place) - 2)
    pipe.connect().wait(lambda p: set(texts) <= answered | set(p.answers), "all to be answered")
    pipe.wait(lambda p: p.connection["queuedCount"] == 0, "all to be sent")
    assert pipe.finish() == 0
    once_and_in_order(telex, bob, room, texts)


def test_sends_messages_queued_offline_once_after_a_kill(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Proxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        pipe = matrix.start(telex).connect().open(room)
        proxy.refuse(True)
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        pipe.send(sending(room, "One"), sending(room, "Two"))
        pipe.wait(lambda p: p.connection["queuedCount"] == 2 and p.has_state("Two", "waiting"), "both to wait")
        pipe.wait(lambda p: {"One", "Two"} <= set(p.answers), "answers").kill()
        assert bob.texts(room) == []
        proxy.refuse(False)
        pipe = matrix.start(telex).connect().open(room)
        pipe.wait(lambda p: p.has_state("Two", *DONE) and p.connection["queuedCount"] == 0, "both to be sent")
        assert pipe.finish() == 0
        once_and_in_order(telex, bob, room, ["One", "Two"])


@pytest.mark.parametrize("then", ["go on", "kill", "log in again"])
def test_sends_a_message_once_when_the_response_is_lost(matrix, homeserver, then):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Proxy(homeserver.port) as proxy:
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


def test_duplicated_request_sends_one_message(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Gate(homeserver.port) as gate, Proxy(gate.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        pipe = matrix.start(telex).connect().open(room)
        for text in ("One", "Two"):
            sends = len(gate.asked(SENDS))
            pipe.say(room, text)
            while len(gate.asked(SENDS)) < sends + 2:
                assert proxy.duplicate()
        bob.send(room, "Three")
        pipe.shows("One", "Two", "Three")
        assert pipe.finish() == 0
        once_and_in_order(telex, bob, room, ["One", "Two", "Three"])


def test_receives_messages_once_and_in_order_across_disconnections(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Proxy(homeserver.port) as proxy:
        pipe = matrix.online(ada, proxy.url).open(room)
        expected = []
        for number in range(5):
            proxy.refuse(True)
            proxy.cut()
            pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
            expected += [f"{number} away", f"{number} back"]
            bob.send(room, expected[-2])
            proxy.refuse(False)
            pipe.connect()
            bob.send(room, expected[-1])
            pipe.shows(*expected)
        pipe.wait(lambda p: p.unread == 10, "all to be unread")


def test_interrupted_first_sync_completes_in_the_end(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    rooms = [matrix.together(bob, ada, name=f"Room {number}") for number in range(6)]
    for room, number in itertools.product(rooms, range(5)):
        bob.send(room, f"text {number}")
    with Proxy(homeserver.port, seed=1) as proxy:
        telex = matrix.telex(ada, proxy.url)
        for size in (300, 3_000, 9_000, 20_000):
            proxy.cut_after(size)
            pipe = matrix.start(telex)
            proxy.wait_for_fuse(5)
            pipe.kill()
        pipe = matrix.start(telex).connect().has_chats(*rooms)
        pipe.wait(lambda p: p.unread == 30, "all to be unread")
        assert pipe.finish() == 0
    for room in rooms:
        assert [row["text"] for row in history(telex, room)] == numbered(5)


def test_rejected_message_fails_with_a_reason_and_can_be_retried(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Club")
    pipe = matrix.online(ada).open(room)
    bob.set_power(room, events_default=50)
    pipe.say(room, "May I?", "failed")
    row = pipe.row("May I?")
    assert row.get("actions", {}).get("retry") and "M_FORBIDDEN" not in row["statusText"] and len(row["statusText"]) > 10, row
    pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
    bob.set_power(room, events_default=0)
    pipe.ask(row.get("actions", {}).get("retry")).wait(lambda p: p.has_state("May I?", *DONE), "it to be sent")
    pipe.say(room, "Thank you")
    assert bob.texts(room) == ["May I?", "Thank you"]


def test_removed_member_learns_why_nothing_can_be_sent(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Club")
    pipe = matrix.online(ada).open(room).say(room, "One")
    bob.kick(room, ada, "enough")
    pipe.send(sending(room, "Why?")).wait(lambda p: "Why?" in p.answers, "an answer")
    pipe.wait(lambda p: p.has_state("Why?", "failed") or p.models["messages"]["shouldShowError"], "it to fail")
    assert bob.texts(room) == ["One"] and pipe.connection["connectionState"] == "online"
    bob.invite(room, ada)
    pipe.wait(lambda p: p.chats.get(room, {}).get("actions", {}).get("accept"), "the invitation")
    pipe.press(pipe.chats[room].get("actions", {}).get("accept")).wait(lambda p: not p.chats[room].get("invitationText"), "the chat").open(room)
    pipe.say(room, "Two")
    assert bob.texts(room)[-1] == "Two"


def test_rate_limited_messages_are_sent_in_the_end(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    homeserver.limit(ada, 1, 1)
    with Gate(homeserver.port) as gate:
        telex = matrix.telex(ada, gate.url)
        pipe = matrix.start(telex).connect().open(room)
        texts = numbered(5)
        pipe.send(*(sending(room, text) for text in texts))
        pipe.wait(lambda p: p.has_state(texts[-1], *DONE), "all to be sent")
        assert not [model for model in pipe.seen("connection")[2:] if model["connectionState"] == "offline"]
        asked = len(gate.asked(SENDS))
        # On a very busy machine, the homeserver has nothing to limit.
        assert asked < 30, f"{asked} requests for 5 messages"
        assert pipe.finish() == 0
        once_and_in_order(telex, bob, room, texts)


def test_waits_as_long_as_the_homeserver_asks(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Gate(homeserver.port) as gate:
        pipe = matrix.online(ada, gate.url).open(room)
        gate.answer(SENDS, 429, {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests", "retry_after_ms": 2500})
        gate.answer(r"^GET .*/sync", 429, {"errcode": "M_LIMIT_EXCEEDED", "error": "Slow down", "retry_after_ms": 1500})
        bob.send(room, "wakes the sync")
        pipe.say(room, "hello")
        pipe.wait(lambda p: p.row("wakes the sync"), "the other message")
        first, second = gate.asked(SENDS)
        assert second.time - first.time >= 2.5 and first.path == second.path
        assert bob.texts(room) == ["wakes the sync", "hello"]


def since(store):
    """Returns the stored token of the last sync."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
        ((token,),) = database.execute("SELECT value FROM link WHERE name = 'since'").fetchall() or [(None,)]
        return token.decode() if isinstance(token, bytes) else token


def device_messages(homeserver, person):
    """Returns how many to-device messages the homeserver stores. It deletes acknowledged ones."""
    database = sqlite3.connect(f"file:{homeserver.folder / 'homeserver.sqlite'}?mode=ro", uri=True, timeout=PATIENCE)
    with contextlib.closing(database):
        query = "SELECT count(*) FROM device_inbox WHERE user_id = ? AND device_id NOT IN (SELECT device_id FROM devices "
        return database.execute(query + "WHERE hidden)", (person.user,)).fetchone()[0]


def test_acknowledges_a_sync_only_after_storing_it(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    syncs = r"^GET .*/sync"
    with Gate(homeserver.port) as gate:
        telex = matrix.telex(ada, gate.url)
        store, acknowledged = [], []

        def watch(request):
            if token := request.query.get("since"):
                acknowledged.append((token, since(store[0])))

        gate.watch(syncs, watch)
        pipe = matrix.start(telex)
        store += telex.home.rglob("*.sqlite")
        pipe.connect()
        for number in range(5):
            bob.send(room, f"text {number}")
            pipe.wait(lambda p: p.unread == number + 1, "the message")
        assert len(acknowledged) >= 5 and all(asked == stored for asked, stored in acknowledged), acknowledged
        # From here on nothing can be stored, so telex exits.
        with contextlib.closing(sqlite3.connect(store[0], isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            for name in ("one", "two"):
                bob.request("PUT", f"/sendToDevice/m.dummy/{name}{matrix.number}", {
                    "messages": {ada.user: {"*": {"name": name}}}})
            bob.send(room, "not stored")
            assert pipe.process.wait(PATIENCE) == 74
            pipe.kill()
        assert all(asked == stored for asked, stored in acknowledged), acknowledged
        kept = device_messages(homeserver, ada)
        assert kept > 0
        pipe = matrix.start(telex).connect().open(room)
        pipe.wait(lambda p: p.row("not stored"), "what was not stored")
        wait_until(lambda: device_messages(homeserver, ada) < kept)


def test_unstored_syncs_are_repeated_after_a_kill(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    rooms = [matrix.together(bob, ada, name=name) for name in ("Silent", "Loud")]
    bob.encrypt(rooms[0])
    with Gate(homeserver.port) as gate:
        telex = matrix.telex(ada, gate.url)
        texts = numbered(12)
        for number, text in enumerate(texts):
            before = len(gate.asked(r"^GET .*/sync"))
            pipe = matrix.start(telex)
            gate.wait_for(r"^GET .*/sync", before + 1 + number % 2)
            bob.send(rooms[1], text)
            pipe.kill()
        pipe = matrix.start(telex).connect().has_chats(*rooms)
        pipe.open(rooms[1]).wait(lambda p: p.texts == texts, "all messages")
        pipe.open(rooms[0]).wait(lambda p: p.models["messages"]["isEncrypted"], "it to be encrypted")


@pytest.mark.parametrize("status, body", [(502, "<html>Bad Gateway</html>"), (503, ""), (200, "<html>Welcome</html>"),
                                          (500, {"errcode": "M_UNKNOWN", "error": "Internal server error"})])
def test_responses_from_a_proxy_do_no_harm(matrix, homeserver, status, body):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Gate(homeserver.port) as gate:
        telex = matrix.telex(ada, gate.url)
        pipe = matrix.start(telex).connect().open(room)
        gate.answer(SENDS, status, body, times=2, Content_Type="text/html")
        gate.answer(r"^GET .*/sync", status, body, times=2, Content_Type="text/html")
        pipe.send(sending(room, "hello"))
        bob.send(room, "hello, Ada")
        pipe.wait(lambda p: p.has_state("hello", *DONE) and p.row("hello, Ada"), "both messages")
        assert len({request.path for request in gate.asked(SENDS)}) == 1, "it was sent under another id"
        assert sorted(bob.texts(room)) == ["hello", "hello, Ada"]
        assert sorted(pipe.texts) == ["hello", "hello, Ada"] and pipe.finish() == 0


def test_two_devices_of_one_person_converge(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    one, two = matrix.online(ada).open(room), matrix.online(ada).open(room)
    bob.send(room, "Hello")
    for pipe in (one, two):
        pipe.wait(lambda p: p.row("Hello") and p.unread == 1, "the message")
    one.press(one.models["messages"].get("actions", {}).get("markRead"))
    two.wait(lambda p: p.unread == 0, "what the first has read")
    two.say(room, "Hi, Bob")
    one.wait(lambda p: p.has_state("Hi, Bob", *DONE), "what the other has sent")
    assert one.row("Hi, Bob")["isOwn"] and one.texts == two.texts == bob.texts(room) == ["Hello", "Hi, Bob"]
    wait_until(lambda: bob.has_read(room, ada))
