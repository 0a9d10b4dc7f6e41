"""Processes that wait for a stopped reader, a line or a key. They lose nothing, and use almost no CPU time."""

import json
import os
import subprocess
import threading
import time

from conftest import received
from terminal import EMPTY, Terminal


def cpu(process):
    """Returns the CPU time that the process has used, in seconds."""
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def comes_to_rest(process, patience=60):
    """Waits until the process is idle."""
    end, last = time.monotonic() + patience, -1
    while (now := cpu(process)) != last:
        assert time.monotonic() < end, "it does not come to rest"
        last = now
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            pass
    assert process.poll() is None


def wait_side_by_side(telex, seconds, count=20_000):
    """Lets three processes wait at the same time; returns the CPU time that each used meanwhile, by name.

    Each message produces two lines. The program holds about 25,000 lines before it stops reading.
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
        waiting = {"reader": reader, "line": idle, "key": terminal.process}
        for process in waiting.values():
            comes_to_rest(process)
        assert writer.is_alive(), "the sender was not slowed"
        before = {name: cpu(process) for name, process in waiting.items()}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            terminal.read(0.1)
        spent = {name: cpu(process) - before[name] for name, process in waiting.items()}
        out = [json.loads(line) for line in reader.stdout.read().splitlines()]
        writer.join()
        assert [line["settled"] for line in out if "settled" in line] == [f"{number}" for number in range(count)]
        assert [line["seq"] for line in out] == list(range(len(out))) and reader.wait(20) == 0
        idle.communicate(timeout=20)
        assert idle.returncode == 0
    finally:
        for process in (reader, idle):
            process.kill()
            process.wait()
        terminal.close()
    assert telex.run("unread", "--store", telex.store)[1] == f"{count}\n"
    return spent
