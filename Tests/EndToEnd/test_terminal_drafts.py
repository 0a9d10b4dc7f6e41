"""The status line, the keys that open chats, and drafts."""

import contextlib
import signal

import pytest

from damage import query
from terminal import ENTER, Terminal, at, control

ALT = "\x1b"


@pytest.fixture
def town(at):
    """A terminal with the open chat of Ada, and news in two other chats."""
    t = at(feed=True).open_ada()
    t.receive("one", chat="bo").receive("two", chat="bo")
    t.line({"event": "message.received", "chatId": "cy", "title": "Cy", "messageId": "c1", "text": "you!", "attention": "mention"})
    return t.wait_for("online  [1 Bo 2]  [2 Cy 1 @]\nAda (3)>")


def test_keys_open_the_chats_with_news(town):
    t = town.type(f"{ALT}a").wait_for_line("", "Cy (2)> ").wait_for("online  [1 Bo 2]\n")
    t.receive("three").wait_for("[1 Bo 2]  [2 Ada 1]\nCy (3)>")
    t.type(f"{ALT}1").wait_for_line("", "Bo (1)> ")
    # The number of a chat that is read is free, and the others stay.
    t.line({"event": "message.received", "chatId": "cy", "messageId": "c2", "text": "again"}).wait_for("[1 Cy 1]  [2 Ada 1]\nBo (2)>")
    t.type(f"{ALT}2").wait_for_line("", "Ada (1)> ").type(control("x"), control("b")).wait_for_line("", "Bo (1)> ")
    t.type(f"{ALT}7").wait_for("No chat in the status line has the number 7.")
    t.type("/jump", ENTER).wait_for_line("", "Cy> ").type("/jump", ENTER).wait_for("No other chat has unread messages.")
    # Keys are not echoed, and commands are.
    assert not any("/jump 7" in row for row in t.transcript) and any(row == "Cy> /jump" for row in t.transcript)


def test_each_chat_keeps_its_draft(town):
    t = town.type("for Ada").wait_for_line("for Ada", "Ada (3)> ").type(f"{ALT}1", "for Bo")
    t.wait_for_line("for Bo", "Bo (1)> ").type(f"{ALT}2").wait_for_line("", "Cy> ")
    t.type("to all", control("a")).wait(lambda t: t.cursor[0] == 4)
    t.type(control("x"), control("b")).wait_for_line("for Bo", "Bo> ").type(" too", ENTER).wait_for("You: for Bo too  (sent)")
    t.type("/chats", ENTER).wait_for("Draft: for Ada").wait_for("Draft: to all").wait_for_line("", "> ")
    assert "Draft: for Bo" not in t.text
    t.type("/open ada", ENTER).wait_for_line("for Ada", "Ada> ").type(control("c")).wait_for_line("", "Ada> ")
    t.type("/open cy", ENTER).wait_for_line("to all", "Cy> ")


def test_what_is_typed_ahead_goes_to_the_chat_that_opens(town):
    t = town.type("here").wait_for_line("here", "Ada (3)> ").type(f"{ALT}1", "there", ENTER).wait_for("You: there  (sent)")
    t.wait_for_line("", "Bo (1)> ").type(control("x"), control("b")).wait_for_line("here", "Ada (1)> ")


def test_what_is_sent_ahead_leaves_the_draft(town):
    t = town.type("precious").wait_for_line("precious", "Ada (3)> ").type(f"{ALT}1").wait_for_line("", "Bo (1)> ")
    t.type(control("x"), control("b"), "ahead", ENTER).wait_for("You: ahead  (sent)").wait_for_line("precious", "Ada (1)> ")


def test_a_command_hides_a_draft_only_for_a_while(town):
    t = town.type("precious").wait_for_line("precious", "Ada (3)> ").type(f"{ALT}1").wait_for_line("", "Bo (1)> ")
    t.type("/na", control("x"), control("b")).wait_for_line("/na", "Ada (1)> ").type(*["\x7f"] * 3).wait_for_line("precious", "Ada (1)> ")
    t.type(control("a"), "/help ", ENTER).wait_for("Unknown command /precious.").wait_for_line("", "Ada (1)> ")


def test_a_search_goes_on_when_another_chat_opens(town):
    t = town.type("/status", ENTER).wait_for("unread.").type(control("r"), "stat").wait_for("stat: /status")
    t.line({"event": "screen.opening", "screen": "messages", "chatId": "bo"}).wait_for("── Bo ──").type("u")
    t.wait_for("statu: /status").type(control("g")).wait_for_line("", "Bo (1)> ")


def test_keys_that_scroll_leave_the_line_alone(town):
    t = town.type("abc", "\x1b[D", "\x1b[5~").wait_for("There are no older messages.").type("X").wait(lambda t: "Ada (3)> abXc" in t.text)


def test_previous_is_another_chat(town):
    t = town.type(f"{ALT}1").wait_for_line("", "Bo (1)> ").type("/upcoming", ENTER).wait_for("Nothing is due").type("/close", ENTER)
    t.wait_for_line("", "Bo (1)> ").type(control("x"), control("b")).wait_for_line("", "Ada (1)> ")


def test_a_chat_that_something_else_opens_takes_nothing_along(town):
    t = town.type("for Ada").wait_for_line("for Ada", "Ada (3)> ")
    t.line({"event": "screen.opening", "screen": "messages", "chatId": "bo"}).wait_for_line("", "Bo (1)> ")
    t.type("for Bo").line({"event": "screen.opening", "screen": "messages", "chatId": "ada"})
    t.wait_for_line("for Ada", "Ada (1)> ").type(control("x"), control("b")).wait_for_line("for Bo", "Bo (1)> ")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, "/quit"])
def test_drafts_survive_the_end(telex, end):
    with contextlib.closing(Terminal(telex, "--store", telex.store, feed=True).open_ada()) as t:
        t.receive("hello", chat="bo").wait_for("[1 Bo 1]").type("several", "\x1b\r", "lines").wait_for("lines")
        t.type(f"{ALT}1").wait_for_line("", "Bo> ").type("for Bo").wait_for_line("for Bo", "Bo> ")
        t.wait(lambda t: "for Bo" in str(query(telex.store, "SELECT details FROM chat")), "the draft to be stored")
        if isinstance(end, str):
            t.type(control("x"), control("b")).wait_for("lines").type(control("x"), control("b")).wait_for_line("for Bo", "Bo> ")
            t.type(control("a"), end + " ", ENTER)
        else:
            t.signal(end)
        t.end()
    with contextlib.closing(Terminal(telex, "--store", telex.store)) as t:
        t.wait_for("Draft: several lines").type("/open ada", ENTER).wait_for_block("Ada> ", "several\nlines", 13)
        if end != "/quit":
            t.type(control("x"), control("b")).wait_for("> ").type("\x03/open bo", ENTER).wait_for_line("for Bo", "Bo> ")


def test_the_status_line_can_be_left_out(at):
    t = at("--no-status-line", feed=True).open_ada()
    assert "online" not in t.text


def test_a_burst_is_one_notification(at):
    t = at(feed=True).open_ada()
    for number in range(100):
        t.receive(f"number {number}.", chat="bo")
    t.wait_for("* Bo (100 new): number 99.").wait_for("[1 Bo 100]")
    assert len([row for row in t.transcript if "number" in row]) == 1
