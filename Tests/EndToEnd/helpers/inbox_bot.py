"""A bot that stores its inbox cursor together with its work, and resumes after any kill.

    inbox_bot.py TELEX STORE LOG ARGUMENT…        runs TELEX pipe ARGUMENT… in a loop
"""

import json
import sqlite3
import subprocess
import sys
import time

OWNER_LEFT = {"ownerLeft": True}

telex, store, log, *arguments = sys.argv[1:]
work = sqlite3.connect(store, timeout=120)
work.executescript("""
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS handled (number INTEGER PRIMARY KEY, chat TEXT, text TEXT, isOwn INTEGER);
    CREATE TABLE IF NOT EXISTS place (cursor TEXT);
""")
while True:
    place = work.execute("SELECT cursor FROM place").fetchone()
    # Without "start", a kill before the first cursor is stored would lose the messages that have arrived by then.
    after = place[0] if place else "start"
    pipe = subprocess.Popen([telex, "pipe", "--subscribe", "inbox", "--after", after, *arguments],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for text in pipe.stdout:
        try:
            line = json.loads(text)
        except ValueError:
            break  # the kill cut it off
        # The telex of a bot that was killed may own the profile for another moment.
        assert line.get("gap", OWNER_LEFT) == OWNER_LEFT, line
        if line.get("view") != "inbox":
            continue
        model = line["model"]
        assert len(model["messages"]) <= 50
        # The log is written before the cursor, so a kill can repeat lines. The database stores both in one transaction.
        with open(log, "a") as out:
            out.writelines(row["text"] + "\n" for row in model["messages"])
        with work:
            work.executemany("INSERT INTO handled (chat, text, isOwn) VALUES (?, ?, ?)",
                             [(row["chatId"], row["text"], row["isOwn"]) for row in model["messages"]])
            work.execute("DELETE FROM place")
            work.execute("INSERT INTO place VALUES (?)", [model["cursor"]])
    pipe.stdin.close()
    pipe.stdout.close()
    pipe.wait()
    time.sleep(0.01)  # the previous process may still be exiting
