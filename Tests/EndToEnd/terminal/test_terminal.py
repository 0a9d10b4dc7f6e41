"""telex repl at a terminal: what takes a process, a signal or a file. Tests/TelexTerminalTests/Typing has the rest."""

import contextlib
import json
import os
import re
import signal
import subprocess
import threading

import pytest

from amounts import amount
from damage import query
from picture import COLUMNS, DARK, PICTURE, drawn, play, told
from telex_program import ROOT
from terminal import EMPTY, ENTER, UP, Terminal, at, control

# How many keys are typed during a flood of messages.
KEYS = amount(10, 60)


def test_each_key_shows_during_a_flood_of_messages(at, telex):
    t = at(feed=True).open_ada()
    count, is_over = 0, threading.Event()

    def flood():
        nonlocal count
        with open(telex.home / "lines", "w") as fifo:
            while not is_over.is_set():
                text = f"flood {count}"
                fifo.write(json.dumps({"event": "message.received", "chatId": "ada", "messageId": text, "text": text}) + "\n")
                count += 1

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    typed = ""
    try:
        for _ in range(KEYS):
            typed += "k"
            # Not `type`, which reads on as long as there is output.
            os.write(t.master, b"k")
            t.wait(lambda t: "Ada> " + typed in t.text)
    finally:
        is_over.set()
    t.wait(lambda t: not thread.is_alive() and f"flood {count - 1}" in t.text)
    t.wait_for_line(typed, "Ada> ")
    shown = [row for row in t.transcript if "flood" in row]
    assert [row.split("flood ")[1] for row in shown] == [str(n) for n in range(count)]


def test_flood_of_lines_does_not_block_the_user(at, telex):
    t = at(feed=True)
    t.wait_for(EMPTY)
    lines = "".join(json.dumps({"event": "message.received", "chatId": "bob", "messageId": f"m{n}", "text": "x"}) + "\n"
                    for n in range(20_000))
    (telex.home / "flood").write_text(lines)
    with open(telex.home / "lines", "w") as fifo:
        writer = subprocess.Popen(["cat", telex.home / "flood"], stdout=fifo)
    t.wait_for("new)").type("/quit", ENTER)
    assert t.end() == 0
    writer.kill()
    writer.wait()


@pytest.mark.parametrize("columns, rows", [(120, 30), (23, 5)])
def test_resize_redraws_everything(at, columns, rows):
    t = at(feed=True, columns=60, rows=20, EDITOR="true").open_ada()
    t.receive("A message that is long enough to be broken into several rows, whatever the width is.")
    t.wait_for("the width is.").type("/editor a line that is typed", ENTER).wait_for_line("a line that is typed", "Ada> ")
    t.resize(columns, rows)
    line = "Ada> a line that is typed"
    t.wait(lambda t: line in "".join(t.rows)).receive("after it").wait_for("after it")
    if rows > 8:
        assert "broken into several rows, whatever the width is." in " ".join(row.strip() for row in t.rows)
    assert t.text.count("after it") == 1
    t.type("!").wait(lambda t: line + "!" in "".join(t.rows))


@pytest.mark.parametrize("term, leave", [("dumb", "\x04"), ("", "/quit\n")])
def test_dumb_terminal_gets_plain_lines(telex, term, leave):
    with contextlib.closing(Terminal(telex, TERM=term)) as t:
        t.wait_for(EMPTY).wait_for("> ").type("/new Ada\n").wait_for("Ada> ").type("hello\n").wait_for('Your message "hello" was sent.')
        t.type("/editor\n").wait_for("/editor needs a terminal").type("/new Eliza\n").wait_for("is typing…").type(leave)
        t.wait_for("Eliza: How do you do?")
        assert t.end() == 0 and b"\x1b" not in t.raw


def test_plain_output_has_words_instead_of_signs(at):
    t = at("--plain", feed=True).wait_for(EMPTY)
    t.receive("Hello.").wait_for("Notification: Ada: Hello.").wait_for("(1)> ").type("/open ada\n").wait_for("\nAda\n").wait_for("\nToday\n1 new\n")
    t.type("hi\n").wait_for("You: hi").type("/new " + "x" * 300 + "\n").wait_for("Error: ")
    # The terminal discards the line, and Telex goes on.
    t.type("half\x03").wait_for("The line is discarded. Ctrl-D or /quit leaves.").type("whole\n").wait_for("You: whole")
    assert b"\x1b" not in t.raw and not re.search("[─—↪]", t.text)
    t.type("/quit\n")
    assert t.end() == 0


def test_screen_in_the_documentation_is_accurate(at):
    t = play(at("--clock", "virtual", feed=True, columns=COLUMNS, background=told(DARK), names=16))
    page = ROOT / "Sources/TelexTerminal/TelexTerminal.docc/TelexTerminal.md"
    assert t.text == re.search("```text\n(.*?)\n```", page.read_text(), re.DOTALL)[1]
    assert drawn(t) == PICTURE.read_text(), "Scripts/picture draws it anew"


