"""The chat server's store: its contents, its faults, and a sound one."""

import pathlib

import pytest

from posts import posted
from server import TelexServer, couple


def contents(folder):
    """Returns the bytes of all non-empty files in a folder, except SQLite's shared memory and the log."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())
            if path.is_file() and not path.name.endswith(("-shm", ".log")) and path.stat().st_size > 0}


def all_bytes(server):
    return b"".join(path.read_bytes() for path in server.folder.glob("server.sqlite*"))


def bad(lines):
    """Returns the doctor's lines that report faults of the store, wherever it is: disks may be nearly full."""
    return [line for line in lines if line.startswith("! ") and "MiB free on its disk" not in line]


def faults(server):
    """Returns the doctor's lines that report faults of the server's store."""
    _, out, err = server.command("doctor")
    assert err == ""
    return bad(out.splitlines())


@pytest.fixture
def cramped(tmp_path, disk):
    """A server with its store on a small disk."""
    server = TelexServer(tmp_path / "server")
    server.prefix, server.store = disk.prefix, disk.folder / "server.sqlite"
    with server:
        yield server


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The bytes of a store without faults."""
    with TelexServer(tmp_path_factory.mktemp("sound")) as server:
        ada, _ = couple(server)
        posted(ada, 200)
        server.stop()
    server.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return server.store.read_bytes()


@pytest.fixture
def patient(sound, tmp_path):
    """A stopped server with a sound store."""
    server = TelexServer(tmp_path / "server")
    server.store.write_bytes(sound)
    server.store.chmod(0o600)
    return server
