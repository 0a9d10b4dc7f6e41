"""The chat server for tests: the program, and people with an account on it."""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import re
import select
import signal
import sqlite3
import ssl
import subprocess
import sys
import time
import urllib.parse

import pytest
from websockets.sync.client import connect

from channels import Live, Push
from telex_program import PATIENCE, ROOT, last_model

sys.path.append(str(ROOT / "Tests/Bench"))

from program import reserve

CHAT = "ada+bob"
SERVER = os.environ.get("TELEX_SERVER", str(ROOT / ".build/debug/telex-server"))
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}


def wait_until(condition, seconds=PATIENCE):
    """Polls until the condition holds; returns its value."""
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.02)
    return result


class Response(collections.namedtuple("Response", "status headers body")):
    @property
    def json(self):
        return json.loads(self.body)

    def problem(self, *statuses):
        """Asserts that this is a problem with one of these statuses; returns its detail."""
        assert self.status in statuses and self.headers.get_content_type() == "application/problem+json", self
        problem = self.json
        assert problem["status"] == self.status and problem["title"] and problem["detail"].strip(), self
        return problem["detail"]


class TelexServer:
    """Runs telex-server with its own folder."""

    # The default rate limit is too low for tests.
    ARGUMENTS = ("--rate", "100000", "--user-channels", "10000")

    def __init__(self, folder, *arguments, authority=None, **options):
        """`authority`: the file with the certificate that signed the server's, if any; `options`: Popen's."""
        self.arguments = arguments or self.ARGUMENTS
        # A command that starts the program, to change its environment.
        self.prefix = ()
        self.authority, self.options = authority, options
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.store = self.folder / "server.sqlite"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(self.folder / "data"), "LC_ALL": "C",
        }
        self.port = 0
        self.process = None
        self.channels, self.places = [], []

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        try:
            if self.process:
                self.stop()
        finally:
            for each in self.channels + self.places:
                each.close()

    @property
    def url(self):
        return f"https://localhost:{self.port}" if self.authority else f"http://127.0.0.1:{self.port}"

    @property
    def tls(self):
        """The TLS context for its clients, if it uses TLS."""
        return ssl.create_default_context(cafile=self.authority) if self.authority else None

    def connection(self, timeout=PATIENCE):
        """Returns an HTTP connection that is not open yet."""
        if self.authority:
            return http.client.HTTPSConnection("localhost", self.port, timeout=timeout, context=self.tls)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def start(self, port=0):
        """Starts it on a free port, or on the previous port after the first start."""
        if not (port or self.port):
            place, self.port = reserve()
            self.places.append(place)
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, SERVER, "run", "--listen", f"127.0.0.1:{port or self.port}", "--store", self.store,
                 *self.arguments],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                **self.options)
        line = ""
        if select.select([self.process.stdout], [], [], PATIENCE)[0]:
            line = self.process.stdout.readline().decode()
        scheme = "https" if self.authority else "http"
        match = re.fullmatch(rf"listening on {scheme}://127\.0\.0\.1:(\d+)\n", line)
        if not match:
            self.kill()
        assert match, f"{line!r}\n{self.log()}"
        self.port = int(match[1])
        return self

    def stop(self, number=signal.SIGTERM):
        """Terminates it, which must succeed."""
        process, self.process = self.process, None
        process.send_signal(number)
        try:
            code = process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
            with process.stdout as stdout:
                rest = stdout.read()
        assert (code, rest) == (0, b""), f"{code} {rest}\n{self.log()}"

    def kill(self):
        process, self.process = self.process, None
        process.kill()
        process.wait()
        process.stdout.close()

    def go_back(self, copy):
        """Replaces the store of the stopped server by this file."""
        copy.replace(self.store)
        for end in ("-wal", "-shm"):
            self.store.with_name(self.store.name + end).unlink(missing_ok=True)

    def log(self):
        return (self.folder / "server.log").read_text(errors="replace")

    def command(self, *arguments):
        """Runs another command on the same store; returns exit code, output and error output."""
        done = subprocess.run([*self.prefix, SERVER, *arguments, "--store", self.store], env=self.environment,
                              timeout=PATIENCE, stdin=subprocess.DEVNULL, capture_output=True)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def sql(self, statement, *values):
        """Runs a statement directly on the store; returns the rows."""
        with contextlib.closing(sqlite3.connect(self.store, timeout=PATIENCE)) as database, database:
            return database.execute(statement, values).fetchall()

    def user(self, name, display=None):
        """Adds a user; returns the invitation."""
        return self._invitation("add", name, *(("--display", display) if display else ()))

    def invite(self, name):
        """Returns another invitation for the user."""
        return self._invitation("invite", name)

    def revoke(self, name):
        code, _, err = self.command("user", "revoke", name)
        assert code == 0, err

    def _invitation(self, *arguments):
        code, out, err = self.command("user", *arguments)
        assert code == 0 and re.fullmatch(r"[A-Za-z0-9_-]+\n", out), (code, out, err)
        return out.strip()

    def request(self, method, path, body=None, headers=None, token=None, kept=None):
        """Sends a dict or list as JSON, and bytes, or a list of chunks, as is. `kept`: a connection that stays open."""
        headers = dict(headers or {})
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        if isinstance(body, dict) or isinstance(body, list) and not any(isinstance(part, bytes) for part in body):
            body = json.dumps(body, ensure_ascii=False).encode()
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        connection = kept or self.connection()
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return Response(response.status, response.headers, response.read())
        finally:
            if not kept:
                connection.close()


