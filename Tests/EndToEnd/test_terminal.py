"""telex repl at a terminal, as the person before it sees it."""

import json
import os
import re
import signal
import stat
import sys

import pytest

from conftest import ROOT, TELEX, last_model
from terminal import (
    BACKSPACE, DELETE, DOWN, END, ENTER, ESCAPE, HOME, LEFT, RIGHT, TAB, UP, Terminal, control, pasted)

EMPTY = "No chats yet."


@pytest.fixture
def at(telex):
    """Opens terminals, and closes them."""
    terminals = []

    def open(*arguments, **options):
        terminals.append(Terminal(telex, *arguments, **options))
        return terminals[-1].wait_for("> ")

    yield open
    for terminal in terminals:
        terminal.close()


def test_a_message_changes_in_place(at):
    t = at()
    t.wait_for(EMPTY).type("/new Eliza", ENTER).wait_for("Eliza> ").type("hello", ENTER)
    t.wait_for("You: hello  (read)").wait_for("Eliza: Hello.")
    assert t.text.count("hello") == 1 and "(sent)" not in t.text
    t.type("/quit", ENTER)
    assert t.end() == 0 and t.is_as_it_was()


def test_who_is_typing_stands_above_the_line_for_as_long_as_it_lasts(at):
    t = at()
    t.type("/new Eliza", ENTER).wait_for("Eliza is typing…").wait_for("Eliza: ").wait_without("is typing…")


def test_a_mark_of_a_message_that_has_left_the_screen_is_told(at):
    t = at(rows=6, feed=True).open_ada()
    t.line({"backend": {"offline": True}}).wait_for("/connect tries again")
    t.type("Are you there?", ENTER).wait_for("waiting for the connection")
    for number in range(8):
        t.receive(f"message {number}")
    t.wait_for("message 7").line({"backend": {"online": True}}).line({"event": "connection.retrying"})
    t.wait_for("(sent) Are you there?")


def test_what_arrives_stands_above_the_line_that_is_typed(at):
    t = at(feed=True).open_ada()
    t.type("half typed", LEFT, LEFT)
    t.wait(lambda t: t.cursor[0] == len("Ada> half typed") - 2)
    t.receive("Are you coming?").wait_for("Ada: Are you coming?")
    t.receive("Hello?", chat="bob").wait_for("* Bob: Hello?").wait_for("Ada (1)> half typed")
    assert t.cursor[0] == len("Ada (1)> half typed") - 2
    t.type("X").wait_for("Ada (1)> half typXed")


LONG = "The quick brown fox jumps over the lazy dog and then does it all over again. "


@pytest.mark.parametrize("text", [
    LONG * 3, "漢字かな交じり文" * 12, "e\u0301a\u0308o\u0302" * 30, "😀é漢x" * 25, "a\tb" * 20])
def test_a_line_of_several_rows_stays_whole(at, text):
    t = at(feed=True, columns=40).open_ada()
    t.type(control("v"), "\t") if text.startswith("\t") else None
    t.type(pasted(text)).wait_for_block("Ada> ", text, len(text))
    for number in range(5):
        t.receive(f"message {number}").wait_for(f"message {number}").wait_for_block("Ada> ", text, len(text))
    t.type(HOME, "X").wait_for_block("Ada> ", "X" + text, 1)
    t.receive("once more").wait_for("once more").wait_for_block("Ada> ", "X" + text, 1)
    t.type(control("a"), control("k")).wait_for_block("Ada> ", "", 0)


def test_a_block_taller_than_the_screen_shows_what_is_around_the_cursor(at):
    t = at(feed=True, columns=31, rows=6).open_ada()
    t.type("abcdefghij" * 30, control("a")).wait(lambda t: t.rows[0].startswith("Ada> abc") and t.cursor == (5, 0))
    t.type(control("e"), "Z").wait(lambda t: "Z" in t.text)
    t.receive("over here").wait(lambda t: "Z" in t.text)
    t.type(control("u")).wait_for("Ada> ").wait_for("over here")


def test_a_search_stays_whole_while_messages_arrive(at):
    t = at(feed=True).open_ada()
    t.type("/status", ENTER).wait_for("unread.").type("/help open", ENTER).wait_for("NUMBER is that")
    t.type(control("r"), "stat").wait_for("(search) stat: /status")
    t.receive("in the middle").wait_for("in the middle").wait_for("(search) stat: /status")
    t.type(control("g")).wait_for_line("", "Ada> ")
    t.type(control("r"), "/").wait_for("(search) /: /help open").type(control("r")).wait_for("/: /status")
    t.type(control("r"), control("r")).wait_for("(not found)").type(control("s"), END)
    t.wait_for_line("/status", "Ada> ")


