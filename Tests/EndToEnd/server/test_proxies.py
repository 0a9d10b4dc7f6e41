"""Telex behind an HTTP proxy, and a server below a path."""

import base64
import socket
import socketserver
import threading

import pytest

from pipe_process import VIEWS, Pipe
from telex_program import PATIENCE
from server import CHAT, Person, server, wait_until
from tls_server import authority, log_in, serve

NAME = "chat.example"
SECRET = "s@cret"


class Forwarding(socketserver.ThreadingTCPServer):
    """Passes connections on to a port of this machine. Keeps what it sees of them."""

    daemon_threads = allow_reuse_address = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Forwarder)
        self.target, self.port = port, self.server_address[1]
        self.seen, self.requests = bytearray(), []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def begin(self, client):
        """Returns whether to pass on the connection of this client."""
        return True

    def change(self, data):
        return data

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Forwarder(socketserver.BaseRequestHandler):
    def handle(self):
        self.request.settimeout(PATIENCE)
        if not self.server.begin(self.request):
            return
        with socket.create_connection(("127.0.0.1", self.server.target), timeout=PATIENCE) as target:
            back = threading.Thread(target=self.pump, args=(target, self.request, lambda data: data), daemon=True)
            back.start()
            self.pump(self.request, target, self.server.change)
            back.join()

    def pump(self, source, sink, change):
        source.settimeout(None)
        try:
            while data := source.recv(65536):
                self.server.seen += data
                sink.sendall(change(data))
            sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Tunnels(Forwarding):
    """An HTTP proxy that understands only CONNECT, and asks for a password."""

    def begin(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            data = client.recv(4096)
            if not data:
                return False
            head += data
        line, *headers = head.decode().split("\r\n")
        wanted = "Basic " + base64.b64encode(f"ada:{SECRET}".encode()).decode()
        self.requests.append(line)
        if f"proxy-authorization: {wanted}".lower() not in [header.lower() for header in headers]:
            client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return False
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        return True


class Below(Forwarding):
    """A reverse proxy that serves the server below /chat."""

    def change(self, data):
        line, end, rest = data.partition(b"\r\n")
        if end and line.endswith(b" HTTP/1.1"):
            self.requests.append(line.decode())
            return line.replace(b" /chat/", b" /", 1) + end + rest
        return data


def is_online(pipe):
    return pipe.connection["connectionState"] == "online"


def converse(telex, server, bob):
    """Sends and receives a message, and types, through `telex pipe`."""
    pipe = Pipe(telex, *VIEWS)
    pipe.wait(is_online, "the connection")
    pipe.send({"event": "screen.opening", "screen": "messages", "chatId": CHAT})
    live = bob.live(CHAT)
    live.next("ready")
    pipe.send({"event": "message.sending", "chatId": CHAT, "text": "through it"})
    pipe.wait(lambda p: p.has_state("through it", "sent", "delivered"), "sending")
    live.next("message")

    def typing():
        live.say(type="typing", isActive=True)
        return pipe.reaches(lambda p: p.models["messages"]["typingText"], 0.2)
    wait_until(typing)
    assert bob.post(CHAT, "back", "b1").status == 201
    pipe.wait(lambda p: "back" in p.texts, "the answer")
    assert pipe.finish() == 0


@pytest.fixture
def secure(serve, authority):
    return serve(authority.issue(names=f"DNS:{NAME}, DNS:localhost"))


def test_a_proxy_with_a_password(secure, telex):
    url = f"https://{NAME}:{secure.port}"
    bob = Person(secure, "bob")
    invitation = secure.user("ada")
    with Tunnels(secure.port) as proxy:
        telex.environment["https_proxy"] = f"http://ada:{SECRET.replace('@', '%40')}@127.0.0.1:{proxy.port}"
        code, said = log_in(telex, url, invitation, "--ca", secure.authority)
        assert code == 0, said
        bob.create("ada")
        converse(telex, secure, bob)
        code, out, err = telex.run("doctor")
        assert f"through the proxy at 127.0.0.1:{proxy.port}, which https_proxy" in " ".join(out.split()) and SECRET not in out + err, out + err
        # The requests, the push channel and the live channel.
        assert set(proxy.requests) == {f"CONNECT {NAME}:{secure.port} HTTP/1.1"} and len(proxy.requests) > 3
        assert b"through it" not in proxy.seen and b"Bearer" not in proxy.seen


@pytest.mark.parametrize("value, words", [
    ("http://ada:wrong@127.0.0.1:{port}", "refused the user name and password in https_proxy. Correct them."),
    ("http://127.0.0.1:{port}", "asks for a login. Set https_proxy to http://USER:PASSWORD@127.0.0.1"),
    ("socks5://127.0.0.1:{port}", "names a socks5 proxy, which Telex does not support. Set it to http://HOST:PORT"),
    ("http://ada:wrong@127.0.0.1:1", "Cannot reach the proxy at 127.0.0.1:1. Check https_proxy"),
    ("nonsense value", "not the address of an HTTP proxy"),
])
def test_a_proxy_that_does_not_work(secure, telex, value, words):
    with Tunnels(secure.port) as proxy:
        telex.environment["https_proxy"] = value.format(port=proxy.port)
        code, said = log_in(telex, f"https://{NAME}:{secure.port}", "never used", "--ca", secure.authority)
        assert code == 69 and words in said and "wrong" not in said, (code, said)


def test_no_proxy_and_this_machine_are_direct(secure, telex):
    invitation = secure.user("ada")
    with Tunnels(secure.port) as proxy:
        telex.environment |= {"https_proxy": f"http://127.0.0.1:{proxy.port}", "no_proxy": "example"}
        code, said = log_in(telex, f"https://{NAME}:{secure.port}", "never used", "--ca", secure.authority)
        assert code == 69 and f"{NAME}:{secure.port}" in said and "proxy" not in said, (code, said)
        code, said = log_in(telex, secure.url, invitation, "--ca", secure.authority)
        assert code == 0, said
        assert proxy.requests == []


def test_a_server_below_a_path(server, telex):
    bob = Person(server, "bob")
    invitation = server.user("ada")
    with Below(server.port) as proxy:
        code, said = log_in(telex, f"http://127.0.0.1:{proxy.port}/chat/", invitation)
        assert code == 0 and f"http://127.0.0.1:{proxy.port}/chat" in said, said
        bob.create("ada")
        converse(telex, server, bob)
        assert proxy.requests and all(" /chat/" in line for line in proxy.requests)
        assert any("/live" in line for line in proxy.requests), proxy.requests
