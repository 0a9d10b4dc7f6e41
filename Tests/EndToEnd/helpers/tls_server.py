"""A chat server with TLS, certificate authorities, and logging in to it."""

import contextlib
import itertools
import shutil
import signal

import pytest

from certificates import Authority
from server import TelexServer, wait_until


class SecureServer(TelexServer):
    """A server whose certificate can be replaced."""

    def __init__(self, folder, authority, pair, *arguments):
        super().__init__(folder, *self.ARGUMENTS, "--certificate", folder / "shown.pem", "--key", folder / "shown.key",
                         *arguments, authority=authority.certificate)
        self.show(pair)

    def show(self, pair):
        """Replaces the certificate and key files. The server does not reload them yet."""
        for source, name in zip(pair, ("shown.pem", "shown.key")):
            shutil.copy(source, self.folder / name)

    def hang_up(self, said):
        """Makes the server reload its certificate, and waits until the log reports it."""
        count = self.log().count(said)
        self.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.log().count(said) > count)

    def renew(self, pair):
        self.show(pair)
        self.hang_up("reloaded the certificate")


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("tls") / "authority")


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """A certificate authority that nobody trusts."""
    return Authority(tmp_path_factory.mktemp("tls") / "stranger", "Somebody Else")


@pytest.fixture
def serve(tmp_path, authority):
    """Starts a server with a certificate."""
    with contextlib.ExitStack() as stack:
        count = itertools.count()
        yield lambda pair, *arguments: stack.enter_context(
            SecureServer(tmp_path / f"server{next(count)}", authority, pair, *arguments))


@pytest.fixture
def secure(serve, authority):
    return serve(authority.issue())


def log_in(telex, url, invitation, *arguments):
    """Tries to log in; returns exit code and error output, in one line."""
    code, out, err = telex.run("login", url, *arguments, text=f"{invitation}\n")
    assert out == "" and err.startswith("telex: "), (out, err)
    return code, " ".join(err.split())