class Person:
    """Somebody with an account on the server, on one device."""

    def __init__(self, server, name, display=None, invitation=None):
        self.server, self.user, self.token, self.kept = server, name, None, None
        invitation = invitation or server.user(name, display)
        answer = server.request("POST", "/v1/login", {"invitation": invitation})
        assert answer.status == 200 and answer.json["userId"] == name, answer
        self.token, self.name = answer.json["token"], answer.json["name"]

    def request(self, method, path, body=None, headers=None, token=...):
        return self.server.request(method, path, body, headers, self.token if token is ... else token, self.kept)

    @contextlib.contextmanager
    def on_one_connection(self):
        """Sends many requests faster."""
        with contextlib.closing(self.server.connection()) as self.kept:
            yield
        self.kept = None

    def create(self, recipient):
        return self.request("POST", "/v1/chats", {"recipient": recipient})

    def chats(self, **query):
        return self.request("GET", f"/v1/chats?{urllib.parse.urlencode(query)}")

    def people(self, query):
        return self.request("GET", f"/v1/people?{urllib.parse.urlencode({'query': query})}")

    def group(self, *people, name=None):
        return self.request("POST", "/v1/groups", {"recipients": people, **({"title": name} if name else {})})

    def join(self, chat):
        return self.request("POST", f"/v1/chats/{chat}/join")

    def decline(self, chat):
        return self.request("POST", f"/v1/chats/{chat}/decline")

    def post(self, chat, text, id, **kind):
        return self.request("POST", f"/v1/chats/{chat}/messages", {"transactionId": id, "text": text, **kind})

    def edit(self, chat, message, text, spans=None):
        body = {"text": text} | ({"spans": spans} if spans else {})
        return self.request("PUT", f"/v1/chats/{chat}/messages/{urllib.parse.quote(message, '')}", body)

    def delete(self, chat, message):
        return self.request("DELETE", f"/v1/chats/{chat}/messages/{urllib.parse.quote(message, '')}")

    def react(self, chat, message, key, remove=False):
        path = f"/v1/chats/{chat}/messages/{urllib.parse.quote(message, '')}/reactions/{urllib.parse.quote(key, '')}"
        return self.request("DELETE" if remove else "PUT", path)

    def revisions(self, **query):
        return self.request("GET", f"/v1/revisions?{urllib.parse.urlencode(query)}")

    def messages(self, chat, **query):
        return self.request("GET", f"/v1/chats/{chat}/messages?{urllib.parse.urlencode(query)}")

    def history(self, chat, after=0):
        """Returns all messages of a chat after this one, fetched page by page."""
        messages, more = [], True
        while more:
            page = self.messages(chat, after=messages[-1]["serverOrder"] if messages else after, limit=500).json
            messages, more = messages + page["messages"], page["hasMore"]
        return messages

    def mark(self, chat, **marks):
        """Sets marks. `read` and `delivered` are message ids."""
        return self.request("PUT", f"/v1/chats/{chat}/marks", {f"{kind}Id": name for kind, name in marks.items()})

    def push(self, last_event=None, since=None):
        return Push(self, last_event, since)

    def live(self, chat):
        live = connect(
            f"{self.server.url.replace('http', 'ws', 1)}/v1/chats/{chat}/live", create_connection=Live, proxy=None,
            open_timeout=PATIENCE, ping_interval=None, ssl=self.server.tls, additional_headers={"Authorization": f"Bearer {self.token}"}, max_queue=None)
        self.server.channels.append(live)
        return live


