"""A person's way through a homeserver, and what only a program and a real server show.

What telex does with the answers of Synapse is tested in Tests/TelexMatrixTests, with answers that matrix_answers.py
recorded.
"""

import contextlib
import re

from fault_proxy import FaultProxy
from matrix import Homeserver
from matrix_people import MatrixPeople, sending
from pipe_process import history
from server import wait_until
from telex_program import memory

HOLE = "Messages are missing before these."


def created(pipe, contact):
    """Creates a chat with the form; returns its id once it is open."""
    pipe.send({"event": "screen.opening", "screen": "chatForm"}).wait(lambda p: "chatForm" in p.models, "the form")
    pipe.press(pipe.models["chatForm"]["actions"]["create"], recipient=contact)
    pipe.wait(lambda p: "chatForm" not in p.models and p.is_loaded, f"the chat with {contact}")
    return pipe.models["messages"]["chatId"]


def test_a_persons_way_through_a_homeserver(matrix, homeserver):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    with FaultProxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        pipe = matrix.start(telex).connect()
        # She finds Bob, and writes before he has joined. An id may contain what is special in a path.
        room, name, text = created(pipe, bob.display), "mine/1?a=b#c%41 é", "Hello, <b>Bob</b> & *all*\nsecond line 😀"
        pipe.say(room, text, message=name)
        assert bob.join(room) == room == created(pipe, bob.user) and ada.data("m.direct") == {bob.user: [room]}
        assert bob.texts(room) == [text] and pipe.row(text)["messageId"] == name
        # Cyd invites her.
        club = cyd.create(ada, bob, name="Club")
        bob.join(club)
        pipe.wait(lambda p: p.chats.get(club, {}).get("actions", {}).get("accept"), "the invitation")
        assert pipe.chats[club]["invitationText"] == f"{cyd.display} ({cyd.user}) invites you"
        pipe.press(pipe.chats[club]["actions"]["accept"]).wait(lambda p: not p.chats[club].get("invitationText"), "the chat")
        # Both type, write, edit, delete and react.
        pipe.open(room)
        bob.type(room)
        pipe.wait(lambda p: p.models["messages"]["typingText"] == f"{bob.display} is typing…", "Bob to type")
        pipe.press(pipe.models["messages"]["actions"]["typing"])
        wait_until(lambda: ada.user in bob.typists(room))
        one, two = bob.send(room, "One"), bob.send(room, "Two")
        pipe.shows(text, "One", "Two").ask({**pipe.row(text)["actions"]["edit"], "text": "Hello"})
        bob.edit(room, one, "One, corrected")
        bob.redact(room, two)
        pipe.shows("Hello", "One, corrected", "[deleted]")
        assert bob.texts(room)[-2:] == ["* Hello", "* One, corrected"]
        pipe.send(pipe.models["messages"]["actions"]["react"] | {"messageId": one, "key": "👍"})
        pipe.wait(lambda p: p.row("One, corrected").get("reactions"), "the reaction")
        pipe.ask(pipe.row("Hello")["actions"]["delete"]).shows("[deleted]", "One, corrected", "[deleted]")
        # She reads what Bob wrote, and he what she writes.
        pipe.press(pipe.models["messages"]["actions"]["markRead"]).wait(lambda p: p.unread == 0, "nothing to be unread")
        wait_until(lambda: bob.has_read(room, ada) and ada.counts()[room] == (0, 0))
        pipe.say(room, "Three")
        bob.read(room, bob.last_event(room))
        pipe.wait(lambda p: p.has_state("Three", "read"), "Bob to have read it")
        # She is killed offline, with a message in the outbox and one unread that was read, and misses sixty messages.
        bob.send(club, "Read this", **{"m.mentions": {"user_ids": [ada.user]}})
        pipe.open(club).wait(lambda p: p.counts[club] == (1, 1), "the mention")
        proxy.refuse(True)
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        pipe.press(pipe.models["messages"]["actions"]["markRead"]).wait(lambda p: p.unread == 0, "it to be read")
        pipe.ask(sending(club, "waits")).kill()
        missed = [f"missed {number}" for number in range(60)]
        for missing in missed:
            bob.send(room, missing)
        # The next run shows what was stored before it is online, and then everything.
        pipe = matrix.start(telex).open(club).shows("Read this", "waits")
        assert ada.counts()[club] == (1, 1)
        proxy.refuse(False)
        pipe.connect().wait(lambda p: p.connection["queuedCount"] == 0 and p.has_state("waits", "sent", "read"), "it to be sent")
        pipe.open(room).wait(lambda p: p.texts[-1:] == missed[-1:], "the last one").page()
        assert pipe.paged_texts == ["[deleted]", "One, corrected", "[deleted]", "Three", *missed]
        pipe.wait(lambda p: p.counts == ada.counts() and p.unread == 60, "the same counts")
        assert cyd.texts(club) == ["Read this", "waits"] and pipe.finish() == 0
    assert [row["text"] for row in history(telex, room)][-60:] == missed
    # Another device finds the same, and one line can be sent without a session.
    again = matrix.online(ada).open(room).page()
    assert again.paged_texts == pipe.paged_texts and again.finish() == 0
    code, out, err = matrix.telex(ada).run("repl", text="/open Club\nFour\n")
    assert (code, err) == (0, "") and "You: Four" in out and cyd.texts(club)[-1] == "Four"


