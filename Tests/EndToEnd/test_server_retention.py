"""Messages deleted from the chat server by age, and clients that were offline meanwhile."""

import re

import pytest

from piped import VIEWS, Pipe, history, opened_pipe
from server import CHAT, Person, TelexServer, couple, login, wait_until
from store import all_bytes
from talk import posted, texts

DAY = 86_400_000


def age(server, last, days=31):
    """Dates the messages up to `last` that many days back."""
    server.sql("UPDATE message SET date = date - ? WHERE seq <= ?", days * DAY, last)


def requests(server):
    """Returns the number of requests from clients."""
    return len(re.findall(r"method=\w+ path=/v1/(?!health)", server.log()))


@pytest.fixture
def retaining(tmp_path):
    return TelexServer(tmp_path / "server", *TelexServer.ARGUMENTS, "--retain-days", "30", "--log", "debug")


def forget(server, person, first):
    """Starts the server, and waits until `first` is the first remaining message."""
    server.start()
    wait_until(lambda: [message["serverOrder"] for message in person.messages(CHAT, after=0, limit=1).json["messages"]]
               == [first])


def test_expired_messages_are_deleted_and_newer_ones_stay(retaining):
    with retaining as server:
        ada, bob = couple(server)
        carol = Person(server, "carol")
        carol.create("ada")
        posted(carol, 3, chat="ada+carol")
        posted(bob, 1500)
        posted(bob, 40, 1501)
        ada.mark(CHAT, read="bob/text 7", delivered="bob/text 1520")
        server.stop()
        server.sql("UPDATE message SET date = date - ? WHERE seq <= 1510 AND chat = 1", 31 * DAY)
        server.sql("UPDATE message SET date = date - ? WHERE chat != 1", 29 * DAY)
        forget(server, bob, 1511)
        assert texts(bob, after=0) == [f"text {number}" for number in range(1511, 1541)]
        assert bob.messages(CHAT, after=0, limit=500).json["hasMore"] is False
        assert bob.messages(CHAT, before=1540, limit=500).json["hasMore"] is False
        assert texts(bob, before=1511) == [] and texts(bob, after=1000, limit=1) == ["text 1511"]
        assert texts(carol, "ada+carol") == ["text 1", "text 2", "text 3"]
        marks = {mark["userId"]: mark for mark in bob.chats().json["chats"][0]["marks"]}
        assert (marks["ada"]["readId"], marks["ada"]["readOrder"]) == (None, 7)
        assert (marks["ada"]["deliveredId"], marks["ada"]["deliveredOrder"]) == ("bob/text 1520", 1520)
        ada.mark(CHAT, read="bob/text 8").problem(404)
        assert bob.post(CHAT, "next", "next").json["serverOrder"] == 1541
        assert [event.data["text"] for event in bob.push(since=0).until("ready") if event.kind == "message"][-1:] in (
            ["next"], [])
        assert "deleted old messages" in server.log()
        assert "  No chat is missing messages." in server.command("doctor")[1]
        assert "text 3\0" not in server.log()
    assert b"text 1234" not in all_bytes(server)


def test_expired_messages_are_not_sent_to_clients_that_catch_up(retaining):
    with retaining as server:
        ada, bob = couple(server)
        posted(bob, 20)
        server.stop()
        age(server, 12)
        forget(server, bob, 13)
        events = ada.push(since=0).until("ready")
        assert [event.data["serverOrder"] for event in events if event.kind == "message"] == list(range(13, 21))


@pytest.mark.parametrize("kept", [10, 0])
def test_clients_that_were_offline_converge_on_the_remaining_messages(retaining, devices, kept):
    away, new = devices("away"), devices("new")
    with retaining as server:
        login(away, server, "ada", "Ada")
        assert new.run("login", server.url, text=server.invite("ada") + "\n")[0] == 0
        bob = Person(server, "bob", "Bob")
        bob.create("ada")
        own = posted(bob, 5)
        # The messages that they have are unread.
        pipe = Pipe(away, *VIEWS).connect()
        pipe.wait(lambda p: p.models.get("badge") == {"unreadCount": 5, "mentionCount": 0}, "the first messages")
        assert pipe.finish() == 0
        posted(bob, 600, 6)
        server.stop()
        age(server, 605 - kept)
        server.start()
        wait_until(lambda: len(texts(bob, after=0)) == kept)
        for telex in (away, new):
            expected = (own if telex is away else []) + texts(bob, after=0)
            before = requests(server)
            pipe = opened_pipe(telex)
            try:
                pipe.wait(lambda p: p.texts == expected, "what is kept")
                if expected:
                    pipe.press(pipe.models["messages"].get("actions", {}).get("markRead"))
                    pipe.wait(lambda p: p.models["badge"] == {"unreadCount": 0, "mentionCount": 0}, "all to be read")
                # A client that polls would have sent many requests by now.
                for number in range(3):
                    text = f"{telex.home.name} {number}"
                    assert bob.post(CHAT, text, text).status == 201
                    expected = [*expected, text]
                    pipe.wait(lambda p: p.texts == expected, "a message that comes")
                assert requests(server) - before < 20, server.log()
                assert not pipe.models["messages"]["shouldShowError"] and pipe.connection["connectionState"] == "online"
                assert pipe.finish() == 0 and pipe.errors.read_text() == ""
            finally:
                pipe.close()
            assert [row["text"] for row in history(telex, CHAT)] == expected
