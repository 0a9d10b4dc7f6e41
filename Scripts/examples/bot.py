#!/usr/bin/env python3
"""Answers each message to a profile with the output of a command that reads it:  Scripts/examples/bot.py work wc -w"""
import json
import pathlib
import subprocess
import sys
import uuid

profile, *command = sys.argv[1:]
kept = pathlib.Path.home() / f".telex-bot-{profile}"
after = ["--after", kept.read_text()] if kept.exists() else []
telex = subprocess.Popen(["telex", "pipe", "--profile", profile, "--subscribe", "inbox", *after],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def write(line, **blanks):
    print(json.dumps({**line, **blanks}), file=telex.stdin)


for output in telex.stdout:
    if not output.endswith("\n"):
        break  # Telex was killed while it wrote this.
    line = json.loads(output)
    if line.get("view") == "inbox":
        for row in line["model"]["messages"]:
            if not row["isOwn"] and row["kind"] in ("text", "emote") and "answer" in row.get("actions", {}):
                text = subprocess.run(command, input=row["text"] + "\n", stdout=subprocess.PIPE, text=True).stdout
                # The answer always has the same id, so it is sent only once, even if a crash repeats it.
                own = str(uuid.uuid5(uuid.NAMESPACE_URL, row["chatId"] + " " + row["messageId"]))
                write(row["actions"]["answer"], text=text.strip(), messageId=own)
        write({"subscribe": [], "id": line["model"]["cursor"]})
    elif "settled" in line:  # All that was written before is stored.
        kept.with_suffix(".new").write_text(line["settled"])
        kept.with_suffix(".new").replace(kept)
sys.exit(telex.wait())
