"""`telex send`: one message, through the telex that has the profile open, or through one of its own."""

import contextlib

import pytest

from piped import Pipe, opened
from server import CHAT, Person, login, server
from terminal import ENTER, Terminal


@pytest.fixture
def owner(telex):
    with contextlib.closing(Pipe(telex, "--subscribe", "messages,chatList")) as pipe:
        pipe.wait(lambda p: "chatList" in p.models and not p.models["chatList"]["shouldShowBusy"], "the list of chats")
        pipe.send({"event": "chat.synced", "chats": [{"chatId": "ada", "title": "Ada"}, {"chatId": "adam", "title": "Adam West"}]})
        yield pipe.send(opened("ada")).wait(lambda p: "messages" in p.models, "the chat")


@pytest.mark.parametrize("name", ["ada", "ADA", "Ada"])
def test_sends_through_the_telex_that_runs(telex, owner, name):
    assert telex.run("send", name, "The build is done.") == (0, "", "")
    owner.wait(lambda p: p.texts == ["The build is done."], "the message")
    assert telex.run("send", name, text="two\nlines\n") == (0, "", "")
    owner.wait(lambda p: p.texts == ["The build is done.", "two\nlines"], "the message")


@pytest.mark.parametrize("name, code, sentence", [
    ("Ade", 67, 'There is no chat "Ade". Did you mean "Ada"?'), ("Nobody at all", 67, 'There is no chat "Nobody at all".'),
    ("a", 67, '"a" matches Ada, Adam West. Write more of the title.'),
])
def test_finds_only_one_chat(telex, owner, name, code, sentence):
    done = telex.run("send", name, "x")
    assert (done[0], done[2]) == (code, f"telex: {sentence}\n") or sorted(done[2].split()) == sorted(f"telex: {sentence}".split())
    assert telex.run("send", "adam w", "x")[0] == 0


def test_says_what_became_of_the_message(telex, owner):
    owner.send({"backend": {"offline": True}})
    code, _, err = telex.run("send", "Ada", "later")
    assert (code, err) == (0, "telex: There is no connection. The message is stored, and is sent while a telex runs.\n")
    owner.send({"backend": {"online": True}}).wait(lambda p: p.has_state("later", "sent"), "it to be sent")
    owner.send({"backend": {"refuse": "send", "reason": "No way."}, "id": "1"}).wait(lambda p: "1" in p.answers, "the answer")
    code, _, err = telex.run("send", "Ada", "no")
    assert (code, err) == (77, "telex: The message to Ada was not sent. No way.\n")


@pytest.mark.parametrize("text", ["", " \n", b"\xff"])
def test_refuses_what_is_no_message(telex, owner, text):
    assert telex.run("send", "Ada", text=text)[0] == 64


def test_sends_alone_to_a_server(server, devices):
    ada, bob = devices("ada"), Person(server, "bob", "Bob")
    login(ada, server, "ada", "Ada")
    bob.create("ada")
    # The first start learns the chats.
    with contextlib.closing(Pipe(ada, "--subscribe", "connection,chatList").connect()) as pipe:
        pipe.wait(lambda p: p.models["chatList"]["chats"], "the chat")
        assert pipe.finish() == 0
    assert ada.run("send", "Bob", "from a script") == (0, "", "")
    server.kill()
    code, _, err = ada.run("send", "Bob", "later")
    assert code == 0 and "There is no connection." in err
    server.start()
    with contextlib.closing(Pipe(ada, "--subscribe", "messages,connection").connect()) as pipe:
        pipe.send(opened(CHAT)).wait(lambda p: [row["text"] for row in p.messages] == ["from a script", "later"]
                                     and p.has_state("later", "sent", "delivered", "read"), "both messages")


def test_a_person_sees_it_at_once(telex):
    with contextlib.closing(Terminal(telex)) as t:
        t.wait_for("No chats yet.").type("/new Echo", ENTER).wait_for("── Echo ──").type("half a li")
        assert telex.run("send", "echo", "hello") == (0, "", "")
        t.wait_for("You: hello").wait_for_line("half a li", "Echo> ")
