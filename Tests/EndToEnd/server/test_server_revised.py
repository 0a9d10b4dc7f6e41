"""Messages that their senders edit or delete, as telex shows them, also after it was offline."""

import random

import pytest

from fault_proxy import FaultProxy
from pipe_process import Pipe, history, is_loaded, opened, opened_pipe
from posts import posted
from server import CHAT, meet_bob, server


@pytest.mark.parametrize("log", ["kept", "cut"])
def test_offline_client_catches_up_with_revisions(server, telex, log):
    bob = meet_bob(telex, server)
    posted(bob, 300)
    pipe = opened_pipe(telex).wait(lambda p: p.row("text 300"), "the messages")
    assert pipe.finish() == 0
    with bob.on_one_connection():
        for number in range(1, 291):
            assert bob.edit(CHAT, f"bob/text {number}", f"changed {number}").status == 200
    for number in range(291, 296):
        assert bob.delete(CHAT, f"bob/text {number}").status == 200
    bob.edit(CHAT, "bob/text 7", "changed again")
    if log == "cut":
        server.stop()
        server.sql("DELETE FROM event")
        server.sql("UPDATE horizon SET upTo = (SELECT seq FROM sqlite_sequence WHERE name = 'event')")
        server.start()
    expected = ([f"changed {number}" if number != 7 else "changed again" for number in range(1, 291)]
                + 5 * ["[deleted]"] + [f"text {number}" for number in range(296, 301)])
    # The messages on screen first. `history` below checks the older ones.
    pipe = opened_pipe(telex).wait(lambda p: p.texts == expected[-len(p.texts):] and p.texts, "the changes")
    bob.edit(CHAT, "bob/text 300", "the end")
    pipe.wait(lambda p: p.texts[-1] == "the end", "one more change")
    assert pipe.finish() == 0
    assert [row["text"] for row in history(telex, CHAT)] == [*expected[:-1], "the end"]


@pytest.mark.parametrize("lost", [0, 10])
def test_revisions_of_earlier_messages_show_after_a_restore(server, telex, tmp_path, lost):
    """Also in a chat that starts over, because it has fewer messages than before."""
    bob = meet_bob(telex, server)
    kept = posted(bob, 10)
    assert server.command("backup", tmp_path / "copy")[0] == 0
    gone = posted(bob, lost, 11)
    pipe = opened_pipe(telex).wait(lambda p: p.texts == kept + gone, "the messages")
    server.stop()
    pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
    server.go_back(tmp_path / "copy")
    port, server.port = server.port, 0
    server.start()
    bob.edit(CHAT, "bob/text 2", "new")
    bob.delete(CHAT, "bob/text 3")
    server.stop()
    server.start(port)
    pipe.connect().wait(lambda p: p.texts == ["text 1", "new", "[deleted]", *kept[3:], *gone], "the changes")
    assert pipe.finish() == 0


def test_revisions_after_a_restore_are_not_mistaken_for_lost_ones(server, telex, tmp_path):
    bob = meet_bob(telex, server)
    expected = posted(bob, 20)
    assert server.command("backup", tmp_path / "copy")[0] == 0
    for number in range(5):
        bob.edit(CHAT, f"bob/{expected[number]}", f"lost {number}")
        expected[number] = f"lost {number}"
    assert opened_pipe(telex).wait(lambda p: p.texts == expected, "the changes that will be lost").finish() == 0
    server.stop()
    server.go_back(tmp_path / "copy")
    server.start()
    # At least as many new events as were lost.
    bob.edit(CHAT, "bob/text 9", "new")
    for number in range(10):
        bob.mark(CHAT, read=f"bob/text {number + 1}")
    bob.edit(CHAT, "bob/text 1", "newest")
    expected[8], expected[0] = "new", "newest"
    assert opened_pipe(telex).wait(lambda p: p.texts == expected, "what is new").finish() == 0


def started(telex):
    pipe = Pipe(telex, "--subscribe", "messages,connection,badge,chatList").connect()
    return pipe.send(opened(CHAT)).wait(is_loaded, "the messages")


@pytest.mark.parametrize("seed", [1, 2])
def test_converges_with_the_server_through_disconnections_and_kills(server, telex, seed):
    chance = random.Random(seed)
    with FaultProxy(server.port, seed) as proxy:
        bob = meet_bob(telex, server, url=proxy.url)
        pipe = started(telex)
        ids = []
        for number in range(150):
            deed = chance.random()
            if deed < 0.4 or not ids:
                ids.append(bob.post(CHAT, f"text {number}", f"{number}").json["messageId"])
            elif deed < 0.8:
                assert bob.edit(CHAT, chance.choice(ids), f"changed {number}").status == 200
            else:
                ids.remove(gone := chance.choice(ids))
                assert bob.delete(CHAT, gone).status == 200
            if number % 10 == 3:
                proxy.cut()
            elif number % 30 == 17:
                pipe.kill()
                pipe = started(telex)
            elif number % 10 == 8 and pipe.catch_up().connection.get("actions", {}).get("retry"):
                pipe.press(pipe.connection.get("actions", {}).get("retry"))
        expected = [message["text"] or "[deleted]" for message in bob.history(CHAT)]
        pipe.connect().wait(lambda p: p.texts == expected[-len(p.texts):] and p.models["messages"]["totalCount"]
                              == len(expected), "all that has become of it")
        assert pipe.finish() == 0
    assert [row["text"] for row in history(telex, CHAT)] == expected
