"""Messages arrive exactly once, whatever fails on the way."""

import os

import pytest

from amounts import amount
from fault_proxy import FaultProxy
from pipe_process import Pipe, history, opened
from telex_program import Telex
from server import Person, login, server
from soak_faults import soak

CHAT = "ada+bob"
CUTS = amount(10, 50)


def number(name, otherwise):
    return int(os.environ.get(name, otherwise))


def sending(text):
    return {"event": "message.sending", "chatId": CHAT, "text": text, "id": text}


def revision(name, row, **members):
    return {"event": f"revision.{name}", "chatId": CHAT, "messageId": row["messageId"], "id": name, **members}


def is_loaded(pipe):
    return "messages" in pipe.models and not pipe.models["messages"]["shouldShowBusy"]


def started(telex):
    """Ada's pipe, with the chat open."""
    pipe = Pipe(telex, "--subscribe", "messages,connection,badge,chatList")
    return pipe.wait(lambda p: not p.models.get("chatList", {"shouldShowBusy": True})["shouldShowBusy"], "the list")


def chatting(telex, server, url):
    """Ada's pipe, online and in her chat with Bob; and Bob."""
    login(telex, server, "ada", "Ada", url=url)
    bob = Person(server, "bob", "Bob")
    assert bob.create("ada").status == 201
    pipe = started(telex).connect().wait(lambda p: p.models["chatList"]["chats"], "the chat").send(opened(CHAT))
    return pipe.wait(is_loaded, "the messages").wait(lambda p: p.connection.get("liveChatId") == CHAT, "the live channel"), bob


def texts(person):
    return [message["text"] for message in person.messages(CHAT, limit=500).json["messages"]]


def test_loses_and_duplicates_nothing_through_disconnections_and_kills(tmp_path):
    """soak_faults.py does the same for longer."""
    done = soak(tmp_path, number("TELEX_FAULTS_SEED", 1), number("TELEX_FAULTS_MESSAGES", amount(200, 1000)),
                number("TELEX_FAULTS_CUTS", CUTS))
    assert sum(done.values()) > number("TELEX_FAULTS_CUTS", CUTS)


def test_sends_queued_messages_once_after_a_kill_while_the_server_is_down(telex, server):
    pipe, bob = chatting(telex, server, server.url)
    try:
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
    finally:
        pipe.close()
    assert texts(bob) == ["Are you there?", "Bring a cake"]
    assert [row["text"] for row in history(telex, CHAT)] == ["Are you there?", "Bring a cake"]


def test_resends_a_message_once_when_the_response_is_lost(telex, server):
    with FaultProxy(server.port) as proxy:
        pipe, bob = chatting(telex, server, proxy.url)
        try:
            proxy.cut_answer(f"POST /v1/chats/{CHAT}/messages")
            pipe.send(sending("Do you hear me?"))
            assert proxy.wait_for_doom()
            pipe.wait(lambda p: p.has_state("Do you hear me?", "waiting"), "the message to wait")
            assert texts(bob) == ["Do you hear me?"]
            proxy.refuse(False)
            pipe.connect().wait(lambda p: p.has_state("Do you hear me?", "sent"), "the message to be sent")
            pipe.wait(lambda p: p.connection["queuedCount"] == 0, "nothing to wait")
            pipe.send(sending("Now?")).wait(lambda p: p.has_state("Now?", "sent"), "the next one")
            assert pipe.finish() == 0
        finally:
            pipe.close()
        assert texts(bob) == ["Do you hear me?", "Now?"]
        assert [row["text"] for row in history(telex, CHAT)] == ["Do you hear me?", "Now?"]


@pytest.mark.parametrize("name, members, left", [
    ("editing", {"text": "Do you hear us?"}, ("text", "Do you hear us?")), ("deleting", {}, ("deleted", "")),
])
def test_a_revision_follows_a_message_whose_response_is_lost(telex, server, name, members, left):
    """Nobody knows whether the server has it, in the next run either."""
    with FaultProxy(server.port) as proxy:
        pipe, bob = chatting(telex, server, proxy.url)
        try:
            proxy.cut_answer(f"POST /v1/chats/{CHAT}/messages")
            pipe.send(sending("Do you hear me?"))
            assert proxy.wait_for_doom()
            pipe.wait(lambda p: p.has_state("Do you hear me?", "waiting"), "the message to wait")
            pipe.send(revision(name, pipe.row("Do you hear me?"), **members))
            pipe.wait(lambda p: name in p.answers, "an answer")
            assert texts(bob) == ["Do you hear me?"]
            pipe.kill()
            proxy.refuse(False)
            pipe = started(telex).send(opened(CHAT)).connect()
            pipe.wait(lambda p: p.connection["queuedCount"] == 0 and is_loaded(p) and [
                (row["kind"], row["state"]) for row in p.models["messages"]["messages"]] == [(left[0], "sent")], "the revision")
            assert pipe.finish() == 0
        finally:
            pipe.close()
        assert [(row.get("kind", "text"), row["text"]) for row in bob.messages(CHAT).json["messages"]] == [left]


