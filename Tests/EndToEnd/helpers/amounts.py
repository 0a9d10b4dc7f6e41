"""How much work a test does: little by default, much with `Scripts/test --long`. A program reads it from its options."""

import argparse
import os

IS_LONG = bool(os.environ.get("TELEX_LONG"))


def amount(short, long):
    return long if IS_LONG else short


def options(explanation, **defaults):
    """Reads the options of a program that takes numbers."""
    parser = argparse.ArgumentParser(description=explanation, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()
