"""Makes slips (mutations of single lines) in the sources, and checks which tests detect them."""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from slips import find, switched

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The last commit, and the copy of it in which slips are made and built.
COMMIT = ROOT / ".build/mutate-commit"
COPY = ROOT / ".build/mutate"
# The programs of the copy as they were before any slip was made without a switch.
WITHOUT_SLIP = COPY / ".build/without-slip"
# The lines whose slips cannot be switched, as found by earlier builds.
APART = ROOT / ".build/mutate-apart.json"
# The file with a room's switches, and its beginning. Slip 0 means none.
SWITCHES = "SlipSwitches.swift"
CHOICE = """import Foundation

let slipMade = Int(ProcessInfo.processInfo.environment["TELEX_SLIP"] ?? "") ?? 0
"""
# For each room, the folder of end-to-end tests that can detect its slips. The other rooms have unit tests and fixtures for
# everything.
END_TO_END = {"TelexServer": "server", "TelexMatrix": "matrix", "TelexTerminal": "terminal"}
ROOMS = ["TelexCore", "TelexRuntime", "TelexWire", "TelexStorage", *END_TO_END]
# A slip counts as detected if the tests exceed this memory, in bytes; or if a part of them uses this many times the
# CPU time that it uses without the slip, and this many seconds more; or if it comes to a halt, that is, uses less than
# this CPU time within this time. How fast the machine is does not matter.
MEMORY = 8 << 30
PATIENCE = 5
GRACE = 10
HALT = 0.3
HALTED = 60


def run(*command, slip=0, limit=None, memory=MEMORY):
    """Runs a command in the copy; returns its exit code, -1 if it took too long, and its output.

    `limit` is in seconds of CPU time. Without it, the command may also come to a halt."""
    # A killed run leaves its temporary files behind.
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, **programs(slip), "TELEX_SLIP": str(slip), "TMPDIR": folder}
        return _run(command, environment, limit, memory)


def _run(command, environment, limit, memory):
    process = subprocess.Popen(
        command, cwd=COPY, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
        preexec_fn=lambda: memory and resource.setrlimit(resource.RLIMIT_AS, (memory, memory)))
    halted_after, used_before = time.monotonic() + HALTED, 0
    while True:
        try:
            printed, _ = process.communicate(timeout=None if limit is None else 1)
            return process.returncode, printed
        except subprocess.TimeoutExpired:
            used, now = session_time(process.pid), time.monotonic()
        if used > used_before + HALT:
            halted_after, used_before = now + HALTED, used
        if used > limit or now > halted_after:
            # The test runner puts the tests into their own process group, but not into another session.
            subprocess.call(["pkill", "-KILL", "-s", str(process.pid)])
            process.communicate()
            return -1, "took too long"


def session_time(session):
    """Returns the CPU time in seconds that the processes of a session, and their ended children, have used so far."""
    ticks = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It has just ended.
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def programs(slip):
    """Returns the environment for end-to-end tests: programs that make the slip although their environment is new."""
    environment = {}
    for variable, name in (("TELEX", "telex"), ("TELEX_SERVER", "telex-server")):
        path = COPY / f".build/slips/{slip}/{name}"
        program = (COPY / ".build/debug" if slip else WITHOUT_SLIP) / name
        update(path, f'#!/bin/sh\nTELEX_SLIP={slip} exec {program} "$@"\n'.encode())
        path.chmod(0o755)
        environment[variable] = str(path)
    return environment


def build():
    """Builds the copy; returns the compiler's errors, empty if it succeeds."""
    code, printed = run("swift", "build", "--build-tests", memory=None)
    return printed if code else ""


