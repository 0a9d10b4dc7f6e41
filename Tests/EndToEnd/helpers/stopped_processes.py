"""Processes that wait for a stopped reader, a line or a key. They lose nothing, and do nothing while they wait."""

import contextlib
import fcntl
import json
import os
import pathlib
import re
import struct
import termios
import threading
import time

from telex_program import PATIENCE, as_text, received
from server import wait_until
from terminal import EMPTY, Terminal


def switches(process):
    """Returns how often the process's threads stopped or were stopped, or None if any is not waiting (proc(5))."""
    count = 0
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        try:
            status = (task / "status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return None  # the thread has ended
        if not re.search(r"^State:\s+S", status, re.MULTILINE):
            return None
        count += sum(map(int, re.findall(r"voluntary_ctxt_switches:\s+(\d+)", status)))
    return count


def is_at_rest(process):
    """Returns whether all threads of the process wait. One that has work is not at rest, however busy the machine is."""
    return (before := switches(process)) is not None and before == switches(process)


def unread(file):
    """Returns the number of bytes in a pipe or terminal that nobody has read."""
    return struct.unpack("i", fcntl.ioctl(file, termios.FIONREAD, b"    "))[0]


def clog(process, lines):
    """Writes lines to a process, whose output nobody reads, until it reads no more of them. The last may be cut off."""
    rest = memoryview("".join(as_text(line) + "\n" for line in lines).encode())
    os.set_blocking(process.stdin.fileno(), False)

    def is_clogged():
        nonlocal rest
        with contextlib.suppress(BlockingIOError):
            while rest:
                rest = rest[os.write(process.stdin.fileno(), rest):]
            raise AssertionError("it reads on although nobody reads its output")
        return is_at_rest(process) and unread(process.stdin)

    wait_until(is_clogged)


def wait_side_by_side(telex, seconds, count=14_000):
    """Lets three processes wait at the same time; returns how often each woke up meanwhile, by name.

    Each message produces two lines. The program holds some 14,000 lines before it stops reading.
    """
    reader = telex.start("pipe", "--store", telex.store, "--subscribe", "chatList")
    lines = "".join(json.dumps({**received("ada", f"m{number}", "x" * 500), "id": f"{number}"}) + "\n"
                    for number in range(count)).encode()

    def write():
        with reader.stdin:
            reader.stdin.write(lines)

    writer = threading.Thread(target=write)
    writer.start()
    idle = telex.start("pipe", "--store", "memory")
    terminal = Terminal(telex, "--store", "memory").wait_for(EMPTY)
    try:
        terminal.type("half typed").wait_for_line("half typed")
        while b'"online"' not in idle.stdout.readline():
            pass
        waiting = {"reader": reader, "line": idle, "key": terminal.process}

        def is_slowed():
            """Whether the reader waits although there are lines to read."""
            assert writer.is_alive(), "the sender was not slowed"
            return is_at_rest(reader) and unread(reader.stdin)

        wait_until(lambda: is_slowed() and is_at_rest(idle) and is_at_rest(terminal.process), PATIENCE)
        before = {name: switches(process) for name, process in waiting.items()}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            terminal.read(0.1)
        wait_until(lambda: all(map(is_at_rest, waiting.values())), PATIENCE)
        woken = {name: switches(process) - before[name] for name, process in waiting.items()}
        out = [json.loads(line) for line in reader.stdout.read().splitlines()]
        writer.join()
        assert [line["settled"] for line in out if "settled" in line] == [f"{number}" for number in range(count)]
        assert [line["seq"] for line in out] == list(range(len(out))) and reader.wait() == 0
        idle.communicate()
        assert idle.returncode == 0
    finally:
        for process in (reader, idle):
            process.kill()
            process.wait()
        terminal.close()
    assert telex.run("unread", "--store", telex.store)[1] == f"{count}\n"
    return woken