def test_a_search_for_nothing_that_is_there_harms_nothing(at):
    t = at()
    t.type(control("r"), "zzzz").wait_for("(not found) zzzz").type(control("w")).wait_for_line("")
    t.type("/status", ENTER).wait_for("0 unread.")


def test_enter_in_a_search_takes_the_line(at):
    t = at()
    t.type("/status", ENTER).wait_for("0 unread.").type(control("l")).wait_without("unread")
    t.type(control("r"), "sta", ENTER).wait_for("0 unread.")


def test_a_quoted_insert_stays_whole_while_messages_arrive(at):
    t = at(feed=True).open_ada()
    t.type("a", control("v")).wait_for("taken as it is")
    t.receive("in the middle").wait_for("in the middle")
    t.type(control("x"), "b").wait_for_line("a␘b", "Ada> ")


def test_an_escape_sequence_may_come_in_pieces(at):
    t = at(feed=True).open_ada()
    t.type("abc").wait_for_line("abc", "Ada> ")
    t.type("\x1b").read(0)
    t.type("[").read(0)
    t.type("D").wait(lambda t: t.cursor[0] == len("Ada> ab"))
    t.type("\x1b[99;99z", "\x1bOP").type("X").wait_for("Ada> abXc")
    t.type("é").wait_for("Ada> abXéc")


def test_bytes_that_are_no_utf8_are_left_out(at):
    t = at()
    os.write(t.master, b"a\xff\xc3(b\xc2\x9b")
    t.wait_for_line("a(b")
    os.write(t.master, b"\xff")
    t.wait_for("no UTF-8").wait_for_line("a(b")


def test_typing_stays_smooth_while_20000_messages_arrive(at, telex):
    t = at(feed=True).open_ada()
    lines = "".join(
        json.dumps({"event": "message.received", "chat": "ada", "message": f"x{n}", "text": f"flood {n}"}) + "\n"
        for n in range(20_000))
    (telex.home / "flood").write_text(lines)
    import subprocess
    with open(telex.home / "lines", "w") as fifo:
        writer = subprocess.Popen(["cat", telex.home / "flood"], stdout=fifo)
    typed = ""
    while f"flood {19_999}" not in t.text:
        if len(typed) < 60:
            typed += "k"
            t.type("k").wait(lambda t: "Ada> " + typed in t.text)
        else:
            t.wait_for("flood 19999")
    writer.wait()
    t.wait_for_line(typed, "Ada> ")
    shown = [row for row in t.transcript if "flood" in row]
    assert [row.split("flood ")[1] for row in shown] == [str(n) for n in range(20_000)]


def test_ctrl_c_drops_the_line_and_not_the_program(at):
    t = at()
    t.type("a mistake", control("c")).wait_for("> a mistake^C").wait_for_line("")
    t.type(control("c")).wait_for("Ctrl-D or /quit leaves.")
    t.type("/status", ENTER).wait_for("0 unread.")
    assert t.process.poll() is None


def test_ctrl_d_leaves_on_an_empty_line_only(at):
    t = at()
    t.type("abc", control("d"), LEFT, control("d")).wait_for_line("ab")
    t.type(control("u"), control("d"))
    assert t.end() == 0 and t.is_as_it_was()


def test_ctrl_d_says_so_if_the_end_takes_long_and_ctrl_c_does_not_wait(at):
    t = at(feed=True).open_ada()
    t.type('/line {"backend":{"delay":"1h"}}', ENTER, "hello", ENTER).wait_for("sending…").type(control("d")).wait_for("Waiting for what is under way")
    t.type(control("c"))
    assert t.end() == -signal.SIGINT and t.is_as_it_was()


def test_ctrl_z_and_back(at):
    t = at(command=["bash", "--norc", "--noprofile", "-i"], PS1="shell> ")
    t.wait_for("shell> ").type(f"{TELEX}\n").wait_for(EMPTY)
    t.type("half typed").wait_for_line("half typed").type(control("z")).wait_for("Stopped")
    t.type("stty -a | tr ' ' '\\n' | grep -cx -e icanon -e echo -e isig\n").wait_for("\n3")
    t.type("fg\n").wait(lambda t: t.rows[t.cursor[1]] == "> half typed")
    t.type(control("u"), "/status", ENTER).wait_for("0 unread.").type("/quit", ENTER).wait(
        lambda t: t.rows[t.cursor[1]].startswith("shell>"))
    t.type("exit\n")
    assert t.end() == 0


