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
    early, late = people[:2], people[2:]

    def write(authors, before, after):
        """They write, far from when they joined and from the last messages."""
        for number in range(before):
            bob.send(room, f"{number}")
        for author in authors:
            author.send(room, f"I am {author.display}")
        for number in range(after):
            bob.send(room, f"after {number}")

    write(early, 25, 5)
    early[0].leave(room)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room)
    assert who(pipe.messages) == {f"I am {person.display}": person.display for person in early}
    assert pipe.models["messages"]["membersText"] == "This chat has 5 members."
    assert pipe.finish() == 0
    write(late, 0, 60)
    pipe = matrix.start(telex).connect().open(room)
    pipe.wait(lambda p: p.texts[-1:] == ["after 59"], "the last message").page(80)
    assert who(pipe.paged) == {f"I am {person.display}": person.display for person in people}


def who(rows):
    """Returns who wrote the messages in which somebody says who they are."""
    return {row["text"]: row["senderName"] for row in rows if row["text"].startswith("I am")}


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