def test_duplicated_request_posts_one_message(telex, server):
    with FaultProxy(server.port) as proxy:
        pipe, bob = chatting(telex, server, proxy.url)
        try:
            for text in ("One", "Two"):
                pipe.send(sending(text)).wait(lambda p: p.has_state(text, "sent"), f"{text} to be sent")
                assert proxy.duplicate()
            assert bob.post(CHAT, "Three", "b1").status == 201
            pipe.wait(lambda p: p.row("Three"), "the answer")
            assert pipe.texts == texts(bob) == ["One", "Two", "Three"]
        finally:
            pipe.close()


def test_receives_messages_sent_meanwhile_once_and_in_order(telex, server):
    with FaultProxy(server.port) as proxy:
        pipe, bob = chatting(telex, server, proxy.url)
        try:
            expected = []
            for number in range(5):
                proxy.refuse(True)
                proxy.cut()
                pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
                expected += [f"{number} away", f"{number} back"]
                assert bob.post(CHAT, expected[-2], expected[-2]).status == 201
                proxy.refuse(False)
                pipe.connect()
                assert bob.post(CHAT, expected[-1], expected[-1]).status == 201
                pipe.wait(lambda p: p.row(expected[-1]) and p.row(expected[-2]), f"{expected[-1]!r}")
                assert pipe.texts == expected
            assert pipe.models["badge"] == {"unreadCount": 10, "mentionCount": 0}
        finally:
            pipe.close()


def test_first_sync_completes_although_the_server_is_killed_halfway(telex, server):
    expected = [f"{number} " + "x" * 100 for number in range(500)]
    with FaultProxy(server.port) as proxy:
        login(telex, server, "ada", "Ada", url=proxy.url)
        bob = Person(server, "bob", "Bob")
        assert bob.create("ada").status == 201
        for number, text in enumerate(expected):
            assert bob.post(CHAT, text, f"b{number}").status == 201
        proxy.hold_after(20_000)
        pipe = Pipe(telex, "--subscribe", "connection,badge")
        try:
            assert proxy.wait_for_fuse(), "so little was fetched"
            server.kill()
            proxy.cut()
            pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
            assert pipe.models["badge"]["unreadCount"] < 500
            server.start()
            pipe.connect().wait(lambda p: p.models["badge"]["unreadCount"] >= 500, "all messages")
            assert pipe.models["badge"]["unreadCount"] == 500
            assert pipe.finish() == 0
        finally:
            pipe.close()
        assert [row["text"] for row in history(telex, CHAT)] == expected
        assert telex.run("unread")[:2] == (0, "500\n")


def test_two_devices_of_one_person_converge(telex, server, tmp_path):
    (tmp_path / "second").mkdir()
    second = Telex(tmp_path / "second")
    pipe, bob = chatting(telex, server, server.url)
    other = None
    try:
        invitation = server.invite("ada")
        code, _, err = second.run("login", server.url, text=invitation + "\n")
        assert code == 0, err
        other = started(second).connect().wait(lambda p: p.models["chatList"]["chats"], "the chat").send(opened(CHAT))
        assert bob.post(CHAT, "Hello", "b1").status == 201
        for device in (pipe, other):
            device.wait(lambda p: p.row("Hello") and p.models["badge"]["unreadCount"] == 1, "the message")
        pipe.press(pipe.models["messages"].get("actions", {}).get("markRead"))
        other.wait(lambda p: p.models["badge"]["unreadCount"] == 0, "what the first has read")
        other.send(sending("Hi, Bob"))
        pipe.wait(lambda p: p.has_state("Hi, Bob", "sent"), "what the other has sent")
        assert pipe.row("Hi, Bob")["isOwn"] and pipe.texts == texts(bob) == ["Hello", "Hi, Bob"]
        other.wait(lambda p: p.has_state("Hi, Bob", "sent"), "the message to be sent")
        assert other.texts == ["Hello", "Hi, Bob"]
    finally:
        pipe.close()
        if other:
            other.close()
