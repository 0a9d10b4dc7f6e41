"""Replies, reactions, mentions and formatted text, with matrix-nio as the other client."""

import contextlib

import nio
import pytest

from nio_client import Nio

MATRIX_TO = "https://matrix.to/#/"


def text(body, **content):
    return {"msgtype": "m.text", "body": body, **content}


def content(event):
    return event.source["content"]


@pytest.fixture
def couple(matrix):
    """Ada's telex with the chat open, Bob's matrix-nio, and their room."""
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Nio(bob) as other:
        pipe = matrix.online(ada).open(room)
        yield pipe, other, room, ada
        assert pipe.finish() == 0


def row(pipe, body):
    return next(row for row in pipe.models["messages"]["messages"] if row["text"] == body)


def has(pipe, body, holds=lambda row: True):
    def find(pipe):
        with contextlib.suppress(StopIteration, KeyError, IndexError):
            return holds(row(pipe, body))
    pipe.wait(find, f"{body!r} as wanted")
    return row(pipe, body)


def test_replies_go_both_ways(couple):
    pipe, other, room, ada = couple
    question = other.send(room, "m.room.message", text("Where?"))
    message = has(pipe, "Where?")["messageId"]
    pipe.send(pipe.models["messages"]["actions"]["reply"] | {"replyToId": message, "text": "In the park"})
    seen = other.wait(lambda event: event.body == "In the park")
    assert content(seen)["m.relates_to"] == {"m.in_reply_to": {"event_id": question}}
    assert content(seen)["m.mentions"] == {"user_ids": [other.person.user]}
    thread = {"rel_type": "m.thread", "event_id": question, "is_falling_back": True,
              "m.in_reply_to": {"event_id": seen.event_id}}
    other.send(room, "m.room.message", text("Good", **{"m.relates_to": {"m.in_reply_to": {"event_id": seen.event_id}}}))
    other.send(room, "m.room.message", text("Beside that", **{"m.relates_to": thread}))
    other.send(room, "m.room.message", text("Old", **{"m.relates_to": {"m.in_reply_to": {"event_id": "$lost"}}}))
    good, beside, old = (has(pipe, body)["replyTo"] for body in ("Good", "Beside that", "Old"))
    assert (good["place"], good["excerpt"], good["senderName"], good["isThreaded"]) == ("here", "In the park", "You", False)
    assert (beside["messageId"], beside["isThreaded"]) == (message, True)
    assert (old["place"], "senderName" in old) == ("unknown", False)
    other.redact(room, question)
    assert has(pipe, "In the park", lambda row: row["replyTo"]["place"] == "deleted")["replyTo"]["excerpt"] == "[deleted]"


def test_reactions_go_both_ways(couple):
    pipe, other, room, ada = couple
    event = other.send(room, "m.room.message", text("We won"))
    message = has(pipe, "We won")["messageId"]
    pipe.send(pipe.models["messages"]["actions"]["react"] | {"messageId": message, "key": "🎉"})
    mine = other.wait(lambda event: isinstance(event, nio.ReactionEvent) and event.key == "🎉")
    assert mine.reacts_to == event
    theirs = other.send(room, "m.reaction", {"m.relates_to": {"rel_type": "m.annotation", "event_id": event, "key": "🎉"}})
    both = has(pipe, "We won", lambda row: row["reactions"][0]["reactionCount"] == 2)["reactions"][0]
    assert both["isOwn"] and [person.get("userId") for person in both["people"]] == [None, other.person.user]
    pipe.send(both["actions"]["toggle"])
    other.wait(lambda event: isinstance(event, nio.RedactionEvent) and event.redacts == mine.event_id)
    has(pipe, "We won", lambda row: not row["reactions"][0]["isOwn"])
    other.redact(room, theirs)
    has(pipe, "We won", lambda row: "reactions" not in row)
    # Another device of ours has reacted already.
    ada.react(room, event, "👍")
    has(pipe, "We won", lambda row: row["reactions"][0]["isOwn"])
    pipe.send(row(pipe, "We won")["reactions"][0]["actions"]["toggle"])
    has(pipe, "We won", lambda row: "reactions" not in row)


def test_mentions_and_formatted_text_go_both_ways(couple):
    pipe, other, room, ada = couple
    bob = other.person.user
    pipe.send({"event": "message.sending", "chatId": room, "text": "@Bob look here, Bob", "messageId": "m1", "spans": [
        {"start": 0, "length": 4, "style": "mention", "userId": bob}, {"start": 5, "length": 4, "style": "bold"}]})
    seen = other.wait(lambda event: event.source["content"]["body"] == "@Bob **look** here, Bob")
    assert content(seen)["m.mentions"] == {"user_ids": [bob]}
    assert seen.formatted_body.endswith("@Bob</a> <strong>look</strong> here, Bob")
    has(pipe, "@Bob look here, Bob", lambda row: row["state"] in ("sent", "read"))
    pipe.send({"event": "revision.editing", "chatId": room, "messageId": "m1", "text": "@Bob", "spans": [
        {"start": 0, "length": 4, "style": "mention", "userId": bob}]})
    edit = other.wait(lambda event: event.source["content"]["m.relates_to"]["rel_type"] == "m.replace")
    # He was mentioned before, so the edit does not notify him again.
    assert content(edit)["m.mentions"] == {}
    assert content(edit)["m.new_content"]["m.mentions"] == {"user_ids": [bob]}
    pipe.send({"event": "message.sending", "chatId": room, "text": "Bob is not pinged", "messageId": "m2"})
    assert content(other.wait(lambda event: event.body == "Bob is not pinged"))["m.mentions"] == {}

    html = (f'<p>Hi <a href="{MATRIX_TO}{ada.user}">Ada</a>, <em>see</em> <a href="https://example.org/">this</a>'
            '<script>x()</script> <a href="javascript:x()">not this</a></p>'
            '<span data-mx-spoiler="end">the gardener</span>')
    other.send(room, "m.room.message", text("plain", format="org.matrix.custom.html", formatted_body=html,
                                             **{"m.mentions": {"user_ids": [ada.user]}}))
    shown = has(pipe, "Hi Ada, see thisx() not this\nthe gardener")
    assert shown["isMention"] and [span["style"] for span in shown["spans"]] == ["mention", "italic", "link", "spoiler"]
    assert shown["spans"][0] == {"start": 3, "length": 3, "style": "mention", "userId": ada.user}
