"""Several windows of one pipe with a server: each shows its own chat. The last opened chat has the live channel."""

from pipe_process import Pipe, opened
from server import Person, login, server


def within(window, line):
    return {"window": window, **line}


def shown(pipe, window=None):
    """Returns the texts of the chat that is open in a window."""
    models = pipe.windows.get(window, {}) if window else pipe.models
    return [row["text"] for row in models.get("messages", {"messages": []})["messages"]]


def typing(pipe, window=None):
    models = pipe.windows.get(window, {}) if window else pipe.models
    return models.get("messages", {}).get("typingText")


def test_two_windows_show_two_chats_and_survive_a_server_restart(server, devices):
    ada = devices("ada")
    login(ada, server, "ada", "Ada")
    bob, cyd = Person(server, "bob", "Bob"), Person(server, "cyd", "Cyd")
    bob.create("ada"), cyd.create("ada")
    bob.post("ada+bob", "from Bob", "1"), cyd.post("ada+cyd", "from Cyd", "1")
    pipe = Pipe(ada, "--subscribe", "messages,connection,chatList").connect()
    try:
        pipe.wait(lambda p: len(p.models["chatList"]["chats"]) == 2, "both chats")
        pipe.send(opened("ada+bob"), within("second", {"subscribe": ["messages", "notification", "badge"]}),
                  within("second", opened("ada+cyd")))
        pipe.wait(lambda p: shown(p) == ["from Bob"] and shown(p, "second") == ["from Cyd"], "both chats to be open")
        pipe.wait(lambda p: p.connection.get("liveChatId") == "ada+cyd", "the live channel")
        live = cyd.live("ada+cyd")
        live.next("ready")
        live.say(type="typing", isActive=True)
        pipe.wait(lambda p: typing(p, "second") == "Cyd is typing…" and not typing(p), "Cyd to type")
        # A message notifies the window that shows another chat.
        bob.post("ada+bob", "Are you there?", "2")
        pipe.wait(lambda p: shown(p) == ["from Bob", "Are you there?"]
                  and p.windows["second"]["notification"]["totalCount"] == 1, "the message")
        pipe.send(within("second", {"event": "message.sending", "chatId": "ada+cyd", "text": "Yes", "id": "yes"}))
        pipe.wait(lambda p: "yes" in p.answers and shown(p, "second") == ["from Cyd", "Yes"], "it to be sent")
        assert pipe.answers["yes"]["window"] == "second" and shown(pipe) == ["from Bob", "Are you there?"]
        # The window that still shows a chat gets the live channel.
        pipe.send({"closeWindow": "second", "id": "closed"})
        pipe.wait(lambda p: "closed" in p.answers and p.connection.get("liveChatId") == "ada+bob", "the other live channel")
        assert not pipe.windows["second"]
        server.kill()
        server.start()
        bob.post("ada+bob", "Still there?", "3")
        pipe.connect().wait(lambda p: shown(p)[-1:] == ["Still there?"], "the message")
        pipe.send(within("second", {"subscribe": ["messages"]}), within("second", opened("ada+bob")))
        pipe.wait(lambda p: shown(p, "second") == shown(p) and len(shown(p)) == 3, "the same chat in both")
        assert pipe.finish() == 0
    finally:
        pipe.close()
