"""The server determines the order of a chat: every device of every member shows the same order."""

import contextlib
import random

from amounts import amount
from fault_proxy import FaultProxy
from matrix import homeserver
from matrix_people import matrix
from pipe_process import history
from server import CHAT, couple, log_in_again, server
from writers import Writer

# How long a device waits for all its messages to be sent, in seconds.
PATIENCE = 500


def play(writers, chance):
    """Makes all write at the same time, until the server has all messages."""
    while any(writer.written < len(writer.texts) for writer in writers):
        writer = chance.choice(writers)
        writer.write(writer.written + chance.randrange(1, 12))
        deed = chance.random()
        if deed < 0.05:
            writer.kill()
        elif deed < 0.12:
            writer.proxy.cut()
        writer.proxy.wait_for_bytes(chance.randrange(2000), 0.3)
    for writer in writers:
        writer.settle(PATIENCE)
        assert writer.pipe.finish() == 0


def compare(device, shown, expected):
    places = [place for place, pair in enumerate(zip(shown, expected)) if pair[0] != pair[1]]
    assert shown == expected, (
        f"{device.name}: {len(places)} of {len(expected)} elsewhere, first {places[:1]}: "
        f"{shown[places[0] - 2:places[0] + 5] if places else len(shown)}, not {expected[places[0] - 2:places[0] + 5] if places else ''}")


def expect_one_order(writers, server_order):
    assert sorted(server_order) == sorted(text for writer in writers for text in writer.texts)
    for writer in writers:
        rows = history(writer.telex, writer.chat, last=server_order[-1])
        compare(writer, [row["text"] for row in rows], server_order)
        strange = [row for row in rows if row["isOwn"] != row["text"].startswith(writer.name.split()[0])]
        assert not strange, f"{writer.name} has under the wrong name {strange[:3]}"


def test_telex_server_gives_three_devices_of_two_people_one_order(server, devices):
    ada, bob = couple(server)
    with contextlib.ExitStack() as stack:
        writers = []
        for name, person in (("ada one", ada), ("bob one", bob), ("bob two", bob)):
            proxy, telex = stack.enter_context(FaultProxy(server.port, name)), devices(name.replace(" ", "-"))
            log_in_again(telex, server, person.user, url=proxy.url)
            writers.append(Writer(telex, proxy, CHAT, name, amount(80, 300)))
        play(writers, random.Random(1))
        expect_one_order(writers, [message["text"] for message in ada.history(CHAT)])


def test_homeserver_gives_three_devices_of_two_people_one_order(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with contextlib.ExitStack() as stack:
        writers = []
        for person, place in ((ada, "one"), (bob, "one"), (bob, "two")):
            name = f"{person.name} {place}"
            proxy = stack.enter_context(FaultProxy(matrix.homeserver.port, name))
            writers.append(Writer(matrix.telex(person, proxy.url), proxy, room, name, amount(30, 300)))
        play(writers, random.Random(1))
        expect_one_order(writers, ada.texts(room))
