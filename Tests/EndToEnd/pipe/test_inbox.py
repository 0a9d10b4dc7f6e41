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

from amounts import amount
from telex_program import PATIENCE, ROOT, TELEX
from server import Person, login, server, wait_until

# How many times the bot is killed, and telex as often.
KILLS = amount(20, 100)


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
        return subprocess.Popen([sys.executable, ROOT / "Tests/EndToEnd/helpers/inbox_bot.py", TELEX, store, log],
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
