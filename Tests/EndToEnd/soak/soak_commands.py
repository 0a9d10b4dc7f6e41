"""Runs commands of telex-server by odd names, as another user, on full disks and under wrong clocks, while the server runs or not.
Each ends with one of its exit codes, and with a sentence if it fails. Nothing that was confirmed is lost. Needs root.

    Scripts/soak commands [--runs N] [--seed N]
"""

import collections
import contextlib
import os
import pathlib
import random
import re
import sqlite3
import tempfile

from amounts import options
from disk import Disk
from server import CHAT, TelexServer, couple

CODES = {0, 1, 64, 65, 67, 69, 73, 74, 75}
DAY = 86_400


class Commands:
    def __init__(self, folder, seed):
        self.chance, self.folder = random.Random(seed), folder
        folder.chmod(0o711)
        self.server = TelexServer(folder / "server", "--rate", "100000", "--retain-days", "20")
        self.real, self.sent, self.made, self.ends = self.server.store, 0, 0, collections.Counter()
        self.users = {"ada", "bob", "echo", "eliza"}

    def run(self, runs):
        with self.server as server:
            self.ada, _ = couple(server)
            file = "f" * 32
            assert self.ada.request("PUT", f"/v1/files/{file}", bytes(300_000)).status == 200
            message = {"transactionId": "file", "text": "", "file": {"fileId": file, "name": "a", "mediaType": "a/b"}}
            assert self.ada.request("POST", f"/v1/chats/{CHAT}/messages", message).status == 201
            self.sent += 1
            (self.folder / "sound").mkdir()
            assert server.command("backup", self.folder / "sound/copy")[0] == 0
            for _ in range(runs):
                self.post()
                if self.chance.random() < 0.4:
                    server.kill()
                place = self.chance.choice(
                    [self.plain, self.link, self.hard_link, self.mounted, self.other_user, self.full, self.clock])
                try:
                    place()
                finally:
                    server.store, server.prefix = self.real, ()
                self.check(place.__name__)
        print(*(f"{name} {code}: {count}" for (name, code), count in sorted(self.ends.items())), sep="\n")

    def post(self):
        for _ in range(self.chance.randrange(1, 5)):
            assert self.ada.post(CHAT, "x", f"m{self.sent}").status == 201
            self.sent += 1

    def check(self, place):
        """All is there, and belongs to its owner, whether the server has to start for it or not."""
        server = self.server
        if not server.process:
            server.store = self.chance.choice([self.real, self.link_to_it()])
            server.start()
            server.store = self.real
        with contextlib.closing(sqlite3.connect(self.real)) as store:
            assert store.execute("SELECT count(*) FROM message").fetchone()[0] == self.sent, place
        assert len(self.ada.history(CHAT)) == self.sent, place
        assert self.ada.request("GET", "/v1/files/" + "f" * 32).status == 200, place
        assert {line.split("\t")[0] for line in server.command("user", "list")[1].splitlines()} == self.users, place
        bad = [line for line in server.command("doctor")[1].splitlines() if line[0] == "!" and "MiB free" not in line]
        assert not bad, (place, bad)
        owners = {path.stat().st_uid for path in (self.folder / "server").rglob("*")}
        assert owners == {os.geteuid()}, (place, owners)
        left = list(self.folder.rglob(".telex-server-copy-*"))
        assert not left, (place, left)

    def command(self, *arguments):
        done = self.server.command(*arguments)
        self.ends[arguments[0], done[0]] += 1
        assert done[0] in CODES, (arguments, done)
        if done[0] not in (0, 1):
            assert re.fullmatch(r"telex-server: .*\n", done[2]) and "Error" not in done[2], (arguments, done)
        return done[0]

    def several(self):
        for _ in range(4):
            name, copy = f"user{self.made}", self.folder / f"copy{self.made}"
            self.made += 1
            extra = sorted(user for user in self.users if user.startswith("user"))
            kind = self.chance.choice(["add", "remove", "invite", "list", "backup", "restore", "doctor"])
            if kind == "backup":
                if self.command("backup", copy) == 0:
                    with contextlib.closing(sqlite3.connect(copy)) as store:
                        assert store.execute("SELECT count(*) FROM message").fetchone()[0] == self.sent
                else:
                    assert not copy.exists() and not copy.with_name(copy.name + ".files").exists()
            elif kind == "restore":
                assert not self.server.process or self.command("restore", self.folder / "sound/copy") == 69
            elif kind == "add":
                if self.command("user", "add", name) == 0:
                    self.users.add(name)
            elif kind == "remove":
                if extra and self.command("user", "remove", extra[0], "--for-good") == 0:
                    self.users.remove(extra[0])
            elif kind == "doctor":
                self.command("doctor")
            else:
                self.command("user", *([kind, "bob"] if kind == "invite" else [kind]))

    def plain(self):
        self.several()

    def link_to_it(self):
        link = self.folder / "link.sqlite"
        link.unlink(missing_ok=True)
        link.symlink_to(self.real)
        return link

    def link(self):
        self.server.store = self.link_to_it()
        self.several()

    def refused(self, *codes):
        """Runs commands that must end with one of these codes."""
        for arguments in (["user", "list"], ["user", "add", "nobody"], ["backup", self.folder / "none"],
                          ["restore", self.folder / "sound/copy"]):
            code = self.command(*arguments)
            assert code in codes, (arguments, code)

    def hard_link(self):
        other = self.folder / "other.sqlite"
        other.hardlink_to(self.real)
        try:
            self.server.store = other
            self.refused(69)
        finally:
            other.unlink()

    def mounted(self):
        place = self.folder / "place.sqlite"
        place.touch()
        self.server.store = place
        self.server.prefix = ("unshare", "-m", "sh", "-c", 'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh",
                              self.real, place)
        self.refused(69)
        assert self.command("doctor") == 1

    def other_user(self):
        self.server.prefix = ("setpriv", "--reuid=1234", "--regid=1234", "--clear-groups")
        self.refused(73)
        assert self.command("doctor") == 1

    def full(self):
        """The copy goes to a full disk, or the store that a backup is restored to is there."""
        disk = Disk(self.folder / f"disk{self.made}", "4m")
        self.made += 1
        try:
            disk.fill(self.chance.choice([0, 100_000, 600_000, 1_200_000, 3_000_000]))
            self.server.prefix = disk.prefix
            self.command("backup", disk.folder / "copy")
            names = {path.name for path in disk.seen.iterdir()} - {"filler"}
            assert names in ({"copy", "copy.files"}, set()), names
            self.server.store = disk.folder / "server.sqlite"
            if self.command("restore", self.folder / "sound/copy") != 0:
                names = {path.name for path in disk.seen.iterdir()} - {"filler", "copy", "copy.files"}
                assert names <= {"server.sqlite.lock"}, names
        finally:
            disk.close()

    def clock(self):
        """What has a date moves, rather than the clock."""
        server = self.server
        if server.process:
            server.kill()
        days = self.chance.choice([400, 45, -45, -400])
        self.move(-days)
        for _ in range(2):
            server.start()
            self.post()
            server.stop()
        self.move(days)

    def move(self, days):
        for table, column, unit in (("clock", "reached", 1), ("token", "used", 1), ("message", "date", 1000)):
            self.server.sql(f"UPDATE {table} SET {column} = {column} + ?", days * DAY * unit)


def main():
    given = options(__doc__, runs=100, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        Commands(pathlib.Path(folder), given.seed).run(given.runs)


main()
