"""`telex ask`: a message, and the first answer that stands after it."""

import contextlib
import json

import pytest

from owner import message, owning
from pipe_process import Pipe, opened
from server import CHAT, meet_bob, server, wait_until


UNANSWERED = (75, "", "telex: No answer from ada came in time.\n")


@pytest.fixture
def owner(telex):
    return owning(telex, club="Club").send(opened("club")).wait(lambda p: "messages" in p.models, "the chat")


def said(id, text, sender="ada"):
    return message("club", id, text, sender)


def asked(owner, text):
    owner.wait(lambda p: p.has_state(text, "sent", "delivered", "read"), "the question")


def result(process):
    out, err = process.communicate()
    return process.returncode, out.decode(), err.decode()


def test_prints_the_first_answer_after_the_question(telex, owner):
    owner.send(said("a0", "yes, of before"))
    asking = telex.start("ask", "club", "Deploy?", "--from", "ada")
    asked(owner, "Deploy?")
    owner.send(said("b1", "no", "bo"), said("a1", "Yes,\nplease"), said("a2", "wait!"))
    assert result(asking) == (0, "Yes,\nplease\n", "")


def test_an_answer_can_be_a_json_line(telex, owner):
    asking = telex.start("ask", "club", "Deploy?", "--from", "Ada", "--json")
    asked(owner, "Deploy?")
    owner.send(said("a1", "Yes"))
    row = json.loads(result(asking)[1])
    assert (row["messageId"], row["senderId"], row["text"]) == ("a1", "ada", "Yes")


def test_goes_on_waiting_after_a_kill_and_does_not_ask_twice(telex, owner):
    ask = ("ask", "club", "Deploy?", "--from", "ada", "--id", "deploy-1")
    asking = telex.start(*ask)
    asked(owner, "Deploy?")
    asking.kill()
    asking.communicate()
    assert telex.run(*ask, "--timeout", "0s") == UNANSWERED
    owner.send(said("a1", "Yes"), *(said(f"b{number}", "x", "bo") for number in range(170)), said("a2", "No"))
    owner.wait(lambda p: p.row("No"), "the last message")
    # However much has come since, also without an owner.
    assert telex.run(*ask, "--timeout", "0s") == (0, "Yes\n", "")
    owner.kill()
    assert telex.run(*ask) == (0, "Yes\n", "")
    assert telex.run("ask", "club", "Really?", "--from", "ada", "--id", "deploy-1")[0] == 76


def test_goes_on_with_the_next_owner(telex, owner):
    asking = telex.start("ask", "club", "Deploy?", "--from", "ada")
    asked(owner, "Deploy?")
    owner.kill()
    with contextlib.closing(Pipe(telex, "--subscribe", "messages")) as second:
        second.send(opened("club")).wait(lambda p: p.row("Deploy?"), "the question")
        # Only a person can write here: somebody who has joined cannot speak for others.
        second.send({"event": "message.sending", "chatId": "club", "text": "no answer", "id": "1"})
        second.wait(lambda p: "1" in p.answers, "the message")
        assert asking.poll() is None
    asking.kill()
    asking.communicate()


def test_says_that_nobody_has_the_name(telex, owner):
    member = {"userId": "ada", "name": "Ada", "standing": "joined"}
    owner.send({"event": "member.synced", "chatId": "club", "members": [member]}).fence()
    assert telex.run("ask", "club", "Deploy?", "--from", "bo", "--timeout", "0s") == (
        75, "", 'telex: Nobody in Club is known as "bo", so there may never be an answer. Members: Ada.\n'
                "telex: No answer from bo came in time.\n")


@pytest.mark.parametrize("fault, code, sentence", [
    ({"refuse": "send", "reason": "No way."}, 77, "telex: The message to Club was not sent. No way.\n"),
    ({"offline": True}, 75, "telex: The message is stored, and is sent the next time telex is connected. Offline: no connection\n"
                            "telex: No answer from ada came in time. The message is not sent yet. It is sent the next time telex is connected.\n"),
])
def test_says_that_it_was_not_sent(telex, owner, fault, code, sentence):
    owner.send({"backend": fault, "id": "1"}).wait(lambda p: "1" in p.answers, "the answer")
    assert telex.run("ask", "club", "Deploy?", "--from", "ada", "--timeout", "0s") == (code, "", sentence)


def test_refuses_an_empty_question(telex, owner):
    assert telex.run("ask", "club", " ", "--from", "ada") == (
        64, "", "telex: The message is empty. Give a text as an argument, or on the standard input.\n")


def test_an_answer_that_came_while_nobody_waited(telex, server):
    bob = meet_bob(telex, server)
    bob.post(CHAT, "yes, of yesterday", "b0")
    ask = ("ask", CHAT, "Deploy?", "--from", "bob", "--id", "k")
    assert telex.run(*ask, "--timeout", "0s") == (75, "", UNANSWERED[2].replace("ada", "bob"))
    bob.post(CHAT, "yes", "b1")
    assert telex.run(*ask, "--timeout", "0s") == (0, "yes\n", "")
    assert [message["text"] for message in bob.history(CHAT)] == ["yes, of yesterday", "Deploy?", "yes"]


def test_ends_when_it_is_logged_out(telex, server):
    bob = meet_bob(telex, server)
    asking = telex.start("ask", CHAT, "Deploy?", "--from", "bob")
    wait_until(lambda: bob.history(CHAT))
    server.revoke("ada")
    code, out, err = result(asking)
    assert (code, out) == (77, "") and "no longer accepts this login. Log in again" in err
