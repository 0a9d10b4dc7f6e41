"""The contents of a room: older pages, kinds of messages, senders, typing, and receipts."""

import json

import pytest

from conftest import PATIENCE
from gate import Gate
from matrix import Count, Person
from proxy import Proxy
from server import wait_until

FILE = {"url": "mxc://localhost/abc", "info": {"mimetype": "application/pdf", "size": 100}}


def numbered(person, room, count, start=1):
    """Sends that many messages; returns their texts."""
    texts = [f"text {number}" for number in range(start, start + count)]
    for text in texts:
        person.send(room, text)
    return texts


def test_older_messages_load_page_by_page_and_are_stored(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    expected = numbered(bob, room, 130)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room)
    first = len(pipe.texts)
    assert pipe.texts == expected[-first:] and 20 <= first < 100 and pipe.models["messages"].get("gapText") is None
    pipe.page()
    assert pipe.paged_texts == expected and pipe.models["messages"]["totalCount"] == 131
    model = pipe.models["messages"]
    assert (model.get("actions", {}).get("older"), model.get("gapText")) == (None, None)
    ids = [event["event_id"] for event in bob.messages(room)]
    assert [row["messageId"] for row in pipe.paged] == ids
    assert pipe.finish() == 0
    assert telex.run("logout", "--forget")[0] == 0
    kept = matrix.start(telex).open(room).page()
    assert kept.paged_texts == expected, "what was fetched is to be had without the network"