def test_too_many_missed_messages_leave_gaps_that_are_shown_and_can_be_filled(tmp_path):
    with Homeserver(tmp_path / "homeserver") as homeserver, contextlib.closing(MatrixPeople(homeserver, tmp_path)) as town:
        ada, bob = town.people("ada", "bob")
        room = town.couple(ada, bob)
        for number in range(30):
            bob.send(room, f"before {number}")
        telex = town.telex(ada)
        assert town.start(telex).connect().open(room).page().finish() == 0
        for _ in range(2):
            homeserver.lengthen(1100, room)
            pipe = town.start(telex).connect().open(room)
            pipe.wait(lambda p: p.messages[-1]["messageId"] == bob.last_event(room), "the newest message")
            pipe.wait(lambda p: p.counts[room] == ada.counts()[room], "the same counts").kill()
        pipe = town.start(telex).connect().open(room)
        while pipe.models["messages"].get("gapText") is None:
            pipe.ask(pipe.models["messages"]["actions"]["older"]).wait(lambda p: p.is_loaded, "older messages")
        expected = bob.texts(room)
        assert pipe.models["messages"]["gapText"] == HOLE and pipe.texts == expected[-len(pipe.texts):]
        assert len(expected) == 2230 and pipe.page().paged_texts == expected and pipe.finish() == 0
        assert [row["text"] for row in history(telex, room)] == expected, "what was fetched is not kept"


def test_a_search_finds_what_only_the_homeserver_has(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    for text in ("The first tram", "The second tram", *(f"Nothing {number}" for number in range(22)), "The last tram"):
        bob.send(room, text)
    telex = matrix.telex(ada)
    assert matrix.start(telex).connect().finish() == 0

    def found(*arguments):
        code, out, err = telex.run("search", *arguments)
        assert err == "" or "only the server has" in err, err
        return code, [line.split("  ", 1)[1] for line in out.splitlines()]

    here, there = f"{bob.display}  {bob.display}: The", f"{bob.display} (on the server)  {bob.display}: The"
    everything = [f"{here} last tram", f"{there} second tram", f"{there} first tram"]
    assert found("tram") == found("tram", f"in:{room}", f"from:{bob.user}") == (0, everything)
    assert found("--local", "tram") == found("tram", "after:yesterday") == (0, everything[:1])
    assert found("second", "tram") == (0, everything[1:2]) and found("bus") == found("tram", "from:me") == (1, [])
    # The action leads to where the message is missing. Once it is fetched, it is one of those here.
    pipe = matrix.start(telex).connect().ask({"event": "messageSearch.searching", "query": "first tram"})
    assert pipe.models["found"]["totalCount"] == 0
    pipe.ask(pipe.models["found"]["serverMessages"][0]["actions"]["open"]).wait(lambda p: p.is_loaded, "the chat").page()
    assert "The first tram" in pipe.paged_texts
    pipe.ask({"event": "messageSearch.searching", "query": "tram"})
    assert pipe.models["found"]["totalCount"] == 3 and pipe.models["found"]["serverMessages"] == [] and pipe.finish() == 0
    assert found("tram") == (0, [text.replace(" (on the server)", "") for text in everything])


def test_first_sync_of_many_rooms_shows_progress_and_the_next_start_needs_no_network(tmp_path):
    with Homeserver(tmp_path / "homeserver") as homeserver, contextlib.closing(MatrixPeople(homeserver, tmp_path)) as town, \
            FaultProxy(homeserver.port) as proxy:
        ada, bob = town.people("ada", "bob")
        rooms = [town.together(bob, ada, name=f"Room {number}") for number in range(24)]
        for room in rooms:
            bob.send(room, f"the first of {room}")
        homeserver.lengthen(39)
        telex = town.telex(ada, proxy.url)
        pipe = town.start(telex).connect().has_chats(*rooms).wait(lambda p: p.unread == 24 * 40, "all to be unread")
        told = [model["progressText"] for model in pipe.seen("connection") if "progressText" in model]
        done = [int(re.fullmatch(r"(\d+) of 24 chats", text)[1]) for text in told]
        assert len(done) > 1 and done == sorted(set(done)) and "progressText" not in pipe.connection, told
        assert pipe.counts == ada.counts() and pipe.models["notification"]["totalCount"] == 0
        first = memory(pipe.process, "VmHWM")
        for room in rooms:
            assert pipe.open(room).page().paged_texts == bob.texts(room)
        last = memory(pipe.process, "VmHWM")
        assert first < 100 and last < 1.5 * first + 20, f"{first:.0f} MiB, and then {last:.0f} MiB"
        lines = len(pipe.taken)
        bob.send(rooms[11], "Are you there?")
        pipe.wait(lambda p: p.models["notification"]["totalCount"] == 1, "a notification")
        assert list(pipe.chats)[0] == rooms[11] and len(pipe.taken) < lines + 20
        expected = dict(pipe.chats)
        assert pipe.finish() == 0
        proxy.refuse(True)
        pipe = town.start(telex).wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        assert pipe.chats == expected and pipe.unread == 24 * 40 + 1
        assert [model["shouldShowBusy"] for model in pipe.seen("chatList")] == [True, False], "the chats came piece by piece"
        texts = bob.texts(rooms[7])
        assert pipe.open(rooms[7]).texts == texts[-len(pipe.texts):] and len(pipe.texts) >= 20
