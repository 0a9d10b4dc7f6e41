"""Makes slips (mutations of single lines) in the sources, and checks whether unit tests or fixtures detect them."""

import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import time

from slips import find, switched

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The last commit, and the copy of it in which slips are made and built.
COMMIT = ROOT / ".build/mutate-commit"
COPY = ROOT / ".build/mutate"
# The lines whose slips cannot be switched, as found by earlier builds.
APART = ROOT / ".build/mutate-apart.json"
# The file with a room's switches, and its beginning. Slip 0 means none.
SWITCHES = "SlipSwitches.swift"
CHOICE = """import Foundation

let slipMade = Int(ProcessInfo.processInfo.environment["TELEX_SLIP"] ?? "") ?? 0
"""
ROOMS = ["TelexCore", "TelexRuntime", "TelexWire", "TelexStorage"]
# A slip counts as detected if the tests exceed this memory, in bytes, or if a part of them takes this many times longer
# than without it, and this many seconds more.
MEMORY = 8 << 30
PATIENCE = 5
GRACE = 10


def run(*command, slip=0, patience=None, memory=MEMORY):
    """Runs a command in the copy; returns its exit code, -1 after a timeout, and its output."""
    process = subprocess.Popen(
        command, cwd=COPY, env={**os.environ, "TELEX_SLIP": str(slip)}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
        preexec_fn=lambda: memory and resource.setrlimit(resource.RLIMIT_AS, (memory, memory)))
    try:
        printed, _ = process.communicate(timeout=patience)
        return process.returncode, printed
    except subprocess.TimeoutExpired:
        # The test runner puts the tests into their own process group, but not into another session.
        subprocess.call(["pkill", "-KILL", "-s", str(process.pid)])
        process.communicate()
        return -1, "took too long"


def build():
    """Builds the copy; returns the compiler's errors, empty if it succeeds."""
    code, printed = run("swift", "build", "--build-tests", memory=None)
    return printed if code else ""


def parts(room):
    """Returns the parts of the tests: what detects a slip, and a command."""
    units = ["swift", "test", "--skip-build", "--disable-xctest"]
    # A room's own tests are fast and detect the most.
    return [("units", [*units, "--filter", f"^{room}Tests[.]"]), ("units", units),
            ("fixtures", ["Scripts/fixtures", str(COPY / ".build/debug/telex")])]


def patience(room):
    """Returns how many seconds each part of the tests may take; exits if one fails without a slip."""
    limits = []
    for part, command in parts(room):
        start = time.monotonic()
        if run(*command)[0]:
            sys.exit(f"mutate: the last commit does not pass its {part}. Mend it first: Scripts/test --quick")
        limits.append(PATIENCE * (time.monotonic() - start) + GRACE)
    return limits


def noticed(room, limits, slip=0):
    """Returns what detects the slip, "units" or "fixtures"; None if it survives."""
    for (part, command), limit in zip(parts(room), limits):
        if run(*command, slip=slip, patience=limit)[0]:
            return part
    return None


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

    def attempt(self, slip, limits):
        """Applies a slip; returns whether it compiles, and what detects it."""
        room = slip.path.parts[0]
        if not self.is_apart(slip):
            if self.is_dirty:
                self.write()
                build()
                self.is_dirty = False
            return True, noticed(room, limits, slip.number)
        self.write(only=slip)
        self.is_dirty = True
        return (False, None) if build() else (True, noticed(room, limits))


def main():
    parser = argparse.ArgumentParser(prog="Scripts/mutate", description=__doc__)
    parser.add_argument("--count", type=int, default=20)
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
    for room in options.rooms:
        limits = patience(room)
        found = [slip for slip in sources.slips if slip.path.parts[0] == room]
        if options.at:
            found = [slip for slip in found if f"{slip.path.name}:{slip.line + 1}" in options.at]
        elif not options.all:
            random.Random(f"{options.seed} {room}").shuffle(found)
        tried = killed = 0
        for slip in found:
            if tried == options.count and not options.all and not options.at:
                break
            compiles, part = sources.attempt(slip, limits)
            if not compiles:
                continue  # The compiler rejects it.
            tried += 1
            killed += part is not None
            place = f"Sources/{slip.path}:{slip.line + 1}"
            print(f"{part or 'SURVIVED'}: {place}\n  - {slip.before.strip()}\n  + {slip.after.strip()}", flush=True)
        survived += tried - killed
        print(f"== {room}: {killed} of {tried} noticed", flush=True)
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
