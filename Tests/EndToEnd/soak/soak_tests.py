"""Runs tests many times while every core is busy, to find those that fail by chance.

    Scripts/soak tests NAME [--runs N]

NAME is a regular expression. It is searched for in the ids of tests, such as TelexBotTests.ElizaTests/returnsToEarlierTopic() and
Tests/EndToEnd/pipe/test_wait.py::test_prints_the_next_message_as_a_line.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

# A test that waits for nothing reports where it hangs.
PATIENCE = 900
BUNDLE = ".build/debug/telexPackageTests.xctest"
UNITS = [BUNDLE, "--testing-library", "swift-testing"]
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
# Ends with this program, however that ends.
BUSY = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"
LOGS = pathlib.Path(".build/soak-tests")


def matching(name, command):
    """The ids of tests in the output of a command that match a name."""
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [line for line in lines if re.search("::|/", line) and re.search(name, line)]


def passes(command, log):
    """Runs tests, and adds what they print to a file."""
    with log.open("a") as output:
        try:
            return subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=PATIENCE + 60).returncode == 0
        except subprocess.TimeoutExpired:
            print(f"The tests did not end within {PATIENCE + 60} seconds.", file=output)
            return False


@contextlib.contextmanager
def busy_cores():
    loops = [subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()


def main():
    parser = argparse.ArgumentParser(prog="Scripts/soak tests")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--runs", type=int, default=50)
    options = parser.parse_args()
    commands = []
    # Where it is a folder, on macOS, only another program can run it.
    if os.path.isfile(BUNDLE) and matching(options.name, [*UNITS, "--list-tests"]):
        commands.append([*UNITS, "--filter", options.name])
    if found := matching(options.name, [*PYTEST, "--collect-only", "Tests/EndToEnd"]):
        commands.append([*PYTEST, f"--timeout={PATIENCE}", *found])
    if not commands:
        parser.error(f"no test matches {options.name}")
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    failed = 0
    with busy_cores():
        for number in range(1, options.runs + 1):
            log = LOGS / f"{number}.log"
            if all([passes(command, log) for command in commands]):
                log.unlink()
            else:
                failed += 1
                print(f"run {number} failed: {log}", flush=True)
    print(f"{failed} of {options.runs} runs failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
