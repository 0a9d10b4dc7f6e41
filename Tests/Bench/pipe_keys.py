"""How long a key takes to be shown, at rest and while messages arrive in the open chat."""

import contextlib
import json
import multiprocessing
import os
import random
import socket
import statistics
import time

from pipe_bench import in_microseconds
from pipe_process import Failed, OnTerminal

# Messages per second. They have no capitals; a key is a capital, so that it is recognized in the output; K and J end
# sequences that erase.
RATE = 1_000
TEXT = "are you coming? it starts at eight, and {} others are there"
CAPITALS = [bytes([letter]) for letter in b"QXZVWY"]
CUT_LINE = b"\x15"
# Between two keys, in seconds.
PAUSES = 0.02, 0.06


def keys_under_load(bench):
    """Measures the time from a typed key until it is shown, at rest and while messages arrive."""
    sides = {"telex": telex}
    sides |= {name: side for name, side in (("irssi", irssi), ("weechat", weechat)) if bench.has(name)}
    times = {(name, is_busy): ([], []) for name in sides for is_busy in (False, True)}
    for number in bench.rounds(bench.scale.rounds, "keys under load"):
        with bench.folder() as folder:
            for name, side in sides.items():
                (folder / name).mkdir()
                for is_busy in (False, True):
                    home = folder / name / str(is_busy)
                    home.mkdir()
                    with side(bench, home) as (terminal, begin):
                        if is_busy:
                            begin()
                        taken = sorted(typed(terminal, bench.scale.keys, random.Random(number)))
                    halves, most = times[name, is_busy]
                    halves.append(statistics.median(taken))
                    most.append(taken[len(taken) * 99 // 100])
    for name in sides:
        if name != "telex":
            for is_busy, when in ((False, "at rest"), (True, f"while {RATE:,} messages a second arrive")):
                for place, share in enumerate(("p50", "p99")):
                    bench.add(f"key to echo {when}, {share}", "µs", times["telex", is_busy][place],
                              times[name, is_busy][place], bench.titled(name))


def typed(terminal, count, chance):
    """Types keys one by one; returns the microseconds until each was shown."""
    taken = []
    for number in range(count):
        key = CAPITALS[number % len(CAPITALS)]
        start = time.perf_counter_ns()
        terminal.type(key)
        taken.append(in_microseconds(until(terminal, key) - start))
        terminal.type(CUT_LINE)
        terminal.read_for(chance.uniform(*PAUSES))
    return taken


def until(terminal, part):
    """Reads until the part is shown; returns when."""
    last = b""
    while True:
        data, now = terminal.read()
        if not data:
            terminal.fail(f"ended before it showed {part}")
        if part in last + data:
            return now
        last = data[-len(part):]


@contextlib.contextmanager
def telex(bench, home):
    """A REPL with an open chat, whose messages come through a FIFO."""
    lines = home / "lines"
    os.mkfifo(lines)
    with OnTerminal([bench.telex.path, "repl", "--no-config", "--store", str(home / "store"), "--lines", str(lines)],
                    home) as terminal:
        with open(lines, "wb", buffering=0) as feed:
            feed.write(telex_line(0, title="Ada"))
            feed.write(b'{"event":"screen.opening","screen":"messages","chatId":"ada"}\n')
            until(terminal, b"ada> ")
            yield from under_load(lambda: flood(feed.write, telex_line), terminal)


def telex_line(number, **others):
    return json.dumps({"event": "message.received", "chatId": "ada", "messageId": f"m{number}", "senderId": "ada",
                       "senderName": "ada", "text": TEXT.format(number), **others, "title": "ada"}).encode() + b"\n"


@contextlib.contextmanager
def irssi(bench, home):
    with irc_server() as (port, serve):
        arguments = ["--home", str(home), "-c", "127.0.0.1", "-p", str(port), "-n", "me"]
        with OnTerminal([bench.tools["irssi"].path, *arguments], home) as terminal:
            yield from joined(terminal, serve, b"/join #ada\r")


@contextlib.contextmanager
def weechat(bench, home):
    with irc_server() as (port, serve):
        add = f"/server add here 127.0.0.1/{port} -notls -nicks=me"
        arguments = ["-d", str(home), "-r", f"{add};/set irc.server.here.tls off;/connect here"]
        with OnTerminal([bench.tools["weechat"].path, *arguments], home) as terminal:
            yield from joined(terminal, serve, b"/join #ada\r")


@contextlib.contextmanager
def irc_server():
    """A server that welcomes one client, lets it into a channel (RFC 2812), and fills it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        client = []

        def serve():
            client.append(server.accept()[0])
            # irssi asks for the capabilities of the server first (IRCv3).
            client[0].sendall(b":here CAP * LS :\r\n")
            answer(client[0], b"USER", b":here 001 me :Welcome\r\n:here 376 me :End\r\n")
            return client[0]

        yield server.getsockname()[1], serve
        for connection in client:
            connection.close()


def answer(client, command, text):
    """Waits for a command of the client, and answers it."""
    client.settimeout(30)
    seen = b""
    while command not in seen:
        data = client.recv(65_536)
        if not data:
            raise Failed(f"the client left before {command}")
        seen += data
    client.sendall(text)


def joined(terminal, serve, join):
    client = serve()
    terminal.read_for(1)
    terminal.type(join)
    answer(client, b"JOIN", b":me!me@here JOIN #ada\r\n:here 353 me = #ada :me ada\r\n:here 366 me #ada :End\r\n")
    terminal.read_for(1)
    yield from under_load(lambda: flood(client.sendall, irc_line), terminal)


def irc_line(number):
    return f":ada!ada@here PRIVMSG #ada :{TEXT.format(number)}\r\n".encode()


def under_load(work, terminal):
    """Yields the terminal, and a function that starts the work in a process of its own."""
    process = multiprocessing.get_context("fork").Process(target=work, daemon=True)

    def begin():
        process.start()
        terminal.read_for(1)

    try:
        yield terminal, begin
    finally:
        if process.pid:
            process.kill()
            process.join()


def flood(write, line):
    """Writes lines at the rate, for ever."""
    start, number = time.monotonic(), 1
    while True:
        due = int((time.monotonic() - start) * RATE)
        if number <= due:
            write(b"".join(line(one) for one in range(number, due + 1)))
            number = due + 1
        time.sleep(0.002)
