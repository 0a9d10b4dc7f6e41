"""The server determines the order of a chat: every device of every member shows the same order."""

import random

from amounts import amount
from fault_proxy import FaultProxy
from matrix import homeserver
from matrix_people import matrix, sending
from pipe_process import Pipe, history, opened
from server import CHAT, Person, couple, server

# How long a device waits for all its messages to be sent, in seconds.
PATIENCE = 500


class Device:
    """A device that writes while its connection breaks, and while it is killed."""

    def __init__(self, name, telex, proxy, count):
        self.name, self.telex, self.proxy = name, telex, proxy
        self.texts = [f"{name} {number}" for number in range(count)]
        self.pipe = None

    def start(self, chat):
        self.pipe = Pipe(self.telex, "--subscribe", "connection").send(opened(chat))

    def write(self, chat, texts):
        self.pipe.send(*(sending(chat, text, message=text.replace(" ", "-")) for text in texts))

    def kill(self, chat, upto):
        """Kills the client and resends its last messages, which may not be stored. The ids prevent duplicates."""
        self.pipe.kill()
        self.start(chat)
        self.write(chat, self.texts[max(0, upto - 30):upto])


def play(chat, devices, chance):
    """Makes all devices write at the same time, until the server has all messages."""
    written = {device: 0 for device in devices}
    for device in devices:
        device.start(chat)
    while any(written[device] < len(device.texts) for device in devices):
        device = chance.choice(devices)
        upto = min(len(device.texts), written[device] + chance.randrange(1, 12))
        device.write(chat, device.texts[written[device]:upto])
        written[device] = upto
        deed = chance.random()
        if deed < 0.05:
            device.kill(chat, upto)
        elif deed < 0.12:
            device.proxy.cut()
        device.proxy.wait_for_bytes(chance.randrange(2000), 0.3)
    for device in devices:
        device.write(chat, device.texts)
    for device in devices:
        device.pipe.catch_up()
        is_quiet = lambda p: p.connection["connectionState"] == "online" and p.connection["queuedCount"] == 0
        while not is_quiet(device.pipe):
            device.pipe.connect(PATIENCE).wait(
                lambda p: is_quiet(p) or p.connection.get("actions", {}).get("retry"), f"{device.name} to be done", PATIENCE)
        assert device.pipe.finish() == 0
    return [text for device in devices for text in device.texts]


def compare(device, shown, expected):
    places = [place for place, pair in enumerate(zip(shown, expected)) if pair[0] != pair[1]]
    assert shown == expected, (
        f"{device.name}: {len(places)} of {len(expected)} elsewhere, first {places[:1]}: "
        f"{shown[places[0] - 2:places[0] + 5] if places else len(shown)}, not {expected[places[0] - 2:places[0] + 5] if places else ''}")


def expect_one_order(chat, devices, written, server_order):
    assert sorted(server_order) == sorted(written)
    for device in devices:
        rows = history(device.telex, chat, last=server_order[-1])
        compare(device, [row["text"] for row in rows], server_order)
        strange = [row for row in rows if row["isOwn"] != row["text"].startswith(device.name.split()[0])]
        assert not strange, f"{device.name} has under the wrong name {strange[:3]}"


def test_telex_server_gives_three_devices_of_two_people_one_order(server, devices):
    ada, bob = couple(server)
    sides = []
    for name, person in (("ada one", ada), ("bob one", bob), ("bob two", bob)):
        proxy = FaultProxy(server.port, name)
        telex = devices(name.replace(" ", "-"))
        code, _, err = telex.run("login", proxy.url, text=server.invite(person.user) + "\n")
        assert code == 0, err
        sides.append(Device(name, telex, proxy, amount(80, 300)))
    try:
        written = play(CHAT, sides, random.Random(1))
        expect_one_order(CHAT, sides, written, [message["text"] for message in ada.history(CHAT)])
    finally:
        for side in sides:
            side.pipe.close()
            side.proxy.close()


def test_homeserver_gives_three_devices_of_two_people_one_order(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    sides = []
    for name, person in ((f"{ada.name} one", ada), (f"{bob.name} one", bob), (f"{bob.name} two", bob)):
        proxy = FaultProxy(matrix.homeserver.port, name)
        sides.append(Device(name, matrix.telex(person, proxy.url), proxy, amount(30, 300)))
    try:
        written = play(room, sides, random.Random(1))
        expect_one_order(room, sides, written, ada.texts(room))
    finally:
        for side in sides:
            side.pipe.close()
            side.proxy.close()
