"""What all cases share: the sizes of the workload, rounds, figures and notes."""

import contextlib
import dataclasses
import pathlib
import resource
import shutil
import sys
import tempfile
import time

import psutil

import pipe_data
from report import Figure


@dataclasses.dataclass(frozen=True)
class Scale:
    """The sizes of the workload."""

    # Intake: lines, chats and rounds.
    lines: int = 100_000
    chats: int = 100
    rounds: int = 5
    # Lines in the replayed recording.
    recorded: int = 20_000
    # Requests per round, sent one at a time.
    requests: int = 2_000
    # Keys typed per round.
    keys: int = 1_000
    # How many times each kind of program is started.
    starts: int = 21
    # Chats and messages in the store at startup.
    stored: tuple = (1_000, 100_000)
    # How often each program lists its chats per round, after the first time.
    listings: int = 10
    # Growth: chats and messages, how often the stores alternate, and how many requests each handles per turn.
    sizes: tuple = ((10, 100), (1_000, 100_000), (10_000, 1_000_000))
    turns: int = 20
    requests_in_turn: int = 50
    # Messages that are searched.
    searched: int = 1_000_000


QUICK = Scale(lines=10_000, rounds=3, recorded=5_000, requests=500, keys=100, starts=9, listings=5,
              sizes=((10, 100), (1_000, 100_000)), turns=10, searched=100_000)


@dataclasses.dataclass
class Beside(Figure):
    """A figure, the peer it is compared with, and the reason where a value is missing."""

    title: str = ""

    def row(self):
        """The cells of the table."""
        *cells, verdict = super().row()
        return [*cells, self.title, verdict]

    def json(self):
        return {**super().json(), "peer": self.title}


HEADING = ["", "telex", "beside", "ratio", "", "aim"]


class Bench:
    """The run: its programs and stores, and the results so far."""

    def __init__(self, telex, tools, scale, say, against=None):
        self.telex, self.tools, self.scale, self.say = telex, tools, scale, say
        # telex, and the build to compare it with, if any. They take turns.
        self.builds = [telex, against] if against else [telex]
        self.stores = pipe_data.Stores(telex, say)
        self.figures, self.failures, self.notes, self.raw, self.shares = [], [], [], {}, {}
        # Intake rate in lines per second, by the name of the mode.
        self.intake = {}

    @contextlib.contextmanager
    def folder(self):
        """A temporary folder on the same disk as the stores."""
        with tempfile.TemporaryDirectory(dir=pipe_data.CACHE, prefix="run-") as folder:
            yield pathlib.Path(folder)

    def rounds(self, count, what):
        """Counts rounds, and reports progress if they are long."""
        for number in range(count):
            self.say(f"{what}, {number + 1} of {count}")
            yield number

    def add(self, name, unit, telex, other=(), title="", aim=None):
        """Adds a figure and the peer's values, which may be missing."""
        self.figures.append(Beside(name, unit, list(telex), list(other), aim=aim, peer="beside", title=title))

    def compare(self, name, unit, values):
        """Adds a figure beside that of the other build, if there is one. `values` has those of each build."""
        for other in self.builds[1:]:
            self.add(name, unit, values[self.telex], values[other], "the other build")

    def has(self, name):
        return self.tools[name].path is not None

    def titled(self, name):
        """Returns the title of a peer, with a note if it is missing."""
        tool = self.tools[name]
        return tool.title if tool.path else f"no {tool.title}"

    def run(self, cases):
        """Runs all cases. A failure is reported and does not stop the others."""
        for name, case in cases.items():
            self.say(name)
            meter = Meter()
            try:
                case(self)
            except Exception as error:  # Any error is reported and makes the run fail.
                self.failures.append(f"{name}: {type(error).__name__}: {error}")
                self.say(self.failures[-1])
            self.shares[name] = meter.shares()


class Meter:
    """Measures the share of a core used since its creation by this process, its children, and everything else."""

    def __init__(self):
        self.start = self._now()

    @staticmethod
    def _now():
        own = sum(usage.ru_utime + usage.ru_stime for usage in
                  (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)))
        machine = psutil.cpu_times()
        return time.monotonic(), own, machine.user + getattr(machine, "nice", 0) + machine.system

    def shares(self):
        wall, own, machine = (now - then for now, then in zip(self._now(), self.start))
        return {"seconds": wall, "own": own / wall, "others": max(0, machine - own) / wall}


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def sweep():
    """Removes the files of interrupted runs."""
    for folder in (*pipe_data.CACHE.glob("run-*"), *pipe_data.CACHE.glob("unfinished-*")):
        shutil.rmtree(folder, ignore_errors=True)


def in_microseconds(nanoseconds):
    return nanoseconds / 1e3


def in_milliseconds(nanoseconds):
    return nanoseconds / 1e6


def in_megabytes(size):
    return size / 1e6
