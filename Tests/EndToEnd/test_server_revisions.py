"""Editing and deleting messages: who may do it, and what is sent and stored."""

import pytest

from server import CHAT, Person, TelexServer, couple, server, wait_until
from store import all_bytes, faults
from talk import posted, texts


def frame(message):
    return {**message, "type": "revision"}


def test_revision_is_sent_to_all_and_fetched_later(server):
    ada, bob = couple(server)
    for number in (1, 2):
        ada.post(CHAT, f"fisrt {number}", f"{number}", **({"kind": "emote"} if number == 1 else {}))
    before = bob.chats().json
    told = [(person.push(), person.live(CHAT)) for person in (ada, bob)]
    for channel in sum(told, ()):
        channel.next("ready")
    edited = ada.edit(CHAT, "ada/1", "first").json
    deleted = ada.delete(CHAT, "ada/2").json
    posted = ada.post(CHAT, "third", "3").json
    assert edited == {**bob.history(CHAT)[0], "text": "first", "kind": "emote", "isEdited": True, "messageId": "ada/1", "serverOrder": 1}
    assert (deleted["text"], deleted["kind"], deleted["serverOrder"], "edited" in deleted) == ("", "deleted", 2, False)
    assert before["cursor"] < edited["revisedNumber"] < deleted["revisedNumber"]
    for push, live in told:
        events = push.until("message")
        assert [(event.id, event.data) for event in events[:-1]] == [
            (message["revisedNumber"], message) for message in (edited, deleted)]
        assert [each for each in live.until("message") if each["type"] == "revision"] == [frame(edited), frame(deleted)]
    assert bob.history(CHAT) == [edited, deleted, posted]
    assert bob.messages(CHAT, before=3).json["messages"] == [edited, deleted]
    again = bob.push(since=before["cursor"]).until("ready")
    assert [event.data for event in again if event.kind == "revision"] == [edited, deleted]
    page = bob.chats(since=before["cursor"]).json
    assert [chat["chatId"] for chat in page["chats"]] == [CHAT] and page["revisedNumber"] == deleted["revisedNumber"]
    assert bob.revisions(since=0).json == {
        "messages": [edited, deleted], "cursor": deleted["revisedNumber"], "hasMore": False}
    assert bob.revisions(since=edited["revisedNumber"]).json["messages"] == [deleted]
    assert bob.revisions(since=0, limit=1).json == {"messages": [edited], "cursor": edited["revisedNumber"], "hasMore": True}


def test_revision_without_effect_is_sent_to_nobody(server):
    ada, bob = couple(server)
    ada.post(CHAT, "first", "1")
    ada.post(CHAT, "second", "2")
    deleted = ada.delete(CHAT, "ada/2")
    push = bob.push()
    push.next("ready")
    same = ada.edit(CHAT, "ada/1", "first")
    assert same.status == 200 and "revised" not in same.json
    again = ada.delete(CHAT, "ada/2")
    assert again.status == 200 and again.json == deleted.json
    ada.post(CHAT, "end", "3")
    assert [event.kind for event in push.until("message")] == ["message"]


@pytest.mark.parametrize("method", ["edit", "delete"])
def test_only_ones_own_messages_can_be_revised(server, method):
    ada, bob = couple(server)
    ada.post(CHAT, "first", "1")
    change = (lambda person, message: person.edit(CHAT, message, "changed")) if method == "edit" else (
        lambda person, message: person.delete(CHAT, message))
    assert "not yours" in change(bob, "ada/1").problem(409)
    for message in ("ada/2", "bob/1", "1", "ada/", "/1", "zoe/1", "ADA/1", "ada/1/"):
        change(ada, message).problem(404)
    change(Person(server, "carol"), "ada/1").problem(404)
    assert texts(bob) == ["first"] and bob.revisions(since=0).json["messages"] == []


def test_edited_text_has_the_limits_of_a_message(server):
    ada, bob = couple(server)
    ada.post(CHAT, "first", "1")
    assert "text" in ada.edit(CHAT, "ada/1", "").problem(422)
    assert "65536" in ada.edit(CHAT, "ada/1", "\u00e9" * 32_769).problem(413)
    ada.request("PUT", f"/v1/chats/{CHAT}/messages/ada%2F1", {}).problem(422)
    ada.request("PUT", f"/v1/chats/{CHAT}/messages/ada%2F1", {"text": 1}).problem(422)
    text = "\u00e9" * 32_768
    assert ada.edit(CHAT, "ada/1", text).json["text"] == text == texts(bob)[0]
    assert ada.delete(CHAT, "ada/1").status == 200
    assert "deleted" in ada.edit(CHAT, "ada/1", "back").problem(409)


def test_message_without_a_response_may_be_posted_again(server):
    """Even if it has been edited or deleted since then."""
    ada, bob = couple(server)
    for number in (1, 2):
        ada.post(CHAT, "original", f"{number}")
    edited, deleted = ada.edit(CHAT, "ada/1", "new").json, ada.delete(CHAT, "ada/2").json
    for number, message in ((1, edited), (2, deleted)):
        again = ada.post(CHAT, "original", f"{number}")
        assert (again.status, again.json) == (200, message)
    assert texts(bob) == ["new", ""]


def test_deleted_and_replaced_texts_are_erased_from_the_store(server):
    ada, bob = couple(server)
    ada.post(CHAT, "xyzzy " * 100, "1")
    ada.post(CHAT, "plugh " * 100, "2")
    ada.edit(CHAT, "ada/1", "harmless")
    ada.delete(CHAT, "ada/2")
    server.stop()
    content = all_bytes(server)
    assert b"harmless" in content and b"xyzzy" not in content and b"plugh" not in content
    assert faults(server) == [] and "  No chat is missing messages." in server.command("doctor")[1].splitlines()


def test_revised_message_can_be_read_and_expires(tmp_path):
    with TelexServer(tmp_path / "server", *TelexServer.ARGUMENTS, "--retain-days", "30") as server:
        ada, bob = couple(server)
        posted(ada, 3)
        ada.delete(CHAT, "ada/text 1")
        ada.edit(CHAT, "ada/text 3", "new")
        assert bob.mark(CHAT, read="ada/text 1").json["readOrder"] == 1
        server.stop()
        server.sql("UPDATE message SET date = date - 31 * 86400000 WHERE seq = 1")
        server.start()
        wait_until(lambda: len(bob.history(CHAT)) == 2)
        assert texts(bob, after=0) == ["text 2", "new"]
        assert [message["text"] for message in bob.revisions(since=0).json["messages"]] == ["new"]
        assert "  No chat is missing messages." in server.command("doctor")[1]
