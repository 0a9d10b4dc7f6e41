"""Benchmarks files through telex-server against nginx and against a bare SwiftNIO server, with TLS, in the same run.

    Scripts/bench files [--quick] [--json FILE]

With TMPDIR on a RAM disk, no disk is measured.
"""

import argparse
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import report
from file_servers import Bare, Nginx, Secure, certificate
from pipe_bench import in_megabytes, in_milliseconds, say
from pipe_data import address, line, opened
from pipe_process import Failed, environment
from pipe_telex import TELEX, Telex
from report import Figure
from telex_server import version

# The most memory that telex-server may take, in bytes.
MOST = 64 << 20
# How many seconds a transfer may take.
PATIENCE = 600


@dataclasses.dataclass(frozen=True)
class Scale:
    """The sizes of the workload."""

    size: int = 1 << 30
    rounds: int = 5
    # Messages in a chat, and how often the programs with and without files alternate.
    messages: int = 1_000
    starts: int = 15


QUICK = Scale(size=1 << 28, rounds=3, starts=5)


class Transfers:
    """One file to each server and back, by curl, and by telex to somebody else."""

    def __init__(self, folder, scale):
        self.folder, self.scale = folder, scale
        self.content = folder / "content"
        with open(self.content, "wb") as file:
            for _ in range(scale.size >> 20):
                file.write(os.urandom(1 << 20))
        self.hash = digest(self.content)
        self.pair = certificate(folder)
        self.telex = Secure(folder / "telex", self.pair)
        self.kept = Bare(folder / "kept", self.pair, scale.size, keeps=True)
        self.peers = [self.telex, Bare(folder / "bare", self.pair, scale.size), self.kept]
        if Nginx.version():
            self.peers.append(Nginx(folder / "nginx", self.pair))
        else:
            say("left out, since it is not installed: nginx")
        self.rates = {way: {peer.title: [] for peer in [*self.peers, Client]} for way in ("up", "down")}
        self.shares = {way: {peer.title: [] for peer in self.peers} for way in ("up", "down")}
        self.peaks = {peer.title: [] for peer in [*self.peers, Client]}

    def run(self):
        with contextlib.ExitStack() as running:
            for peer in self.peers:
                running.enter_context(peer)
            self.telex.add_people()
            for number in range(self.scale.rounds + 1):
                say(f"round {number} of {self.scale.rounds}" if number else "a first round that does not count")
                for peer in self.peers:
                    self.by_curl(peer, counts=number > 0)
            for peer in self.peers:
                self.peaks[peer.title].append(in_megabytes(peer.peak()))
        for number in range(self.scale.rounds):
            say(f"from person to person, round {number + 1} of {self.scale.rounds}")
            with Secure(self.folder / f"people-{number}", self.pair) as server:
                self.by_telex(server)

    def by_curl(self, peer, counts):
        """Uploads and downloads the file. In a round that counts, what is downloaded is thrown away, unread."""
        target = self.folder / "received"
        for way in ("up", "down"):
            arguments = (peer.uploading(self.content) if way == "up"
                         else [*peer.downloading(), "--output", os.devnull if counts else target])
            busy = peer.cpu()
            start = time.perf_counter()
            # To wait with a timeout, Python looks only now and then.
            subprocess.run(["curl", "--max-time", str(PATIENCE), "--silent", "--show-error", "--fail", "--http1.1",
                            "--cacert", self.pair[0],
                            # The servers would answer at different times.
                            "--header", "Expect:", *arguments],
                           stdout=subprocess.DEVNULL, check=True)
            taken = time.perf_counter() - start
            if counts:
                self.rates[way][peer.title].append(self.scale.size / taken / 1e6)
                self.shares[way][peer.title].append((peer.cpu() - busy) / taken)
        if counts:
            return
        if target.stat().st_size != self.scale.size or peer.keeps and digest(target) != self.hash:
            raise Failed(f"{peer.title} answers with something else than was sent")
        target.unlink()

    def by_telex(self, server):
        """Sends the file to somebody, who saves it; both use the command line."""
        server.add_people()
        ada, bob = (Client(self.folder / f"{server.folder.name}-{name}", server, name) for name in ("ada", "bob"))
        with bob.waiting() as waiting:
            taken, peak = ada.timed("send", "bob", "--new", "--file", self.content)
            message = json.loads(waiting.stdout.readline())
        self.rates["up"][Client.title].append(self.scale.size / taken / 1e6)
        self.peaks[Client.title].append(in_megabytes(peak))
        taken, peak = bob.timed("save", message["chatId"], message["messageId"], self.folder / "received")
        self.rates["down"][Client.title].append(self.scale.size / taken / 1e6)
        self.peaks[Client.title].append(in_megabytes(peak))
        if digest(self.folder / "received") != self.hash:
            raise Failed("what was saved is not what was sent")
        (self.folder / "received").unlink()
        for folder in (ada.folder, bob.folder):
            shutil.rmtree(folder)

    def figures(self):
        figures = []
        for other in self.peers[1:]:
            aim = ("at least", 0.8) if isinstance(other, Bare) else None
            for way, name in (("up", "upload by curl"), ("down", "download by curl")):
                figures.append(Figure(name, "MB/s", self.rates[way][self.telex.title], self.rates[way][other.title],
                                      aim=aim, peer=other.title))
            for way, name in (("up", "telex send --file"), ("down", "telex save")):
                figures.append(Figure(name, "MB/s", self.rates[way][Client.title], self.rates[way][other.title],
                                      peer=other.title))
            figures.append(Figure("peak memory", "MB", self.peaks[self.telex.title], self.peaks[other.title],
                                  peer=other.title))
        limit = [in_megabytes(MOST)]
        figures += [
            Figure("peak memory of telex-server", "MB", self.peaks[self.telex.title], limit, aim=("at most", 1),
                   peer="64 MiB"),
            Figure("peak memory of telex", "MB", self.peaks[Client.title], limit, aim=("at most", 1), peer="64 MiB"),
        ]
        return figures


