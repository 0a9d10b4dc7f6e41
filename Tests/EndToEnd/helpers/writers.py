"""People who write in a chat while their connections break, and while their telex is killed."""

import collections

from pipe_process import Pipe, opened
from server import wait_until


def is_quiet(pipe):
    return pipe.connection["connectionState"] == "online" and pipe.connection["queuedCount"] == 0


class Writer:
    """A telex, its way to the server through a proxy, and the messages that it sends. Their ids are their texts."""

    def __init__(self, telex, proxy, chat, name, count):
        self.telex, self.proxy, self.chat, self.name = telex, proxy, chat, name
        self.texts = [f"{name} {number}" for number in range(count)]
        self.written, self.earlier = 0, set()
        self.start()

    def start(self):
        self.pipe = Pipe(self.telex, "--subscribe", "connection,badge,chatList").send(opened(self.chat))

    @property
    def answered(self):
        """The messages that have been answered, in this run or an earlier one."""
        return self.earlier | set(self.pipe.answers)

    def write(self, upto):
        upto = min(upto, len(self.texts))
        self.pipe.send(*({"event": "message.sending", "chatId": self.chat, "text": text, "messageId": text, "id": text}
                         for text in self.texts[self.written:upto]))
        self.written = max(self.written, upto)

    def kill(self):
        """Kills telex. The next run sends unanswered messages again, and a few answered ones."""
        self.pipe.kill()
        self.earlier = self.answered
        unanswered = [place for place, text in enumerate(self.texts[:self.written]) if text not in self.earlier]
        self.written, upto = max(0, min(unanswered, default=self.written) - 5), self.written
        self.start()
        self.write(upto)

    def settle(self, patience):
        """Waits until all messages are sent."""
        is_done = lambda p: is_quiet(p) and self.answered >= set(self.texts)
        self.write(len(self.texts))
        self.proxy.hold(False)
        while not is_done(self.pipe):
            self.pipe.connect(patience).wait(lambda p: is_done(p) or p.connection.get("actions", {}).get("retry"),
                                             f"{self.name}'s messages to be sent", patience)

    def close(self):
        self.pipe.close()


class Faults:
    """What happens to two writers. In each of so many intervals, they write their share of the messages."""

    def __init__(self, chance, messages, intervals):
        self.chance, self.messages, self.intervals = chance, messages, intervals
        self.sides, self.done = [], collections.Counter()

    def write(self, share):
        for side in self.sides:
            side.pipe.catch_up()
            side.write(side.written + max(1, round(share * self.messages / self.intervals)))

    def happen(self, deed):
        """Does something to one of the two after both have written."""
        self.write(0.7)
        side = self.chance.choice(self.sides)
        deed(side)
        self.done[deed.__name__] += 1
        return side

    @property
    def ways(self):
        return [self.cut, self.refuse, self.delay, self.drop, self.duplicate, self.cut_after]

    def cut(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(20_000), 0.3)
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
        side.proxy.wait_for_bytes(self.chance.randrange(5_000), 0.5)
        side.proxy.cut()

    def drop(self, side):
        side.proxy.drop()
        side.proxy.wait_for_bytes(self.chance.randrange(5_000), 0.3)
        side.proxy.cut()

    def duplicate(self, side):
        wait_until(lambda: side.proxy.last_write)
        side.proxy.wait_for_bytes(self.chance.randrange(5_000), 0.3)
        side.proxy.duplicate()
        side.proxy.cut()
        side.proxy.duplicate()

    def cut_after(self, side):
        side.proxy.cut_after(self.chance.randrange(1, 5_000))
        if not side.proxy.wait_for_fuse(1):
            side.proxy.cut()

    def kill(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(10_000), 0.3)
        side.kill()

    def compare(self, where, texts):
        """Describes messages that are lost, duplicated, or out of their sender's order."""
        counts = collections.Counter(texts)
        expected = [text for side in self.sides for text in side.texts]
        lost = [text for text in expected if text not in counts]
        doubled = [text for text in counts if counts[text] > 1]
        assert not lost and not doubled and len(texts) == len(expected), (
            f"{where}, after {self.done}: lost {len(lost)}: {lost[:10]}, doubled {len(doubled)}: {doubled[:10]}, "
            f"in all {len(texts)}")
        for side in self.sides:
            own = [text for text in texts if text.startswith(f"{side.name} ")]
            place = next((n for n, (a, b) in enumerate(zip(own, side.texts)) if a != b), None)
            assert place is None, f"{where}: out of order at {place}: {own[place:place + 5]}"

    def compare_rows(self, side, rows):
        """Compares what one of the two shows. It must know its own messages."""
        self.compare(f"{side.name}'s side", [row["text"] for row in rows])
        strange = [row for row in rows if row["isOwn"] != row["text"].startswith(f"{side.name} ")]
        assert not strange, f"{side.name} has under the wrong name {strange[:5]}"
