"""Counts what one more event costs: instructions, commits, copies of large values, and the functions and files that run.

    Scripts/bench chain [--only CASE] [--against PROGRAM] [--json FILE] [--files]

Each case runs twice under valgrind, the second time with more events; the difference is theirs. Instructions are counted,
not seconds, so that a busy machine gives the same numbers.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from pipe_data import address, line, received, settled
from pipe_process import OnTerminal, Piped
from pipe_telex import TELEX
from report import table

# The events before those that are counted, and how many are counted. Both are even, because some cases take turns.
WARM, COUNTED = 20, 20
CHATS, STORED = 10, 400
VALUES = ["Chat", "StoreChange", "ScreenViews"]
# A day in 2026: no date depends on when this runs.
MOMENT = 1_767_225_600
# How long one program may take, in seconds. Under valgrind all is 50 times slower.
PATIENCE = 1_800


class Case:
    """Events of one kind, each answered before the next one is written."""

    def __init__(self, title, event):
        self.title, self.event = title, event

    def run(self, program, home, store, count):
        command = [*program, "pipe", *OPTIONS, "--store", store, "--updates", "patch"]
        with Piped(command, home, DETERMINISTIC, PATIENCE) as pipe:
            pipe.write(line("screen.opening", screen="messages", chatId=address(1), id="open"))
            pipe.read_until(settled("open"))
            for number in range(count):
                pipe.write(self.event(number))
                pipe.read_until(settled(str(number)))
            pipe.finish()


class Typed(Case):
    """Commands of the REPL in turns, each shown before the next one is typed."""

    def run(self, program, home, store, count):
        with OnTerminal([*program, "repl", *OPTIONS, "--store", store], home, DETERMINISTIC, PATIENCE) as terminal:
            terminal.read_until(b"> ")
            for command, shown in [(b"/open 1\r", b"Hello"), *map(self.event, range(count))]:
                terminal.discard()
                terminal.type(command)
                terminal.read_until(shown)
            terminal.type(b"/quit\r")
            while terminal.read().data:
                pass


OPTIONS = ["--no-config", "--clock", "virtual"]
DETERMINISTIC = {"SWIFT_DETERMINISTIC_HASHING": "1"}
CASES = {
    "sent": Case("message.sending", lambda number: line(
        "message.sending", chatId=address(1), text=f"Are you coming? {number}", id=str(number))),
    "received": Case("message.received", lambda number: received(
        1, f"new-{number}", f"Are you coming? {number}", MOMENT + STORED + number, id=str(number))),
    "pinned": Case("chat.pinning, chat.unpinning", lambda number: line(
        ["chat.pinning", "chat.unpinning"][number % 2], chatId=address(1), id=str(number))),
    "typed": Typed("/pin, /unpin at a terminal", lambda number: [
        (b"/pin\r", b" is pinned."), (b"/unpin\r", b" is not pinned.")][number % 2]),
}


class Profile:
    """How often each instruction of the program ran, how often each function was called, and what it cost itself."""

    def __init__(self, path):
        self.runs, self.calls, self.costs = (collections.Counter() for _ in range(3))
        is_own, function, called = False, "", ""
        with open(path, encoding="utf-8", errors="replace") as lines:
            for text in lines:
                if text[0] == "0":
                    place, cost = text.split()
                    self.costs[function] += int(cost)
                    if is_own:
                        self.runs[int(place, 16)] += int(cost)
                elif text.startswith("ob="):
                    is_own = text.rstrip().endswith("/telex")
                elif text.startswith("fn="):
                    function = named(text)
                elif text.startswith("cfn="):
                    called = named(text)
                elif text.startswith("calls="):
                    self.calls[called] += int(text[6:].split()[0])
                    # The costs of the callee, which has lines of its own.
                    next(lines)

    def beyond(self, other):
        """What this one has more of."""
        self.runs.subtract(other.runs)
        self.calls.subtract(other.calls)
        self.costs.subtract(other.costs)
        return self


def named(text):
    """The function of a line. Of one that calls itself, valgrind counts the inner calls apart."""
    return text.partition("=")[2].rstrip().split("'")[0]


def profile(case, program, count, scratch):
    """Runs the case with that many events."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    shutil.copytree(scratch / "store", folder / "store")
    output = folder / "callgrind.out"
    case.run(["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--dump-line=no", "--compress-strings=no",
              "--compress-pos=no", "--demangle=no", f"--callgrind-out-file={output}", program],
             folder, str(folder / "store/telex.sqlite"), count)
    return Profile(output)


