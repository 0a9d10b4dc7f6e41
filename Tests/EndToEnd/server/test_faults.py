"""Messages arrive exactly once, whatever fails on the way."""

import pytest

from amounts import amount
from fault_proxy import FaultProxy
from pipe_process import Pipe, history, is_loaded, opened
from posts import posted, texts
from server import CHAT, meet_bob, server
from soak_faults import soak

CUTS = amount(10, 50)


def sending(text):
    return {"event": "message.sending", "chatId": CHAT, "text": text, "id": text}


def revision(name, row, **members):
    return {"event": f"revision.{name}", "chatId": CHAT, "messageId": row["messageId"], "id": name, **members}


def started(telex):
    """Ada's pipe, with the chat open."""
    pipe = Pipe(telex, "--subscribe", "messages,connection,badge,chatList")
    return pipe.wait(lambda p: not p.models.get("chatList", {"shouldShowBusy": True})["shouldShowBusy"], "the list")


def chatting(telex, server, url):
    """Ada's pipe, online and in her chat with Bob; and Bob."""
    bob = meet_bob(telex, server, url=url)
    pipe = started(telex).connect().wait(lambda p: p.models["chatList"]["chats"], "the chat").send(opened(CHAT))
    return pipe.wait(is_loaded, "the messages").wait(lambda p: p.connection.get("liveChatId") == CHAT, "the live channel"), bob


def test_loses_and_duplicates_nothing_through_disconnections_and_kills(tmp_path):
    """soak_faults.py does the same for longer."""
    assert sum(soak(tmp_path, 1, amount(200, 1000), CUTS).values()) > CUTS


def test_sends_queued_messages_once_after_a_kill_while_the_server_is_down(telex, server):
    pipe, bob = chatting(telex, server, server.url)
    server.kill()
    pipe.send(sending("Are you there?"))
    pipe.wait(lambda p: p.has_state("Are you there?", "waiting"), "the message to wait")
    assert pipe.row("Are you there?")["statusText"] == "Waiting for the connection"
    pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
    assert pipe.connection["statusText"].startswith("Offline: ") and pipe.connection["queuedCount"] == 1
    assert pipe.connection.get("actions", {}).get("retry") == {"event": "connection.retrying"}
    pipe.wait(lambda p: "Are you there?" in p.answers, "an answer")
    for text in ("Bring cake", "Never mind"):
        pipe.send(sending(text)).wait(lambda p: p.has_state(text, "waiting"), "the message to wait")
    pipe.send(revision("editing", pipe.row("Bring cake"), text="Bring a cake"))
    pipe.send(revision("deleting", pipe.row("Never mind")))
    pipe.wait(lambda p: {"editing", "deleting"} <= p.answers.keys(), "both answers")
    assert pipe.texts == ["Are you there?", "Bring a cake"]
    pipe.kill()
    server.start()
    assert texts(bob) == []
    pipe = started(telex).send(opened(CHAT)).connect()
    pipe.wait(lambda p: p.has_state("Bring a cake", "sent"), "the messages waiting")
    pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
    assert pipe.finish() == 0
    assert texts(bob) == ["Are you there?", "Bring a cake"]
    assert [row["text"] for row in history(telex, CHAT)] == ["Are you there?", "Bring a cake"]


@pytest.fixture
def unheard(telex, server):
    """Ada's pipe with a message whose answer was lost, Bob, and the proxy between, which refuses connections."""
    with FaultProxy(server.port) as proxy:
        pipe, bob = chatting(telex, server, proxy.url)
        proxy.cut_answer(f"POST /v1/chats/{CHAT}/messages")
        pipe.send(sending("Do you hear me?"))
        assert proxy.wait_for_doom()
        pipe.wait(lambda p: p.has_state("Do you hear me?", "waiting"), "the message to wait")
        assert texts(bob) == ["Do you hear me?"]
        yield pipe, bob, proxy


def test_resends_a_message_once_when_the_response_is_lost(telex, unheard):
    pipe, bob, proxy = unheard
    proxy.refuse(False)
    pipe.connect().wait(lambda p: p.has_state("Do you hear me?", "sent"), "the message to be sent")
    pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
    pipe.send(sending("Now?")).wait(lambda p: p.has_state("Now?", "sent"), "the next one")
    assert pipe.finish() == 0
    assert texts(bob) == ["Do you hear me?", "Now?"]
    assert [row["text"] for row in history(telex, CHAT)] == ["Do you hear me?", "Now?"]


@pytest.mark.parametrize("name, members, left", [
    ("editing", {"text": "Do you hear us?"}, ("text", "Do you hear us?")), ("deleting", {}, ("deleted", "")),
])
def test_a_revision_follows_a_message_whose_response_is_lost(telex, unheard, name, members, left):
    """Nobody knows whether the server has it, in the next run either."""
    pipe, bob, proxy = unheard
    pipe.send(revision(name, pipe.row("Do you hear me?"), **members))
    pipe.wait(lambda p: name in p.answers, "an answer")
    assert texts(bob) == ["Do you hear me?"]
    pipe.kill()
    proxy.refuse(False)
    pipe = started(telex).send(opened(CHAT)).connect()
    pipe.wait(lambda p: p.connection["queuedCount"] == 0 and is_loaded(p) and [
        (row["kind"], row["state"]) for row in p.models["messages"]["messages"]] == [(left[0], "sent")], "the revision")
    assert pipe.finish() == 0
    assert [(row.get("kind", "text"), row["text"]) for row in bob.messages(CHAT).json["messages"]] == [left]


def test_receives_messages_sent_meanwhile_once_and_in_order(telex, server):
    with FaultProxy(server.port) as proxy:
        pipe, bob = chatting(telex, server, proxy.url)
        expected = []
        for number in range(5):
            proxy.refuse(True)
            proxy.cut()
            pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
            expected += posted(bob, 1, 2 * number)
            proxy.refuse(False)
            pipe.connect()
            expected += posted(bob, 1, 2 * number + 1)
            pipe.wait(lambda p: set(expected) <= set(p.texts), "both messages")
            assert pipe.texts == expected
        assert pipe.models["badge"] == {"unreadCount": 10, "mentionCount": 0}


def test_first_sync_completes_although_the_server_is_killed_halfway(telex, server):
    expected = [f"{number} " + "x" * 100 for number in range(500)]
    with FaultProxy(server.port) as proxy:
        bob = meet_bob(telex, server, url=proxy.url)
        with bob.on_one_connection():
            for number, text in enumerate(expected):
                assert bob.post(CHAT, text, f"b{number}").status == 201
        proxy.hold_after(20_000)
        pipe = Pipe(telex, "--subscribe", "connection,badge")
        assert proxy.wait_for_fuse(), "so little was fetched"
        server.kill()
        proxy.cut()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        assert pipe.models["badge"]["unreadCount"] < 500
        server.start()
        pipe.connect().wait(lambda p: p.models["badge"]["unreadCount"] >= 500, "all messages")
        assert pipe.models["badge"]["unreadCount"] == 500
        assert pipe.finish() == 0
        assert [row["text"] for row in history(telex, CHAT)] == expected
        assert telex.run("unread")[:2] == (0, "500\n")
