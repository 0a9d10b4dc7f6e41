"""Changes to a room, as opposed to messages in it: who joins, leaves or is removed, and new names."""

from matrix import quoted

VIEWS = ("--subscribe", "connection,chatList,chatForm,messages,recipients,notification,badge")


def test_changes_on_matrix_are_shown_once_with_their_author_and_not_counted(matrix):
    ada, bob, eve, cyd = matrix.people("ada", "bob", "eve", "cyd")
    bob.rename("Bob"), eve.rename("Eve"), cyd.rename("Cyd")
    room = bob.create(ada, eve, cyd, name="Club", topic="Films")
    ada.join(room)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex, *VIEWS).connect().open(room)
    # Creating a room shows no changes.
    pipe.wait(lambda p: p.done == [("You", "joined the chat.")], "us to come")
    eve.join(room), cyd.join(room)
    eve.rename("Eva")
    # The server propagates a new name with a delay.
    pipe.wait(lambda p: len(p.done) == 4, "the new name")
    bob.set_state(room, "m.room.name", {"name": "Film club"})
    bob.set_state(room, "m.room.topic", {"topic": "Films\nof the week"})
    cyd.leave(room)
    bob.kick(room, eve, "spoilers")
    bob.request("POST", f"/rooms/{quoted(room)}/ban", {"user_id": cyd.user})
    bob.send(room, "Quiet now")
    expected = [
        ("You", "joined the chat."), ("Eva", "joined the chat."), ("Cyd", "joined the chat."),
        ("Eva", 'changed their name from "Eve" to "Eva".'), ("Bob", 'changed the title of the chat to "Film club".'),
        ("Bob", 'changed the topic to "Films of the week".'), ("Cyd", "left the chat."),
        ("Bob", "removed Eva from the chat. Reason: spoilers"), ("Bob", "banned Cyd from the chat.")]
    pipe.wait(lambda p: p.texts == ["Quiet now"] and p.done == expected, "all that was done")
    assert pipe.chats[room]["title"] == "Film club" and pipe.chats[room]["previewText"] == "Bob: Quiet now"
    assert pipe.models["badge"]["unreadCount"] == 1 and pipe.models["notification"]["totalCount"] == 0
    assert pipe.finish() == 0
    # A new device finds the same in the history.
    other = matrix.start(matrix.telex(ada), *VIEWS).connect().open(room).page()
    assert other.done == expected and other.texts == ["Quiet now"]


