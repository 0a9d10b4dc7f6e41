"""The servers to which the benchmark sends files: telex-server, nginx and a bare one, all with TLS."""

import getpass
import os
import re
import select
import shutil
import subprocess
import sys

import psutil

from program import ROOT, Program, reserve
from telex_server import OPTIONS, SERVER

BARE = ROOT / ".build/release/bare-server"
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
# One process and no log. Where it was started as root, it stays root, so that it can write to its folder.
CONFIGURATION = """
{user}
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/log;
events {{}}
http {{
  access_log off;
  client_max_body_size 0;
  client_body_temp_path {folder}/parts;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    root {folder}/files;
    dav_methods PUT;
  }}
}}
"""
# What the file is called on the server.
NAME = "content"


def certificate(folder):
    """Makes a certificate for localhost; returns its path and the key's."""
    pair = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-days", "2", "-out", pair[0], "-keyout", pair[1]], check=True, capture_output=True, timeout=60)
    return pair


class FileServer(Program):
    """A server that takes a file over HTTPS and gives it back."""

    # Whether it sends back what it was sent.
    keeps = True

    def __init__(self, folder, pair):
        super().__init__(folder)
        self.pair = pair

    def listening(self, pattern):
        """Reads the port from the first line that the server prints."""
        ready = select.select([self.process.stdout], [], [], 20)[0]
        text = self.process.stdout.readline().decode() if ready else ""
        match = re.fullmatch(pattern, text)
        if not match:
            self.stop()
        assert match, f"{text!r}\n{self.log()}"
        self.port = int(match[1])
        return self

    @property
    def address(self):
        return f"https://localhost:{self.port}/{NAME}"

    def uploading(self, path):
        """The arguments of curl that upload a file."""
        return ["--upload-file", path, self.address]

    def downloading(self):
        """The arguments of curl that download it."""
        return [self.address]

    def processes(self):
        process = psutil.Process(self.process.pid)
        return [process, *process.children()]

    def cpu(self):
        """The processor time taken so far, in seconds."""
        return sum(sum(process.cpu_times()[:2]) for process in self.processes())

    def peak(self):
        """The most resident memory so far, in bytes; elsewhere than on Linux, what there is now."""
        if not sys.platform.startswith("linux"):
            return sum(process.memory_info().rss for process in self.processes())
        return sum(int(re.search(r"VmHWM:\s+(\d+) kB", open(f"/proc/{process.pid}/status").read())[1]) * 1024
                   for process in self.processes())


class Secure(FileServer):
    """telex-server. Each upload has a new id, and the one before is removed."""

    title = "telex-server"

    def __init__(self, folder, pair):
        super().__init__(folder, pair)
        self.store = self.folder / "server.sqlite"
        self.people, self.count, self.token = {}, 0, None

    def start(self):
        self.run([SERVER, "run", "--listen", "127.0.0.1:0", "--store", self.store, "--certificate", self.pair[0],
                  "--key", self.pair[1], "--largest-file", "1024", "--user-files", "4096", *OPTIONS], stdout=subprocess.PIPE)
        return self.listening(r"listening on https://127\.0\.0\.1:(\d+)\n")

    def add_people(self):
        """Adds Ada and Bob; `people` has their invitations. Who uploads by curl is a third person."""
        for name in ("ada", "bob", "carl"):
            self.people[name] = subprocess.check_output(
                [SERVER, "user", "add", name, "--store", self.store], env=self.environment, text=True, timeout=60).strip()
        answer = self.curl("--json", '{"invitation": "%s"}' % self.people["carl"], path="/v1/login")
        self.token = re.search(r'"token":"([^"]+)"', answer)[1]

    def curl(self, *arguments, path):
        return subprocess.check_output(["curl", "--silent", "--fail", "--cacert", self.pair[0], *arguments,
                                        f"https://localhost:{self.port}{path}"], text=True, timeout=60)

    @property
    def path(self):
        return f"/v1/files/{self.count:032x}"

    @property
    def address(self):
        return f"https://localhost:{self.port}{self.path}"

    def uploading(self, path):
        if self.count:
            self.curl("--request", "DELETE", "--header", f"Authorization: Bearer {self.token}", path=self.path)
        self.count += 1
        return ["--header", f"Authorization: Bearer {self.token}", *super().uploading(path)]

    def downloading(self):
        return ["--header", f"Authorization: Bearer {self.token}", *super().downloading()]


class Nginx(FileServer):
    """nginx, which takes files by WebDAV."""

    title = "nginx"

    @staticmethod
    def version():
        """The program's name and version; `None` if it is not installed."""
        return NGINX and subprocess.run([NGINX, "-v"], capture_output=True, text=True).stderr.split(": ")[-1].strip()

    def start(self):
        # A free port is reserved while nginx starts, which can listen on it nevertheless.
        self.place, self.port = reserve()
        (self.folder / "files").mkdir()
        user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
        (self.folder / "configuration").write_text(CONFIGURATION.format(
            user=user, folder=self.folder, port=self.port, certificate=self.pair[0], key=self.pair[1]))
        self.run([NGINX, "-c", self.folder / "configuration", "-e", self.folder / "log"])
        return self


class Bare(FileServer):
    """SwiftNIO with TLS and HTTP alone. It throws uploads away and sends zeros, or hashes them,
    writes them to a file and reads it."""

    def __init__(self, folder, pair, size, keeps=False):
        super().__init__(folder, pair)
        self.size, self.keeps = size, keeps
        self.title = "SwiftNIO with a file" if keeps else "bare SwiftNIO"

    def start(self):
        self.run([BARE, *self.pair, str(self.size), *([self.folder] if self.keeps else [])], stdout=subprocess.PIPE)
        return self.listening(r"(\d+)\n")
