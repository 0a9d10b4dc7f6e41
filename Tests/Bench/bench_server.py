"""Benchmarks telex-server against Synapse, under the same load, in the same run.

    Scripts/bench server [--quick] [--json FILE]
"""

import argparse
import asyncio
import dataclasses
import datetime
import gc
import json
import os
import pathlib
import platform
import random
import resource
import statistics
import sys
import tempfile
from importlib import metadata

import load
import report
from filling import fill
from peers import Matrix, Telex
from program import ROOT
from report import Figure
from telex_server import SERVER, version
from wire import Connection


@dataclasses.dataclass(frozen=True)
class Scale:
    """The sizes of the workload."""

    people: int = 500
    sockets: int = 1000
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


QUICK = Scale(people=100, sockets=200, rounds=3, single=60, seconds=3, many=(100_000, 50), turns=10)

# The share of a core that other processes may use.
BUSY = 0.2


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def in_milliseconds(nanoseconds):
    return nanoseconds / 1e6


def in_megabytes(size):
    return size / 1e6


class Beside:
    """Both servers with the same users: delays, throughput and memory."""

    def __init__(self, folder, scale):
        self.scale, self.chance = scale, random.Random(1)
        self.peers = []
        for kind in (Telex, Matrix):
            say(f"{scale.people} people, in chats of two, on {kind.title}")
            self.peers.append(kind(folder / kind.__name__.lower(), scale.people))
        self.delivery, self.response, self.rates, self.shares, self.started, self.connected = (
            {peer.title: [] for peer in self.peers} for _ in range(6))

    async def run(self):
        telex, synapse = self.peers
        with telex.server, synapse.server:
            for peer, other in ((telex, synapse), (synapse, telex)):
                with other.server.paused():
                    await self.connect(peer)
            for number in range(self.scale.rounds):
                say(f"round {number + 1} of {self.scale.rounds}")
                for peer, other in ((telex, synapse), (synapse, telex)):
                    with other.server.paused():
                        await self.measure(peer)

    async def connect(self, peer):
        say(f"{self.scale.sockets:,} sockets on {peer.title}")
        self.started[peer.title].append(in_megabytes(load.memory(peer)))
        async with load.listening(peer, load.Ledger(), self.scale.sockets):
            self.connected[peer.title].append(in_megabytes(load.memory(peer)))

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
        return [
            self._delay("post to delivery, p50", self.delivery, 0.5, ("at most", 0.1)),
            self._delay("post to delivery, p99", self.delivery, 0.99),
            self._delay("post to response, p50", self.response, 0.5),
            self._delay("post to response, p99", self.response, 0.99),
            self._figure("throughput", "/s", self.rates, ("at least", 20)),
            self._figure("memory, started", "MB", self.started),
            self._figure(f"memory, {self.scale.sockets:,} sockets", "MB", self.connected),
        ]

    def _delay(self, name, rounds, share, aim=None):
        values = {title: [in_milliseconds(report.percentile(delays, share)) for delays in rounds[title]]
                  for title in rounds}
        return self._figure(name, "ms", values, aim)

    def _figure(self, name, unit, values, aim=None):
        telex, synapse = (values[peer.title] for peer in self.peers)
        return Figure(name, unit, telex, synapse, aim=aim)

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
            answer = await connection.exchange(Telex.post(chat, self.chance.choice(chat.people), text))
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
    print(report.table([["", Telex.title, Matrix.title, "ratio", "aim"], *(figure.row() for figure in figures)]))
    taken = "; ".join("{} {server:.2f}, the load {generator:.2f}, all else {others:.2f}".format(title, **shares)
                      for title, shares in cores.items())
    people = f"{scale.people} people in chats of two, all of whom listen"
    print(f"""
{version()} ({os.path.relpath(SERVER, ROOT)}), and Synapse {metadata.version("matrix-synapse")} on SQLite.
{people}; medians of {scale.rounds} rounds, in which the servers take turns.
Stored: posts one by one, medians of {scale.turns} turns of {scale.posts}; the ratio is to the fewer messages.
Taken of {os.cpu_count()} cores during throughput: {taken}.""")
    if max(shares["others"] for shares in cores.values()) > BUSY:
        print("The machine was busy with something else: these figures do not count.")


def note(path, figures, cores, scale):
    path.write_text(json.dumps({
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "system": platform.platform(), "cores": os.cpu_count(),
        "telex-server": version(), "program": os.path.relpath(SERVER, ROOT),
        "synapse": metadata.version("matrix-synapse"), "scale": dataclasses.asdict(scale),
        "figures": [figure.json() for figure in figures], "taken during throughput": cores,
    }, indent=2) + "\n")


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
        note(options.json, figures, cores, scale)
