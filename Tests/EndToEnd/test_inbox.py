"""The inbox delivers every message once to a slow reader, and at least once to one that is killed."""

import contextlib
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from amounts import amount
from conftest import PATIENCE, TELEX, received
from piped import Pipe
from server import Person, login, server, wait_until

# How many times the bot is killed, and telex as often.
KILLS = amount(20, 100)


def inbox(lines):
    """Returns the inbox pages among the lines."""
    return [line["model"] for line in lines if line.get("view") == "inbox" and "model" in line]


def ids(pages):
    return [row["messageId"] for page in pages for row in page["messages"]]


def children(process):
    """Returns the ids of a process's children."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        # A process that has ended meanwhile has no file, or one that cannot be read.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if path.read_text().rpartition(")")[2].split()[1] == str(process.pid):
                found.append(int(path.parent.name))
    return found


def test_handles_every_message_although_bot_or_telex_is_killed(telex, server, tmp_path):
    login(telex, server, "bot", "Bot")
    people = [Person(server, name, name.title()) for name in ("ada", "bob")]
    chats = {person: person.create("Bot").json["chatId"] for person in people}
    store, log = tmp_path / "work.sqlite", tmp_path / "log"
    posted, stop, chance = {chat: [] for chat in chats.values()}, threading.Event(), random.Random(1)

    def post():
        while not stop.is_set():
            for person, chat in chats.items():
                text = f"{person.user} {len(posted[chat])}"
                assert person.post(chat, text, text.replace(" ", "-")).status < 300
                posted[chat].append(text)

    def start():
        return subprocess.Popen([sys.executable, pathlib.Path(__file__).with_name("keeping_bot.py"), TELEX, store, log],
                                env=telex.environment, start_new_session=True, stdin=subprocess.DEVNULL)

    def logged():
        return log.read_text().count("\n") if log.exists() else 0

    def handled(chat):
        with sqlite3.connect(store, timeout=PATIENCE) as work:
            try:
                return [text for text, in work.execute("SELECT text FROM handled WHERE chat = ? ORDER BY number", [chat])]
            except sqlite3.OperationalError:
                return []  # the bot has not started

    pool = ThreadPoolExecutor(1)
    bot, writer = start(), pool.submit(post)
    try:
        killed = {"bot": 0, "telex": 0}
        while min(killed.values()) < KILLS:
            wanted = logged() + chance.randrange(6)
            wait_until(lambda: logged() >= wanted, PATIENCE)
            whom = min(killed, key=killed.get)
            if whom == "bot":
                bot.kill()
                bot.wait()
                bot = start()
                killed["bot"] += 1
            elif pids := children(bot):
                os.kill(pids[0], signal.SIGKILL)
                killed["telex"] += 1
        stop.set()
        writer.result()
        wait_until(lambda: all(len(handled(chat)) >= len(texts) for chat, texts in posted.items()), PATIENCE)
    finally:
        stop.set()
        pool.shutdown()
        os.killpg(bot.pid, signal.SIGKILL)
        bot.wait()
    for chat, texts in posted.items():
        # Exactly once, because the cursor is stored together with the work.
        assert handled(chat) == texts
    # At least once otherwise.
    assert set(log.read_text().split("\n")) >= {text for texts in posted.values() for text in texts}


@pytest.mark.parametrize("arguments", [(), ("--updates", "patch"), ("--coalesce",)])
def test_delivers_a_burst_in_pages_without_loss(telex, arguments):
    count = 3000
    lines = [received(f"chat {number % 7}", f"m{number}") for number in range(count)]
    out = telex.pipe("--clock", "wall", "--store", "memory", "--subscribe", "inbox,badge", *arguments, lines=lines)
    pages = inbox(out)
    assert ids(pages) == [f"m{number}" for number in range(count)]
    assert all(len(page["messages"]) <= 50 for page in pages)
    # Messages that arrive together share a page.
    assert len(pages) < count / 10


def test_resumes_after_a_restart_without_fetched_history(telex):
    telex.pipe("--store", telex.store, "--subscribe", "none", lines=[received("ada", f"a{n}") for n in range(120)])
    (first,) = inbox(telex.pipe("--store", telex.store, "--subscribe", "inbox", lines=[]))
    assert not first["messages"]
    out = telex.pipe("--store", telex.store, "--subscribe", "none", lines=[
        {"backend": {"keep": {"beforeToken": "t", "messages": [
            {"chatId": "bo", "messageId": f"old{n}", "text": "old"} for n in range(3)]}}},
        {"event": "history.synced", "chatId": "bo", "beforeToken": "t",
         "messages": [{"chatId": "bo", "messageId": "new", "text": "new"}]},
        {"event": "screen.opening", "screen": "messages", "chatId": "bo"},
        {"event": "history.loading", "chatId": "bo", "direction": "older", "id": "older"}])
    assert [line["outcome"] for line in out if "settled" in line] == ["done"]
    pages = inbox(telex.pipe("--store", telex.store, "--subscribe", "inbox", "--after", first["cursor"], lines=[]))
    assert ids(pages) == ["new"]
    # All messages, in pages.
    everything = inbox(telex.pipe("--store", telex.store, "--subscribe", "inbox", "--after", "start", lines=[]))
    assert ids(everything) == [*(f"a{n}" for n in range(120)), "new"]
    assert [len(page["messages"]) for page in everything] == [50, 50, 21]
    # Each row offers its actions from the first page on.
    assert all("answer" in row["actions"] for page in everything for row in page["messages"])


def test_import_adds_nothing_to_the_inbox_and_invalidates_old_cursors(telex, tmp_path):
    lines = [received("ada", "a1"), {"subscribe": ["inbox"]}]
    out = telex.pipe("--store", telex.store, "--subscribe", "none", lines=lines)
    cursor = inbox(out)[-1]["cursor"]
    code, export, err = telex.run("export", "--store", telex.store)
    assert code == 0, err
    copy = tmp_path / "copy.sqlite"
    (tmp_path / "export").write_text(export)
    code, _, err = telex.run("import", "--store", copy, tmp_path / "export")
    assert code == 0, err
    out = telex.pipe("--store", copy, "--subscribe", "inbox", "--after", cursor, lines=[received("ada", "a2")])
    assert [line["gap"] for line in out if "gap" in line] == [{"view": "inbox"}]
    assert ids(inbox(out)) == ["a2"]


def test_each_window_reads_the_inbox_independently(telex):
    pipe = Pipe(telex, "--store", "memory", "--subscribe", "inbox")
    try:
        pipe.wait(lambda p: "inbox" in p.models, "the first page")
        cursor = pipe.models["inbox"]["cursor"]
        pipe.send(received("ada", "a1")).wait(lambda p: p.models["inbox"]["messages"], "the message")
        pipe.send({"window": "w", "subscribe": ["inbox"], "after": cursor, "id": "w"})
        pipe.wait(lambda p: "w" in p.answers, "the window")
        assert ids([pipe.windows["w"]["inbox"]]) == ["a1"]
        row = pipe.windows["w"]["inbox"]["messages"][0]
        pipe.send({"window": "w", **row["actions"]["answer"], "text": "Yes", "id": "said"})
        pipe.wait(lambda p: "said" in p.answers and p.models["inbox"]["messages"][0]["isOwn"], "what was said")
        assert pipe.windows["w"]["inbox"]["messages"][-1]["text"] == "Yes"
    finally:
        pipe.close()


@pytest.mark.parametrize("arguments, sentence", [
    (("--after", "x"), '"x" is not a cursor. Use the "cursor" of an inbox line or of a message, or "start".'),
    (("--after", "s.1", "--subscribe", "badge"), "--after needs the inbox: add --subscribe inbox."),
])
def test_refuses_an_invalid_cursor(telex, arguments, sentence):
    code, out, err = telex.run("pipe", *arguments, text="")
    assert code == 64 and out == "" and sentence in err


def test_all_views_exclude_the_inbox(telex):
    out = telex.pipe("--clock", "virtual", lines=[received("ada", "one")])
    assert {line["view"] for line in out if "view" in line} >= {"chatList", "badge"} and not inbox(out)
