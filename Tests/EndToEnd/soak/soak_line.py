"""Sends telex one endless line, and measures its memory.

Run by Scripts/soak line. The line does not end before all of the input was sent; then telex must accept another one.
"""

import argparse
import json
import pathlib
import tempfile

from telex_program import Telex

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
    with open(f"/proc/{process.pid}/status") as status:
        memory = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
    rest, _ = process.communicate()
    assert process.returncode == 0
    return lines + [json.loads(line) for line in rest.splitlines()], memory


def check(telex, mebibytes):
    lines, memory = one_long_line(telex, mebibytes)
    assert [line["error"]["code"] for line in lines if "error" in line] == ["tooLong"]
    assert [line["settled"] for line in lines if "settled" in line] == ["next"] and "bye" in lines[-1]
    assert memory < MOST, f"{memory:.0f} MiB"
    return memory


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="Scripts/soak line", description=__doc__)
    parser.add_argument("--mebibytes", type=int, default=1024)
    mebibytes = parser.parse_args().mebibytes
    with tempfile.TemporaryDirectory() as home:
        memory = check(Telex(pathlib.Path(home)), mebibytes)
    print(f"a line of {mebibytes} MiB: one error, {memory:.0f} MiB of memory at most")
