"""Syncs many rooms with long histories; measures time and memory, and compares the views with the homeserver.

    Scripts/soak matrix [--rooms N] [--messages N] [--away N]
"""

import concurrent.futures
import pathlib
import tempfile
import time

from amounts import options
from fault_proxy import FaultProxy
from matrix import Homeserver
from matrix_people import MatrixPeople
from telex_program import memory

# Synapse has one thread, so more of ours do not make it faster.
SENDERS = 4
PATIENCE = 1800


def say(text):
    print(f"matrix: {text}", flush=True)


class Crowd:
    """Ada, and everybody she shares a room with."""

    def __init__(self, folder, rooms, messages):
        self.homeserver = Homeserver(folder / "homeserver").start()
        self.cast = MatrixPeople(self.homeserver, folder)
        self.ada, *others = self.cast.people("ada", *(f"other{number}" for number in range(SENDERS)))
        start = time.monotonic()

        def furnish(number):
            other = others[number % SENDERS]
            room = self.cast.together(other, self.ada, name=f"Room {number}")
            other.send(room, "the first")
            if number % 50 == 49:
                say(f"{number + 1} rooms")
            return room

        with concurrent.futures.ThreadPoolExecutor(SENDERS) as pool:
            self.rooms = list(pool.map(furnish, range(rooms)))
        self.homeserver.lengthen(messages - 1)
        self.total = rooms * messages
        say(f"{rooms} rooms of {messages} messages are there, after {time.monotonic() - start:.0f} s")

    def close(self):
        self.cast.close()
        self.homeserver.stop()

    def hear(self, count):
        """Sends that many more messages in the rooms."""
        self.homeserver.lengthen(count)
        self.total += count * len(self.rooms)

    def run(self, telex, until, what):
        """Starts telex, and waits for a condition; reports the time and the memory it took."""
        start = time.monotonic()
        pipe = self.cast.start(telex, "--subscribe", "chatList,connection,badge,messages")
        pipe.wait(until, what, PATIENCE)
        seconds = time.monotonic() - start
        say(f"{what}: {seconds:.2f} s, {memory(pipe.process, 'VmHWM'):.0f} MiB at most")
        return pipe

    def is_complete(self, pipe):
        return pipe.connection["connectionState"] == "online" and self.is_told(pipe)

    def is_told(self, pipe):
        return pipe.models.get("badge", {"unreadCount": 0})["unreadCount"] == self.total and bool(pipe.chats)

    def compare(self, pipe):
        """Asserts that telex agrees with the homeserver on every room, and on the whole history of the last room."""
        pipe.send({"event": "chat.listing", "rowLimit": len(self.rooms)})
        pipe.wait(lambda p: len(p.chats) == len(self.rooms), "all rooms to be listed")
        assert pipe.counts == self.ada.counts(), "the counts differ"
        start = time.monotonic()
        room = self.rooms[-1]
        pipe.open(room).page(seconds=PATIENCE)
        assert pipe.texts == self.ada.texts(room), "the messages differ"
        say(f"one room, read to its beginning: {time.monotonic() - start:.2f} s, {memory(pipe.process, 'VmHWM'):.0f} MiB at most")
        assert pipe.finish(PATIENCE) == 0


def soak(folder, rooms, messages, away):
    crowd = Crowd(folder, rooms, messages)
    try:
        with FaultProxy(crowd.homeserver.port) as proxy:
            telex = crowd.cast.telex(crowd.ada, proxy.url)
            crowd.compare(crowd.run(telex, crowd.is_complete, "the first sync"))
            proxy.refuse(True)
            assert crowd.run(telex, crowd.is_told, "a start without a network").finish(PATIENCE) == 0
            proxy.refuse(False)
            assert crowd.run(telex, crowd.is_complete, "a start with nothing new").finish(PATIENCE) == 0
            crowd.hear(away)
            crowd.compare(crowd.run(telex, crowd.is_complete, f"a start with {away} new messages in every room"))
    finally:
        crowd.close()


if __name__ == "__main__":
    given = options(__doc__, rooms=300, messages=1000, away=100)
    with tempfile.TemporaryDirectory() as folder:
        soak(pathlib.Path(folder), given.rooms, given.messages, given.away)
