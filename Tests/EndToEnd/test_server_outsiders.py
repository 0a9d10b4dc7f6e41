"""People outside a chat can neither read it, nor act in it, nor find out that it exists."""

import itertools

import pytest

from openapi import SAMPLES, ask_for
from server import Person, couple, server
from town import nothing_happens, rows, town


def test_another_persons_chat_looks_like_a_missing_one(town):
    def answers(operation, chat, **options):
        answer = ask_for(town.server, operation, town.carol.token, {"chatId": chat}, **options)
        town.document.check(operation, answer)
        headers = {name.lower(): value for name, value in answer.headers.items() if name.lower() != "date"}
        return answer.status, headers, answer.body.replace(chat.encode(), b"CHAT")

    with nothing_happens(town):
        for operation in town.document.operations:
            if not operation.parameters("path"):
                continue
            queries = ["", *(f"?{parameter['name']}={value}" for parameter in operation.parameters("query")
                             for value in (SAMPLES[parameter["name"]], "x"))]
            bodies = [..., {}, b"{", b""] if operation.body else [None]
            for query, body, upgrade in itertools.product(queries, bodies, (True, False)):
                options = {"query": query, "body": body, "upgrade": upgrade}
                theirs = answers(operation, "ada+bob", **options)
                assert theirs == answers(operation, "ada+zoe", **options), operation.name
                is_right = body in (..., None) and not query.endswith("=x")
                assert theirs[0] == 404 if is_right else 400 <= theirs[0] < 500, (operation.name, options, theirs)


def happenings(one, other, newcomer):
    """Triggers every event that the channels of a chat can report."""
    chat = "+".join(sorted((one.user, other.user)))
    live = other.live(chat)
    live.next("ready")
    live.say(type="typing", isActive=True)
    assert one.post(chat, "secret", "secret").status == 201
    assert other.mark(chat, read=f"{one.user}/secret").status == 200
    assert one.create(newcomer).status == 201
    live.close()


def test_outsider_receives_no_events_of_a_chat(server):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    server.user("dan")
    ada.create("carol")
    told = [ada.push(), ada.live("ada+bob")]
    push, live = carol.push(), carol.live("ada+carol")
    for channel in (*told, push, live):
        channel.next("ready")
    told[1].next("presence")
    happenings(ada, bob, "dan")
    ada.post("ada+carol", "the end", "end")
    kinds = {event.kind for event in told[0].until("message", where=lambda event: event.data["chatId"] == "ada+carol")}
    kinds |= {frame["type"] for frame in told[1].until("presence", where=lambda frame: not frame["isOnline"])}
    assert kinds >= {"message", "mark", "chat", "typing", "presence"}
    assert [event.data["text"] for event in push.until("message")] == ["the end"]
    frames = [frame for frame in live.until("message") if frame["type"] != "presence" or frame["userId"] != "ada"]
    assert [frame["text"] for frame in frames] == ["the end"]
    # Catching up later reveals nothing, either.
    again = [event for event in carol.push(since=0).until("ready") if event.kind != "ready"]
    assert {event.data["chatId"] for event in again} == {"ada+carol"}


@pytest.mark.parametrize("kind", ["ready", "message", "mark", "chat", "typing", "presence", "gap"])
def test_outsider_cannot_forge_events_of_a_chat(server, kind):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    carol.create("ada")
    ada.post("ada+bob", "hello", "m1")
    told, lives = [ada.push(), bob.push()], [ada.live("ada+bob"), bob.live("ada+bob")]
    live = carol.live("ada+carol")
    for channel in (*told, *lives, live):
        channel.next("ready")
    for channel in lives:
        channel.next("presence", where=lambda frame: frame["isOnline"])
    before = rows(server)
    live.say(type=kind, chatId="ada+bob", userId="bob", senderId="bob", senderName="Bob", isActive=True, isOnline=False, text="forged",
             messageId="bob/forged", serverOrder=2, readId="ada/m1", deliveredId="ada/m1", readOrder=1, deliveredOrder=1,
             lastOrder=7, eventNumber=7,
             contact="bob", date="2026-01-01T00:00:00.000Z", marks=[])
    live.settle()
    assert rows(server) == before
    ada.post("ada+bob", "the end", "end")
    assert [[event.data["text"] for event in push.until("message")] for push in told] == [["the end"], ["the end"]]
    assert [[frame["text"] for frame in live.until("message")] for live in lives] == [["the end"], ["the end"]]
