"""Messages sent while telex was away: all of them arrive, or a gap is shown."""

import pytest

from cast import Cast
from lengthening import lengthen
from matrix import Homeserver
from piped import history
from proxy import Proxy

HOLE = "Messages are missing before these."


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A homeserver whose history is extended directly in its database."""
    with Homeserver(tmp_path_factory.mktemp("patient")) as homeserver:
        yield homeserver


@pytest.fixture
def town(patient, tmp_path):
    cast = Cast(patient, tmp_path)
    yield cast
    cast.close()


def said(person, room, count, name="text"):
    """Sends that many messages; returns their texts."""
    texts = [f"{name} {number}" for number in range(count)]
    for text in texts:
        person.send(room, text)
    return texts


def up_to_the_hole(pipe):
    """Loads older messages up to the gap."""
    while pipe.models["messages"].get("gapText") is None:
        older = pipe.models["messages"].get("actions", {}).get("older")
        assert older, "there is no hole"
        pipe.ask(older).wait(lambda p: p.is_loaded, "older messages")
    assert pipe.models["messages"].get("gapText") == HOLE and pipe.models["messages"].get("actions", {}).get("older")
    return pipe


def ids(pipe):
    return [row["messageId"] for row in pipe.messages]


def test_sixty_messages_missed_while_offline_leave_no_gap(matrix):
    ada, bob = matrix.people("ada", "bob")
    room, other = matrix.couple(ada, bob), matrix.together(bob, ada, name="Club")
    before = said(bob, room, 5, "before")
    telex = matrix.telex(ada)
    assert matrix.start(telex).connect().has_chats(room, other).finish() == 0
    after = said(bob, room, 60, "after")
    said(bob, other, 3)
    pipe = matrix.start(telex).connect().open(room)
    pipe.wait(lambda p: p.models["messages"]["totalCount"] == 66, "all messages, and who came")
    assert pipe.page().paged_texts == before + after and pipe.models["messages"].get("gapText") is None
    pipe.wait(lambda p: p.counts == ada.counts() and p.unread == 68, "all to be unread")
    assert not any(model.get("gapText") for model in pipe.seen("messages"))
    assert pipe.finish() == 0
    assert [row["text"] for row in history(telex, room)] == before + after


def test_sixty_messages_missed_by_a_broken_connection_are_shown_in_order(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Proxy(homeserver.port) as proxy:
        before = said(bob, room, 5, "before")
        pipe = matrix.online(ada, proxy.url).open(room).say(room, "mine")
        proxy.refuse(True)
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        pipe.send({"event": "message.sending", "chatId": room, "text": "waits", "id": "waits"})
        after = said(bob, room, 60, "after")
        elsewhere = ada.elsewhere()
        elsewhere.send(room, "mine, from elsewhere")
        proxy.refuse(False)
        pipe.connect().wait(lambda p: p.models["messages"]["totalCount"] == 69, "all messages, and who came")
        pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
        pipe.page()
        assert [text for text in pipe.texts if text != "waits"] == before + ["mine"] + after + ["mine, from elsewhere"]
        assert pipe.texts.count("waits") == 1 == bob.texts(room).count("waits")
        assert len(set(ids(pipe))) == 68 and pipe.row("mine, from elsewhere")["isOwn"]


def test_too_many_missed_messages_leave_a_gap_that_is_shown_and_can_be_filled(town, patient):
    ada, bob = town.people("ada", "bob")
    room = town.couple(ada, bob)
    said(bob, room, 30, "before")
    telex = town.telex(ada)
    assert town.start(telex).connect().open(room).page().finish() == 0
    lengthen(patient, 1100, room)
    pipe = town.start(telex).connect().open(room)
    pipe.wait(lambda p: p.messages and p.messages[-1]["messageId"] == bob.last_event(room), "the newest message")
    pipe.wait(lambda p: p.counts[room] == ada.counts()[room], f"{ada.counts()[room]}")
    assert pipe.finish() == 0
    shown = up_to_the_hole(town.start(telex).connect().open(room))
    expected = bob.texts(room)
    assert len(expected) == 1130 and 0 < len(shown.texts) < 1100
    assert shown.texts == expected[-len(shown.texts):], "what is shown has holes itself"
    assert shown.finish() == 0
    pipe = town.start(telex).connect().open(room).page()
    assert pipe.paged_texts == expected and pipe.finish() == 0
    assert [row["text"] for row in history(telex, room)] == expected, "what was fetched is not kept"


def test_two_gaps_are_filled_with_their_messages_and_later_changes(town, patient):
    ada, bob = town.people("ada", "bob")
    room = town.couple(ada, bob)
    events = [bob.send(room, f"before {number}") for number in range(10)]
    telex = town.telex(ada)
    pipe = town.start(telex).connect().open(room).say(room, "mine")
    bob.send(room, "between")
    pipe.wait(lambda p: p.row("between"), "the answer")
    assert pipe.finish() == 0
    for _ in range(2):
        lengthen(patient, 1100, room)
        pipe = town.start(telex).connect().open(room)
        pipe.wait(lambda p: p.messages[-1]["messageId"] == bob.last_event(room), "the newest message").kill()
    in_the_first_hole = bob.messages(room)[200]["event_id"]
    bob.edit(room, in_the_first_hole, "edited in the hole")
    bob.redact(room, bob.messages(room)[300]["event_id"])
    bob.edit(room, events[3], "edited before it")
    bob.redact(room, events[4])
    pipe = town.start(telex).connect().open(room).page()
    texts = [event["content"].get("body", "[deleted]") for event in bob.history(room)
             if event["type"] == "m.room.message" and not event["content"].get("m.relates_to")]
    texts[3], texts[200] = "edited before it", "edited in the hole"
    assert pipe.paged_texts == texts and texts.count("[deleted]") == 2
    assert len({row["messageId"] for row in pipe.paged}) == len(texts)
    assert [row["text"] for row in pipe.paged if row["isOwn"]] == ["mine"]
    assert pipe.models["messages"].get("gapText") is None


def test_gap_remains_without_a_network_or_if_nothing_can_be_fetched(town, patient):
    ada, bob = town.people("ada", "bob")
    room = town.couple(ada, bob)
    said(bob, room, 5)
    with Proxy(patient.port) as proxy:
        telex = town.telex(ada, proxy.url)
        assert town.start(telex).connect().open(room).finish() == 0
        lengthen(patient, 1100, room)
        pipe = town.start(telex).connect().open(room)
        pipe.wait(lambda p: p.messages and p.messages[-1]["messageId"] == bob.last_event(room), "the newest message")
        assert pipe.finish() == 0
        proxy.refuse(True)
        pipe = up_to_the_hole(town.start(telex).open(room))
        pipe.ask(pipe.models["messages"].get("actions", {}).get("older"))
        pipe.wait(lambda p: p.models["messages"]["shouldShowError"], "an error")
        assert pipe.models["messages"].get("gapText") == HOLE and pipe.models["messages"].get("actions", {}).get("older")
        proxy.refuse(False)
        assert pipe.connect().page().paged_texts == bob.texts(room)
