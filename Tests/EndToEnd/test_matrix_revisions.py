"""Messages that are edited or deleted after they were sent, by us and by others."""

import pytest

from matrix import Refused

DELETED = "[deleted]"


@pytest.fixture
def chat(matrix):
    """Ada, Bob, their chat, and her telex with the chat open."""
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    return ada, bob, room, matrix.online(ada).open(room)


def edit(pipe, text, new):
    """Edits one of our messages, and waits for the answer."""
    return pipe.ask({**pipe.row(text).get("actions", {}).get("edit"), "text": new})


def shown(pipe):
    return [(row["text"], row["isEdited"]) for row in pipe.messages]


def test_our_edit_applies_for_everybody(chat):
    ada, bob, room, pipe = chat
    edit(pipe.say(room, "Al right", message="m1"), "Al right", "All right")
    pipe.shows("All right")
    assert shown(pipe) == [("All right", True)] and pipe.messages[0]["messageId"] == "m1"
    original, replacement = bob.messages(room)
    content = replacement["content"]
    assert content["m.relates_to"] == {"rel_type": "m.replace", "event_id": original["event_id"]}
    assert content["m.new_content"] == {"msgtype": "m.text", "body": "All right", "m.mentions": {}} and content["body"].startswith("* ")
    edit(pipe, "All right", "All right then").shows("All right then")
    assert bob.messages(room)[2]["content"]["m.relates_to"]["event_id"] == original["event_id"]
    assert pipe.chats[room]["previewText"] == "You: All right then" and pipe.total == 1


def test_our_deletion_applies_for_everybody(chat):
    ada, bob, room, pipe = chat
    pipe.say(room, "One").say(room, "Two")
    edit(pipe, "One", "One, corrected").shows("One, corrected", "Two")
    pipe.ask(pipe.row("One, corrected").get("actions", {}).get("delete")).shows(DELETED, "Two")
    assert bob.texts(room)[-1] == "Two" or bob.texts(room) == ["Two", "* One, corrected"]
    original = bob.history(room)
    assert not [event for event in original if event.get("content", {}).get("body") == "One"]
    row = pipe.messages[0]
    assert (row["kind"], row.get("actions", {}).get("edit"), row.get("actions", {}).get("delete")) == ("deleted", None, None)


def test_shows_edits_and_deletions_by_others(chat):
    ada, bob, room, pipe = chat
    one, two, three = (bob.send(room, text) for text in ("One", "Two", "Three"))
    pipe.shows("One", "Two", "Three")
    bob.edit(room, one, "One, corrected")
    bob.edit(room, one, "One, corrected again")
    bob.redact(room, two)
    pipe.shows("One, corrected again", DELETED, "Three")
    assert [row["isEdited"] for row in pipe.messages] == [True, False, False]
    bob.edit(room, three, "Three, corrected")
    pipe.wait(lambda p: p.chats[room]["previewText"] == "Three, corrected", "it in the list")
    bob.redact(room, three)
    pipe.wait(lambda p: DELETED in p.chats[room]["previewText"], "it to be gone from the list")
    pipe.shows("One, corrected again", DELETED, DELETED)
    assert pipe.total == 3


def test_shows_edits_and_deletions_from_our_other_device(chat):
    ada, bob, room, pipe = chat
    pipe.say(room, "One").say(room, "Two")
    one, two = (event["event_id"] for event in bob.messages(room))
    ada.edit(room, one, "One, corrected")
    ada.redact(room, two)
    pipe.shows("One, corrected", DELETED)
    ada.send(room, "Three")
    edit(pipe.shows("One, corrected", DELETED, "Three"), "Three", "Three, corrected here")
    pipe.shows("One, corrected", DELETED, "Three, corrected here")
    assert bob.texts(room)[-1] == "* Three, corrected here"


