"""Groups on the chat server, as telex shows them; and what the removal of a member says."""

import itertools

from pipe_process import VIEWS, Pipe, is_loaded, opened_pipe
from server import CHAT, Person, login, server
from server_store import all_bytes


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


def test_several_names_create_a_group_that_shows_all_senders(server, devices):
    telexes = {}
    for name in ("ada", "bob"):
        telexes[name] = devices(name)
        login(telexes[name], server, name, name.title())
    cleo = Person(server, "cleo", "Cleo")
    pipes = {name: Pipe(telex, *VIEWS).connect() for name, telex in telexes.items()}
    ada, bob = pipes.values()
    try:
        ada.send({"event": "chat.creating", "recipient": "bob , Cleo", "id": "1"})
        ada.wait(lambda p: p.models.get("messages", {}).get("title") == "Ada, Bob, Cleo", "the group")
        chat = ada.models["messages"]["chatId"]
        bob.wait(lambda p: p.models["chatList"]["chats"], "the invitation")
        bob.press(bob.models["chatList"]["chats"][0].get("actions", {}).get("accept"))
        assert cleo.join(chat).status == 200
        for pipe in pipes.values():
            pipe.wait(lambda p: is_loaded(p) and p.connection.get("liveChatId") == chat, "the live channel")
        cleo.post(chat, "hello", "1")
        cleo.post(chat, "waves", "2", kind="emote")
        bob.wait(lambda p: len(p.texts) == 2, "what Cleo says")
        bob.send({"event": "message.sending", "chatId": chat, "text": "hi"})
        for pipe, other in ((ada, "Bob"), (bob, "You")):
            pipe.wait(lambda p: len(p.texts) == 3, "what is said")
            assert [(row["senderName"], row["kind"], row["text"]) for row in pipe.messages] == [
                ("Cleo", "text", "hello"), ("Cleo", "emote", "waves"), (other, "text", "hi")]
        live = cleo.live(chat)
        live.next("ready")
        live.say(type="typing", isActive=True)
        ada.wait(lambda p: p.models["messages"]["typingText"] == "Cleo is typing…", "typing")
        bob.press(bob.models["messages"].get("actions", {}).get("typing"))
        ada.wait(lambda p: p.models["messages"]["typingText"] == "Cleo and Bob are typing…", "both to type")
        # Marked as read once any other member has read it.
        assert cleo.mark(chat, read="cleo/2").status == 200
        (message,) = [message for message in cleo.history(chat) if message["text"] == "hi"]
        assert not bob.has_state("hi", "read")
        assert cleo.mark(chat, read=message["messageId"]).status == 200
        bob.wait(lambda p: p.has_state("hi", "read"), "it to be read")
        for pipe in pipes.values():
            assert pipe.finish() == 0
    finally:
        for pipe in pipes.values():
            pipe.close()