def test_replaced_room_leads_to_the_new_one(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create(preset="public_chat", name="Club")
    ada.join(room)
    bob.send(room, "Let us move")
    pipe = matrix.start(matrix.telex(ada), *VIEWS).connect().open(room)
    pipe.shows("Let us move")
    new = bob.request("POST", f"/rooms/{quoted(room)}/upgrade", {"new_version": "11"})["replacement_room"]
    pipe.wait(lambda p: "openSuccessor" in p.models["messages"]["actions"]
              and p.done[-1] == (bob.display, "replaced this chat with a new one."), "the way to the new room")
    pipe.send({"event": "message.sending", "chatId": room, "text": "Still here", "id": "still"})
    pipe.wait(lambda p: "still" in p.answers, "an answer")
    assert pipe.answers["still"]["outcome"] == "refused" and bob.texts(room) == ["Let us move"]
    pipe.press(pipe.models["messages"]["actions"]["openSuccessor"])
    pipe.wait(lambda p: p.models["messages"]["chatId"] == new and p.is_loaded, "the new room")
    pipe.say(new, "Here I am")
    assert bob.texts(new) == ["Here I am"] and bob.membership(new, ada) == "join"
    # The store knows the successor, so no server is needed.
    pipe.open(room).press(pipe.models["messages"]["actions"]["openSuccessor"])
    pipe.wait(lambda p: p.models["messages"]["chatId"] == new, "the new room")


def knockable(matrix, maker):
    room = maker.create(preset="private_chat", name="Club", room_version="11", room_alias_name=f"door{matrix.number}")
    maker.set_state(room, "m.room.join_rules", {"join_rule": "knock"})
    return room, f"#door{matrix.number}:localhost"


def knocked(pipe, room, alias):
    """Asks to join, through the action of the form."""
    pipe.send({"event": "chat.creating", "recipient": alias, "id": "new"})
    pipe.wait(lambda p: "knock" in p.models.get("chatForm", {}).get("actions", {}) and "new" in p.answers, "the offer to knock")
    assert pipe.answers["new"]["outcome"] == "failed"
    pipe.press(pipe.models["chatForm"]["actions"]["knock"], id="knock")
    return pipe.wait(lambda p: "chatForm" not in p.models and room in p.chats, "the room to be listed")


def test_asks_to_join_a_room_that_accepts_requests(matrix):
    ada, bob = matrix.people("ada", "bob")
    room, alias = knockable(matrix, bob)
    telex = matrix.telex(ada)
    pipe = knocked(matrix.start(telex, *VIEWS).connect(), room, alias)
    assert pipe.chats[room]["invitationText"] == "You asked to join" and "accept" not in pipe.chats[room]["actions"]
    assert bob.membership(room, ada) == "knock"
    pipe.send({"event": "message.sending", "chatId": room, "text": "Hello?", "id": "early"})
    pipe.wait(lambda p: "early" in p.answers, "an answer")
    assert pipe.answers["early"]["outcome"] == "refused"
    assert pipe.finish() == 0
    # The invitation is accepted after a restart.
    pipe = matrix.start(telex, *VIEWS).connect().has_chats(room)
    bob.invite(room, ada)
    pipe.wait(lambda p: "accept" in p.chats[room]["actions"], "the invitation")
    pipe.press(pipe.chats[room]["actions"]["accept"]).wait(lambda p: "messages" in p.models, "the room")
    pipe.say(room, "Thank you")
    assert bob.texts(room) == ["Thank you"]


def test_request_to_join_can_be_withdrawn_or_rejected(matrix):
    ada, bob = matrix.people("ada", "bob")
    room, alias = knockable(matrix, bob)
    pipe = knocked(matrix.start(matrix.telex(ada), *VIEWS).connect(), room, alias)
    pipe.press(pipe.chats[room]["actions"]["decline"]).wait(lambda p: room not in p.chats, "the request to be withdrawn")
    assert bob.membership(room, ada) == "leave"
    knocked(pipe, room, alias)
    bob.kick(room, ada, "No.")
    pipe.wait(lambda p: room not in p.chats, "the request to be turned down")


def test_shows_requests_to_join(matrix):
    ada, bob = matrix.people("ada", "bob")
    room, _ = knockable(matrix, bob)
    pipe = matrix.start(matrix.telex(bob), *VIEWS).connect().open(room)
    ada.request("POST", f"/knock/{quoted(room)}", {"reason": "Let me in"})
    pipe.wait(lambda p: (ada.display, "asked to join the chat. Reason: Let me in") in p.done, "Ada to knock")


def test_ambiguous_name_offers_candidates_with_ids(matrix):
    ada, one, two = matrix.people("ada", "one", "two")
    name = f"Twin {matrix.number}"
    one.rename(name), two.rename(name)
    for person in (one, two):
        matrix.together(person, ada, name="Introduction")
    pipe = matrix.start(matrix.telex(ada), *VIEWS).connect()
    pipe.send({"event": "chat.creating", "recipient": name, "id": "new"})
    pipe.wait(lambda p: p.models.get("recipients", {}).get("candidates"), "the choice")
    candidates = {row["recipient"]: row["actions"]["create"] for row in pipe.models["recipients"]["candidates"]}
    assert set(candidates) == {f"{name} ({one.user})", f"{name} ({two.user})"}
    pipe.press(candidates[f"{name} ({two.user})"]).wait(lambda p: "messages" in p.models, "the chat")
    assert list(two.rooms("invite")) == [pipe.models["messages"]["chatId"]] and not one.rooms("invite")
