"""The program, folders for its files, and functions that run it."""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TELEX = os.environ.get("TELEX", str(ROOT / ".build/debug/telex"))

# How long a test waits for something that always comes, in seconds. A busy machine never takes that long.
PATIENCE = 120

# Programs inherit ignored and blocked signals, for example from nohup or a background job. Python ignores two for itself.
signal.pthread_sigmask(signal.SIG_SETMASK, ())
for number in signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ}:
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

# Programs that end by a signal leave no core files.
resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def noon():
    """Returns a time zone without summer time in which it is about noon, so that no day ends during a test."""
    hours = 12 - time.gmtime().tm_hour
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"


class Telex:
    """Runs telex with its own home."""

    def __init__(self, home):
        self.home = home
        self.store, self.running = home / "chats.sqlite", []
        # A command that starts the program, to change its surroundings.
        self.prefix = ()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "LC_ALL": "C",
            "TZ": noon(), "TMPDIR": str(home),
        }

    def close(self):
        """Ends its pipes and terminals."""
        for each in self.running:
            each.close()

    def start(self, *arguments, **options):
        options.setdefault("env", self.environment)
        options.setdefault("stderr", subprocess.PIPE)
        command = [*self.prefix, TELEX, *map(str, arguments)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)

    def run(self, *arguments, lines=(), text=None, **options):
        """Runs telex to the end; returns exit code, output and error output."""
        data = text if text is not None else "".join(as_text(line) + "\n" for line in lines)
        process = self.start(*arguments, **options)
        try:
            out, err = process.communicate(data if isinstance(data, bytes) else data.encode())
        except BaseException:
            # The report of a test that hangs shows what the program has printed.
            process.kill()
            print(*process.communicate(), sep="\n")
            raise
        return process.returncode, out.decode(), (err or b"").decode()

    def pipe(self, *arguments, lines=()):
        """Runs a pipe with a virtual clock; returns the output lines."""
        code, out, err = self.run("pipe", "--clock", "virtual", *arguments, lines=lines)
        assert code == 0, err
        return [json.loads(line) for line in out.strip("\n").split("\n")]


def memory(process, kind="VmRSS"):
    """Returns the process's resident memory in MiB: now, or at most (VmHWM)."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"{kind}:\s+(\d+)", status)[1]) / 1024


def as_text(line):
    return line if isinstance(line, str) else json.dumps(line)


def received(chat, message, text="hello"):
    return {"event": "message.received", "chatId": chat, "messageId": message, "senderId": chat, "text": text}


def last_model(lines, view):
    """Returns the view's last model."""
    return [line["model"] for line in lines if line.get("view") == view and "model" in line][-1]
