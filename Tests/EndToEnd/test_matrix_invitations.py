"""Invitations to rooms stay in the list until the inviter or we, on any device, decide."""

import pytest

from gate import Gate
from matrix import Refused
from piped import opened
from proxy import Proxy
from server import wait_until


@pytest.fixture
def invited(matrix):
    """Ada, Bob, a room that he has invited her to, and her telex, which shows the invitation."""
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(name="The club")
    bob.send(room, "Before she came")
    pipe = matrix.online(ada)
    bob.invite(room, ada)
    return ada, bob, room, shown(pipe, room)


def shown(pipe, room):
    return pipe.wait(lambda p: p.chats.get(room, {}).get("actions", {}).get("accept"), "the invitation")


def accept(pipe, room):
    pipe.press(pipe.chats[room].get("actions", {}).get("accept"))
    return pipe.wait(lambda p: p.chats[room].get("invitationText") is None, "the chat")


def test_invitation_shows_the_inviter_and_the_room(invited):
    ada, bob, room, pipe = invited
    row = pipe.chats[room]
    assert (row["title"], row.get("invitationText")) == ("The club", f"{bob.display} ({bob.user}) invites you")
    assert row.get("actions", {}).get("decline") and row["previewText"] == "" and (pipe.unread, row["unreadCount"]) == (0, 0)
    assert bob.membership(room, ada) == "invite"


def test_accepted_invitation_becomes_a_chat(invited):
    ada, bob, room, pipe = invited
    accept(pipe, room)
    wait_until(lambda: bob.membership(room, ada) == "join")
    row = pipe.chats[room]
    assert (row["title"], row.get("actions", {}).get("accept"), row.get("actions", {}).get("decline")) == ("The club", None, None)
    pipe.open(room).say(room, "Hello all")
    bob.send(room, "Welcome")
    pipe.wait(lambda p: p.texts[-2:] == ["Hello all", "Welcome"], "the welcome")
    assert bob.texts(room) == ["Before she came", "Hello all", "Welcome"]
    assert pipe.texts[:-2] in ([], ["Before she came"])


def test_declined_invitation_disappears(invited):
    ada, bob, room, pipe = invited
    pipe.press(pipe.chats[room].get("actions", {}).get("decline")).wait(lambda p: room not in p.chats, "it to be gone")
    wait_until(lambda: bob.membership(room, ada) == "leave")
    bob.invite(room, ada)
    accept(shown(pipe, room), room)
    assert bob.membership(room, ada) == "join"


def test_answer_on_another_device_applies_here(invited, matrix):
    ada, bob, room, pipe = invited
    other = bob.create(ada, name="The other")
    shown(pipe, other)
    ada.join(room)
    ada.leave(other)
    pipe.wait(lambda p: other not in p.chats and p.chats[room].get("invitationText") is None, "the answers")
    bob.send(room, "Welcome")
    pipe.open(room).wait(lambda p: p.texts[-1:] == ["Welcome"], "the message")


def test_withdrawn_invitation_disappears(invited):
    ada, bob, room, pipe = invited
    bob.kick(room, ada, "a mistake")
    pipe.wait(lambda p: room not in p.chats, "it to be gone")
    assert pipe.connection["connectionState"] == "online"


def test_nothing_is_sent_or_read_in_a_room_we_are_only_invited_to(invited):
    ada, bob, room, pipe = invited
    pipe.send(opened(room)).wait(lambda p: "messages" in p.models, "the screen")
    pipe.send({"event": "message.sending", "chatId": room, "text": "Hello?", "id": "1"})
    pipe.wait(lambda p: "1" in p.answers, "an answer")
    pipe.send({"event": "message.reading", "chatId": room, "id": "2"}).wait(lambda p: "2" in p.answers, "an answer")
    assert bob.texts(room) == ["Before she came"] and bob.membership(room, ada) == "invite"
    assert bob.has_read(room, ada) is None
    accept(pipe, room)


