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

# How long a program may take for all that it does, in seconds.
PATIENCE = 300
# How much of a pipe is read at a time, and how much of what was read is looked through for the end.
CHUNK, TAIL = 65_536, 4_096

Reading = collections.namedtuple("Reading", "data time")


class Failed(Exception):
    """A program has not done what it was to do."""


def environment(home, **variables):
    """What a program gets to see: a home of its own, and nothing of ours."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", **variables}


class Output:
    """What a process writes; the process is ended by force if it takes too long."""

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
        """Waits for more; returns it with the time, which is nothing at the end."""
        try:
            data = os.read(self.output, CHUNK)
        except OSError:
            # A terminal is closed on the other side.
            data = b""
        self.total += len(data)
        return Reading(data, time.perf_counter_ns())

    def read_until(self, end):
        """Reads until there is a text close to the end of what was written last; returns when that was."""
        while True:
            data, now = self.read()
            if not data:
                self.fail(f"did not say {end.decode()}")
            self.tail = data[-TAIL:] if len(data) >= TAIL else (self.tail + data)[-TAIL:]
            if end in self.tail:
                return now

    def read_line(self, holding):
        """Reads until there is a line with a text in it; returns it, and when it was there in full."""
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
        """Forgets what has been written by now."""
        while select.select([self.output], [], [], 0)[0] and self.read().data:
            pass
        self.tail = b""

    def read_quiet(self, seconds):
        """Reads until nothing more has come for some time; returns when the last came."""
        last = None
        while last is None or select.select([self.output], [], [], seconds)[0]:
            data, now = self.read()
            if not data:
                self.fail("ended")
            last = now
        return last

    def fail(self, what):
        why = f", and was ended after {self.patience} s" if self.is_late else ""
        raise Failed(f"{self.name} {what}{why}. {self.complaints()}".strip())

    def complaints(self):
        return ""


class Piped(Output):
    """A program with pipes to its standard input and from its standard output."""

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
        """The last that it said of itself."""
        return (self.folder / "log").read_text(errors="replace")[-400:]

    def write(self, data):
        """Writes all of it."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self.process.stdin.fileno(), view[:CHUNK]):]
        except BrokenPipeError:
            # The one who reads finds the end, and says so.
            pass

    def ask(self, line, end):
        """Writes a line; returns how long it took until the end of the answer was there, in nanoseconds."""
        self.discard()
        start = time.perf_counter_ns()
        self.write(line)
        return self.read_until(end) - start

    def stream(self, data, end=None):
        """Writes all of it while it reads to an end, or to that of the output; returns how long it took."""
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
        """Reads to the end of the output; returns when that was."""
        while True:
            data, now = self.read()
            if not data:
                return now

    def finish(self):
        """Ends the input, and waits for a good end."""
        self.process.stdin.close()
        self.read_all()
        if (code := self.process.wait()) != 0:
            self.fail(f"has ended with {code}")


class OnTerminal(Output):
    """A program on a terminal of 80 columns and 24 rows."""

    def __init__(self, arguments, home):
        self.keys, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        name = os.ttyname(slave)
        start = time.perf_counter_ns()
        # The first terminal that the leader of a session opens is the one that controls it.
        pid = os.posix_spawn(
            arguments[0], arguments, environment(home, TERM="xterm"), setsid=True, setsigdef=[signal.SIGPIPE],
            file_actions=[(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0),
                          (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)])
        os.close(slave)
        super().__init__(os.path.basename(arguments[0]), pid, self.keys)
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
