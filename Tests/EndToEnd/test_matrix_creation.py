"""Creating chats with people found by their id, their name or the user directory."""

import re

from proxy import Proxy
from server import wait_until


def form(pipe):
    """Opens the form for a new chat."""
    pipe.send({"event": "screen.opening", "screen": "chatForm"})
    return pipe.wait(lambda p: "chatForm" in p.models, "the form")


def created(pipe, contact):
    """Creates a chat with the form; returns its id once it is open."""
    form(pipe).press(pipe.models["chatForm"].get("actions", {}).get("create"), recipient=contact)
    pipe.wait(lambda p: "chatForm" not in p.models and p.is_loaded, f"the chat with {contact}")
    return pipe.models["messages"]["chatId"]


def refused(pipe, contact):
    """Fails to create a chat; returns the error."""
    form(pipe).press(pipe.models["chatForm"].get("actions", {}).get("create"), recipient=contact)
    pipe.wait(lambda p: p.models["chatForm"]["shouldShowError"], "a refusal")
    return pipe.models["chatForm"]["errorText"]


def invitation(person):
    """Waits until the person is invited; returns the room."""
    (room,) = wait_until(lambda: person.rooms("invite"))
    return room


def test_creates_a_chat_by_id_name_or_user_name(matrix):
    ada, bob, cyd, dot = matrix.people("ada", "bob", "cyd", "dot")
    pipe = matrix.online(ada)
    for person, contact in ((bob, bob.user), (cyd, cyd.display), (dot, dot.name)):
        chat = created(pipe, contact)
        room = invitation(person)
        pipe.wait(lambda p: p.models["messages"]["title"] == person.display, "whom the chat is with")
        names = {model["title"] for model in pipe.seen("messages") if model["chatId"] == chat}
        assert chat == room and names == {person.display}
        assert ada.data("m.direct")[person.user] == [room]
        (me,) = [event for event in person.rooms("invite")[room]["invite_state"]["events"]
                 if event["type"] == "m.room.member" and event["state_key"] == person.user]
        assert me["content"].get("is_direct") is True
        pipe.say(room, f"Hello, {person.name}")
        person.join(room)
        assert person.texts(room) == [f"Hello, {person.name}"]
        person.send(room, "Hello, Ada")
        pipe.shows(f"Hello, {person.name}", "Hello, Ada")
    assert len(pipe.chats) == 3


