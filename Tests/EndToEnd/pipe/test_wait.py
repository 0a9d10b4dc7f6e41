"""`telex wait` and `telex tail`: messages as they come, through the telex that owns the profile, or as its owner."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess

import pytest

from owner import arrive, message, owning
from pipe_process import Pipe
from telex_program import TELEX
from server import CHAT, Person, login, meet_bob, server, wait_until

ROOT = pathlib.Path(__file__).parents[3]
UNANSWERED = (75, "telex: No message came in time.\n")


@pytest.fixture
def owner(telex):
    return owning(telex)


def wait(telex, *arguments):
    """Runs `telex wait`; returns its exit code, and the message or what it said."""
    code, out, err = telex.run("wait", *arguments)
    return code, (json.loads(out) if out else err)


def read_line(process):
    return process.stdout.readline().decode().rstrip("\n")


@pytest.mark.parametrize("command", ["tail", "wait", "each"])
def test_only_one_moves_a_cursor(telex, owner, command):
    first = telex.start("tail", "--cursor", "log", "--since", "start")
    arrive(owner, message("ada", "m1", "one"))
    assert read_line(first).endswith("Ada: one")
    arguments = ("--", "true") if command == "each" else ()
    refused = (69, "", f'telex: The cursor "log" is in use by process {first.pid}. Stop that one first, or choose another name.\n')
    assert telex.run(command, "--cursor", "log", *arguments) == refused
    first.kill()
    first.communicate()
    assert wait(telex, "--cursor", "log", "--timeout", "0s")[0] == 75


def test_prints_the_next_message_as_a_line(telex, owner):
    arrive(owner, message("ada", "old", "before"))
    waiting = telex.start("wait")
    number = 0
    # Nobody hears when it has begun to wait.
    while waiting.poll() is None:
        arrive(owner, message("ada", f"m{number}", f"number {number}"))
        with contextlib.suppress(subprocess.TimeoutExpired):
            waiting.wait(0.05)
        number += 1
    row = json.loads(waiting.stdout.read())
    assert waiting.returncode == 0 and row["chatId"] == "ada" and row["text"].startswith("number ") and row["senderId"] == "ada"


def test_a_named_cursor_misses_nothing_between_two_calls(telex, owner):
    assert wait(telex, "--cursor", "c", "--timeout", "0s") == UNANSWERED
    arrive(owner, *(message("ada", f"m{number}", f"number {number}") for number in range(3)))
    texts = []
    for _ in range(3):
        code, row = wait(telex, "--cursor", "c")
        texts.append(row["text"])
    assert texts == ["number 0", "number 1", "number 2"]
    assert wait(telex, "--cursor", "c", "--timeout", "0s") == UNANSWERED
    # Another cursor has a place of its own, and --since is for its first call.
    assert [wait(telex, "--cursor", "d", "--since", "start")[1]["text"] for _ in range(2)] == ["number 0", "number 1"]
    assert stat.S_IMODE(os.stat(telex.home / "data/telex/default/cursors/c").st_mode) == 0o600


def test_a_cursor_outlives_the_owner_and_the_profile_opened_alone(telex, owner):
    assert wait(telex, "--cursor", "c", "--timeout", "0s")[0] == 75
    arrive(owner, message("ada", "a1", "one"), message("ada", "a2", "two"))
    owner.kill()
    assert wait(telex, "--cursor", "c")[1]["text"] == "one"
    assert wait(telex, "--since", "start", "--match", "tw")[1]["text"] == "two"


def test_passes_over_what_is_not_chosen(telex, owner):
    assert wait(telex, "--cursor", "c", "--timeout", "0s")[0] == 75
    arrive(owner, message("ada", "a1", "Hello"), message("club", "c1", "Tea?", "bo"),
           {**message("club", "c3", "", "cy"), "kind": "system", "change": {"changeKind": "joined"}},
           {"event": "message.sending", "chatId": "club", "text": "Coffee? Mine."})
    chosen = lambda *arguments: wait(telex, "--since", "start", "--timeout", "0s", *arguments)
    assert chosen("--chat", "clu")[1]["text"] == chosen("--from", "bo")[1]["text"] == "Tea?"
    assert chosen("--match", "Mine")[0] == chosen("--from", "cy")[0] == 75
    # A time-out passes over what was not chosen; a message that was found is passed over alone.
    assert wait(telex, "--cursor", "c", "--match", "nothing", "--timeout", "0s")[0] == 75
    assert wait(telex, "--cursor", "c", "--timeout", "0s")[0] == 75


def test_looks_through_many_pages_before_it_gives_up(telex, owner):
    arrive(owner, *(message("ada", f"m{number}", f"number {number}") for number in range(240)))
    assert wait(telex, "--since", "start", "--match", "239", "--timeout", "0s")[1]["text"] == "number 239"


def test_a_damaged_or_foreign_cursor_is_said(telex, owner):
    folder = telex.home / "data/telex/default/cursors"
    folder.mkdir()
    (folder / "c").write_text("nonsense\n")
    assert wait(telex, "--cursor", "c") == (65, f"telex: {folder}/c has no cursor. Remove it to begin with new messages.\n")
    assert wait(telex, "--since", "elsewhere.3", "--timeout", "0s") == (
        75, f"telex: The cursor is not one of this profile. Only new messages are shown.\n{UNANSWERED[1]}")


def test_a_full_disk_loses_no_message(telex, owner):
    assert wait(telex, "--cursor", "c", "--timeout", "0s")[0] == 75
    arrive(owner, message("ada", "a1", "one"))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TELEX, "wait", "--cursor", "c"], stdout=full, stderr=subprocess.PIPE, env=telex.environment)
    assert done.returncode == 74 and b"Cannot write the output" in done.stderr
    assert wait(telex, "--cursor", "c")[1]["text"] == "one"


def test_tail_prints_text_and_goes_on_with_the_next_owner(telex, owner):
    arrive(owner, message("ada", "a1", "Hello\nthere"), message("club", "c3", "\x1b[31mred", "bo"))
    tail = telex.start("tail", "--since", "start")
    try:
        lines = [re.sub(r"^\d\S+ ", "", read_line(tail)) for _ in range(3)]
        assert lines == ["Ada: Hello", "  there", "[Club] Bo: ␛[31mred"]
        owner.kill()
        with contextlib.closing(Pipe(telex, "--subscribe", "badge,chatList")) as second:
            second.wait(lambda p: "badge" in p.models, "the badge")
            # Whoever owns the profile now, one that joins can send.
            second.send({"event": "message.sending", "chatId": "ada", "text": "from here"})
            assert read_line(tail).endswith(" [Ada] You: from here")
        tail.send_signal(signal.SIGINT)
        assert tail.wait() == -signal.SIGINT and tail.stderr.read() == b""
    finally:
        tail.kill()


@pytest.mark.parametrize("more", [0, 3])
def test_tail_ends_when_its_reader_has_gone(telex, owner, more):
    arrive(owner, *(message("ada", f"m{number}", "x") for number in range(3)))
    tail = telex.start("tail", "--json", "--since", "start")
    assert json.loads(read_line(tail))["messageId"] == "m0"
    tail.stdout.close()
    arrive(owner, *(message("ada", f"n{number}", "x") for number in range(more)))
    assert tail.wait() == -signal.SIGPIPE


def test_tail_goes_on_after_its_cursor(telex, owner):
    tail = ("tail", "--json", "--cursor", "c", "--since", "start")
    arrive(owner, message("ada", "a1", "one"), message("ada", "a2", "two"))
    texts = []
    for number in range(3):
        process = telex.start(*tail)
        texts += [json.loads(read_line(process))["text"] for _ in range(2 if number == 0 else 1)]
        process.send_signal(signal.SIGTERM)
        assert process.communicate() == (b"", b"") and process.returncode == -signal.SIGTERM
        arrive(owner, message("ada", f"b{number}", f"later {number}"))
    assert texts == ["one", "two", "later 0", "later 1"]
    # What could not be printed comes again.
    with open("/dev/full", "wb") as full:
        assert subprocess.run([TELEX, *tail], stdout=full, stderr=subprocess.PIPE, env=telex.environment).returncode == 74
    process = telex.start(*tail)
    assert json.loads(read_line(process))["text"] == "later 2"
    process.kill()
    process.communicate()


def test_an_answer_of_yesterday_is_not_taken_for_one_of_today(telex, server):
    """No telex runs between the calls, so each has to fetch what the server has."""
    bob = meet_bob(telex, server)
    bob.post(CHAT, "Hello", "b0")
    waiting = ("--chat", CHAT, "--from", "bob", "--match", "yes", "--cursor", "c")
    assert wait(telex, *waiting, "--timeout", "0s") == UNANSWERED
    bob.post(CHAT, "yes, of yesterday", "b1")
    assert wait(telex, *waiting, "--timeout", "0s")[1]["text"] == "yes, of yesterday"
    assert wait(telex, *waiting, "--timeout", "0s") == UNANSWERED
    bob.post(CHAT, "no", "b2")
    assert telex.run("unread")[:2] == (0, "3\n")
    assert telex.run("show", "messages", CHAT)[1].splitlines()[-1].endswith("no")
    bob.post(CHAT, "yes, of today", "b3")
    # The time-out is for what comes later.
    assert wait(telex, *waiting, "--timeout", "0s")[1]["text"] == "yes, of today"


def test_says_that_the_server_cannot_be_reached(telex, server):
    login(telex, server, "ada", "Ada")
    Person(server, "bob", "Bob").create("ada")
    assert wait(telex, "--cursor", "c", "--timeout", "0s") == UNANSWERED
    server.kill()
    sentence = "telex: The newest messages have not been fetched. Offline: "
    for words, code in ("wait --cursor c --timeout 0s", 75), ("show chatList", 0), ("unread", 0):
        result, _, err = telex.run(*words.split())
        assert result == code and err.startswith(sentence), (words, err)
    tail = telex.start("tail")
    assert tail.stderr.readline().decode().startswith(sentence)
    tail.kill()
    tail.communicate()


def test_joins_and_makes_an_owner_that_is_offline_try_again(telex, server):
    bob = meet_bob(telex, server)
    with contextlib.closing(Pipe(telex, "--subscribe", "connection").connect()) as pipe:
        assert wait(telex, "--cursor", "c", "--timeout", "0s") == UNANSWERED
        server.kill()
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "it to be offline")
        server.start()
        bob.post(CHAT, "yes", "b1")
        assert wait(telex, "--cursor", "c", "--timeout", "0s")[1]["text"] == "yes"


def recipe(title, number=0, kind="sh"):
    """Returns a script of the page of recipes."""
    page = (ROOT / "Sources/telex/telex.docc/Recipes.md").read_text()
    return re.findall(rf"```{kind}\n(.*?)```", page.split(f"## {title}\n")[1].split("\n## ")[0], re.S)[number]


@pytest.fixture
def shell(telex, owner):
    """Starts scripts that use telex."""
    arrive(owner, message("ada", "a0", "Hello"))
    tools = telex.home / "tools"
    tools.mkdir()
    (tools / "telex").symlink_to(TELEX)
    for name, script in {"make": "exit 2", "notify-send": 'printf "%s\\0" "$3" >> notified', "jq": JQ}.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n" if name != "jq" else script)
        (tools / name).chmod(0o755)
    environment = {**telex.environment, "PATH": f"{tools}:{os.environ['PATH']}"}
    running = []

    def start(script):
        process = subprocess.Popen(["bash", "-c", script], env=environment, cwd=telex.home, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        running.append(process)
        return process

    start.home = telex.home
    yield start
    for process in running:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


# As much of jq as the recipes use.
JQ = """#!/usr/bin/env python3
import json, sys
path = sys.argv[-1].removesuffix(" // empty").strip(".").split(".")
for line in sys.stdin:
    value = json.loads(line)
    for name in path:
        value = (value or {}).get(name)
    if value is not None:
        print(value, flush=True)
