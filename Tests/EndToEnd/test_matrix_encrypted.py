"""Encrypted rooms: they are marked, their messages cannot be read, and nothing is sent to them unencrypted."""

from gate import Gate
from proxy import Proxy

CIPHER = {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgAEpABqOCAaP6NqXquQcEsrGCVInjRTLHm",
          "session_id": "abc", "sender_key": "key", "device_id": "ONE"}


def refused(pipe, room, text):
    """Tries to send a text; asserts that it fails, and that the reason is shown."""
    pipe.send({"event": "message.sending", "chatId": room, "text": text, "id": text})
    pipe.wait(lambda p: text in p.answers, "an answer")
    pipe.wait(lambda p: p.has_state(text, "failed") or p.models["messages"]["shouldShowError"], f"{text!r} to fail")
    row = pipe.row(text)
    reason = row["statusText"] if row else pipe.models["messages"]["errorText"]
    assert "encrypted" in reason and reason.endswith("."), reason
    assert pipe.connection["queuedCount"] == 0


def own(bob, room, ada):
    """Returns what she has sent to the room."""
    return [event for event in bob.history(room) if event["sender"] == ada.user and "state_key" not in event]


def test_encrypted_room_is_marked_and_accepts_no_messages_from_us(matrix):
    ada, bob = matrix.people("ada", "bob")
    plain, room = matrix.couple(ada, bob), matrix.together(bob, ada, name="Secrets")
    bob.encrypt(room)
    bob.put(room, "m.room.encrypted", CIPHER)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().has_chats(plain).open(room)
    assert pipe.chats[room]["isEncrypted"] and pipe.models["messages"]["isEncrypted"]
    assert not pipe.chats[plain]["isEncrypted"]
    (row,) = pipe.messages
    assert row["kind"] == "unshowable" and "encrypted" in row["text"].lower() and "AwgA" not in str(pipe.models)
    refused(pipe, room, "hello")
    bob.put(room, "m.room.encrypted", CIPHER)
    pipe.wait(lambda p: sum(row["kind"] == "unshowable" for row in p.messages) == 2, "the next")
    assert own(bob, room, ada) == [] and pipe.finish() == 0
    pipe = matrix.start(telex).connect().open(room)
    refused(pipe, room, "hello again")
    pipe.open(plain).say(plain, "in the clear")
    assert own(bob, room, ada) == [] and bob.texts(plain) == ["in the clear"]


def test_failed_message_still_fails_after_a_retry(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Secrets")
    bob.encrypt(room)
    pipe = matrix.online(ada).open(room)
    refused(pipe, room, "hello")
    if row := pipe.row("hello"):
        pipe.ask(row.get("actions", {}).get("retry")).wait(lambda p: p.has_state("hello", "failed"), "it to fail again")
    assert own(bob, room, ada) == []


def test_room_that_becomes_encrypted_accepts_no_further_messages(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    pipe = matrix.online(ada).open(room).say(room, "One")
    bob.encrypt(room)
    pipe.wait(lambda p: p.chats[room]["isEncrypted"] and p.models["messages"]["isEncrypted"], "it to be encrypted")
    refused(pipe, room, "Two")
    assert bob.texts(room) == ["One"]


def test_earlier_message_cannot_be_edited_unencrypted_but_can_be_deleted(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    pipe = matrix.online(ada).open(room).say(room, "One", message="m1").say(room, "Two", message="m2")
    bob.encrypt(room)
    pipe.wait(lambda p: p.models["messages"]["isEncrypted"], "the room to be encrypted")
    pipe.ask({"event": "revision.editing", "chatId": room, "messageId": "m1", "text": "One, a secret"})
    pipe.wait(lambda p: p.models["messages"]["shouldShowError"], "an error")
    assert bob.texts(room) == ["One", "Two"] and pipe.texts == ["One", "Two"]
    pipe.ask({"event": "revision.deleting", "chatId": room, "messageId": "m2"})
    pipe.shows("One", "[deleted]")
    assert bob.texts(room) == ["One"]


def test_queued_messages_are_not_sent_unencrypted_after_the_room_was_encrypted(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room, other = matrix.couple(ada, bob), matrix.together(bob, ada, name="Other")
    with Proxy(homeserver.port) as proxy, Gate(proxy.port) as gate:
        telex = matrix.telex(ada, gate.url)
        pipe = matrix.start(telex).connect().open(room)
        proxy.refuse(True)
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        for chat, text in ((room, "a secret"), (other, "no secret")):
            pipe.send({"event": "message.sending", "chatId": chat, "text": text, "id": text})
        pipe.wait(lambda p: p.connection["queuedCount"] == 2, "both to wait").kill()
        bob.encrypt(room)
        # More than one sync returns, so that the encryption event comes only in a later one.
        for _ in range(30):
            bob.put(room, "m.room.encrypted", CIPHER)
        proxy.refuse(False)
        pipe = matrix.start(telex).connect().open(room)
        pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
        refused(pipe, room, "another secret")
        assert own(bob, room, ada) == [] and bob.texts(other) == ["no secret"]
        assert not any(b"secret" in request.body and room in request.path for request in gate.requests)


def test_encrypted_room_is_known_as_such_without_a_network(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Secrets")
    bob.encrypt(room)
    with Proxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        assert matrix.start(telex).connect().open(room).finish() == 0
        proxy.refuse(True)
        pipe = matrix.start(telex).open(room)
        assert pipe.chats[room]["isEncrypted"] and pipe.models["messages"]["isEncrypted"]
        pipe.send({"event": "message.sending", "chatId": room, "text": "hello", "id": "1"})
        pipe.wait(lambda p: "1" in p.answers, "an answer")
        proxy.refuse(False)
        pipe.connect().wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
        assert own(bob, room, ada) == []


def test_invitation_to_an_encrypted_room_can_be_accepted(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = bob.create_direct(ada, initial_state=[
        {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}])
    pipe = matrix.online(ada).has_chats(room)
    pipe.press(pipe.chats[room].get("actions", {}).get("accept")).wait(lambda p: p.chats[room].get("invitationText") is None, "the chat")
    # The invitation arrives before the homeserver says that the room is encrypted.
    pipe.open(room).send({"event": "message.sending", "chatId": room, "text": "hello", "id": "1"})
    pipe.wait(lambda p: "1" in p.answers and p.chats[room]["isEncrypted"], "it to be known")
    assert own(bob, room, ada) == []


def test_nobody_is_told_that_an_unreadable_message_was_read(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Secrets")
    bob.encrypt(room)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect()
    for _ in range(2):
        event = bob.put(room, "m.room.encrypted", CIPHER)
    pipe.wait(lambda p: p.counts.get(room, (0, 0))[0] == 2, "both to be counted").open(room)
    pipe.press(pipe.models["messages"]["actions"]["markRead"]).wait(lambda p: p.unread == 0, "all to be read here")
    pipe.send({"event": "screen.closing", "screen": "messages"})
    # The phone still counts all of them, and here only what comes is new.
    bob.put(room, "m.room.encrypted", CIPHER)
    pipe.wait(lambda p: p.counts[room][0] == 1, "the next one to be counted")
    assert ada.counts()[room].messages == 3 and bob.has_read(room, ada) != event
    assert pipe.finish() == 0
    pipe = matrix.start(telex).connect()
    pipe.wait(lambda p: p.counts[room][0] == 1, "the same count")
    # Once the phone has read it, it is read here.
    ada.read(room, bob.put(room, "m.room.encrypted", CIPHER))
    pipe.wait(lambda p: p.unread == 0, "all to be read")
