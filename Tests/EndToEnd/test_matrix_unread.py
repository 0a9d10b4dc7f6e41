"""Unread counts and mentions: telex agrees with the homeserver through a random history, whenever all events have arrived."""

import random
import time

import pytest

from amounts import amount
from conftest import PATIENCE
from piped import opened

STEPS = amount(75, 150)


class History:
    """Random actions that change counts, by us, by other people and on our second device."""

    def __init__(self, matrix, seed):
        self.chance, self.done, self.number = random.Random(seed), [], 0
        self.ada, self.bob, self.cyd = ada, bob, cyd = matrix.people("ada", "bob", "cyd")
        self.rooms = [matrix.couple(ada, bob), matrix.together(bob, ada, cyd, name="Club"),
                      matrix.together(ada, bob, cyd, name="Team"), matrix.couple(cyd, ada)]
        self.there = dict(zip(self.rooms, ([bob], [bob, cyd], [bob, cyd], [cyd])))
        self.events = {room: [] for room in self.rooms}
        # Once a message has arrived in this room, all earlier events have arrived.
        self.quiet = ada.create(name="Quiet")
        self.pipe = matrix.online(ada).has_chats(*self.rooms)

    def step(self):
        room = self.chance.choice(self.rooms)
        deed = self.chance.choice(
            [self.say] * 6 + [self.mention] * 2 + [self.notice, self.edit, self.edit, self.delete, self.delete,
             self.answer_elsewhere, self.thread, self.read_elsewhere, self.read, self.open, self.send, self.react])
        self.done.append(f"{deed.__name__} in {self.rooms.index(room)}")
        if self.events[room] or deed not in (self.thread, self.react, self.edit, self.delete, self.read_elsewhere):
            deed(room, self.chance.choice(self.there[room]))

    def settle(self):
        """Waits until telex has received everything, and asserts that its counts agree with the homeserver's."""
        self.number += 1
        self.ada.send(self.quiet, f"quiet {self.number}")
        self.pipe.wait(lambda p: p.chats[self.quiet]["previewText"].endswith(f"quiet {self.number}"), "quiet")
        end = time.monotonic() + PATIENCE
        # The receipts that telex sends may change the counts meanwhile.
        while not self.pipe.reaches(lambda p, counts=self.ada.counts(): p.counts == counts, 0.2) and time.monotonic() < end:
            pass
        counts = self.ada.counts()
        assert self.pipe.counts == counts, f"after {self.done[-15:]}: not {counts}"
        assert self.pipe.unread == sum(count.messages for count in counts.values())
        return counts

    def text(self):
        self.number += 1
        return f"text {self.number}"

    def mentions(self):
        return {"m.mentions": {"user_ids": [self.ada.user]}}

    def say(self, room, other, *arguments, **content):
        self.events[room].append((other, other.send(room, self.text(), *arguments, **content)))

    def mention(self, room, other):
        self.say(room, other, **self.mentions())

    def notice(self, room, other):
        self.say(room, other, "m.notice")

    def thread(self, room, other):
        relation = {"rel_type": "m.thread", "event_id": self.chance.choice(self.events[room])[1]}
        other.send(room, self.text(), **{"m.relates_to": relation})

    def react(self, room, other):
        other.react(room, self.events[room][-1][1], self.text())

    def edit(self, room, _):
        author, event = self.chance.choice(self.events[room][-5:])
        author.edit(room, event, self.text(), **(self.mentions() if self.chance.random() < 0.3 else {}))

    def delete(self, room, _):
        author, event = self.events[room].pop(self.chance.randrange(len(self.events[room])))
        author.redact(room, event)

    def answer_elsewhere(self, room, _):
        self.ada.send(room, self.text())

    def read_elsewhere(self, room, _):
        self.ada.read(room, self.chance.choice(self.events[room][-4:])[1])

    def read(self, room, _):
        self.pipe.send({"event": "message.reading", "chatId": room})

    def open(self, room, _):
        self.pipe.send(opened(room))

    def send(self, room, _):
        self.pipe.send({"event": "message.sending", "chatId": room, "text": self.text()})


@pytest.mark.parametrize("seed", [1, 5])
def test_counts_agree_with_the_homeserver_through_a_random_history(matrix, seed):
    history = History(matrix, seed)
    for step in range(1, STEPS + 1):
        history.step()
        if history.chance.random() < 0.1 or step == STEPS:
            counts = history.settle()
    assert any(count.messages for count in counts.values()), "nothing is unread in the end, so little was tested"
    again = matrix.online(history.ada).has_chats(*history.rooms)
    again.wait(lambda p: p.counts == counts, f"a new device to say the same: {counts}")
