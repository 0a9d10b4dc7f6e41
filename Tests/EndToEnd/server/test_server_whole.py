"""The chat server as a whole: stops and kills."""

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from server import couple, server, wait_until


@pytest.fixture
def threads():
    with ThreadPoolExecutor(16) as pool:
        yield pool


def test_kill_loses_no_answered_posts_and_duplicates_nothing(server, threads):
    ada, bob = couple(server)
    position = bob.chats().json["cursor"]
    answered, sent, lock = {}, [], threading.Lock()

    def send(person, start):
        for number in range(start, start + 10_000):
            message = person, str(number)
            with lock:
                sent.append(message)
            try:
                answer = person.post("ada+bob", f"text {number}", str(number))
            except (OSError, http.client.HTTPException):
                return
            assert answer.status == 201
            with lock:
                answered[message] = answer.json

    for round_number in range(4):
        before = len(answered)
        sending = [threads.submit(send, person, (4 * round_number + thread) * 10_000)
                   for thread in range(4) for person in (ada, bob)]
        wait_until(lambda: len(answered) > before + 40 or any(each.done() for each in sending))
        server.kill()
        for each in sending:
            each.result()
        server.start()
        messages = bob.history("ada+bob")
        assert [message["serverOrder"] for message in messages] == list(range(1, len(messages) + 1))
        stored = {message["messageId"]: message for message in messages}
        assert len(stored) == len(messages)
        for (person, name), message in answered.items():
            assert stored[f"{person.user}/{name}"] == message
    # Unanswered posts are sent again.
    for person, name in sent:
        answer = person.post("ada+bob", f"text {name}", name)
        stored_already = f"{person.user}/{name}" in stored
        assert answer.status == (200 if stored_already else 201)
        assert not stored_already or answer.json == stored[answer.json["messageId"]]
    messages = bob.history("ada+bob")
    assert len(messages) == len(sent)
    again = bob.push(last_event=position).until("ready")
    assert [event.data for event in again if event.kind == "message"] == messages


def test_answered_posts_survive_a_stop_or_kill(server):
    ada, bob = couple(server)
    for end in ("stop", "kill"):
        message = ada.post("ada+bob", end, end).json
        mark = bob.mark("ada+bob", read=message["messageId"]).json
        before = bob.chats().json
        getattr(server, end)()
        server.start()
        # Only the number of the run differs.
        again = bob.chats().json
        assert again.pop("run") > before.pop("run") and again == before and mark in before["chats"][0]["marks"]
        assert bob.messages("ada+bob", limit=1).json["messages"] == [message]
    assert ada.post("ada+bob", "next", "next").json["serverOrder"] == 3