def demangled(names):
    names = list(names)
    output = subprocess.run(["swift-demangle", "--simplified"], input="\n".join(names), text=True, check=True,
                            capture_output=True).stdout
    return dict(zip(names, output.splitlines()))


def copies(calls, value):
    """How often values of that type were copied by a function of the compiler."""
    pattern = re.compile(rf"(outlined (init with|assign with)? ?(copy|retain)|(initialize|assign)WithCopy\b.*) (of|for) {value}$")
    return sum(count for name, count in calls.items() if pattern.search(name))


def places(program, addresses):
    """The functions at these addresses, those that were inlined there too, each with its file."""
    asked = "\n".join(hex(place) for place in sorted(addresses))
    output = subprocess.run(
        ["llvm-symbolizer", "--inlines", "--output-style=GNU", "--no-demangle", "-f", "-e", program],
        input=asked, text=True, check=True, capture_output=True).stdout.splitlines()
    found = set()
    for function, place in zip(output[::2], output[1::2]):
        file = place.rsplit(":", 1)[0]
        if "/Sources/" in file and "/.build/" not in file:
            found.add((function, file[file.index("/Sources/") + 1:]))
    return found


class Chain:
    """What one event of a case costs a program."""

    def __init__(self, case, program, stripped, scratch):
        few = profile(case, stripped, WARM, scratch)
        more = profile(case, stripped, WARM + COUNTED, scratch).beyond(few)
        self.instructions = more.costs.total() / COUNTED
        names = demangled(more.calls.keys() | more.costs.keys())
        calls, self.costs = collections.Counter(), collections.Counter()
        for name, count in more.calls.items():
            calls[names[name]] += count
        for name, count in more.costs.items():
            self.costs[names[name]] += count / COUNTED
        self.copies = {value: copies(calls, value) / COUNTED for value in VALUES}
        found = places(program, [place for place, count in more.runs.items() if count > 0])
        names = demangled({function for function, _ in found})
        own = {(names[function], file) for function, file in found}
        self.properties = sorted(place for place in own if PROPERTY.search(place[0]))
        self.functions = sorted(own - set(self.properties))
        self.files = sorted({file for _, file in own})

    def row(self, title, name):
        return [title, name, f"{self.instructions / 1e6:.3f} M", str(len(self.files)), str(len(self.functions)),
                str(len(self.properties)), *(f"{count:g}" for count in self.copies.values())]

    def json(self):
        return {"instructions": self.instructions, "copies": self.copies, "files": self.files,
                "functions": self.functions, "properties": self.properties}


PROPERTY = re.compile(r"\.(getter|setter|modify|read|didset|willset|unsafeMutableAddressor)$")


def fill(program, store):
    """Makes a store with messages in several chats."""
    store.mkdir()
    with Piped([program, "pipe", *OPTIONS, "--store", str(store / "telex.sqlite"), "--subscribe", "none"], store.parent) as pipe:
        pipe.write(b"".join(received(number % CHATS, f"old-{number}", f"Hello {number}", MOMENT + number)
                            for number in range(STORED)))
        pipe.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=CASES, action="append", help="only this case; may be said more than once")
    parser.add_argument("--against", type=os.path.abspath, metavar="PROGRAM", help="count another build of telex, too")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write what ran to a file, too")
    parser.add_argument("--functions", type=int, default=0, metavar="COUNT",
                        help="print the functions that most instructions are in, too")
    options = parser.parse_args()
    programs = {"telex": TELEX} | ({"the other build": options.against} if options.against else {})
    rows, raw = [["", "build", "instructions", "files", "functions", "properties", *VALUES]], {}
    with tempfile.TemporaryDirectory(prefix="chain-") as scratch:
        for name, program in programs.items():
            folder = pathlib.Path(scratch) / name
            folder.mkdir()
            fill(program, folder / "store")
            stripped = folder / "telex"
            # Valgrind cannot read the debug information of so large a program.
            subprocess.run(["objcopy", "--strip-debug", program, stripped], check=True)
            for key in options.only or CASES:
                chain = Chain(CASES[key], program, stripped, folder)
                rows.append(chain.row(CASES[key].title, name))
                raw[f"{name}, {key}"] = chain.json()
                for function, count in chain.costs.most_common(options.functions):
                    print(f"{count:12,.0f}  {function[:120]}")
    print(table(rows))
    print(f"For one event, of {COUNTED}, after {WARM}. The last columns: how often a value of that type is copied by a "
          "function of its own.")
    if options.json:
        options.json.write_text(json.dumps(raw, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
