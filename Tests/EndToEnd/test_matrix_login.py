"""Logging in to and out of a homeserver, rejected logins, and what is stored."""

import json
import stat

import pytest

from cast import login
from conftest import last_model
from gate import Gate
from server import login as log_in_at_our_server, server

REFUSED, UNREACHABLE, WRONG, NO_INPUT = 77, 69, 64, 66


def account(telex, profile="default"):
    return telex.home / "data/telex" / profile / "matrix.json"


def connection(telex):
    """Returns the connection's final model in a separate session."""
    code, out, err = telex.run("pipe", "--subscribe", "connection")
    assert code == 0, err
    return last_model(map(json.loads, out.splitlines()), "connection")


def attempt(telex, person, *arguments, password=None, url=None):
    """Tries to log in; returns exit code, output and error output."""
    return telex.run("login", "--matrix", url or person.homeserver.url, "--user", person.name, *arguments,
                     text=(person.password if password is None else password) + "\n")


def test_login_is_stored_privately_and_without_the_password(matrix):
    ada = matrix.person("ada")
    telex = matrix.home()
    code, out, err = attempt(telex, ada)
    assert code == 0 and ada.user in out + err and ada.homeserver.url in out + err, (out, err)
    path = account(telex)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    kept = path.read_text()
    assert isinstance(json.loads(kept), dict) and ada.password not in kept and ada.user in kept
    assert connection(telex)["connectionState"] == "online"


def test_full_user_id_is_accepted(matrix):
    ada = matrix.person("ada")
    telex = matrix.home()
    code, _, err = telex.run("login", "--matrix", ada.homeserver.url, "--user", ada.user, text=ada.password + "\n")
    assert code == 0, err
    assert connection(telex)["connectionState"] == "online"


def test_password_may_contain_any_characters(matrix):
    ada = matrix.person("ada")
    password = "pass wörd \\ \"quoted\" 漢字 😀 & %41+x"
    ada.request("POST", "/account/password", {"new_password": password, "logout_devices": False, "auth": {
        "type": "m.login.password", "identifier": {"type": "m.id.user", "user": ada.name}, "password": ada.password}})
    telex = matrix.home()
    assert attempt(telex, ada)[0] == REFUSED
    assert attempt(telex, ada, password=password)[0] == 0


def test_access_token_is_accepted(matrix):
    ada = matrix.person("ada")
    telex = matrix.home()
    assert telex.run("login", "--matrix", ada.homeserver.url, "--token", text=ada.token + "\n")[0] == 0
    assert connection(telex)["connectionState"] == "online" and ada.user in account(telex).read_text()
    other = matrix.home()
    code, out, err = other.run("login", "--matrix", ada.homeserver.url, "--token", text="no-such-token\n")
    assert (code, out) == (REFUSED, "") and err and not account(other).exists()


def test_refuses_a_wrong_password_and_stores_nothing(matrix):
    ada = matrix.person("ada")
    telex = matrix.home()
    code, out, err = attempt(telex, ada, password="nonsense")
    assert (code, out) == (REFUSED, "") and "password" in err.lower(), err
    assert not account(telex).exists() and "nonsense" not in err
    assert attempt(telex, ada, password="")[0] == NO_INPUT


@pytest.mark.parametrize("arguments", [
    ("--matrix", "http://", "--user", "ada"), ("--matrix", "ftp://x", "--user", "ada"),
    ("--matrix", "", "--user", "ada"), ("--matrix", "http://127.0.0.1:1"),
    ("--matrix", "http://127.0.0.1:1", "--user", ""), ("http://127.0.0.1:1", "--matrix", "http://127.0.0.1:1"),
    ("http://127.0.0.1:1", "--user", "ada"), ("http://127.0.0.1:1", "--token"),
])
def test_refuses_invalid_arguments(telex, arguments):
    code, out, err = telex.run("login", *arguments, text="password\n")
    assert (code, out) == (WRONG, "") and err and not account(telex).exists(), err


def test_reports_an_unreachable_homeserver(matrix, homeserver):
    ada = matrix.person("ada")
    with Gate(homeserver.port) as gate:
        url = gate.url
    telex = matrix.home()
    code, out, err = attempt(telex, ada, url=url)
    assert (code, out) == (UNREACHABLE, "") and url in err and not account(telex).exists()


@pytest.mark.parametrize("status, body", [(404, "<html>Not here</html>"), (200, "<html>Welcome</html>"), (502, "")])
def test_reports_a_server_that_is_not_a_homeserver(matrix, homeserver, status, body):
    ada = matrix.person("ada")
    telex = matrix.home()
    with Gate(homeserver.port) as gate:
        gate.answer(".", status, body, times=100, Content_Type="text/html")
        code, out, err = attempt(telex, ada, url=gate.url)
    assert code in (UNREACHABLE, REFUSED) and out == "" and not account(telex).exists(), err
    assert err.startswith("telex: ") and "html" not in err, err


