"""telex repl at a terminal, as its user sees it: the contents of the screen and their layout."""

import json
import os
import re
import subprocess
import threading

import pytest

from amounts import amount
from conftest import ROOT
from picture import COLUMNS, PICTURE, drawn, play
from soak_terminal import soak
from terminal import EMPTY, ENTER, LEFT, Terminal, at, control

# How many keys are typed during a flood of messages.
KEYS = amount(10, 60)


# Messages


def test_message_marks_update_in_place(at):
    t = at()
    t.wait_for(EMPTY).type("/new Eliza", ENTER).wait_for("Eliza> ").type("hello", ENTER)
    t.wait_for("You: hello  (read)").wait_for("Eliza: Hello.")
    assert t.text.count("hello") == 1 and "(sent)" not in t.text
    t.type("/quit", ENTER)
    assert t.end() == 0 and t.is_as_it_was()


def test_typing_indicator_shows_above_the_line_while_it_lasts(at):
    t = at()
    t.type("/new Eliza", ENTER).wait_for("Eliza: ").wait_without("is typing…")
    # It is shown for a second or two only.
    assert "Eliza is typing…".encode() in t.raw


def test_mark_of_a_scrolled_off_message_is_printed(at):
    t = at(rows=6, feed=True).open_ada()
    t.line({"backend": {"offline": True}}).wait_for("/connect tries again")
    t.type("Are you there?", ENTER).wait_for("waiting for the connection")
    for number in range(8):
        t.receive(f"message {number}")
    t.wait_for("message 7").line({"backend": {"online": True}}).line({"event": "connection.retrying"})
    t.wait_for("(sent) Are you there?")


def test_arriving_messages_show_above_the_typed_line(at):
    t = at(feed=True).open_ada()
    t.type("half typed", LEFT, LEFT)
    t.wait(lambda t: t.cursor[0] == len("Ada> half typed") - 2)
    t.receive("Are you coming?").wait_for("Ada: Are you coming?")
    t.receive("Hello?", chat="bob").wait_for("* Bob: Hello?").wait_for("Ada (1)> half typed")
    assert t.cursor[0] == len("Ada (1)> half typed") - 2
    t.type("X").wait_for("Ada (1)> half typXed")


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


def test_help_fits_a_small_screen_and_starts_with_what_applies(at):
    t = at(feed=True, columns=80, rows=24)
    groups = lambda t: [row.split()[0] for row in t.rows if row and row.split()[0] in
                        ("Chats", "Messages", "People", "Reminders", "Session")]
    t.wait_for(EMPTY).type("/help", ENTER).wait_for("Tab completes.")
    assert "> /help" in t.rows and groups(t) == ["Chats", "Messages", "People", "Reminders", "Session"]
    t.type("/new Ada", ENTER).wait_for("Ada> ").type("/help", ENTER)
    t.wait(lambda t: groups(t)[-5:] == ["Messages", "Chats", "People", "Reminders", "Session"])
    t.type("/help people", ENTER).wait_for("/rename NUMBER FIRST LAST  rename").type("/help keys", ENTER).wait_for("Ctrl-Z")
    narrow = at("--store", "memory", columns=40, rows=24)
    narrow.type("/help", ENTER).wait_for("Tab completes.\nonline\n>")
    assert narrow.rows[0].startswith("Text goes")


def test_history_loads_older_messages_above(at):
    t = at(feed=True, rows=70)
    for number in range(80):
        t.receive(f"number {number}.")
    t.wait_for("(80 new)").type("/open ada", ENTER).wait_for("30 older messages").wait_for("Ada> ")
    t.type("/history", ENTER).wait(
        lambda t: re.findall(r"^\d\d:\d\d .*number (\d+\.)$", "\n".join(t.transcript), re.MULTILINE)
        == [f"{n}." for n in range(80)])
    assert not any("older messages" in row for row in t.transcript)


