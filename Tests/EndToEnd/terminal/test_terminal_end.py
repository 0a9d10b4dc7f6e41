"""How telex repl exits, or keeps running, after keys, signals and faults."""

import json
import os
import shlex
import signal

import pytest

from telex_program import TELEX
from terminal import EMPTY, ENTER, Terminal, at, control


def test_ctrl_d_reports_a_slow_exit_and_ctrl_c_does_not_wait(at):
    t = at(feed=True).open_ada()
    t.type('/line {"backend":{"delay":"1h"}}', ENTER, "hello", ENTER).wait_for("sending…")
    t.type(control("d")).wait_for("Finishing work in progress")
    t.type(control("c"))
    assert t.end() == -signal.SIGINT and t.is_as_it_was()


@pytest.mark.parametrize("keys, code", [([control("c")], -signal.SIGINT), (["/quit", ENTER], 0)])
def test_quit_waits_but_a_second_quit_or_ctrl_c_does_not(at, keys, code):
    t = at(feed=True).open_ada()
    t.type('/line {"backend":{"delay":"1h"}}', ENTER, "hello", ENTER).wait_for("sending…")
    t.type("/quit", ENTER).wait_for("Finishing work in progress").type(*keys)
    assert t.end() == code and t.is_as_it_was()


def test_quit_says_what_still_waits(at):
    t = at(feed=True).open_ada()
    t.type('/line {"backend":{"offline":true}}', ENTER).wait_for("Offline").type("one", ENTER).wait_for("You: one")
    t.type("two", ENTER).wait_for("You: two").type("/quit", ENTER)
    assert t.end() == 0 and t.is_as_it_was()
    assert "2 messages in Ada wait to be sent. Telex keeps them" in " ".join(t.text.split())


def test_quit_waits_for_a_bot_that_is_typing(at):
    t = at()
    t.type("/new Eliza", ENTER).wait(lambda t: "is typing…".encode() in t.raw)
    t.type("/quit", ENTER)
    assert t.end() == 0 and "Eliza: How do you do?" in t.text


def test_ctrl_z_suspends_and_resumes(at):
    t = at(command=["bash", "--norc", "--noprofile", "-i"], PS1="shell> ")
    t.wait_for("shell> ").type(f"{shlex.quote(TELEX)}\n").wait_for(EMPTY)
    t.type("half typed").wait_for_line("half typed").type(control("z")).wait_for("Stopped")
    t.type("stty -a | tr ' ' '\\n' | grep -cx -e icanon -e echo -e isig\n").wait_for("\n3")
    t.type("fg\n").wait(lambda t: t.rows[t.cursor[1]] == "> half typed")
    t.type(control("u"), "/status", ENTER).wait_for("0 unread.").type("/quit", ENTER).wait(
        lambda t: t.rows[t.cursor[1]].startswith("shell>"))
    t.type("exit\n")
    assert t.end() == 0


def test_ctrl_backslash_exits_immediately(at):
    t = at()
    t.type("half typed").wait_for_line("half typed").type("\x1c")
    assert t.end() == -signal.SIGQUIT and t.is_as_it_was()


@pytest.mark.parametrize("number", [
    signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT])
def test_terminal_is_restored_after_any_signal(at, number):
    t = at(SWIFT_BACKTRACE="enable=no")
    t.type("half typed").wait_for_line("half typed").signal(number)
    assert t.end() == -number and t.is_as_it_was()


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGQUIT])
def test_external_crash_signal_ends_the_repl_with_a_backtrace(at, number):
    t = at(SWIFT_BACKTRACE="enable=yes,interactive=no,color=no").wait_for(EMPTY).signal(number)
    assert t.end() == -number and t.is_as_it_was()


def test_signal_ends_the_repl_when_nobody_reads_the_terminal(telex):
    t = Terminal(telex, feed=True).wait_for(EMPTY)
    for number in range(3000):
        os.write(t.feed, (json.dumps({"event": "message.received", "chatId": "a", "messageId": f"m{number}",
                                      "text": "x" * 500}) + "\n").encode())
    t.signal(signal.SIGTERM)
    assert t.process.wait() == -signal.SIGTERM


def test_repl_ends_when_the_terminal_closes(telex):
    t = Terminal(telex).wait_for(EMPTY)
    t.hang_up()
    assert t.process.wait() in (-signal.SIGHUP, 0)


def test_startup_error_leaves_the_terminal_unchanged(at, telex):
    at("--store", telex.store).wait_for(EMPTY)
    t = Terminal(telex, "--store", telex.store)
    assert t.end() == 69 and t.is_as_it_was() and "in use" in t.text


def test_store_failure_restores_the_terminal(telex, at):
    script = f"ulimit -f 300; exec {shlex.quote(TELEX)} repl --store chats.sqlite --lines lines"
    t = at(feed=True, command=["bash", "-c", script])
    for number in range(200):
        t.receive("x" * 5000)
    assert t.end() == 74 and t.is_as_it_was() and "not stored" in t.text
