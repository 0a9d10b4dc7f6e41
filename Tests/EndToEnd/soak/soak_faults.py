"""Lets two people chat while connections break and programs are killed; looks for lost, repeated or unordered messages.

    Scripts/soak faults [--runs N] [--messages N] [--cuts N] [--seed N]
"""

import argparse
import collections
import contextlib
import pathlib
import random
import tempfile

from fault_proxy import FaultProxy
from pipe_process import Pipe, history, opened
from telex_program import Telex
from server import Person, TelexServer, login, wait_until

CHAT = "ada+bob"
SERVER_KILLS = 4
# How long one of the two waits for all messages, in seconds.
PATIENCE = 240


def is_quiet(pipe):
    return pipe.connection["connectionState"] == "online" and pipe.connection["queuedCount"] == 0


def is_complete(pipe, total):
    model = pipe.models.get("messages", {"totalCount": 0, "messages": []})
    has_gone_out = all(row["state"] in ("received", "sent", "delivered", "read") for row in model["messages"])
    return is_quiet(pipe) and has_gone_out and model["totalCount"] >= total


def badge(pipe):
    return pipe.models["badge"]["unreadCount"]


class Side:
    """One of the two people: a profile, its pipe, and its route to the server."""

    def __init__(self, folder, server, name, messages, seed):
        self.name = name
        (folder / name).mkdir()
        self.telex = Telex(folder / name)
        self.proxy = FaultProxy(server.port, seed)
        self.texts = [f"{name} {number}" for number in range(messages)]
        self.written, self.earlier, self.pipe = 0, set(), None
        try:
            login(self.telex, server, name, name.title(), url=self.proxy.url)
            self.device = Person(server, name, invitation=server.invite(name))
            self.start()
        except BaseException:
            self.proxy.close()
            raise

    def start(self):
        self.pipe = Pipe(self.telex, "--subscribe", "connection,badge,chatList")

    @property
    def answered(self):
        """The messages that have been answered, in this run or an earlier one."""
        return self.earlier | set(self.pipe.answers)

    def write(self, upto):
        self.pipe.send(*({"event": "message.sending", "chatId": CHAT, "text": text, "messageId": text, "id": text}
                         for text in self.texts[self.written:upto]))
        self.written = max(self.written, upto)

    def kill(self):
        """Kills the client. The next run resends unanswered messages, and a few answered ones."""
        self.pipe.kill()
        unanswered = [n for n, text in enumerate(self.texts[:self.written]) if text not in self.answered]
        again, upto = max(0, min(unanswered, default=self.written) - 5), self.written
        self.earlier = self.answered
        self.start()
        self.pipe.send(opened(CHAT))
        self.written = again
        self.write(upto)

    def close(self):
        if self.pipe:
            self.pipe.close()
        self.proxy.close()


