"""Who joins and leaves a group on the server, and ambiguous names."""

from pipe_process import Pipe, opened_pipe
from server import Person, login, server

VIEWS = ("--subscribe", "connection,chatList,chatForm,messages,recipients,notification,badge")


def test_shows_who_joined_and_left_a_group_on_telex_server(server, devices):
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
        # One device was offline meanwhile; another one fetches the history from its first message.
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


def test_ambiguous_name_on_telex_server_offers_candidates_with_ids(server, devices):
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
