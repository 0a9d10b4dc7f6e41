"""Whatever is killed, and when: nothing is lost that was answered or shown. soak_crashes.py does the same more often."""

import os

from crashes import Crashes

SEED = int(os.environ.get("TELEX_CRASHES_SEED", 1))


def test_killed_pipes_lose_and_double_nothing(telex):
    crashes = Crashes(telex, SEED)
    for _ in range(40):
        crashes.kill_pipe()
        crashes.check()


def test_killed_terminals_lose_and_double_nothing(telex):
    crashes = Crashes(telex, SEED)
    for _ in range(10):
        crashes.kill_repl()
        crashes.check()
