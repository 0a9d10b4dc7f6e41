"""The line being typed at a terminal: its rows, pastes, the external editor, history and completion."""

import contextlib
import json
import os
import stat

import pytest

from conftest import last_model
from terminal import DOWN, EMPTY, ENTER, HOME, TAB, UP, Terminal, at, control, pasted


# Several rows


LONG = "The quick brown fox jumps over the lazy dog and then does it all over again. "


@pytest.mark.parametrize("text", [
    LONG * 3, "漢字かな交じり文" * 12, "e\u0301a\u0308o\u0302" * 30, "😀é漢x" * 25, "a\tb" * 20])
def test_line_of_several_rows_stays_intact(at, text):
    t = at(feed=True, columns=40).open_ada()
    t.type(control("v"), "\t") if text.startswith("\t") else None
    t.type(pasted(text)).wait_for_block("Ada> ", text, len(text))
    for number in range(5):
        t.receive(f"message {number}").wait_for(f"message {number}").wait_for_block("Ada> ", text, len(text))
    t.type(HOME, "X").wait_for_block("Ada> ", "X" + text, 1)
    t.receive("once more").wait_for("once more").wait_for_block("Ada> ", "X" + text, 1)
    t.type(control("a"), control("k")).wait_for_block("Ada> ", "", 0)


def test_block_taller_than_the_screen_shows_the_rows_around_the_cursor(at):
    t = at("--no-status-line", feed=True, columns=31, rows=6).open_ada()
    t.type("abcdefghij" * 30, control("a")).wait(lambda t: t.rows[0].startswith("Ada> abc") and t.cursor == (5, 0))
    t.type(control("e"), "Z").wait(lambda t: "Z" in t.text)
    # A message above a block that fills the screen scrolls off.
    t.receive("over here").wait(lambda t: any("over here" in row for row in t.transcript))
    t.type(control("u")).wait(lambda t: t.text.endswith("Ada>"))


def test_alt_enter_types_a_message_of_several_lines(at):
    t = at(feed=True).open_ada()
    t.type("one", "\x1b\r", "two").wait(lambda t: "Ada> one\ntwo" in t.text).type(ENTER)
    t.wait_for("You: one\n").wait_for("            two")


def test_paste_is_one_message(at, telex):
    t = at(feed=True).open_ada()
    t.type(pasted("first line\r\n  second line\rthird\tline\r\n")).wait_for("  second line")
    t.wait_for_block("Ada> ", "first line\n  second line\nthird\tline", 37)
    t.type(" end", ENTER).wait_for("You: first line").type("/quit", ENTER)
    assert t.end() == 0
    code, out, _ = telex.run("pipe", lines=[{"event": "screen.opening", "screen": "messages", "chatId": "ada"}])
    lines = [json.loads(line) for line in out.splitlines()]
    assert last_model(lines, "messages")["messages"][-1]["text"] == "first line\n  second line\nthird\tline end"


def test_long_paste_is_truncated_with_a_note(at):
    t = at()
    t.type(pasted("x" * 70_000)).wait_for("Cut off")
    t.type(control("u"), "/status", ENTER).wait_for("0 unread.")


# External editor


def test_writes_a_message_in_an_external_editor(at, telex):
    script = telex.home / "editor"
    script.write_text("#!/bin/sh\nprintf 'written\\nelsewhere: ' > \"$1.new\"; "
                      "cat \"$1\" >> \"$1.new\"; mv \"$1.new\" \"$1\"\n")
    script.chmod(0o700)
    t = at(feed=True, EDITOR=str(script)).open_ada()
    t.type("/editor to begin with", ENTER).wait_for("elsewhere: to begin with").type(ENTER).wait_for("You: written")
    t.type("from the line", control("x"), control("e")).wait_for("elsewhere: from the line")
    t.type(control("u")).wait_for_line("", "Ada> ")
    assert "/editor" in t.text


