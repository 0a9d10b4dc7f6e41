"""Clients that do not read or are slow: how the server treats them, what they cost, and that others are unaffected."""

import contextlib

import pytest

from amounts import amount
from raw_http import POSTS, Kept, answers, channel, connect, head, holds, problem
from telex_program import memory
from server import CHAT, couple, serve, wait_until
from stopped_processes import is_at_rest

# Slow interactions run in parallel with these tests.
pytestmark = pytest.mark.usefixtures("beginning")

LONG = "x" * 60_000
# More than the server buffers for a slow reader.
COUNT = amount(1060, 4000)


def test_unread_responses_use_little_memory(serve):
    server = serve()
    ada, _ = couple(server)
    for number in range(10):
        assert ada.post(CHAT, LONG, f"m{number}").status == 201
    before = memory(server.process)
    with connect(server, buffer=4096) as connection:
        connection.setblocking(False)
        requests, sent = head(f"GET {POSTS}", token=ada.token) * 1000, 0

        def is_stuck():
            nonlocal sent
            with contextlib.suppress(BlockingIOError):
                while True:
                    sent += connection.send(requests[sent % len(requests):])
            return is_at_rest(server.process)

        wait_until(is_stuck)
        assert memory(server.process) < before + 100
    assert ada.chats().status == 200


def test_unread_pages_use_little_memory(serve):
    server = serve()
    ada, bob = couple(server)
    with contextlib.closing(Kept(server, ada.token)) as writer, contextlib.ExitStack() as connections:
        for number in range(500):
            writer.post(LONG, f"m{number}")
        for person in 10 * (ada, bob):
            request = head(f"GET {POSTS}?limit=500", token=person.token)
            connection = connections.enter_context(connect(server, request, buffer=4096))
            assert connection.recv(12) == b"HTTP/1.1 200"
        assert memory(server.process) < 500


def test_client_that_does_not_read_is_disconnected_and_later_fetches_what_it_missed(serve):
    server = serve()
    ada, bob = couple(server)
    push, live, writer = bob.push(), bob.live(CHAT), Kept(server, ada.token)
    first = push.next("ready").id
    live.next("ready")
    silent = [channel(server, bob, kind) for kind in ("push", "live")]
    events, most, count = [], 0, 0
    # How much the system's buffers hold depends on the machine.
    while count < COUNT or any(holds(server, connection) for connection in silent):
        for number in range(count, count + 20):
            last = writer.post(f"{number} {LONG}", f"m{number}")["messageId"]
        count += 20
        events += push.until("message", where=lambda event: event.data["messageId"] == last)
        live.next("message", where=lambda frame: frame["messageId"] == last)
        most = max(most, memory(server.process))
    assert [event.data["messageId"] for event in events] == [f"ada/m{number}" for number in range(count)]
    assert most < 200
    for connection in silent:
        connection.close()
    assert bob.push(last_event=first).next().kind == "gap"
    for missed in (10, 100, 900):
        push, told = bob.push(last_event=events[-1 - missed].id), []
        while told[-1:] != ["ready"]:
            event = push.next()
            told.append(event.data["messageId"] if event.kind == "message" else event.kind)
        assert told in (["gap", "ready"], [f"ada/m{number}" for number in range(count - missed, count)] + ["ready"])
    fetched = []
    while page := bob.messages(CHAT, after=len(fetched), limit=100).json["messages"]:
        fetched += [message["text"] for message in page]
    assert fetched == [f"{number} {LONG}" for number in range(count)]
    writer.close()


def finished(slow, name):
    return vars(slow)[name].result()


@pytest.mark.parametrize("name, least", [
    ("header", 5), ("body", 5), ("chunks", 5), ("second body", 5), ("secure header", 5),
])
def test_slow_request_times_out(slow, name, least):
    seconds, received = finished(slow, name)
    found = answers(received)
    if name == "second body":
        assert found.pop(0)[0] == 200
    assert [problem(answer) for answer in found] == [408] and seconds > least, (seconds, received)


@pytest.mark.parametrize("name, least", [
    ("silence", 5), ("idle", 20), ("second header", 5), ("refused body", 0),
    ("no hello", 5), ("hello", 5), ("secure silence", 5),
])
def test_idle_connection_is_closed(slow, name, least):
    seconds, received = finished(slow, name)
    assert seconds > least
    if not name.endswith("hello"):
        statuses = [status for status, _, _ in answers(received)]
        assert statuses in {"idle": ([200],), "second header": ([200], [200, 408]),
                            "refused body": ([401], [401, 408])}.get(name, ([], [408]))


def test_message_that_times_out_is_not_accepted(slow):
    _, received = finished(slow, "message")
    assert [problem(answer) for answer in answers(received)] == [408]
    assert "slow" not in [message["text"] for message in slow.bob.messages(CHAT, limit=500).json["messages"]]


@pytest.mark.parametrize("name", ["no pong", "frame"])
def test_unresponsive_live_channel_is_closed(slow, name):
    seconds, received = finished(slow, name)
    assert b" 101 " in received and seconds > 20


def test_silent_but_responsive_clients_stay_connected(slow):
    pushed, live = finished(slow, "readers")
    assert pushed.data["text"] == live["text"] == "still there?"


def test_rate_limited_queue_is_sent_without_loss_or_duplicates(slow):
    arrived, texts, refusals = finished(slow, "queue")
    assert arrived == texts and refusals < 100
