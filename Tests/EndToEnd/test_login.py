"""Profiles that talk with a server: logging in and out, and what is refused; recordings of such sessions."""

import json
import stat

import pytest

from conftest import last_model
from server import Person, login, server

INVITATION = "no-such-invitation"


def account(telex, profile="default"):
    return telex.home / "data/telex" / profile / "account.json"


def test_a_login_is_kept_for_its_owner_only(telex, server):
    login(telex, server, "ada", "Ada Lovelace")
    path = account(telex)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    kept = json.loads(path.read_text())
    assert (kept["user"], kept["name"], kept["url"]) == ("ada", "Ada Lovelace", server.url)


def test_an_invitation_that_is_none_is_refused_and_nothing_is_kept(telex, server):
    code, out, err = telex.run("login", server.url, text=f"{INVITATION}\n")
    assert (code, out) == (77, "") and "invitation" in err
    assert not account(telex).exists()
    assert telex.run("login", server.url, text="")[0] == 66


@pytest.mark.parametrize("url", ["127.0.0.1:8520", "ftp://x", "", "http://x/y"])
def test_what_is_no_address_is_refused(telex, url):
    assert telex.run("login", url, text=f"{INVITATION}\n")[0] == 64


def test_a_server_that_is_not_there_is_told(telex, server):
    server.stop()
    code, _, err = telex.run("login", server.url, text=f"{INVITATION}\n")
    assert code == 69 and server.url in err


def test_a_second_login_needs_another_profile(telex, server):
    login(telex, server, "ada")
    invitation = server.user("bob")
    code, _, err = telex.run("login", server.url, text=invitation + "\n")
    assert code == 77 and "--profile" in err
    assert telex.run("login", server.url, "--profile", "bob", text=invitation + "\n")[0] == 0


def test_a_profile_that_has_chats_of_its_own_is_left_alone(telex, server):
    line = {"event": "message.received", "chat": "x", "contact": "X", "text": "hello"}
    assert telex.run("pipe", lines=[line])[0] == 0
    code, _, err = telex.run("login", server.url, text=server.user("ada") + "\n")
    assert code == 77 and "--profile" in err and not account(telex).exists()


def test_a_logout_ends_the_login_and_the_same_may_log_in_again(telex, server):
    login(telex, server, "ada")
    token = json.loads(account(telex).read_text())["token"]
    assert telex.run("logout")[0] == 0
    assert server.request("GET", "/v1/chats", token=token).status == 401
    assert telex.run("logout")[0] == 77
    assert telex.run("login", server.url, text=server.invite("ada") + "\n")[0] == 0
    assert telex.run("logout")[0] == 0
    assert telex.run("login", server.url, text=server.user("bob") + "\n")[0] == 77


def test_a_login_that_was_taken_back_is_told(telex, server):
    login(telex, server, "ada")
    server.revoke("ada")
    code, out, _ = telex.run("pipe", "--subscribe", "connection")
    model = last_model([json.loads(line) for line in out.splitlines()], "connection")
    assert code == 0 and model["state"] == "offline" and "telex login" in model["text"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"url":"x"}'])
def test_an_account_that_cannot_be_read_is_told(telex, text):
    account(telex).parent.mkdir(parents=True)
    account(telex).write_text(text)
    code, out, err = telex.run("pipe")
    assert (code, out) == (65, "") and str(account(telex)) in err


def test_a_session_with_a_server_replays_without_it(telex, server):
    login(telex, server, "ada")
    bob = Person(server, "bob", "Bob")
    chat = bob.create("ada").json["chat"]
    bob.post(chat, "before", "b1")
    recording, views = telex.home / "session.rec", telex.home / "views.jsonl"
    with open(views, "wb") as output:
        pipe = telex.start("pipe", "--record", recording)
        send = lambda line: (pipe.stdin.write(json.dumps(line).encode() + b"\n"), pipe.stdin.flush())
        until = lambda word: copy(pipe, output, word)
        until(b'"state":"online"')
        send({"event": "screen.opened", "screen": "messages", "chat": chat})
        until(b'"socket":"' + chat.encode())
        send({"event": "message.sending", "chat": chat, "text": "mine", "id": "1"})
        until(b'"settled":"1"')
        bob.post(chat, "after", "b2")
        until(b'"after"')
        pipe.stdin.close()
        until(b'"bye"')
        assert pipe.wait(10) == 0
    server.kill()
    assert telex.run("replay", "--verify", views, recording) == (0, "", "")


def copy(pipe, output, word):
    """Copies what comes up to a line with that word in it."""
    for line in pipe.stdout:
        output.write(line)
        if word in line:
            return
    raise AssertionError(f"no {word}")


def test_serve_starts_the_server_beside_it(telex):
    process = telex.start("serve", "--listen", "127.0.0.1:0", "--store", telex.home / "server.sqlite")
    assert process.stdout.readline().startswith(b"listening on http://127.0.0.1:")
    process.terminate()
    assert process.wait(10) == 0
