"""`telex send`: one message, through the telex that owns the profile, or as its owner."""

import contextlib
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from owner import owning
from pipe_process import Pipe, opened
from telex_program import PATIENCE, TELEX
from server import CHAT, Person, log_in_again, login, server, wait_until
from terminal import ENTER, Terminal


@pytest.fixture
def owner(telex):
    pipe = owning(telex, ada="Ada", adam="Adam West")
    return pipe.send(opened("ada")).wait(lambda p: "messages" in p.models, "the chat")


@pytest.mark.parametrize("name, chat", [("ada", "ada"), ("ADAM W", "adam")])
def test_sends_through_the_telex_that_runs(telex, owner, name, chat):
    owner.send(opened(chat))
    assert telex.run("send", name, "The build is done.") == (0, "", "")
    owner.wait(lambda p: p.texts == ["The build is done."], "the message")
    assert telex.run("send", name, text="two\nlines\n") == (0, "", "")
    owner.wait(lambda p: p.texts == ["The build is done.", "two\nlines"], "the message")


def test_says_which_program_sent_it(telex, owner):
    assert telex.run("send", "ada", "by hand") == telex.run("send", "ada", "Deployed.", "--as", "deploy") == (0, "", "")
    owner.wait(lambda p: p.texts == ["by hand", "Deployed."], "the messages")
    with contextlib.closing(Pipe(telex, "--as", "bot", "--subscribe", "none")) as bot:
        sending = {"event": "message.sending", "chatId": "ada"}
        bot.send({**sending, "text": "beep", "id": "1"}, {**sending, "text": "boop", "program": "other", "id": "2"})
        bot.wait(lambda p: len(p.answers) == 2, "the messages")
    owner.wait(lambda p: len(p.texts) == 4, "the messages").kill()
    rows = json.loads(telex.run("show", "messages", "ada", "--json")[1])["messages"]
    assert [(row["senderName"], row.get("program")) for row in rows] == [
        ("You", None), ("You (deploy)", "deploy"), ("You (bot)", "bot"), ("You (other)", "other")]
    with contextlib.closing(Terminal(telex)) as t:
        t.type("/open ada", ENTER).wait_for("You (deploy)").wait_for("Deployed.")


@pytest.mark.parametrize("name, sentence", [
    ("Ade", 'There is no chat "Ade". Did you mean "Ada"?'), ("Zoe", 'There is no chat "Zoe".'),
    ("AD", '"AD" matches "Ada" (ada), "Adam West" (adam). Write more of the title, or the id in brackets.'),
])
def test_finds_only_one_chat(telex, owner, name, sentence):
    owner.send({"event": "invitation.received", "chatId": "club", "title": "Zoe", "inviter": "Eve"})
    owner.wait(lambda p: len(p.models["chatList"]["chats"]) == 3, "the invitation")
    assert telex.run("send", name, "x") == (67, "", f"telex: {sentence}\n")


@pytest.mark.parametrize("name", ["adam w", "adam"])
def test_a_person_is_told_which_chat_it_was(telex, owner, name):
    with contextlib.closing(Terminal(telex, command=[TELEX, "send", name, "x"])) as t:
        assert t.wait_for('The chat is "Adam West" (adam).').end() == 0


def test_a_whole_title_can_be_asked_for(telex, owner):
    owner.send(opened("adam"))
    assert telex.run("send", "--exact", "adam wes", "x") == (67, "", 'telex: There is no chat "adam wes". Did you mean "Adam West"?\n')
    assert telex.run("send", "--exact", "adam west", "x") == (0, "", "")
    owner.wait(lambda p: p.texts == ["x"], "the message")
    # The title of one chat, which begins that of another.
    owner.send({"event": "chat.synced", "chats": [{"chatId": "west", "title": "Adam"}]})
    owner.wait(lambda p: p.models["chatList"]["totalCount"] == 3, "the chat")
    owner.send(opened("west")).wait(lambda p: p.models["messages"]["chatId"] == "west", "the chat")
    assert telex.run("send", "ADAM", "y") == (0, "", "")
    owner.wait(lambda p: p.texts == ["y"], "the message")


