"""Kills pipes and REPLs at random moments, and looks for messages that are lost, duplicated, out of order or
miscounted. Finally, makes a reader stop for a minute.

    Scripts/soak crashes [--count N] [--seed S]
"""

import argparse
import pathlib
import tempfile

from kills import Crashes
from telex_program import Telex
from stopped_processes import wait_side_by_side

# Rounds per store.
STRETCH = 25
# How many seconds the reader stops at the end.
STALL = 60

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done, seed = 0, options.seed
    while done < options.count:
        with tempfile.TemporaryDirectory() as home:
            crashes = Crashes(Telex(pathlib.Path(home)), seed)
            for number in range(min(STRETCH, options.count - done)):
                try:
                    (crashes.kill_repl if number % 5 == 4 else crashes.kill_pipe)()
                    crashes.check()
                except BaseException:
                    print(f"crashes: seed {seed}: crash {number + 1} of {STRETCH}", flush=True)
                    raise
                done += 1
        print(f"crashes: seed {seed}: {done} in all, {crashes.written} messages: nothing lost or doubled", flush=True)
        seed += 1
    with tempfile.TemporaryDirectory() as home:
        print(f"crashes: while they waited {STALL} s, they woke up (times): "
              f"{wait_side_by_side(Telex(pathlib.Path(home)), STALL)}", flush=True)
