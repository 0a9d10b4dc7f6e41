"""The load: clients that listen, and messages sent to them, each of which must arrive exactly once at every member."""

import asyncio
import collections
import contextlib
import itertools
import resource
import secrets
import time

import psutil

PATIENCE = 60
# Pause before the next message in `latency`, so that the previous responses and polls have finished.
PAUSE = 0.01
# How long to wait for duplicates.
AFTERMATH = 0.3

# The share of a core used by the server, by this process, and by everything else on the machine.
Shares = collections.namedtuple("Shares", "server generator others")
Delays = collections.namedtuple("Delays", "delivery response")


class Ledger:
    """Records which deliveries are pending, when each person last received one, and unexpected deliveries."""

    def __init__(self):
        self.missing = set()
        self.strange = []
        self.arrived = {}
        self.numbers = itertools.count()
        self.done = asyncio.Event()

    def message(self, chat):
        """Returns a new text, and expects it at both members."""
        text = f"Are you coming? It starts at eight. {next(self.numbers)} {secrets.token_hex(8)}"
        self.missing.update((person.name, text) for person in chat.people)
        self.done.clear()
        return text

    def taker(self, person):
        """Returns a callback that records the messages delivered to the person."""
        name = person.name

        def take(text, received):
            self.arrived[name] = received
            try:
                self.missing.remove((name, text))
            except KeyError:
                self.strange.append((name, text))
            if not self.missing:
                self.done.set()

        return take

    async def complete(self):
        """Waits until everything has arrived."""
        try:
            await asyncio.wait_for(self.done.wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{len(self.missing)} not delivered: {sorted(self.missing)[:5]}") from None

    async def check(self):
        """Verifies that everything has arrived exactly once."""
        await self.complete()
        await asyncio.sleep(AFTERMATH)
        assert not self.strange, f"{len(self.strange)} delivered twice or to the wrong one: {self.strange[:5]}"


@contextlib.asynccontextmanager
async def listening(peer, ledger, sockets=None):
    """Opens channels for everybody: one each, or `sockets` in total. Only the first of each person is recorded."""
    people = [(chat, person) for chat in peer.chats for person in chat.people]
    channels = []
    try:
        for number, (chat, person) in enumerate(itertools.cycle(people)):
            if number == (sockets or len(people)):
                break
            take = ledger.taker(person) if number < len(people) else ignore
            channels.append(await peer.channel(chat, person, take))
        await settled(peer)
        yield
        closed = sum(not channel.is_open for channel in channels)
        assert not closed, f"{peer.title} has closed {closed} channels"
    finally:
        for channel in channels:
            channel.close()


def ignore(text, received):
    """Ignores messages on a person's additional channels."""


def process(peer):
    return psutil.Process(peer.server.process.pid)


def cpu(peer):
    times = process(peer).cpu_times()
    return times.user + times.system


def memory(peer):
    """Returns the server's resident memory in bytes."""
    return process(peer).memory_info().rss


async def settled(peer):
    """Waits until the server is idle."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        before = cpu(peer)
        await asyncio.sleep(0.3)
        if cpu(peer) - before <= 0.02:
            return
    raise AssertionError(f"{peer.title} does not come to rest")


class Meter:
    """Measures how CPU use is shared since its creation."""

    def __init__(self, peer):
        self.peer = peer
        self.start = self._now()

    def _now(self):
        usage, machine = resource.getrusage(resource.RUSAGE_SELF), psutil.cpu_times()
        return (time.monotonic(), cpu(self.peer), usage.ru_utime + usage.ru_stime,
                machine.user + machine.nice + machine.system)

    def shares(self):
        wall, server, generator, machine = (now - then for now, then in zip(self._now(), self.start))
        return Shares(server / wall, generator / wall, max(0, machine - server - generator) / wall)


async def latency(peer, ledger, count, chance):
    """Sends one message at a time; returns the delays in nanoseconds."""
    poster = await peer.poster([person for chat in peer.chats for person in chat.people])
    await settled(peer)
    delays = Delays([], [])
    for _ in range(count):
        chat = chance.choice(peer.chats)
        sender, other = chance.sample(chat.people, 2)
        answer = await poster.post(chat, sender, ledger.message(chat))
        assert answer.status in (200, 201), answer
        await ledger.complete()
        delays.delivery.append(ledger.arrived[other.name] - answer.sent)
        delays.response.append(answer.received - answer.sent)
        await asyncio.sleep(PAUSE)
    await ledger.check()
    poster.close()
    return delays


async def throughput(peer, ledger, senders, seconds):
    """Posts from several sides as fast as possible; returns messages per second and the shares of a core."""
    parts = [peer.chats[number::senders] or peer.chats for number in range(senders)]
    posters = [await peer.poster([chat.people[0] for chat in part]) for part in parts]
    await settled(peer)
    meter, start = Meter(peer), time.perf_counter_ns()
    end = start + seconds * 10**9

    async def send(poster, chats):
        """Posts to its chats in turn until the time is up; returns the number of messages."""
        for count, chat in enumerate(itertools.cycle(chats)):
            if time.perf_counter_ns() >= end:
                return count
            answer = await poster.post(chat, chat.people[0], ledger.message(chat))
            assert answer.status in (200, 201), answer

    counts = await asyncio.gather(*(send(poster, part) for poster, part in zip(posters, parts)))
    await ledger.complete()
    shares = meter.shares()
    await ledger.check()
    for poster in posters:
        poster.close()
    return sum(counts) * 10**9 / (max(ledger.arrived.values()) - start), shares