@pytest.mark.parametrize("columns, rows", [(40, 24), (120, 30), (80, 10), (23, 5)])
def test_another_size_shows_everything_anew(at, columns, rows):
    t = at(feed=True, columns=60, rows=20).open_ada()
    t.receive("A message that is long enough to be broken into several rows, whatever the width is.")
    t.type("a line that is typed").wait_for("Ada> a line that is typed").wait_for("the width is.")
    t.resize(columns, rows)
    line = "Ada> a line that is typed"
    t.wait(lambda t: line in "".join(row for row in t.rows))
    t.receive("after it").wait_for("after it")
    words = " ".join(row.strip() for row in t.rows)
    if rows > 8:
        assert "broken into several rows, whatever the width is." in words
    assert t.text.count("after it") == 1
    t.type("!").wait(lambda t: line + "!" in "".join(t.rows))


def test_what_is_pasted_is_one_message(at, telex):
    t = at(feed=True).open_ada()
    t.type(pasted("first line\r\n  second line\rthird\tline\r\n")).wait_for("  second line")
    t.wait_for_block("Ada> ", "first line\n  second line\nthird\tline", 37)
    t.type(" end", ENTER).wait_for("You: first line").type("/quit", ENTER)
    assert t.end() == 0
    code, out, _ = telex.run("pipe", lines=[{"event": "screen.opened", "screen": "messages", "chat": "ada"}])
    lines = [json.loads(line) for line in out.splitlines()]
    assert last_model(lines, "messages")["messages"][-1]["text"] == "first line\n  second line\nthird\tline end"


def test_a_long_paste_is_cut_off_and_says_so(at):
    t = at()
    t.type(pasted("x" * 70_000)).wait_for("its end was left out")
    t.type(control("u"), "/status", ENTER).wait_for("0 unread.")


def test_a_message_is_written_in_another_program(at, telex):
    script = telex.home / "editor"
    script.write_text("#!/bin/sh\nprintf 'written\\nelsewhere: ' > \"$1.new\"; cat \"$1\" >> \"$1.new\"; mv \"$1.new\" \"$1\"\n")
    script.chmod(0o700)
    t = at(feed=True, EDITOR=str(script)).open_ada()
    t.type("/edit to begin with", ENTER).wait_for("elsewhere: to begin with").type(ENTER).wait_for("You: written")
    t.type("from the line", control("x"), control("e")).wait_for("elsewhere: from the line")
    t.type(control("u")).wait_for_line("", "Ada> ")
    assert "/edit" in t.text


def test_an_editor_that_fails_loses_nothing(at):
    t = at(feed=True, VISUAL="false").open_ada()
    t.type("/edit precious", ENTER).wait_for("exit code 1").wait_for("Ada> precious")


def test_messages_that_arrive_while_the_editor_runs_are_shown_after_it(at, telex):
    os.mkfifo(telex.home / "gate")
    t = at(feed=True, EDITOR=f"read line < {telex.home}/gate; echo $line >").open_ada()
    t.type("/edit", ENTER)
    gate = open(telex.home / "gate", "w")  # the editor has begun to read
    for number in range(50):
        t.receive(f"meanwhile {number}")
    gate.write("the text\n")
    gate.close()
    t.wait_for("meanwhile 49").wait_for_line("the text", "Ada> ")


def test_the_title_has_the_unread_count_and_is_given_back(at):
    t = at(feed=True)
    t.wait(lambda t: t.screen.title == "Telex")
    t.receive("hello").wait(lambda t: t.screen.title == "(1) Telex")
    t.type("/go", ENTER).wait(lambda t: t.screen.title == "Telex")
    t.type("/quit", ENTER)
    assert t.end() == 0
    assert t.raw.index(b"\x1b[22;2t") < t.raw.index(b"\x1b]2;") and t.raw.rstrip().endswith(b"\x1b[23;2t")


@pytest.mark.parametrize("way, expected", [
    ("none", b""), ("bell", b"\x07"), ("osc9", b"\x1b]9;Bob, the \xe2\x90\x9bfirst: hi;there\x1b\\"),
    ("osc777", b"\x1b]777;notify;Bob, the \xe2\x90\x9bfirst;hi;there\x1b\\")])
