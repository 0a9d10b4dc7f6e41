"""How much work a test does: little by default, much with `Scripts/test --long`."""

import os

IS_LONG = bool(os.environ.get("TELEX_LONG"))


def amount(short, long):
    return long if IS_LONG else short
