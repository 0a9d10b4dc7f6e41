"""Text of every kind arrives unchanged through servers, stores and restarts, and is harmless on a screen."""

import json
import re

import pytest

from pipe_process import Pipe, history
from server import CHAT, login, server
from terminal import ENTER, at

# Introducers of ECMA-48 sequences, in 7-bit (ESC and a character) and 8-bit (C1) form, and their rest.
CLASSES = {
    "CSI": ("\x1b[", "\x9b", "31;5m"), "CSI private": ("\x1b[", "\x9b", "?1049h"), "CSI report": ("\x1b[", "\x9b", "6n"),
    "OSC title": ("\x1b]", "\x9d", "0;title\x07"), "OSC 8": ("\x1b]", "\x9d", "8;;http://x/\x1b\\link\x1b]8;;\x1b\\"),
    "OSC 52": ("\x1b]", "\x9d", "52;c;cm0gLXJm\x07"), "DCS": ("\x1bP", "\x90", "$qm\x1b\\"),
    "DCS sixel": ("\x1bP", "\x90", "0q#0~~\x9c"), "APC": ("\x1b_", "\x9f", "Gq=1;x\x1b\\"), "PM": ("\x1b^", "\x9e", "x\x1b\\"),
    "SOS": ("\x1bX", "\x98", "x\x1b\\"), "SS3": ("\x1bO", "\x8f", "P"), "IND": ("\x1bD", "\x84", ""), "RIS": ("\x1bc", "\x85", "x"),
    "charset": ("\x1b(0", "\x8e", "qqq"), "C0": ("\x07\x08\x0b\x0c\x0e\x0f\x7f", "\x80\x99", "\x05\x18\x1a"),
}
SEQUENCES = [start + rest for seven, eight, rest in CLASSES.values() for start in (seven, eight)]
TEXTS = [
    # Characters of each plane, including noncharacters and private ones
    *(f"plane {plane:x}: {chr(plane * 0x10000 + 0xE100)}{chr(plane * 0x10000 + 0x41)}{chr(plane * 0x10000 + 0xFFFE)}"
      for plane in range(17)),
    # Both directions, and overrides
    "\u05e9\u05dc\u05d5\u05dd abc \u0645\u0631\u062d\u0628\u0627 123", "\u202egnp.exe\u202c", "\u2066a\u2067b\u2068c\u2069",
    "\u202aa\u202bb\u202dc\u200e\u200f\u061c", "\u206a\u206b\u206c\u206d\u206e\u206f",
    # Joiners, variation selectors, flags, tags
    "\U0001F468\u200d\U0001F469\u200d\U0001F467 \u0915\u094d\u200d\u0937 \u0646\u200c\u0645 a\u2060b",
    "\u2764\ufe0f \u2764\ufe0e \u845b\U000E0100 \U0001F1E9\U0001F1EA \U0001F44D\U0001F3FD",
    "\U0001F3F4\U000E0067\U000E0062\U000E007F", "\u1100" * 200, "\U0001F469\u200d" * 200 + "\U0001F469",
    # Many combining marks, also without a base character
    "Z" + "\u0310\u0489" * 2000, "\u0301" * 500, "a\u20dd\u0301\u0308", "cafe\u0301 caf\u00e9 \u212b\u00c5",
    # A word of 64 KiB
    "x" * 65_536, "\u6f22" * 21_845, "\U0001F600" * 16_384,
    *SEQUENCES, "\u2028\u2029\ufeff\ufff9\ufffa\ufffb\ufffc\ufffd", "nul\0in between", " \t space around \u3000\u00a0 ",
]
HARMFUL = re.compile("[\x00-\x09\x0b-\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb"
                     "\U000E0000-\U000E007F]")
# Sequences that telex writes itself: styles, cursor movement, modes, the title, and what asks for the background.
OWN = re.compile("\x1b\\]11;\\?\x1b\\\\|\x1b\\[(?:c|(?:[0-9]{1,3}(?:;[0-9]{1,3})*)?m|[0-9]*[ABCHJK]|[0-9]+;1H|22;2t|23;2t|\\?7[hl]|\\?(?:1004|2004)[hl])"
                 "|\x1b\\]8;[^\x00-\x1f\x7f-\x9f]*\x1b\\\\"
                 "|\x1b\\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\\\|[\r\n]")


