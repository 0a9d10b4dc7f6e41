"""A disk of a few megabytes that can be full or read-only."""

import os
import pathlib
import subprocess

import pytest

# A prefix that makes root subject to file permissions, like other users.
LIKE_OTHERS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()


class Disk:
    """A small disk. Only processes started with `prefix` see it at `folder`; this process sees it at `seen`."""

    def __init__(self, folder, size="8m"):
        folder.mkdir()
        self.folder = folder
        script = f'mount -t tmpfs -o size={size},mode=700 none "$1" && echo mounted && exec cat'
        reasons = []
        for options, enter in ((["-r"], ["-U", "--preserve-credentials"]), ([], [])):
            try:
                self.keeper = subprocess.Popen(["unshare", "-m", *options, "sh", "-c", script, "sh", folder],
                                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            except OSError as error:
                reasons.append(str(error))
                continue
            if self.keeper.stdout.readline() == b"mounted\n":
                break
            reasons.append(self.keeper.communicate()[1].decode().strip())
        else:
            pytest.fail(f"A small disk is needed, and cannot be made: {'; '.join(reasons)}. Run this as root, or allow "
                        "user namespaces (unshare -rm).")
        self.prefix = ["nsenter", *enter, "-m", "-t", str(self.keeper.pid), "--"]
        self.seen = pathlib.Path(f"/proc/{self.keeper.pid}/root{folder}")

    def fill(self, room=0):
        """Fills the disk, leaving `room` bytes free."""
        (self.seen / "filler").unlink(missing_ok=True)
        with open(self.seen / "filler", "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                file.truncate(max(0, file.tell() - room))

    def make_room(self):
        (self.seen / "filler").unlink()

    def make_read_only(self):
        subprocess.run([*self.prefix, "mount", "-o", "remount,bind,ro", self.folder], check=True)

    def close(self):
        self.keeper.communicate()


@pytest.fixture
def disk(tmp_path):
    disk = Disk(tmp_path / "disk")
    yield disk
    disk.close()


def move(server, disk):
    """Moves the server's store to a small disk."""
    (disk.seen / "server.sqlite").write_bytes(server.store.read_bytes())
    (disk.seen / "server.sqlite").chmod(0o600)
    server.prefix, server.store = disk.prefix, disk.folder / "server.sqlite"
