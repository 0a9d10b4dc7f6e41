"""The chat server's certificate: reloading it, and error messages for an invalid one."""

import os
import shutil
import signal
import socket
import ssl

import pytest

from certificates import DAY
from telex_program import PATIENCE
from server import CHAT, TelexServer, channels, couple, server, wait_until
from tls_server import authority, secure, serve


def shown(server):
    """Returns the certificate that a new connection gets, without verifying it."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        with context.wrap_socket(connection) as secure:
            return secure.getpeercert(binary_form=True)


def in_file(pair):
    """Returns the certificate in a file, in the same form as `shown`."""
    return ssl.PEM_cert_to_DER_cert(pair[0].read_text())


def test_reloaded_certificate_applies_to_new_connections_only(secure, authority):
    ada, bob = couple(secure)
    push, live = channels(bob)
    kept = secure.connection()
    kept.request("GET", "/v1/health")
    kept.getresponse().read()
    before, renewed = shown(secure), authority.issue("renewed")
    secure.renew(renewed)
    assert shown(secure) == in_file(renewed) != before
    assert ada.post(CHAT, "hello", "m1").status == 201
    assert push.next("message").data["text"] == live.next("message")["text"] == "hello"
    kept.request("GET", "/v1/health")
    assert kept.getresponse().status == 200
    assert kept.sock.getpeercert(binary_form=True) == before
    kept.close()


@pytest.mark.parametrize("spoilt", ["no PEM", "no file", "another key", "half of it"])
def test_keeps_the_current_certificate_if_reloading_fails(secure, authority, spoilt):
    before = shown(secure)
    certificate, key = (secure.folder / name for name in ("shown.pem", "shown.key"))
    if spoilt == "no PEM":
        certificate.write_text("hello")
    elif spoilt == "no file":
        certificate.unlink()
    elif spoilt == "another key":
        shutil.copy(authority.issue("other")[1], key)
    else:
        certificate.write_bytes(certificate.read_bytes()[:200])
    secure.hang_up("cannot reload the certificate; the old one stays in use")
    assert (str(key) if spoilt == "another key" else str(certificate)) in secure.log()
    assert shown(secure) == before and secure.request("GET", "/v1/health").status == 200
    renewed = authority.issue("renewed")
    secure.renew(renewed)
    assert shown(secure) == in_file(renewed)


def test_sighup_changes_nothing_without_a_certificate(server):
    ada, bob = couple(server)
    live = bob.live(CHAT)
    live.next("ready")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "nothing to reload" in server.log())
    assert ada.post(CHAT, "hello", "m1").status == 201 and live.next("message")["text"] == "hello"


def run(folder, *arguments, listen="127.0.0.1:0"):
    """Runs a server that must fail to start; returns exit code and error output, in one line."""
    server = TelexServer(folder)
    code, out, err = server.command("run", "--listen", listen, *arguments)
    assert out == "" and not server.store.exists()
    return code, " ".join(err.split())


def test_refuses_mismatched_or_unreadable_certificates_and_keys(tmp_path, authority):
    (certificate, key), (_, other) = authority.issue(), authority.issue("other")
    locked, empty, garbage = (tmp_path / name for name in ("locked.key", "empty.pem", "garbage.pem"))
    authority.openssl("ec", "-in", key, "-aes256", "-passout", "pass:secret", "-out", locked)
    empty.touch()
    garbage.write_bytes(os.urandom(1000))
    missing, folder = tmp_path / "missing.pem", tmp_path
    for pair, named, said in (
        ((certificate, other), other, "it is not the key of the certificate in"),
        ((certificate, locked), locked, "without a passphrase"),
        ((certificate, certificate), certificate, "private key"),
        *(((certificate, bad), bad, "private key") for bad in (empty, garbage)),
        *(((bad, key), bad, "certificate") for bad in (empty, garbage, key)),
        *(((certificate, bad), bad, "cannot be read") for bad in (missing, folder)),
        *(((bad, key), bad, "cannot be read") for bad in (missing, folder)),
    ):
        code, err = run(tmp_path / "server", "--certificate", pair[0], "--key", pair[1])
        assert code == 78 and str(named) in err and said in err, (pair, err)


def test_certificate_and_key_require_each_other(tmp_path, authority):
    certificate, key = authority.issue()
    for arguments in (("--certificate", certificate), ("--key", key)):
        code, err = run(tmp_path / "server", *arguments)
        assert code == 64 and "--certificate and --key need each other" in err


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0"])
def test_public_address_without_tls_requires_an_option(tmp_path, listen):
    code, err = run(tmp_path / "server", listen=listen)
    assert code == 64 and all(word in err for word in ("--certificate", "--key", "--plain-http")), err


def test_logs_a_warning_about_a_certificate_that_expires_soon(serve, authority):
    assert "the certificate has expired, or will soon" in serve(authority.issue("soon", ends=DAY)).log()
    assert "the certificate has expired" not in serve(authority.issue()).log()