def test_it_tells_of_a_message_by_choice(at, way, expected):
    t = at("--notify", way, feed=True, columns=200)
    t.wait_for(EMPTY)
    t.line({"event": "message.received", "chat": "bob", "contact": "Bob; the \x1bfirst", "text": "hi;there"}).wait_for("/go opens it")
    assert expected in t.raw
    if way == "none":
        assert b"\x07" not in t.raw and b"\x1b]9;" not in t.raw and b"\x1b]777" not in t.raw


def test_columns_are_aligned_by_display_width(at):
    t = at(feed=True)
    for name in ("Ada", "山田太郎", "Zoe\u0308", "😀 Smiley"):
        t.line({"event": "message.received", "chat": name, "contact": name, "message": "1", "text": "hi"})
    t.wait_for("Smiley: hi").type("/chats", ENTER).wait_for("Chats")
    rows = [y for y, row in enumerate(t.rows) if re.match(r" +[1-4]  ", row)]
    starts = set()
    for y in rows:
        cells = [t.screen.buffer[y][x].data for x in range(80)]
        starts.add("".join(cell or "\0" for cell in cells).index(":"))
    assert len(rows) == 4 and len(starts) == 1


def test_long_messages_are_broken_between_words(at):
    t = at(feed=True, columns=40).open_ada()
    t.receive("The quick brown fox jumps over the lazy dog. " + "x" * 50).wait_for("xxx")
    rows = [row for row in t.rows if row]
    start = next(y for y, row in enumerate(rows) if "The quick" in row)
    margin = rows[start].index("The")
    assert rows[start].endswith("jumps") and rows[start + 1] == " " * margin + "over the lazy dog."
    assert all(row.startswith(" " * margin + "x") for row in rows[start + 2:start + 4])


def test_history_loads_older_messages_above(at):
    t = at(feed=True, rows=70)
    for number in range(80):
        t.receive(f"number {number}.")
    t.wait_for("(80 new)").type("/open ada", ENTER).wait_for("30 older messages").wait_for("Ada> ")
    t.type("/history", ENTER).wait(
        lambda t: [row.split("number ")[1] for row in t.transcript if ":" in row[:5] and "number" in row]
        == [f"{n}." for n in range(80)])
    assert not any("older messages" in row for row in t.transcript)


def test_history_of_a_chat_that_has_left_the_screen_is_shown_whole(at):
    t = at(feed=True, rows=10)
    for number in range(80):
        t.receive(f"number {number}.")
    t.wait_for("(80 new)").type("/open ada", ENTER).wait_for("number 79.")
    t.type("/history", ENTER).wait(
        lambda t: [row.split("number ")[1] for row in t.transcript if ":" in row[:5] and "number" in row][-80:]
        == [f"{n}." for n in range(80)])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT])
def test_the_terminal_is_given_back_whatever_ends_it(at, number):
    t = at(SWIFT_BACKTRACE="enable=no")
    t.type("half typed").wait_for_line("half typed").signal(number)
    assert t.end() == -number and t.is_as_it_was()


def test_ctrl_backslash_ends_it_at_once(at):
    t = at()
    t.type("half typed").wait_for_line("half typed").type("\x1c")
    assert t.end() == -signal.SIGQUIT and t.is_as_it_was()


def test_an_error_at_the_start_leaves_the_terminal_alone(at, telex):
    at("--store", telex.store).wait_for(EMPTY)
    t = Terminal(telex, "--store", telex.store)
    assert t.end() == 69 and t.is_as_it_was() and "in use" in t.text
    t.close()


def test_a_store_that_fails_gives_the_terminal_back(telex, at):
    script = f"ulimit -f 300; exec {TELEX} repl --store {telex.store} --lines {telex.home}/lines"
    t = at(feed=True, command=["bash", "-c", script])
    for number in range(200):
        t.receive("x" * 500)
    assert t.end() == 74 and t.is_as_it_was() and "not stored" in t.text


def test_it_ends_when_the_terminal_goes_away(telex):
    t = Terminal(telex).wait_for(EMPTY)
    os.close(t.slave)
    os.close(t.master)
    assert t.process.wait(20) in (-signal.SIGHUP, 0)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_can_do_nothing_gets_plain_lines(telex, term):
    t = Terminal(telex, TERM=term).wait_for(EMPTY).wait_for("> ")
    t.type("/new Ada\n").wait_for("Ada> ").type("hello\n").wait_for("(sent) hello")
    assert b"\x1b" not in t.raw
    t.type("/edit\n").wait_for("/edit needs a terminal with a line editor")
    t.type("\x04")
    assert t.end() == 0
    t.close()


