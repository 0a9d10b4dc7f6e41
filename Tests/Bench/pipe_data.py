"""The data of the benchmark: messages as lines, and stores filled with them."""

import hashlib
import json
import random
import shutil
import time

from pipe_process import Failed, Piped
from program import ROOT

# Seconds between messages.
SPACING = 10
CACHE = ROOT / ".build/bench"
# How many lines are generated and written at a time.
PORTION = 10_000

FIRST = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Niklaus", "Zoë", "Jürgen", "Margaret", "Dennis"]
LAST = ["Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Wirth", "Łukasiewicz", "Schmidhuber", "Hamilton"]
TEXTS = [
    "Are you coming? It starts at eight.",
    "No.",
    "I have been thinking about what you said yesterday, and I believe that you are right about most of it.",
    "Great 🎉 see you there, then!",
    "She said \"not before noon\", whatever that may mean.",
    "First the bread,\nthen the milk,\nand do not forget the coffee.",
    "Das Gerät läuft wieder; die Größe war es nicht.",
    "https://example.org/a/rather/long/address?with=a&query=too#and-a-fragment",
]


def address(chat):
    return f"chat-{chat:05}"


def contact(chat):
    return f"{FIRST[chat % len(FIRST)]} {LAST[chat // len(FIRST) % len(LAST)]} {chat}"


def line(event, **members):
    """Returns an event as a compact JSON line, byte for byte what jq -c writes."""
    return json.dumps({"event": event, **members}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def opened(chat, request):
    return line("screen.opening", screen="messages", chatId=address(chat), id=request)


def received(chat, name, text, moment, **members):
    """Returns a message from somebody else."""
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    return line("message.received", chatId=address(chat), messageId=name, title=contact(chat), text=text, date=date,
                **members)


def incoming(count, chats, seed=1, last=None):
    """Yields `count` messages in random chats, the last of them dated now. The last may be a request with an id."""
    chance = random.Random(seed)
    now = int(time.time())
    for number in range(count):
        members = {"id": last} if last and number == count - 1 else {}
        yield received(chance.randrange(chats), f"m{seed}-{number:07}", f"{chance.choice(TEXTS)} {number}",
                       now - SPACING * (count - 1 - number), **members)


def asked(count, chats, seed):
    """Yields messages that are requests with ids."""
    chance = random.Random(seed)
    for number in range(count):
        request = f"r{seed}-{number}"
        yield request, received(chance.randrange(chats), f"m{seed}-{number:07}", f"{chance.choice(TEXTS)} {number}",
                                int(time.time()), id=request)


def settled(request):
    """Returns the beginning of the line that ends the output for a request."""
    return f'"settled":"{request}",'.encode()


class Stores:
    """Stores with many messages, built once for each version of the program, and kept for later runs."""

    def __init__(self, telex, say):
        self.telex, self.say = telex, say
        digest = hashlib.sha256()
        with open(telex.path, "rb") as program:
            while part := program.read(1 << 20):
                digest.update(part)
        self.mark = digest.hexdigest()[:16]
        CACHE.mkdir(parents=True, exist_ok=True)
        for folder in CACHE.glob("store-*"):
            if not folder.name.startswith(f"store-{self.mark}-"):
                shutil.rmtree(folder)

    def copy(self, chats, messages, folder):
        """Copies a store of that size; returns the path of the copy."""
        source = self._folder(chats, messages)
        folder.mkdir()
        # The write-ahead log is part of the store.
        for name in ("telex.sqlite", "telex.sqlite-wal"):
            if (source / name).exists():
                shutil.copyfile(source / name, folder / name)
        return folder / "telex.sqlite"

    def _folder(self, chats, messages):
        folder = CACHE / f"store-{self.mark}-{chats}-{messages}"
        if not folder.exists():
            self.say(f"making a store of {messages:,} messages in {chats:,} chats, once")
            unfinished = folder.with_name(f"unfinished-{folder.name}")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            self._fill(unfinished, chats, messages)
            unfinished.rename(folder)
        return folder

    def _fill(self, folder, chats, messages):
        """Pipes one message into each chat, and the rest into random chats."""
        store = folder / "telex.sqlite"
        with Piped([self.telex.path, "pipe", "--store", store, "--subscribe", "none"], folder,
                   patience=1_800) as child:
            portion = [received(chat, f"first-{chat}", TEXTS[0], time.time() - SPACING * messages)
                       for chat in range(chats)]
            for event in incoming(messages - chats, chats):
                portion.append(event)
                if len(portion) >= PORTION:
                    child.write(b"".join(portion))
                    portion.clear()
            child.write(b"".join(portion))
            child.finish()
        if (unread := self.telex.unread(store)) != messages:
            raise Failed(f"{messages:,} messages went in, and {unread:,} are unread")