def test_a_group_is_renamed_grows_and_is_left(server, devices):
    telexes = {name: devices(name) for name in ("ada", "bob")}
    for name, telex in telexes.items():
        login(telex, server, name, name.title())
    cleo, _ = Person(server, "cleo", "Cleo"), Person(server, "dora", "Dora")
    chat = cleo.group("ada", "bob", name="The club").json["chatId"]
    pipes = {name: Pipe(telex, *VIEWS).connect() for name, telex in telexes.items()}
    ada, bob = pipes.values()

    numbers = itertools.count()

    def answer(pipe, event, **members):
        """Sends an event about the chat; returns the answer."""
        request = f"request {next(numbers)}"
        pipe.send({"event": event, "chatId": chat, **members, "id": request})
        return pipe.wait(lambda p: request in p.answers, event).answers[request]

    def says(pipe, text):
        return any(row["text"] == text for row in pipe.models["messages"]["messages"])

    try:
        for pipe in pipes.values():
            pipe.wait(lambda p: p.models["chatList"]["chats"], "the invitation")
            pipe.press(pipe.models["chatList"]["chats"][0]["actions"]["accept"])
            pipe.wait(lambda p: is_loaded(p) and p.models["messages"]["chatId"] == chat, "the chat")
        # Cleo has made the group, and lets Ada change it, too.
        for pipe in pipes.values():
            pipe.send({"subscribe": ["messages", "chatList", "members"]})
            pipe.press(pipe.models["messages"]["actions"]["openMembers"])
            pipe.wait(lambda p: "invite" in p.models.get("members", {}).get("actions", {}), "the members")
        refused = answer(ada, "chat.retitling", title="Walkers")
        assert refused["outcome"] == "refused" and refused["reason"] == (
            "Only the admins of this group can change its title: Cleo."), refused
        assert "retitle" not in ada.models["members"]["actions"]
        assert cleo.request("PUT", f"/v1/chats/{chat}/members/ada", {"isAdmin": True}).status == 200
        ada.wait(lambda p: "retitle" in p.models["members"]["actions"], "the right to do so")
        assert answer(ada, "chat.retitling", title="Walkers")["outcome"] == "done"
        for pipe in pipes.values():
            pipe.wait(lambda p: p.models["chatList"]["chats"][0]["title"] == "Walkers", "the new title")
            pipe.wait(lambda p: says(p, 'changed the title of the chat to "Walkers".'), "who did it")
        reported = answer(ada, "message.reporting", messageId="cleo/1")
        assert reported["outcome"] == "refused" and "takes no reports" in reported["reason"]
        assert answer(ada, "chat.settingTopic", topic="On foot")["outcome"] == "done"
        for pipe in pipes.values():
            pipe.wait(lambda p: p.models["messages"].get("topic") == p.models["members"].get("topic") == "On foot", "the topic")
            pipe.wait(lambda p: says(p, 'changed the topic to "On foot".'), "who did it")
        # Ada makes Bob an admin, too, and an ordinary member again.
        for role in ("admin", "member"):
            row = next(row for row in ada.models["members"]["members"] if row["userId"] == "bob")
            assert answer(ada, **{**row["actions"]["setRole"], "roleText": role})["outcome"] == "done"
            for pipe in pipes.values():
                pipe.wait(lambda p: any(
                    row["userId"] == "bob" and row.get("role", "member") == role
                    for row in p.models["members"]["members"]), f"Bob as {role}")
            assert ("retitle" in bob.models["members"]["actions"]) == (role == "admin")
        assert answer(bob, "member.inviting", recipient="Dora")["outcome"] == "done"
        assert answer(bob, "member.inviting", recipient="Zoe")["outcome"] == "failed"
        assert answer(ada, "member.removing", userId="bob")["outcome"] == "done"
        bob.wait(lambda p: p.models["messages"]["errorText"] == "You are no longer in this chat.", "what has happened")
        assert "send" not in bob.models["messages"].get("actions", {})
        ada.wait(lambda p: says(p, "removed Bob from the chat."), "the removal")
        assert answer(ada, "chat.leaving")["outcome"] == "done"
        ada.wait(lambda p: p.models["messages"]["errorText"] == "You are no longer in this chat.", "to have left")
        assert cleo.history(chat)[-1]["kind"] == "left"
        for pipe in pipes.values():
            assert pipe.finish() == 0
    finally:
        for pipe in pipes.values():
            pipe.close()


def test_shows_the_senders_of_messages_sent_while_offline(server, devices):
    bob = devices("bob")
    login(bob, server, "bob", "Bob")
    ada, cleo = Person(server, "ada", "Ada"), Person(server, "cleo", "Cleo")
    chat = ada.group("bob", "cleo", name="The club").json["chatId"]
    for person in (cleo, Person(server, "bob", invitation=server.invite("bob"))):
        assert person.join(chat).status == 200
    ada.post(chat, "one", "1")
    cleo.post(chat, "two", "1", kind="notice")
    pipe = opened_pipe(bob, chat)
    try:
        pipe.wait(lambda p: len(p.texts) == 2, "the messages")
        assert pipe.models["messages"]["title"] == "The club"
        assert [(row["senderName"], row["kind"]) for row in pipe.messages] == [
            ("Ada", "text"), ("Cleo", "notice")]
        assert pipe.models["badge"] == {"unreadCount": 2, "mentionCount": 0}
        assert pipe.finish() == 0
    finally:
        pipe.close()


def test_refuses_a_group_with_an_unknown_person(server, devices):
    telex = devices("ada")
    login(telex, server, "ada", "Ada")
    Person(server, "bob", "Lovelace, Bob")
    pipe = Pipe(telex, *VIEWS, "--subscribe", "chatForm,messages,connection,chatList").connect()
    try:
        pipe.send({"event": "chat.creating", "recipient": "bob, zoe", "id": "1"})
        pipe.wait(lambda p: "zoe" in (p.models.get("chatForm", {}).get("errorText") or ""), "being told")
        # A name may contain a comma.
        pipe.send({"event": "chat.creating", "recipient": "Lovelace, Bob", "id": "2"})
        pipe.wait(lambda p: p.models.get("messages", {}).get("chatId") == CHAT, "the chat")
        assert [row["chatId"] for row in pipe.models["chatList"]["chats"]] == [CHAT]
        assert pipe.finish() == 0
    finally:
        pipe.close()