def test_vi_keys_by_editrc(at, telex):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at()
    t.type("one two three").wait_for_line("one two three").type(ESCAPE, "0dw").wait_for("> two three")
    t.type("A four").wait_for_line("two three four")
    t.type(LEFT, LEFT, "X").wait_for("> two three foXur").type(UP, DOWN)
    t.type(ESCAPE, "dd").wait_for_line("").type("i/status", ENTER).wait_for("0 unread.")
    t.type(ESCAPE, "/stat", ENTER).wait(lambda t: t.text.count("0 unread.") == 2)


def test_bindings_by_editrc(at, telex):
    (telex.home / ".editrc").write_text('bind "^T" ed-move-to-beg\ntelex:bind "^[[A" ed-delete-prev-char\nother:bind -v\n')
    t = at()
    t.type("abc", control("t"), "X").wait_for("> Xabc").type(UP).wait_for("> abc")


def test_a_bad_line_in_editrc_is_told(at, telex):
    (telex.home / ".editrc").write_text('bind "^T" no-such-command\n')
    at().wait_for("~/.editrc: a line is not understood")


def test_emacs_keys(at):
    t = at()
    t.type("one two three", control("w")).wait_for_line("one two ")
    t.type(control("a"), "\x1bf", "!").wait_for("> one! two").type(control("k")).wait_for_line("one!")
    t.type(control("y")).wait_for_line("one! two ").type(HOME, DELETE, RIGHT, BACKSPACE).wait_for("> e! two")
    t.type(END, "\x1b[1;5D", "X").wait_for("> e! Xtwo")


def test_history_outlives_the_session_without_doubles(at, telex):
    t = at()
    for line in ("/status", "/chats", "/help help", "/status"):
        t.type(line, ENTER).wait_for_line("")
    t.type(pasted("two\nlines"), ENTER).wait_for_line("").type("/quit", ENTER)
    assert t.end() == 0
    path = telex.home / "data/telex/default/history"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == "/chats\n/help help\n/status\ntwo\\nlines\n/quit\n"
    t = at().wait_for(EMPTY)
    t.type(UP).wait_for_line("/quit").type(UP).wait(lambda t: "> two\nlines" in t.text)
    t.type(UP).wait_for_line("/status").type(UP, UP).wait_for_line("/chats").type(DOWN, DOWN, DOWN, DOWN, DOWN).wait_for_line("")


def test_history_is_bounded(telex, at):
    path = telex.home / "data/telex/default/history"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"line {n}\n" for n in range(3000)))
    t = at()
    t.type(UP).wait_for_line("line 2999").type(control("u"), "/status", ENTER).wait_for("unread.").type("/quit", ENTER)
    assert t.end() == 0
    lines = path.read_text().splitlines()
    assert len(lines) == 1000 and lines[-1] == "/quit" and lines[0] == "line 2002"


def test_nothing_is_kept_of_a_session_in_memory(at, telex):
    t = at("--store", "memory")
    t.type("/status", ENTER).wait_for("unread.").type(UP).wait_for_line("/status").type(control("u"), "/quit", ENTER)
    assert t.end() == 0 and not list(telex.home.glob("**/*history*"))


def test_tab_completes_commands_and_says_what_they_are(at):
    t = at()
    t.type("/st", TAB).wait_for_line("/status").type(control("u"), "/re", TAB)
    t.wait_for("/reload  loads the chats again").wait_for("/read ").wait_for_line("/re")
    t.type("l", TAB).wait_for_line("/reload").wait_without("/read ")
    t.type(control("u"), "/op", TAB).wait_for_line("/open ").wait_for("/open NUMBER|NAME  opens a chat of the list")
    t.type(control("u"), "/xyz", TAB).wait_for_line("/xyz").type(control("u"), "text", TAB).wait_for_line("text")


def test_tab_completes_chats_and_people_and_says_who_they_are(at):
    t = at(feed=True)
    for name in ("Ada Lovelace", "Adam Riese", "Zoë"):
        t.line({"event": "message.received", "chat": name, "contact": name, "message": "1", "text": f"I am {name}"})
    t.wait_for("I am Zoë").type("/open a", TAB).wait_for_line("/open Ada", "(3)> ")
    t.wait_for("Adam Riese    1 unread").wait_for("I am Ada Lovelace")
    t.type(" ", TAB).wait_for_line("/open Ada Lovelace", "(3)> ")
    t.type(control("u"), "/open ZOE", TAB).wait_for_line("/open Zoë", "(3)> ").type(ENTER).wait_for("Zoë (2)> ")
    t.type("/back", ENTER, "/new", ENTER, "/find eli", ENTER).wait_for("/choose N").type("/choose ", TAB)
    t.wait_for_line("/choose 1", "new chat (2)> ")


