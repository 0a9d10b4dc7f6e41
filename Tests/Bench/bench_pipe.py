"""Benchmarks telex against other programs that read and write lines, in the same run.

    Scripts/bench pipe [--quick] [--build] [--against PROGRAM] [--json FILE] [--page FOLDER]
"""

import argparse
import dataclasses
import datetime
import gc
import json
import os
import pathlib
import platform
import signal
import subprocess
import sys

import page
import pipe_cases
import pipe_keys
import pipe_search
import pipe_states
from pipe_bench import HEADING, QUICK, Bench, Scale, say, sweep
from pipe_peers import tools
from pipe_telex import TELEX, Telex
from program import ROOT
from report import table

# The share of a core that other processes may use.
BUSY = 0.2

CASES = {
    "pipelined intake": pipe_cases.intake,
    "replay": pipe_cases.replay,
    "round trip": pipe_cases.round_trip,
    "start": pipe_states.start,
    "start of the REPL": pipe_states.repl_start,
    "keys under load": pipe_keys.keys_under_load,
    "list of chats": pipe_states.chat_list,
    "growth": pipe_states.growth,
    "memory": pipe_states.memory,
    "search": pipe_search.search,
    "size": pipe_states.size,
}


def machine():
    """Describes the machine that this runs on."""
    return {"system": platform.platform(), "cores": os.cpu_count(), "processor": processor()}


def in_words(machine):
    """Describes the machine without what is only its own."""
    version = platform.release().split("-")[0]
    return f"{machine['cores']} cores of an {machine['processor']}, {platform.system()} {version}"


def processor():
    """Returns the model name of the processor."""
    if platform.system() == "Darwin":
        return subprocess.check_output(["sysctl", "-n", "machdep.cpu.brand_string"], text=True, timeout=60).strip()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def introduce(bench):
    """Prints what is measured, where, and against which peers."""
    here = machine()
    print(f"{bench.telex.version()} ({os.path.relpath(TELEX, ROOT)})")
    print(f"{here['cores']} cores, {here['processor']}; {here['system']}")
    for tool in bench.tools.values():
        print(f"{tool.title}: {tool.origin}")
    for build in bench.builds[1:]:
        print(f"the other build: {build.version()} ({build.path})")
    if not bench.telex.knows_patches:
        print("This telex does not know --updates: all is measured with whole models.")
    print(flush=True)


def tell(bench, with_build):
    scale = bench.scale
    if bench.figures:
        print(table([HEADING, *(figure.row() for figure in bench.figures)]))
    print(f"""
Medians; telex and the others take turns. Durability is normal, and all views are subscribed, unless it is said.
Intake: {scale.lines:,} messages for {scale.chats} chats, one of them open, {scale.rounds} rounds; from the first line \
in to the last out.
Replay: {scale.recorded:,} messages, the start of the process included.
Round trip: {scale.requests:,} messages one by one, {scale.rounds} rounds; a key in Kakoune draws 24 rows.
Growth: {scale.turns} turns of {scale.requests_in_turn} messages one by one; no chat is open, and all have news. \
A window has 50 rows at most, and 10 with 10 chats.
Delta Chat runs without a server: its messages are stored, and marked as not sent.""")
    for note in bench.notes:
        print(note)
    if not with_build:
        print("The time of a clean build was left out; --build measures it.")
    for failure in bench.failures:
        print(f"NOT MEASURED: {failure}")
    if busy := busy_cases(bench):
        cases = ", ".join(f"{name} ({share:.2f} of a core)" for name, share in busy.items())
        print(f"The machine was busy with something else, and these figures do not count: {cases}.")


def busy_cases(bench):
    """The cases during which other programs used much of a core, and how much."""
    return {name: shares["others"] for name, shares in bench.shares.items() if shares["others"] > BUSY}


def note(path, bench):
    path.write_text(json.dumps({
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "machine": machine(),
        "telex": bench.telex.version(), "program": os.path.relpath(TELEX, ROOT),
        "knows --updates": bench.telex.knows_patches,
        "peers": {name: tool.json() for name, tool in bench.tools.items()},
        "scale": dataclasses.asdict(bench.scale), "figures": [figure.json() for figure in bench.figures],
        "failures": bench.failures, "notes": bench.notes, "taken": bench.shares, "raw": bench.raw,
    }, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer messages and rounds")
    parser.add_argument("--build", action="store_true", help="measure a clean build of the program, too")
    parser.add_argument("--against", type=os.path.abspath, metavar="PROGRAM",
                        help="compare with another build of telex, too, which must use the same kind of store")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all that was measured to a file, too")
    parser.add_argument("--page", type=pathlib.Path, metavar="FOLDER",
                        help="write a page and a plot of the figures to a folder, too")
    parser.add_argument("--only", choices=CASES, action="append", help="only this case; may be said more than once")
    options = parser.parse_args()
    for program in filter(None, (TELEX, options.against)):
        if not os.access(program, os.X_OK):
            parser.error(f"there is no telex at {program}")
    if options.json:
        options.json.touch()
    # Stop started processes and remove created files, even when the run is interrupted.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    bench = Bench(Telex(), tools(say), QUICK if options.quick else Scale(), say,
                  options.against and Telex(options.against))
    sweep()
    introduce(bench)
    gc.disable()
    cases = {name: case for name, case in CASES.items() if not options.only or name in options.only}
    if options.build:
        cases["build"] = pipe_states.build
    bench.run(cases)
    tell(bench, options.build)
    if options.json:
        note(options.json, bench)
    if options.page:
        page.write(bench.figures, in_words(machine()), max(busy_cases(bench).values(), default=None), options.page)
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
