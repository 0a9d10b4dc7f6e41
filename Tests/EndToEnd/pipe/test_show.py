"""`telex show`: a view as text or JSON, through the telex that owns the profile, or as its owner."""

import contextlib
import json

import pytest

from pipe_process import Pipe
from telex_program import TELEX, received
from terminal import Terminal

LINES = [
    {"event": "chat.synced", "chats": [{"chatId": "ada", "title": "Ada"}, {"chatId": "bo", "title": "Bo"}]},
    received("ada", "a1", "Hello."),
    {"event": "contact.adding", "firstName": "Ada", "lastName": "Lovelace"},
]


@pytest.fixture(params=["alone", "joined"])
def profile(telex, request):
    assert telex.run("pipe", lines=LINES)[0] == 0
    if request.param == "joined":
        Pipe(telex, "--subscribe", "connection").connect()
    return telex


def shown(telex, *arguments):
    code, out, err = telex.run("show", *arguments)
    assert (code, err) == (0, "")
    return out


def test_shows_views_as_the_repl_does_or_as_one_json_line(profile):
    assert "Hello." in shown(profile, "messages", "Ada").splitlines()[-1]
    assert shown(profile, "chatList").splitlines()[0] == "Chats" and "Ada Lovelace" in shown(profile, "contactList")
    assert "FN:Ada Lovelace" in shown(profile, "contactExport") and shown(profile, "badge") == "1\n"
    assert shown(profile, "upcoming").startswith("Nothing is due") and shown(profile, "connection").startswith("Online")
    out = shown(profile, "messages", "ada", "--json")
    assert out.count("\n") == 1 and [row["text"] for row in json.loads(out)["messages"]] == ["Hello."]
    assert json.loads(shown(profile, "badge", "--json")) == {"unreadCount": 1, "mentionCount": 0}
    assert shown(profile, "transfers") == "No file is being transferred.\n"
    assert json.loads(shown(profile, "transfers", "--json")) == {"transfers": []}
    # Nothing was marked as read.
    assert profile.run("unread")[1] == "1\n"


def test_a_terminal_gets_harmless_text(telex):
    contact = {"event": "contact.adding", "firstName": "E\x1b[31mve", "lastName": "X\u202e"}
    assert telex.run("pipe", lines=[contact])[0] == 0
    assert "\x1b[31m" in shown(telex, "contactExport")
    with contextlib.closing(Terminal(telex, command=[TELEX, "show", "contactExport"])) as t:
        assert t.end() == 0 and b"\x1b[31m" not in t.raw and b"\xe2\x80\xae" not in t.raw
        assert "FN:E␛[31mve" in t.text