def test_the_hint_line_shows_what_a_command_takes(at):
    t = at()
    t.type("/he").wait_for("/help").type("lp").wait_for("/help [COMMAND]  lists the commands")
    t.type(" open").wait_for("/help [COMMAND]").type(control("u")).wait_without("[COMMAND]")
    t.type("//he").wait_for_line("//he").wait_without("[COMMAND]")


def test_a_message_of_several_lines_is_typed_with_alt_enter(at):
    t = at(feed=True).open_ada()
    t.type("one", "\x1b\r", "two").wait(lambda t: "Ada> one\ntwo" in t.text).type(ENTER)
    t.wait_for("You: one\n").wait_for("            two")


def test_json_lines_stand_above_the_line_too(at):
    t = at("--json", "--subscribe", "badge", feed=True, columns=200)
    t.wait_for('"model":{"total":0}').type("half").wait_for_line("half")
    t.receive("hello").wait_for('"model":{"total":1}').wait_for_line("half")
    t.type(control("u"), "/nonsense", ENTER).wait_for("There is no command /nonsense.")
    t.type("/json off", ENTER).wait_for("Chats").type("/quit", ENTER)
    assert t.end() == 0


def test_what_was_typed_to_nobody_is_not_lost(at):
    t = at()
    t.type("hello", ENTER).wait_for("No chat is open").wait_for("> hello\n")
    t.type(UP).wait_for_line("hello")


def test_ctrl_l_clears_the_screen(at):
    t = at(feed=True).open_ada()
    t.type("half", control("l")).wait(lambda t: t.text == "Ada> half" and t.cursor[1] == 0)
    t.receive("after").wait_for("Ada: after\nAda> half")


@pytest.mark.parametrize("environment, coloured", [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)])
def test_colour_is_by_choice(at, environment, coloured):
    t = at(feed=True, **environment).open_ada()
    t.type("hello", ENTER).wait_for("(sent)")
    assert bool(re.search(b"\x1b\\[[0-9]+m", t.raw)) == coloured


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_edits_while_messages_arrive_differ_in_nothing_from_a_model(telex, seed):
    """Scripts/soak terminal does the same for longer."""
    from soak_terminal import soak
    assert soak(telex, seed, steps=40) > 40


def test_the_screen_of_the_readme_is_true(at):
    t = at("--clock", "virtual", feed=True, columns=84).wait_for(EMPTY)
    t.type("/new Eliza", ENTER).wait_for_line("", "Eliza> ").line({"advance": "10s"}).wait_for("How do you do?")
    t.type("I have been thinking about my mother, and about how she always had the radio on while she read.", ENTER)
    t.wait_for("sent").line({"advance": "10s"}).wait_for("(read)").wait_for("mother.")
    t.receive("Are you coming? It starts at eight.").wait_for("/go opens it")
    t.type("No, I was only wondering").wait_for_line("No, I was only wondering", "Eliza (1)> ")
    assert t.text == re.search("```text\n(.*?)\n```", (ROOT / "README.md").read_text(), re.DOTALL)[1]


# What was found by reading libedit, and must not come back.


@pytest.mark.parametrize("editrc, keys", [
    ("bind -v\n", [ESCAPE, "0d", pasted("x" * 3000), "w", "i"]),
    ("", ["\x1bX", pasted("x" * 3000), "\r"]),
    ("", ["y" * 700, "\x1b\x1f"]),
    ("bind -v\n", ["a", ESCAPE, "r", pasted("x" * 3000), "r", pasted("y" * 3000), "i"]),
    ('bind "^T" em-inc-search-prev\n', [control("t"), "a", pasted("x" * 3000), ESCAPE]),
    ("edit off\n", [pasted("x" * 3000), BACKSPACE]),
    ("", ["\x1b1\x1b0\x1b0\x1b0\x1b0\x1b0x"]),
])
def test_pastes_at_strange_moments_harm_nothing(at, telex, editrc, keys):
    (telex.home / ".editrc").write_text(editrc)
    t = at()
    t.wait_for(EMPTY).type("abc def").wait_for_line("abc def").type(*keys).type(control("c"))
    t.wait_for_line("").type("/status", ENTER).wait_for("0 unread.")


