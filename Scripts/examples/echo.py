#!/usr/bin/env python3
"""Answers each message to a profile with its text, and keeps all messages, each once:  Scripts/examples/echo.py work"""
import sqlite3
import sys

from telex import Telex, stable_id

kept = sqlite3.connect("heard.sqlite", timeout=60)
kept.execute("CREATE TABLE IF NOT EXISTS heard (cursor TEXT PRIMARY KEY, chatId TEXT, text TEXT)")
last = kept.execute("SELECT cursor FROM heard ORDER BY rowid DESC LIMIT 1").fetchone()
with Telex("--profile", sys.argv[1]) as telex:
    for page in telex.inbox(last[0] if last else "start"):
        for row in page["messages"]:
            if not row["isOwn"] and (answer := row.get("actions", {}).get("answer")):
                # The answer always has the same id, so it is sent only once, even if a crash repeats it.
                telex.press(answer, text=row["text"], messageId=stable_id(row["chatId"], row["messageId"]))
        telex.settle()
        with kept:
            kept.executemany("INSERT INTO heard VALUES (:cursor, :chatId, :text)", page["messages"])
