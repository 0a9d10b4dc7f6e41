#!/usr/bin/env python3
"""Answers each message to a profile with what a command prints for it:  Scripts/examples/bot.py work wc -w"""
import json
import subprocess
import sys
import uuid

profile, *command = sys.argv[1:]
telex = subprocess.Popen(["telex", "pipe", "--profile", profile, "--subscribe", "chatList,messages"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def press(action, **blanks):
    print(json.dumps({**action, **blanks}), file=telex.stdin)


def answer(text):
    return subprocess.run(command, input=text + "\n", stdout=subprocess.PIPE, text=True).stdout.strip()


opened, waiting, seen = None, {}, {}
for line in map(json.loads, telex.stdout):
    view, model = line.get("view"), line.get("model")
    if view == "chatList":
        waiting = {row["chatId"]: row for row in model["chats"] if row["unreadCount"]}
        if waiting and opened not in waiting:
            opened, row = next(iter(waiting.items()))
            press(row["actions"]["open"])
    elif view == "messages" and "markRead" in model["actions"]:
        chat = model["chatId"]
        rows = [row for row in model["messages"] if not row["isOwn"] and row["kind"] not in ("deleted", "system")]
        if chat not in seen:
            seen[chat] = {row["messageId"] for row in rows[:-waiting[chat]["unreadCount"]]}
        for row in rows:
            if row["messageId"] not in seen[chat]:
                seen[chat].add(row["messageId"])
                # Under one id a message goes out once, also when a restart has it answered again.
                own = str(uuid.uuid5(uuid.NAMESPACE_URL, chat + " " + row["messageId"]))
                press(model["actions"]["send"], text=answer(row["text"]), messageId=own)
        press(model["actions"]["markRead"])
sys.exit(telex.wait())
