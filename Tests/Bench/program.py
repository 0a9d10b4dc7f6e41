"""A server process with its own folder."""

import contextlib
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Refused(Exception):
    """The server responded with an error."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def reserve():
    """Returns a bound socket, and its port. A server may listen on the port, and nobody else gets it while the socket lives."""
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", 0))
    return place, place.getsockname()[1]


class Program:
    """Runs a server in its folder, and sends it one request at a time.

    A subclass defines `start`, which sets `process` and `port`.
    """

    # How long a request may take, in seconds.
    patience = 60

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        self.port = 0
        self.process = None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process:
            self.stop()

    def run(self, arguments, **options):
        """Starts the process; its output goes to the log."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                arguments, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stderr=log, **options)

    def stop(self):
        """Terminates it, and kills it if it has not exited within 20 s."""
        process, self.process = self.process, None
        process.send_signal(signal.SIGCONT)
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    @contextlib.contextmanager
    def paused(self):
        """Suspends it while another program is measured."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def request(self, method, target, body=None, token=None):
        """Sends a value as JSON; returns the value in the response. Raises `Refused` for an error."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if body is not None:
            headers["Content-Type"], body = "application/json", json.dumps(body)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            answer = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            raise Refused(response.status, f"{method} {target}: {response.status} {answer.decode(errors='replace')}")
        return json.loads(answer) if answer else None
