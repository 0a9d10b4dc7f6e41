"""telex-server with a certificate: who gets a secure connection, and what is said to those who do not."""

import contextlib
import itertools
import json
import os
import shutil
import signal
import socket
import ssl
import struct
import time

import pytest

from certificates import DAY, Authority
from conftest import Telex
from piped import Pipe, opened
from server import TelexServer, couple, login, server, wait_until

CHAT = "ada+bob"
ALERT, HANDSHAKE, PROTOCOL_VERSION = 21, 22, 70


class SecureServer(TelexServer):
    """One whose certificate can be changed."""

    def __init__(self, folder, authority, pair, *arguments):
        super().__init__(folder, *self.ARGUMENTS, "--certificate", folder / "shown.pem", "--key", folder / "shown.key",
                         *arguments, authority=authority.certificate)
        self.show(pair)

    def show(self, pair):
        """Puts a certificate and its key in the place of those before; the server does not know yet."""
        for source, name in zip(pair, ("shown.pem", "shown.key")):
            shutil.copy(source, self.folder / name)

    def hang_up(self, said):
        """Has it read its certificate anew, and waits until its log says so."""
        count = self.log().count(said)
        self.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.log().count(said) > count)

    def renew(self, pair):
        self.show(pair)
        self.hang_up("the certificate was read anew")


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("tls") / "authority")


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """Signs certificates, too, but nobody trusts him."""
    return Authority(tmp_path_factory.mktemp("tls") / "stranger", "Somebody Else")


@pytest.fixture
def serve(tmp_path, authority):
    """Starts the server with a certificate."""
    with contextlib.ExitStack() as stack:
        count = itertools.count()
        yield lambda pair, *arguments: stack.enter_context(
            SecureServer(tmp_path / f"server{next(count)}", authority, pair, *arguments))


@pytest.fixture
def secure(serve, authority):
    return serve(authority.issue())


def account(telex):
    return telex.home / "data/telex/default/account.json"


def log_in(telex, url, invitation, *arguments):
    """Tries to log in; returns exit code and error output, in one line."""
    code, out, err = telex.run("login", url, *arguments, text=f"{invitation}\n")
    assert out == "" and err.startswith("telex: "), (out, err)
    return code, " ".join(err.split())


def shown(server):
    """The certificate that a new connection is shown, whoever signed it."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        with context.wrap_socket(connection) as secure:
            return secure.getpeercert(binary_form=True)


def in_file(pair):
    """The certificate in a file, as `shown` gives it."""
    return ssl.PEM_cert_to_DER_cert(pair[0].read_text())


# Those who speak TLS


def test_requests_push_and_live_channels_go_over_tls(secure):
    ada, bob = couple(secure)
    push, live = bob.push(), bob.live(CHAT)
    push.next("ready"), live.next("ready")
    assert ada.post(CHAT, "hello", "m1").status == 201
    assert push.next("message").data["text"] == live.next("message")["text"] == "hello"
    ada.live(CHAT).say(type="typing", active=True)
    assert live.next("typing")["active"]
    assert [message["text"] for message in bob.messages(CHAT).json["messages"]] == ["hello"]


def test_what_is_long_comes_whole_over_tls(secure):
    ada, bob = couple(secure)
    push, live = bob.push(), bob.live(CHAT)
    push.next("ready"), live.next("ready")
    texts = [chr(0x1F600 + number) * 16_000 for number in range(30)]
    for number, text in enumerate(texts):
        assert ada.post(CHAT, text, f"m{number}").status == 201
        assert push.next("message").data["text"] == live.next("message")["text"] == text
    assert [message["text"] for message in bob.history(CHAT)] == texts


def client_hello(version):
    """The first words of a client that speaks this version of TLS at most."""
    ciphers = struct.pack(">7H", 0xC02B, 0xC02F, 0xC009, 0xC00A, 0xC013, 0xC014, 0x002F)
    groups, points = struct.pack(">HHHH", 10, 4, 2, 23), b"\0\x0b\0\2\1\0"
    signatures = struct.pack(">HHHHH", 13, 6, 4, 0x0403, 0x0804)
    extensions = groups + points + signatures
    body = (struct.pack(">H", version) + os.urandom(32) + b"\0" + struct.pack(">H", len(ciphers)) + ciphers + b"\1\0"
            + struct.pack(">H", len(extensions)) + extensions)
    message = b"\1" + len(body).to_bytes(3, "big") + body
    return struct.pack(">BHH", HANDSHAKE, 0x0301, len(message)) + message


def answer(server, sent):
    """What comes back first: the kind of record, and what is in it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(sent)
        with connection.makefile("rb") as file:
            kind, _, length = struct.unpack(">BHH", file.read(5))
            return kind, file.read(length)


def test_old_versions_of_tls_are_refused(secure):
    for version in (0x0300, 0x0301, 0x0302):
        kind, alert = answer(secure, client_hello(version))
        assert kind == ALERT and alert[1] == PROTOCOL_VERSION, hex(version)
    assert answer(secure, client_hello(0x0303))[0] == HANDSHAKE