def test_a_long_text_from_the_editor_is_not_asked_about(at, telex):
    t = at(feed=True, rows=50, EDITOR="seq 30 >").open_ada()
    t.type("/editor", ENTER).wait_for_block("Ada> ", "\n".join(map(str, range(1, 31))), 80)


def test_failing_editor_loses_nothing(at):
    t = at(feed=True, VISUAL="false").open_ada()
    t.type("/editor precious", ENTER).wait_for("exit code 1").wait_for("Ada> precious")


def test_messages_that_arrive_while_the_editor_runs_show_afterwards(at, telex):
    os.mkfifo(telex.home / "gate")
    t = at(feed=True, EDITOR=f"read line < {telex.home}/gate; echo $line >").open_ada()
    t.type("/editor", ENTER)
    gate = open(telex.home / "gate", "w")  # the editor has started reading
    for number in range(50):
        t.receive(f"meanwhile {number}")
    gate.write("the text\n")
    gate.close()
    t.wait_for("meanwhile 49").wait_for_line("the text", "Ada> ")


def test_no_message_is_lost_when_the_editor_resizes_the_screen(at, telex):
    """Messages arrive while the editor owns the screen, which has another size afterwards."""
    os.mkfifo(telex.home / "gate")
    t = at(feed=True, EDITOR=f"read line < {telex.home}/gate; : ").open_ada()
    t.type("/editor", ENTER)
    gate = open(telex.home / "gate", "w")
    for number in range(100):
        t.receive(f"meanwhile {number}.")
    t.resize(60, 10)
    gate.write("go\n")
    gate.close()
    t.wait(lambda t: all(any(f"meanwhile {n}." in row for row in t.transcript) for n in range(100)))


def test_screen_is_restored_in_another_size_after_an_editor(at):
    t = at(feed=True, EDITOR="true").open_ada()
    t.receive("before the editor").wait_for("before the editor")
    t.type("/editor text", ENTER).wait_for_line("text", "Ada> ")
    t.resize(60, 20)
    t.wait_for("before the editor").wait_for("Ada> text")


# History


def test_history_persists_without_duplicates(at, telex):
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
    t.type(UP).wait_for_line("/status").type(UP, UP).wait_for_line("/chats")
    t.type(DOWN, DOWN, DOWN, DOWN, DOWN).wait_for_line("")


def test_history_contains_lines_typed_before_the_first_session_started(telex):
    for number in range(5):
        with contextlib.closing(Terminal(telex, "--profile", f"new{number}")) as t:
            t.type("/status", ENTER, "/quit", ENTER)
            assert t.end() == 0
        assert (telex.home / f"data/telex/new{number}/history").read_text() == "/status\n/quit\n"


def test_history_is_bounded(telex, at):
    path = telex.home / "data/telex/default/history"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"line {n}\n" for n in range(3000)))
    t = at()
    t.type(UP).wait_for_line("line 2999").type(control("u"), "/status", ENTER).wait_for("unread.").type("/quit", ENTER)
    assert t.end() == 0
    lines = path.read_text().splitlines()
    assert len(lines) == 1000 and lines[-1] == "/quit" and lines[0] == "line 2002"


def test_long_lines_in_the_history_are_bounded(at, telex):
    path = telex.home / "data/telex/default/history"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{n} {'x' * 60_000}\n" for n in range(300)))
    t = at()
    t.wait_for(EMPTY).type("abc", control("v"), ENTER, "def", ENTER).wait_for_line("").type(control("v"), ENTER, ENTER)
    t.wait_for_line("").type("/quit", ENTER)
    assert t.end() == 0 and path.stat().st_size < 400_000
    lines = path.read_bytes().split(b"\n")
    assert lines[-4:] == [b"abc\rdef", b"\r", b"/quit", b""]


def test_session_in_memory_keeps_no_history(at, telex):
    t = at("--store", "memory")
    t.type("/status", ENTER).wait_for("unread.").type(UP).wait_for_line("/status").type(control("u"), "/quit", ENTER)
    assert t.end() == 0 and not list(telex.home.glob("**/*history*"))


