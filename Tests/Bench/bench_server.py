"""Benchmarks telex-server against Synapse, ejabberd and Prosody, under the same load, in the same run.

    Scripts/bench server [--quick] [--json FILE]
"""

import argparse
import asyncio
import contextlib
import dataclasses
import gc
import itertools
import os
import pathlib
import random
import resource
import statistics
import sys
import tempfile
from importlib import metadata

import load
import report
from filling import fill
from peers import EjabberdPeer, Matrix, ProsodyPeer, Telex
from program import ROOT
from report import Figure
from telex_server import SERVER, version
from wire import Connection
from xmpp import packaged


@dataclasses.dataclass(frozen=True)
class Scale:
    """The sizes of the workload."""

    people: int = 500
    # The largest number of idle channels.
    idle: int = 10_000
    rounds: int = 5
    # In each round: how many messages are sent one at a time, and for how long messages are sent without a pause.
    single: int = 200
    seconds: int = 5
    senders: int = 64
    # Messages stored, and the number of chats that they are in.
    few: tuple = (1_000, 10)
    many: tuple = (1_000_000, 250)
    # How often the two stores alternate, and how many posts each handles per turn.
    turns: int = 20
    posts: int = 50


QUICK = Scale(people=100, idle=2_000, rounds=3, single=60, seconds=3, many=(100_000, 50), turns=10)

# The share of a core that other processes may use.
BUSY = 0.2


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def in_milliseconds(nanoseconds):
    return nanoseconds / 1e6


def in_megabytes(size):
    return size / 1e6


def kinds():
    """The servers to measure: those of XMPP only where they are installed."""
    missing = [package for package in ("ejabberd", "prosody") if not packaged(package)]
    if missing:
        say(f"left out, since apt has not installed it: {', '.join(missing)}")
    return [Telex, Matrix] + [kind for kind in (EjabberdPeer, ProsodyPeer) if kind.Server.version()]


class Beside:
    """All servers with the same users: delays, throughput and memory."""

    def __init__(self, folder, scale):
        self.scale, self.chance = scale, random.Random(1)
        self.peers = []
        for kind in kinds():
            say(f"{scale.people} people, in chats of two, on {kind.__name__}")
            self.peers.append(kind(folder / kind.__name__.lower(), scale.people))
        self.delivery, self.response, self.rates, self.shares, self.started, self.idle = (
            {peer.title: [] for peer in self.peers} for _ in range(6))

    async def run(self):
        with contextlib.ExitStack() as running:
            for peer in self.peers:
                running.enter_context(peer.server)
            for peer in self.peers:
                with self.alone(peer):
                    await self.connect(peer)
            for number in range(self.scale.rounds):
                say(f"round {number + 1} of {self.scale.rounds}")
                for peer in self.peers:
                    with self.alone(peer):
                        await self.measure(peer)

    @contextlib.contextmanager
    def alone(self, peer):
        """Suspends the other servers."""
        with contextlib.ExitStack() as paused:
            for other in self.peers:
                if other is not peer:
                    paused.enter_context(other.server.paused())
            yield

    async def connect(self, peer):
        count = min(peer.idle or self.scale.idle, self.scale.idle)
        say(f"{count:,} idle channels on {peer.title}")
        await load.settled(peer)
        before = load.memory(peer)
        self.started[peer.title].append(in_megabytes(before))
        async with load.listening(peer, load.Ledger(), count):
            self.idle[peer.title].append((load.memory(peer) - before) / count / 1e3)

    async def measure(self, peer):
        ledger = load.Ledger()
        async with load.listening(peer, ledger):
            delays = await load.latency(peer, ledger, self.scale.single, self.chance)
            await load.settled(peer)
            rate, shares = await load.throughput(peer, ledger, self.scale.senders, self.scale.seconds)
        self.delivery[peer.title].append(delays.delivery)
        self.response[peer.title].append(delays.response)
        self.rates[peer.title].append(rate)
        self.shares[peer.title].append(shares)

    def figures(self):
        """The figures of telex-server beside each of the others."""
        return [figure for other in self.peers[1:] for figure in self._figures(other)]

    def _figures(self, other):
        aims = other.aims
        return [
            self._delay(other, "post to delivery, p50", self.delivery, 0.5, aims["delivery"]),
            self._delay(other, "post to delivery, p99", self.delivery, 0.99),
            self._delay(other, "post to response, p50", self.response, 0.5),
            self._delay(other, "post to response, p99", self.response, 0.99),
            self._figure(other, "throughput", "/s", self.rates, aims["rate"]),
            self._figure(other, "memory, started", "MB", self.started),
            self._figure(other, "memory of an idle channel", "kB", self.idle, aims.get("idle")),
        ]

    def _delay(self, other, name, rounds, share, aim=None):
        values = {title: [in_milliseconds(report.percentile(delays, share)) for delays in rounds[title]]
                  for title in rounds}
        return self._figure(other, name, "ms", values, aim)

    def _figure(self, other, name, unit, values, aim=None):
        return Figure(name, unit, values[Telex.title], values[other.title], aim=aim, peer=other.title)

    def cores(self):
        """The share of a core that each server used during throughput."""
        return {title: {part: statistics.median(getattr(shares, part) for shares in all_shares)
                        for part in load.Shares._fields} for title, all_shares in self.shares.items()}