def test_a_client_that_could_speak_http_2_is_told_that_it_is_http_1_1(secure):
    context = secure.tls
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", secure.port), timeout=10) as connection:
        with context.wrap_socket(connection, server_hostname="localhost") as client:
            assert client.selected_alpn_protocol() == "http/1.1"


def test_the_certificates_between_are_shown_with_it(serve, authority, tmp_path):
    between = Authority(tmp_path / "between", "In Between", by=authority)
    certificate, key = between.issue()
    chain = tmp_path / "chain.pem"
    chain.write_bytes(certificate.read_bytes() + between.certificate.read_bytes())
    secure = serve((chain, key))
    assert secure.request("GET", "/v1/health").status == 200
    home = Telex(tmp_path)
    login(home, secure, "ada")


def test_who_has_no_place_is_told_so_over_tls(serve, authority, telex):
    secure = serve(authority.issue(), "--connections", "1")
    kept = secure.connection()
    kept.request("GET", "/v1/health")
    assert kept.getresponse().read()
    assert "connections" in secure.request("GET", "/v1/health").problem(503)
    code, err = log_in(telex, secure.url, secure.user("ada"), "--ca", authority.certificate)
    assert code == 69 and "too many connections" in err
    kept.close()
    wait_until(lambda: secure.request("GET", "/v1/health").status == 200)


def test_the_end_is_not_waited_for_when_all_say_goodbye(secure, telex):
    login(telex, secure, "ada")
    pipe = Pipe(telex, "--subscribe", "connection").connect()
    try:
        start = time.monotonic()
        secure.stop()
        assert time.monotonic() - start < 4
    finally:
        pipe.close()


# Telex


def test_two_people_talk_over_tls(secure, tmp_path):
    pipes = {}
    try:
        for name in ("ada", "bob"):
            (tmp_path / name).mkdir()
            home = Telex(tmp_path / name)
            login(home, secure, name, name.title())
            pipes[name] = Pipe(home, "--subscribe", "messages,connection,chatList", "--mark-read").connect()
        ada, bob = pipes["ada"], pipes["bob"]
        ada.send({"event": "chat.creating", "contact": "Bob", "id": "1"}).wait(lambda p: "1" in p.answers, "a chat")
        bob.wait(lambda p: p.models.get("chatList", {"chats": []})["chats"], "the chat")
        for pipe in (ada, bob):
            pipe.send(opened(CHAT)).wait(lambda p: p.connection.get("socket") == CHAT, "the live channel")
        for number in range(5):
            for writer, reader, name in ((ada, bob, "ada"), (bob, ada, "bob")):
                text = f"{name} {number}"
                writer.send({"event": "message.sending", "chat": CHAT, "text": text})
                reader.wait(lambda p: p.row(text), text)
                writer.wait(lambda p: p.has_mark(text, "read"), f"{text} to be read")
        for pipe in (ada, bob):
            assert pipe.texts == [f"{name} {number}" for number in range(5) for name in pipes]
            assert pipe.finish() == 0
    finally:
        for pipe in pipes.values():
            pipe.close()


def test_who_signed_is_asked_for_when_this_machine_does_not_know(secure, telex):
    invitation = secure.user("ada")
    code, err = log_in(telex, secure.url, invitation)
    assert code == 77 and "signed by nobody whom this machine trusts" in err and "--ca" in err
    assert not account(telex).exists()
    assert log_in(telex, secure.url, invitation, "--ca", secure.authority)[0] == 0
    assert "BEGIN CERTIFICATE" in json.loads(account(telex).read_text())["authority"]
    code, out, _ = telex.run("pipe", "--subscribe", "connection")
    assert code == 0 and '"state":"online"' in out
    assert telex.run("logout")[0] == 0


def test_a_certificate_may_be_signed_by_itself(serve, authority, telex):
    login(telex, serve(authority.pair), "ada")


@pytest.mark.parametrize("options, said", [
    ({"begins": -3 * DAY, "ends": -DAY}, "has expired on"),
    ({"begins": DAY, "ends": 3 * DAY}, "is valid only from"),
    ({"names": "DNS:elsewhere.example"}, "is not for that name"),
    ({"names": "IP:127.0.0.2"}, "is not for that name"),
], ids=["expired", "early", "name", "address"])
def test_a_certificate_that_is_not_good_is_told_for_what_it_is(serve, authority, telex, options, said):
    secure = serve(authority.issue("bad", **options))
    invitation = secure.user("ada")
    for url in (secure.url, secure.url.replace("localhost", "127.0.0.1")):
        code, err = log_in(telex, url, invitation, "--ca", authority.certificate)
        assert code == 77 and said in err and url in err and not account(telex).exists()
    secure.renew(authority.issue())
    assert log_in(telex, secure.url, invitation, "--ca", authority.certificate)[0] == 0