class Part:
    """Unit tests or fixtures. It exits if they fail without a slip."""

    def __init__(self, name, *command):
        self.name, self.command = name, command
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code, printed = run(*command)
        if code:
            sys.exit(f"mutate: the last commit does not pass its {name}. Mend it first: Scripts/test --quick\n"
                     f"{printed[-3000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.limit = PATIENCE * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) + GRACE

    def notices(self, slip):
        """Returns what detects the slip, None if nothing does."""
        code, printed = run(*self.command, slip=slip, limit=self.limit)
        # A test with a time limit may also fail because the machine is busy: then it does so without the slip, too.
        return self.name if code and not ("Time limit was exceeded" in printed and run(*self.command)[0]) else None


class EndToEnd:
    """A folder of end-to-end tests. They are slow, so they end at the first failure."""

    def __init__(self, folder):
        self.folder = f"Tests/EndToEnd/{folder}"
        # Tests that fail without a slip, too, or only sometimes.
        self.unfit = []

    def run(self, slip, *tests):
        return run(
            str(ROOT / ".build/venv/bin/python"), "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
            "--timeout", "3600", "-n", str(3 * min(8, len(os.sched_getaffinity(0)))), "--dist", "loadgroup",
            "--no-loadscope-reorder", *(f"--deselect={test}" for test in self.unfit), *(tests or [self.folder]), slip=slip)

    def notices(self, slip):
        """Returns the test that detects the slip, None if none does."""
        while True:
            code, printed = self.run(slip)
            if not code:
                return None
            failed = re.search(r"^(?:FAILED|ERROR) (Tests/EndToEnd/\w+/\w+[.]py::\w+)", printed, re.M)
            if not failed:
                sys.exit(f"mutate: the end-to-end tests do not run:\n{printed[-3000:]}")
            # On a slow machine, a test may fail although the slip is not to blame.
            if self.run(slip, failed[1])[0] and not self.run(0, failed[1])[0]:
                return f"end to end, {failed[1].removeprefix('Tests/EndToEnd/')}"
            print(f"mutate: does not count, as it fails without the slip, too, or not always: {failed[1]}",
                  file=sys.stderr, flush=True)
            self.unfit.append(failed[1])


def parts(rooms):
    """Returns, for each room, the parts of the tests that can detect its slips, the fastest first."""
    command = ["swift", "test", "--skip-build", "--disable-xctest"]
    units = Part("units", *command)
    fixtures = Part("fixtures", "Scripts/lib/fixtures", str(COPY / ".build/debug/telex"))
    # A room's own tests are fast and detect the most.
    return {
        room: [Part("units", *command, "--filter", f"^{room}Tests[.]"), units, fixtures,
               *([EndToEnd(END_TO_END[room])] if room in END_TO_END else [])]
        for room in rooms}


def refresh():
    """Exports the last commit, and updates the copy, except for the Swift files of the rooms."""
    shutil.rmtree(COMMIT, ignore_errors=True)
    COMMIT.mkdir(parents=True)
    with subprocess.Popen(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE) as archive:
        subprocess.check_call(["tar", "-x", "-C", str(COMMIT)], stdin=archive.stdout)
    rooms = tuple(f"Sources/{room}/" for room in ROOMS)
    wanted = {str(path.relative_to(COMMIT)) for path in COMMIT.rglob("*") if path.is_file()}
    there = {str(path.relative_to(COPY)) for top in ("Sources", "Tests", "Fixtures") for path in (COPY / top).rglob("*")
             if path.is_file() and path.name != SWITCHES}
    for name in there - wanted:
        (COPY / name).unlink()
    for name in wanted:
        if not (name.startswith(rooms) and name.endswith(".swift")):
            update(COPY / name, (COMMIT / name).read_bytes())
            shutil.copymode(COMMIT / name, COPY / name)


def update(path, new):
    """Writes a file only if it has changed, to avoid recompiling it."""
    if not path.exists() or path.read_bytes() != new:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new)


