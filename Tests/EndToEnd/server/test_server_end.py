"""Stopping the chat server: responses are durable, clients are notified, and one file contains everything."""

import itertools
import pathlib
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from posts import posted
from raw_http import channel
from telex_program import PATIENCE
from server import CHAT, couple, serve, server, wait_until


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
    for each in itertools.chain(*channels):
        each.next("ready")
    silent = [channel(server, bob, kind) for kind in ("push", "live")]
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
