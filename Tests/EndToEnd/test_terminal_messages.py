"""Typing and changing messages: several lines, long pastes, edits and deletions by number, names and emoji."""

import re

import pytest

from terminal import DOWN, ENTER, TAB, UP, at, control, pasted

LONG = "\n".join(f"line {number}" for number in range(30))


@pytest.fixture
def chat(at):
    t = at("--clock", "virtual", feed=True, rows=40).open_ada()
    for text in ("one", "two", "three"):
        t.type(text, ENTER).wait_for(f"You: {text}  (sent)")
    return t.receive("Well?").wait_for("Ada: Well?")


def test_up_in_an_empty_line_edits_the_last_message(chat):
    t = chat.type(UP).wait_for_line("/edit three", "Ada> ").type(UP).wait_for_line("three", "Ada> ")
    t.type(DOWN).wait_for_line("/edit three", "Ada> ").type("!", ENTER).wait_for("You: three!  (sent, edited)")
    # Not if something is typed.
    t.type("x", UP).wait_for_line("/edit three!", "Ada> ").type(UP).wait_for_line("three", "Ada> ")
    t.type(DOWN, DOWN).wait_for_line("x", "Ada> ").type(DOWN).wait_for_line("x", "Ada> ")


def test_up_and_down_move_within_a_draft_first(chat):
    t = chat.type("abc", "\x1b\r", "d", "\x1b\r", "efg").wait_for_block("Ada> ", "abc\nd\nefg", 9)
    t.type(UP).wait_for_block("Ada> ", "abc\nd\nefg", 5).type(UP).wait_for_block("Ada> ", "abc\nd\nefg", 1)
    t.type(UP).wait_for("Ada> three").type(DOWN).wait_for_block("Ada> ", "abc\nd\nefg", 9)
    t.type(UP, UP, DOWN).wait_for_block("Ada> ", "abc\nd\nefg", 5)


def test_ctrl_u_cuts_what_is_before_the_cursor(chat):
    t = chat.type("to be or not", control("a"), "\x1bf", "\x1bf", control("u")).wait(lambda t: "Ada>  or not" in t.text)
    t.type(control("e"), control("y")).wait_for_line(" or notto be", "Ada> ")


def test_a_long_paste_asks_first(chat):
    t = chat.type("before ", pasted(LONG)).wait_for("30 lines pasted. s sends them, e puts them into the line, d drops them.")
    t.type("x").wait_for("30 lines pasted.").type("d").wait_without("30 lines").wait_for_line("before ", "Ada> ")
    t.type(pasted(LONG)).wait_for("30 lines pasted.").type("e").wait_for("line 29").type(control("c")).wait_for_line("", "Ada> ")
    t.type(pasted(LONG)).wait_for("30 lines pasted.").type("s").wait_for("line 29  (sent)").wait_for_line("", "Ada> ")
    t.type(pasted("\n".join(["few"] * 20))).wait_for_block("Ada> ", "\n".join(["few"] * 20), 79)


def test_messages_are_changed_by_number(chat):
    t = chat.type("/edit 3 TWO", ENTER).wait_for("You: TWO  (sent, edited)")
    t.type("/delete 1", ENTER).wait_for("Message 1 is not yours, or deleted.")
    t.type("/delete 9", ENTER).wait_for("There is no number 9: the list ends at 5.")
    t.type("/numbers 2", ENTER).wait_for("  2  ").wait_for("  1  ")
    # A number means the message that it was shown with.
    t.receive("More.").wait_for("Ada: More.").type("/delete 2", ENTER)
    t.wait_for("You: three  (being deleted, /undo keeps it)").line({"advance": "10s"}).wait_for("You: [deleted]")
    assert "You: one  (sent)" in t.text and "You: TWO" in t.text and "You: three" not in t.text.split("/numbers")[0]
    t.type("/edit 4 times", ENTER).wait_for("You: times  (sent, edited)")
    assert "You: one" not in t.text


def test_a_command_means_what_was_on_the_screen_when_it_began(chat):
    t = chat.type("/reply Yes").wait_for_line("/reply Yes", "Ada> ").receive("Never mind.").wait_for("Ada: Never mind.")
    t.type(ENTER).wait_for("↪ Ada: Well?")
    t.type("/react ").wait_for_line("/react ", "Ada> ").receive("Third.").wait_for("Ada: Third.").type(":tada:", ENTER)
    t.wait(lambda t: re.search("You: Yes.*\n +🎉 You", t.text), "the reaction")
    # Also with a number, and with Up.
    t.type("/edit 5 1").wait_for_line("/edit 5 1", "Ada> ").receive("Fourth.").wait_for("Ada: Fourth.").type(ENTER)
    t.wait_for("You: 1  (sent, edited)")
    t.type(UP).wait_for_line("/edit Yes", "Ada> ").receive("Fifth.").wait_for("Ada: Fifth.").type("!", ENTER)
    t.wait_for("You: Yes!  (sent, edited)")


def test_numbers_end_with_the_chat(chat):
    t = chat.type("/numbers", ENTER).wait_for("  4  ").type("/close", ENTER).wait_for_line("", "> ")
    t.receive("Later.").type("/open ada", ENTER).wait_for("Later.").wait_for_line("", "Ada> ")
    t.type("/edit 3 THREE", ENTER).wait_for("You: THREE  (sent, edited)")
    assert t.text.rindex("You: two") < t.text.rindex("You: THREE")