class Sources:
    """The sources of the copy, with the slips behind switches."""

    def __init__(self):
        self.slips = [slip for room in ROOMS for slip in find(COMMIT / "Sources", room)]
        self.lines = {}
        for number, slip in enumerate(self.slips, 1):
            slip.number = number
            self.lines.setdefault(slip.path, {}).setdefault(slip.line, []).append(slip)
        self.apart = set(json.loads(APART.read_text())) if APART.exists() else set()
        self.is_dirty = False

    def is_apart(self, slip):
        # The compiler must see that the loop is infinite.
        return "while true" in slip.before or f"{slip.path.name}: {slip.before.strip()}" in self.apart

    def write(self, only=None):
        """Writes the rooms with every slip behind its switch. `only` is one slip without a switch, which is applied."""
        for room in ROOMS:
            declared = [CHOICE]
            for path in sorted((COMMIT / "Sources" / room).rglob("*.swift")):
                path = path.relative_to(COMMIT / "Sources")
                lines = (COMMIT / "Sources" / path).read_text().split("\n")
                for number, slips in self.lines.get(path, {}).items():
                    if not self.is_apart(slips[0]):
                        lines[number], needed = switched(slips[0].before, slips)
                        declared += needed
                    elif only in slips:
                        lines[number] = only.after
                update(COPY / "Sources" / path, "\n".join(lines).encode())
            update(COPY / "Sources" / room / SWITCHES, "\n".join(declared + [""]).encode())

    def compile(self):
        """Builds with the switches, and excludes the lines that do not compile with them."""
        while True:
            self.write()
            complaints = build()
            if not complaints:
                WITHOUT_SLIP.mkdir(exist_ok=True)
                for name in ("telex", "telex-server"):
                    shutil.copy(COPY / ".build/debug" / name, WITHOUT_SLIP)
                return
            places = {(path, int(line) - 1) for path, line in
                      re.findall(rf"^{COPY}/Sources/(.*?[.]swift):(\d+):\d+: error:", complaints, re.M)}
            bad = self.near(places, 0) or self.near(places, 10)
            if not bad:
                sys.exit(f"mutate: the last commit does not build with the switches:\n{complaints[-3000:]}")
            self.apart |= {f"{slip.path.name}: {slip.before.strip()}" for slip in bad}
            APART.write_text(json.dumps(sorted(self.apart), indent=1))
            print(f"mutate: {len(bad)} more slips have no switch", file=sys.stderr, flush=True)

    def near(self, places, distance):
        """Returns the slips with a switch that are at most `distance` lines from a compiler error."""
        return [
            slip for slip in self.slips if not self.is_apart(slip) and
            any(path == str(slip.path) and abs(line - slip.line) <= distance for path, line in places)]

    def attempt(self, slip, parts):
        """Makes a slip; returns whether it compiles, and what detects it."""
        if self.is_apart(slip):
            self.write(only=slip)
            self.is_dirty = True
            if build():
                return False, None
        elif self.is_dirty:
            self.write()
            build()
            self.is_dirty = False
        return True, next(filter(None, (part.notices(slip.number) for part in parts)), None)


def main():
    parser = argparse.ArgumentParser(prog="Scripts/mutate", description=__doc__)
    parser.add_argument("--count", type=int)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", action="append", default=[])
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    options = parser.parse_args()
    for room in options.rooms:
        if room not in ROOMS:
            parser.error(f"there is no room {room}: choose among {', '.join(ROOMS)}")
    refresh()
    sources = Sources()
    sources.compile()
    survived = 0
    for room, tests in parts(options.rooms).items():
        found = [slip for slip in sources.slips if slip.path.parts[0] == room]
        if options.at:
            found = [slip for slip in found if f"{slip.path.name}:{slip.line + 1}" in options.at]
        elif not options.all:
            random.Random(f"{options.seed} {room}").shuffle(found)
        count = options.count or (10 if room in END_TO_END else 20)
        detectors = collections.Counter()
        for slip in found:
            if detectors.total() == count and not options.all and not options.at:
                break
            compiles, detector = sources.attempt(slip, tests)
            if not compiles:
                continue  # The compiler rejects it.
            detectors[detector.split(",")[0] if detector else "SURVIVED"] += 1
            place = f"Sources/{slip.path}:{slip.line + 1}"
            print(f"{detector or 'SURVIVED'}: {place}\n  - {slip.before.strip()}\n  + {slip.after.strip()}", flush=True)
        survived += detectors["SURVIVED"]
        tried = detectors.total()
        by = ", ".join(f"{count} by {detector}" for detector, count in detectors.items() if detector != "SURVIVED")
        print(f"== {room}: {tried - detectors['SURVIVED']} of {tried} noticed ({by})", flush=True)
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
