"""Permanently removed users: what is deleted with them, and what others keep."""

import sqlite3

from pipe_process import history, opened_pipe, reason
from posts import posted, texts
from server import CHAT, Person, couple, login, refusal, server
from server_store import all_bytes, bad


def test_without_for_good_only_shows_what_would_be_deleted(server):
    ada, bob = couple(server)
    posted(ada, 3)
    before = server.sql("SELECT count(*), max(seq) FROM message"), server.sql("SELECT * FROM user")
    code, out, err = server.command("user", "remove", "bob")
    assert (code, out) == (64, "would delete: bob, with 1 chat and 3 messages\n")
    assert "nothing was deleted" in err and "telex-server user remove bob --for-good" in err
    assert (server.sql("SELECT count(*), max(seq) FROM message"), server.sql("SELECT * FROM user")) == before
    assert bob.chats().status == 200 and len(texts(ada)) == 3


def test_removed_user_is_erased_from_the_store_and_others_stay(server):
    ada, bob = couple(server)
    eve = Person(server, "eve", "Evelyn Xylophone")
    carol = Person(server, "carol")
    server.invite("eve")
    for contact in ("ada", "carol"):
        eve.create(contact)
    with eve.on_one_connection():
        for number in range(300):
            assert eve.post("ada+eve", f"xyzzy {number} " + "plugh" * 20, f"frobozz{number}").status == 201
    carol.post("carol+eve", "also of xyzzy", "1")
    expected = posted(ada, 50)
    told = ada.push(), ada.live(CHAT)
    for channel in told:
        channel.next("ready")
    code, out, err = server.command("user", "remove", "eve", "--for-good")
    assert (code, out, err) == (0, "deleted: eve, with 2 chats and 301 messages\n", "")
    for word in (b"xyzzy", b"plugh", b"frobozz", b"Xylophone"):
        assert word not in all_bytes(server)
    assert server.sql("SELECT count(*) FROM invitation")[0][0] == 0
    # No trace of the user is left.
    eve.chats().problem(401)
    ada.create("eve").problem(404)
    ada.messages("ada+eve").problem(404)
    ada.post("ada+eve", "hello", "1").problem(404)
    assert ada.people("eve").json["people"] == ada.people("xylo").json["people"] == []
    assert [chat["chatId"] for chat in ada.chats().json["chats"]] == [CHAT] and carol.chats().json["chats"] == []
    assert "eve" not in server.command("user", "list")[1]
    for command in ("invite", "revoke", "remove"):
        refusal(server.command("user", command, "eve"), 67, "eve")
    refusal(server.command("user", "add", "eve"), 67, "eve", "Choose another name")
    # Others are unaffected.
    assert texts(bob) == expected and ada.post(CHAT, "still there", "still").status == 201
    for channel in told:
        channel.next("message")
    assert [event.kind for event in ada.push(since=0).until("ready") if event.data.get("chatId") == "ada+eve"] == []
    lines = server.command("doctor")[1].splitlines()
    assert bad(lines) == [] and "  Users: 3; logins: 3; invitations: 0." in lines
    assert "  Chats: 1; messages: 51." in lines


def test_removed_user_leaves_a_group_but_their_messages_stay(server):
    ada, eve = Person(server, "ada", "Ada"), Person(server, "eve", "Evelyn Xylophone")
    chat = eve.group("ada", name="Of Eve").json["chatId"]
    assert ada.join(chat).status == 200 and eve.post(chat, "still here", "1").status == 201
    eve.create("ada")
    eve.post("ada+eve", "gone", "1")
    for command, code, word in (((), 64, "would delete: "), (("--for-good",), 0, "deleted: ")):
        assert server.command("user", "remove", "eve", *command)[:2] == (
            code, f"{word}eve, with 1 chat and 1 message, and the membership of 1 group, which keeps the messages\n")
    assert b"Xylophone" not in all_bytes(server)
    assert [message["text"] for message in ada.history(chat)] == ["", "still here", ""]


def test_removal_succeeds_while_others_read_the_store(server):
    """Such as a doctor or a backup that takes a while with a large store."""
    ada, bob = couple(server)
    posted(ada, 10)
    reader = sqlite3.connect(server.store)
    try:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM message").fetchall()
        code, out, err = server.command("user", "remove", "bob", "--for-good")
        assert (code, out) == (0, "deleted: bob, with 1 chat and 10 messages\n"), err
    finally:
        reader.close()
    server.stop()
    assert b"text 7" not in all_bytes(server)


def test_bot_cannot_be_removed(server):
    ada = Person(server, "ada")
    ada.create("eliza")
    for arguments in ((), ("--for-good",)):
        refusal(server.command("user", "remove", "eliza", *arguments), 64, "eliza", "bot")
    assert ada.messages("ada+eliza").status == 200


def test_removed_users_devices_are_logged_out_and_others_keep_their_copies(server, devices):
    theirs, others = devices("eve"), devices("ada")
    login(theirs, server, "eve", "Eve")
    login(others, server, "ada", "Ada")
    assert Person(server, "bob", "Bob").create("ada").status == 201
    eve = Person(server, "eve", invitation=server.invite("eve"))
    eve.create("ada")
    expected = posted(eve, 3, chat="ada+eve")
    pipe, other = opened_pipe(theirs, "ada+eve"), opened_pipe(others, "ada+eve")
    for each in (pipe, other):
        each.wait(lambda p: p.texts == expected and p.connection.get("liveChatId") == "ada+eve", "the messages")
    assert server.command("user", "remove", "eve", "--for-good")[0] == 0
    pipe.wait(lambda p: "Log in again" in p.connection["statusText"], "being told")
    gone = "You are no longer in this chat."
    other.wait(lambda p: p.models["messages"]["errorText"] == gone, "being told")
    assert reason(other, "message.sending", chatId="ada+eve", text="Are you there?") == gone
    # telex keeps working with its other chats, and does not retry forever.
    other.send({"event": "message.sending", "chatId": CHAT, "text": "Hello, Bob.", "id": "b"})
    other.wait(lambda p: "b" in p.answers, "the message to be sent")
    assert other.connection["connectionState"] == "online" and other.connection["queuedCount"] == 0
    assert other.texts == pipe.texts == expected
    assert pipe.finish() == 0 and other.finish() == 0
    for each in (others, theirs):
        assert [row["text"] for row in history(each, "ada+eve")] == expected
