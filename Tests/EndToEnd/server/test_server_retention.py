"""Messages deleted from the chat server by age, and clients that were offline meanwhile."""

import re

import pytest

from pipe_process import VIEWS, Pipe, history, opened_pipe
from posts import posted, texts
from server import CHAT, Person, TelexServer, log_in_again, login, wait_until

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


@pytest.mark.parametrize("kept", [10, 0])
def test_clients_that_were_offline_converge_on_the_remaining_messages(retaining, devices, kept):
    away, new = devices("away"), devices("new")
    with retaining as server:
        login(away, server, "ada", "Ada")
        log_in_again(new, server, "ada")
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
        wait_until(lambda: len(texts(bob, after=0)) == kept and "deleted old messages" in server.log())
        for telex in (away, new):
            expected = (own if telex is away else []) + texts(bob, after=0)
            before = requests(server)
            pipe = opened_pipe(telex)
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
            assert [row["text"] for row in history(telex, CHAT)] == expected
