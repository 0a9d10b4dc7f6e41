"""Logging in to and out of a homeserver, rejected logins, and what is stored."""

import json
import stat

import pytest

from matrix_people import login
from recording_proxy import RecordingProxy
from server import account as account_file, connection, login as log_in_at_our_server, server

REFUSED, UNREACHABLE, WRONG, NO_INPUT, DAMAGED = 77, 69, 64, 66, 65
LIMITED = {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests"}


def account(telex, profile="default"):
    return account_file(telex, profile, "matrix.json")


def is_online(telex):
    return connection(telex)["connectionState"] == "online"


def attempt(telex, person, *arguments, password=None, url=None, user=None):
    """Tries to log in; returns exit code, output and error output."""
    return telex.run("login", "--matrix", url or person.homeserver.url, "--user", user or person.name, *arguments,
                     text=(person.password if password is None else password) + "\n")


def refused(telex, status, attempt):
    """Asserts that a login was refused, and that nothing is stored; returns the error output."""
    code, out, err = attempt
    assert (code, out) == (status, "") and err.startswith("telex: ") and not account(telex).exists(), (code, err)
    return err


def test_login_is_stored_privately_and_logout_revokes_it(matrix):
    ada, bob = matrix.people("ada", "bob")
    telex = matrix.home()
    code, out, err = attempt(telex, ada, user=ada.user)
    assert code == 0 and ada.user in out + err and ada.homeserver.url in out + err, (out, err)
    path = account(telex)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    kept = path.read_text()
    assert isinstance(json.loads(kept), dict) and ada.password not in kept and ada.user in kept
    assert is_online(telex)
    (device,) = ada.devices() - {"ONE"}
    assert attempt(telex, ada)[0] == 0 and ada.devices() == {"ONE", device}, "a second login keeps the device"
    matrix.telex(ada)
    assert len(ada.devices()) == 3, "two profiles share a device"
    assert telex.run("logout")[0] == 0 and device not in ada.devices() and telex.run("logout")[0] == REFUSED
    assert attempt(telex, bob)[0] == REFUSED, "the store is Ada's"
    login(telex, ada)
    assert is_online(telex)


def test_password_may_contain_any_characters_and_is_not_told(matrix):
    ada, telex = matrix.person("ada"), matrix.home()
    password = "pass wörd \\ \"quoted\" 漢字 😀 & %41+x"
    ada.request("POST", "/account/password", {"new_password": password, "logout_devices": False, "auth": {
        "type": "m.login.password", "identifier": {"type": "m.id.user", "user": ada.name}, "password": ada.password}})
    error = refused(telex, REFUSED, attempt(telex, ada))
    assert "password" in error.lower() and ada.password not in error
    refused(telex, NO_INPUT, attempt(telex, ada, password=""))
    assert attempt(telex, ada, password=password)[0] == 0


def test_access_token_is_accepted(matrix):
    ada, telex, other = matrix.person("ada"), matrix.home(), matrix.home()
    assert telex.run("login", "--matrix", ada.homeserver.url, "--token", text=ada.token + "\n")[0] == 0
    assert is_online(telex) and ada.user in account(telex).read_text()
    refused(other, REFUSED, other.run("login", "--matrix", ada.homeserver.url, "--token", text="no-such-token\n"))


def test_access_token_of_a_client_with_encryption_keys_is_refused(matrix):
    ada, telex = matrix.person("ada"), matrix.home()
    device = ada.request("GET", "/account/whoami")["device_id"]
    ada.request("POST", "/keys/upload", {"device_keys": {
        "user_id": ada.user, "device_id": device, "algorithms": ["m.megolm.v1.aes-sha2"], "signatures": {},
        "keys": {f"{kind}:{device}": "A" * 43 for kind in ("curve25519", "ed25519")}}})
    login = ("login", "--matrix", ada.homeserver.url, "--token")
    assert device in refused(telex, REFUSED, telex.run(*login, text=ada.token + "\n"))
    assert telex.run(*login, "--force", text=ada.token + "\n")[0] == 0 and is_online(telex)


@pytest.mark.parametrize("status, body, code", [
    (404, "<html>Not here</html>", UNREACHABLE), (200, "<html>Welcome</html>", UNREACHABLE), (502, "", UNREACHABLE),
    (429, LIMITED, UNREACHABLE), (None, "", UNREACHABLE)])
def test_reports_a_server_that_is_no_homeserver_or_does_not_answer(matrix, homeserver, status, body, code):
    ada, telex = matrix.person("ada"), matrix.home()
    with RecordingProxy(homeserver.port) as gate:
        if status is None:
            gate.close()
        else:
            gate.answer(".", status, body, times=100, Content_Type="text/html")
        error = refused(telex, code, attempt(telex, ada, url=gate.url))
    assert "html" not in error and (status or gate.url in error), error


def test_address_may_end_with_a_slash_or_delegate_to_another(matrix, homeserver):
    ada, telex, other = matrix.person("ada"), matrix.home(), matrix.home()
    with RecordingProxy(homeserver.port) as gate:
        assert attempt(telex, ada, url=f"{gate.url}/")[0] == 0
        assert attempt(telex, ada, url=gate.url)[0] == 0, "it is the same address"
        assert is_online(telex)
        gate.answer(r"/\.well-known/matrix/client", 200, {"m.homeserver": {"base_url": homeserver.url}}, times=100)
        assert attempt(other, ada, url=gate.url)[0] == 0
        gate.answer(".", 503, "", times=1000)
        assert is_online(other)


def test_profile_belongs_to_one_person_on_one_server(matrix, telex, server):
    ada, bob = matrix.people("ada", "bob")
    log_in_at_our_server(telex, server, "ada")
    assert attempt(telex, ada)[0] == REFUSED and not account(telex).exists()
    other = matrix.telex(ada)
    code, _, err = attempt(other, bob)
    assert code == REFUSED and "--profile" in err and ada.user in account(other).read_text()
    assert other.run("login", server.url, text=server.invite("ada") + "\n")[0] == REFUSED and is_online(other)
    assert attempt(other, bob, "--profile", "bob")[0] == 0 and bob.user in account(other, "bob").read_text()


def test_login_leaves_a_profile_with_its_own_chats_alone(matrix):
    ada, telex = matrix.person("ada"), matrix.home()
    line = {"event": "message.received", "chatId": "x", "title": "X", "text": "hello"}
    assert telex.run("pipe", lines=[line])[0] == 0
    assert "--profile" in refused(telex, REFUSED, attempt(telex, ada))
    assert ada.devices() == {"ONE"}, "a login is left that nobody has"


@pytest.mark.parametrize("how", ["revoked", "logged out"])
def test_messages_wait_for_the_next_login(matrix, how):
    ada, bob = matrix.people("ada", "bob")
    room, telex = matrix.couple(ada, bob), matrix.telex(ada)
    line = {"event": "message.sending", "chatId": room, "text": "please wait", "messageId": "m1", "id": "1"}
    if how == "revoked":
        pipe = matrix.start(telex).connect().open(room)
        ada.request("POST", "/logout/all", {})
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "the login to be gone")
        assert "telex login" in pipe.connection["statusText"], pipe.connection
        pipe.send(line).wait(lambda p: p.has_state("please wait", "waiting"), "the message to wait")
        assert pipe.finish() == 0
    else:
        assert is_online(telex) and telex.run("logout")[0] == 0
        assert telex.run("pipe", lines=[line])[0] == 0
    model = connection(telex)
    assert model["connectionState"] == "offline" and model["queuedCount"] == 1 and "telex login" in model["statusText"]
    login(telex, ada)
    assert connection(telex)["queuedCount"] == 0 and bob.texts(room) == ["please wait"]


def test_session_replays_without_the_homeserver(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    bob.send(room, "before")
    with RecordingProxy(homeserver.port) as gate:
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
