"""The members of large rooms: their names, and what becomes of a message when we have to leave."""

import pytest

from gate import Gate


def group(matrix, owner, ada, *names):
    """Returns a room, and people who are in it."""
    people = matrix.people(*names)
    return matrix.together(owner, ada, *people, name="The club"), people


def test_first_login_and_gaps_know_who_wrote(matrix):
    ada, bob = matrix.people("ada", "bob")
    room, people = group(matrix, bob, ada, "cyd", "dan", "eve", "fay")
    for person in people:
        person.send(room, f"I am {person.display}")
    people[0].leave(room)
    bob.send(room, "The last one")
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room)
    shown = {row["senderName"]: row["text"] for row in pipe.messages if row["text"].startswith("I am")}
    assert shown == {person.display: f"I am {person.display}" for person in people}
    assert pipe.finish() == 0
    late = matrix.people("gil", "hal")
    for person in late:
        bob.invite(room, person)
        person.join(room)
        person.send(room, f"I am {person.display}")
    for number in range(60):
        bob.send(room, f"{number}")
    pipe = matrix.start(telex).connect().open(room)
    pipe.wait(lambda p: p.texts[-1:] == ["59"], "the last message").page(80)
    shown = {row["senderName"] for row in pipe.paged if row["text"].startswith("I am")}
    assert shown == {person.display for person in people + late}


@pytest.mark.parametrize("is_kicked", [True, False])
def test_message_from_before_a_removal_is_settled(matrix, homeserver, is_kicked):
    """Somebody removes us, or our other device leaves, while we send."""
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="The club")
    with Gate(homeserver.port) as gate:
        pipe = matrix.online(ada, gate.url).open(room)

        def leave(_):
            if len(gate.asked("PUT .*/send/")) == 2:
                bob.kick(room, ada) if is_kicked else ada.leave(room)

        gate.watch("PUT .*/send/", leave)
        texts = [f"hello {number}" for number in range(3)]
        for text in texts:
            pipe.send({"event": "message.sending", "chatId": room, "text": text, "id": text})
        pipe.wait(lambda p: all(p.has_state(text, "sent", "delivered", "read", "failed") for text in texts), "an end")
        pipe.wait(lambda p: "left" in p.chats[room]["title"], "the removal").wait(lambda p: p.answers.keys() >= set(texts), "answers")
        had = [row["text"] for row in pipe.messages if row["isOwn"] and row["state"] != "failed"]
        assert had == texts[:2] == bob.texts(room) and pipe.row(texts[2])["statusText"].endswith(".")
