"""The chat server stops when its terminal closes, unless it was started to run without one."""

import fcntl
import os
import re
import select
import signal
import socket
import subprocess
import termios

import pytest

from posts import posted
from telex_program import PATIENCE
from server import SERVER, TelexServer, channels, couple, wait_until


class Window:
    """A terminal that runs a server."""

    def __init__(self, folder, *prefix, controls=True):
        """`controls`: whether it is the controlling terminal, whose closing sends SIGHUP."""
        self.server = TelexServer(folder)
        self.master, slave = os.openpty()
        self.process = subprocess.Popen(
            [*prefix, SERVER, "run", "--listen", "127.0.0.1:0", "--store", self.server.store, "--log", "debug"],
            env=self.server.environment, cwd=folder, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controls else None)
        os.close(slave)

    def listen(self, shown):
        """Waits until the server prints its port."""
        match = wait_until(lambda: re.search(rb"listening on http://127\.0\.0\.1:(\d+)", shown()))
        self.server.port = int(match[1])
        return self.server

    def read(self):
        self.output = getattr(self, "output", b"")
        if select.select([self.master], [], [], 0)[0]:
            self.output += os.read(self.master, 4096)
        return self.output

    def close(self):
        os.close(self.master)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0


@pytest.fixture
def window(tmp_path):
    windows = []

    def open(*prefix, **options):
        windows.append(Window(tmp_path, *prefix, **options))
        return windows[-1]

    yield open
    for window in windows:
        window.process.kill()
        window.process.wait()


def is_served(server):
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", server.port)) == 0


# With a shell in between, the shell gets the signal first, and the server when the shell exits.
@pytest.mark.parametrize("prefix", [(), ("sh", "-c", '"$@"; exit', "sh")], ids=["alone", "in a shell"])
def test_stops_cleanly_when_its_terminal_closes(window, prefix):
    window = window(*prefix)
    server = window.listen(window.read)
    ada, _ = couple(server)
    push, live = channels(ada)
    window.close()
    push.ended()
    assert live.ended() == 1001
    assert window.process.wait(PATIENCE) == (-signal.SIGHUP if prefix else 0)
    wait_until(lambda: {path.name for path in server.folder.glob("server.sqlite*")}
               == {"server.sqlite", "server.sqlite.lock"})
    assert not is_served(server)


def test_keeps_running_under_nohup_when_its_terminal_closes(window, tmp_path):
    output = tmp_path / "output"
    output.touch()
    window = window("sh", "-c", 'exec nohup "$@" >output 2>&1', "sh")
    server = window.listen(output.read_bytes)
    ada, _ = couple(server)
    window.close()
    wait_until(lambda: b"nothing to reload" in output.read_bytes())
    posted(ada, 10)
    window.process.send_signal(signal.SIGHUP)
    wait_until(lambda: output.read_bytes().count(b"nothing to reload") == 2)
    posted(ada, 10, start=11)
    window.stop()


def test_keeps_running_when_its_output_cannot_be_written(window):
    window = window(controls=False)
    server = window.listen(window.read)
    ada, _ = couple(server)
    window.close()
    posted(ada, 10)
    window.process.send_signal(signal.SIGHUP)
    posted(ada, 10, start=11)
    window.stop()
