"""ejabberd and Prosody, as Debian packages them, with message archive on; and a cheap client for XMPP.

Both keep the archive where they do without further settings: ejabberd in Mnesia, Prosody in files.
"""

import asyncio
import base64
import json
import re
import secrets
import shutil
import socket
import subprocess
import time

from program import Program, reserve
from wire import Answer

PASSWORD = "secret"
BODY = re.compile(rb"<body>(.*?)</body>", re.DOTALL)
OPENING = b"<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' " \
    b"xmlns:stream='http://etherx.jabber.org/streams'>"
ACKNOWLEDGE = b"<r xmlns='urn:xmpp:sm:3'/>"


class XMPPServer(Program):
    """A server for XMPP with its data in a folder."""

    def __init__(self, folder):
        super().__init__(folder)
        self.place, self.port = reserve()

    def start(self):
        self.configure()
        self.run(self.command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            except ConnectionRefusedError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.stop()
                    raise AssertionError(self.log()) from None
                time.sleep(0.05)

    def create(self, users):
        """Creates accounts."""
        asyncio.run(self._create(users))

    async def _create(self, users):
        for user in users:
            stream = await Stream.connect(self.port)
            await stream.open()
            await stream.ask(
                f"<iq type='set' id='register'><query xmlns='jabber:iq:register'><username>{user}</username>"
                f"<password>{PASSWORD}</password></query></iq>".encode(), b"type='result'")
            stream.close()


class Ejabberd(XMPPServer):
    """Runs ejabberd in one Erlang process, without a name in the network."""

    title = "ejabberd"

    @staticmethod
    def version():
        return packaged("ejabberd")

    @property
    def command(self):
        return [
            "erl", "-noinput", "+K", "true", "+Q", "65536", "-pa", *installed("ejabberd", "/ebin"),
            "-mnesia", "dir", json.dumps(str(self.folder / "mnesia")), "-s", "ejabberd"]

    def configure(self):
        (self.folder / "ejabberd.yml").write_text(json.dumps({
            "hosts": ["localhost"], "loglevel": "warning",
            "listen": [{"port": self.port, "ip": "127.0.0.1", "module": "ejabberd_c2s", "access": "all"}],
            "shaper_rules": {"max_user_sessions": 100_000},
            "modules": {
                "mod_mam": {"default": "always"}, "mod_carboncopy": {}, "mod_stream_mgmt": {}, "mod_roster": {},
                "mod_register": {"access": "all", "ip_access": "all"}},
            "registration_timeout": "infinity",
        }))
        self.environment |= {
            "EJABBERD_CONFIG_PATH": str(self.folder / "ejabberd.yml"),
            "EJABBERD_LOG_PATH": str(self.folder / "ejabberd.log")}


class Prosody(XMPPServer):
    """Runs Prosody in the foreground."""

    title = "Prosody"

    @staticmethod
    def version():
        return packaged("prosody")

    @property
    def command(self):
        return [shutil.which("prosody") or "prosody", "--config", str(self.folder / "prosody.cfg.lua"), "-F"]

    def configure(self):
        (self.folder / "data").mkdir(exist_ok=True)
        (self.folder / "prosody.cfg.lua").write_text(f"""
run_as_root = true
daemonize = false
data_path = "{self.folder / "data"}"
pidfile = "{self.folder / "pid"}"
log = {{ warn = "{self.folder / "prosody.log"}" }}
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {self.port} }}
modules_enabled = {{ "roster", "saslauth", "carbons", "smacks", "mam", "register_ibr" }}
modules_disabled = {{ "s2s", "tls" }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
allow_registration = true
default_archive_policy = true
VirtualHost "localhost"
""")


def installed(package, end):
    """Returns the folders of a Debian package that end so."""
    files = subprocess.check_output(["dpkg", "-L", package], text=True, timeout=60).splitlines()
    return [file for file in files if file.endswith(end)]


def packaged(package):
    """Returns the version of a Debian package, without Debian's own number; `None` if it is not installed."""
    if not shutil.which("dpkg-query"):
        return None
    found = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package], text=True, timeout=60,
                           capture_output=True)
    status, _, version = found.stdout.partition(" ")
    return version.split("-")[0] if status == "installed" else None


class Stream(asyncio.Protocol):
    """A client's stream. It looks for what it waits for in the bytes, and parses no XML."""

    def __init__(self):
        self.buffer = b""
        self.waiting = self.mark = self.take = None
        self.sent = 0

    @classmethod
    async def connect(cls, port):
        _, stream = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return stream

    @property
    def is_open(self):
        return not self.transport.is_closing()

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, error):
        if self.waiting and not self.waiting.done():
            self.waiting.set_exception(ConnectionError(f"the server has closed the stream: {error} {self.buffer}"))

    def close(self):
        self.transport.abort()

    def data_received(self, data):
        received = time.perf_counter_ns()
        self.buffer += data
        if self.take:
            end = 0
            for match in BODY.finditer(self.buffer):
                self.take(match[1].decode(), received)
                end = match.end()
            self.buffer = self.buffer[end:]
        elif self.waiting and not self.waiting.done():
            # Servers choose their quotation marks.
            seen = self.buffer.replace(b'"', b"'")
            if self.mark in seen:
                self.buffer = b""
                self.waiting.set_result(Answer(200, seen, self.sent, received))

    def ask(self, data, mark):
        """Sends something; returns a future of the answer that has the mark."""
        self.waiting, self.mark = asyncio.get_running_loop().create_future(), mark
        self.sent = time.perf_counter_ns()
        self.transport.write(data)
        return self.waiting

    async def open(self):
        await self.ask(OPENING, b"</stream:features>")

    async def log_in(self, user):
        """Logs in as another device of the user, which gets no messages yet."""
        await self.open()
        secret = base64.b64encode(f"\0{user}\0{PASSWORD}".encode()).decode()
        await self.ask(
            f"<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>{secret}</auth>".encode(), b"<success")
        await self.open()
        await self.ask(
            f"<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
            f"<resource>{secrets.token_hex(8)}</resource></bind></iq>".encode(), b"type='result'")

    async def listen(self, take):
        """Passes each message to or from the user, and its time of arrival, to `take`."""
        await self.ask(b"<iq type='set' id='carbons'><enable xmlns='urn:xmpp:carbons:2'/></iq>", b"type='result'")
        # The server reports our own presence back to us.
        await self.ask(b"<presence/>", b"<presence")
        self.take = take

    async def prepare(self):
        """Lets the server acknowledge what we send."""
        await self.ask(b"<enable xmlns='urn:xmpp:sm:3'/>", b"<enabled")
