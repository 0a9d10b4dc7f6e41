"""People who change their chats at random, on two devices that are killed now and then."""

import itertools
import random

from pipe_process import VIEWS, Pipe, ask
from telex_program import PATIENCE


def titles(pipe, section=None):
    """The titles of the chats, or of those in a section, in order."""
    return [row["title"] for row in pipe.chats.values() if section in (None, row["section"])]


class Walk:
    """What a person does on two devices, and others do meanwhile. At the end both show what the server has."""

    def __init__(self, seed, telexes):
        self.chance, self.ids, self.telexes = random.Random(seed), itertools.count(), telexes
        self.pipes = {}

    def begin(self):
        self.pipes = {name: Pipe(telex, *VIEWS).connect() for name, telex in self.telexes.items()}
        for pipe in self.pipes.values():
            pipe.wait(lambda p: len(p.chats) >= 3, "the chats")

    def new(self, noun):
        return f"{noun} {next(self.ids)}"

    def tell(self, pipe, event, **members):
        """Sends an event; waits for its answer now and then."""
        if self.chance.random() < 0.3:
            ask(pipe, event, **members)
        else:
            pipe.send({"event": event, **members})

    def step(self):
        name = self.chance.choice(sorted(self.pipes))
        pipe = self.pipes[name]
        chats = self.arrangeable(pipe.wait(lambda p: p.chats, "the chats"))
        chat = self.chance.choice(chats)
        match self.chance.randrange(14):
            case 0:
                self.tell(pipe, "chat.leaving", chatId=chat)
            case 1:
                self.tell(pipe, "chat.pinning", chatId=chat)
            case 2:
                self.tell(pipe, "chat.pinning", chatId=chat, beforeId=self.chance.choice(chats))
            case 3:
                undone = self.chance.choice(["chat.unpinning", "chat.unmuting", "chat.unarchiving"])
                self.tell(pipe, undone, chatId=chat)
            case 4:
                self.tell(pipe, "chat.muting", chatId=chat, keepsMentions=self.chance.random() < 0.5)
            case 5:
                self.tell(pipe, "chat.archiving", chatId=chat)
            case 6:
                self.tell(pipe, "chat.markingUnread", chatId=chat)
            case 7:
                pipe.kill()
                self.pipes[name] = Pipe(self.telexes[name], *VIEWS)
            case _:
                self.elsewhere(chat)

    def arrangeable(self, pipe):
        """The chats of a device of which the server keeps settings, and tells them to other devices."""
        return sorted(pipe.chats)

    def seen(self, pipe, known):
        """What a device shows of the chats that the server has. It keeps those that the person has left."""
        return {chat: (row["title"], row["section"], None if "muted" not in row else row["muted"].get("keepsMentions", False),
                       row["isMarkedUnread"]) for chat, row in pipe.chats.items() if chat in known}

    def agrees(self, pipe):
        known = self.on_the_server()
        return self.seen(pipe, known) == known

    def go(self, steps):
        for _ in range(steps):
            self.step()
        for pipe in self.pipes.values():
            pipe.connect()
        for pipe in self.pipes.values():
            pipe.wait(self.agrees, f"the first of {[self.on_the_server(), self.seen(pipe, self.on_the_server())]}", PATIENCE)
        first, second = self.pipes.values()
        second.wait(lambda _: self.have_the_same_order(first.catch_up(), second), "the same order")
        for pipe in self.pipes.values():
            assert pipe.finish() == 0

    def have_the_same_order(self, first, second):
        known = self.on_the_server()
        return self.pins(first, known) == self.pins(second, known)

    def pins(self, pipe, known):
        """The pinned chats of a device, in order. A chat that the person has left may be on the other device alone."""
        return [chat for chat, row in pipe.chats.items() if row["section"] == "pinned" and chat in known]
