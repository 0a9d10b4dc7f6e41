"""Signals, closed pipes and closed terminals: the exit code reports the cause, and nothing answered is lost."""

import json
import os
import pathlib
import re
import signal

import pytest

from telex_program import received
from server import wait_until
from stopped_processes import wait_side_by_side
from terminal import EMPTY, ENTER, Terminal, control

ENDS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]


def stored(telex):
    code, out, err = telex.run("export", "--store", telex.store)
    assert code == 0, err
    return [line["message"]["text"] for line in map(json.loads, out.strip("\n").split("\n")) if "message" in line]


def read_until(process, text):
    lines = []
    while not lines or text not in lines[-1]:
        lines.append(process.stdout.readline())
        assert lines[-1], f"it ended before {text}: {lines}"
    return lines


def ended(process, number):
    """Ends the process by a signal while its input is open; returns the remaining output."""
    process.send_signal(number)
    process.wait()
    return process.communicate()[0]


@pytest.mark.parametrize("arguments", [(), ("--coalesce",)])
@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
def test_terminated_pipe_has_stored_what_it_answered(number, arguments, telex):
    process = telex.start("pipe", "--store", telex.store, "--subscribe", "badge", *arguments)
    for text in "abc":
        process.stdin.write(json.dumps({**received("ada", text, text), "id": text}).encode() + b"\n")
    process.stdin.flush()
    read_until(process, b'"settled":"c"')
    rest = ended(process, number).splitlines()
    assert json.loads(rest[-1])["bye"] == "signal"
    assert process.returncode == -number and stored(telex) == list("abc")


@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
def test_terminated_repl_has_stored_what_it_showed(number, telex):
    process = telex.start("repl", "--store", telex.store)
    process.stdin.write(b"/new Eliza\nhello\n")
    process.stdin.flush()
    read_until(process, b'"hello" was sent')
    ended(process, number)
    assert process.returncode == -number and "hello" in stored(telex)


@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
@pytest.mark.parametrize("command", ["pipe", "tail", "repl"])
def test_a_signal_that_was_ignored_at_the_start_stays_ignored(command, number, telex):
    process = telex.start(command, preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
    try:
        ignored = lambda: int(re.search(r"SigIgn:\s*(\w+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1], 16)
        # The signals are blocked once they are handled. While a thread starts, all are blocked.
        blocked = lambda: int(pathlib.Path(f"/proc/{process.pid}/status").read_text().split("SigBlk:")[1].split()[0], 16)
        wait_until(lambda: {other for other in ENDS if blocked() >> (other - 1) & 1} == set(ENDS) - {number})
        assert ignored() >> (number - 1) & 1
        process.send_signal(number)
        other = next(other for other in ENDS if other != number)
        process.send_signal(other)
        assert process.wait() == -other
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("command", ["pipe", "repl"])
def test_stopped_process_resumes_where_it_was(command, telex):
    # SIGTSTP does not stop an orphaned process group (POSIX, 2.4.3), so the process gets a group of its own.
    process = telex.start(command, "--store", telex.store, *(["--subscribe", "none"] if command == "pipe" else []),
                          process_group=0)
    process.stdin.write(b'{"event":"message.received","chatId":"ada","messageId":"a","text":"a","id":"a"}\n'
                        if command == "pipe" else b"/new Eliza\n")
    process.stdin.flush()
    read_until(process, b'"settled":"a"' if command == "pipe" else b"Eliza")
    process.send_signal(signal.SIGTSTP)
    wait_until(lambda: os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED | os.WNOHANG)[1]))
    process.stdin.write(b'{"event":"message.received","chatId":"ada","messageId":"b","text":"b","id":"b"}\n'
                        if command == "pipe" else b"hello\n")
    process.stdin.flush()
    process.send_signal(signal.SIGCONT)
    read_until(process, b'"settled":"b"' if command == "pipe" else b'"hello" was sent')
    process.communicate()
    assert process.returncode == 0
    assert stored(telex)[:2] == ["a", "b"] if command == "pipe" else "hello" in stored(telex)


def test_continuing_without_a_stop_keeps_the_modes_of_the_terminal(telex):
    t = Terminal(telex, "--store", telex.store)
    t.wait_for(EMPTY).signal(signal.SIGCONT).type("/status", ENTER).wait_for("Online")
    assert t.type(control("d")).end() == 0 and t.is_as_it_was()
    t.close()


def test_repl_ends_when_its_reader_exits(telex):
    process = telex.start("repl", "--store", telex.store)
    read_until(process, b"No chats yet.")
    process.stdout.close()
    try:
        process.stdin.write(b"/new Eliza\nhello\n/help\n")
        process.stdin.flush()
    except BrokenPipeError:
        pass
    assert process.wait() == -signal.SIGPIPE
    process.stdin.close()


@pytest.mark.parametrize("hangs_up", [signal.SIG_DFL, signal.SIG_IGN], ids=["hung up", "nohup"])
def test_closing_the_terminal_ends_the_process_and_keeps_what_was_shown(hangs_up, telex):
    signal.signal(signal.SIGHUP, hangs_up)
    try:
        t = Terminal(telex, "--store", telex.store)
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    t.wait_for(EMPTY).type("/new Eliza", ENTER).wait_for("Eliza>").type("hello", ENTER).wait_for("You: hello")
    t.type("half typed").wait_for_line("half typed", t.rows[t.cursor[1]].split(">")[0] + "> ")
    t.hang_up()
    assert t.process.wait() in (-signal.SIGHUP, 0)
    assert "hello" in stored(telex)


def test_waiting_processes_sleep_and_lose_nothing(telex):
    """One that looks now and then for something to do wakes up more often."""
    woken = wait_side_by_side(telex, seconds=1)
    assert all(count < 5 for count in woken.values()), woken
