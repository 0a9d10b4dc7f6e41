"""Floods a telex-server that may open few files, and looks for a system call that found no free descriptor: libdispatch ends
the process then. Needs strace.

    Scripts/soak descriptors [--limits N ...] [--seconds N] [--seed N]
"""

import argparse
import http.client
import os
import pathlib
import random
import re
import resource
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

from raw_http import HEALTH, connect, head, push_request
from server import CHAT, Person, TelexServer, couple, wait_until

# Those that return a new descriptor.
CALLS = "openat,open,accept4,accept,socket,timerfd_create,eventfd2,epoll_create1,pipe2,dup"
# As many as the queue of the system has.
AT_ONCE = 256


def flood(server, is_over):
    """Opens as many connections as the system queues while the server is stopped, and resets them a moment after it goes on."""
    while not is_over():
        server.process.send_signal(signal.SIGSTOP)
        kept = []
        for _ in range(AT_ONCE):
            connection = socket.socket()
            connection.setblocking(False)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.connect_ex(("127.0.0.1", server.port))
            kept.append(connection)
        server.process.send_signal(signal.SIGCONT)
        time.sleep(0.2)
        for each in kept:
            each.close()


def read(server, person, is_over):
    """Fetches pages, so that the server is busy."""
    while not is_over():
        try:
            person.messages(CHAT, limit=500)
        except (OSError, http.client.HTTPException):
            pass


def requests(person, file):
    """Requests that keep their connections open: an upload that goes on, a download that nobody reads, and channels."""
    return [
        head(f"PUT /v1/files/{os.urandom(16).hex()}", "Content-Length: 100000", token=person.token) + b"abc",
        head(f"GET /v1/files/{file}", token=person.token), push_request(person), HEALTH,
    ]


def attack(folder, limit, seconds, chance):
    server = TelexServer(
        folder, "--rate", "100000",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
    with server:
        people = [*couple(server), *(Person(server, f"user{number}") for number in range(10))]
        for number in range(200):
            assert people[0].post(CHAT, "x" * 900, f"m{number}").status == 201
        file = os.urandom(16).hex()
        assert people[0].request("PUT", f"/v1/files/{file}", bytes(4 << 20)).status == 200
        calls = folder / "calls"
        tracer = subprocess.Popen(["strace", "-f", "-qq", "-Z", "-e", f"trace={CALLS}", "-o", calls, "-p",
                                   str(server.process.pid)])
        descriptors, most = pathlib.Path(f"/proc/{server.process.pid}/fd"), 0
        wait_until(calls.exists)
        slow = []
        for _ in range(limit):
            try:
                slow.append(connect(server, chance.choice(requests(chance.choice(people), file)), buffer=4096))
            except OSError:
                pass
        end = time.monotonic() + seconds
        threads = [threading.Thread(target=flood, args=(server, lambda: time.monotonic() > end))]
        threads += [threading.Thread(target=read, args=(server, person, lambda: time.monotonic() > end))
                    for person in people[:2] for _ in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            assert server.process.poll() is None, f"it ended with {server.process.poll()}: {server.log()}"
            most = max(most, len(list(descriptors.iterdir())))
        for each in slow:
            each.close()
        wait_until(lambda: people[0].chats().status == 200)
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
        failed = re.findall(r".*EMFILE.*", calls.read_text())
        assert not failed, failed[:10]
        print(f"limit {limit}: {most} open at most")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limits", type=int, nargs="+", default=[64, 100, 256])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    # The server refuses to start with fewer.
    least = 56 + 4 * os.cpu_count()
    for limit in sorted({max(limit, least) for limit in options.limits}):
        with tempfile.TemporaryDirectory() as folder:
            attack(pathlib.Path(folder) / "server", limit, options.seconds, random.Random(options.seed))


main()
