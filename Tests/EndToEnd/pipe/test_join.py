"""Several programs on one profile: the first one owns it, and each later telex pipe joins it with windows of its own."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import jsonpatch
import pytest

from amounts import amount
from owner import owning
from pipe_process import Pipe, door, history, opened, raw
from telex_program import PATIENCE, TELEX, last_model, received
from server import wait_until
from terminal import ENTER, Terminal

VIEWS = ["badge", "chatList", "connection", "messages", "notification"]


@pytest.fixture
def owner(telex):
    """The telex that owns the profile."""
    return owning(telex, ada="Ada", bo="Bo")


@pytest.fixture
def joined(telex, owner):
    """Starts programs that join the owner."""
    return lambda *arguments: Pipe(telex, *(arguments or ("--subscribe", "messages,chatList,badge,notification")))


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
    assert "messages" not in two.windows.get("w", {}) and "messages" not in owner.fence().models
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
    assert pipe.finish() == 0 and owner.fence().models["badge"]["unreadCount"] == 0


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


class Line:
    """A telex pipe whose lines are all kept, and must be numbered without a gap."""

    def __init__(self, telex, *arguments):
        self.lines, self.changed = [], threading.Condition()
        self.process = telex.start("pipe", *arguments)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                with contextlib.suppress(ValueError):  # a kill can cut off the last line
                    self.lines.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.changed.notify_all()

    def send(self, *lines):
        self.process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def find(self, condition):
        """Waits for a line; returns None if the program ends before."""
        with self.changed:
            found = lambda: [line for line in self.lines if condition(line)]
            assert self.changed.wait_for(lambda: found() or not self.reader.is_alive(), PATIENCE), self.lines[-3:]
            return found()[0] if found() else None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def finish(self):
        """Closes the input; returns the exit code and what the program said."""
        self.process.stdin.close()
        self.reader.join()
        assert [line["seq"] for line in self.lines] == list(range(len(self.lines)))
        return self.process.wait(), self.process.stderr.read().decode()


@pytest.mark.parametrize("updates", ["whole", "patch"])
@pytest.mark.parametrize("end", ["input", signal.SIGTERM, signal.SIGKILL])
def test_another_goes_on_when_the_owner_has_ended(telex, end, updates):
    owner = Line(telex, "--subscribe", "badge", "--drain", "100ms")
    owner.find(lambda line: line.get("view") == "badge")
    owner.send(received("ada", "a1"), received("bo", "b1"), {"backend": {"delay": "1h"}, "id": "1"})
    assert owner.find(lambda line: "settled" in line)
    one, two = Line(telex, "--subscribe", "messages,members,inbox", "--after", "start", "--updates", updates), Line(telex, "--subscribe", "badge")
    one.send(opened("ada"), opened("bo"), {"window": "w", "subscribe": ["messages"]}, {"window": "w", **opened("ada")},
             {"window": "gone", "subscribe": ["badge"]}, {"closeWindow": "gone"},
             {"event": "screen.opening", "screen": "members", "chatId": "bo"}, {"subscribe": ["badge"]}, {"unsubscribe": ["badge"], "id": "2"})
    assert one.find(lambda line: line.get("settled") == "2") and two.find(lambda line: line.get("view") == "badge")
    one.send({"window": "w", "event": "message.sending", "chatId": "ada", "text": "open", "id": "3"}, {"event": "nonsense"})
    assert one.find(lambda line: "error" in line)["error"]["line"] == 11
    if end == "input":
        owner.process.stdin.close()
    else:
        owner.process.send_signal(end)
    owner.process.wait()
    one.find(lambda line: "gap" in line)
    before = [line for line in one.lines if "gap" not in line]
    one.send({"event": "nonsense", "id": "4"}, {"event": "message.sending", "chatId": "bo", "text": "after", "id": "5"})
    assert one.find(lambda line: line.get("cause") == "4")["error"]["line"] == 12
    assert one.find(lambda line: line.get("settled") == "5")["outcome"] == "sent"
    two.find(lambda line: "gap" in line)
    assert one.finish() == (0, "") and two.finish() == (0, "")
    after = one.lines[[line.get("gap") for line in one.lines].index({"ownerLeft": True}):]
    assert (after[1]["settled"], after[1]["window"], after[1]["outcome"]) == ("3", "w", "failed") and after[1]["reason"]
    shown = lambda window: [line for line in after if line.get("window") == window and line.get("view") == "messages"]
    assert [shown(window)[0]["model"]["chatId"] for window in (None, "w")] == ["bo", "ada"]
    assert {"view": "members", "cause": None, "closed": True}.items() <= next(line for line in after if "closed" in line).items()
    # The inbox has each message once, and what nobody sees is not shown.
    pages = [line["model"]["messages"] for line in one.lines if line.get("view") == "inbox"]
    assert [row["text"] for page in pages for row in page] == ["hello", "hello", "open", "after"]
    assert not any(line.get("view") == "badge" or line.get("window") == "gone" for line in after)
    # The message that was open has been sent by the next owner, once.
    with contextlib.closing(Pipe(telex, "--subscribe", "messages")) as pipe:
        pipe.send(opened("ada")).wait(lambda p: p.has_state("open", "sent", "delivered", "read"), "the message")


def test_the_next_owner_tells_the_outcome_of_what_waits(telex, owner):
    one = Line(telex, "--subscribe", "connection")
    one.send({"event": "message.sending", "chatId": "ada", "text": "deleted later", "messageId": "m1", "id": "1"})
    assert one.find(lambda line: line.get("settled") == "1")["outcome"] == "sent"
    one.send({"event": "revision.deleting", "chatId": "ada", "messageId": "m1", "delaySeconds": 3600, "id": "2"})
    assert one.find(lambda line: line.get("settled") == "2")["outcome"] == "waiting"
    owner.send({"backend": {"offline": True}, "id": "1"}).wait(lambda p: "1" in p.answers, "the end of the connection")
    for window, id in ({}, "3"), ({"window": "w"}, "4"):
        one.send({**window, "event": "message.sending", "chatId": "ada", "text": "waits", "id": id})
        assert one.find(lambda line: line.get("settled") == id)["outcome"] == "waiting"
    owner.kill()
    for window, id in ({}, "3"), ({"window": "w"}, "4"):
        outcome = one.find(lambda line: line.get("id") == id)
        assert (outcome["outcome"], outcome.get("window")) == ("sent", window.get("window"))
    one.send({"event": "revision.keeping", "chatId": "ada", "messageId": "m1", "id": "5"})
    outcome = one.find(lambda line: line.get("id") == "2")
    assert (outcome["outcome"], outcome["reason"]) == ("ignored", "The deletion was undone.")
    assert one.finish() == (0, "")
    assert [line["id"] for line in one.lines if "id" in line] == ["3", "4", "2"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("is_owner", [False, True])
def test_a_signal_ends_one_in_order_and_the_others_go_on(telex, owner, number, is_owner):
    owner.send({**received("ada", "a1"), "id": "1"}, {"backend": {"delay": "1h"}, "id": "2"}).wait(lambda p: "2" in p.answers, "the delay")
    one = Line(telex, "--subscribe", "badge")
    one.find(lambda line: line.get("view") == "badge")
    if is_owner:
        owner.kill()
        one.find(lambda line: "gap" in line)
        one.send({"event": "chat.listing", "rowLimit": 50, "id": "listed"})
        one.find(lambda line: "settled" in line)
    other = Line(telex, "--subscribe", "badge")
    other.find(lambda line: line.get("view") == "badge")
    if not is_owner:
        one.send({"event": "message.sending", "chatId": "ada", "text": "x", "id": "open"}, {"event": "screen.opening", "screen": "upcoming", "id": "3"})
        one.find(lambda line: line.get("settled") == "3")
    one.process.send_signal(number)
    assert one.process.wait() == -number and one.process.stderr.read() == b""
    one.reader.join()
    assert [line["seq"] for line in one.lines] == list(range(len(one.lines))) and one.lines[-1]["bye"] == "signal"
    if not is_owner:
        assert (one.lines[-2]["error"]["code"], one.lines[-2]["error"]["line"], one.lines[-2]["cause"]) == ("unfinished", 1, "open")
    if is_owner:
        other.find(lambda line: "gap" in line)
    other.send({"event": "message.reading", "chatId": "ada", "id": "read"})
    assert other.find(lambda line: line.get("settled") == "read")
    other.kill()


WRITERS = 5


def test_nothing_is_lost_or_doubled_though_owners_are_killed_again_and_again(telex):
    telex.run("repl", lines=["/new Ada"])
    chance, kills, stop = random.Random(1), amount(20, 200), threading.Event()
    lines, sent, counts = {}, set(), [0] * WRITERS
    ended = []

    def write(writer):
        """Sends one message after the other, each again if its outcome is not known."""
        line, number = None, 0
        while not stop.is_set():
            text, attempt = f"{writer}-{number}", 0
            while True:
                if line is None or line.process.poll() is not None:
                    line = lines[writer] = Line(telex, "--subscribe", "badge,chatList")
                attempt += 1
                answer = None
                with contextlib.suppress(BrokenPipeError):
                    line.send({"event": "message.sending", "chatId": "ada", "text": text, "messageId": text, "id": f"{text}.{attempt}"})
                    answer = line.find(lambda line: line.get("settled") == f"{text}.{attempt}")
                if answer is None:
                    # Only a kill ends it.
                    ended.append(line.process.wait())
                elif answer["outcome"] != "failed":
                    break
            sent.add(text)
            number = counts[writer] = number + 1

    lock = telex.home / "data/telex/default/telex.sqlite.lock"
    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [pool.submit(write, writer) for writer in range(WRITERS)]
        try:
            killed = 0
            while killed < kills and not any(writer.done() for writer in writers):
                wanted = sum(counts) + chance.randrange(10)
                wait_until(lambda: sum(counts) >= wanted or any(writer.done() for writer in writers), PATIENCE)
                owner = int(lock.read_text() or 0)
                if line := next((line for line in lines.values() if line.process.pid == owner and line.process.poll() is None), None):
                    line.process.kill()
                    killed += 1
        finally:
            stop.set()
        for writer in writers:
            writer.result()
    assert set(ended) <= {-signal.SIGKILL} and min(counts) > 0
    for line in lines.values():
        assert line.process.poll() is not None or line.finish() == (0, "")
    texts = [row["text"] for row in history(telex, "ada")]
    assert sorted(text for text in texts if text in sent) == sorted(sent)


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


def rest(peer):
    data = b""
    while part := peer.recv(65_536):
        data += part
    return data.decode()


JOIN = {"protocol": 1, "subscribe": ["badge"], "updates": "whole", "coalesces": False, "drainMilliseconds": 1000}


@pytest.mark.parametrize("resume", [
    {"seq": 2 ** 53 - 1, "lineCount": 2 ** 53 - 1, "requests": [], "windows": []},
    {"seq": -5, "lineCount": -5, "requests": [], "windows": [{"window": f"w{number}", "subscribe": ["badge"], "shown": []} for number in range(400)]},
    {"seq": 0, "lineCount": 0, "requests": [{"id": str(number)} for number in range(100_000)], "windows": [{"subscribe": [], "chatId": "nobody", "shown": ["members"]}]},
])
def test_a_strange_place_to_go_on_disturbs_nobody(telex, owner, resume):
    peer = raw(telex)
    peer.sendall(json.dumps({**JOIN, "subscribe": [], "resume": resume}).encode() + b'\n{"event":"nonsense"}\n')
    peer.shutdown(socket.SHUT_WR)
    lines = [json.loads(line) for line in rest(peer).splitlines()]
    assert lines[0]["gap"] == {"ownerLeft": True} and lines[-1]["bye"] == "eof"
    # The answers, the error, and what was left out because we did not read fast enough.
    told = sum("settled" in line or "error" in line for line in lines) + sum(line["gap"].get("lineCount", 0) for line in lines if "gap" in line)
    assert told == len(resume["requests"]) + 1
    owner.send({**received("ada", "a1"), "id": "1"}).wait(lambda p: "1" in p.answers, "the answer")


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
    quick, slow, count = joined("--subscribe", "inbox,badge"), raw(telex), 1500
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for line in ({**JOIN, "subscribe": ["chatList", "badge", "messages"]}, opened("ada")):
        slow.sendall(json.dumps(line).encode() + b"\n")
    quick.wait(lambda p: "badge" in p.models, "the badge")
    owner.send(*(received("ada", f"a{number}", "x" * 2000) for number in range(count)))
    # Nobody waits for it.
    quick.wait(lambda p: p.models["badge"]["unreadCount"] == count, "all messages")
    slow.shutdown(socket.SHUT_WR)
    lines = [json.loads(line) for line in rest(slow).splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines))) and lines[-1]["bye"] == "eof"
    assert sum(line["gap"]["lineCount"] for line in lines if "gap" in line) > 100
    assert last_model(lines, "badge")["unreadCount"] == last_model(lines, "messages")["totalCount"] == count


MANY, MESSAGES = amount(8, 20), amount(400, 1000)


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
    owner.wait(lambda p: p.models["badge"]["unreadCount"] == MESSAGES, "all messages")
    # Notifications and the open chat depend on what each has seen.
    final = [json.loads(line) for line in telex.run("pipe", "--subscribe", "badge,chatList,connection", lines=[])[1].splitlines()]
    final = {line["view"]: line["model"] for line in final if "model" in line}
    for program in programs:
        program.stdin.close()
    for program, reader in zip(programs, readers):
        reader.join()
        assert program.wait() == 0, program.stderr.read()
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


def test_a_program_that_only_looks_changes_nothing(telex, owner, joined):
    arrived = owner.send({**received("ada", "a1"), "id": "1"}).wait(lambda p: "1" in p.answers, "the message")
    pipe = joined("--read-only", "--subscribe", "messages,chatList,badge,notification")
    pipe.send(opened("ada")).wait(lambda p: shown(p) == ["hello"], "the chat")
    row = pipe.models["messages"]
    actions = [row["actions"]["markRead"], {**row["actions"]["send"], "text": "x"}, received("ada", "a2"), {"backend": {"offline": True}}]
    pipe.send(*({**action, "id": str(number)} for number, action in enumerate(actions)))
    pipe.wait(lambda p: len(p.answers) == len(actions), "the answers")
    assert {answer["error"]["code"] for answer in pipe.answers.values()} == {"readOnly"}
    pipe.send({"event": "screen.closing", "screen": "messages", "id": "back"}).wait(lambda p: "messages" not in p.models, "the list")
    assert arrived.fence().models["badge"]["unreadCount"] == 1 and pipe.finish() == 0
    # The next owner lets others act, though it only looks itself.
    looker, actor = joined("--read-only", "--subscribe", "badge"), joined("--subscribe", "badge")
    for pipe in (looker, actor):
        pipe.wait(lambda p: "badge" in p.models, "the badge")
    owner.kill()
    for pipe, code in ((looker, "readOnly"), (actor, None)):
        pipe.send({"event": "message.reading", "chatId": "ada", "id": "read"}).wait(lambda p: "read" in p.answers, "the answer")
        assert pipe.answers["read"].get("error", {}).get("code") == code


def test_an_owner_can_only_look_too(telex):
    lines = [{"event": "chat.creating", "recipient": "Ada", "id": "1"}, received("ada", "a1")]
    out = [json.loads(line) for line in telex.run("pipe", "--read-only", "--subscribe", "none", lines=lines)[1].splitlines()]
    assert out[0]["hello"]["isReadOnly"] and not out[0]["hello"]["playsNetwork"]
    assert [line["error"]["code"] for line in out[1:-1]] == ["readOnly", "readOnly"]


def test_lists_who_is_attached_and_detaches_one(telex, owner, joined):
    one, two = joined("--read-only", "--subscribe", "badge"), joined("--subscribe", "badge")
    tail = telex.start("tail")
    for pipe in (one, two):
        pipe.wait(lambda p: "badge" in p.models, "the badge")

    def listed():
        return [json.loads(line) for line in telex.run("attach", "--json")[1].splitlines()]

    wait_until(lambda: len(listed()) == 4, PATIENCE)
    first, *others = listed()
    assert (first["number"], first["processId"], first["command"]) == (0, owner.process.pid, "pipe")
    found = {program["processId"]: program for program in others}
    assert found.keys() == {one.process.pid, two.process.pid, tail.pid} and found[tail.pid]["command"] == "tail"
    assert found[one.process.pid]["isReadOnly"] and "isReadOnly" not in found[two.process.pid]
    code, out, _ = telex.run("attach")
    assert code == 0 and len(out.splitlines()) == 4 and out.startswith(f"owner  telex pipe       process {owner.process.pid}")
    for process, said in ((one.process, one.errors.read_text), (tail, lambda: tail.stderr.read().decode())):
        assert telex.run("attach", "--detach", str(found[process.pid]["number"])) == (0, "", "")
        assert process.wait() == 69 and "telex: This telex was detached from the profile with telex attach." in said()
    assert [program["processId"] for program in listed()] == [owner.process.pid, two.process.pid]
    assert telex.run("attach", "--detach", "99") == (69, "", "telex: No program has the number 99. telex attach lists them.\n")
    # One that has gone is not listed, though its message has not been sent.
    owner.send({"backend": {"delay": "1h"}, "id": "2"}).wait(lambda p: "2" in p.answers, "the delay")
    peer = raw(telex)
    peer.sendall(json.dumps({**JOIN, "drainMilliseconds": 3_600_000}).encode() + b'\n{"event":"message.sending","chatId":"ada","text":"x"}\n')
    peer.close()
    owner.wait(lambda p: p.models["chatList"]["chats"][0]["previewText"] == "You: x", "the message")
    wait_until(lambda: len(listed()) == 2, PATIENCE)
    # Whoever owns the profile is listed once.
    owner.kill()
    two.send({"event": "chat.listing", "rowLimit": 50, "id": "1"}).wait(lambda p: "1" in p.answers, "the next owner")
    assert [(program["number"], program["processId"]) for program in listed()] == [(0, two.process.pid)]
    two.kill()
    assert telex.run("attach") == (0, "", "telex: No telex has the profile open.\n") and listed() == []


def test_lists_the_one_that_takes_over(telex, owner, joined):
    for pipe in [joined() for _ in range(10)]:
        pipe.wait(lambda p: "badge" in p.models, "the badge")
    number = owner.process.pid
    for _ in range(10):
        os.kill(number, signal.SIGKILL)
        code, out, _ = telex.run("attach", "--json")
        assert code == 0 and out, "nobody has the profile"
        number = json.loads(out.splitlines()[0])["processId"]


def test_a_program_that_has_joined_marks_what_it_shows_as_read(owner, joined):
    owner.send(received("ada", "a1")).wait(lambda p: p.models["badge"]["unreadCount"] == 1, "the message")
    marking = joined("--mark-read", "--subscribe", "badge,messages")
    marking.send(opened("ada"))
    owner.wait(lambda p: p.models["badge"]["unreadCount"] == 0, "the mark")
    marking.finish()
    owner.send(received("ada", "a2")).wait(lambda p: p.models["badge"]["unreadCount"] == 1, "the message")


def test_an_input_that_cannot_be_read_is_said(telex, owner):
    folder = os.open(telex.home, os.O_RDONLY)
    done = subprocess.run([TELEX, "pipe", "--subscribe", "none"], stdin=folder, capture_output=True, env=telex.environment)
    os.close(folder)
    assert done.returncode == 74 and b"Cannot read the standard input: Is a directory." in done.stderr