def test_creates_a_direct_chat_once_and_finds_it_again(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    elsewhere = matrix.couple(ada, cyd)
    ada.keep("m.direct", {**ada.data("m.direct"), "@nobody:localhost": ["!gone:localhost"]})
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect()
    assert created(pipe, cyd.user) == elsewhere
    room = created(pipe, bob.user)
    assert created(pipe, bob.display) == created(pipe, bob.name) == room
    assert ada.data("m.direct") == {
        "@nobody:localhost": ["!gone:localhost"], cyd.user: [elsewhere], bob.user: [room]}
    assert pipe.finish() == 0
    assert created(matrix.start(telex).connect(), bob.user) == room
    assert created(matrix.online(ada), bob.user) == room, "another device has made a second chat"
    assert len(ada.rooms()) == 2


def test_finds_a_direct_chat_that_the_other_person_started(matrix):
    ada, bob = matrix.people("ada", "bob")
    pipe = matrix.online(ada)
    room = bob.create_direct(ada)
    pipe.wait(lambda p: p.chats.get(room, {}).get("actions", {}).get("accept"), "the invitation")
    pipe.press(pipe.chats[room].get("actions", {}).get("accept")).wait(lambda p: not p.chats[room].get("invitationText"), "the chat")
    wait_until(lambda: ada.data("m.direct").get(bob.user) == [room])
    assert created(pipe, bob.user) == room


def test_joins_a_room_by_its_alias(matrix):
    ada, bob = matrix.people("ada", "bob")
    alias = f"club{matrix.number}"
    room = bob.create(preset="public_chat", name="The club", room_alias_name=alias)
    bob.send(room, "Welcome")
    pipe = matrix.online(ada)
    assert created(pipe, f"#{alias}:localhost") == room
    pipe.shows("Welcome")
    assert pipe.models["messages"]["title"] == "The club" and bob.membership(room, ada) == "join"
    pipe.say(room, "Thank you")
    assert bob.texts(room) == ["Welcome", "Thank you"] and room not in str(ada.data("m.direct"))
    assert created(pipe, f"#{alias}:localhost") == room


def test_reports_unknown_people_and_rooms_and_creates_no_room(matrix):
    ada, bob = matrix.people("ada", "bob")
    closed = bob.create(room_alias_name=f"closed{matrix.number}")
    pipe = matrix.online(ada)
    number = matrix.number
    for contact in (f"@nobody{number}:localhost", f"Nobody {matrix.family}", f"#nothing{number}:localhost",
                    f"#closed{number}:localhost", "@not an id", "#", "@:", "!nowhere:localhost"):
        error = refused(pipe, contact)
        assert re.fullmatch(r"[A-Z\"@#!].+\.", error, re.DOTALL) and "M_" not in error, (contact, error)
        pipe.send({"event": "screen.closing", "screen": "chatForm"})
        pipe.wait(lambda p: "chatForm" not in p.models, "the form to close")
    assert ada.rooms() == {} and pipe.chats == {} and closed not in ada.rooms("invite")


def test_finds_people_in_the_directory_and_offers_them(matrix):
    ada, bob, bo = matrix.people("ada", "bob", "bo")
    pipe = matrix.online(ada)
    found = lambda p: [row["recipient"] for row in p.models.get("recipients", {"candidates": []})["candidates"]]
    form(pipe).press(pipe.models["chatForm"].get("actions", {}).get("search"), query=f"Bob {matrix.family}")
    expected = f"{bob.display} ({bob.user})"
    pipe.wait(lambda p: found(p) == [expected], expected)
    pipe.press(pipe.models["chatForm"].get("actions", {}).get("search"), query=matrix.family)
    pipe.wait(lambda p: len(found(p)) >= 2, "all of them")
    assert {expected, f"{bo.display} ({bo.user})"} <= set(found(pipe))
    (candidate,) = [row for row in pipe.models["recipients"]["candidates"] if row["recipient"] == expected]
    pipe.press(candidate.get("actions", {}).get("create")).wait(lambda p: p.is_loaded, "the chat")
    pipe.wait(lambda p: p.models["messages"]["title"] == bob.display, "whom the chat is with")
    assert invitation(bob) == pipe.models["messages"]["chatId"]
    assert ada.data("m.direct") == {bob.user: [invitation(bob)]}
    pipe.send({"event": "screen.closing", "screen": "messages"})
    form(pipe).press(pipe.models["chatForm"].get("actions", {}).get("search"), query=f"zz{matrix.number}")
    is_empty = lambda p: p.models.get("recipients", {}).get("shouldShowEmpty")
    pipe.wait(is_empty, "nobody to be found")


def test_creates_a_new_direct_chat_if_the_other_person_left(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    left, other = matrix.couple(ada, bob), matrix.couple(ada, cyd)
    pipe = matrix.online(ada).open(left).say(left, "Are you there?")
    bob.leave(left)
    cyd.send(other, "Bob is gone.")
    pipe.wait(lambda p: p.chats[other]["previewText"] == "Bob is gone.", "him to be gone")
    room = created(pipe, bob.user)
    assert room == invitation(bob) != left and set(ada.data("m.direct")[bob.user]) >= {room}
    assert created(pipe, bob.user) == room


def test_does_not_open_a_room_that_only_somebody_else_marked_as_direct(matrix):
    ada, bob, eve = matrix.people("ada", "bob", "eve")
    trap = eve.create(ada, preset="trusted_private_chat")
    pipe = matrix.online(ada)
    pipe.wait(lambda p: p.chats.get(trap, {}).get("actions", {}).get("accept"), "the invitation")
    pipe.press(pipe.chats[trap].get("actions", {}).get("accept")).wait(lambda p: not p.chats[trap].get("invitationText"), "the chat")
    eve.set_state(trap, "m.room.member", {"membership": "invite", "is_direct": True, "displayname": bob.display},
                  bob.user)
    eve.leave(trap)
    pipe.wait(lambda p: p.chats[trap]["title"] == bob.display, "a room that looks like one with Bob")
    room = created(pipe, bob.user)
    assert room != trap and room in bob.rooms("invite") and ada.data("m.direct") == {bob.user: [room]}


def test_finds_nobody_without_a_connection(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    with Proxy(homeserver.port) as proxy:
        pipe = matrix.online(ada, proxy.url)
        proxy.refuse(True)
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        error = refused(pipe, bob.user)
        assert "Not connected" in error and error.endswith("."), error
        pipe.press(pipe.models["chatForm"].get("actions", {}).get("search"), query=matrix.family)
        pipe.wait(lambda p: p.models.get("recipients", {}).get("shouldShowBusy") is False, "the search to end")
        proxy.refuse(False)
        assert created(pipe.connect(), bob.user) == invitation(bob)
