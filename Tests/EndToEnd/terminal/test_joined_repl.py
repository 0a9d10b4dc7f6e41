"""telex repl on a profile that another telex owns: the same REPL, and it outlives the owner."""

import json
import re
import shutil
import signal
import subprocess

import pytest

from pipe_process import Pipe, history
from server import wait_until
from telex_program import PATIENCE, TELEX, received
from terminal import ENTER, Terminal

# What is typed, what the last row of the answer contains, and the prompt after it.
COMMANDS = [
    ("/help", "Tab completes.", ">"), ("/chats", "Message 59.", ">"), ("/open ada", "Message 59.", "Ada>"),
    ("Hello, Ada.", "You: Hello, Ada.  (sent)", "Ada>"), ("/names", "No members are known yet.", "Ada>"),
    ("/history 5", "Message 41.", "Ada>"), ("/numbers 3", "1  --:--  You: Hello, Ada.  (sent)", "Ada>"),
    ("/status", "Times are in", "Ada>"), ("/edit Hello again.", "You edited the message of --:--: Hello again.", "Ada>"),
    ("/delete", '"Hello again." is being deleted; /undo keeps it.', "Ada>"), ("/undo", 'Your message "Hello again." was kept.', "Ada>"),
    ("/remind tomorrow 9:00 Tea", "back.", "Ada>"), ("/upcoming", "Tea  (in Ada)", "reminders>"),
    ("/done 1", "/undo marks it as not done.", "reminders>"), ("/undo", "Tea  (in Ada)", "reminders>"),
    ("/close", "You: Hello again.  (sent, edited)", "Ada>"), ("/add Ada Lovelace", "is a contact now.", "Ada>"),
    ("/contacts", "AL  Ada Lovelace", "contacts>"), ("/rename 1 Ada King", "1  AK  Ada King", "contacts>"),
    ("/close", "You: Hello again.  (sent, edited)", "Ada>"), ("/find Message 7", "No name begins with", "Ada>"),
    ("/new", "/close cancels.", "new chat>"), ("Nobody", "No messages yet.", "Nobody>"),
    ("/close", "3  Nobody", ">"), ("/nonsense", "/help lists them all.", ">"), ("/go 7", "There are no notifications.", ">"),
    ("/open bo", "bo: hello", "Bo>"), ("//not a command", "You: /not a command  (sent)", "Bo>"),
    ("/remind", "cancels.", "new reminder>"), ("friday 10:00 Bo", "it.", "new reminder>"),
    ("/save", "back.", "Bo>"), ("/previous", "No messages yet.", "Nobody>"), ("/close", "3  Nobody", ">"),
    ("/chats", "3  Nobody", ">"),
]


def fill(telex):
    """Makes two chats, one of them longer than a page."""
    chats = [{"chatId": "ada", "title": "Ada"}, {"chatId": "bo", "title": "Bo"}]
    lines = [received("ada", f"m{number}", f"Message {number}.") for number in range(60)]
    assert telex.run("pipe", lines=[{"event": "chat.synced", "chats": chats}, *lines, received("bo", "b")])[0] == 0
    return telex


def owner(telex):
    """A telex that owns the profile and shows nothing."""
    pipe = Pipe(telex, "--subscribe", "connection")
    return pipe.wait(lambda p: p.models.get("connection", {}).get("connectionState") == "online", "a connection")


def timeless(rows):
    return [re.sub(r"\d\d:\d\d", "--:--", row) for row in rows]


def wait_for_end(terminal, row, prompt, before=()):
    """Waits until there are other rows than before, the last one above the bar contains this text, and nothing is
    typed at the prompt."""
    def is_right(terminal):
        rows = timeless(terminal.transcript)
        return len(rows) > 2 and rows != before and row in rows[-3] and rows[-1] == prompt

    return terminal.wait(is_right, f"{row!r} above {prompt!r}")


def test_the_same_keys_give_the_same_screen(devices):
    one, other = fill(devices("one")), fill(devices("other"))
    owner(other)
    alone, joined = terminals = Terminal(one), Terminal(other)
    shown = ">"
    for terminal in terminals:
        wait_for_end(terminal, "Message 59.", shown)
    for command, row, prompt in COMMANDS:
        before = timeless(alone.transcript)
        for terminal in terminals:
            terminal.type(command).wait_for_line(command, f"{shown} ").type(ENTER)
        for terminal in terminals:
            wait_for_end(terminal, row, prompt, before)
        shown = prompt
        # The bar follows once the owner knows what was read.
        joined.wait(lambda t: timeless(t.transcript) == timeless(alone.transcript), f"the same after {command}")
    for telex in (one, other):
        assert telex.run("send", "bo", "from a script")[0] == 0
    for terminal in terminals:
        wait_for_end(terminal.type("/open bo", ENTER), "You: from a script  (sent)", "Bo>")
    assert timeless(alone.transcript) == timeless(joined.transcript)
    for terminal in terminals:
        terminal.type("/quit", ENTER)
        assert terminal.end() == 0 and terminal.is_as_it_was()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_is_typed_outlives_the_owner(telex, number):
    fill(telex)
    pipe, terminal = owner(telex), Terminal(telex)
    terminal.wait_for("Chats").type("/open bo", ENTER).wait_for("Bo> ")
    terminal.type("Half a li")
    pipe.process.send_signal(number)
    terminal.wait_for("goes on without it").wait_for("Half a li")
    terminal.type("ne.", ENTER).wait_for("You: Half a line.")
    # It owns the profile now, and others go on when it leaves.
    assert telex.run("send", "bo", "from a script")[0] == 0
    terminal.wait_for("from a script")
    other = Terminal(telex)
    other.wait_for("Chats")
    terminal.type("/quit", ENTER)
    assert terminal.end() == 0 and terminal.is_as_it_was()
    other.wait_for("goes on without it").type("/open bo", ENTER).wait_for("You: Half a line.")