def test_starts_a_chat_that_does_not_exist(telex, owner):
    code, _, err = telex.run("send", "--new", "Ad", "Hello")
    assert (code, err) == (0, "")
    owner.wait(lambda p: [chat["title"] for chat in p.models["chatList"]["chats"]].count("Ad") == 1, "the chat")
    assert telex.run("send", "--new", "Ad", "again") == telex.run("send", "--new", "ada", "to her") == (0, "", "")
    previews = {chat["title"]: chat["previewText"] for chat in owner.fence().models["chatList"]["chats"]}
    assert previews == {"Ad": "You: again", "Ada": "You: to her", "Adam West": ""}
    owner.send({"backend": {"refuse": "create", "reason": "No way."}, "id": "1"}).wait(lambda p: "1" in p.answers, "the answer")
    assert telex.run("send", "--new", "Bo", "x") == (67, "", 'telex: The chat "Bo" was not started. No way.\n')
    owner.send({"backend": {"offline": True}})
    code, _, err = telex.run("send", "--new", "Cy", "x")
    assert code == 69 and err.startswith('telex: The chat "Cy" was not started. Not connected')


def test_sends_once_under_a_key(telex, owner):
    send = lambda *arguments: telex.run("send", *arguments, "--id", "deploy 1")
    assert [send("ada", "Done.") for _ in range(2)] == [(0, "", "")] * 2
    owner.wait(lambda p: p.texts == ["Done."], "the message")
    refusal = 'The id "deploy 1" was used for another message{}, so nothing was sent. Use a new id for each message.'
    assert send("ada", "Failed.") == (76, "", f"telex: {refusal.format('')}\n")
    assert send("Adam", "Done.") == (76, "", f"telex: {refusal.format(', to another chat')}\n")
    owner.kill()
    # The profile has no owner now.
    assert send("ada", "Done.") == (0, "", "")
    with contextlib.closing(Pipe(telex, "--subscribe", "messages")) as pipe:
        pipe.send(opened("ada")).wait(lambda p: p.texts == ["Done."], "the message")


def test_a_key_says_the_same_until_the_message_is_sent(telex, owner):
    send = lambda: telex.run("send", "ada", "Done.", "--id", "k")
    owner.send({"backend": {"offline": True}})
    stored = (0, "", "telex: The message is stored, and is sent the next time telex is connected. Offline: no connection\n")
    assert [send(), send()] == [stored] * 2
    owner.send({"backend": {"online": True}}).wait(lambda p: p.has_state("Done.", "sent"), "it to be sent")
    assert [send(), send()] == [(0, "", "")] * 2
    assert owner.fence().texts == ["Done."]


def test_a_key_tries_again_what_was_refused(telex, owner):
    send = lambda: telex.run("send", "ada", "Done.", "--id", "k")
    for _ in range(2):
        owner.send({"backend": {"refuse": "send", "reason": "No way."}, "id": "1"}).wait(lambda p: p.answers.pop("1", None), "the answer")
        assert send() == (77, "", "telex: The message to Ada was not sent. No way.\n")
    assert send() == (0, "", "")
    assert owner.wait(lambda p: p.has_state("Done.", "sent"), "it to be sent").texts == ["Done."]


def test_programs_with_one_key_send_once(telex):
    telex.run("repl", lines=["/new Ada"])
    programs = [telex.start("send", "Ada", "once", "--id", "k") for _ in range(6)]
    assert [program.wait() for program in programs] == [0] * 6, [program.stderr.read() for program in programs]
    with contextlib.closing(Pipe(telex, "--subscribe", "messages")) as pipe:
        pipe.send(opened("ada")).wait(lambda p: p.texts, "the message")
        assert pipe.texts == ["once"]


def test_finds_a_chat_far_down_the_list(telex, owner):
    owner.send({"event": "chat.synced", "chats": [{"chatId": f"c{number}", "title": f"Chat {number}"} for number in range(120)]})
    owner.wait(lambda p: p.models["chatList"]["totalCount"] == 122, "the chats")
    assert telex.run("send", "Chat 77", "x") == (0, "", "")
    owner.send(opened("c77")).wait(lambda p: p.texts == ["x"], "the message")


def test_sends_an_action(telex, owner):
    owner.send(opened("ada"))
    assert telex.run("send", "--me", "ada", "waves") == (0, "", "")
    owner.wait(lambda p: p.texts == ["waves"], "the message")
    assert owner.models["messages"]["messages"][0]["kind"] == "emote"


