"""Two people chat through a homeserver with telex while connections break and programs are killed at random."""

import collections
import os
import random

import pytest

from amounts import amount
from cast import sending
from piped import history, opened
from proxy import Proxy

# How long one of the two waits for all messages, in seconds.
PATIENCE = 500


def number(name, otherwise):
    return int(os.environ.get(name, otherwise))


class Side:
    """One of the two people: what they write, their telex, and its route to the homeserver."""

    def __init__(self, matrix, person, count, seed):
        self.matrix, self.person, self.proxy = matrix, person, Proxy(matrix.homeserver.port, seed)
        self.texts = [f"{person.name} {number}" for number in range(count)]
        self.written, self.answered = 0, set()
        self.telex = matrix.telex(person, self.proxy.url)
        self.pipe = matrix.start(self.telex, "--subscribe", "connection,badge,chatList")

    def write(self, room, upto):
        upto = min(upto, len(self.texts))
        self.pipe.send(*(sending(room, text, message=text) for text in self.texts[self.written:upto]))
        self.written = max(self.written, upto)

    def kill(self, room):
        """Kills telex. The next run resends unanswered messages, and a few answered ones."""
        self.pipe.kill()
        self.answered |= set(self.pipe.answers)
        unanswered = [place for place, text in enumerate(self.texts[:self.written]) if text not in self.answered]
        again, upto = max(0, min(unanswered, default=self.written) - 3), self.written
        self.pipe = self.matrix.start(self.telex, "--subscribe", "connection,badge,chatList").send(opened(room))
        self.written = again
        self.write(room, upto)


class Chaos:
    def __init__(self, matrix, seed, messages, faults):
        self.chance, self.faults, self.messages = random.Random(seed), faults, messages
        self.people = matrix.people("ada", "bob")
        self.room = matrix.couple(*self.people)
        self.sides = [Side(matrix, person, messages, f"{seed} {person.name}") for person in self.people]
        self.done = collections.Counter()

    def close(self):
        for side in self.sides:
            side.proxy.close()

    # Faults

    def cut(self, side):
        side.proxy.cut()

    def refuse(self, side):
        side.proxy.refuse(True)
        side.proxy.cut()
        self.write(0.5)
        side.pipe.reaches(lambda p: p.connection["connectionState"] == "offline", 1)
        side.proxy.refuse(False)

    def delay(self, side):
        side.proxy.delay(self.chance.uniform(0.02, 0.3))
        self.write(0.5)
        side.proxy.cut()

    def drop(self, side):
        side.proxy.drop()
        side.proxy.wait_for_bytes(self.chance.randrange(5_000), 0.3)
        side.proxy.cut()

    def duplicate(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(5_000), 0.3)
        side.proxy.duplicate()

    def cut_after(self, side):
        side.proxy.cut_after(self.chance.randrange(1, 8_000))
        if not side.proxy.wait_for_fuse(1):
            side.proxy.cut()

    def kill(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(8_000), 0.3)
        side.kill(self.room)

    def read(self, side):
        side.pipe.send({"event": "message.reading", "chatId": self.room})

    # The run

    def write(self, share):
        for side in self.sides:
            side.pipe.catch_up()
            side.write(self.room, side.written + max(1, round(share * self.messages / self.faults)))

    def run(self):
        for side in self.sides:
            side.pipe.connect().has_chats(self.room).send(opened(self.room))
        deeds = [self.cut, self.refuse, self.delay, self.drop, self.duplicate, self.cut_after, self.kill, self.read]
        for _ in range(self.faults):
            self.write(0.7)
            deed, side = self.chance.choice(deeds), self.chance.choice(self.sides)
            deed(side)
            self.done[deed.__name__] += 1
            if self.chance.random() < 0.3:
                side.pipe.connect(PATIENCE)
        for side in self.sides:
            side.write(self.room, self.messages)
            side.proxy.hold(False)
        for side in self.sides:
            is_quiet = lambda p: p.connection["connectionState"] == "online" and p.connection["queuedCount"] == 0
            while not is_quiet(side.pipe):
                what = f"{side.person.name}'s messages to go out"
                side.pipe.connect(PATIENCE).wait(lambda p: is_quiet(p) or p.connection.get("actions", {}).get("retry"), what, PATIENCE)
        self.check()

    def check(self):
        expected = [text for side in self.sides for text in side.texts]
        self.compare("the homeserver", self.people[0].texts(self.room), expected)
        for side in self.sides:
            counts = side.person.counts()[self.room]
            side.pipe.wait(lambda p: p.counts.get(self.room) == counts, f"{counts}", PATIENCE)
            assert side.pipe.finish() == 0
            rows = history(side.telex, self.room)
            self.compare(side.person.name, [row["text"] for row in rows], expected)
            strange = [row for row in rows if row["isOwn"] != row["text"].startswith(side.person.name)]
            assert not strange, f"{side.person.name} has under the wrong name {strange[:5]}"

    def compare(self, where, texts, expected):
        """Describes messages that are lost, duplicated, or out of their sender's order."""
        counts = collections.Counter(texts)
        lost = [text for text in expected if text not in counts]
        doubled = [text for text in counts if counts[text] > 1]
        assert not lost and not doubled and len(texts) == len(expected), (
            f"{where}: lost {len(lost)}: {lost[:10]}, doubled {len(doubled)}: {doubled[:10]}, after {self.done}")
        for side in self.sides:
            own = [text for text in texts if text.startswith(side.person.name + " ")]
            assert own == side.texts, f"{where}: out of order, after {self.done}"


@pytest.mark.parametrize("seed", range(number("TELEX_CHAOS_SEED", 1), number("TELEX_CHAOS_SEED", 1)
                                       + number("TELEX_CHAOS_RUNS", 1)))
def test_loses_duplicates_and_reorders_nothing(matrix, seed):
    """TELEX_CHAOS_RUNS=20 runs it for longer."""
    chaos = Chaos(matrix, seed, number("TELEX_CHAOS_MESSAGES", amount(50, 100)), number("TELEX_CHAOS_FAULTS", amount(10, 15)))
    try:
        chaos.run()
    finally:
        chaos.close()
