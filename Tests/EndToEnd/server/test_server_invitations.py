"""Invitations to chats on the server, as telex shows them on all devices."""

from pipe_process import VIEWS, Pipe, history, is_loaded
from posts import posted
from server import Person, login, server


def listed(pipe, chat):
    return next((row for row in pipe.models.get("chatList", {"chats": []})["chats"] if row["chatId"] == chat), None)


def is_invited(chat):
    return lambda pipe: (listed(pipe, chat) or {}).get("invitationText") is not None


def count(pipe):
    return pipe.total


def test_invitation_accepted_on_one_device_is_accepted_on_all(server, devices):
    here, there, away = devices("here"), devices("there"), devices("away")
    login(here, server, "bob", "Bob")
    for telex in (there, away):
        assert telex.run("login", server.url, text=server.invite("bob") + "\n")[0] == 0
    ada = Person(server, "ada", "Ada")
    chat = ada.group("bob", name="The club").json["chatId"]
    posted(ada, 60, chat=chat)
    pipes = [Pipe(telex, *VIEWS).connect() for telex in (here, there, away)]
    try:
        for pipe in pipes:
            pipe.wait(is_invited(chat), "the invitation")
            assert (listed(pipe, chat)["title"], pipe.models["badge"]) == ("The club", {"unreadCount": 0, "mentionCount": 0})
        assert pipes[2].finish() == 0
        pipes[0].press(listed(pipes[0], chat).get("actions", {}).get("accept"), id="accept")
        pipes[0].wait(lambda p: "settled" in p.answers.get("accept", {}), "the answer")
        # The timing decides whether all earlier messages arrive, or the last ones with an action to load more.
        pipes[0].wait(lambda p: is_loaded(p) and (count(p) == 60 or "older" in p.models["messages"]["actions"]),
                      "what was said before")
        if count(pipes[0]) < 60:
            pipes[0].press(pipes[0].models["messages"]["actions"]["older"])
        pipes[0].wait(lambda p: is_loaded(p) and count(p) == 60, "all that was said before")
        pipes[1].wait(lambda p: listed(p, chat) and listed(p, chat)["previewText"] == "Ada: text 60", "the chat there, too")
        pipes[2] = Pipe(away, *VIEWS).connect()
        pipes[2].wait(lambda p: listed(p, chat) and listed(p, chat)["previewText"] == "Ada: text 60", "the chat")
        for pipe in pipes:
            assert listed(pipe, chat).get("invitationText") is None
            # Messages from before joining do not count as unread.
            assert pipe.models["badge"] == {"unreadCount": 0, "mentionCount": 0}
        ada.post(chat, "welcome", "welcome")
        for pipe in pipes[1:]:
            pipe.wait(lambda p: p.models["badge"] == {"unreadCount": 1, "mentionCount": 0}, "what is new")
        for pipe in pipes:
            assert pipe.finish() == 0
    finally:
        for pipe in pipes:
            pipe.close()
    assert [row["senderName"] for row in history(away, chat)] == 61 * ["Ada"]


def test_declined_invitation_disappears_from_all_devices(server, devices):
    here, away = devices("here"), devices("away")
    login(here, server, "bob", "Bob")
    assert away.run("login", server.url, text=server.invite("bob") + "\n")[0] == 0
    ada = Person(server, "ada", "Ada")
    chat = ada.group("bob", name="A walk").json["chatId"]
    pipes = [Pipe(telex, *VIEWS).connect().wait(is_invited(chat), "the invitation") for telex in (here, away)]
    try:
        assert pipes[1].finish() == 0
        pipes[0].press(listed(pipes[0], chat).get("actions", {}).get("decline")).wait(lambda p: not listed(p, chat), "it to be gone")
        pipes[1] = Pipe(away, *VIEWS).connect().wait(lambda p: not listed(p, chat), "it to be gone there, too")
        again = ada.group("bob", name="Another walk").json["chatId"]
        for pipe in pipes:
            pipe.wait(is_invited(again), "the next one")
            assert pipe.finish() == 0
    finally:
        for pipe in pipes:
            pipe.close()


def test_reports_an_invitation_that_the_server_has_lost(server, devices, tmp_path):
    telex = devices("bob")
    login(telex, server, "bob", "Bob")
    ada = Person(server, "ada", "Ada")
    assert server.command("backup", tmp_path / "copy")[0] == 0
    chat = ada.group("bob", name="A walk").json["chatId"]
    pipe = Pipe(telex, *VIEWS).connect().wait(is_invited(chat), "the invitation")
    try:
        server.stop()
        (tmp_path / "copy").replace(server.store)
        for end in ("-wal", "-shm"):
            server.store.with_name(server.store.name + end).unlink(missing_ok=True)
        pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
        server.start()
        pipe.connect().press(listed(pipe, chat).get("actions", {}).get("accept"))
        pipe.wait(lambda p: "You are not invited to this chat" in listed(p, chat).get("invitationText"), "being told")
        pipe.press(listed(pipe, chat).get("actions", {}).get("decline")).wait(lambda p: not listed(p, chat), "it to be gone")
        assert pipe.finish() == 0
    finally:
        pipe.close()
