"""A first start, or a login, that is killed at any system call that changes a file: whatever comes next works."""

import re
import shutil
import subprocess

import pytest

from amounts import amount
from conftest import TELEX
from server import TelexServer

CHANGES = "mkdir,chmod,fchmod,fchown,write,pwrite64,ftruncate,fdatasync,fsync,unlink,rename,renameat2,linkat,link"
# Every so many of the calls are tried; all of them in a long run.
STEP = amount(8, 1)

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace runs on Linux only")


def traced(telex, tracing, *arguments, text=""):
    """Runs telex under strace; returns its exit code."""
    return subprocess.run(
        ["strace", "-f", "-qq", "--seccomp-bpf", *tracing, TELEX, *map(str, arguments)], input=text.encode(),
        capture_output=True, env=telex.environment, timeout=60).returncode


def changes(telex, *arguments, text=""):
    """How many calls that change files it makes of each kind."""
    trace = telex.home / "trace"
    assert traced(telex, ["-o", trace, "-e", f"trace={CHANGES}"], *arguments, text=text) == 0
    counts = {}
    for call in re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE):
        counts[call] = counts.get(call, 0) + 1
    return counts


def kills(counts):
    """Where to kill: the kind of call, and which of them."""
    places = [(call, number) for call, count in sorted(counts.items()) for number in range(1, count + 1)]
    # What is rare is tried each time: it is where things come and go.
    return [place for index, place in enumerate(places) if index % STEP == 0 or counts[place[0]] <= STEP]


def kill(telex, place, *arguments, text=""):
    call, number = place
    tracing = ["-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    return traced(telex, tracing, *arguments, text=text)


def assert_well(telex, place):
    """Whoever comes first after the kill: those who only look, then a start."""
    for command in (["unread"], ["export"], ["doctor"], ["pipe"], ["unread"]):
        code, out, err = telex.run(*command)
        # There may be no store yet to export.
        assert code == 0 or (command == ["export"] and code == 66), (place, command, out, err)


def test_after_a_first_start_that_was_killed_anywhere_every_command_works(devices):
    counts = changes(devices("whole"), "pipe")
    assert counts["unlink"] >= 3 and counts["pwrite64"] > 10, counts
    for place in kills(counts):
        device = devices("-".join(map(str, place)))
        kill(device, place, "pipe")
        assert_well(device, place)


def test_after_a_login_that_was_killed_anywhere_one_can_log_in(tmp_path, devices):
    with TelexServer(tmp_path / "server") as server:
        first = server.user("ada")
        login = ("login", server.url)
        counts = changes(devices("whole"), *login, text=first + "\n")
        for place in kills(counts):
            device = devices("-".join(map(str, place)))
            kill(device, place, *login, text=server.invite("ada") + "\n")
            for command in (["unread"], ["doctor"]):
                code, out, err = device.run(*command)
                assert code in (0, 1), (place, command, out, err)
            code, out, err = device.run(*login, text=server.invite("ada") + "\n")
            assert code == 0 and "logged in as" in err, (place, out, err)
            code, out, err = device.run("pipe")
            assert code == 0, (place, out, err)
