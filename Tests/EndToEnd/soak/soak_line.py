"""Sends telex one endless line, and measures its memory.

Run by Scripts/soak line. The line does not end before all of the input was sent; then telex must accept another one.
"""

import json
import pathlib
import tempfile

from amounts import options
from telex_program import Telex, memory

MEBIBYTE = b"x" * (1 << 20)
# In MiB: twice what telex uses without the line. A program that kept 64 MiB of it would use more.
MOST = 80


def one_long_line(telex, mebibytes):
    """Returns the output lines, and the peak resident memory in MiB."""
    process = telex.start("pipe", "--store", "memory", "--subscribe", "none")
    for _ in range(mebibytes):
        process.stdin.write(MEBIBYTE)
    process.stdin.write(b'\n{"event":"chat.listing","rowLimit":1,"id":"next"}\n')
    process.stdin.flush()
    lines = []
    while not lines or "settled" not in lines[-1]:
        lines.append(json.loads(process.stdout.readline()))
    most = memory(process, "VmHWM")
    rest, _ = process.communicate()
    assert process.returncode == 0
    return lines + [json.loads(line) for line in rest.splitlines()], most


def check(telex, mebibytes):
    lines, most = one_long_line(telex, mebibytes)
    assert [line["error"]["code"] for line in lines if "error" in line] == ["tooLong"]
    assert [line["settled"] for line in lines if "settled" in line] == ["next"] and "bye" in lines[-1]
    assert most < MOST, f"{most:.0f} MiB"
    return most


if __name__ == "__main__":
    mebibytes = options(__doc__, mebibytes=1024).mebibytes
    with tempfile.TemporaryDirectory() as home:
        most = check(Telex(pathlib.Path(home)), mebibytes)
    print(f"a line of {mebibytes} MiB: one error, {most:.0f} MiB of memory at most")