def test_history_of_a_scrolled_off_chat_prints_each_message_once(at):
    t = at(feed=True, rows=10)
    printed = lambda t: [int(found[1]) for found in (re.match(r"\d\d:\d\d  .*number (\d+)", row) for row in t.transcript) if found]
    for number in range(230):
        t.receive(f"number {number}.")
    t.wait_for("(230 new)").type("/open ada", ENTER).wait_for("number 229.")
    wanted = list(range(180, 230))
    while min(wanted) > 0:
        wanted += range(max(0, min(wanted) - 50), min(wanted))
        t.type("/history", ENTER).wait(lambda t: printed(t) == wanted)
    t.type("/delete", ENTER).wait_for("Older messages are shown. Type /latest first, then /delete again.")
    # A message that arrives meanwhile is notified, and sending one returns to the end.
    t.receive("number 230.")
    t.wait_for("* Ada: number 230.").type("number 231.", ENTER)
    t.wait(lambda t: printed(t) == wanted + list(range(182, 232)))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_edits_while_messages_arrive_match_a_model(telex, seed):
    """Scripts/soak terminal does the same for longer."""
    assert soak(telex, seed, steps=40) > 40


# The screen


@pytest.mark.parametrize("columns, rows", [(40, 24), (120, 30), (80, 10), (23, 5)])
def test_resize_redraws_everything(at, columns, rows):
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


def test_ctrl_l_paints_the_chat_anew(at):
    t = at("--no-status-line", feed=True, rows=8).open_ada()
    t.receive("before").wait_for("before").type("half", control("l"))
    t.wait(lambda t: t.rows[0] == "── Ada ──" and t.text.endswith("Ada: before\nAda> half"))
    t.receive("after").wait_for("Ada: after\nAda> half")
    # Of a long chat, the last messages are painted, and nothing scrolls.
    for number in range(20):
        t.receive(f"number {number}.")
    t.wait_for("number 19.\nAda> half")
    above = len(t.screen.above())
    t.type(control("l")).wait(lambda t: t.rows[0].endswith("number 13.") and t.text.endswith("number 19.\nAda> half"))
    assert len(t.screen.above()) == above


def test_title_shows_the_unread_count_and_is_restored(at):
    t = at(feed=True)
    t.wait(lambda t: t.screen.title == "Telex")
    t.receive("hello").wait(lambda t: t.screen.title == "(1) Telex")
    t.type("/go", ENTER).wait(lambda t: t.screen.title == "Telex")
    t.type("/quit", ENTER)
    assert t.end() == 0
    assert t.raw.index(b"\x1b[22;2t") < t.raw.index(b"\x1b]2;") and t.raw.rstrip().endswith(b"\x1b[23;2t")


@pytest.mark.parametrize("way, expected", [
    ("none", b""), ("bell", b"\x07"), ("osc9", b"\x1b]9;Bob, the \xe2\x90\x9bfirst: bob: hi;there\x1b\\"),
    ("osc777", b"\x1b]777;notify;Bob, the \xe2\x90\x9bfirst;bob: hi;there\x1b\\")])
def test_notifies_of_a_message_as_configured(at, way, expected):
    t = at("--notify", way, feed=True, columns=200)
    t.wait_for(EMPTY)
    t.line({"event": "message.received", "chatId": "bob", "title": "Bob; the \x1bfirst", "senderId": "bob",
            "text": "hi;there"})
    t.wait_for("/go opens it").wait(lambda t: expected in t.raw, repr(expected))
    if way == "none":
        assert b"\x07" not in t.raw and b"\x1b]9;" not in t.raw and b"\x1b]777" not in t.raw


def test_columns_are_aligned_by_display_width(at):
    t = at(feed=True)
    for name in ("Ada", "山田太郎", "Zoe\u0308", "😀 Smiley"):
        t.line({"event": "message.received", "chatId": name, "title": name, "messageId": "1", "senderId": name, "text": "hi"})
    t.wait_for("Smiley: hi").type("/chats", ENTER).wait_for("Chats")
    rows = [y for y, row in enumerate(t.rows) if re.match(r" +[1-4]  ", row)]
    starts = set()
    for y in rows:
        cells = [t.screen.buffer[y][x].data for x in range(80)]
        starts.add("".join(cell or "\0" for cell in cells).index(":"))
    assert len(rows) == 4 and len(starts) == 1


def test_long_messages_wrap_between_words(at):
    t = at(feed=True, columns=40).open_ada()
    t.receive("The quick brown fox jumps over the lazy dog. " + "x" * 50).wait_for("xxx")
    rows = [row for row in t.rows if row]
    start = next(y for y, row in enumerate(rows) if "The quick" in row)
    margin = rows[start].index("The")
    assert rows[start].endswith("jumps") and rows[start + 1] == " " * margin + "over the lazy dog."
    assert all(row.startswith(" " * margin + "x") for row in rows[start + 2:start + 4])


