"""A telex that owns the profile and does not answer: it is stopped, or nobody reads its output."""

import contextlib
import json
import pathlib
import shlex
import signal

import pytest

from pipe_process import opened, raw
from telex_program import PATIENCE, TELEX, received
from server import wait_until
from stopped_processes import clog
from terminal import ENTER, Terminal, control

COMMANDS = {
    "send Eliza hello": 69, "wait --timeout 1s": 75, "wait": 69, "tail": 69, "show chatList": 69, "attach": 69,
    "attach --detach 1": 69, "pipe": 69, "repl": 69, "unread": 69, "doctor": 69,
    "ask Eliza Hello? --from Eliza": 69, "ask Eliza Hello? --from Eliza --timeout 1s": 69,
}


def status(process):
    return pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def stop(process):
    process.send_signal(signal.SIGSTOP)
    wait_until(lambda: status(process) == "T")


@pytest.fixture
def owner(telex):
    process = telex.start("pipe", "--subscribe", "messages")
    lines = [{"event": "chat.creating", "recipient": "Eliza", "id": "1"}, opened("eliza")]
    process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
    process.stdin.flush()
    while b'"settled":"1"' not in process.stdout.readline():
        pass
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(BrokenPipeError):
            pipe.close()


@pytest.mark.parametrize("why", ["is stopped", "does not answer"])
def test_every_command_ends_and_names_the_process(telex, owner, why):
    if why == "is stopped":
        stop(owner)
    else:
        # Its thread waits for the reader.
        clog(owner, (received("eliza", f"m{number}", "x" * 2000) for number in range(10_000)))
    running = {words: telex.start(*words.split()) for words in COMMANDS}
    for words, process in running.items():
        out, err = process.communicate()
        said = out if words == "doctor" else err
        assert process.returncode == COMMANDS[words], (words, out, err)
        assert f"Process {owner.pid} has the profile open, but {why}.".encode() in said, (words, out, err)
        assert words != "ask Eliza Hello? --from Eliza --timeout 1s" or err.endswith(b"telex: The message was not sent.\n"), err
    # It keeps the profile, and goes on.
    assert owner.poll() is None
    owner.send_signal(signal.SIGCONT)
    owner.stdin.close()
    while owner.stdout.readline():
        pass
    assert owner.wait() == 0 and telex.run("unread")[0] == 0


def test_waits_for_an_owner_that_is_continued(telex, owner):
    stop(owner)
    wait = telex.start("wait", "--timeout", "1h", "--since", "start", "--match", "Hello")
    assert b"is stopped" in wait.stderr.readline()
    owner.send_signal(signal.SIGCONT)
    owner.stdin.write(json.dumps(received("eliza", "m1", "Hello")).encode() + b"\n")
    owner.stdin.flush()
    assert json.loads(wait.communicate()[0])["text"] == "Hello" and wait.returncode == 0


def test_half_handshakes_end_and_cost_no_threads(telex, owner):
    threads = lambda: len(list(pathlib.Path(f"/proc/{owner.pid}/task").iterdir()))
    before, peers = threads(), [raw(telex) for _ in range(50)]
    for peer in peers[::2]:
        peer.sendall(b'{"protocol":')
    code, out, _ = telex.run("attach", "--json")
    assert code == 0 and json.loads(out)["processId"] == owner.pid and threads() < before + 10
    for peer in peers:
        assert peer.recv(1) == b""
        peer.close()


def test_so_many_wait_for_a_stopped_owner_that_nobody_else_can(telex, owner):
    stop(owner)
    peers = []
    with contextlib.suppress(BlockingIOError):
        while len(peers) < 1000:
            peers.append(raw(telex, PATIENCE))
            peers[-1].sendall(b'{"protocol":1,"detach":0}\n')
    assert len(peers) < 1000
    code, _, err = telex.run("attach")
    assert code == 69 and f"Process {owner.pid} has the profile open, but is stopped." in err
    for peer in peers:
        peer.close()
    owner.send_signal(signal.SIGCONT)
    assert telex.run("attach")[0] == 0


def test_ctrl_z_says_that_the_profile_waits(telex):
    with contextlib.closing(Terminal(telex, command=["bash", "--norc", "--noprofile", "-i"], PS1="shell> ")) as t:
        t.wait_for("shell> ").type(f"{shlex.quote(TELEX)}\n").wait_for("No chats yet.").type(control("z"))
        t.wait_for("This telex owns the profile. While it is stopped, others cannot use it.").wait_for("Stopped")
        t.type("fg\n").wait(lambda t: t.rows[t.cursor[1]] == ">").type("/quit", ENTER)
        t.wait(lambda t: t.rows[t.cursor[1]].startswith("shell>")).type("exit\n")
        assert t.end() == 0


def test_a_joined_repl_says_that_the_owner_is_stopped_and_can_be_left(telex, owner):
    with contextlib.closing(Terminal(telex)) as t:
        t.wait_for("Chats").type("/open eliza", ENTER).wait_for("Eliza>")
        stop(owner)
        t.type("Hello", ENTER).wait_for(f"Process {owner.pid} has the profile open, but is stopped.")
        owner.send_signal(signal.SIGCONT)
        t.wait_for("You: Hello")
        stop(owner)
        t.type("again", ENTER).wait(lambda t: t.text.count("is stopped.") == 2).type(control("d"))
        assert t.end() == 0 and t.is_as_it_was()
