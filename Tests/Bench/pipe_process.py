"""Programs as processes, through pipes or on a terminal, timed by a monotonic clock."""

import collections
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import threading
import time

# Timeout for everything that a program does, in seconds.
PATIENCE = 300
# How much is read from a pipe at a time, and how much of the latest output is searched for the end.
CHUNK, TAIL = 65_536, 4_096

Reading = collections.namedtuple("Reading", "data time")


class Failed(Exception):
    """A program did not do what was expected."""


def environment(home, **variables):
    """Returns the environment of a program: its own home, and none of our settings."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", **variables}


class Output:
    """The output of a process. The process is killed if it takes too long."""

    def __init__(self, name, pid, output, patience=PATIENCE):
        self.name, self.pid, self.output, self.patience = name, pid, output, patience
        self.started = time.perf_counter_ns()
        self.total, self.tail, self.buffer = 0, b"", bytearray()
        self.is_late = False
        self.watchdog = threading.Timer(patience, self._give_up)
        self.watchdog.daemon = True

    def _give_up(self):
        self.is_late = True
        os.kill(self.pid, signal.SIGKILL)

    def read(self):
        """Waits for more output; returns it with the time, or nothing at the end."""
        try:
            data = os.read(self.output, CHUNK)
        except OSError:
            # Reading from a terminal fails once the other side is closed.
            data = b""
        self.total += len(data)
        return Reading(data, time.perf_counter_ns())

    def read_until(self, end):
        """Reads until the text appears near the end of the latest output; returns when it did."""
        while True:
            data, now = self.read()
            if not data:
                self.fail(f"did not say {end.decode()}")
            self.tail = data[-TAIL:] if len(data) >= TAIL else (self.tail + data)[-TAIL:]
            if end in self.tail:
                return now

    def read_line(self, holding):
        """Reads until a line contains the text; returns the line, and when it was complete."""
        start, now = 0, time.perf_counter_ns()
        while True:
            place = self.buffer.find(holding, start)
            end = self.buffer.find(b"\n", place) if place >= 0 else -1
            if end >= 0:
                line = bytes(self.buffer[self.buffer.rfind(b"\n", 0, place) + 1:end])
                del self.buffer[:end + 1]
                return Reading(line, now)
            start = place if place >= 0 else max(0, len(self.buffer) - len(holding))
            data, now = self.read()
            if not data:
                self.fail(f"did not say {holding.decode()}")
            self.buffer += data

    def discard(self):
        """Discards the output so far."""
        while select.select([self.output], [], [], 0)[0] and self.read().data:
            pass
        self.tail = b""

    def read_quiet(self, seconds):
        """Reads until nothing has arrived for that many seconds; returns when the last output arrived."""
        last = None
        while last is None or select.select([self.output], [], [], seconds)[0]:
            data, now = self.read()
            if not data:
                self.fail("ended")
            last = now
        return last

    def read_for(self, seconds):
        """Reads what arrives in that many seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and select.select([self.output], [], [], left)[0]:
            self.read()

    def fail(self, what):
        why = f", and was ended after {self.patience} s" if self.is_late else ""
        raise Failed(f"{self.name} {what}{why}. {self.complaints()}".strip())

    def complaints(self):
        return ""


class Piped(Output):
    """A program with pipes to its standard input and output."""

    def __init__(self, arguments, folder, variables=None, patience=PATIENCE):
        self.folder = folder
        home = folder / "home"
        home.mkdir(exist_ok=True)
        surroundings = environment(home, **(variables or {}))
        start = time.perf_counter_ns()
        with open(folder / "log", "ab") as log:
            self.process = subprocess.Popen(arguments, cwd=folder, env=surroundings, bufsize=0, stderr=log,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        super().__init__(os.path.basename(arguments[0]), self.process.pid, self.process.stdout.fileno(),
                         patience)
        self.started = start
        self.watchdog.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.watchdog.cancel()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for end in (self.process.stdin, self.process.stdout):
            end.close()

    def complaints(self):
        """Returns the end of its standard error."""
        return (self.folder / "log").read_text(errors="replace")[-400:]

    def write(self, data):
        """Writes all of it."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self.process.stdin.fileno(), view[:CHUNK]):]
        except BrokenPipeError:
            # The reader finds the end of the output, and reports the failure.
            pass

    def ask(self, line, end):
        """Writes a line; returns the time until the end of the answer arrived, in nanoseconds."""
        self.discard()
        start = time.perf_counter_ns()
        self.write(line)
        return self.read_until(end) - start

    def stream(self, data, end=None):
        """Writes `data` while reading until `end` or the end of the output; returns how long it took."""
        def feed():
            self.write(data)
            if end is None:
                self.process.stdin.close()

        writer = threading.Thread(target=feed, daemon=True)
        start = time.perf_counter_ns()
        writer.start()
        if end is None:
            finish = self.read_all()
        else:
            finish = self.read_until(end)
        writer.join()
        return finish - start

    def read_all(self):
        """Reads to the end of the output; returns when it ended."""
        while True:
            data, now = self.read()
            if not data:
                return now

    def finish(self):
        """Closes the input, and expects a successful exit."""
        self.process.stdin.close()
        self.read_all()
        if (code := self.process.wait()) != 0:
            self.fail(f"has ended with {code}")


class OnTerminal(Output):
    """A program on a terminal with 80 columns and 24 rows."""

    def __init__(self, arguments, home, variables=None, patience=PATIENCE):
        self.keys, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        name = os.ttyname(slave)
        start = time.perf_counter_ns()
        # The first terminal that a session leader opens becomes its controlling terminal.
        surroundings = environment(home, TERM="xterm", **(variables or {}))
        pid = os.posix_spawnp(
            arguments[0], arguments, surroundings, setsid=True, setsigdef=[signal.SIGPIPE],
            file_actions=[(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0),
                          (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)])
        os.close(slave)
        super().__init__(os.path.basename(arguments[0]), pid, self.keys, patience)
        self.started = start
        self.watchdog.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.watchdog.cancel()
        deadline = time.monotonic() + 5
        os.kill(self.pid, signal.SIGTERM)
        while not self._has_ended():
            if select.select([self.output], [], [], 0.01)[0]:
                self.read()
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
        os.close(self.keys)

    def _has_ended(self):
        return os.waitpid(self.pid, os.WNOHANG)[0] == self.pid

    def type(self, key):
        """Presses a key."""
        os.write(self.keys, key)