def test_ignores_edits_of_other_peoples_messages(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    room = matrix.together(bob, ada, cyd, name="Club")
    before = bob.send(room, "Before")
    cyd.edit(room, before, "forged before")
    pipe = matrix.online(ada).open(room)
    after = bob.send(room, "After")
    pipe.shows("Before", "After").say(room, "Mine")
    mine = bob.last_event(room)
    for event in (before, after, mine):
        cyd.edit(room, event, f"forged {event}")
    bob.edit(room, mine, "forged by the owner")
    cyd.send(room, "Fence")
    pipe.shows("Before", "After", "Mine", "Fence")
    assert not any(row["isEdited"] for row in pipe.messages)
    with pytest.raises(Refused):
        cyd.redact(room, before)
    bob.redact(room, mine)
    pipe.shows("Before", "After", DELETED, "Fence")
    again = matrix.online(ada).open(room)
    assert again.texts == ["Before", "After", DELETED, "Fence"]


def test_shows_edits_and_deletions_from_before_the_first_sync(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    events = [bob.send(room, f"text {number}") for number in range(60)]
    bob.edit(room, events[2], "two, edited long after")
    bob.redact(room, events[3])
    bob.edit(room, events[58], "58, edited")
    bob.redact(room, events[59])
    expected = [f"text {number}" for number in range(60)]
    expected[2], expected[3], expected[58], expected[59] = "two, edited long after", DELETED, "58, edited", DELETED
    pipe = matrix.online(ada).open(room)
    assert pipe.texts == expected[-len(pipe.texts):]
    assert pipe.page().paged_texts == expected
    assert [text for text, is_edited in shown(pipe) if is_edited] == [expected[2], expected[58]]


def test_shows_edits_and_deletions_made_while_offline(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    events = [bob.send(room, f"text {number}") for number in range(60)]
    telex = matrix.telex(ada)
    assert matrix.start(telex).connect().open(room).page().finish() == 0
    bob.edit(room, events[0], "the first, edited")
    bob.redact(room, events[1])
    texts = [f"later {number}" for number in range(50)]
    later = [bob.send(room, text) for text in texts]
    bob.edit(room, later[0], "later, edited")
    expected = ["the first, edited", DELETED, *(f"text {number}" for number in range(2, 60))]
    expected += ["later, edited", *texts[1:]]
    pipe = matrix.start(telex).connect().open(room)
    pipe.wait(lambda p: p.models["messages"]["totalCount"] == 111, "all messages, and who came")
    assert pipe.page().paged_texts == expected


def test_malformed_edits_are_ignored(chat):
    ada, bob, room, pipe = chat
    other, one = bob.create(name="Elsewhere"), bob.send(room, "One")
    new = {"msgtype": "m.text", "body": "odd"}
    relations = [{"rel_type": "m.replace", "event_id": event}
                 for event in ("$nothing-of-the-sort", bob.send(other, "elsewhere"), "", 7, None)]
    odd = [(new, relation) for relation in (*relations, {"rel_type": "m.replace"}, "m.replace", None)]
    odd += [(content, {"rel_type": "m.replace", "event_id": one})
            for content in ({}, {"body": 7}, {"msgtype": "m.text"}, "text", None)]
    passed = 0
    for content, relation in odd:
        try:
            bob.send(room, "* fallback", **{"m.new_content": content, "m.relates_to": relation})
            passed += 1
        except Refused:
            pass
    assert passed > 5, "the homeserver has refused them"
    bob.send(room, "Two")
    pipe.wait(lambda p: p.row("Two") and p.connection["connectionState"] == "online", "the last message")
    assert pipe.texts[0] == "One" and pipe.texts[-1] == "Two"


def test_redacted_edit_restores_the_original_text(chat):
    ada, bob, room, pipe = chat
    one = bob.send(room, "One")
    replacement = bob.edit(room, one, "a slip")
    pipe.shows("a slip")
    bob.redact(room, replacement)
    pipe.shows("One")
    pipe.wait(lambda p: shown(p) == [("One", False)], "no mark of an edit")


def test_reports_a_rejected_edit_and_changes_nothing(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.together(bob, ada, name="Club")
    pipe = matrix.online(ada).open(room).say(room, "One")
    bob.set_power(room, events_default=50)
    edit(pipe, "One", "Two").wait(lambda p: p.models["messages"]["shouldShowError"], "an error")
    error = pipe.models["messages"]["errorText"]
    assert "M_FORBIDDEN" not in error and pipe.texts == ["One"] and shown(pipe) == [("One", False)]
    bob.set_power(room, events_default=0)
    edit(pipe, "One", "Two").shows("Two")


def test_edited_emote_remains_an_emote(chat):
    ada, bob, room, pipe = chat
    event = bob.send(room, "waves", "m.emote")
    pipe.shows("waves")
    bob.edit(room, event, "waves the book", msgtype="m.emote")
    pipe.shows("waves the book")
    assert pipe.messages[0]["kind"] == "emote"


def test_edited_message_has_the_kind_of_its_edit(chat):
    ada, bob, room, pipe = chat
    image = {"url": "mxc://localhost/cat", "filename": "cat.png"}
    event = bob.send(room, "My cat", "m.image", **image)
    note = bob.send(room, "A text")
    mine = ada.send(room, "waves", "m.emote")
    pipe.wait(lambda p: len(p.messages) == 3, "all messages")
    bob.edit(room, event, "Our cat", msgtype="m.image", **image)
    bob.edit(room, note, "A notice", msgtype="m.notice")
    pipe.ask({"event": "revision.editing", "chatId": room, "messageId": mine, "text": "bows"})
    pipe.wait(lambda p: len(p.messages) == 3 and all(row["isEdited"] for row in p.messages), "all edits")
    caption, notice, emote = pipe.messages
    assert caption["kind"] == "unshowable" and "Our cat" in caption["text"] and "image" in caption["text"]
    assert (notice["kind"], notice["text"], emote["kind"], emote["text"]) == ("notice", "A notice", "emote", "bows")
    content = bob.messages(room)[-1]["content"]
    assert content["msgtype"] == "m.emote" and content["m.new_content"] == {"msgtype": "m.emote", "body": "bows", "m.mentions": {}}


def test_edit_that_is_deleted_while_offline_does_not_apply(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    one = bob.send(room, "One")
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room).shows("One")
    edit = bob.edit(room, one, "a slip")
    assert pipe.shows("a slip").finish() == 0
    bob.redact(room, edit)
    pipe = matrix.start(telex).connect().open(room).shows("One")
    assert shown(pipe) == [("One", False)]
