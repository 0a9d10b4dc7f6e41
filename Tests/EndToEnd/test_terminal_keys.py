"""Keys at a terminal: emacs and vi bindings, ~/.editrc, and unexpected input."""

import os
import time

import pytest

from conftest import PATIENCE
from server import wait_until
from stalls import is_at_rest, unread
from terminal import (
    BACKSPACE, DELETE, DOWN, EMPTY, END, ENTER, ESCAPE, HOME, LEFT, RIGHT, UP, at, control, pasted)


def test_emacs_keys(at):
    t = at()
    t.type("one two three", control("w")).wait_for_line("one two ")
    t.type(control("a"), "\x1bf", "!").wait_for("> one! two").type(control("k")).wait_for_line("one!")
    t.type(control("y")).wait_for_line("one! two ").type(HOME, DELETE, RIGHT, BACKSPACE).wait_for("> e! two")
    t.type(END, "\x1b[1;5D", "X").wait_for("> e! Xtwo")


def test_vi_keys_from_editrc(at, telex):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at()
    t.type("one two three").wait_for_line("one two three").type(ESCAPE, "0dw").wait_for("> two three")
    t.type("A four").wait_for_line("two three four")
    t.type(LEFT, LEFT, "X").wait_for("> two three foXur").type(UP, DOWN)
    t.type(ESCAPE, "dd").wait_for_line("").type("i/status", ENTER).wait_for("0 unread.")
    t.type(ESCAPE, "/stat", ENTER).wait(lambda t: t.text.count("0 unread.") == 2)


def test_named_keys_in_vi_command_mode(at, telex):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at().type("one two three").wait_for_line("one two three").type(ESCAPE)
    t.type(HOME, "x").wait_for("> ne two three").type(RIGHT, DELETE).wait_for("> n two three")
    t.type(END, LEFT, "x").wait_for("> n two thre").type("dd").wait_for_line("")
    t.type("i/status", ENTER).wait_for("0 unread.").type(ESCAPE, UP).wait_for("> /status")
    t.type(DOWN).wait_for_line("")


@pytest.mark.parametrize("keys", [
    [ESCAPE, "$x"], [ESCAPE, "$D"], [ESCAPE, "$d0"], [ESCAPE, END, "x"], [ESCAPE, "$ihello"], [ESCAPE, "$d$"],
    ["abc", ENTER, "foo", ENTER, ESCAPE, "kJaq", ESCAPE, "NX"], [ESCAPE, ESCAPE, "x"], [ESCAPE, "$p"]])
def test_vi_keys_on_an_empty_line_are_harmless(at, telex, keys):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at()
    t.wait_for(EMPTY).type(*keys, control("c")).wait_for_line("").type("/status", ENTER).wait_for("0 unread.")
    t.type("/quit", ENTER)
    assert t.end() == 0


def test_alt_enter_starts_a_new_line_with_vi_keys(at, telex):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at(feed=True).open_ada()
    t.type("one", "\x1b\r", "two").wait_for_block("Ada> ", "one\ntwo", 7)


def test_bindings_from_editrc(at, telex):
    (telex.home / ".editrc").write_text(
        'bind "^T" ed-move-to-beg\ntelex:bind "^[[A" ed-delete-prev-char\nother:bind -v\n')
    t = at()
    t.type("abc", control("t"), "X").wait_for("> Xabc").type(UP).wait_for("> abc")


def test_reports_a_bad_line_in_editrc(at, telex):
    (telex.home / ".editrc").write_text('bind "^T" no-such-command\n')
    at().wait_for("~/.editrc: invalid line")


def test_notes_are_shown_in_full(at, telex):
    (telex.home / ".editrc").write_text('bind "^T" no-such-command\n')
    at(columns=40).wait(lambda t: "The lines after it were ignored." in " ".join(t.rows).replace("  ", " "))


@pytest.mark.parametrize("keys", [[ESCAPE, "f"], ["/"], [ESCAPE, "d"], [ESCAPE, "r"]])
def test_ctrl_c_discards_the_line_at_any_moment(at, telex, keys):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at()
    t.type("abc", *keys, control("c")).wait_for_line("").type("/status", ENTER).wait_for("0 unread.")


@pytest.mark.parametrize("editrc, keys", [
    ("bind -v\n", [ESCAPE, "0d", pasted("x" * 3000), "w", "i"]),
    ("", ["\x1bX", pasted("x" * 3000), "\r"]),
    ("", ["y" * 700, "\x1b\x1f"]),
    ("bind -v\n", ["a", ESCAPE, "r", pasted("x" * 3000), "r", pasted("y" * 3000), "i"]),
    ('bind "^T" em-inc-search-prev\n', [control("t"), "a", pasted("x" * 3000), ESCAPE]),
    ("edit off\n", [pasted("x" * 3000), BACKSPACE]),
    ("", ["\x1b1\x1b0\x1b0\x1b0\x1b0\x1b0x"]),
])
def test_pastes_at_unusual_moments_are_harmless(at, telex, editrc, keys):
    (telex.home / ".editrc").write_text(editrc)
    t = at()
    t.wait_for(EMPTY).type("abc def").wait_for_line("abc def").type(*keys).type(control("c"))
    t.wait_for_line("").type("/status", ENTER).wait_for("0 unread.")