def test_what_is_typed_outlives_a_walk_through_the_history(at):
    t = at()
    t.type("/status", ENTER).wait_for("0 unread.").type("a draft", DOWN).wait_for_line("a draft")
    t.type(UP).wait_for_line("/status").type(UP, DOWN).wait_for_line("a draft")
    t.type(control("u"), pasted("x" * 3000)).wait(lambda t: t.text.count("x") > 1500).type(UP).wait_for_line("/status")
    t.type(DOWN, control("l")).wait(lambda t: t.text.count("x") > 1500)


@pytest.mark.parametrize("keys", [[ESCAPE, "f"], ["/"], [ESCAPE, "d"], [ESCAPE, "r"]])
def test_ctrl_c_drops_the_line_at_any_moment(at, telex, keys):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at()
    t.type("abc", *keys, control("c")).wait_for_line("").type("/status", ENTER).wait_for("0 unread.")


def test_no_message_is_lost_in_another_size(at, telex):
    """Messages arrive while the screen is another program's, and has another size after it."""
    os.mkfifo(telex.home / "gate")
    t = at(feed=True, EDITOR=f"read line < {telex.home}/gate; : ").open_ada()
    t.type("/edit", ENTER)
    gate = open(telex.home / "gate", "w")
    for number in range(100):
        t.receive(f"meanwhile {number}.")
    t.resize(60, 10)
    gate.write("go\n")
    gate.close()
    t.wait(lambda t: all(any(f"meanwhile {n}." in row for row in t.transcript) for n in range(100)))


def test_a_message_that_is_wider_than_it_seems_begins_no_row(at):
    t = at(feed=True).open_ada()
    t.receive("❤️" * 60).wait_for("❤").receive("after").wait_for("Ada: after\nAda>")
    assert b"\x1b[?7l" in t.raw and t.raw.rfind(b"\x1b[?7l") < t.raw.rfind(b"\x1b[?7h")


def test_a_signal_ends_it_when_nobody_reads_the_terminal(telex):
    t = Terminal(telex, feed=True).wait_for(EMPTY)
    for number in range(3000):
        os.write(t.feed, (json.dumps({"event": "message.received", "chat": "a", "message": f"m{number}",
                                      "text": "x" * 500}) + "\n").encode())
    t.signal(signal.SIGTERM)
    assert t.process.wait(20) == -signal.SIGTERM
    t.close()


def test_json_steers_no_terminal(at):
    t = at("--json", feed=True, columns=200)
    t.wait_for('"hello"').receive("a\u009b31m\u007fb").wait_for("a\\u009b31m\\u007fb")
    assert "\u009b".encode() not in t.raw


def test_alt_enter_in_a_search_sends_nothing(at):
    t = at(feed=True).open_ada()
    t.type("said before", ENTER).wait_for("(sent)").type(control("r"), "said").wait_for("said: said before")
    t.type("\x1b\r").wait_for_block("Ada> ", "\nsaid before", 1)


def test_lines_of_a_program_do_not_keep_a_person_waiting(at, telex):
    t = at(feed=True)
    t.wait_for(EMPTY)
    lines = "".join(json.dumps({"event": "message.received", "chat": "bob", "message": f"m{n}", "text": "x"}) + "\n"
                    for n in range(20_000))
    (telex.home / "flood").write_text(lines)
    import subprocess
    with open(telex.home / "lines", "w") as fifo:
        writer = subprocess.Popen(["cat", telex.home / "flood"], stdout=fifo)
    t.wait_for("new)").type("/quit", ENTER)
    assert t.end() == 0
    writer.kill()
    writer.wait()


# What a newcomer has found.


@pytest.mark.parametrize("keys", [
    [ESCAPE, "$x"], [ESCAPE, "$D"], [ESCAPE, "$d0"], [ESCAPE, END, "x"], [ESCAPE, "$ihello"], [ESCAPE, "$d$"],
    ["abc", ENTER, "foo", ENTER, ESCAPE, "kJaq", ESCAPE, "NX"], [ESCAPE, ESCAPE, "x"], [ESCAPE, "$p"]])
def test_vi_keys_on_an_empty_line_harm_nothing(at, telex, keys):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at()
    t.wait_for(EMPTY).type(*keys, control("c")).wait_for_line("").type("/status", ENTER).wait_for("0 unread.")
    t.type("/quit", ENTER)
    assert t.end() == 0


def test_alt_enter_begins_a_line_with_vi_keys_too(at, telex):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at(feed=True).open_ada()
    t.type("one", "\x1b\r", "two").wait_for_block("Ada> ", "one\ntwo", 7)


