"""A first start, of telex or of telex-server, or a login may be killed at any system call that changes a file: the next command still works."""

import collections
import re
import shutil
import subprocess

import pytest

from amounts import amount
from telex_program import TELEX
from server import SERVER, TelexServer
from server_store import faults

CHANGES = """mkdir mkdirat chmod fchmod fchmodat fchown fchownat write pwrite64 ftruncate fdatasync fsync unlink unlinkat
             rename renameat renameat2 link linkat""".split()
# Try one in this many calls. A long run tries all.
STEP = amount(8, 1)

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace runs on Linux only")


def traced(telex, tracing, *arguments, text="", program=TELEX):
    """Runs telex or another program under strace; returns its exit code."""
    return subprocess.run(
        ["strace", "-f", "-qq", "--seccomp-bpf", *tracing, program, *map(str, arguments)], input=text.encode(),
        capture_output=True, env=telex.environment).returncode


def changes(telex, *arguments, **options):
    """Counts the file-changing system calls of each kind. Which kinds there are depends on the processor."""
    trace = telex.home / "trace"
    assert traced(telex, ["-o", trace, "-e", "trace=" + ",".join(f"?{call}" for call in CHANGES)], *arguments, **options) == 0
    return collections.Counter(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE))


def kills(counts):
    """Returns where to kill: the kind of call, and its number."""
    places = [(call, number) for call, count in sorted(counts.items()) for number in range(1, count + 1)]
    # Always try rare calls: they create and remove files.
    return [place for index, place in enumerate(places) if index % STEP == 0 or counts[place[0]] <= STEP]


def kill(telex, place, *arguments, **options):
    call, number = place
    tracing = ["-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    return traced(telex, tracing, *arguments, **options)


def assert_well(telex, place):
    """Runs read-only commands after the kill, then a normal start."""
    for command in (["unread"], ["export"], ["doctor"], ["pipe"]):
        code, out, err = telex.run(*command)
        # The store may not exist yet.
        assert code == 0 or (command == ["export"] and code == 66), (place, command, out, err)


def test_every_command_works_after_a_first_start_killed_at_any_call(devices):
    counts = changes(devices("whole"), "pipe")
    assert counts["unlink"] + counts["unlinkat"] >= 3 and counts["pwrite64"] > 10, counts
    for place in kills(counts):
        device = devices("-".join(map(str, place)))
        kill(device, place, "pipe")
        assert_well(device, place)


def test_login_works_after_a_login_killed_at_any_call(tmp_path, devices):
    with TelexServer(tmp_path / "server") as server:
        first = server.user("ada")
        login = ("login", server.url)
        counts = changes(devices("whole"), *login, text=first + "\n")
        for place in kills(counts):
            device = devices("-".join(map(str, place)))
            kill(device, place, *login, text=server.invite("ada") + "\n")
            code, out, err = device.run("doctor")
            assert code in (0, 1), (place, out, err)
            code, out, err = device.run(*login, text=server.invite("ada") + "\n")
            assert code == 0 and "logged in as" in err, (place, out, err)
            code, out, err = device.run("pipe")
            assert code == 0, (place, out, err)


def test_server_works_after_a_first_start_killed_at_any_call(tmp_path, devices):
    def add(server):
        return "user", "add", "ada", "--store", server.store

    telex = devices("telex")
    counts = changes(telex, *add(TelexServer(tmp_path / "whole")), program=SERVER)
    assert counts["unlink"] + counts["unlinkat"] >= 1 and counts["pwrite64"] > 10, counts
    for place in kills(counts):
        server = TelexServer(tmp_path / "-".join(map(str, place)))
        kill(telex, place, *add(server), program=SERVER)
        # The file may not exist yet.
        assert (faults(server) == []) == server.store.exists(), place
        with server:
            assert server.request("GET", "/v1/health").status == 200, place