def test_what_was_typed_just_before_a_signal_is_a_draft(telex):
    fill(telex)
    owner(telex)
    terminal = Terminal(telex)
    terminal.wait_for("Chats").type("/open bo", ENTER).wait_for("Bo> ")
    terminal.type("Half a line").wait_for("Half a line").signal(signal.SIGTERM).end()
    Terminal(telex).wait_for("Draft: Half a line")


def test_unread_leads_to_the_first_message_after_the_owner_was_killed(telex):
    fill(telex)
    pipe, terminal = owner(telex), Terminal(telex)
    terminal.wait_for("Chats")
    pipe.process.kill()
    terminal.wait_for("goes on without it").type("/open ada", ENTER).wait_for("Message 59.").wait_for_line("", "Ada> ")
    terminal.type("/unread", ENTER).wait_for("q back").wait_for("1 of 60")


def test_messages_sent_while_the_owner_is_killed_arrive_once(telex):
    fill(telex)
    pipe, terminal = owner(telex), Terminal(telex, rows=60)
    terminal.wait_for("Chats").type("/open bo", ENTER).wait_for("Bo> ")
    texts = [f"before {number}." for number in range(10)]
    for text in texts:
        terminal.type(text, ENTER)
        if text == texts[5]:
            pipe.process.kill()
    for text in texts:
        terminal.wait_for(f"You: {text}")
    wait_until(lambda: stored(telex) == texts)


def stored(telex):
    """Our messages in the open profile, through its owner."""
    code, out, err = telex.run("pipe", "--subscribe", "inbox", "--after", "start")
    assert code == 0, err
    lines = map(json.loads, out.splitlines())
    return [row["text"] for line in lines if line.get("view") == "inbox" for row in line["model"]["messages"] if row["isOwn"]]


def test_a_pipe_of_commands_joins_and_waits_for_the_answers(telex):
    fill(telex)
    owner(telex)
    code, out, err = telex.run("repl", text="/new Eliza\nhello\n")
    assert code == 0 and "How do you do?" in out and err == ""


@pytest.fixture
def slow_owner(telex):
    """An owner that does not get on with reading a file, and the file."""
    fill(telex)
    film = telex.home / "film.mp4"
    film.write_bytes(bytes(3_000_000))
    calls = "?read,?pread64,?readv,?sendfile,?copy_file_range"
    # No reading ends before the owner is killed.
    slow = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", film, "-e", f"trace={calls}",
            "-e", f"inject={calls}:delay_enter={PATIENCE * 1_000_000}"]
    owner = subprocess.Popen([*slow, TELEX, "pipe", "--subscribe", "transfers"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, env=telex.environment)

    def kill():
        if owner.returncode is None:
            subprocess.run(["pkill", "-KILL", "-P", str(owner.pid)], check=True)
            # The thread that waits ends with strace.
            owner.kill()
            owner.communicate()

    assert b'"hello"' in owner.stdout.readline()
    yield owner, film, kill
    kill()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace runs on Linux only")
def test_sends_again_what_its_owner_had_not_stored(telex, slow_owner):
    """The owner is killed while it reads a file, and a text waits behind it."""
    owner, film, kill = slow_owner
    guest = telex.start("repl")
    guest.stdin.write(f"/open Bo\n/send {film} The film\nAfter it\n/status\n".encode())
    guest.stdin.flush()
    while b'"isBeingRead":true' not in owner.stdout.readline():
        pass
    while b"Times are in" not in guest.stdout.readline():
        pass
    kill()
    assert guest.communicate(timeout=PATIENCE)[1] == b"" and guest.returncode == 0
    assert [row["text"] for row in history(telex, "bo") if row["isOwn"]] == ["The film", "After it"]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace runs on Linux only")
def test_leaves_an_owner_that_still_reads_a_file(telex, slow_owner):
    _, film, _ = slow_owner
    assert telex.run("repl", "--drain", "1s", text=f"/open Bo\n/send {film} The film\n")[0] == 75


def test_says_what_needs_the_owner(telex):
    fill(telex)
    owner(telex)
    assert telex.run("repl", "--json")[0] == 69
    text = '/json on\n/advance 2s\n/line {"event":"message.received","chatId":"bo","text":"x"}\n/line garbage\n'
    code, out, _ = telex.run("repl", text=text)
    assert code == 0
    assert "JSON lines are not shown here. Use telex pipe" in out
    assert "Start with --clock virtual" in out
    assert "Only the telex that owns the profile can send it." in out
    assert "The line is not JSON" in out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal(telex, number):
    fill(telex)
    owner(telex)
    terminal = Terminal(telex)
    terminal.wait_for("Chats").signal(number)
    assert terminal.end() == -number and terminal.is_as_it_was()


def test_marks_what_it_shows_as_read(telex):
    fill(telex)
    pipe = owner(telex)
    pipe.send({"subscribe": ["badge"]})
    pipe.wait(lambda p: p.models.get("badge", {}).get("unreadCount") == 61, "61 unread messages")
    terminal = Terminal(telex)
    terminal.wait_for("Chats").type("/open bo", ENTER)
    pipe.wait(lambda p: p.models["badge"]["unreadCount"] == 60, "60 unread messages")
