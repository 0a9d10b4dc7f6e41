"""Slips in single lines of the sources, and whether the units or the fixtures notice them."""

import argparse
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / ".build/mutate"
ROOMS = ["TelexCore", "TelexRuntime", "TelexWire", "TelexStorage"]
# So long may a build, the units or the fixtures take, in seconds. A slip that makes them hang is noticed.
PATIENCE = 900

# What is looked for, and what takes its place. Each place in a line is a slip of its own.
SLIPS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" \+ ", " - "), (r" - ", " + "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bmax\(", "min("), (r"\bmin\(", "max("),
    (r"\.first\b", ".last"), (r"\.last\b", ".first"), (r"\.\.<", "..."), (r"!(?=[a-z])(?<!\w!)", ""),
    # A guard that is dropped, if it binds nothing.
    (r"^\s*guard (?!.*\b(let|var|case)\b).* else \{ .* \}$", ""),
]


def slips(room):
    """Every slip that can be made in a room: the file, the number of the line, and what the line becomes."""
    for path in sorted((COPY / "Sources" / room).rglob("*.swift")):
        for number, line in enumerate(path.read_text().split("\n")):
            code = line.split("//")[0]
            # What stands in a text is no code, and a declaration's signs are no operators.
            if '"' in code or re.match(r"\s*(import|@|case |static func [<>=])", code):
                continue
            for pattern, instead in SLIPS:
                for match in re.finditer(pattern, code):
                    yield path, number, code[:match.start()] + instead + code[match.end():]


def run(*command):
    """Whether a command succeeds within the time."""
    try:
        return subprocess.run(command, cwd=COPY, capture_output=True, timeout=PATIENCE).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def build():
    return run("swift", "build", "--build-tests")


def noticed():
    """What fails; nothing if the slip survives."""
    if not run("swift", "test", "--skip-build", "--disable-xctest"):
        return "units"
    if not run("Scripts/fixtures", str(COPY / ".build/debug/telex")):
        return "fixtures"
    return None


def copy():
    """Brings the copy to the last commit, and keeps what was built there."""
    if COPY.exists():
        subprocess.check_call(["git", "fetch", "--quiet", str(ROOT), "HEAD"], cwd=COPY)
        subprocess.check_call(["git", "reset", "--quiet", "--hard", "FETCH_HEAD"], cwd=COPY)
    else:
        subprocess.check_call(["git", "clone", "--quiet", str(ROOT), str(COPY)])


def main():
    parser = argparse.ArgumentParser(prog="Scripts/mutate", description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    options = parser.parse_args()
    copy()
    for room in options.rooms:
        if not (COPY / "Sources" / room).is_dir():
            parser.error(f"there is no room {room}")
    if not build() or noticed():
        sys.exit("mutate: the last commit does not build or pass its tests. Mend it first: Scripts/test --quick")
    survived = 0
    for room in options.rooms:
        found = list(slips(room))
        random.Random(f"{options.seed} {room}").shuffle(found)
        tried = killed = 0
        while found and tried < options.count:
            path, number, new = found.pop()
            before = path.read_text()
            lines = before.split("\n")
            old, lines[number] = lines[number], new
            path.write_text("\n".join(lines))
            try:
                if not build():
                    continue  # The compiler notices it.
                tried += 1
                part = noticed()
            finally:
                path.write_text(before)
            killed += part is not None
            place = f"{path.relative_to(COPY)}:{number + 1}"
            print(f"{part or 'SURVIVED'}: {place}\n  - {old.strip()}\n  + {new.strip()}", flush=True)
        survived += tried - killed
        print(f"== {room}: {killed} of {tried} noticed", flush=True)
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
