"""Logging in to and out of a chat server, rejected logins, and recordings of sessions with a server."""

import json
import stat

import pytest

from telex_program import last_model
from server import Person, account, connection, log_in_again, login, server

INVITATION = "no-such-invitation"


def test_login_is_readable_only_by_its_owner(telex, server):
    login(telex, server, "ada", "Ada Lovelace")
    path = account(telex)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    kept = json.loads(path.read_text())
    assert (kept["user"], kept["name"], kept["url"]) == ("ada", "Ada Lovelace", server.url)


def test_a_login_that_fails_says_why_and_stores_nothing(telex, server):
    for text, code, words in ((f"{INVITATION}\n", 77, "invitation"), ("", 66, "No invitation.")):
        found, out, err = telex.run("login", server.url, text=text)
        assert (found, out) == (code, "") and words in err, err
    server.stop()
    code, _, err = telex.run("login", server.url, text=f"{INVITATION}\n")
    assert code == 69 and server.url in err and not account(telex).exists()


@pytest.mark.parametrize("profile, option", [("default", ""), ("work", " --profile work")])
def test_same_person_may_log_in_again_after_a_logout_or_a_revocation(telex, server, profile, option):
    chosen = ("--profile", profile)
    login(telex, server, "ada", profile=profile)
    server.revoke("ada")
    model = connection(telex, *chosen)
    assert model["connectionState"] == "offline" and f"telex login {server.url}{option}" in model["statusText"], model
    assert telex.run("login", server.url, *chosen, text=server.invite("ada") + "\n")[0] == 0
    assert connection(telex, *chosen)["connectionState"] == "online"
    token = json.loads(account(telex, profile).read_text())["token"]
    assert telex.run("logout", *chosen)[0] == 0 and server.request("GET", "/v1/chats", token=token).status == 401
    assert telex.run("logout", *chosen)[0] == 77
    model = connection(telex, *chosen)
    assert "telex login" in model["statusText"] and ("--profile work" in model["statusText"]) == bool(option), model
    assert telex.run("login", server.url, *chosen, text=server.user("bob") + "\n")[0] == 77
    assert telex.run("login", server.url, *chosen, text=server.invite("ada") + "\n")[0] == 0


def test_another_person_needs_another_profile(telex, server):
    login(telex, server, "ada")
    code, _, err = telex.run("login", server.url, text=server.user("bob") + "\n")
    assert code == 77 and "--profile" in err and json.loads(account(telex).read_text())["user"] == "ada"
    assert telex.run("login", server.url, "--profile", "bob", text=server.invite("bob") + "\n")[0] == 0


def test_bots_do_not_get_queued_messages_of_a_logged_out_profile(telex, server):
    login(telex, server, "ada")
    chat = Person(server, "eve", "Eve").create("ada").json["chatId"]
    assert connection(telex)["connectionState"] == "online"
    server.revoke("ada")
    line = {"event": "message.sending", "chatId": chat, "text": "please wait", "messageId": "m1"}
    assert telex.run("pipe", lines=[line])[0] == 0
    assert telex.run("logout", "--forget")[0] == 0
    model = connection(telex)
    assert model["connectionState"] == "offline" and model["queuedCount"] == 1 and "telex login" in model["statusText"]
    log_in_again(telex, server, "ada")
    model = connection(telex)
    assert model["queuedCount"] == 0, model
    eve = Person(server, "eve", invitation=server.invite("eve"))
    assert [message["text"] for message in eve.messages(chat).json["messages"]] == ["please wait"]


def test_store_of_one_person_is_not_opened_by_another(telex, server):
    login(telex, server, "ada")
    login(telex, server, "bob", profile="bob")
    store = telex.home / "chats.sqlite"
    assert telex.run("pipe", "--store", store)[0] == 0
    code, out, err = telex.run("pipe", "--store", store, "--profile", "bob")
    assert (code, out) == (77, "") and "ada" in err


def test_notices_that_the_server_was_restored_from_a_backup(telex, server):
    login(telex, server, "ada")
    bob = Person(server, "bob", "Bob")
    chat = bob.create("ada").json["chatId"]
    texts = ["kept 1", "kept 2"]
    for text in texts:
        bob.post(chat, text, text)
    server.stop()
    backup = server.store.read_bytes()
    server.start()
    for number in range(3):
        bob.post(chat, f"undone {number}", f"u{number}")
    assert connection(telex)["connectionState"] == "online"
    server.stop()
    server.store.write_bytes(backup)
    server.start()
    for number in range(4):
        bob.post(chat, f"after {number}", f"a{number}")
    assert connection(telex)["connectionState"] == "online"
    opened = {"event": "screen.opening", "screen": "messages", "chatId": chat}
    code, out, _ = telex.run("pipe", lines=[opened])
    shown = [row["text"] for row in last_model(map(json.loads, out.splitlines()), "messages")["messages"]]
    assert code == 0 and sorted(shown) == sorted(
        texts + [f"undone {n}" for n in range(3)] + [f"after {n}" for n in range(4)])


def test_login_leaves_a_profile_with_its_own_chats_alone(telex, server):
    line = {"event": "message.received", "chatId": "x", "title": "X", "text": "hello"}
    assert telex.run("pipe", lines=[line])[0] == 0
    code, _, err = telex.run("login", server.url, text=server.user("ada") + "\n")
    assert code == 77 and "--profile" in err and not account(telex).exists()


@pytest.mark.parametrize("name", ["account.json", "matrix.json"])
@pytest.mark.parametrize("text", ["", "{", "[]", '{"url":"x"}'])
def test_reports_an_unreadable_account_file(telex, name, text):
    path = account(telex).with_name(name)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    code, out, err = telex.run("pipe")
    assert (code, out) == (65, "") and str(path) in err


def test_session_with_a_server_replays_without_it(telex, server):
    login(telex, server, "ada")
    bob = Person(server, "bob", "Bob")
    chat = bob.create("ada").json["chatId"]
    bob.post(chat, "before", "b1")
    assert telex.run("unread")[:2] == (0, "1\n")
    recording, views = telex.home / "session.rec", telex.home / "views.jsonl"
    code, out, err = telex.run("pipe", "--record", recording, lines=[
        {"event": "screen.opening", "screen": "messages", "chatId": chat},
        {"event": "message.sending", "chatId": chat, "text": "mine", "id": "1"}])
    assert (code, err) == (0, "") and '"outcome":"sent"' in out and '"before"' in out
    views.write_text(out)
    server.kill()
    assert telex.run("replay", "--verify", views, recording) == (0, "", "")


def test_serve_runs_the_server_program_next_to_telex(telex):
    process = telex.start("serve", "--listen", "127.0.0.1:0", "--store", telex.home / "server.sqlite")
    assert process.stdout.readline().startswith(b"listening on http://127.0.0.1:")
    process.terminate()
    assert process.wait() == 0


def test_lines_piped_into_a_repl_wait_for_what_they_need(telex, server):
    login(telex, server, "ada")
    ida = Person(server, "ida", "Ida")
    ida.create("ada")
    code, out, _ = telex.run("repl", text="/open Ida\nhello\n/new Eliza\nI am sad\n")
    assert code == 0 and "! " not in out
    assert [message["text"] for message in ida.messages("ada+ida").json["messages"]] == ["hello"]
    assert "Creating the chat with Eliza" in out and 'Your message "I am sad" was sent.' in out


def test_two_servers_cannot_share_a_store(server):
    code, out, err = server.command("run", "--listen", "127.0.0.1:0")
    assert (code, out) == (69, "") and "--store" in err
