"""telex repl on a profile that another telex owns: the same REPL, and it outlives the owner."""

import re
import signal
import time

import pytest

from conftest import received
from piped import Pipe
from terminal import ENTER, PATIENCE, Terminal

COMMANDS = [
    "/help", "/chats", "/open ada", "Hello, Ada.", "/names", "/history 5", "/numbers 3", "/status", "/edit Hello again.",
    "/delete", "/undo", "/remind tomorrow 9:00 Tea", "/upcoming", "/done 1", "/undo", "/close", "/add Ada Lovelace",
    "/contacts", "/rename 1 Ada King", "/close", "/find Message 7", "/new", "Nobody", "/close", "/nonsense", "/go 7",
    "/open bo", "//not a command", "/remind", "friday 10:00 Call Bo", "/save", "/previous", "/close", "/chats",
]


def fill(telex):
    """Makes two chats, one of them longer than a page."""
    chats = [{"chatId": "ada", "title": "Ada"}, {"chatId": "bo", "title": "Bo"}]
    lines = [received("ada", f"m{number}", f"Message {number}.") for number in range(60)]
    assert telex.run("pipe", lines=[{"event": "chat.synced", "chats": chats}, *lines, received("bo", "b")])[0] == 0
    return telex


@pytest.fixture
def start():
    """Starts programs, which are ended after the test."""
    programs = []

    def start(kind, *arguments, **options):
        programs.append(kind(*arguments, **options))
        return programs[-1]

    yield start
    for program in programs:
        program.close()


def owner(telex, start):
    """A telex that owns the profile and shows nothing."""
    pipe = start(Pipe, telex, "--subscribe", "connection")
    return pipe.wait(lambda p: p.models.get("connection", {}).get("connectionState") == "online", "a connection")


def timeless(rows):
    return [re.sub(r"\d\d:\d\d", "--:--", row) for row in rows]


def rest(terminal):
    while terminal.read(0.3):
        pass
    return timeless(terminal.rows)


def are_alike(alone, joined):
    """Waits until both terminals rest and show the same."""
    end = time.monotonic() + PATIENCE
    while rest(alone) != rest(joined):
        assert time.monotonic() < end, f"alone:\n{alone.text}\n\njoined:\n{joined.text}"


def test_the_same_keys_give_the_same_screen(devices, start):
    one, other = fill(devices("one")), fill(devices("other"))
    owner(other, start)
    alone, joined = start(Terminal, one).wait_for("Chats"), start(Terminal, other).wait_for("Chats")
    are_alike(alone, joined)
    for command in COMMANDS:
        for terminal in (alone, joined):
            terminal.type(command).wait_for(command).type(ENTER)
        are_alike(alone, joined)
    for telex in (one, other):
        assert telex.run("send", "bo", "from a script")[0] == 0
    are_alike(alone, joined)
    assert timeless(alone.transcript) == timeless(joined.transcript)
    for terminal in (alone, joined):
        terminal.type("/quit", ENTER)
        assert terminal.end() == 0 and terminal.is_as_it_was()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_is_typed_outlives_the_owner(telex, start, number):
    fill(telex)
    pipe, terminal = owner(telex, start), start(Terminal, telex)
    terminal.wait_for("Chats").type("/open bo", ENTER).wait_for("Bo (60)> ")
    terminal.type("Half a li")
    pipe.process.send_signal(number)
    terminal.wait_for("goes on without it").wait_for("Half a li")
    terminal.type("ne.", ENTER).wait_for("You: Half a line.")
    # It owns the profile now, and others go on when it leaves.
    assert telex.run("send", "bo", "from a script")[0] == 0
    terminal.wait_for("from a script")
    other = start(Terminal, telex)
    other.wait_for("Chats")
    terminal.type("/quit", ENTER)
    assert terminal.end() == 0 and terminal.is_as_it_was()
    other.wait_for("goes on without it").type("/open bo", ENTER).wait_for("You: Half a line.")


def test_messages_sent_while_the_owner_is_killed_arrive_once(telex, start):
    fill(telex)
    pipe, terminal = owner(telex, start), start(Terminal, telex, rows=60)
    terminal.wait_for("Chats").type("/open bo", ENTER).wait_for("Bo (60)> ")
    for number in range(10):
        terminal.type(f"before {number}.", ENTER)
        if number == 5:
            pipe.process.kill()
    for number in range(10):
        terminal.wait_for(f"You: before {number}.")
    end = time.monotonic() + PATIENCE
    while True:
        texts = stored(telex)
        if len(texts) == 10 or time.monotonic() > end:
            break
    assert sorted(texts) == [f"before {number}." for number in range(10)]


def stored(telex):
    """Our messages in the open profile, through its owner."""
    pipe = Pipe(telex, "--subscribe", "inbox", "--after", "start")
    pipe.process.stdin.close()
    rows = []
    while (line := pipe.lines.get(timeout=PATIENCE)) is not None:
        rows += line.get("model", {}).get("messages", []) if line.get("view") == "inbox" else []
    pipe.close()
    return [row["text"] for row in rows if row["isOwn"]]


def test_a_pipe_of_commands_joins_and_waits_for_the_answers(telex, start):
    fill(telex)
    owner(telex, start)
    code, out, err = telex.run("repl", text="/new Eliza\nhello\n")
    assert code == 0 and "How do you do?" in out and err == ""


def test_says_what_needs_the_owner(telex, start):
    fill(telex)
    owner(telex, start)
    assert telex.run("repl", "--json")[0] == 69
    text = '/json on\n/advance 2s\n/line {"event":"message.received","chatId":"bo","text":"x"}\n/line garbage\n'
    code, out, _ = telex.run("repl", text=text)
    assert code == 0
    assert "JSON lines are not shown here. Use telex pipe" in out
    assert "Start with --clock virtual" in out
    assert "Only the telex that owns the profile can send it." in out
    assert "The line is not JSON" in out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal(telex, start, number):
    fill(telex)
    owner(telex, start)
    terminal = start(Terminal, telex)
    terminal.wait_for("Chats").signal(number)
    assert terminal.end() == -number and terminal.is_as_it_was()


def test_marks_what_it_shows_as_read(telex, start):
    fill(telex)
    pipe = owner(telex, start)
    pipe.send({"subscribe": ["badge"]})
    pipe.wait(lambda p: p.models.get("badge", {}).get("unreadCount") == 61, "61 unread messages")
    terminal = start(Terminal, telex)
    terminal.wait_for("Chats").type("/open bo", ENTER)
    pipe.wait(lambda p: p.models["badge"]["unreadCount"] == 60, "60 unread messages")
