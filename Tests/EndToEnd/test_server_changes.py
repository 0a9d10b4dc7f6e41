"""Who comes to a group of the server and who leaves it, and whom a name means that several have."""

from piped import Pipe, opened_pipe
from server import Person, login, server

VIEWS = ("--subscribe", "connection,chatList,chatForm,messages,recipients,notification,badge")


def test_on_telex_server_who_comes_to_a_group_and_who_leaves_is_told(server, devices):
    ada = devices("ada")
    login(ada, server, "ada", "Ada")
    bob, eve = Person(server, "bob", "Bob"), Person(server, "eve", "Воb")
    chat = bob.group("ada", "eve", name="Club").json["chatId"]
    pipe = Pipe(ada, *VIEWS).connect()
    try:
        pipe.wait(lambda p: p.models["chatList"]["chats"], "the invitation")
        pipe.press(pipe.models["chatList"]["chats"][0]["actions"]["accept"])
        pipe.wait(lambda p: "messages" in p.models and p.done == [("You", "joined the chat.")], "us to come")
        bob.post(chat, "hello", "1")
        pipe.wait(lambda p: p.texts == ["hello"], "the message")
        eve.join(chat)
        pipe.wait(lambda p: p.done[1:] == [("Воb (eve)", "joined the chat.")], "Eve to come")
        assert pipe.models["badge"]["unreadCount"] == 1 and pipe.models["chatList"]["chats"][0]["unreadCount"] == 1
        assert pipe.finish() == 0
        assert server.command("user", "remove", "eve", "--for-good")[0] == 0
        # Away meanwhile, and from the first message on another device.
        code, _, err = (other := devices("other")).run("login", server.url, text=server.invite("ada") + "\n")
        assert code == 0, err
        for device in (ada, other):
            pipe = opened_pipe(device, chat)
            pipe.wait(lambda p: [text for _, text in p.done] == ["joined the chat.", "joined the chat.", "left the chat."],
                      "all that was done")
            assert [row["change"] for row in pipe.models["messages"]["messages"] if "change" in row] == [
                {"changeKind": "joined"}, {"changeKind": "joined"}, {"changeKind": "left"}]
            assert pipe.finish() == 0
    finally:
        pipe.close()


def test_a_name_that_several_have_on_telex_server_is_asked_back_with_their_ids(server, devices):
    ada = devices("ada")
    login(ada, server, "ada", "Ada")
    Person(server, "twin1", "Twin"), Person(server, "twin2", "Twin")
    pipe = Pipe(ada, *VIEWS).connect()
    try:
        pipe.send({"event": "chat.creating", "recipient": "twin", "id": "new"})
        pipe.wait(lambda p: p.models.get("recipients", {}).get("candidates"), "the choice")
        candidates = {row["recipient"]: row["actions"]["create"] for row in pipe.models["recipients"]["candidates"]}
        assert set(candidates) == {"Twin (twin1)", "Twin (twin2)"}
        pipe.press(candidates["Twin (twin2)"]).wait(lambda p: "messages" in p.models, "the chat")
        assert pipe.models["messages"]["chatId"] == "ada+twin2"
        assert pipe.finish() == 0
    finally:
        pipe.close()
