"""The programs in Scripts/examples do what they say, with the real telex."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

from telex_program import PATIENCE, ROOT, TELEX, received
from server import Person, login, server, wait_until
from terminal import BACKSPACE, ENTER, Terminal, control

EXAMPLES = ROOT / "Scripts/examples"
# The arrow keys, as a terminal sends them in keypad mode.
DOWN = "\x1bOB"


@pytest.fixture
def ready(telex):
    """A home with telex on the PATH."""
    telex.environment["PATH"] = f"{pathlib.Path(TELEX).resolve().parent}:{telex.environment['PATH']}"
    return telex


@contextlib.contextmanager
def running(telex, *arguments):
    """Runs a program, and kills it together with its children."""
    process = subprocess.Popen([sys.executable, *map(str, arguments)], env=telex.environment, start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_bot_answers_each_message_once_even_after_a_kill(ready, server):
    login(ready, server, "bot", "Bot", profile="work")
    people = [Person(server, name, name.title()) for name in ("ada", "bob")]
    chats = {person: person.create("Bot").json["chatId"] for person in people}
    asked = {person: [] for person in people}

    def ask(*texts):
        for person in people:
            for text in texts:
                asked[person].append(text)
                person.post(chats[person], text, f"m{len(asked[person])}")

    def answers(person):
        return [message["text"] for message in person.history(chats[person]) if message["senderId"] == "bot"]

    def are_answered():
        return all(len(answers(person)) >= len(asked[person]) for person in people)

    ask("one", "one two")
    for _ in range(3):
        with running(ready, EXAMPLES / "bot.py", "work", "wc", "-w"):
            wait_until(are_answered, PATIENCE)
            ask("one two three")
            wait_until(lambda: any(len(answers(person)) == len(asked[person]) for person in people), PATIENCE)
        ask("-n")
    with running(ready, EXAMPLES / "bot.py", "work", "wc", "-w"):
        wait_until(are_answered, PATIENCE)
    for person in people:
        assert answers(person) == [str(len(text.split())) for text in asked[person]]


# A telex that reads nothing while nobody reads its output: it writes as much as it reads.
WORDY = """#!{python}
import json, sys
row = {{"isOwn": False, "kind": "text", "text": "x" * 15000, "chatId": "a", "actions": {{"answer": {{"text": None}}}}}}
page = {{"view": "inbox", "model": {{"cursor": "end", "messages": [{{**row, "messageId": str(at)}} for at in range(30)]}}}}
print(json.dumps(page), flush=True)
for line in map(json.loads, sys.stdin):
    if "text" in line:
        print(json.dumps({{"view": "inbox", "model": {{"cursor": "", "messages": [{{**row, "isOwn": True}}]}}}}), flush=True)
    outcome = {{"outcome": "refused", "reason": "No."}} if "text" in line else {{"outcome": "done"}}
    print(json.dumps({{"settled": line["id"], **outcome}}), flush=True)
    if line["id"] == "end":
        break
"""


def test_bot_reads_while_it_writes_and_reports_what_was_refused(ready):
    (ready.home / "telex").write_text(WORDY.format(python=sys.executable))
    (ready.home / "telex").chmod(0o700)
    ready.environment["PATH"] = f"{ready.home}:{ready.environment['PATH']}"
    done = subprocess.run([sys.executable, EXAMPLES / "bot.py", "work", "cat"], env=ready.environment, timeout=PATIENCE * 10,
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "No.\n" * 30)
    assert (ready.home / ".telex-bot-work").read_text() == "end"


def test_desktop_is_notified_of_new_messages(ready):
    notified, own = ready.home / "notified", ready.home / "temporary"
    own.mkdir()
    (ready.home / "notifier").write_text('#!/bin/sh\nprintf "[%s]" "$@" >>"$HOME/notified"; echo >>"$HOME/notified"\n')
    (ready.home / "notifier").chmod(0o700)
    fifo = ready.home / "lines"
    terminal = Terminal(ready, feed=True, command=[EXAMPLES / "notify.sh", "--lines", fifo, "--store", "memory"],
                        NOTIFIER=str(ready.home / "notifier"), TMPDIR=str(own))
    told = ["[Ada][Hello.]"]
    terminal.wait_for("> ").receive("Hello.").wait_for("Hello.")
    wait_until(lambda: notified.exists() and notified.read_text().splitlines() == told, PATIENCE)
    terminal.type("/open ada", ENTER).wait_for_line("", "Ada> ")
    for text, chat, line in (("Hello?", "bob", "[Bob][Hello?]"), ("--help", "-u", "[-U][--help]"),
                             ("It is open.", "ada", None), (r"a\tb <&", "bob", r"[Bob][a\tb <&]"),
                             ("a\tb\nc", "bob", "[Bob][a b c]")):
        terminal.receive(text, chat=chat).wait_for(text.split("\t")[0])
        told += [line] if line else []
        # A slow reader is notified only of the newest message.
        wait_until(lambda: notified.read_text().splitlines() == told, PATIENCE)
    terminal.type("/quit", ENTER)
    assert terminal.end() == 0 and list(own.iterdir()) == []


def test_another_front_end_draws_the_same_view_models(ready):
    lines = [{"event": "chat.creating", "recipient": "Echo"}, {"event": "screen.closing", "screen": "messages"},
             received("ada", "m1", "Are you there?")]
    assert ready.run("pipe", "--store", ready.store, lines=lines)[0] == 0
    terminal = Terminal(ready, command=[sys.executable, EXAMPLES / "panes.py", "--store", ready.store])
    terminal.wait(lambda t: t.rows[0] == "Echo (1)" and t.rows[1] == "ada (1)" and "Online" in t.text, "the chats")
    terminal.type(DOWN).wait_for("Echo: ").type("hellp", BACKSPACE, "o").wait_for("> hello").type(ENTER)
    terminal.wait_for("You: hello  (").wait_for("Echo: hello").wait_without("> hello")
    terminal.type(DOWN).wait(lambda t: re.match(r"ada: Are you there\?  \(\d\d:\d\d\)", t.rows[0][24:]), "a chat")
    terminal.type(control("C"))
    assert terminal.end() == 0 and terminal.is_as_it_was()
