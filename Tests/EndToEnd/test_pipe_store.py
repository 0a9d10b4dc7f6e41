"""telex pipe's store: nothing is lost, duplicated or mixed up after a fault, and failures to store are reported."""

import json
import os
import resource
import signal

import pytest

from conftest import last_model, received
from piped import before


def opened(chat):
    return {"event": "screen.opening", "screen": "messages", "chatId": chat, "id": "opened"}


def texts(telex, chat):
    """Returns all messages of a chat, as a new run shows them."""
    lines = telex.pipe("--store", telex.store, lines=[opened(chat)] + 60 * [
        {"event": "history.loading", "chatId": chat, "direction": "older"}])
    rows = []
    for line in lines:
        if line.get("view") == "messages" and "model" in line:
            rows = before(line["model"]["messages"], rows)
    assert last_model(lines, "messages")["totalCount"] == len(rows)
    return [row["text"] for row in rows]


@pytest.mark.parametrize("durability", ["normal", "full"])
def test_survives_a_restart(telex, durability):
    lines = [received("ada", f"m{number}", f"text {number}") for number in range(120)]
    code, _, err = telex.run("pipe", "--store", telex.store, "--durability", durability, lines=lines)
    assert code == 0, err
    assert texts(telex, "ada") == [f"text {number}" for number in range(120)]


def test_kill_loses_nothing_settled_and_duplicates_nothing(telex):
    sent, settled = [], []
    telex.pipe("--store", telex.store, lines=[{"event": "chat.creating", "recipient": "Ada"}])
    for round_number in range(8):
        process = telex.start("pipe", "--store", telex.store, "--subscribe", "none")
        for number in range(300):
            text = f"{round_number}-{number}"
            sent.append(text)
            line = {"event": "message.sending", "chatId": "ada", "text": text, "messageId": text, "id": text}
            process.stdin.write(json.dumps(line).encode() + b"\n")
        process.stdin.flush()
        wanted = 20 + 35 * round_number
        while wanted > 0:
            line = json.loads(process.stdout.readline())
            if "settled" in line:
                settled.append(line["settled"])
                wanted -= 1
        process.kill()
        for line in process.stdout.read().splitlines():
            try:
                settled.append(json.loads(line).get("settled", ""))
            except ValueError:
                pass  # the kill cut it off
        process.wait()
    stored = texts(telex, "ada")
    assert set(filter(None, settled)) <= set(stored)
    assert len(stored) == len(set(stored))
    assert stored == [text for text in sent if text in set(stored)]
    # The run of `texts` sent the pending messages.
    lines = telex.pipe("--store", telex.store, lines=[opened("ada")])
    assert {row["state"] for row in last_model(lines, "messages")["messages"]} == {"sent"}


def test_loses_nothing_when_the_reader_exits(telex):
    lines = [received("ada", f"m{number}", f"text {number}") for number in range(2000)]
    process = telex.start("pipe", "--store", telex.store)
    process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait() == -signal.SIGPIPE
    stored = texts(telex, "ada") if os.path.getsize(telex.store) > 0 else []
    assert stored == [f"text {number}" for number in range(len(stored))]


def test_full_disk_is_reported_and_nothing_unstored_is_shown(telex):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    lines = [{**received("ada", f"m{number}", f"{number} " + "x" * 1000), "id": f"m{number}"} for number in range(2000)]
    code, out, err = telex.run("pipe", "--store", telex.store, "--subscribe", "none", lines=lines, preexec_fn=limit)
    out = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 74 and "not stored" in err, err
    assert out[-1]["bye"] == "storeFailed"
    assert [line["seq"] for line in out] == list(range(len(out)))
    settled = [line["settled"] for line in out if "settled" in line]
    failed = [line["cause"] for line in out if "error" in line]
    assert settled and failed and not set(settled) & set(failed)
    assert all(line["error"]["code"] == "storeFailed" for line in out if "error" in line)
    stored = texts(telex, "ada")
    assert [text.split()[0] for text in stored] == [name[1:] for name in settled]


def test_late_commit_failure_is_reported_to_every_request(telex):
    """Each request is answered once. A request that was sent, but not stored as sent, is not settled."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))

    telex.pipe("--store", telex.store, lines=[{"event": "chat.creating", "recipient": "Ada"}])
    lines = [{"event": "message.sending", "chatId": "ada", "text": "x" * 1000, "id": f"r{n}"} for n in range(400)]
    code, out, err = telex.run("pipe", "--store", telex.store, "--subscribe", "none", lines=lines, preexec_fn=limit)
    out = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 74, err
    answers = [line.get("settled", line.get("cause")) for line in out if "settled" in line or "error" in line]
    assert answers == [f"r{n}" for n in range(len(answers))] and len(answers) > 10
    assert sum("error" in line for line in out) == 1


def test_same_id_in_two_chats_means_two_messages(telex):
    def sending(chat, **more):
        return {"event": "message.sending", "chatId": chat, "text": chat, "messageId": "m1", **more}

    lines = telex.pipe("--store", telex.store, lines=[
        *({"event": "chat.creating", "recipient": name} for name in "ab"),
        {"backend": {"offline": True}}, sending("a", id="1"), sending("b", id="2"), {"backend": {"online": True}}])
    assert [row["chatId"] for row in last_model(lines, "chatList")["chats"]] == ["b", "a"]
    assert texts(telex, "a") == ["a"] and texts(telex, "b") == ["b"]


def test_generated_ids_avoid_existing_ones(telex):
    lines = [received("a", f"telex-{n}") for n in range(9, 30, 3)] + 30 * [
        {"event": "message.received", "chatId": "a", "text": "x"}]
    out = telex.pipe("--store", telex.store, lines=lines)
    assert last_model(out, "badge")["unreadCount"] == 37
    assert telex.run("unread", "--store", telex.store)[1] == "37\n"


def test_repeated_messages_count_once(telex):
    # More messages than are looked up or stored in one batch.
    lines = [received(f"c{number % 5}", f"m{number % 3000}") for number in range(9000)]
    more = [received(f"c{number % 5}", f"m{number}") for number in range(2000, 5000)]
    for some, total in ((lines, 3000), (more, 5000)):
        code, text, err = telex.run("pipe", "--store", telex.store, "--subscribe", "badge", lines=some)
        assert (code, err) == (0, "")
        badge = last_model([json.loads(line) for line in text.splitlines()], "badge")
        assert badge == {"unreadCount": total, "mentionCount": 0}
    assert telex.run("unread", "--store", telex.store)[1] == f"{total}\n"
