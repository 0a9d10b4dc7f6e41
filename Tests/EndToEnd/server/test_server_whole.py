"""The chat server as a whole: kills, and other clients."""

import http.client
import json
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from telex_program import PATIENCE
from server import couple, server, wait_until


@pytest.fixture
def threads():
    with ThreadPoolExecutor(16) as pool:
        yield pool


def all_messages(person, chat):
    messages, more = [], True
    while more:
        page = person.messages(chat, after=len(messages), limit=500).json
        messages, more = messages + page["messages"], page["hasMore"]
    assert [message["serverOrder"] for message in messages] == list(range(1, len(messages) + 1))
    return messages


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
        messages = all_messages(bob, "ada+bob")
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
    messages = all_messages(bob, "ada+bob")
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


def curl(person, path, *arguments):
    return ["curl", "-q", "-sS", "--noproxy", "*", "-H", f"Authorization: Bearer {person.token}", *arguments,
            person.server.url + path]


def test_curl_posts_and_reads(server):
    ada, bob = couple(server)
    path, message = "/v1/chats/ada+bob/messages", json.dumps({"transactionId": "m1", "text": "from curl \U0001F600"})
    sent = subprocess.check_output(
        curl(ada, path, "-f", "-H", "Content-Type: application/json", "-d", message), timeout=PATIENCE)
    read = subprocess.check_output(curl(bob, path, "-f", "-i"), timeout=PATIENCE)
    head, body = read.split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.1 200")
    assert json.loads(body) == {"messages": [json.loads(sent)], "hasMore": False}
    # Without a content type, curl does not send JSON.
    assert json.loads(subprocess.check_output(curl(ada, path, "-d", message), timeout=PATIENCE))["status"] == 415
    # Two requests on one connection.
    seen = subprocess.check_output(
        curl(bob, path, server.url + path, "-w", "\n%{http_code} %{num_connects}\n"), timeout=PATIENCE).splitlines()
    assert seen[1::2] == [b"200 1", b"200 0"] and json.loads(seen[0]) == json.loads(seen[2]) == json.loads(body)


def test_curl_reads_events_as_they_arrive(server):
    ada, bob = couple(server)
    with subprocess.Popen(curl(bob, "/v1/push", "-N"), stdout=subprocess.PIPE) as process:
        def block():
            lines = {}
            while (line := process.stdout.readline()) not in (b"\n", b"\r\n"):
                assert line, "the end"
                name, _, value = line.decode().rstrip("\r\n").partition(":")
                lines[name] = value.strip()
            return lines

        try:
            while block().get("event") != "ready":
                pass
            answer = ada.post("ada+bob", "hello", "m1").json
            while (event := block()).get("event") != "message":
                pass
            assert json.loads(event["data"]) == {"type": "message", **answer} and int(event["id"]) > 0
        finally:
            process.kill()