@pytest.fixture
def pair(devices, server):
    ada, bob = devices("ada"), devices("bob")
    for name, telex in (("ada", ada), ("bob", bob)):
        login(telex, server, name, name.title())
    return ada, bob


def test_same_bytes_arrive_on_the_other_side_and_stay(pair, server):
    ada, bob = pair
    sender = Pipe(ada).connect()
    sender.send({"event": "chat.creating", "recipient": "Bob", "id": "new"}).wait(lambda p: "new" in p.answers, "the chat")
    for number, text in enumerate(TEXTS):
        line = {"event": "message.sending", "chatId": CHAT, "text": text, "id": str(number)}
        sender.send(json.dumps(line, ensure_ascii=number % 2 == 0))
    sender.wait(lambda p: {str(number) for number in range(len(TEXTS))} <= set(p.answers), "all to be answered")
    assert not [answer for answer in sender.answers.values() if "error" in answer]
    assert sender.finish() == 0
    reader = Pipe(bob, "--subscribe", "badge").wait(lambda p: p.models.get("badge") == {"unreadCount": len(TEXTS), "mentionCount": 0}, "all")
    assert reader.finish() == 0
    server.stop()
    for telex in (ada, bob):
        assert [row["text"] for row in history(telex, CHAT)] == TEXTS


def expect_nothing_harmful(t):
    t.type("/quit", ENTER)
    assert t.end() == 0 and t.is_as_it_was()
    left = OWN.sub("", t.raw.decode())
    found = HARMFUL.search(left)
    assert not found, ascii(left[max(0, found.start() - 60):found.end() + 60])


def test_text_from_others_cannot_control_the_terminal(at):
    t = at(feed=True, columns=60)
    for number, text in enumerate(TEXTS):
        name = text[:60].strip() or "x"
        t.line({"event": "message.received", "chatId": f"c{number}", "title": name, "messageId": f"n{number}", "senderId": f"c{number}",
                "senderName": name, "text": text})
    t.receive("It begins.", chat="eve").wait_for("It begins.").type("/open eve", ENTER)
    for number, text in enumerate(TEXTS):
        t.line({"event": "message.received", "chatId": "eve", "title": "Eve", "senderName": text[:60], "messageId": f"e{number}",
                "text": text})
    t.receive("It ends.", chat="eve").wait(lambda t: any("It ends." in row for row in t.transcript))
    expect_nothing_harmful(t)


def test_json_at_a_terminal_cannot_control_it(at):
    text = "".join(text for text in TEXTS if len(text) < 5000)
    t = at("--json", feed=True)
    t.line({"event": "message.received", "chatId": "eve", "title": text, "messageId": "1", "senderId": "eve", "senderName": text, "text": text})
    t.receive("It ends.", chat="bob").wait(lambda t: b'"It ends."' in t.raw)
    assert b"\\u202e" in t.raw and b"\\u009b" in t.raw and b"\\udb40\\udc67" in t.raw
    expect_nothing_harmful(t)


def test_following_lines_are_in_the_right_place(at):
    t = at(feed=True, columns=50, rows=30).open_ada()
    for number, text in enumerate(TEXTS):
        t.receive(text).receive(f"The end of {number}.")
        t.wait(lambda t: any(re.fullmatch(rf"\d\d:\d\d  Ada: The end of {number}\.", row) for row in t.rows), ascii(text[:60]))
        t.wait_for_line("", "Ada> ")
    t.type("typed").wait_for_line("typed", "Ada> ")


def test_text_from_a_server_cannot_control_the_terminal(telex, server):
    code, out, err = telex.run("login", server.url, text=server.user("ada", "\u202eadA") + "\n")
    assert (code, out) == (0, "") and err.startswith("telex: logged in as <U+202E>adA (ada) at "), err