def test_a_certificate_that_somebody_else_signed_is_told(serve, stranger, telex):
    secure = serve(stranger.issue())
    code, err = log_in(telex, secure.url, secure.user("ada"), "--ca", secure.authority)
    assert code == 77 and "not signed by whom the --ca file names" in err and not account(telex).exists()


@pytest.mark.parametrize("text", [
    None, "", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
], ids=["missing", "empty", "text", "damaged"])
def test_a_file_that_names_nobody_to_trust_is_told(secure, telex, text):
    file = telex.home / "trusted.pem"
    if text is not None:
        file.write_text(text)
    code, err = log_in(telex, secure.url, secure.user("ada"), "--ca", file)
    assert code == 66 and str(file) in err and not account(telex).exists()


def test_http_at_a_port_for_https_is_told(secure, telex):
    code, err = log_in(telex, secure.url.replace("https", "http"), secure.user("ada"))
    assert code == 69 and secure.url.replace("https", "http") in err and "https" in err.split()
    assert not account(telex).exists()


def test_https_at_a_port_for_http_is_told(server, telex):
    code, err = log_in(telex, server.url.replace("http", "https"), server.user("ada"))
    assert code in (69, 77) and "speaks no TLS" in err and not account(telex).exists()


def offline(pipe, said, seconds=30):
    """Waits until it is offline for that reason; tries again by hand, as those do who cannot wait."""
    end = time.monotonic() + seconds
    while said not in pipe.connection.get("text", "") and time.monotonic() < end:
        pipe.wait(lambda p: p.connection["retry"] or said in p.connection.get("text", ""), said, seconds)
        if retry := pipe.connection["retry"]:
            pipe.press(retry).reaches(lambda p: said in p.connection.get("text", ""), 0.5)
    assert pipe.connection["state"] == "offline" and said in pipe.connection["text"], pipe.connection


def test_a_certificate_that_is_no_longer_good_is_told_to_those_who_are_there(secure, authority, stranger, telex):
    def shows(pair):
        secure.kill()
        secure.show(pair)
        secure.start()

    login(telex, secure, "ada")
    pipe = Pipe(telex, "--subscribe", "connection").connect()
    try:
        for pair, said in ((authority.issue("old", begins=-3 * DAY, ends=-DAY), "has expired on"),
                           (stranger.issue(), "not signed by whom the --ca file names"),
                           (authority.issue("elsewhere", names="DNS:elsewhere.example"), "is not for that name")):
            shows(pair)
            offline(pipe, said)
            shows(authority.issue())
            pipe.connect(30)
        assert pipe.finish() == 0
    finally:
        pipe.close()


# SIGHUP


def test_a_new_certificate_is_shown_to_new_connections_and_open_ones_go_on(secure, authority):
    ada, bob = couple(secure)
    push, live = bob.push(), bob.live(CHAT)
    push.next("ready"), live.next("ready")
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
def test_a_file_that_cannot_be_read_anew_leaves_the_certificate_in_use(secure, authority, spoilt):
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
    secure.hang_up("the certificate could not be read anew; the one before stays")
    assert (str(key) if spoilt == "another key" else str(certificate)) in secure.log()
    assert shown(secure) == before and secure.request("GET", "/v1/health").status == 200
    renewed = authority.issue("renewed")
    secure.renew(renewed)
    assert shown(secure) == in_file(renewed)


def test_without_a_certificate_a_hangup_changes_nothing(server):
    ada, bob = couple(server)
    live = bob.live(CHAT)
    live.next("ready")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "nothing to read anew" in server.log())
    assert ada.post(CHAT, "hello", "m1").status == 201 and live.next("message")["text"] == "hello"


# What is no certificate


def run(folder, *arguments, listen="127.0.0.1:0"):
    """Tries to run a server that cannot; returns exit code and error output, in one line."""
    server = TelexServer(folder)
    code, out, err = server.command("run", "--listen", listen, *arguments)
    assert out == "" and not server.store.exists()
    return code, " ".join(err.split())


def test_a_certificate_and_a_key_that_do_not_go_together_are_refused(tmp_path, authority):
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


def test_a_certificate_needs_a_key_and_a_key_a_certificate(tmp_path, authority):
    certificate, key = authority.issue()
    for arguments in (("--certificate", certificate), ("--key", key)):
        code, err = run(tmp_path / "server", *arguments)
        assert code == 64 and "--certificate and --key belong together" in err


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0"])
def test_others_are_served_without_tls_only_if_that_is_said(tmp_path, listen):
    code, err = run(tmp_path / "server", listen=listen)
    assert code == 64 and all(word in err for word in ("--certificate", "--key", "--plain-http")), err


def test_a_certificate_that_ends_soon_is_told_in_the_log(serve, authority):
    assert "the certificate has ended, or will soon" in serve(authority.issue("soon", ends=DAY)).log()
    assert "the certificate has ended" not in serve(authority.issue()).log()
