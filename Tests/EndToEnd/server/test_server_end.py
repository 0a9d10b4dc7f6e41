"""Stopping the chat server: responses are durable, clients are notified, and one file contains everything."""

import itertools
import pathlib
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from posts import posted
from telex_program import PATIENCE
from server import CHAT, UPGRADE, couple, serve, server, wait_until


def deaf(server, person, chat=None):
    """Opens a channel without reading it."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    fields = {"Authorization": f"Bearer {person.token}", **(UPGRADE if chat else {})}
    path = f"/v1/chats/{chat}/live" if chat else "/v1/push"
    connection.sendall("".join([f"GET {path} HTTP/1.1\r\nHost: x\r\n",
                                *(f"{name}: {value}\r\n" for name, value in fields.items()), "\r\n"]).encode())
    assert connection.recv(1).startswith(b"H")
    return connection


def test_a_signal_that_was_ignored_at_the_start_stays_ignored(serve):
    server = serve(preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    server.process.send_signal(signal.SIGINT)
    assert server.request("GET", "/v1/health").status == 200
    server.process.terminate()
    assert server.process.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the state of a thread is in /proc")
def test_the_main_thread_does_not_end(serve):
    """pthread_exit(3) would load libgcc_s.so.1, and abort where that is missing."""
    process = serve().process.pid
    state = pathlib.Path(f"/proc/{process}/task/{process}/stat").read_text().rpartition(") ")[2][0]
    assert state != "Z"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stop_keeps_answered_posts_and_closes_all_channels(server, number):
    ada, bob = couple(server)
    channels = [ada.push(), bob.push()], [ada.live(CHAT), bob.live(CHAT)]
    for channel in itertools.chain(*channels):
        channel.next("ready")
    silent = [deaf(server, bob), deaf(server, bob, CHAT)]
    answered, lock = [], threading.Lock()

    def post(thread):
        for count in itertools.count():
            try:
                answer = (ada, bob)[thread % 2].post(CHAT, f"{thread} {count} " + "x" * 5000, f"{thread}-{count}")
            except (OSError, ConnectionError):
                return
            assert answer.status in (201, 503), answer
            if answer.status == 201:
                with lock:
                    answered.append(answer.json)

    with ThreadPoolExecutor(6) as pool:
        posting = [pool.submit(post, thread) for thread in range(6)]
        wait_until(lambda: len(answered) > 200)
        server.stop(number)
        for each in posting:
            each.result()
    for push in channels[0]:
        push.ended()
    assert [live.ended() for live in channels[1]] == [1001, 1001]
    for connection in silent:
        connection.close()
    server.start()
    stored = {message["messageId"]: message for message in ada.history(CHAT)}
    assert [stored.get(message["messageId"]) for message in answered] == answered
    assert sorted(message["serverOrder"] for message in stored.values()) == list(range(1, len(stored) + 1))


@pytest.mark.parametrize("what", ["nothing", "somebody types", "a bot thinks"])
def test_stopped_server_leaves_a_single_file(server, what):
    """So that it can be copied while the server is stopped."""
    ada, bob = couple(server)
    posted(ada, 10)
    if what == "somebody types":
        live = ada.live(CHAT)
        live.next("ready")
        live.say(type="typing", isActive=True)
        live.settle()
    elif what == "a bot thinks":
        ada.create("eliza")
        assert ada.post("ada+eliza", "I am sad.", "1").status == 201
    server.stop()
    assert sorted(path.name for path in server.folder.glob("server.sqlite*")) == ["server.sqlite", "server.sqlite.lock"]
