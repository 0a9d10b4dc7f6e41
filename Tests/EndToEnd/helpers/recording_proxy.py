"""An HTTP proxy in front of a server: it records requests, and answers some of them itself."""

import collections
import contextlib
import http.client
import http.server
import json
import re
import threading
import time
import urllib.parse

from telex_program import PATIENCE

Request = collections.namedtuple("Request", "method path query headers body time")
NOT_PASSED_ON = {"connection", "transfer-encoding", "content-length", "host", "keep-alive"}


class RecordingProxy:
    """A proxy for the server, on its own port. Without a server, it has only its own answers."""

    def __init__(self, port=None):
        self.target, self.requests, self.rules = port, [], []
        self.lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"gate": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, pattern, status, body, times=1, **headers):
        """Answers the next requests whose "METHOD /path" matches. A text body is sent as is, other values as JSON."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        with self.lock:
            self.rules.append([re.compile(pattern), times, (status, data, headers)])

    def asked(self, pattern):
        """Returns the requests so far whose "METHOD /path" matches."""
        with self.lock:
            return [request for request in self.requests if re.search(pattern, f"{request.method} {request.path}")]

    def note(self, request):
        """Records the request; returns the prepared response, if there is one."""
        with self.lock:
            self.requests.append(request)
            for rule in self.rules:
                if rule[1] > 0 and rule[0].search(f"{request.method} {request.path}"):
                    rule[1] -= 1
                    return rule[2]
        return None


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    gate = None

    def handle(self):
        # Killed clients do not close their connections cleanly.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urllib.parse.urlsplit(self.path)
        answer = self.gate.note(Request(
            self.command, urllib.parse.unquote(url.path), dict(urllib.parse.parse_qsl(url.query)), self.headers, body,
            time.monotonic()))
        try:
            self.pass_back(*(answer or self.passed_on(body)))
        except (OSError, http.client.HTTPException):
            self.close_connection = True

    def pass_back(self, status, data, headers):
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_DELETE = serve

    def passed_on(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.gate.target, timeout=PATIENCE)
        try:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_PASSED_ON}
            connection.request(self.command, self.path, body or None, headers)
            response = connection.getresponse()
            headers = {name: value for name, value in response.getheaders() if name.lower() not in NOT_PASSED_ON}
            return response.status, response.read(), headers
        finally:
            connection.close()

    def log_message(self, *_):
        pass