def channels(person, chat=CHAT):
    """Opens both of a person's channels; returns them once they are ready."""
    both = person.push(), person.live(chat)
    for channel in both:
        channel.next("ready")
    return both


def couple(server):
    """Creates Ada and Bob and their chat, CHAT."""
    ada, bob = Person(server, "ada", "Ada Lovelace"), Person(server, "bob", "Bob")
    assert ada.create("bob").status == 201
    return ada, bob


def login(telex, server, name, display=None, profile="default", url=None):
    """Adds a user, and logs a telex profile in to the account, through `url` if given."""
    invitation = server.user(name, display)
    trust = ("--ca", server.authority) if server.authority else ()
    code, out, err = telex.run("login", url or server.url, "--profile", profile, *trust, text=invitation + "\n")
    assert code == 0, (out, err)


def log_in_again(telex, server, name, url=None):
    """Logs a telex profile in to an account that exists, through `url` if given."""
    code, out, err = telex.run("login", url or server.url, text=server.invite(name) + "\n")
    assert code == 0, (out, err)


def meet_bob(telex, server, url=None):
    """Logs a telex profile in as Ada, through `url` if given, who has a chat with Bob, CHAT; returns Bob."""
    login(telex, server, "ada", "Ada", url=url)
    bob = Person(server, "bob", "Bob")
    assert bob.create("ada").status == 201
    return bob


def two_devices(server, devices):
    first, second = devices("first"), devices("second")
    login(first, server, "ada", "Ada")
    log_in_again(second, server, "ada")
    return first, second


def account(telex, profile="default", file="account.json"):
    """Returns the file that has the login of a profile."""
    return telex.home / "data/telex" / profile / file


def connection(telex, *arguments):
    """Returns the connection's final model in a session of its own."""
    code, out, err = telex.run("pipe", "--subscribe", "connection", *arguments)
    assert code == 0, err
    return last_model(map(json.loads, out.splitlines()), "connection")


def refusal(done, code, *words):
    """Asserts that a command failed with this code, and a message with these words."""
    assert done[:2] == (code, ""), done
    assert re.fullmatch(r"telex-server: [A-Z\"].*\n", done[2]) and "SQLite error" not in done[2], done[2]
    assert all(word in done[2] for word in words), done[2]


def run(server, *prefix):
    """Runs a server that is expected to exit; returns exit code, output and error output."""
    done = subprocess.run([*prefix, SERVER, "run", "--listen", "127.0.0.1:0", "--store", server.store], timeout=PATIENCE,
                          env=server.environment, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def server(tmp_path):
    with TelexServer(tmp_path / "server") as server:
        yield server


@pytest.fixture
def serve(tmp_path):
    """Starts a server with other limits than the default."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(
            TelexServer(tmp_path / "server", *arguments, **options))
