#!/usr/bin/env python3
"""Answers each message to a profile with the output of a command that reads it:  Scripts/examples/bot.py work wc -w"""
import contextlib
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
import uuid

profile, *command = sys.argv[1:]
kept = pathlib.Path.home() / f".telex-bot-{profile}"
after = ["--after", kept.read_text()] if kept.exists() else []
telex = subprocess.Popen(["telex", "pipe", "--profile", profile, "--subscribe", "inbox", *after],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1)
unwritten = queue.SimpleQueue()


def write_lines():
    """Writes on a thread of its own: Telex reads nothing more while nobody reads its output."""
    with contextlib.suppress(BrokenPipeError):
        while True:
            print(json.dumps(unwritten.get()), file=telex.stdin)


threading.Thread(target=write_lines, daemon=True).start()
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
                unwritten.put({**row["actions"]["answer"], "text": text.strip(), "messageId": own, "id": f"answer {own}"})
        unwritten.put({"subscribe": [], "id": line["model"]["cursor"]})
    elif "ownerLeft" in line.get("gap", {}):
        os.execv(sys.executable, [sys.executable, *sys.argv])  # The last answers may be lost: begin at the cursor again.
    elif "error" in line or line.get("outcome") in ("refused", "failed"):
        print(line.get("reason") or line["error"]["reason"], file=sys.stderr)
    elif not line.get("settled", "answer").startswith("answer"):  # All that was written before is stored.
        kept.with_suffix(".new").write_text(line["settled"])
        kept.with_suffix(".new").replace(kept)
sys.exit(telex.wait())
