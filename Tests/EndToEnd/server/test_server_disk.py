"""The chat server on full and read-only disks."""

import os
import re

import pytest

from disk import LIKE_OTHERS, disk, move
from pipe_process import history, opened_pipe
from posts import texts
from server import CHAT, Person, TelexServer, channels, couple, meet_bob, refusal, run, wait_until
from server_store import contents, cramped, patient, sound


def post_until_full(person, start=0):
    """Posts until the disk is full; returns the texts of the accepted messages."""
    taken = []
    for number in range(start, start + 10_000):
        answer = person.post(CHAT, f"{number} " + "x" * 500, str(number))
        if answer.status != 201:
            detail = answer.problem(503)
            assert "full" in detail and int(answer.headers["Retry-After"]) > 0
            return taken
        taken.append(answer.json["text"])
    raise AssertionError("it takes everything")


def test_refuses_posts_on_a_full_disk_until_there_is_space_and_loses_nothing(cramped, disk):
    ada, bob = couple(cramped)
    push, live = channels(bob)
    disk.fill(100_000)
    taken = post_until_full(ada)
    assert taken and re.search(r" error .*full", cramped.log())
    # Reads still work, rejected posts were delivered to nobody, and nothing is half stored.
    assert texts(bob) == taken
    for number in range(20):
        text = f"refused {number} " + "x" * 20_000
        ada.post(CHAT, text, text[:20]).problem(503)
    for small in (bob.mark(CHAT, read="ada/0"), bob.create("eliza"), ada.request("POST", "/v1/logout", token="none")):
        assert small.status in (200, 201, 401) or "full" in small.problem(503)
    assert texts(bob) == taken
    assert bob.people("ada").json["people"] == [{"userId": "ada", "name": "Ada Lovelace"}]
    disk.make_room()
    assert ada.post(CHAT, "after", "after").json["serverOrder"] == len(taken) + 1
    assert [event.data["text"] for event in push.until("message", where=lambda event: event.data["text"] == "after")
            if event.kind == "message"] == [*taken, "after"]
    assert [frame["text"] for frame in live.until("message", where=lambda frame: frame["text"] == "after")
            if frame["type"] == "message"] == [*taken, "after"]
    assert bob.mark(CHAT, read="ada/after").status == 200 and bob.create("eliza").status in (200, 201)
    # A kill on a full disk loses nothing, either.
    disk.fill(50_000)
    more = post_until_full(ada, 10_000)
    cramped.kill()
    disk.make_room()
    cramped.start()
    assert texts(bob) == [*taken, "after", *more]
    assert "  No chat is missing messages." in cramped.command("doctor")[1]


def test_message_rejected_on_a_full_disk_is_delivered_later_once(cramped, disk, telex):
    bob = meet_bob(telex, cramped)
    pipe = opened_pipe(telex)
    disk.fill(50_000)
    taken = post_until_full(bob)
    pipe.send({"event": "message.sending", "chatId": CHAT, "text": "Is there room?", "id": "m"})
    wait_until(lambda: cramped.log().count("status=503") > 1)
    pipe.wait(lambda p: p.has_state("Is there room?", "waiting", "sending"), "the message to wait")
    disk.make_room()
    pipe.connect().wait(lambda p: p.has_state("Is there room?", "sent"), "the message waiting")
    pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
    assert pipe.finish() == 0
    assert texts(bob) == [row["text"] for row in history(telex, CHAT)] == [*taken, "Is there room?"]


def test_does_not_start_on_a_full_disk_and_says_why(patient, disk):
    move(patient, disk)
    disk.fill()
    for _ in range(2):
        refusal(run(patient, *disk.prefix), 73, str(patient.store), "Free some space")
    refusal(patient.command("user", "add", "zoe"), 73, str(patient.store), "Free some space")
    disk.make_room()
    with patient:
        ada = Person(patient, "ada", invitation=patient.invite("ada"))
        assert len(texts(ada)) == 200


def test_does_not_start_with_a_new_store_on_a_full_disk_and_says_why(tmp_path, disk):
    server = TelexServer(tmp_path / "server")
    server.prefix, server.store = disk.prefix, disk.folder / "server.sqlite"
    for room in (0, 8192, 65_536):
        disk.fill(room)
        refusal(run(server, *disk.prefix), 73, str(server.store), "Free some space")
    disk.make_room()
    with server:
        couple(server)


@pytest.mark.parametrize("has_file", [True, False])
def test_does_not_start_in_a_read_only_folder_and_says_why(patient, has_file):
    if not has_file:
        patient.store.unlink()
    before = contents(patient.folder)
    patient.folder.chmod(0o500)
    patient.prefix = LIKE_OTHERS
    try:
        refusal(run(patient, *LIKE_OTHERS), 73, str(patient.store), "is writable")
        refusal(patient.command("user", "add", "zoe"), 73, str(patient.store), "is writable")
        assert contents(patient.folder) == before
    finally:
        patient.folder.chmod(0o700)
    patient.prefix = ()
    with patient:
        pass


def test_does_not_start_on_a_read_only_disk_and_says_why(patient, disk):
    move(patient, disk)
    disk.make_read_only()
    refusal(run(patient, *disk.prefix), 73, str(patient.store), "is writable")
    assert os.listdir(disk.seen) == ["server.sqlite"]