def test_reports_a_rate_limiting_homeserver(matrix, homeserver):
    ada = matrix.person("ada")
    telex = matrix.home()
    with Gate(homeserver.port) as gate:
        gate.answer("^POST .*/login", 429, {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests"}, times=100)
        code, out, err = attempt(telex, ada, url=gate.url)
    assert code != 0 and out == "" and err.startswith("telex: ") and not account(telex).exists(), err


def test_address_may_end_with_a_slash_or_delegate_to_another(matrix, homeserver):
    ada = matrix.person("ada")
    telex = matrix.home()
    with Gate(homeserver.port) as gate:
        assert attempt(telex, ada, url=f"{gate.url}/")[0] == 0
        assert attempt(telex, ada, url=gate.url)[0] == 0, "it is the same address"
        assert connection(telex)["connectionState"] == "online"
        other = matrix.home()
        gate.answer(r"/\.well-known/matrix/client", 200, {"m.homeserver": {"base_url": homeserver.url}}, times=100)
        assert attempt(other, ada, url=gate.url)[0] == 0
        gate.answer(".", 503, "", times=1000)
        assert connection(other)["connectionState"] == "online"


def test_second_login_keeps_the_device(matrix):
    ada = matrix.person("ada")
    telex = matrix.telex(ada)
    (device,) = ada.devices() - {"ONE"}
    assert attempt(telex, ada)[0] == 0
    assert ada.devices() == {"ONE", device}
    matrix.telex(ada)
    assert len(ada.devices()) == 3, "two profiles share a device"


def test_logout_revokes_the_token_and_the_same_person_may_log_in_again(matrix):
    ada, bob = matrix.people("ada", "bob")
    telex = matrix.telex(ada)
    assert len(ada.devices()) == 2
    code, _, err = telex.run("logout")
    assert code == 0, err
    assert ada.devices() == {"ONE"} and telex.run("logout")[0] == REFUSED
    assert attempt(telex, bob)[0] == REFUSED, "the store is Ada's"
    login(telex, ada)
    assert connection(telex)["connectionState"] == "online"


def test_profile_with_another_name_is_a_separate_login(matrix):
    ada, bob = matrix.people("ada", "bob")
    telex = matrix.telex(ada)
    code, _, err = attempt(telex, bob)
    assert code == REFUSED and "--profile" in err and ada.user in account(telex).read_text()
    assert attempt(telex, bob, "--profile", "bob")[0] == 0
    assert bob.user in account(telex, "bob").read_text()
    store = telex.home / "chats.sqlite"
    assert telex.run("pipe", "--store", store)[0] == 0
    code, out, err = telex.run("pipe", "--store", store, "--profile", "bob")
    assert (code, out) == (REFUSED, "") and ada.name in err


def test_login_leaves_a_profile_with_its_own_chats_alone(matrix):
    ada = matrix.person("ada")
    telex = matrix.home()
    line = {"event": "message.received", "chatId": "x", "title": "X", "text": "hello"}
    assert telex.run("pipe", lines=[line])[0] == 0
    code, _, err = attempt(telex, ada)
    assert code == REFUSED and "--profile" in err and not account(telex).exists()
    assert ada.devices() == {"ONE"}, "a login is left that nobody has"


def test_profile_belongs_to_one_server_only(matrix, telex, server):
    ada = matrix.person("ada")
    log_in_at_our_server(telex, server, "ada")
    assert attempt(telex, ada)[0] == REFUSED and not account(telex).exists()
    other = matrix.telex(ada)
    code, _, _ = other.run("login", server.url, text=server.invite("ada") + "\n")
    assert code == REFUSED and connection(other)["connectionState"] == "online"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"url":"x"}'])
def test_reports_an_unreadable_account_file(telex, text):
    account(telex).parent.mkdir(parents=True)
    account(telex).write_text(text)
    code, out, err = telex.run("pipe")
    assert (code, out) == (65, "") and str(account(telex)) in err


def test_reports_a_revoked_login_and_sends_queued_messages_after_the_next(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room)
    ada.request("POST", "/logout/all", {})
    pipe.wait(lambda p: p.connection["connectionState"] == "offline", "the login to be gone")
    assert "telex login" in pipe.connection["statusText"], pipe.connection
    pipe.send({"event": "message.sending", "chatId": room, "text": "please wait", "id": "1"})
    pipe.wait(lambda p: p.has_state("please wait", "waiting") and p.connection["queuedCount"] == 1, "the message to wait")
    assert pipe.finish() == 0
    model = connection(telex)
    assert model["connectionState"] == "offline" and model["queuedCount"] == 1 and "telex login" in model["statusText"]
    login(telex, ada)
    assert connection(telex)["queuedCount"] == 0
    assert bob.texts(room) == ["please wait"]


def test_reports_a_deactivated_account(matrix):
    ada = matrix.person("ada")
    telex = matrix.telex(ada)
    ada.request("POST", "/account/deactivate", {"auth": {
        "type": "m.login.password", "identifier": {"type": "m.id.user", "user": ada.name}, "password": ada.password}})
    model = connection(telex)
    assert model["connectionState"] == "offline" and "telex login" in model["statusText"]
    assert attempt(telex, ada)[0] == REFUSED


def test_bots_do_not_get_queued_messages_of_a_logged_out_profile(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    telex = matrix.telex(ada)
    assert connection(telex)["connectionState"] == "online"
    assert telex.run("logout")[0] == 0
    line = {"event": "message.sending", "chatId": room, "text": "please wait", "messageId": "m1"}
    assert telex.run("pipe", lines=[line])[0] == 0
    model = connection(telex)
    assert model["connectionState"] == "offline" and model["queuedCount"] == 1 and "telex login" in model["statusText"]
    login(telex, ada)
    assert connection(telex)["queuedCount"] == 0 and bob.texts(room) == ["please wait"]


def test_session_replays_without_the_homeserver(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    bob.send(room, "before")
    with Gate(homeserver.port) as gate:
        telex = matrix.telex(ada, gate.url)
        recording = telex.home / "session.rec"
        pipe = matrix.start(telex, "--record", recording).connect().open(room).say(room, "mine")
        bob.send(room, "after")
        pipe.shows("before", "mine", "after")
        assert pipe.finish() == 0
        asked = len(gate.requests)
        code, out, err = telex.run("replay", recording)
        assert (code, err) == (0, "") and len(gate.requests) == asked
        assert [json.loads(line) for line in out.splitlines()] == pipe.taken