"""


def preview(owner, text):
    owner.wait(lambda p: p.models["chatList"]["chats"][0]["previewText"] == text, text)


def test_recipe_say_when_a_build_has_ended(shell, owner):
    assert shell(recipe("Say when a build has ended")).wait() == 0
    preview(owner, "You: make ended with 2.")
    assert shell(recipe("Say when a build has ended", 1)).wait() == 0
    owner.wait(lambda p: "Filesystem" in p.models["chatList"]["chats"][0]["previewText"], "the table")
    assert shell('set -- "-5 degrees"\n' + recipe("Say when a build has ended", 2)).wait() == 0
    preview(owner, "You: -5 degrees")


def test_recipe_send_once(shell, owner):
    script = recipe("Send once")
    assert [shell(script).wait() for _ in range(2)] == [0, 0]
    owner.wait(lambda p: p.models["chatList"]["chats"][0]["previewText"].startswith("You: The backup of "), "the message")
    assert telex_messages(shell, "The backup") == 1
    assert shell(script.replace("done", "late")).wait() == 76


def telex_messages(shell, text):
    """How often a text was sent to Ada."""
    return shell("telex show messages ada").communicate()[0].decode().count(text)


def test_recipe_wait_for_an_answer(shell, owner):
    arrive(owner, message("ada", "a0", "Yes, nice weather."))
    script = "BUILD=7\n" + recipe("Wait for an answer")
    asking = shell(script)
    preview(owner, "You: May I deploy? yes or no")
    asking.kill()
    asking.wait()
    asking = shell(script)
    arrive(owner, message("ada", "a1", "Yes."), message("ada", "a2", "No."))
    asking.communicate()
    # `make` ends with 2 here.
    assert asking.returncode == 2 and telex_messages(shell, "May I deploy?") == 1
    asking = shell(script.replace("BUILD=7", "BUILD=8"))
    owner.wait(lambda p: p.models["chatList"]["chats"][0]["previewText"].startswith("You: "), "the question")
    arrive(owner, message("ada", "a3", "No!"))
    assert asking.communicate()[1] == b"not deployed: No!\n"


def test_recipe_answer_from_a_script(shell, owner):
    script = recipe("Answer from a script").replace("--cursor count", "--cursor count --since start")
    arrive(owner, message("ada", "a1", "!count one 'two'"))
    answering = shell(script)
    preview(owner, "You: 3")
    arrive(owner, message("ada", "a2", "!count \\n"))
    preview(owner, "You: 2")
    answering.terminate()
    answering.wait()
    # Without its cursor, each message is handled again, and still answered once.
    (shell.home / "data/telex/default/cursors/count").unlink()
    shell(script)
    arrive(owner, message("ada", "a3", "!count"), message("ada", "a4", "!count a b c"))
    preview(owner, "You: 4")
    assert telex_messages(shell, "You: ") == 3


def unit(text):
    """Returns the settings of the section Service."""
    return dict(line.split("=", 1) for line in text.split("[Service]\n")[1].split("\n[")[0].splitlines() if line)


def test_recipe_keep_a_bot_running(shell, telex, server, tmp_path):
    text = recipe("Keep a bot running", kind="ini")
    if shutil.which("systemd-analyze"):
        file = tmp_path / "telex-bot.service"
        file.write_text(text.replace("%h/.local/bin/telex", TELEX).replace("%h/.local/bin/answer", "/bin/true"))
        subprocess.run(["systemd-analyze", "verify", "--user", "--man=no", file], check=True,
                       env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)})
    login(telex, server, "ada", profile="work")
    command = unit(text)["ExecStart"].replace("%h/.local/bin/telex", "telex").replace("%h/.local/bin/answer", "true")
    bot = shell(f"exec {command}")
    server.revoke("ada")
    assert "Log in again" in bot.communicate()[1].decode()
    assert str(bot.returncode) in unit(text)["RestartPreventExitStatus"].split()
    shown = shell(recipe("Keep a bot running").replace("telex show", "telex show --profile work"))
    assert shown.communicate()[0] == b"revoked\n"


def test_recipe_keep_a_log(shell, telex, owner):
    """No message is lost or repeated, whenever the log is moved."""
    log = shell(recipe("Keep a log").replace("--cursor log", "--cursor log --since start"))
    texts = lambda: [json.loads(line)["text"] for file in sorted(telex.home.glob("chats.*jsonl"))
                     for line in file.read_text().splitlines()]
    expected = ["Hello"]
    wait_until(lambda: texts() == expected)
    move, restart = recipe("Keep a log", 1).splitlines()
    assert restart.startswith("systemctl --user restart ")
    for number in range(1, 4):
        for moment in "before", "meanwhile":
            arrive(owner, message("ada", f"{moment} {number}", f"{moment} {number}"))
            expected.append(f"{moment} {number}")
            if moment == "before":
                assert shell(move.replace("chats.1", f"chats.{number}")).wait() == 0
        log.terminate()
        log.wait()
        log = shell(recipe("Keep a log"))
        # The last line may stand in the old file, so it does not show that the new one is there.
        wait_until(lambda: (telex.home / "chats.jsonl").exists() and len(texts()) >= len(expected))
    assert texts() == expected


def test_recipe_status_bar(shell, owner):
    assert shell(recipe("A status bar")).communicate()[0] == b"1\n"
    bar = shell(recipe("A status bar", 1))
    assert read_line(bar) == "1"
    arrive(owner, message("ada", "a9", "Hi"))
    assert read_line(bar) == "2"
    # It is a running telex itself.
    owner.kill()
    assert shell(recipe("A status bar")).communicate()[0] == b"2\n"


def test_recipe_watch_for_a_word(shell, telex, owner):
    shell(recipe("Watch for a word"))
    notified, number = telex.home / "notified", 0
    has_notified = lambda: notified.exists() and notified.read_text().endswith("\0")
    while not has_notified():
        number += 1
        arrive(owner, message("ada", f"x{number}", "Firewall"), message("ada", f"f{number}", "There is\nFIRE! <&\\>"))
        with contextlib.suppress(TimeoutError):
            owner.wait(lambda _: has_notified(), "the notice", 0.1)
    assert set(notified.read_text().removesuffix("\0").split("\0")) == {"There is\nFIRE! &lt;&amp;\\\\&gt;"}


@pytest.mark.parametrize("command", [("tail",), ("wait",), ("pipe", "--subscribe", "none")], ids=["tail", "wait", "pipe"])
def test_says_when_it_is_logged_out(telex, server, command):
    login(telex, server, "ada")
    running = telex.start(*command)
    server.revoke("ada")
    assert "no longer accepts this login. Log in again" in running.stderr.readline().decode()
    if command[0] == "pipe":
        running.terminate()
    running.communicate()
    assert running.returncode == (-signal.SIGTERM if command[0] == "pipe" else 77)


@pytest.mark.parametrize("command", ["tail", "wait"])
def test_what_is_stored_comes_before_it_ends_logged_out(telex, server, command):
    bob = meet_bob(telex, server)
    bob.post(CHAT, "Hello", "b0")
    assert wait(telex, "--since", "start", "--timeout", "0s")[0] == 0
    assert telex.run("logout")[0] == 0
    code, out, err = telex.run(command, "--since", "start")
    assert "Hello" in out and code == (77 if command == "tail" else 0) and err.count("Log in again") == 1
    assert json.loads(telex.run("show", "connection", "--json")[1])["offlineReason"] == "loggedOut"
