"""Many rooms: the first sync shows progress, memory stays small, and the next start needs no network."""

import re

import pytest

from cast import Cast
from lengthening import lengthen
from matrix import Homeserver
from proxy import Proxy

ROOMS, MESSAGES = 24, 40


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A homeserver, Ada, and her rooms with their last messages."""
    folder = tmp_path_factory.mktemp("crowd")
    with Homeserver(folder / "homeserver") as homeserver:
        cast = Cast(homeserver, folder)
        ada, bob = cast.people("ada", "bob")
        rooms = [cast.together(bob, ada, name=f"Room {number}") for number in range(ROOMS)]
        for room in rooms:
            bob.send(room, f"the first of {room}")
        lengthen(homeserver, MESSAGES - 1)
        yield cast, ada, bob, {room: bob.texts(room) for room in rooms}
        cast.close()


@pytest.fixture
def synced(crowd):
    """A device of hers that has synced everything, and the proxy it used."""
    cast, ada, _, rooms = crowd
    with Proxy(cast.homeserver.port) as proxy:
        telex = cast.telex(ada, proxy.url)
        pipe = cast.start(telex).connect().has_chats(*rooms)
        pipe.wait(lambda p: p.unread == ROOMS * MESSAGES, "all to be unread")
        yield telex, proxy, pipe
        pipe.close()


def memory(pipe, kind="VmHWM"):
    """Returns the process's peak resident memory in MiB."""
    with open(f"/proc/{pipe.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(kind)) / 1024


def test_first_sync_shows_progress_and_loads_all_rooms(crowd, synced):
    _, ada, _, rooms = crowd
    _, _, pipe = synced
    told = [model["progressText"] for model in pipe.seen("connection") if "progressText" in model]
    steps = [tuple(map(int, re.fullmatch(r"(\d+) of (\d+) chats", text).groups())) for text in told]
    assert len(steps) > 1 and {total for _, total in steps} == {ROOMS}, told
    assert [done for done, _ in steps] == sorted({done for done, _ in steps}), told
    assert pipe.connection.get("progressText") is None, "it is told no longer than it lasts"
    assert pipe.counts == ada.counts() and pipe.models["notification"]["totalCount"] == 0
    for room, texts in rooms.items():
        assert pipe.chats[room]["previewText"] == texts[-1][:120] or texts[-1] in pipe.chats[room]["previewText"]
        assert len(texts) == MESSAGES


def test_memory_is_bounded_when_every_room_is_read_to_its_beginning(crowd, synced):
    _, _, _, rooms = crowd
    _, _, pipe = synced
    first = memory(pipe)
    for room, texts in rooms.items():
        assert pipe.open(room).page().paged_texts == texts
    assert first < 100 and memory(pipe) < 1.5 * first + 20, f"{first:.0f} MiB, and then {memory(pipe):.0f} MiB"


def test_second_start_shows_all_chats_without_a_network(crowd, synced):
    cast, _, _, rooms = crowd
    telex, proxy, pipe = synced
    expected = dict(pipe.chats)
    assert pipe.finish() == 0
    proxy.refuse(True)
    pipe = cast.start(telex)
    pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
    assert pipe.chats == expected and pipe.unread == ROOMS * MESSAGES
    shown = [line.get("view") for line in pipe.taken if line.get("view") in ("chatList", "connection")]
    assert "chatList" in shown
    busy = [model["shouldShowBusy"] for model in pipe.seen("chatList")]
    assert busy == [True, False], "the chats came piece by piece"
    pipe.open(list(rooms)[7])
    assert pipe.texts == rooms[list(rooms)[7]][-len(pipe.texts):] and len(pipe.texts) >= 20


def test_event_in_one_of_many_rooms_updates_only_that_room(crowd, synced):
    _, ada, bob, rooms = crowd
    _, _, pipe = synced
    room = list(rooms)[11]
    pipe.wait(lambda p: p.connection["connectionState"] == "online", "being online")
    lines = len(pipe.taken)
    rooms[room].append("Are you there?")
    bob.send(room, "Are you there?")
    pipe.wait(lambda p: p.chats[room]["previewText"].endswith("Are you there?"), "the message")
    pipe.wait(lambda p: p.models["notification"]["totalCount"] == 1, "a notification")
    assert list(pipe.chats)[0] == room and len(pipe.taken) < lines + 20
    ada.read(room, bob.last_event(room))
    pipe.wait(lambda p: p.counts[room] == (0, 0), "that it was read")