class Stored:
    """A telex-server with few messages and one with many: the cost of a post, and memory."""

    def __init__(self, folder, telex, scale):
        self.scale, self.chance = scale, random.Random(1)
        self.sides = []
        for count, chats in (scale.few, scale.many):
            say(f"{count:,} messages in {chats} chats")
            server = telex.server.copy(folder / f"stored-{count}")
            fill(server.store, telex.chats[:chats], count)
            self.sides.append(Side(server, telex.chats[:chats]))

    async def run(self):
        few, many = self.sides
        with few.server, many.server:
            connections = {side: await Connection.connect(side.server.port) for side in self.sides}
            for number in range(self.scale.turns + 1):
                for side, connection in connections.items():
                    delay = await self._post(side, connection)
                    # The first turn is a warm-up.
                    if number:
                        side.delays.append(in_milliseconds(delay))
            for side, connection in connections.items():
                side.memory.append(in_megabytes(load.memory(side)))
                connection.close()

    async def _post(self, side, connection):
        """Posts messages one by one to random chats; returns the median delay of the response."""
        delays = []
        for number in range(self.scale.posts):
            chat = self.chance.choice(side.chats)
            text = f"Are you coming? It starts at eight. {number}"
            answer = await connection.exchange(Telex.request(chat, self.chance.choice(chat.people), text))
            assert answer.status == 201, answer
            delays.append(answer.received - answer.sent)
        return statistics.median(delays)

    def figures(self):
        few, many = self.sides
        return [
            Figure(f"memory, {self.scale.few[0]:,} stored", "MB", few.memory),
            Figure(f"memory, {self.scale.many[0]:,} stored", "MB", many.memory, base=few.memory),
            Figure(f"one post, {self.scale.few[0]:,} stored", "ms", few.delays),
            Figure(f"one post, {self.scale.many[0]:,} stored", "ms", many.delays, base=few.delays,
                   aim=("at most", 1.5)),
        ]


@dataclasses.dataclass(eq=False)
class Side:
    server: object
    chats: list
    delays: list = dataclasses.field(default_factory=list)
    memory: list = dataclasses.field(default_factory=list)


def measured(folder, scale):
    """Returns the figures, and the shares of a core used during throughput."""
    beside = Beside(folder, scale)
    stored = Stored(folder, beside.peers[0], scale)
    gc.freeze()
    asyncio.run(beside.run())
    say("the cost of a post")
    asyncio.run(stored.run())
    return beside.figures() + stored.figures(), beside.cores()


def tell(figures, cores, scale):
    for peer, rows in itertools.groupby(figures, lambda figure: figure.peer):
        print(report.table([["", Telex.title, peer, "ratio", "aim"], *(figure.row() for figure in rows)]), end="\n\n")
    taken = "; ".join("{} {server:.2f}, the load {generator:.2f}, all else {others:.2f}".format(title, **shares)
                      for title, shares in cores.items())
    people = f"{scale.people} people in chats of two, all of whom listen"
    print(f"""{version()} ({os.path.relpath(SERVER, ROOT)}), {", ".join(others())}.
{people}; medians of {scale.rounds} rounds, in which the servers take turns.
Stored: posts one by one, medians of {scale.turns} turns of {scale.posts}; the ratio is to the fewer messages.
Taken of {os.cpu_count()} cores during throughput: {taken}.""")
    if max(shares["others"] for shares in cores.values()) > BUSY:
        print("The machine was busy with something else: these figures do not count.")


def others():
    """The other servers, with their versions and where they keep messages."""
    stores = [f"{kind.Server.title} {kind.Server.version()} with the archive {store}"
              for kind, store in ((EjabberdPeer, "in Mnesia"), (ProsodyPeer, "in files")) if kind.Server.version()]
    return [f"Synapse {metadata.version('matrix-synapse')} on SQLite", *stores]


def allow_sockets():
    """Raises the limit of open files, which the servers inherit, as far as permitted."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 20_000 if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer people, messages and rounds")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the figures to a file, too")
    options = parser.parse_args()
    scale = QUICK if options.quick else Scale()
    if options.json:
        options.json.touch()
    allow_sockets()
    with tempfile.TemporaryDirectory() as folder:
        figures, cores = measured(pathlib.Path(folder), scale)
    tell(figures, cores, scale)
    if options.json:
        report.record(options.json, figures, **{
            "telex-server": version(), "program": os.path.relpath(SERVER, ROOT), "others": others(),
            "scale": dataclasses.asdict(scale), "taken during throughput": cores})
