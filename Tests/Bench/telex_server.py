"""telex-server, as the benchmarks run it."""

import os
import re
import select
import sqlite3
import subprocess

from program import ROOT, Program

SERVER = os.path.abspath(os.environ.get("TELEX_SERVER") or ROOT / ".build/dist/telex-server")
# Limits high enough that no measured request is refused. Synapse has similar limits here.
OPTIONS = ["--rate", "1000000", "--user-channels", "20000", "--connections", "20000"]


class TelexServer(Program):
    """Runs telex-server with its store in a folder."""

    def __init__(self, folder):
        super().__init__(folder)
        self.store = self.folder / "server.sqlite"

    def start(self):
        """Starts it on a free port, or on the previous port after the first start."""
        self.run([SERVER, "run", "--listen", f"127.0.0.1:{self.port}", "--store", self.store, *OPTIONS],
                 stdout=subprocess.PIPE)
        ready = select.select([self.process.stdout], [], [], 20)[0]
        line = self.process.stdout.readline().decode() if ready else ""
        match = re.fullmatch(r"listening on http://127\.0\.0\.1:(\d+)\n", line)
        if not match:
            self.stop()
        assert match, f"{line!r}\n{self.log()}"
        self.port = int(match[1])
        return self

    def register(self, name):
        """Creates an account; returns a token."""
        invitation = subprocess.check_output(
            [SERVER, "user", "add", name, "--store", self.store], env=self.environment, text=True, timeout=60).strip()
        return self.request("POST", "/v1/login", {"invitation": invitation})["token"]

    def chat(self, token, other):
        """Creates a chat with somebody; returns its id."""
        return self.request("POST", "/v1/chats", {"recipient": other}, token)["chatId"]

    def copy(self, folder):
        """Returns another server with a copy of this one's store. This one must not be running."""
        other = TelexServer(folder)
        source, target = sqlite3.connect(self.store), sqlite3.connect(other.store)
        source.backup(target)
        source.close()
        target.close()
        return other


def version():
    return subprocess.check_output([SERVER, "--version"], text=True, timeout=60).strip()