def test_up_offers_no_text_that_would_be_a_number(chat):
    t = chat.type("5 apples", ENTER).wait_for("You: 5 apples  (sent)").type(UP).wait_for_line("5 apples", "Ada> ")


def test_tab_completes_names_and_emoji(chat):
    t = chat.type("ad", TAB).wait_for_line("Ada: ", "Ada> ").type("and @a", TAB).wait_for_line("Ada: and @Ada ", "Ada> ")
    t.type(control("u"), "nice :tada", TAB).wait(lambda t: "Ada> nice 🎉" in t.text.replace("🎉 ", "🎉"))
    t.type(control("u"), ":heart", TAB).wait_for(":heart_hands:").type(":", TAB).wait(lambda t: ":heart" not in t.text)
    t.type(control("u"), "nobody", TAB, ":nothing_of_the_kind", TAB).wait_for_line("nobody:nothing_of_the_kind", "Ada> ")


def numbers(t):
    return [int(found[1]) for found in (re.match(r"\d\d:\d\d  .*number (\d+)\.", row) for row in t.transcript) if found]


def test_history_shows_as_many_as_asked(at):
    t = at(feed=True, rows=12)
    for number in range(400):
        t.receive(f"number {number}.")
    t.wait_for("(400 new)").type("/open ada", ENTER).wait_for("number 399.").wait_for_line("", "Ada> ")
    t.type("/history 120", ENTER).wait(lambda t: numbers(t) == [*range(350, 400), *range(200, 350)])
    t.type("\x1b[5~").wait(lambda t: numbers(t) == [*range(350, 400), *range(200, 350), *range(150, 200)])
    t.type("/history soon", ENTER).wait_for('Invalid argument "soon". Usage: /history [COUNT|DAY].')
    t.type("/history today", ENTER).wait(lambda t: numbers(t)[-150:] == [*range(150)])
    t.type("/history 5", ENTER).wait_for("There are no older messages.")
    # What comes now is counted, and the end can be reached again.
    t.receive("number 400.").wait_for("[1 Ada 1]").type("/latest", ENTER).wait(lambda t: numbers(t)[-1] == 400)


def test_pager_shows_the_whole_chat(at, telex):
    t = at(feed=True, PAGER=f"cp \"$1\" {telex.home}/paged; stat -c %a \"$1\" > {telex.home}/mode; false")
    for number in range(230):
        t.receive(f"number {number}.")
    t.wait_for("(230 new)").type("/open ada", ENTER).wait_for("number 229.").wait_for_line("", "Ada> ")
    t.type("half").wait_for_line("half", "Ada> ").type(control("a"), "/pager ", control("k"), ENTER)
    t.wait_for("The pager ended with exit code 1. Set $PAGER to another one.")
    lines = (telex.home / "paged").read_text().splitlines()
    assert lines[0] == "── Ada ──" and len([line for line in lines if "number" in line]) == 230 and "\x1b" not in "".join(lines)
    assert (telex.home / "mode").read_text() == "600\n"
    t.receive("number 230.").wait_for("Ada: number 230.\nonline\nAda>")


def test_a_program_notifies(at, telex):
    program = telex.home / "notify me"
    program.write_text(f"#!/bin/sh\nprintf '<%s>' \"$@\" >> {telex.home}/notified\necho noise; echo noise >&2\n")
    program.chmod(0o700)
    t = at("--notify", "bell", "--notify", program, feed=True).open_ada()
    t.line({"event": "message.received", "chatId": "bo", "title": "-bo; reboot", "senderId": "bo", "messageId": "b1", "text": "$(id)\x1b `x`"})
    t.wait(lambda t: b"\x07" in t.raw)
    read = lambda: (telex.home / "notified").read_text() if (telex.home / "notified").exists() else ""
    t.wait(lambda t: "$(id)" in read(), "the program to run")
    assert "< -bo; reboot><" in read() and read().endswith("$(id)␛ `x`>") and "noise" not in t.text
    code, _, err = telex.run("repl", "--notify", "no-such-program")
    assert code == 64 and 'Cannot find a program called "no-such-program". Use none, bell, osc9, osc777, or the name of a program.' in err


def test_plain_output_has_words_instead_of_signs(at):
    t = at("--plain", feed=True).wait_for("No chats yet.")
    t.receive("Hello.").wait_for("Notification: Ada: Hello.").wait_for("(1)> ").type("/open ada\n").wait_for("\nAda\n").wait_for("\nToday\n1 new\n")
    t.type("hi\n").wait_for("Not sent yet  You: hi").wait_for("(sent) hi").type("/new " + "x" * 300 + "\n").wait_for("Error: ")
    assert b"\x1b" not in t.raw and not re.search("[─—]", t.text)


@pytest.mark.parametrize("term, links", [("xterm-256color", True), ("tmux-256color", True), ("linux", False)])
def test_links_can_be_clicked(at, term, links):
    t = at(feed=True, columns=40, TERM=term).open_ada()
    t.receive("Look: https://example.org/" + "long/" * 12 + ".").wait_for("long/.")
    found = re.findall(rb"\x1b\]8;([^\x1b]*)\x1b\\", t.raw)
    target = b"https://example.org/" + b"long/" * 12
    assert [link.split(b";")[1] for link in found] == ([target, b""] * 3 if links else [])
    assert len({link for link in found if link != b";"}) == (1 if links else 0)