def test_draft_survives_browsing_the_history(at):
    t = at()
    t.type("/status", ENTER).wait_for("0 unread.").type("a draft", DOWN).wait_for_line("a draft")
    t.type(UP).wait_for_line("/status").type(UP, DOWN).wait_for_line("a draft")
    t.type(control("u"), pasted("x" * 3000)).wait(lambda t: t.text.count("x") > 1500).type(UP).wait_for_line("/status")
    t.type(DOWN, control("l")).wait(lambda t: t.text.count("x") > 1500)


def test_text_typed_without_a_chat_is_not_lost(at):
    t = at()
    t.type("hello", ENTER).wait_for("No chat is open").wait_for("> hello\n")
    t.type(UP).wait_for_line("hello")


# Completion


def test_tab_completes_commands_with_descriptions(at):
    t = at()
    t.type("/st", TAB).wait_for_line("/status").type(control("u"), "/re", TAB)
    t.wait_for("/reload  load the chats again").wait_for("/read ").wait_for_line("/re")
    t.type("l", TAB).wait_for_line("/reload").wait_without("/read ")
    t.type(control("u"), "/op", TAB).wait_for_line("/open ").wait_for("/open NUMBER|NAME  open a chat")
    t.type(control("u"), "/xyz", TAB).wait_for_line("/xyz").type(control("u"), "text", TAB).wait_for_line("text")


def test_tab_completes_chats_and_people_with_descriptions(at):
    t = at(feed=True)
    for name in ("Ada Lovelace", "Adam Riese", "Zoë"):
        t.line({"event": "message.received", "chatId": name, "title": name, "messageId": "1", "senderId": name, "text": f"I am {name}"})
    t.wait_for("I am Zoë").type("/open a", TAB).wait_for_line("/open Ada", "(3)> ")
    t.wait_for("Adam Riese    1 unread").wait_for("I am Ada Lovelace")
    t.type(" ", TAB).wait_for_line("/open Ada Lovelace", "(3)> ")
    t.type(control("u"), "/open ZOE", TAB).wait_for_line("/open Zoë", "(3)> ").type(ENTER).wait_for("Zoë (2)> ")
    t.type("/close", ENTER, "/new", ENTER, "/find eli", ENTER).wait_for("/choose N").type("/choose ")
    t.wait_for_line("/choose ", "new chat (2)> ").type(TAB).wait_for_line("/choose 1", "new chat (2)> ")


def test_tab_searches_for_people_while_a_name_is_typed(at):
    t = at()
    t.wait_for(EMPTY).type("/new eliz", TAB).wait_for_line("/new Eliza")
    t.type(control("u"), "/add Ada Lovelace", ENTER).wait_for("AL  Ada Lovelace").wait_for_line("", "contacts> ")
    t.type("/new love", TAB).wait_for_line("/new Ada Lovelace", "contacts> ")
    t.type(control("u"), "/talk a", TAB).wait_for_line("/talk Ada Lovelace", "contacts> ").type(ENTER)
    t.wait_for_line("", "Ada Lovelace> ")


def test_late_answer_to_a_tab_search_is_not_printed(at):
    t = at(feed=True).wait_for(EMPTY)
    t.type("/new eliz", TAB).wait_for_line("/new Eliza")
    t.line({"event": "search.found", "query": "eliz", "recipients": ["Elizabeth"]})
    t.receive("after it").wait_for("after it")
    assert "Elizabeth" not in t.text and "/choose N" not in t.text
    t.type(control("u"), "/find eliz", ENTER).wait_for("1  Eliza").wait_for("/choose N")


def test_hint_line_shows_the_arguments_of_a_command(at):
    t = at()
    t.type("/he").wait_for("/help").type("lp").wait_for("/help [COMMAND]  list the commands")
    t.type(" open").wait_for("/help [COMMAND]").type(control("u")).wait_without("[COMMAND]")
    t.type("//he").wait_for_line("//he").wait_without("[COMMAND]")
