"""Lets two people chat while connections break and programs are killed; looks for lost, repeated or unordered messages.

    Scripts/soak faults [--runs N] [--messages N] [--cuts N] [--seed N]
"""

import contextlib
import pathlib
import random
import tempfile

from amounts import options
from fault_proxy import FaultProxy
from pipe_process import history
from telex_program import Telex
from server import CHAT, Person, TelexServer, login, wait_until
from writers import Faults, Writer, is_quiet

SERVER_KILLS = 4
# How long one of the two waits for all messages, in seconds.
PATIENCE = 240


def is_complete(pipe, total):
    model = pipe.models.get("messages", {"totalCount": 0, "messages": []})
    has_gone_out = all(row["state"] in ("received", "sent", "delivered", "read") for row in model["messages"])
    return is_quiet(pipe) and has_gone_out and model["totalCount"] >= total


def badge(pipe):
    return pipe.models["badge"]["unreadCount"]


class TelexFaults(Faults):
    """Two people at a telex-server, which is killed, too."""

    def __init__(self, folder, seed, messages, cuts):
        super().__init__(random.Random(seed), messages, cuts)
        self.stack = contextlib.ExitStack()
        self.server, self.devices = self.stack.enter_context(TelexServer(folder / "server")), {}
        try:
            ways = {}
            for name in ("ada", "bob"):
                (folder / name).mkdir()
                proxy = self.stack.enter_context(FaultProxy(self.server.port, f"{seed} {name}"))
                ways[name] = Telex(folder / name), proxy
                login(ways[name][0], self.server, name, name.title(), url=proxy.url)
                self.devices[name] = Person(self.server, name, invitation=self.server.invite(name))
            assert self.devices["ada"].create("bob").status == 201
            for name, way in ways.items():
                self.sides.append(Writer(*way, CHAT, name, messages))
                self.stack.callback(self.sides[-1].close)
        except BaseException:
            self.close()
            raise

    def close(self):
        self.stack.close()

    def kill_server(self, side):
        side.proxy.wait_for_bytes(self.chance.randrange(10_000), 0.3)
        self.server.kill()
        if self.chance.random() < 0.5:
            self.write(0.5)
        self.server.start()

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
            side.pipe.connect().wait(lambda p: p.models["chatList"]["chats"], "the chat")
        plan = [self.chance.choice(self.ways) for _ in range(self.intervals)]
        for place in self.chance.sample(range(self.intervals), min(self.intervals, SERVER_KILLS)):
            plan[place] = self.kill_server
        plan.insert(self.intervals // 2, self.kill)
        for fault in plan:
            self.recover(self.happen(fault))
        self.settle()
        self.check_unread()
        self.check_messages()

    def settle(self):
        """Waits until all messages are sent and received."""
        total = 2 * self.messages
        for side in self.sides:
            side.settle(PATIENCE)
        wait_until(lambda: self.devices["ada"].chats().json["chats"][0]["lastOrder"] >= total, PATIENCE)
        for side in self.sides:
            side.pipe.send({"subscribe": ["messages"]}).wait(
                lambda p: is_complete(p, total), f"{side.name} to have everything", PATIENCE)
            assert set(side.texts) <= side.answered

    def unread(self, side):
        """Returns how many messages on the server this side has not read."""
        (chat,) = [chat for chat in self.devices[side.name].chats().json["chats"] if chat["chatId"] == CHAT]
        (read,) = [mark["readOrder"] for mark in chat["marks"] if mark["userId"] == side.name]
        return sum(message["senderId"] != side.name for message in self.devices[side.name].history(CHAT, read))

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
            self.compare_rows(side, history(side.telex, CHAT))
        messages = self.devices["ada"].history(CHAT)
        self.compare("the server", [message["text"] for message in messages])
        assert [message["serverOrder"] for message in messages] == list(range(1, len(messages) + 1))
        assert all(message["text"].startswith(message["senderId"]) for message in messages)


def soak(folder, seed, messages, cuts):
    """Runs the soak; returns how often each fault occurred."""
    faults = None
    try:
        with contextlib.closing(TelexFaults(folder, seed, messages, cuts)) as faults:
            faults.run()
            doubled = sum(side.proxy.doubled for side in faults.sides)
            assert doubled or "duplicate" not in faults.done, "no request was doubled"
            return faults.done
    except Exception as error:
        error.add_note(f"so far {dict(faults.done) if faults else 'nothing'}; again: "
                       f"soak_faults.py --runs 1 --seed {seed} --messages {messages} --cuts {cuts}")
        raise


if __name__ == "__main__":
    given = options(__doc__, runs=10, messages=1000, cuts=50, seed=1)
    for seed in range(given.seed, given.seed + given.runs):
        with tempfile.TemporaryDirectory() as folder:
            done = soak(pathlib.Path(folder), seed, given.messages, given.cuts)
        counts = ", ".join(f"{count} {name}" for name, count in sorted(done.items()))
        print(f"faults: seed {seed}: {2 * given.messages} messages, {counts}: none lost, none doubled", flush=True)
