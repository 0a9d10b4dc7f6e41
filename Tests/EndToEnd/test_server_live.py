"""The WebSocket of an open chat: live messages and marks, typing, presence."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed

from server import Person, couple, server


def opened(person, chat="ada+bob"):
    live = person.live(chat)
    live.next("ready")
    return live


def types(user, active, chat="ada+bob"):
    frame = {"type": "typing", "chatId": chat, "userId": user, "isActive": active}
    return lambda seen: seen == frame


def is_there(user, online, chat="ada+bob"):
    frame = {"type": "presence", "chatId": chat, "userId": user, "isOnline": online}
    return lambda seen: seen == frame


def without_type(frame):
    return {name: value for name, value in frame.items() if name != "type"}


def messages(frames):
    return [without_type(frame) for frame in frames if frame["type"] == "message"]


def test_ready_contains_the_state_of_the_chat(server):
    ada, bob = couple(server)
    assert bob.live("ada+bob").next() == {"type": "ready", "lastOrder": 0}
    ada.post("ada+bob", "hello", "m1")
    for person in (ada, bob):
        assert person.live("ada+bob").next() == {"type": "ready", "lastOrder": 1}


def test_messages_and_marks_reach_all_devices_of_both(server):
    ada, bob = couple(server)
    lives = [opened(person) for person in (ada, ada, bob, bob)]
    sent = [ada.post("ada+bob", "hello", "m1").json, bob.post("ada+bob", "hi", "m1").json]
    mark = ada.mark("ada+bob", read="bob/m1").json
    for live in lives:
        frames = live.until("mark", where=lambda frame: without_type(frame) == mark)
        assert messages(frames) == sent


def test_repeated_message_is_delivered_once(server):
    ada, bob = couple(server)
    live, push = opened(bob), bob.push()
    push.next("ready")
    for name in ("m1", "m1", "m2"):
        ada.post("ada+bob", "hello", name)
    assert [frame["serverOrder"] for frame in messages(live.until("message", where=lambda frame: frame["serverOrder"] == 2))] == [1, 2]
    events = push.until("message", where=lambda event: event.data["serverOrder"] == 2)
    assert [event.data["serverOrder"] for event in events if event.kind == "message"] == [1, 2]


def test_events_of_other_chats_are_not_delivered(server):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    ada.create("carol")
    live, other, theirs = opened(ada), opened(ada, "ada+carol"), opened(carol, "ada+carol")
    theirs.say(type="typing", isActive=True, chatId="ada+bob", userId="bob")
    other.next("typing", where=types("carol", True, "ada+carol"))
    carol.post("ada+carol", "hello", "m1")
    other.next("message")
    bob.post("ada+bob", "the first", "m1")
    frames = live.until("message")
    assert {frame["chatId"] for frame in frames} == {"ada+bob"} and frames[-1]["text"] == "the first"
    assert not [frame for frame in frames if frame["type"] in ("typing", "presence") and frame.get("isActive")]


def test_no_message_is_missing_after_ready_while_others_post(server):
    ada, bob = couple(server)
    count = 200

    def send(first):
        return [ada.post("ada+bob", f"text {number}", f"m{number}").json for number in range(first, first + 20)]

    lives, everything = [], []
    with ThreadPoolExecutor(1) as pool:
        for first in range(0, count, 20):
            sending = pool.submit(send, first)
            live = bob.live("ada+bob")
            lives.append((live.next("ready")["lastOrder"], live))
            everything += sending.result()
    for last, live in lives:
        if last < count:
            assert messages(live.until("message", where=lambda frame: frame["serverOrder"] == count)) == everything[last:]


def test_typing_is_shown_to_the_other_person_until_it_stops(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    for _ in range(2):
        other.say(type="typing", isActive=True)
        live.next("typing", where=types("bob", True))
        other.say(type="typing", isActive=False)
        live.next("typing", where=types("bob", False))
    live.say(type="typing", isActive=True)
    other.next("typing", where=types("ada", True))


def test_typing_stops_when_the_socket_closes(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    other.say(type="typing", isActive=True)
    live.next("typing", where=types("bob", True))
    other.close()
    live.next("typing", where=types("bob", False))


def test_typing_times_out(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    since = time.monotonic()
    other.say(type="typing", isActive=True)
    live.next("typing", where=types("bob", True))
    live.next("typing", where=types("bob", False))
    assert time.monotonic() - since > 5


def test_person_is_online_while_the_chat_is_open_on_any_device(server):
    ada, bob = couple(server)
    live = opened(ada)
    first = opened(bob)
    live.next("presence", where=is_there("bob", True))
    # A later device learns who is online.
    opened(ada).next("presence", where=is_there("bob", True))
    first.next("presence", where=is_there("ada", True))
    second = opened(bob)
    first.close()
    second.say(type="typing", isActive=True)
    frames = live.until("typing", where=types("bob", True))
    assert not list(filter(is_there("bob", False), frames))
    second.close()
    live.next("presence", where=is_there("bob", False))


def test_person_is_offline_after_the_connection_breaks(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    other.say(type="typing", isActive=True)
    live.next("typing", where=types("bob", True))
    other.socket.shutdown(socket.SHUT_RDWR)
    frames = live.until("presence", where=is_there("bob", False))
    if not list(filter(types("bob", False), frames)):
        live.next("typing", where=types("bob", False))


def test_person_with_another_chat_open_is_not_online(server):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    carol.create("bob")
    live = opened(ada)
    opened(bob, "bob+carol")
    opened(bob).say(type="typing", isActive=True)
    frames = live.until("typing", where=types("bob", True))
    assert [frame for frame in frames if frame["type"] == "presence" and frame["isOnline"]] == [
        {"type": "presence", "chatId": "ada+bob", "userId": "bob", "isOnline": True}]


@pytest.mark.parametrize("text", ["", "x", "{", '{"type":"typing"', "{} {}", b"\xff\xfe", b'{"type":"\xc3"}'])
def test_invalid_json_closes_the_channel(server, text):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    other.send(text, text=True)
    assert other.ended() == 1007
    # Others are unaffected.
    bob.post("ada+bob", "hello", "m1")
    live.next("message")


@pytest.mark.parametrize("data", [b"", b'{"type":"typing","isActive":true}', b"\0" * 1000])
def test_binary_frame_closes_the_channel(server, data):
    ada, _ = couple(server)
    live = opened(ada)
    live.send(data)
    assert live.ended() == 1003


@pytest.mark.parametrize("parts", [1, 100])
def test_oversized_frame_closes_the_channel(server, parts):
    ada, _ = couple(server)
    live = opened(ada)
    part = '{"type":"x","more":"' + "x" * (100_000 // parts)
    try:
        live.send(part if parts == 1 else parts * [part])
    except ConnectionClosed:
        pass
    assert live.ended() == 1009


def test_unknown_frames_are_ignored(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    for frame in ({"type": "dance"}, {"type": "message", "text": "forged"}, {"type": "mark", "readId": "ada/m1"},
                  {"type": "presence", "isOnline": False}, {"type": "ready", "lastOrder": 7}, {"type": "x" * 60_000}):
        other.say(**frame)
    other.settle()
    other.say(type="typing", isActive=True, more={"a": [None]})
    frames = live.until("typing", where=types("bob", True))
    assert {frame["type"] for frame in frames} <= {"typing", "presence"}
    assert ada.messages("ada+bob").json["messages"] == []


def test_fragmented_frames_are_accepted(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    other.send(['{"type":"typ', 'ing","isAct', "", 'ive":true}'])
    live.next("typing", where=types("bob", True))


def test_flood_of_frames_does_not_affect_others(server):
    ada, bob = couple(server)
    live, other = opened(ada), opened(bob)
    for _ in range(3000):
        other.say(type="typing", isActive=True)
    other.say(type="typing", isActive=False)
    live.next("typing", where=types("bob", False))
    bob.post("ada+bob", "hello", "m1")
    live.next("message")


def test_shows_every_step_of_a_bots_answer(server):
    ada = Person(server, "ada")
    assert ada.create("Eliza").json["chatId"] == "ada+eliza"
    live = opened(ada, "ada+eliza")
    seq = ada.post("ada+eliza", "I am testing you", "m1").json["serverOrder"]
    live.next("mark", where=lambda mark: mark["userId"] == "eliza" and mark["readOrder"] < seq <= mark["deliveredOrder"])
    live.next("mark", where=lambda mark: mark["userId"] == "eliza" and seq <= mark["readOrder"])
    live.next("typing", where=types("eliza", True, "ada+eliza"))
    answer = live.next("message", where=lambda message: message["senderId"] == "eliza")
    assert answer["serverOrder"] > seq and answer["text"].strip() and answer["senderName"] == "Eliza"
    assert without_type(answer) in ada.messages("ada+eliza").json["messages"]


def test_bot_answers_messages_in_order(server):
    ada = Person(server, "ada")
    assert ada.create("Echo").json["chatId"] == "ada+echo"
    push = ada.push()
    push.next("ready")
    texts = [f"text {number}" for number in range(3)]
    for text in texts:
        assert ada.post("ada+echo", text, text).status == 201
    events = push.until("message", where=lambda event: event.data["senderId"] == "echo" and event.data["text"] == texts[-1])
    said = [event.data["text"] for event in events if event.kind == "message" and event.data["senderId"] == "echo"]
    assert [text for text in said if text in texts] == texts