# Searches


def test_search_stays_intact_while_messages_arrive(at):
    t = at(feed=True).open_ada()
    t.type("/status", ENTER).wait_for("unread.").type("/help open", ENTER).wait_for("NUMBER is the number")
    t.type(control("r"), "stat").wait_for("(search) stat: /status")
    t.receive("in the middle").wait_for("in the middle").wait_for("(search) stat: /status")
    t.type(control("g")).wait_for_line("", "Ada> ")
    t.type(control("r"), "/").wait_for("(search) /: /help open").type(control("r")).wait_for("/: /status")
    t.type(control("r"), control("r")).wait_for("(not found)").type(control("s"), END)
    t.wait_for_line("/status", "Ada> ")


def test_search_without_matches_is_harmless(at):
    t = at()
    t.type(control("r"), "zzzz").wait_for("(not found) zzzz").type(control("w")).wait_for_line("")
    t.type("/status", ENTER).wait_for("0 unread.")


def test_enter_in_a_search_runs_the_line(at):
    t = at()
    t.type("/status", ENTER).wait_for("0 unread.").type(control("l")).wait_without("unread")
    t.type(control("r"), "sta", ENTER).wait_for("0 unread.")


def test_lone_escape_accepts_the_match(at):
    t = at()
    t.type("/status", ENTER).wait_for("0 unread.").type(control("r"), "sta").wait_for("(search) sta: /status")
    t.type(ESCAPE).wait_without("(search)").type(END, "X").wait_for_line("/statusX")


def test_alt_enter_in_a_search_sends_nothing(at):
    t = at(feed=True).open_ada()
    t.type("said before", ENTER).wait_for("(sent)").type(control("r"), "said").wait_for("said: said before")
    t.type("\x1b\r").wait_for_block("Ada> ", "\nsaid before", 1)


# Bytes


def test_quoted_insert_stays_intact_while_messages_arrive(at):
    t = at(feed=True).open_ada()
    t.type("a", control("v")).wait_for("inserted literally")
    t.receive("in the middle").wait_for("in the middle")
    t.type(control("x"), "b").wait_for_line("a␘b", "Ada> ")


def test_unknown_escape_sequences_are_ignored(at):
    t = at(feed=True).open_ada()
    t.type("abc").wait_for_line("abc", "Ada> ").type(LEFT).wait(lambda t: t.cursor[0] == len("Ada> ab"))
    t.type("\x1b[99;99z", "\x1bOP").type("X").wait_for("Ada> abXc")
    t.type("é").wait_for("Ada> abXéc")


def test_lone_escape_does_not_affect_the_next_key(at):
    t = at()
    t.type("abc").wait_for_line("abc").type(ESCAPE)
    # Telex has read it, and waits for the rest of a sequence, for 50 ms.
    wait_until(lambda: not unread(t.slave) and is_at_rest(t.process), PATIENCE)
    end = time.monotonic() + 0.1
    wait_until(lambda: time.monotonic() > end and is_at_rest(t.process), PATIENCE)
    t.type(LEFT, "X").wait_for("> abXc")
    t.type(ESCAPE, "b", "Y").wait_for("> YabXc")


def test_invalid_utf8_is_skipped(at):
    t = at()
    os.write(t.master, b"a\xff\xc3(b\xc2\x9b")
    t.wait_for_line("a(b")
    os.write(t.master, b"\xff")
    t.wait_for("not valid UTF-8").wait_for_line("a(b")


# Characters

CHARACTERS = ["e\u0301", "👍🏽", "👩\u200d👩\u200d👧", "🇩🇪", "❤\ufe0f"]


@pytest.mark.parametrize("keys", [
    [BACKSPACE], [LEFT, DELETE], [control("b"), control("d")], [LEFT, "z", BACKSPACE, control("f"), control("h")],
])
def test_key_deletes_one_character(at, telex, keys):
    t = at("--store", telex.store, feed=True).open_ada()
    for number, character in enumerate(CHARACTERS, 1):
        t.type("x", character, *keys, "y", ENTER).wait(lambda t: "\n".join(t.transcript).count("You: xy") == number)


@pytest.mark.parametrize("keys, left", [
    ([BACKSPACE], "xy"), ([ESCAPE, "x", "a"], "xy"), ([ESCAPE, "i", DELETE, ESCAPE, "a"], "xy"),
    (["z", ESCAPE, "X", "a", BACKSPACE], "xy"),
    ([ESCAPE, "xux", "a"], "xy"), ([ESCAPE, "hlx", "a"], "xy"), (["z", ESCAPE, "hxa"], "xzy"),
    (["z", ESCAPE, "hdlxa"], "xy"), ([ESCAPE, "s"], "xy"),
])
def test_vi_key_deletes_one_character(at, telex, keys, left):
    (telex.home / ".editrc").write_text("bind -v\n")
    t = at("--store", telex.store, feed=True).open_ada()
    for number, character in enumerate(CHARACTERS, 1):
        t.type("x", character, *keys, "y", ENTER)
        t.wait(lambda t: "\n".join(t.transcript).count(f"You: {left}  ") == number)