def test_reports_a_page_that_cannot_be_fetched_and_fetches_it_later(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    expected = numbered(bob, room, 40)
    with Proxy(homeserver.port) as proxy:
        pipe = matrix.online(ada, proxy.url).open(room)
        proxy.refuse(True)
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        pipe.ask(pipe.models["messages"].get("actions", {}).get("older"))
        pipe.wait(lambda p: p.models["messages"]["shouldShowError"], "an error")
        assert pipe.models["messages"].get("actions", {}).get("older")
        proxy.refuse(False)
        pipe.connect().page()
        assert pipe.texts == expected


KINDS = [
    ("m.room.message", {"msgtype": "m.emote", "body": "waves"}, "emote", "waves"),
    ("m.room.message", {"msgtype": "m.notice", "body": "312 pages to go"}, "notice", "312 pages to go"),
    ("m.room.message", {"msgtype": "m.image", "body": "cover.jpg", **FILE}, "unshowable", "cover.jpg"),
    ("m.room.message", {"msgtype": "m.file", "body": "list.pdf", **FILE}, "unshowable", "list.pdf"),
    ("m.room.message", {"msgtype": "m.audio", "body": "song.ogg", **FILE}, "unshowable", "song.ogg"),
    ("m.room.message", {"msgtype": "m.video", "body": "film.webm", **FILE}, "unshowable", "film.webm"),
    ("m.room.message", {"msgtype": "m.location", "body": "Here", "geo_uri": "geo:1,2"}, "unshowable", ""),
    ("m.room.message", {"msgtype": "org.example.new", "body": "from tomorrow"}, "unshowable", ""),
    ("m.room.message", {"msgtype": "m.image", "body": ""}, "unshowable", ""),
    ("m.sticker", {"body": "A cat", "url": "mxc://localhost/abc", "info": {}}, "unshowable", ""),
    ("m.room.encrypted", {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgAEpAB", "session_id": "s"},
     "unshowable", ""),
    ("m.room.message", {"msgtype": "m.text", "body": "bold", "format": "org.matrix.custom.html",
                        "formatted_body": "<b>not so plain</b>"}, "text", "not so plain"),
    ("m.room.message", {"msgtype": "m.text", "body": "\x1b[31mred\x1b[0m \u202eabc"}, "text", "abc"),
]


@pytest.mark.parametrize("is_live", [False, True], ids=["synced", "live"])
def test_shows_messages_of_every_kind_or_a_placeholder(matrix, is_live):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    pipe = matrix.online(ada).open(room) if is_live else None
    for kind, content, _, _ in KINDS:
        bob.put(room, kind, content)
    bob.send(room, "the last")
    pipe = pipe or matrix.online(ada).open(room)
    pipe.wait(lambda p: p.row("the last"), "the last of them")
    rows = pipe.messages[:-1]
    assert [(row["kind"], text in row["text"]) for row, (_, _, _, text) in zip(rows, KINDS)] == [
        (kind, True) for _, _, kind, _ in KINDS]
    assert len(rows) == len(KINDS) and "<b>" not in str(rows)
    for row in rows:
        if row["kind"] == "unshowable":
            assert row["text"].endswith(": cannot be shown here]") and "m.room" not in row["text"], row


def test_events_that_are_not_messages_have_no_row(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Club")
    event = bob.send(room, "One")
    pipe = matrix.online(ada).open(room)
    bob.react(room, event, "👍")
    bob.set_state(room, "m.room.topic", {"topic": "Books"})
    bob.put(room, "org.example.unknown", {"body": "unknown"})
    bob.rename(f"Robert {matrix.family}")
    bob.send(room, "Two")
    pipe.wait(lambda p: p.row("Two"), "the message")
    assert pipe.texts[0] == "One" and pipe.texts[-1] == "Two" and "unknown" not in pipe.texts
    assert all(row["kind"] in ("text", "deleted") for row in pipe.messages), pipe.messages
    assert len(pipe.messages) <= 3, pipe.messages


def test_message_too_long_for_the_homeserver_fails_with_a_reason(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    pipe = matrix.online(ada).open(room)
    # Short enough for a message in telex, but too long for a Matrix event with its metadata.
    long, short = "x" * 65_400, "y" * 50_000
    pipe.send({"event": "message.sending", "chatId": room, "text": long, "id": "long"})
    pipe.wait(lambda p: "long" in p.answers, "an answer").say(room, short).say(room, "after it")
    assert bob.texts(room) == [short, "after it"]
    row = pipe.row(long)
    assert row["state"] == "failed" and row.get("actions", {}).get("retry") and "M_" not in row["statusText"], row["statusText"]


def test_every_message_in_a_group_names_its_sender(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    room = matrix.together(bob, ada, cyd, name="Club")
    bob.send(room, "One")
    pipe = matrix.online(ada).open(room)
    cyd.send(room, "Two")
    bob.send(room, "waves", "m.emote")
    pipe.shows("One", "Two", "waves").say(room, "Three")
    assert [row["senderName"] for row in pipe.messages] == [bob.display, cyd.display, bob.display, "You"]
    assert pipe.chats[room]["previewText"] == "You: Three"
    cyd.send(room, "Four")
    pipe.wait(lambda p: p.chats[room]["previewText"] == f"{cyd.display}: Four", "the author in the list")
    dot = matrix.person("dot")
    bob.invite(room, dot)
    dot.join(room)
    dot.send(room, "Five")
    pipe.wait(lambda p: p.row("Five"), "what somebody new says")
    assert pipe.row("Five")["senderName"] == dot.display


def test_names_senders_who_left_or_have_been_silent_for_long(matrix):
    ada, bob, cyd, dot = matrix.people("ada", "bob", "cyd", "dot")
    room = matrix.together(bob, ada, cyd, dot, name="Club")
    cyd.send(room, "from Cyd")
    dot.send(room, "from Dot")
    dot.leave(room)
    numbered(bob, room, 60)
    pipe = matrix.online(ada).open(room).page()
    assert [row["senderName"] for row in pipe.messages] == [cyd.display, dot.display, *[bob.display] * 60]
    cyd.type(room)
    pipe.wait(lambda p: p.models["messages"]["typingText"] == f"{cyd.display} is typing…", "Cyd to type")


def test_shows_the_user_name_of_people_without_a_display_name(matrix):
    ada, bob = matrix.people("ada", "bob")
    eve = Person(matrix.homeserver, f"eve{matrix.number}")
    eve.request("PUT", f"/profile/{eve.user}/displayname", {"displayname": ""})
    direct, group = matrix.couple(ada, eve), matrix.together(bob, ada, eve, name="Club")
    eve.send(group, "hello")
    pipe = matrix.online(ada).open(group)
    assert eve.name in pipe.chats[direct]["title"] and eve.name in pipe.row("hello")["senderName"]


def test_typing_is_shown_in_both_directions(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    room, other = matrix.together(bob, ada, cyd, name="Club"), matrix.couple(ada, bob)
    pipe = matrix.online(ada).open(room)
    typing = lambda p: p.models["messages"]["typingText"]
    bob.type(room)
    pipe.wait(lambda p: typing(p) == f"{bob.display} is typing…", "Bob to type")
    cyd.type(room)
    pipe.wait(lambda p: typing(p) and " are typing" in typing(p), "both to type")
    bob.send(room, "Done")
    bob.type(room, False)
    pipe.shows("Done").wait(lambda p: typing(p) == f"{cyd.display} is typing…", "Cyd alone to type")
    cyd.type(room, False)
    pipe.wait(lambda p: typing(p) is None, "nobody to type")
    pipe.press(pipe.models["messages"].get("actions", {}).get("typing"))
    wait_until(lambda: bob.typists(room) == [ada.user])
    pipe.say(room, "There")
    wait_until(lambda: bob.typists(room) == [])
    assert typing(pipe) is None and bob.typists(other) == []


def test_typing_ends_when_somebody_stops(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Gate(homeserver.port) as gate:
        pipe = matrix.online(ada, gate.url).open(room)
        for _ in range(50):
            pipe.press(pipe.models["messages"].get("actions", {}).get("typing"))
        pipe.ask({"subscribe": []})
        first, *more = gate.wait_for(r"^PUT .*/typing/")
        assert len(more) < 5 and 0 < json.loads(first.body)["timeout"] <= 30_000, "it is told for too long or too often"
    pipe = matrix.online(ada).open(room)
    typing = lambda p: p.models["messages"]["typingText"]
    bob.type(room, milliseconds=1000 * PATIENCE)
    pipe.wait(lambda p: typing(p) == f"{bob.display} is typing…", "Bob to type")
    bob.type(room, False)
    pipe.wait(lambda p: typing(p) is None, "him to have left off")


def test_sends_receipts_only_for_messages_that_were_read(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    bob.send(room, "One")
    pipe = matrix.online(ada).open(room)
    assert bob.has_read(room, ada) is None and pipe.counts[room] == Count(1, 0)
    pipe.press(pipe.models["messages"].get("actions", {}).get("markRead"))
    wait_until(lambda: bob.has_read(room, ada) == bob.last_event(room))
    wait_until(lambda: ada.data("m.fully_read", room) == {"event_id": bob.last_event(room)})
    pipe.wait(lambda p: p.unread == 0, "nothing to be unread")
    seen = bob.last_event(room)
    bob.send(room, "Two")
    pipe.wait(lambda p: p.unread == 1 and p.models["messages"].get("actions", {}).get("markRead"), "the next")
    pipe.say(room, "I have not read it")
    assert bob.has_read(room, ada) == seen and ada.counts()[room] == pipe.counts[room] == Count(1, 0)


def test_shows_what_others_have_read(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    room, group = matrix.couple(ada, bob), matrix.together(bob, ada, cyd, name="Club")
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room)
    for text in ("One", "Two", "Three"):
        pipe.say(room, text)
    events = {event["content"]["body"]: event["event_id"] for event in bob.messages(room)}
    bob.read(room, events["Two"])
    pipe.wait(lambda p: p.has_state("Two", "read"), "what Bob has read")
    assert pipe.has_state("One", "read") and not pipe.has_state("Three", "read")
    bob.read(room, events["One"])
    bob.read(room, events["Three"], "m.read.private")
    cyd.send(group, "Later")
    pipe.wait(lambda p: p.counts[group].messages, "what came after them")
    assert pipe.has_state("Two", "read"), "a mark has gone back"
    assert not pipe.has_state("Three", "read"), "it was read in private"
    bob.read(room, events["Three"])
    pipe.wait(lambda p: p.has_state("Three", "read"), "the last to be read")
    pipe.open(group).say(group, "Hello all")
    # The last event need not be a message.
    cyd.read(group, bob.react(group, cyd.last_event(group), "👍"))
    pipe.wait(lambda p: p.has_state("Hello all", "read"), "somebody to have read it")
    pipe.open(room).say(room, "Four")
    assert pipe.finish() == 0
    bob.read(room, bob.last_event(room))
    pipe = matrix.start(telex).open(room)
    assert pipe.has_state("Three", "read")
    pipe.connect().wait(lambda p: p.has_state("Four", "read"), "what was read while away")