class Faults:
    def __init__(self, folder, seed, messages, cuts):
        self.chance, self.messages, self.cuts = random.Random(seed), messages, cuts
        self.done = collections.Counter()
        self.server = TelexServer(folder / "server").start()
        self.sides = []
        try:
            for name in ("ada", "bob"):
                self.sides.append(Side(folder, self.server, name, messages, f"{seed} {name}"))
            assert self.sides[0].device.create("bob").status == 201
        except BaseException:
            self.close()
            raise

    def close(self):
        for side in self.sides:
            side.close()
        if self.server.process:
            self.server.kill()

    # Faults

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

    def kill_server(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(10_000), 0.3)
        self.server.kill()
        if self.chance.random() < 0.5:
            self.write(0.5)
        self.server.start()

    def kill_client(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(10_000), 0.3)
        side.kill()

    # The run

    def write(self, share):
        """Makes both send this share of the messages of one interval between disconnections."""
        for side in self.sides:
            side.pipe.catch_up()
            step = max(1, round(share * self.messages / self.cuts))
            side.write(min(self.messages, side.written + step))

    def recover(self, side):
        """Continues immediately, waits for the connection, or asks for a retry."""
        way = self.chance.random()
        if way < 0.3:
            return
        is_back = lambda p: p.connection["connectionState"] == "online"
        if not side.pipe.reaches(is_back, 0.5) and way < 0.8:
            side.pipe.connect()

    def run(self):
        for side in self.sides:
            side.pipe.connect().wait(lambda p: p.models["chatList"]["chats"], "the chat").send(opened(CHAT))
        faults = [self.cut, self.refuse, self.delay, self.drop, self.duplicate, self.cut_after]
        plan = [self.chance.choice(faults) for _ in range(self.cuts)]
        for place in self.chance.sample(range(self.cuts), min(self.cuts, SERVER_KILLS)):
            plan[place] = self.kill_server
        plan.insert(self.cuts // 2, self.kill_client)
        for fault in plan:
            self.write(0.7)
            side = self.chance.choice(self.sides)
            fault(side)
            self.done[fault.__name__] += 1
            self.recover(side)
        for side in self.sides:
            side.write(self.messages)
        self.settle()
        self.check_unread()
        self.check_messages()

    def settle(self):
        """Waits until all messages are sent and received."""
        total = 2 * self.messages
        for side in self.sides:
            side.proxy.hold(False)
            while not is_quiet(side.pipe):
                side.pipe.connect().wait(
                    lambda p: is_quiet(p) or p.connection.get("actions", {}).get("retry"), f"{side.name}'s messages waiting", PATIENCE)
        wait_until(lambda: self.sides[0].device.chats().json["chats"][0]["lastOrder"] >= total, PATIENCE)
        for side in self.sides:
            side.pipe.send({"subscribe": ["messages"]}).wait(
                lambda p: is_complete(p, total), f"{side.name} to have everything", PATIENCE)
            assert set(side.texts) <= side.answered

    def stored(self, after=0):
        """Returns the messages that the server has after this one."""
        messages, more = [], True
        while more:
            page = self.sides[0].device.messages(CHAT, after=after, limit=500).json
            messages, more = messages + page["messages"], page["hasMore"]
            after = messages[-1]["serverOrder"] if messages else after
        return messages

    def unread(self, side):
        """Returns how many messages on the server this side has not read."""
        (chat,) = [chat for chat in side.device.chats().json["chats"] if chat["chatId"] == CHAT]
        (read,) = [mark["readOrder"] for mark in chat["marks"] if mark["userId"] == side.name]
        return sum(message["senderId"] != side.name for message in self.stored(after=read))

    def check_unread(self):
        """Checks that all unread counts agree: at first, when everything is read, and after new messages."""
        ada, bob = self.sides
        for side in self.sides:
            (row,) = side.pipe.models["chatList"]["chats"]
            assert row["unreadCount"] == badge(side.pipe), f"{side.name}: {row}, {badge(side.pipe)}"
            side.pipe.send({"event": "message.reading", "chatId": CHAT}).wait(
                lambda p: badge(p) == 0, f"{side.name} to have read everything")
            wait_until(lambda: self.unread(side) == 0)
        more = [f"ada {self.messages + number}" for number in range(3)]
        ada.texts += more
        ada.write(len(ada.texts))
        bob.pipe.wait(lambda p: badge(p) == 3, f"3 unread messages, not {badge(bob.pipe)}")
        ada.pipe.wait(lambda p: set(more) <= set(p.answers) and is_quiet(p), "the last three waiting")
        wait_until(lambda: [self.unread(side) for side in self.sides] == [0, 3])
        assert [badge(side.pipe) for side in self.sides] == [0, 3]

    def check_messages(self):
        for side in self.sides:
            assert side.pipe.finish() == 0
            unread = 3 if side.name == "bob" else 0
            assert side.telex.run("unread")[:2] == (0, f"{unread}\n")
            rows = history(side.telex, CHAT)
            self.compare(f"{side.name}'s side", [row["text"] for row in rows])
            strange = [row for row in rows if row["isOwn"] != row["text"].startswith(side.name)]
            assert not strange, f"{side.name} has under the wrong name {strange[:5]}"
        messages = self.stored()
        self.compare("the server", [message["text"] for message in messages])
        assert [message["serverOrder"] for message in messages] == list(range(1, len(messages) + 1))
        assert all(message["text"].startswith(message["senderId"]) for message in messages)

    def compare(self, where, texts):
        """Describes messages that are lost, duplicated, or out of their sender's order."""
        counts = collections.Counter(texts)
        expected = [text for side in self.sides for text in side.texts]
        lost = [text for text in expected if text not in counts]
        doubled = [text for text in counts if counts[text] > 1]
        assert not lost and not doubled and len(texts) == len(expected), (
            f"{where}: lost {len(lost)}: {lost[:10]}, doubled {len(doubled)}: {doubled[:10]}, in all {len(texts)}")
        for side in self.sides:
            own = [text for text in texts if text.startswith(side.name + " ")]
            place = next((n for n, (a, b) in enumerate(zip(own, side.texts)) if a != b), None)
            assert place is None, f"{where}: out of order at {place}: {own[place:place + 5]}"


def soak(folder, seed, messages, cuts):
    """Runs the soak; returns how often each fault occurred."""
    faults = None
    try:
        with contextlib.ExitStack() as stack:
            faults = Faults(folder, seed, messages, cuts)
            stack.callback(faults.close)
            faults.run()
            doubled = sum(side.proxy.doubled for side in faults.sides)
            assert doubled or "duplicate" not in faults.done, "no request was doubled"
            return faults.done
    except Exception as error:
        error.add_note(f"so far {dict(faults.done) if faults else 'nothing'}; again: "
                       f"soak_faults.py --runs 1 --seed {seed} --messages {messages} --cuts {cuts}")
        raise


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--messages", type=int, default=1000)
    parser.add_argument("--cuts", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.runs):
        with tempfile.TemporaryDirectory() as folder:
            done = soak(pathlib.Path(folder), seed, options.messages, options.cuts)
        counts = ", ".join(f"{count} {name}" for name, count in sorted(done.items()))
        print(f"faults: seed {seed}: {2 * options.messages} messages, {counts}: none lost, none doubled", flush=True)
