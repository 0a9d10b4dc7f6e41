"""Kills at random moments lose nothing that was answered or shown. soak_crashes.py does the same more often."""

from amounts import amount
from kills import Crashes


def test_killed_pipes_lose_and_duplicate_nothing(telex):
    crashes = Crashes(telex, 1)
    for _ in range(amount(12, 200)):
        crashes.kill_pipe()
        crashes.check()


def test_killed_terminals_lose_and_duplicate_nothing(telex):
    crashes = Crashes(telex, 1)
    for _ in range(amount(4, 50)):
        crashes.kill_repl()
        crashes.check()
