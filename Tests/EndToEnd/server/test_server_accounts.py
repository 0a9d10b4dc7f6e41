"""Commands about accounts on the chat server, and its files."""

import stat
import subprocess

import pytest

from server import SERVER, Person, server


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_users_can_be_added_while_the_server_is_stopped(server):
    server.stop()
    invitation = server.user("ada", "Zo\u00eb \U0001F600")
    server.start()
    assert Person(server, "ada", invitation=invitation).name == "Zo\u00eb \U0001F600"


def test_lists_users(server):
    server.user("ada", "Ada Lovelace")
    server.user("a.b-c_9", "Zo\u00eb")
    code, out, err = server.command("user", "list")
    assert (code, err) == (0, "")
    assert {"ada\tAda Lovelace", "a.b-c_9\tZo\u00eb"} <= set(out.splitlines())


@pytest.mark.parametrize("command", ["invite", "revoke"])
def test_refuses_commands_on_unknown_users(server, command):
    code, out, err = server.command("user", command, "nobody")
    assert code != 0 and out == "" and "nobody" in err


def test_output_that_cannot_be_written_is_an_error(server):
    with open("/dev/full", "wb") as full:
        for command, code in [(("add", "ada"), 74), (("list",), 74), (("list", "--help"), 74), (("invite", "nobody"), 67)]:
            done = subprocess.run([SERVER, "user", *command], env=server.environment, stdout=full, stderr=subprocess.PIPE)
            assert done.returncode == code and done.stderr.startswith(b"telex-server: "), done
            # Nobody can be told what is wrong, but for the exit code.
            again = ("add", "bob") if command[0] == "add" else command
            done = subprocess.run([SERVER, "user", *again], env=server.environment, stdout=full, stderr=full)
            assert done.returncode == code


def test_files_are_readable_only_by_their_owner(server):
    Person(server, "ada")
    assert {mode(path) for path in server.folder.glob("server.sqlite*")} == {0o600}
    # Without --store, in an empty home, and with any umask.
    subprocess.run([SERVER, "user", "add", "ada"], env=server.environment, umask=0, check=True, capture_output=True)
    folder = server.folder / "data/telex-server"
    assert mode(folder) == 0o700
    files = list(folder.iterdir())
    assert folder / "server.sqlite" in files and {mode(path) for path in files} == {0o600}