class Client:
    """A person's telex, who has logged in to a server with TLS."""

    title = "telex"

    def __init__(self, folder, server, name):
        self.folder, self.name = folder, name
        folder.mkdir()
        self.run("login", f"https://localhost:{server.port}", "--ca", server.pair[0], input=server.people[name])

    def run(self, *arguments, input=""):
        done = subprocess.run([TELEX, *map(str, arguments)], input=input, capture_output=True, text=True,
                              env=environment(self.folder), timeout=PATIENCE)
        if done.returncode != 0:
            raise Failed(f"telex {arguments[0]} has ended with {done.returncode}: {done.stderr[-400:]}")
        return done.stdout

    def timed(self, *arguments):
        """Runs a command; returns how many seconds it took, and its peak memory in bytes."""
        with open(self.folder / "log", "wb") as log:
            start = time.perf_counter()
            child = subprocess.Popen([TELEX, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                     env=environment(self.folder))
            _, status, usage = os.wait4(child.pid, 0)
            taken = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise Failed(f"telex {arguments[0]}: {(self.folder / 'log').read_text(errors='replace')[-400:]}")
        return taken, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def waiting(self):
        """Starts a process that prints the next message from somebody else."""
        return subprocess.Popen([TELEX, "wait", "--timeout", f"{PATIENCE}s"], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, env=environment(self.folder))


def chats_with_files(folder, scale):
    """Measures the list of chats and a page of messages, with and without files; returns the figures."""
    telex = Telex()
    kinds = {kind: folder / kind for kind in ("files", "texts", "texts as long")}
    for kind, home in kinds.items():
        say(f"a chat with {scale.messages:,} {kind}")
        home.mkdir()
        with telex.pipe(home, home / "telex.sqlite", "--subscribe", "none") as child:
            child.write(b"".join(message(number, kind) for number in range(scale.messages)))
            child.finish()
    lists, pages, sizes = ({kind: [] for kind in kinds} for _ in range(3))
    for _ in range(scale.starts):
        for kind, home in kinds.items():
            with telex.pipe(home, home / "telex.sqlite") as child:
                found = child.read_line(b'"totalCount":1,"chats":')
                lists[kind].append(in_milliseconds(found.time - child.started))
                before, start = child.total, time.perf_counter_ns()
                child.write(opened(0, "page"))
                pages[kind].append(in_milliseconds(child.read_line(b'"settled":"page"').time - start))
                sizes[kind].append((child.total - before) / 1e3)
                child.finish()
    name = f"with {scale.messages:,} files in the chat"
    return [Figure(f"{what}, {name}", unit, values["files"], values[peer], aim=aim, peer=peer)
            for peer in kinds if peer != "files"
            for what, unit, values, aim in (("start to the list of chats", "ms", lists, ("at most", 1.1)),
                                            ("a page of messages", "ms", pages, ("at most", 1.1)),
                                            ("its length", "kB", sizes, None))]


def message(number, kind):
    """Returns a message from somebody else: a file, its name as a text, or a text that makes a row as long as a file."""
    name = f"photo-{number:05}.jpeg"
    file = {"fileId": hashlib.sha256(name.encode()).hexdigest(), "source": name, "fileName": name,
            "mediaType": "image/jpeg", "byteCount": 2_100_000 + number, "width": 1200, "height": 800}
    members = {"files": {"kind": "file", "text": "", "file": file}, "texts": {"text": name},
               "texts as long": {"text": name + " and so on" * 33}}[kind]
    return line("message.received", chatId=address(0), messageId=f"m{number}", title="Ada Lovelace", **members)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def tell(figures, transfers, scale):
    peers = list(dict.fromkeys(figure.peer for figure in figures))
    for peer in peers:
        rows = [figure.row() for figure in figures if figure.peer == peer]
        print(report.table([["", "telex", peer, "ratio", "aim"], *rows]), end="\n\n")
    shares = "; ".join(f"{title} {statistics.median(transfers.shares['up'][title]):.2f} up, "
                       f"{statistics.median(transfers.shares['down'][title]):.2f} down"
                       for title in transfers.shares["up"])
    print(f"""{version()}{", " + Nginx.version() if Nginx.version() else ""}, SwiftNIO alone.
{scale.size / 2**20:,.0f} MiB over loopback with TLS; medians of {scale.rounds} rounds, in which the servers take turns.
The bare server throws uploads away and sends zeros; the other one hashes and writes them, and reads what came last.
Taken of {os.cpu_count()} cores: {shares}.
{scale.messages:,} messages in one chat: medians of {scale.starts} starts each, in turns.""")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller files and fewer rounds")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the figures to a file, too")
    options = parser.parse_args()
    scale = QUICK if options.quick else Scale()
    if options.json:
        options.json.touch()
    with tempfile.TemporaryDirectory() as folder:
        transfers = Transfers(pathlib.Path(folder), scale)
        transfers.run()
        figures = transfers.figures() + chats_with_files(pathlib.Path(folder), scale)
    tell(figures, transfers, scale)
    if options.json:
        report.record(options.json, figures, **{
            "telex-server": version(), "nginx": Nginx.version(), "scale": dataclasses.asdict(scale),
            "cores taken": transfers.shares})
