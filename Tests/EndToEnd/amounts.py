"""How much a test does: little in every run, much in `Scripts/test --long`."""

import os

IS_LONG = bool(os.environ.get("TELEX_LONG"))


def amount(short, long):
    return long if IS_LONG else short
