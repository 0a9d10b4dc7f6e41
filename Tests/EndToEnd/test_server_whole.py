"""The chat server as a whole: any text, concurrency, kills, and other clients."""

import collections
import http.client
import json
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import PATIENCE
from server import Person, couple, server, wait_until

HOSTILE = [
    "\0", "nul\0in between", "\x01\x1b[2J\x07\x7f\x80\x9b", "\rx\r", "\n\nx\n", "\r\n\r\nx",
    "\ndata: forged\n\nevent: message", "\u2028\u2029\x85\x0b\x0c\x1cx", "\u202egnp.exe", "\u2067x\u2069",
    "\U0001F600\U0001F468\u200d\U0001F469\u200d\U0001F467", "\U000E0041\u200b", "Z" + 1000 * "\u0310",
    "caf\u00e9", "cafe\u0301", "\u0301", "\u212b\u00c5A\u030a", "\ufeffbom", "\ufffe\uffff\U0010ffff\ufdd0", "\ufffd",
    "\\u0000 \\ud83d \\\\ \\", "\"}],\"x\":{", "</script><!--", "' OR 1=1; --", "%00%s%n", "null", "1e999",
    " \t space around \u3000\u00a0 ", "x" * 65_536, "\u00e9" * 32_768, "\U0001F600" * 16_384, "\0" * 43_000,
]


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


def test_any_text_comes_back_byte_for_byte_on_every_channel(server):
    ada, bob = couple(server)
    position = bob.chats().json["cursor"]
    push, live = bob.push(), bob.live("ada+bob")
    push.next("ready")
    live.next("ready")
    for number, text in enumerate(HOSTILE):
        assert ada.post("ada+bob", text, f"m{number}").json["text"] == text
        assert push.next("message").data["text"] == text
        assert live.next("message")["text"] == text
        # The same message, escaped as ASCII.
        escaped = json.dumps({"transactionId": f"m{number}", "text": text}).encode()
        if len(escaped) < 256 * 1024:
            assert ada.request("POST", "/v1/chats/ada+bob/messages", escaped).status == 200
    server.stop()
    server.start()
    assert [message["text"] for message in all_messages(bob, "ada+bob")] == HOSTILE
    again = bob.push(last_event=position).until("ready")
    assert [event.data["text"] for event in again if event.kind == "message"] == HOSTILE


def test_hostile_display_name_is_returned_unchanged(server):
    name = "\u202eadA \U0001F600 <b>\"'\\&"
    ada, bob = Person(server, "ada", name), Person(server, "bob")
    assert ada.name == name and bob.create("ada").json["title"] == name
    push, live = bob.push(), bob.live("ada+bob")
    push.next("ready")
    live.next("ready")
    assert ada.post("ada+bob", "hello", "m1").json["senderName"] == name
    assert push.next("message").data["senderName"] == live.next("message")["senderName"] == name


def test_concurrent_posts_get_one_order(server, threads):
    ada, bob = couple(server)
    channels = [channel for person in (ada, bob) for channel in (person.push(), person.live("ada+bob"))]
    for channel in channels:
        channel.next("ready")

    def send(thread):
        person = (ada, bob)[thread % 2]
        return [person.post("ada+bob", f"{thread} {number}", f"{thread}-{number}") for number in range(50)]

    answers = [answer for answers in threads.map(send, range(8)) for answer in answers]
    assert {answer.status for answer in answers} == {201}
    messages = all_messages(bob, "ada+bob")
    assert sorted((answer.json for answer in answers), key=lambda message: message["serverOrder"]) == messages
    for thread in range(8):
        own = [message["text"] for message in messages if message["text"].startswith(f"{thread} ")]
        assert own == [f"{thread} {number}" for number in range(50)]
    for channel in channels:
        shown = []
        while len(shown) < 400:
            item = channel.next("message")
            shown.append(item["messageId"] if isinstance(item, dict) else item.data["messageId"])
        assert shown == [message["messageId"] for message in messages]


def test_concurrent_chats_do_not_mix(server, threads):
    people = [Person(server, name) for name in ("ada", "bob", "carol", "dan")]
    pairs = [(one, other) for one in people for other in people if one.user < other.user]
    for one, other in pairs:
        assert one.create(other.user).status == 201
    pushes = {person.user: person.push(since=0) for person in people}

    def send(pair):
        chat = f"{pair[0].user}+{pair[1].user}"
        for number in range(20):
            for person in pair:
                assert person.post(chat, f"{chat} {number}", str(number)).status == 201
        return chat, all_messages(pair[0], chat)

    messages = dict(threads.map(send, pairs))
    for person in people:
        shown = collections.defaultdict(list)
        for _ in range(3 * 40):
            message = pushes[person.user].next("message").data
            shown[message["chatId"]].append(message)
        assert shown == {chat: own for chat, own in messages.items() if person.user in chat.split("+")}


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
