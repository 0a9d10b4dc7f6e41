"""Two people chat through a homeserver with telex while connections break and programs are killed at random."""

import collections
import contextlib
import os
import random

import pytest

from amounts import amount
from fault_proxy import FaultProxy
from matrix_people import sending
from pipe_process import history, opened

# How long one of the two waits for all messages, in seconds.
PATIENCE = 500
VIEWS = ("--subscribe", "connection,badge,chatList")


def number(name, otherwise):
    return int(os.environ.get(f"TELEX_CHAOS_{name}", otherwise))


class Side:
    """One of the two people: what they write, their telex, and its route to the homeserver."""

    def __init__(self, matrix, person, room, count, proxy):
        self.matrix, self.person, self.room, self.proxy = matrix, person, room, proxy
        self.texts = [f"{person.name} {number}" for number in range(count)]
        self.written, self.answered = 0, set()
        self.telex = matrix.telex(person, proxy.url)
        self.pipe = matrix.start(self.telex, *VIEWS).connect().has_chats(room).send(opened(room))

    def write(self, upto):
        upto = min(upto, len(self.texts))
        self.pipe.send(*(sending(self.room, text, message=text) for text in self.texts[self.written:upto]))
        self.written = max(self.written, upto)

    def kill(self):
        """Kills telex. The next run resends unanswered messages, and a few answered ones."""
        self.pipe.kill()
        self.answered |= set(self.pipe.answers)
        unanswered = [place for place, text in enumerate(self.texts[:self.written]) if text not in self.answered]
        self.written, upto = max(0, min(unanswered, default=self.written) - 3), self.written
        self.pipe = self.matrix.start(self.telex, *VIEWS).send(opened(self.room))
        self.write(upto)

    def is_quiet(self):
        return self.pipe.connection["connectionState"] == "online" and self.pipe.connection["queuedCount"] == 0

    def settle(self):
        while not self.is_quiet():
            self.pipe.connect(PATIENCE).wait(lambda p: self.is_quiet() or p.connection.get("actions", {}).get("retry"),
                                             f"{self.person.name}'s messages to go out", PATIENCE)


@pytest.mark.parametrize("seed", range(number("SEED", 1), number("SEED", 1) + number("RUNS", 1)))
def test_loses_duplicates_and_reorders_nothing(matrix, seed):
    """TELEX_CHAOS_RUNS=20 runs it for longer."""
    messages, faults = number("MESSAGES", amount(50, 100)), number("FAULTS", amount(10, 15))
    chance, done, people = random.Random(seed), collections.Counter(), matrix.people("ada", "bob")
    room = matrix.couple(*people)

    def write(share):
        for side in sides:
            side.pipe.catch_up()
            side.write(side.written + max(1, round(share * messages / faults)))

    def refuse(side):
        side.proxy.refuse(True)
        side.proxy.cut()
        write(0.5)
        side.pipe.reaches(lambda p: p.connection["connectionState"] == "offline", 1)
        side.proxy.refuse(False)

    def delay(side):
        side.proxy.delay(chance.uniform(0.02, 0.3))
        write(0.5)
        side.proxy.cut()

    def drop(side):
        side.proxy.drop()
        side.proxy.wait_for_bytes(chance.randrange(5_000), 0.3)
        side.proxy.cut()

    def duplicate(side):
        side.proxy.wait_for_bytes(chance.randrange(5_000), 0.3)
        side.proxy.duplicate()

    def cut_after(side):
        side.proxy.cut_after(chance.randrange(1, 8_000))
        if not side.proxy.wait_for_fuse(1):
            side.proxy.cut()

    def kill(side):
        side.proxy.wait_for_bytes(chance.randrange(8_000), 0.3)
        side.kill()

    def cut(side):
        side.proxy.cut()

    def read(side):
        side.pipe.send({"event": "message.reading", "chatId": room})

    def compare(where, texts):
        """Describes messages that are lost, duplicated, or out of their sender's order."""
        for side in sides:
            own = [text for text in texts if text.startswith(f"{side.person.name} ")]
            assert sorted(own) == sorted(side.texts), f"{where}: after {done}, {set(own) ^ set(side.texts)}, {own}"
            assert own == side.texts, f"{where}: out of order, after {done}"
        assert len(texts) == 2 * messages, f"{where}: {texts}"

    with contextlib.ExitStack() as stack:
        sides = [Side(matrix, person, room, messages, stack.enter_context(
            FaultProxy(matrix.homeserver.port, f"{seed} {person.name}"))) for person in people]
        for _ in range(faults):
            write(0.7)
            deed, side = chance.choice([cut, refuse, delay, drop, duplicate, cut_after, kill, read]), chance.choice(sides)
            deed(side)
            done[deed.__name__] += 1
            if chance.random() < 0.3:
                side.pipe.connect(PATIENCE)
        for side in sides:
            side.write(messages)
            side.proxy.hold(False)
        for side in sides:
            side.settle()
        compare("the homeserver", people[0].texts(room))
        for side in sides:
            counts = side.person.counts()[room]
            side.pipe.wait(lambda p: p.counts.get(room) == counts, f"{counts}", PATIENCE)
            assert side.pipe.finish() == 0
            rows = history(side.telex, room)
            compare(side.person.name, [row["text"] for row in rows])
            assert all(row["isOwn"] == row["text"].startswith(f"{side.person.name} ") for row in rows), rows
