"""The chat server's file: what is in it, what is wrong with it, and one with which all is well."""

import pathlib

import pytest

from server import TelexServer, couple
from talk import posted


def contents(folder):
    """The bytes of all files in a folder that have any, but for the memory that SQLite shares and the log."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())
            if path.is_file() and not path.name.endswith(("-shm", ".log")) and path.stat().st_size > 0}


def all_bytes(server):
    return b"".join(path.read_bytes() for path in server.folder.glob("server.sqlite*"))


def bad(lines):
    """What is wrong with it, of all that the doctor says."""
    return [line for line in lines if line.startswith("! ")]


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The bytes of a file with which all is well."""
    with TelexServer(tmp_path_factory.mktemp("sound")) as server:
        ada, _ = couple(server)
        posted(ada, 200)
        server.stop()
    server.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return server.store.read_bytes()


@pytest.fixture
def patient(sound, tmp_path):
    """A server that does not run, and with which all is well."""
    server = TelexServer(tmp_path / "server")
    server.store.write_bytes(sound)
    server.store.chmod(0o600)
    return server
