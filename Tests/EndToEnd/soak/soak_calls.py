"""Kills commands of telex-server at each system call that changes a file, and has each of these calls fail. Nothing is lost, and
the next command works. Needs strace.

    Scripts/soak calls [--step N]       one of N frequent calls
"""

import collections
import contextlib
import hashlib
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from amounts import options
from server import CHAT, SERVER, TelexServer, couple
from telex_program import PATIENCE

CALLS = ("write", "pwrite64", "pwritev", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "mkdir",
         "mkdirat", "ftruncate", "fsync", "fdatasync", "fchmod", "fchmodat", "chmod", "fchown", "fchownat", "sendfile",
         "copy_file_range", "symlink", "rmdir")
FILE = "f" * 32
# The names of contents: of the one of a message, and of another one.
KNOWN, UNKNOWN = (hashlib.sha256(name.encode()).hexdigest() for name in (FILE, "another"))
CODES = {0, 1, 64, 65, 67, 69, 73, 74, 75}


def count(path):
    """How many messages a file has; `None` if there is none."""
    if not path.exists():
        return None
    with contextlib.closing(sqlite3.connect(path)) as store:
        return store.execute("SELECT count(*) FROM message").fetchone()[0]


class Place:
    """A copy of a server that was killed, with a backup of before, and a content that no row names."""

    def __init__(self, base, folder):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(base, folder)
        self.folder = folder
        self.server = TelexServer(folder / "server")
        self.store, self.files = self.server.store, folder / "server/server.sqlite.files"

    def traced(self, tracing, *arguments):
        """Runs a command under strace; returns its code and what it said. A server is stopped once it listens."""
        process = subprocess.Popen(
            ["strace", "-f", "-qq", "--seccomp-bpf", *tracing, SERVER, *map(str, arguments)], text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.server.environment)
        if arguments[0] == "run" and process.stdout.readline():
            subprocess.run(["pkill", "-TERM", "-P", str(process.pid)], check=False)
        try:
            _, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        return process.returncode, errors


class Kind:
    def __init__(self, name, *arguments):
        self.name, self.arguments = name, arguments

    def command(self, place):
        return [*self.arguments, "--store", place.store]

    def check(self, place, code, sent):
        """What must be so after it was interrupted: the messages are there, and the command can be repeated."""
        assert count(place.store) == sent, "messages are missing"


class Backup(Kind):
    def command(self, place):
        return ["backup", place.folder / "copy", "--store", place.store]

    def check(self, place, code, sent):
        super().check(place, code, sent)
        copy = place.folder / "copy"
        if code == 0:
            contents = {path.name for path in (place.folder / "copy.files").rglob("*")}
            assert count(copy) == sent and KNOWN in contents, f"the backup is not whole: {contents}"
        assert place.server.command("backup", place.folder / "again")[0] == 0
        assert count(place.folder / "again") == sent
        assert not list(place.folder.glob(".telex-server-copy-*")), "a copy is left"


class Restore(Kind):
    def command(self, place):
        return ["restore", place.folder / "sound", "--store", place.store]

    def check(self, place, code, sent):
        found = {count(path) for path in place.store.parent.glob("server.sqlite*")
                 if re.fullmatch(r"server\.sqlite(\.replaced.*)?", path.name) and not path.is_dir()
                 and not path.name.endswith((".files", ".lock", "-wal", "-shm", ".aside"))}
        assert sent in found, f"the replaced one is gone: {found}"
        assert code != 0 or count(place.store) == 1, "the backup was not restored"
        if code != 0:
            assert place.server.command("restore", place.folder / "sound")[0] == 0
        assert count(place.store) == 1


class Removal(Kind):
    def check(self, place, code, sent):
        done = place.server.command(*self.arguments)
        assert done[0] in (0, 67), done
        assert place.server.command("user", "list")[1].count("bob") == 0


class Run(Kind):
    def command(self, place):
        return ["run", "--listen", "127.0.0.1:0", "--store", place.store]

    def check(self, place, code, sent):
        super().check(place, code, sent)
        aside = pathlib.Path(str(place.files) + ".aside")
        with place.server:
            pass
        names = [path.name for folder in (place.files, aside) if folder.exists() for path in folder.rglob("*")]
        assert any(name.startswith(UNKNOWN) for name in names), "a content is gone"
        assert KNOWN in names, "the content of a message is gone"


KINDS = [Backup("backup"), Restore("restore"), Removal("user remove", "user", "remove", "bob", "--for-good"), Run("run")]


def make(folder):
    """Makes the server; returns the number of its messages."""
    server = TelexServer(folder / "server")
    with server:
        ada, _ = couple(server)
        assert ada.request("PUT", f"/v1/files/{FILE}", bytes(100_000)).status == 200
        file = {"fileId": FILE, "name": "a", "mediaType": "a/b"}
        message = {"transactionId": "file", "text": "", "file": file}
        assert ada.request("POST", f"/v1/chats/{CHAT}/messages", message).status == 201
        assert server.command("backup", folder / "sound")[0] == 0
        for number in range(4):
            assert ada.post(CHAT, "x", f"m{number}").status == 201
        server.kill()
    files = folder / "server/server.sqlite.files"
    content = next(path for path in files.rglob("*") if path.is_file())
    shutil.copy(content, content.with_name(UNKNOWN))
    return 5


def main():
    step = options(__doc__, step=1).step
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "base").mkdir()
        sent = make(folder / "base")
        for kind in KINDS:
            place = Place(folder / "base", folder / "place")
            trace = folder / "trace"
            all_calls = ",".join(f"?{call}" for call in CALLS)
            code, said = place.traced(["-o", trace, "-e", f"trace={all_calls}"], *kind.command(place))
            assert code in (0, -signal.SIGTERM, 143), (kind.name, code, said)
            counts = collections.Counter(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE))
            tried = 0
            for call, most in sorted(counts.items()):
                for number in range(1, most + 1):
                    if most > 5 and number % step:
                        continue
                    # Event loops are woken by writes, which do not fail.
                    errors = () if (kind.name, call) == ("run", "write") else ("error=ENOSPC", "error=EIO")
                    for fault in ("signal=KILL", *errors):
                        place = Place(folder / "base", folder / "place")
                        tracing = ["-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{fault}:when={number}"]
                        code, said = place.traced(tracing, *kind.command(place))
                        tried += 1
                        where = (kind.name, call, number, fault, code, said)
                        assert fault == "signal=KILL" or code in CODES | {-signal.SIGTERM, 143}, where
                        try:
                            kind.check(place, code, sent)
                        except AssertionError as error:
                            raise AssertionError(where) from error
            print(f"{kind.name}: {tried} faults at {sum(counts.values())} calls of {len(counts)} kinds", flush=True)


main()