def test_an_escape_alone_spoils_no_other_key(at):
    t = at()
    t.type("abc", ESCAPE).wait_for_line("abc")
    while t.read(0.2):
        pass
    t.type(LEFT, "X").wait_for("> abXc")
    t.type(ESCAPE, "b", "Y").wait_for("> YabXc")


@pytest.mark.parametrize("backtrace", ["enable=no", "enable=yes,interactive=no,color=no"])
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGQUIT])
def test_a_crash_from_outside_ends_it(at, number, backtrace):
    t = at(SWIFT_BACKTRACE=backtrace).wait_for(EMPTY).signal(number)
    assert t.end() == -number and t.is_as_it_was()


def test_notes_are_shown_whole(at, telex):
    (telex.home / ".editrc").write_text('bind "^T" no-such-command\n')
    at(columns=40).wait(lambda t: "what follows it was left out." in " ".join(t.rows).replace("  ", " "))


def test_what_was_on_the_screen_is_there_in_another_size_after_an_editor(at):
    t = at(feed=True, EDITOR="true").open_ada()
    t.receive("before the editor").wait_for("before the editor")
    t.type("/edit text", ENTER).wait_for_line("text", "Ada> ")
    t.resize(60, 20)
    t.wait_for("before the editor").wait_for("Ada> text")


def test_json_on_is_echoed_before_its_lines(at):
    t = at(columns=200)
    t.wait_for(EMPTY).type("/json on", ENTER).wait_for('"badge"').wait_for_line("")
    rows = [row for row in t.transcript if row.startswith(("> /json", '{"seq":0'))]
    assert rows[0] == "> /json on" and rows[1].startswith("{")


def test_long_lines_in_the_history_are_bounded_too(at, telex):
    path = telex.home / "data/telex/default/history"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{n} {'x' * 60_000}\n" for n in range(300)))
    t = at()
    t.wait_for(EMPTY).type("abc", control("v"), ENTER, "def", ENTER).wait_for_line("").type(control("v"), ENTER, ENTER)
    t.wait_for_line("").type("/quit", ENTER)
    assert t.end() == 0 and path.stat().st_size < 400_000
    lines = path.read_bytes().split(b"\n")
    assert lines[-4:] == [b"abc\rdef", b"\r", b"/quit", b""]


def test_tab_asks_for_people_while_a_name_is_typed(at):
    t = at()
    t.wait_for(EMPTY).type("/new eliz", TAB).wait_for_line("/new Eliza")
    t.type(control("u"), "/add Ada Lovelace", ENTER).wait_for("AL  Ada Lovelace").wait_for_line("", "contacts> ")
    t.type("/new love", TAB).wait_for_line("/new Ada Lovelace", "contacts> ")
    t.type(control("u"), "/talk a", TAB).wait_for_line("/talk Ada Lovelace", "contacts> ").type(ENTER)
    t.wait_for_line("", "Ada Lovelace> ")


def test_contacts_go_out_and_come_in(at, telex):
    t = at()
    t.wait_for(EMPTY).type("/add Ada Lovelace", ENTER, "/add \u00c9mile Zola", ENTER).wait_for("\u00c9mile Zola")
    t.type("/export all.vcf", ENTER).wait_for("2 contacts are in all.vcf now.")
    text = (telex.home / "all.vcf").read_bytes().decode()
    assert text.count("BEGIN:VCARD\r\n") == 2 and "N:Zola;\u00c9mile;;;\r\n" in text
    (telex.home / "more.vcf").write_text(text + "BEGIN:VCARD\nFN:Cher\nEND:VCARD\nBEGIN:VCARD\nFN:Grace Hopper\nEND:VCARD\n")
    t.type("/import more.vcf", ENTER).wait_for("3 contacts came in. Left out: line 13: A contact must have first and last")
    t.type("/import nothing.vcf", ENTER).wait_for("nothing.vcf cannot be used").type("/contacts", ENTER)
    t.wait_for("3  GH  Grace Hopper")


def test_what_tab_asked_for_is_not_printed_when_an_answer_comes_late(at):
    t = at(feed=True).wait_for(EMPTY)
    t.type("/new eliz", TAB).wait_for_line("/new Eliza")
    t.line({"event": "search.found", "query": "eliz", "contacts": ["Elizabeth"]}).receive("after it").wait_for("after it")
    assert "Elizabeth" not in t.text and "/choose N" not in t.text
    t.type(control("u"), "/find eliz", ENTER).wait_for("1  Eliza").wait_for("/choose N")