def test_each_arrives_once_though_the_owner_is_killed_again_and_again(telex):
    telex.run("repl", lines=["/new Ada"])
    chance, results, kills = random.Random(23), [], 0

    def send(writer):
        for number in range(12):
            results.append(telex.run("send", "Ada", f"{writer}-{number}"))

    with ThreadPoolExecutor() as pool:
        writers = [pool.submit(send, writer) for writer in range(2)]
        is_over = lambda: all(writer.done() for writer in writers)
        while not is_over():
            owner, wanted = telex.start("pipe", "--subscribe", "badge"), len(results) + chance.randrange(3)
            owner.stdout.readline()
            wait_until(lambda: len(results) >= wanted or is_over(), PATIENCE)
            owner.kill()
            owner.communicate()
            kills += 1
    assert results == [(0, "", "")] * 24 and kills > 5
    with contextlib.closing(Pipe(telex, "--subscribe", "messages")) as pipe:
        pipe.send(opened("ada")).wait(lambda p: len(p.texts) >= 24, "the messages")
        assert sorted(pipe.texts) == sorted(f"{writer}-{number}" for writer in range(2) for number in range(12))


def test_says_what_became_of_the_message(telex, owner):
    owner.send({"backend": {"offline": True}})
    code, _, err = telex.run("send", "ada", "later")
    assert (code, err) == (0, "telex: The message is stored, and is sent the next time telex is connected. Offline: no connection\n")
    owner.send({"backend": {"online": True}}).wait(lambda p: p.has_state("later", "sent"), "it to be sent")
    owner.send({"backend": {"refuse": "send", "reason": "No way."}, "id": "1"}).wait(lambda p: "1" in p.answers, "the answer")
    code, _, err = telex.run("send", "ada", "no")
    assert (code, err) == (77, "telex: The message to Ada was not sent. No way.\n")


@pytest.mark.parametrize("text", ["", " \n", b"\xff"])
def test_refuses_what_is_no_message(telex, owner, text):
    assert telex.run("send", "Ada", text=text)[0] == 64


def test_a_refused_login_is_said(telex, server):
    login(telex, server, "ada", "Ada")
    Person(server, "bob", "Bob").create("ada")
    # The first call after a login waits for the chats.
    assert "Bob" in telex.run("show", "chatList")[1]
    assert telex.run("send", "Bob", "hello") == (0, "", "")
    server.revoke("ada")
    code, _, err = telex.run("send", "Bob", "later")
    assert code == 77 and "The message is stored" in err and "Log in again with a new invitation: telex login" in err
    code, _, err = telex.run("send", "--new", "Cleo", "later")
    assert code == 77 and 'The chat "Cleo" was not started.' in err
    log_in_again(telex, server, "ada")
    assert telex.run("send", "Bob", "now") == (0, "", "")


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
    assert code == 0 and "is sent the next time telex is connected. Offline: " in err
    server.start()
    with contextlib.closing(Pipe(ada, "--subscribe", "messages,connection").connect()) as pipe:
        pipe.send(opened(CHAT)).wait(lambda p: [row["text"] for row in p.messages] == ["from a script", "later"]
                                     and p.has_state("later", "sent", "delivered", "read"), "both messages")


def test_answers_a_message(telex, owner):
    owner.send({"event": "message.sending", "chatId": "ada", "text": "Ready?", "messageId": "m1"})
    owner.wait(lambda p: p.texts == ["Ready?"], "the message")
    assert telex.run("send", "ada", "Yes", "--reply-to", "m1") == (0, "", "")
    owner.wait(lambda p: p.texts == ["Ready?", "Yes"], "the answer")
    assert owner.models["messages"]["messages"][1]["replyTo"]["excerpt"] == "Ready?"
    assert telex.run("send", "ada", "Yes", "--reply-to", "m2") == (
        77, "", 'telex: The message to Ada was not sent. The chat has no message "m2".\n')


def test_sends_what_comes_from_a_pipe(telex, owner):
    pipe = telex.home / "pipe"
    os.mkfifo(pipe)
    code, out, err = telex.run("send", "ada", "--file", pipe)
    assert (code, out) == (64, "") and "Add --name." in err, err
    with ThreadPoolExecutor() as pool:
        pool.submit(pipe.write_bytes, b"Hello")
        assert telex.run("send", "ada", "--file", pipe, "--name", "../notes.txt") == (
            0, "", "telex: The file is sent under the name notes.txt.\n")
    owner.wait(lambda p: [row["file"]["fileName"] for row in p.messages] == ["notes.txt"], "the message")
    assert owner.messages[0]["file"]["byteCount"] == 5


def test_names_a_file_as_it_was_typed(telex, owner):
    code, out, err = telex.run("send", "ada", "--file", os.fsdecode(b"caf\xe9"))
    assert (code, out) == (66, "") and "caf\\xE9: no such file" in err, err
