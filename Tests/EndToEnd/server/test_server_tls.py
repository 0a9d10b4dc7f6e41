"""The chat server with TLS: what it transmits, and how it rejects connections."""

import os
import socket
import struct

from certificates import Authority
from pipe_process import Pipe
from telex_program import PATIENCE
from raw_http import Kept
from server import CHAT, Person, channels, couple, login, wait_until
from tls_server import authority, log_in, secure, serve

ALERT, HANDSHAKE, PROTOCOL_VERSION = 21, 22, 70


def test_requests_push_and_live_channels_work_over_tls(secure):
    ada, bob = couple(secure)
    push, live = channels(bob)
    assert ada.post(CHAT, "hello", "m1").status == 201
    assert push.next("message").data["text"] == live.next("message")["text"] == "hello"
    ada.live(CHAT).say(type="typing", isActive=True)
    assert live.next("typing")["isActive"]
    assert [message["text"] for message in bob.messages(CHAT).json["messages"]] == ["hello"]


def client_hello(version):
    """Returns the ClientHello of a client that speaks at most this version of TLS."""
    ciphers = struct.pack(">7H", 0xC02B, 0xC02F, 0xC009, 0xC00A, 0xC013, 0xC014, 0x002F)
    groups, points = struct.pack(">HHHH", 10, 4, 2, 23), b"\0\x0b\0\2\1\0"
    signatures = struct.pack(">HHHHH", 13, 6, 4, 0x0403, 0x0804)
    extensions = groups + points + signatures
    body = (struct.pack(">H", version) + os.urandom(32) + b"\0" + struct.pack(">H", len(ciphers)) + ciphers + b"\1\0"
            + struct.pack(">H", len(extensions)) + extensions)
    message = b"\1" + len(body).to_bytes(3, "big") + body
    return struct.pack(">BHH", HANDSHAKE, 0x0301, len(message)) + message


def answer(server, sent):
    """Returns the first record of the answer: its type and its content."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        with connection.makefile("rb") as file:
            kind, _, length = struct.unpack(">BHH", file.read(5))
            return kind, file.read(length)


def test_old_versions_of_tls_are_refused(secure):
    for version in (0x0300, 0x0301, 0x0302):
        kind, alert = answer(secure, client_hello(version))
        assert kind == ALERT and alert[1] == PROTOCOL_VERSION, hex(version)
    assert answer(secure, client_hello(0x0303))[0] == HANDSHAKE


def test_alpn_selects_http_1_1(secure):
    context = secure.tls
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", secure.port), timeout=PATIENCE) as connection:
        with context.wrap_socket(connection, server_hostname="localhost") as client:
            assert client.selected_alpn_protocol() == "http/1.1"


def test_intermediate_certificates_are_sent(serve, authority, telex, tmp_path):
    between = Authority(tmp_path / "between", "In Between", by=authority)
    certificate, key = between.issue()
    chain = tmp_path / "chain.pem"
    chain.write_bytes(certificate.read_bytes() + between.certificate.read_bytes())
    secure = serve((chain, key))
    assert secure.request("GET", "/v1/health").status == 200
    login(telex, secure, "ada")


def test_connection_limit_is_reported_over_tls(serve, authority, telex):
    secure = serve(authority.issue(), "--connections", "1")
    kept = Kept(secure, Person(secure, "bob").token)
    wait_until(lambda: kept.request("GET", "/v1/chats").status == 200)
    assert "connections" in secure.request("GET", "/v1/health").problem(503)
    code, err = log_in(telex, secure.url, secure.user("ada"), "--ca", authority.certificate)
    assert code == 69 and "Too many connections" in err
    kept.close()
    wait_until(lambda: secure.request("GET", "/v1/health").status == 200)


def test_strangers_keep_nobody_out_over_tls(serve, authority):
    secure = serve(authority.issue(), "--connections", "20")
    ada = Person(secure, "ada")
    strangers = [socket.create_connection(("127.0.0.1", secure.port)) for _ in range(30)]
    assert ada.chats().status == 200
    for _ in range(30):
        strangers.append(secure.connection())
        strangers[-1].connect()
    assert ada.chats().status == 200
    for connection in strangers:
        connection.close()


def test_stop_does_not_wait_when_all_clients_say_goodbye(secure, telex):
    login(telex, secure, "ada")
    pipe = Pipe(telex, "--subscribe", "connection").connect()
    secure.stop()
    assert "still open" not in secure.log()