def test_earlier_invitations_are_shown_after_the_first_sync_and_offline(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room, nameless = bob.create(ada, name="The club"), bob.create_direct(ada)
    with Proxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        pipe = shown(shown(matrix.start(telex).connect(), room), nameless)
        assert pipe.chats[nameless]["title"] == bob.display and pipe.finish() == 0
        proxy.refuse(True)
        pipe = shown(matrix.start(telex), room)
        pipe.press(pipe.chats[room].get("actions", {}).get("accept"))
        pipe.wait(lambda p: "not send your answer" in (p.chats[room].get("invitationText") or ""), "that it did not get through")
        assert pipe.chats[room].get("actions", {}).get("accept") and bob.membership(room, ada) == "invite"
        proxy.refuse(False)
        accept(pipe.connect(), room)
        wait_until(lambda: bob.membership(room, ada) == "join")


@pytest.mark.parametrize("answer, membership", [("accept", "join"), ("decline", "leave")])
def test_answer_given_while_connecting_is_delivered_later(matrix, homeserver, answer, membership):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(ada, name="The club")
    with Proxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        assert shown(matrix.start(telex).connect(), room).finish() == 0
        proxy.hold(True)
        pipe = shown(matrix.start(telex), room)
        pipe.press(pipe.chats[room].get("actions", {}).get(answer))
        pipe.wait(lambda p: not p.chats.get(room, {}).get("actions", {}).get(answer) or p.chats[room].get("invitationText"), "it to be taken")
        assert bob.membership(room, ada) == "invite"
        proxy.hold(False)
        pipe.connect()
        if action := pipe.chats.get(room, {}).get("actions", {}).get(answer):
            pipe.press(action)
        wait_until(lambda: bob.membership(room, ada) == membership)
        pipe.wait(lambda p: (room in p.chats) == (answer == "accept"), "what has become of it")


def test_shows_invitations_that_came_or_went_while_we_were_away(matrix):
    ada, bob = matrix.people("ada", "bob")
    gone, there = bob.create(ada, name="Gone"), bob.create(name="There")
    telex = matrix.telex(ada)
    assert shown(matrix.start(telex).connect(), gone).finish() == 0
    bob.kick(gone, ada)
    bob.invite(there, ada)
    pipe = shown(matrix.start(telex).connect(), there)
    pipe.wait(lambda p: gone not in p.chats, "the other to be gone")


def test_reports_an_answer_that_the_homeserver_rejects(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(ada, name="The club")
    with Gate(homeserver.port) as gate:
        pipe = shown(matrix.online(ada, gate.url), room)
        gate.answer(r"^POST .*/join", 403, {"errcode": "M_FORBIDDEN", "error": "The chat is full."})
        pipe.press(pipe.chats[room].get("actions", {}).get("accept"))
        pipe.wait(lambda p: "not send your answer" in (p.chats[room].get("invitationText") or ""), "a refusal")
        assert "The chat is full." in pipe.chats[room].get("invitationText")
        accept(pipe, room)


def test_room_that_can_no_longer_be_joined_is_reported_or_removed(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(ada, name="The club")
    with Proxy(homeserver.port) as proxy:
        pipe = shown(matrix.online(ada, proxy.url), room)
        proxy.hold(True)
        pipe.press(pipe.chats[room].get("actions", {}).get("accept"))
        bob.kick(room, ada)
        with pytest.raises(Refused):
            ada.join(room)
        proxy.hold(False)
        is_told = lambda p: room not in p.chats or "not send your answer" in (p.chats[room].get("invitationText") or "")
        pipe.wait(is_told, "what has become of it")
        pipe.wait(lambda p: p.connection["connectionState"] == "online", "it to go on")


def test_invitation_to_a_space_ends_with_the_answer(matrix):
    ada, bob = matrix.people("ada", "bob")
    space = bob.create(ada, name="The town", creation_content={"type": "m.space"})
    pipe = shown(matrix.online(ada), space)
    assert pipe.chats[space]["title"] == "The town (space)"
    pipe.ask(pipe.chats[space]["actions"]["accept"]).wait(lambda p: space not in p.chats, "the row to go")
    wait_until(lambda: bob.membership(space, ada) == "join")
    # It works once more.
    ada.leave(space)
    bob.invite(space, ada)
    pipe.press(shown(pipe, space).chats[space]["actions"]["accept"]).wait(lambda p: space not in p.chats, "the row to go")
    wait_until(lambda: bob.membership(space, ada) == "join")


@pytest.mark.parametrize("options", [{}, {"creation_content": {"type": "m.space"}}], ids=["room", "space"])
def test_declining_does_not_leave_what_another_device_has_joined(matrix, homeserver, options):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(ada, name="The club", **options)
    with Gate(homeserver.port) as gate:
        pipe = shown(matrix.online(ada, gate.url), room)
        # At the last moment.
        gate.watch(r"GET .*/state/m\.room\.member/", lambda request: ada.join(room))
        pipe.press(pipe.chats[room]["actions"]["decline"])
        pipe.wait(lambda p: room not in p.chats if options else p.chats[room].get("invitationText") is None, "the end")
        assert bob.membership(room, ada) == "join" and gate.asked("POST .*/leave") == []


def test_invitation_of_a_first_sync_is_at_the_top(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(ada, name="The club")
    others = [matrix.together(bob, ada, name=f"Room {number}") for number in range(3)]
    for other in others:
        bob.send(other, "Hello")
    pipe = matrix.online(ada).has_chats(room, *others)
    assert list(pipe.chats)[0] == room
