"""Runs kill -9 at random moments, and checks that all answered or shown messages are stored once, and counts agree."""

import json
import os
import random
import re
import select
import threading

from telex_program import last_model
from terminal import ENTER, Terminal

CHATS = ("ada", "bob")


class Crashes:
    """A store, and processes that are killed while they write to it."""

    def __init__(self, telex, seed):
        self.telex, self.chance, self.written = telex, random.Random(seed), 0
        # The texts of each chat: all that were sent, in order, and those that were answered or shown.
        self.sent, self.safe = {chat: [] for chat in CHATS}, {chat: set() for chat in CHATS}
        # The texts of each chat that are certainly read: those sent before an answered `message.reading`.
        self.read = {chat: set() for chat in CHATS}
        code, _, err = telex.run("pipe", "--store", telex.store, lines=[
            line for chat in CHATS for line in ({"event": "chat.creating", "recipient": chat}, self.text_line(chat))])
        assert code == 0, err
        for chat in CHATS:
            self.safe[chat].update(self.sent[chat])

    def text_line(self, chat):
        self.written += 1
        text = f"<{self.written}>"
        self.sent[chat].append(text)
        kind = self.chance.choice(["message.sending", "message.received", "message.received"])
        return {"event": kind, "chatId": chat, "text": text, "messageId": text, "id": text}

    # Killing

    def kill_pipe(self):
        """Kills a pipe once enough of its output was read, while another thread is still writing to it."""
        wishes, lines = {}, []
        for _ in range(self.chance.randint(1, 150)):
            chat = self.chance.choice(CHATS)
            if self.chance.random() < 0.1:
                wish = f"read {len(lines)}"
                wishes[wish] = chat, set(self.sent[chat])
                lines.append({"event": "message.reading", "chatId": chat, "id": wish})
            else:
                lines.append(self.text_line(chat))
        process = self.telex.start("pipe", "--store", self.telex.store, "--subscribe", "none")
        writer = threading.Thread(target=self.write, args=(process, list(self.pieces(lines))))
        writer.start()
        out, wanted = b"", self.chance.randint(0, 30 * len(lines))
        # It may answer everything with less output.
        while len(out) < wanted and (select.select([process.stdout], [], [], 0.1)[0] or writer.is_alive()):
            out += os.read(process.stdout.fileno(), self.chance.randint(1, 400))
        process.kill()
        out += process.communicate()[0]
        writer.join()
        for answer in self.answers(out):
            if answer in wishes:
                chat, texts = wishes[answer]
                self.read[chat] |= texts
        for chat in CHATS:
            self.safe[chat] |= self.answers(out) & set(self.sent[chat])

    def pieces(self, lines):
        """Splits the lines at random places, so that some kills come in the middle of a line."""
        data = "".join(json.dumps(line) + "\n" for line in lines).encode()
        while data:
            count = self.chance.randint(1, 3000)
            yield data[:count]
            data = data[count:]

    @staticmethod
    def write(process, pieces):
        try:
            for piece in pieces:
                process.stdin.write(piece)
                process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    @staticmethod
    def answers(out):
        answers = set()
        for line in out.split(b"\n"):
            try:
                answers.add(json.loads(line).get("settled"))
            except ValueError:
                pass  # the kill cut it off
        return answers - {None}

    def kill_repl(self):
        """Kills a REPL once it has shown a given number of the typed lines."""
        chat = self.chance.choice(CHATS)
        terminal = Terminal(self.telex, "--store", self.telex.store, columns=60, rows=12)
        try:
            terminal.wait_for("> ").type(f"/open {chat}", ENTER)
            terminal.wait(lambda t: re.fullmatch(rf"{chat}( \(\d+\))?>", t.rows[t.cursor[1]]), f"the prompt of {chat}")
            # Opening a chat marks it as read, which is stored before it is shown.
            self.read[chat] |= set(self.safe[chat])
            texts = [self.text_line(chat)["text"] for _ in range(self.chance.randint(1, 20))]
            last = self.chance.randrange(len(texts))
            terminal.type(*(text + ENTER for text in texts[:last + 1]))
            terminal.wait(lambda t: texts[last // 2] in self.shown(t), texts[last // 2])
            terminal.type(*(text + ENTER for text in texts[last + 1:]))
            terminal.process.kill()
            terminal.end()
            self.safe[chat] |= self.shown(terminal) & set(texts)
        finally:
            terminal.close()

    @staticmethod
    def shown(terminal):
        """Returns our messages on the screen and in its history."""
        return {row.split("You: ")[1].split()[0] for row in terminal.transcript if "You: <" in row}

    # Checking

    def check(self):
        code, out, err = self.telex.run("export", "--store", self.telex.store)
        assert code == 0, err
        items = [json.loads(line) for line in out.splitlines()]
        unread = 0
        for chat in CHATS:
            mark = next(item["chat"]["readUpTo"] for item in items if item.get("chat", {}).get("chatId") == chat)
            rows = [item["message"] for item in items if item.get("message", {}).get("chatId") == chat]
            texts = [row["text"] for row in rows]
            assert not self.safe[chat] - set(texts), f"lost in {chat}: {self.safe[chat] - set(texts)}"
            assert len(texts) == len(set(texts)), f"doubled in {chat}"
            assert texts == [text for text in self.sent[chat] if text in set(texts)], f"out of order in {chat}"
            new = {row["text"] for row in rows if not row["isOwn"] and row["position"] > mark}
            assert not new & self.read[chat], f"unread again in {chat}: {new & self.read[chat]}"
            unread += len(new)
        assert self.telex.run("unread", "--store", self.telex.store)[1] == f"{unread}\n"
        lines = self.telex.pipe("--store", self.telex.store, "--subscribe", "badge,chatList")
        assert last_model(lines, "badge")["unreadCount"] == unread
        assert sum(row["unreadCount"] for row in last_model(lines, "chatList")["chats"]) == unread
