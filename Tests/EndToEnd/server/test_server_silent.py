"""Commands, and a server that takes connections and then says nothing."""

import contextlib
import signal

import pytest

from pipe_process import Pipe
from server import CHAT, meet_bob, server, wait_until


@pytest.fixture
def bob(telex, server):
    """Stops the server once Ada's profile has a chat with Bob, and a message from him."""
    bob = meet_bob(telex, server)
    bob.post(CHAT, "Hello.", "b0")
    assert "Hello." in telex.run("show", "messages", CHAT)[1]
    server.process.send_signal(signal.SIGSTOP)
    yield bob
    server.process.send_signal(signal.SIGCONT)


def test_commands_go_on_with_what_is_stored(telex, server, bob):
    code, out, err = telex.run("show", "messages", CHAT)
    assert code == 0 and "Bob: Hello." in out and "The newest messages have not been fetched." in err
    code, out, err = telex.run("ask", CHAT, "Deploy?", "--from", "bob", "--timeout", "0s", "--as", "deploy")
    assert (code, out) == (75, "")
    first, second = err.splitlines()
    assert first.startswith("telex: The message is stored, and is sent the next time telex is connected. ")
    assert "does not answer" in first
    assert second == ("telex: No answer from bob came in time. The message is not sent yet. "
                      "It is sent the next time telex is connected.")
    server.process.send_signal(signal.SIGCONT)
    with contextlib.closing(Pipe(telex)):
        sent = wait_until(lambda: bob.history(CHAT)[1:])[0]
    assert sent["text"] == "Deploy?" and "deploy" not in str(sent)
    assert "You (deploy): Deploy?  (sent)" in telex.run("show", "messages", CHAT)[1]


def test_a_message_through_another_telex_waits(telex, server, bob):
    server.process.send_signal(signal.SIGCONT)
    with contextlib.closing(Pipe(telex, "--subscribe", "connection").connect()):
        server.process.send_signal(signal.SIGSTOP)
        assert telex.run("send", CHAT, "later") == (
            0, "", "telex: The message is stored, and is sent the next time telex is connected. The server does not answer.\n")
        server.process.send_signal(signal.SIGCONT)
        wait_until(lambda: [message["text"] for message in bob.history(CHAT)] == ["Hello.", "later"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["show chatList", "unread", f"send {CHAT} x", f"ask {CHAT} x --from bob", "wait"])
def test_a_signal_ends_each(telex, bob, command, number):
    socket = telex.home / "data/telex/default/telex.sock"
    assert not socket.exists()
    process = telex.start(*command.split())
    wait_until(socket.exists)
    process.send_signal(number)
    assert process.communicate()[0] == b"" and process.returncode == -number
