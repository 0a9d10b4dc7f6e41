"""Several programs on one profile: the first one owns it, and each later telex pipe joins it with windows of its own."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import threading

import jsonpatch
import pytest

from conftest import TELEX, received
from piped import Pipe, opened
from terminal import ENTER, Terminal

VIEWS = ["badge", "chatList", "connection", "messages", "notification"]


@pytest.fixture
def owner(telex):
    """The telex that owns the profile."""
    pipe = Pipe(telex, "--subscribe", "messages,chatList,badge")
    pipe.wait(lambda p: "chatList" in p.models and not p.models["chatList"]["shouldShowBusy"], "the list of chats")
    pipe.send({"event": "chat.synced", "chats": [{"chatId": "ada", "title": "Ada"}, {"chatId": "bo", "title": "Bo"}]})
    yield pipe
    pipe.close()


@pytest.fixture
def joined(telex, owner):
    """Starts programs that join the owner."""
    with contextlib.ExitStack() as stack:
        def join(*arguments):
            pipe = Pipe(telex, *(arguments or ("--subscribe", "messages,chatList,badge,notification")))
            stack.callback(pipe.close)
            return pipe
        yield join


def door(telex):
    return telex.home / "data/telex/default/telex.sock"


def shown(pipe):
    return [row["text"] for row in pipe.models.get("messages", {"messages": []})["messages"]]


def test_each_has_windows_and_requests_of_its_own(owner, joined):
    one, two = joined(), joined()
    one.send(opened("ada"), {"window": "w", "subscribe": ["messages"]}, {"window": "w", **opened("bo")})
    two.send({"window": "w", "subscribe": ["messages"]}, opened("bo"))
    one.send({"event": "message.sending", "chatId": "ada", "text": "from one", "id": "same"})
    two.send({"event": "message.sending", "chatId": "bo", "text": "from two", "id": "same"})
    for pipe, other in ((one, two), (two, one)):
        pipe.wait(lambda p: "same" in p.answers, "the answer")
        assert pipe.answers["same"]["outcome"] == "sent" and pipe.answers["same"]["chatId"] != other.answers.get("same", {}).get("chatId")
    one.wait(lambda p: shown(p) == ["from one"] and len(p.windows["w"]["messages"]["messages"]) == 1, "both messages")
    two.wait(lambda p: shown(p) == ["from two"], "its message")
    assert "messages" not in two.windows.get("w", {}) and "messages" not in owner.catch_up().models
    owner.wait(lambda p: [chat["previewText"] for chat in p.models["chatList"]["chats"]] == ["You: from two", "You: from one"]
               or [chat["previewText"] for chat in p.models["chatList"]["chats"]] == ["You: from one", "You: from two"], "both")
    assert "same" not in owner.answers
    # A message notifies those who do not show its chat.
    owner.send(received("ada", "a1"))
    one.wait(lambda p: shown(p) == ["from one", "hello"] and p.models["notification"]["totalCount"] == 0, "the message")
    two.wait(lambda p: p.models["notification"]["totalCount"] == 1, "the notification")
    for pipe in (one, two):
        assert pipe.finish() == 0


def test_only_the_owner_speaks_for_the_network(owner, joined):
    pipe = joined().send({**received("ada", "a1"), "id": "1"}, {"backend": {"offline": True}, "id": "2"}, {"advance": "1s", "id": "3"})
    pipe.wait(lambda p: {"1", "2", "3"} <= p.answers.keys(), "the answers")
    assert [pipe.answers[number]["error"]["code"] for number in "123"] == ["networkEvent", "unsupported", "notVirtual"]
    assert pipe.answers["1"]["error"]["reason"].endswith("Only the telex that owns the profile can send it.")
    assert pipe.finish() == 0 and owner.catch_up().models["badge"]["unreadCount"] == 0


def test_a_script_sends_while_a_person_chats(telex):
    with contextlib.closing(Terminal(telex)) as t:
        t.wait_for("No chats yet.").type("/new Eliza", ENTER).wait_for("── Eliza ──").type("half a li")
        line = {"event": "message.sending", "chatId": "eliza", "text": "The build is done.", "id": "1"}
        code, out, err = telex.run("pipe", "--subscribe", "none", lines=[line])
        lines = [json.loads(line) for line in out.splitlines()]
        assert (code, err) == (0, "") and lines[1]["outcome"] == "sent" and lines[-1] == {"seq": 2, "bye": "eof"}
        t.wait_for("You: The build is done.").wait_for_line("half a li", "Eliza> ")
        assert os.stat(door(telex)).st_mode & 0o777 == 0o600
        t.type("\x15/quit", ENTER).end()
    assert not door(telex).exists()


@pytest.mark.parametrize("end", ["input", signal.SIGTERM, signal.SIGKILL])
def test_those_who_joined_hear_that_the_owner_has_left(telex, owner, joined, end):
    pipe = joined()
    pipe.wait(lambda p: "badge" in p.models, "the badge")
    if end == "input":
        assert owner.finish() == 0
    else:
        owner.process.send_signal(end)
        owner.process.wait()
    pipe.process.wait(10)
    assert pipe.process.returncode == 69
    assert pipe.errors.read_text().endswith("telex: The telex that owned the profile has ended. Start again.\n")
    # The socket that a crash has left behind is replaced.
    assert door(telex).exists() == (end == signal.SIGKILL)
    with contextlib.closing(Pipe(telex, "--subscribe", "badge")) as next_owner:
        next_owner.wait(lambda p: "badge" in p.models, "the badge")
        assert telex.run("pipe", "--subscribe", "badge", lines=[])[0] == 0


def test_a_profile_that_nobody_lets_in_is_locked(telex, owner):
    door(telex).unlink()
    code, out, err = telex.run("pipe", lines=[])
    assert (code, out) == (69, "") and "telex" in err


@pytest.mark.parametrize("change", ["mode", "folder", "file"])
def test_a_socket_that_others_can_use_is_refused(telex, owner, change):
    if change == "mode":
        door(telex).chmod(0o666)
    elif change == "folder":
        door(telex).parent.chmod(0o777)
    else:
        door(telex).unlink()
        door(telex).write_text("")
    code, out, err = telex.run("pipe", lines=[])
    assert (code, out) == (77, "") and err.startswith(f"telex: Other users can write to {door(telex)} or its folder, so it was not used."), err


def raw(telex):
    """Connects without telex."""
    peer = socket.socket(socket.AF_UNIX)
    here = os.open(door(telex).parent, os.O_RDONLY)
    peer.connect(f"/proc/self/fd/{here}/telex.sock")
    os.close(here)
    peer.settimeout(10)
    return peer


def rest(peer):
    data = b""
    while part := peer.recv(65_536):
        data += part
    return data.decode()


JOIN = {"protocol": 1, "subscribe": ["badge"], "updates": "whole", "coalesces": False, "drainMilliseconds": 1000}


@pytest.mark.parametrize("line, reason", [
    (json.dumps({**JOIN, "protocol": 2}), "This telex speaks protocol 2, and the one that owns the profile speaks protocol 1. Use the same version of both."),
    ("garbage", "The first line to a running telex is an object that asks to join it."),
    (json.dumps({**JOIN, "updates": "none"}), "The first line to a running telex asks to join it. This one does not: "),
])
def test_refuses_who_does_not_ask_to_join(telex, owner, line, reason):
    peer = raw(telex)
    peer.sendall(line.encode() + b"\n")
    said = json.loads(rest(peer).splitlines()[0])
    assert said["error"]["code"] == "unsupported" and said["error"]["reason"].startswith(reason)


def test_garbage_and_sudden_ends_disturb_nobody(telex, owner, joined):
    watcher = joined()
    watcher.wait(lambda p: "badge" in p.models, "the badge")
    for data in (b"", b"\n", b"x" * 3_000_000, b"\xff\n", json.dumps(JOIN).encode(), json.dumps(JOIN).encode() + b"\nnonsense\n{\n"):
        peer = raw(telex)
        with contextlib.suppress(OSError):
            peer.sendall(data)
        peer.close()
    victim = joined()
    victim.wait(lambda p: "badge" in p.models, "the badge").process.kill()
    owner.send({**received("ada", "a1"), "id": "1"}).wait(lambda p: "1" in p.answers, "the answer")
    watcher.wait(lambda p: p.models["badge"]["unreadCount"] == 1, "the message")
    assert watcher.finish() == 0


def test_a_reader_that_falls_behind_gets_a_gap_and_the_newest(telex, owner, joined):
    quick, slow = joined("--subscribe", "inbox,badge"), raw(telex)
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.sendall(json.dumps({**JOIN, "subscribe": ["chatList", "badge", "messages"]}).encode() + b"\n" + json.dumps(opened("ada")).encode() + b"\n")
    quick.wait(lambda p: "badge" in p.models, "the badge")
    count = 1500
    owner.send(*(received("ada", f"a{number}", "x" * 2000) for number in range(count)))
    # Nobody waits for it.
    quick.wait(lambda p: p.models["badge"]["unreadCount"] == count, "all messages", 60)
    slow.shutdown(socket.SHUT_WR)
    lines = [json.loads(line) for line in rest(slow).splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines))) and lines[-1]["bye"] == "eof"
    gaps = [line["gap"]["lineCount"] for line in lines if "gap" in line]
    assert gaps and sum(gaps) > 100
    last = {line["view"]: line["model"] for line in lines if "model" in line}
    assert last["badge"]["unreadCount"] == count and last["messages"]["totalCount"] == count


MANY, MESSAGES = 20, 1000


def test_many_at_once_see_what_they_would_see_alone(telex, owner):
    """Each is gapless, and its last models are those of one who joins at the end."""
    chance = random.Random(7)
    choices = [chance.sample(VIEWS, chance.randint(1, len(VIEWS))) for _ in range(MANY)]
    outputs, programs, readers = [[] for _ in choices], [], []
    for views, lines in zip(choices, outputs):
        options = ["--updates", chance.choice(["whole", "patch"])]
        program = telex.start("pipe", "--subscribe", ",".join(views), *options)
        program.stdin.write((json.dumps(opened(chance.choice(["ada", "bo"]))) + "\n").encode())
        program.stdin.flush()
        lines.append(program.stdout.readline())
        readers.append(threading.Thread(target=lambda program=program, lines=lines: lines.extend(program.stdout), daemon=True))
        readers[-1].start()
        programs.append(program)
    owner.send(*(received(chance.choice(["ada", "bo"]), f"m{number}", f"text {number}") for number in range(MESSAGES)))
    owner.wait(lambda p: p.models["badge"]["unreadCount"] == MESSAGES, "all messages", 60)
    # Notifications and the open chat depend on what each has seen.
    final = [json.loads(line) for line in telex.run("pipe", "--subscribe", "badge,chatList,connection", lines=[])[1].splitlines()]
    final = {line["view"]: line["model"] for line in final if "model" in line}
    for program in programs:
        program.stdin.close()
    for program, reader in zip(programs, readers):
        reader.join(60)
        assert program.wait(60) == 0, program.stderr.read()
    for views, lines in zip(choices, outputs):
        lines = [json.loads(line) for line in lines]
        assert [line["seq"] for line in lines] == list(range(len(lines))) and lines[-1] == {"seq": len(lines) - 1, "bye": "eof"}
        assert not any("gap" in line for line in lines) and {line["view"] for line in lines if "view" in line} == set(views)
        models = {}
        for line in lines:
            if "patch" in line:
                models[line["view"]] = jsonpatch.apply_patch(models[line["view"]], line["patch"])
            elif "model" in line:
                models[line["view"]] = line["model"]
        # Opening its chat has taken the live channel from one to another.
        models.get("connection", {}).pop("liveChatId", None)
        final["connection"].pop("liveChatId", None)
        assert {view: model for view, model in models.items() if view in final} == {view: final[view] for view in views if view in final}


def test_record_and_mark_read_need_the_profile_alone(telex, owner):
    code, out, err = telex.run("pipe", "--record", telex.home / "recording", lines=[])
    assert (code, out) == (69, "") and f"process {owner.process.pid}" in err
    assert telex.run("pipe", "--mark-read", lines=[]) == (
        69, "", "telex: --mark-read works only in the telex that owns the profile. Stop that one first.\n")


def test_an_input_that_cannot_be_read_is_said(telex, owner):
    folder = os.open(telex.home, os.O_RDONLY)
    done = subprocess.run([TELEX, "pipe", "--subscribe", "none"], stdin=folder, capture_output=True, env=telex.environment)
    os.close(folder)
    assert done.returncode == 74 and b"Cannot read the standard input: Is a directory." in done.stderr
