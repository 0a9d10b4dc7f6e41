"""Accounts on the chat server: logins, revocation, and what files and output reveal."""

import signal
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from server import SERVER, Person, couple, server


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def login(server, invitation):
    return server.request("POST", "/v1/login", {"invitation": invitation})


def test_health_needs_no_account(server):
    answer = server.request("GET", "/v1/health")
    assert answer.status == 200 and answer.json == {"status": "ok"}
    assert answer.headers.get_content_type() == "application/json"


def test_invitation_is_valid_once(server):
    invitation = server.user("ada", "Ada Lovelace")
    answer = login(server, invitation)
    assert answer.status == 200
    token = answer.json["token"]
    assert answer.json == {"token": token, "userId": "ada", "name": "Ada Lovelace"}
    assert server.request("GET", "/v1/chats", token=token).json["chats"] == []
    login(server, invitation).problem(401)
    login(server, "nonsense").problem(401)


def test_only_one_of_many_logins_with_the_same_invitation_succeeds(server):
    invitation = server.user("ada")
    with ThreadPoolExecutor(8) as pool:
        statuses = [answer.status for answer in pool.map(lambda _: login(server, invitation), range(8))]
    assert sorted(statuses) == [200] + 7 * [401]


def test_each_device_has_its_own_token(server):
    first = Person(server, "ada")
    second = Person(server, "ada", invitation=server.invite("ada"))
    assert first.token != second.token
    assert first.request("POST", "/v1/logout").status == 204
    first.chats().problem(401)
    assert second.chats().status == 200


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


@pytest.mark.parametrize("name", ["", "Ada", ".ada", "_ada", "a b", "a+b", "a/b", "ad\u00e1", "a\n", "a" * 33])
def test_refuses_a_name_that_cannot_be_part_of_an_id(server, name):
    code, out, err = server.command("user", "add", name)
    assert code != 0 and out == "" and err.strip()


def test_accepts_the_longest_name(server):
    assert Person(server, "a" * 32).user == "a" * 32


def test_refuses_a_name_that_is_taken(server):
    ada = Person(server, "ada", "Ada")
    for name in ("ada", "eliza", "echo"):
        code, out, err = server.command("user", "add", name, "--display", "Somebody else")
        assert code != 0 and out == "" and name in err
    assert ada.chats().status == 200 and "ada\tAda\n" in server.command("user", "list")[1]


@pytest.mark.parametrize("command", ["invite", "revoke"])
def test_refuses_commands_on_unknown_users(server, command):
    code, out, err = server.command("user", command, "nobody")
    assert code != 0 and out == "" and "nobody" in err


def test_logout_closes_the_channels_of_that_token_only(server):
    ada, bob = couple(server)
    other = Person(server, "ada", invitation=server.invite("ada"))
    push, live = ada.push(), ada.live("ada+bob")
    kept = other.push(), other.live("ada+bob"), bob.push(), bob.live("ada+bob")
    for channel in (push, live, *kept):
        channel.next("ready")
    assert ada.request("POST", "/v1/logout").status == 204
    assert live.ended() == 1008
    push.ended()
    assert bob.post("ada+bob", "still there?", "m1").status == 201
    for channel in kept:
        channel.next("message")
    ada.chats().problem(401)


def test_revocation_closes_the_channels_of_that_user_only(server):
    ada, bob = couple(server)
    other = Person(server, "ada", invitation=server.invite("ada"))
    ended = [device.push() for device in (ada, other)]
    closed = [device.live("ada+bob") for device in (ada, other)]
    kept = bob.push(), bob.live("ada+bob")
    for channel in (*ended, *closed, *kept):
        channel.next("ready")
    server.revoke("ada")
    assert [live.ended() for live in closed] == [1008, 1008]
    for push in ended:
        push.ended()
    for device in (ada, other):
        device.chats().problem(401)
    assert bob.post("ada+bob", "still there?", "m1").status == 201
    for channel in kept:
        channel.next("message")
    back = Person(server, "ada", invitation=server.invite("ada"))
    assert back.messages("ada+bob").json["messages"][-1]["text"] == "still there?"


def test_revocations_and_valid_tokens_survive_a_restart(server):
    ada, bob, carol = (Person(server, name) for name in ("ada", "bob", "carol"))
    server.revoke("ada")
    assert bob.request("POST", "/v1/logout").status == 204
    server.kill()
    server.start()
    assert [person.chats().status for person in (ada, bob, carol)] == [401, 401, 200]


def test_no_secret_is_stored_in_plain_text(server):
    used, unused = server.user("ada"), server.user("bob")
    ada = Person(server, "ada", invitation=used)
    ada.create("bob")
    ada.push().next("ready")
    ada.live("ada+bob").next("ready")
    ada.request("GET", "/v1/nothing").problem(404)
    login(server, used).problem(401)
    for stop in (lambda: None, server.stop):
        stop()
        files = [path for path in server.folder.iterdir() if path.is_file()]
        assert server.store in files
        for path in files:
            data = path.read_bytes()
            assert not [secret for secret in (ada.token, used, unused) if secret.encode() in data], path


def test_files_are_readable_only_by_their_owner(server):
    Person(server, "ada")
    assert {mode(path) for path in server.folder.glob("server.sqlite*")} == {0o600}
    # Without --store, in an empty home, and with any umask.
    subprocess.run([SERVER, "user", "add", "ada"], env=server.environment, umask=0, check=True, capture_output=True)
    folder = server.folder / "data/telex-server"
    assert mode(folder) == 0o700
    files = list(folder.iterdir())
    assert folder / "server.sqlite" in files and {mode(path) for path in files} == {0o600}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_stops_the_server_cleanly_with_open_channels(server, number):
    ada, bob = couple(server)
    push, live = bob.push(), bob.live("ada+bob")
    answer = ada.post("ada+bob", "the last", "m1")
    push.next("message")
    live.next("message")
    server.stop(number)
    push.ended()
    live.ended()
    server.start()
    assert bob.messages("ada+bob").json["messages"] == [answer.json]