@pytest.mark.parametrize("arguments, environment, secondary", [
    ([], {"background": "ffff/ffff/ffff"}, "626262"), ([], {"background": "0000/2b2b/3636"}, "9e9e9e"),
    ([], {}, "767676"), ([], {"COLORFGBG": "0;15"}, "626262"), ([], {"COLORFGBG": "0;15", "background": "0/0/0"}, "9e9e9e"),
    (["--theme", "light"], {"background": "0/0/0"}, "626262"), (["--theme", "plain"], {}, "default"),
    (["--theme", "mine"], {"background": "0/0/0"}, "00ff00"), ([], {"NO_COLOR": "1"}, "default"), ([], {"TERM": "linux"}, "767676"),
])
def test_has_the_colours_that_suit_the_background(at, telex, arguments, environment, secondary):
    (telex.home / "mine").write_text("secondary = 46\n")
    t = at(*arguments, **environment).wait_for(EMPTY).type("refused", ENTER).wait_for("> refused\n")
    t.type("typed").wait_for_line("typed")
    # The prompt of a line that was refused.
    row = next(y for y, text in enumerate(t.rows) if text == "> refused")
    t.wait(lambda t: t.screen.buffer[row][0].fg == secondary, f"the colour {secondary}")
    is_asked = b"\x1b]11;?" in t.raw
    assert is_asked == (not {"NO_COLOR", "TERM"} & {*environment} and arguments in ([], ["--theme", "mine"]))
    assert t.type(control("u"), "\x04").end() == 0 and t.is_as_it_was() and not t.read(0)


def test_reader_is_painted_anew_in_another_size(at):
    t = at(feed=True).open_ada().type("/read", ENTER).wait_for("q back")
    for columns, rows in ((60, 8), (40, 20), (100, 30)):
        t.resize(columns, rows)
        t.wait(lambda t: t.rows[0].startswith(" Ada · Today") and t.rows[rows - 1].startswith("q back") and "▌ " in t.text)
    assert t.type("q", "/quit", ENTER).end() == 0


def test_json_lines_show_above_the_typed_line(at):
    t = at("--json", "--subscribe", "badge", feed=True, columns=200)
    t.wait_for('"model":{"unreadCount":0,').type("half").wait_for_line("half")
    t.receive("hello").wait_for('"model":{"unreadCount":1,').wait_for_line("half")
    t.type(control("u"), "/nonsense", ENTER).wait_for("Unknown command /nonsense.")
    t.type("/json off", ENTER).wait_for("Chats").type("/quit", ENTER)
    assert t.end() == 0


def test_json_on_shows_lines_from_the_hello_on(at):
    t = at(columns=200)
    t.wait_for(EMPTY).type("/json on", ENTER).wait_for('"badge"').wait_for_line("")
    assert not any(row.startswith(("> /json", "/json")) for row in t.transcript)
    assert next(row for row in t.transcript if row.startswith("{")).startswith('{"seq":0,"hello":')


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, "/quit"])
def test_drafts_survive_the_end(telex, end):
    with contextlib.closing(Terminal(telex, "--store", telex.store, feed=True).open_ada()) as t:
        t.receive("hello", chat="bo").wait_for("[1 Bo 1]").type("several", "\x1b\r", "lines").wait_for("lines")
        t.type("\x1b1").wait_for_line("", "Bo> ").type("for Bo").wait_for_line("for Bo", "Bo> ")
        # A signal stores what was typed just before; only kill -9 cannot.
        if end == signal.SIGKILL:
            t.wait(lambda t: "for Bo" in str(query(telex.store, "SELECT details FROM chat")), "the draft to be stored")
        t.type(control("a"), end + " ", ENTER) if isinstance(end, str) else t.signal(end)
        t.end()
    with contextlib.closing(Terminal(telex, "--store", telex.store)) as t:
        t.wait_for("Draft: several lines").type("/open ada", ENTER).wait_for("Ada> several\nlines")
        if end != "/quit":
            t.type(control("x"), control("b")).wait_for("> ").type("\x03/open bo", ENTER).wait_for_line("for Bo", "Bo> ")


def test_a_deletion_outlives_the_program(telex):
    options, waits = ("--clock", "virtual", "--store", telex.store), "(being deleted, /undo keeps it)"
    with contextlib.closing(Terminal(telex, *options, feed=True).open_ada()) as t:
        for text in ("one", "two", "three"):
            t.type(text, ENTER).wait_for(f"You: {text}  (sent)")
        t.type("/delete", ENTER).wait_for(f"You: three  {waits}").type("/delete 2", ENTER).wait_for(f"You: two  {waits}")
        t.signal(signal.SIGKILL).end()
    with contextlib.closing(Terminal(telex, *options)) as t:
        t.type("/open ada", ENTER).wait_for(f"You: three  {waits}").type("/undo", ENTER).wait_for("You: three  (sent)")
        # It is made when it is due.
        t.type("/advance 10s", ENTER).wait_for("You: [deleted]").type("/delete", ENTER).wait_for(waits).type("/quit", ENTER).end()
    # Leaving does not wait for it.
    with contextlib.closing(Terminal(telex, *options)) as t:
        t.type("/open ada", ENTER).wait_for("You: one  (sent)").type("/advance 1m", ENTER)
        t.wait(lambda t: t.text.count("You: [deleted]  (sent)") == 2)


def test_history_has_what_is_typed_before_the_session_starts_but_nothing_of_one_in_memory(telex):
    for number in range(5):
        with contextlib.closing(Terminal(telex, "--profile", f"new{number}")) as t:
            t.type("/status", ENTER, "/quit", ENTER)
            assert t.end() == 0
        assert (telex.home / f"data/telex/new{number}/history").read_text() == "/status\n/quit\n"
    with contextlib.closing(Terminal(telex, "--store", "memory")) as t:
        t.wait_for(EMPTY).type("/chats", ENTER, UP).wait_for_line("/chats").type(control("u"), "/quit", ENTER)
        assert t.end() == 0
    assert not any("/chats" in path.read_text() for path in telex.home.glob("**/*history*"))