def test_message_with_ambiguous_width_does_not_wrap(at):
    t = at("--no-status-line", feed=True).open_ada()
    t.receive("❤️" * 60).wait_for("❤").receive("after").wait_for("Ada: after\nAda>")
    assert b"\x1b[?7l" in t.raw and t.raw.rfind(b"\x1b[?7l") < t.raw.rfind(b"\x1b[?7h")


@pytest.mark.parametrize("environment, coloured", [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)])
def test_colour_is_optional(at, environment, coloured):
    t = at(feed=True, **environment).open_ada()
    t.type("hello", ENTER).wait_for("(sent)")
    assert bool(re.search(b"\x1b\\[[0-9]+m", t.raw)) == coloured


@pytest.mark.parametrize("term", ["dumb", ""])
def test_dumb_terminal_gets_plain_lines(telex, term):
    t = Terminal(telex, TERM=term).wait_for(EMPTY).wait_for("> ")
    t.type("/new Ada\n").wait_for("Ada> ").type("hello\n").wait_for("(sent) hello")
    assert b"\x1b" not in t.raw
    t.type("/editor\n").wait_for("/editor needs a terminal")
    t.type("\x04")
    assert t.end() == 0
    t.close()


def test_screen_in_the_documentation_is_accurate(at):
    t = play(at("--clock", "virtual", feed=True, columns=COLUMNS))
    page = ROOT / "Sources/TelexTerminal/TelexTerminal.docc/TelexTerminal.md"
    assert t.text == re.search("```text\n(.*?)\n```", page.read_text(), re.DOTALL)[1]
    assert drawn(t) == PICTURE.read_text(), "Scripts/picture draws it anew"


# JSON


def test_json_lines_show_above_the_typed_line(at):
    t = at("--json", "--subscribe", "badge", feed=True, columns=200)
    t.wait_for('"model":{"unreadCount":0,').type("half").wait_for_line("half")
    t.receive("hello").wait_for('"model":{"unreadCount":1,').wait_for_line("half")
    t.type(control("u"), "/nonsense", ENTER).wait_for("Unknown command /nonsense.")
    t.type("/json off", ENTER).wait_for("Chats").type("/quit", ENTER)
    assert t.end() == 0


def test_json_contains_no_control_characters(at):
    t = at("--json", feed=True, columns=200)
    t.wait_for('"hello"').receive("a\u009b31m\u007fb").wait_for("a\\u009b31m\\u007fb")
    assert "\u009b".encode() not in t.raw


def test_json_on_is_echoed_before_its_lines(at):
    t = at(columns=200)
    t.wait_for(EMPTY).type("/json on", ENTER).wait_for('"badge"').wait_for_line("")
    rows = [row for row in t.transcript if row.startswith(("> /json", '{"seq":0'))]
    assert rows[0] == "> /json on" and rows[1].startswith("{")


# Contacts


def test_exports_and_imports_contacts(at, telex):
    t = at()
    t.wait_for(EMPTY).type("/add Ada Lovelace", ENTER, "/export one.vcf", ENTER).wait_for("1 contact is in one.vcf now.")
    t.type("/add \u00c9mile Zola", ENTER).wait_for("\u00c9mile Zola")
    t.type("/export all.vcf", ENTER).wait_for("2 contacts are in all.vcf now.")
    text = (telex.home / "all.vcf").read_bytes().decode()
    assert text.count("BEGIN:VCARD\r\n") == 2 and "N:Zola;\u00c9mile;;;\r\n" in text
    more = "BEGIN:VCARD\nFN:Cher\nEND:VCARD\nBEGIN:VCARD\nFN:Grace Hopper\nEND:VCARD\n"
    (telex.home / "more.vcf").write_text(text + more)
    t.type("/import more.vcf", ENTER)
    t.wait_for("Imported 4 contacts.")
    t.type("/import nothing.vcf", ENTER).wait_for("Cannot read nothing.vcf").type("/contacts", ENTER)
    t.wait_for("4  GH  Grace Hopper")
