"""Kills pipes and REPLs at random moments, and looks for messages that are lost, duplicated, out of order or
miscounted. Finally, makes a reader stop for a minute.

    Scripts/soak crashes [--count N] [--seed S]
"""

import pathlib
import tempfile

from amounts import options
from kills import Crashes
from telex_program import Telex
from stopped_processes import wait_side_by_side

# Rounds per store.
STRETCH = 25
# How many seconds the reader stops at the end.
STALL = 60

if __name__ == "__main__":
    given = options(__doc__, count=1000, seed=1)
    done, seed = 0, given.seed
    while done < given.count:
        with tempfile.TemporaryDirectory() as home:
            crashes = Crashes(Telex(pathlib.Path(home)), seed)
            for number in range(min(STRETCH, given.count - done)):
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
