"""Chats with more than two members, over HTTP and in telex; and kinds of messages."""

from piped import VIEWS, Pipe, is_loaded, opened, opened_pipe
from server import CHAT, Person, TelexServer, couple, login, refusal, server
from store import all_bytes, faults
from talk import posted, texts


def club(server, *names):
    """Returns Ada, the people who joined her club, and the id of the chat."""
    people = [Person(server, name, name.title()) for name in ("ada", *names)]
    chat = people[0].group(*names, name="The club").json["chatId"]
    for person in people[1:]:
        assert person.join(chat).status == 200
    return *people, chat


def names(people):
    return [person["name"] for person in people]


def test_every_group_is_new_and_has_the_title_given_by_its_creator(server):
    ada, bob = Person(server, "ada", "Ada"), Person(server, "bob", "Bob")
    made = [ada.group("bob"), ada.group("BOB", "bob", name=" The \u0007club ")]
    assert [answer.status for answer in made] == [201, 201]
    assert [answer.json["title"] for answer in made] == ["Ada, Bob", "The club"]
    assert made[0].json["chatId"] != made[1].json["chatId"]
    for answer in made:
        group = answer.json["group"]
        assert (names(group["people"]), names(group["invited"]), group["joined"]) == (["Ada"], ["Bob"], 0)
        assert "standing" not in answer.json and "inviter" not in answer.json
    # The two-person chat is separate.
    assert ada.create("bob").json["chatId"] == CHAT and "group" not in ada.create("bob").json
    assert len(ada.chats().json["chats"]) == 3


def test_refuses_an_invalid_group(server):
    ada = Person(server, "ada")
    for each in ("bob", "sam1", "sam2"):
        server.user(each, "Sam" if each.startswith("sam") else None)
    for people, name, status, word in (
        ([], None, 422, "recipients"), (["ada"], None, 422, "That is you"), (["bob", "ada"], None, 422, "That is you"),
        (["bob", "zoe"], None, 404, "zoe"), (["sam"], None, 409, "sam"), (["bob", "eliza"], None, 409, "bot"),
        ([""], None, 422, "Name"), (["bob"], "", 422, "title"), (["bob"], "\u0007 ", 422, "title"),
        (["bob"], "x" * 201, 422, "200"), (["bob"] * 100, None, 422, "100"), ("bob", None, 422, "recipients"),
        (["bob", 1], None, 422, "recipients"), (["bob"], 1, 422, "title"),
    ):
        body = {"recipients": people, **({} if name is None else {"title": name})}
        assert word in ada.request("POST", "/v1/groups", body).problem(status), body
    assert ada.chats().json["chats"] == []


def test_group_may_have_a_hundred_members(server):
    ada = Person(server, "ada")
    server.stop()
    server.sql("""WITH RECURSIVE n(v) AS (VALUES (1) UNION SELECT v + 1 FROM n WHERE v < 99)
                  INSERT INTO user (name, display) SELECT 'user' || v, 'User ' || v FROM n""")
    server.start()
    answer = ada.group(*(f"user{number}" for number in range(1, 100)))
    assert answer.status == 201 and len(answer.json["group"]["invited"]) == 99
    # A title with all names would be unreadable.
    assert len(answer.json["title"]) == 200 and answer.json["title"].startswith("ada, User 1, ")


def test_messages_in_a_group_reach_all_members(server):
    ada, bob, cleo, chat = club(server, "bob", "cleo")
    pushes, lives = ([channel(person) for person in (ada, bob, cleo)]
                     for channel in (lambda person: person.push(), lambda person: person.live(chat)))
    for channel in (*pushes, *lives):
        channel.next("ready")
    said = [ada.post(chat, "hello", "1").json, bob.post(chat, "hi", "1").json, cleo.post(chat, "ho", "1").json]
    assert [(message["messageId"], message["senderName"], message["serverOrder"]) for message in said] == [
        ("ada/1", "Ada", 3), ("bob/1", "Bob", 4), ("cleo/1", "Cleo", 5)]
    for push, live in zip(pushes, lives):
        assert [push.next("message").data for _ in said] == said
        assert [live.next("message") for _ in said] == [{**message, "type": "message"} for message in said]
    for person in (ada, bob, cleo):
        messages = person.messages(chat).json["messages"]
        assert messages[2:] == said
        assert [(message["senderId"], message["kind"], message["text"]) for message in messages[:2]] == [
            ("bob", "joined", ""), ("cleo", "joined", "")]
        assert [chat["title"] for chat in person.chats().json["chats"]] == ["The club"]
    assert bob.mark(chat, read="cleo/1").status == 200
    assert {pushes[0].next("mark").data["userId"], lives[2].next("mark")["userId"]} == {"bob"}
    marks = {mark["userId"]: mark["readOrder"] for mark in cleo.chats().json["chats"][0]["marks"]}
    assert marks == {"ada": 0, "bob": 5, "cleo": 0}


def test_typing_in_a_group_names_the_person(server):
    ada, bob, cleo, chat = club(server, "bob", "cleo")
    live = ada.live(chat)
    live.next("ready")
    lives = {person.user: person.live(chat) for person in (bob, cleo)}
    for user, name in (("bob", "Bob"), ("cleo", "Cleo")):
        lives[user].say(type="typing", isActive=True)
        frame = live.next("typing")
        assert (frame["userId"], frame["name"], frame["isActive"]) == (user, name, True)
    cleo.post(chat, "ho", "1")
    frame = live.next("typing")
    assert (frame["userId"], frame["isActive"]) == ("cleo", False)


def test_message_has_the_kind_given_by_its_sender(server):
    ada, bob = couple(server)
    kinds = [None, "text", "emote", "notice"]
    for number, kind in enumerate(kinds):
        answer = ada.post(CHAT, "waves", f"{number}", **({"kind": kind} if kind else {}))
        assert answer.status == 201 and answer.json.get("kind") == (kind if kind != "text" else None)
    assert [message.get("kind") for message in bob.history(CHAT)] == [None, None, "emote", "notice"]
    for kind in ("", "image", "deleted", "Emote"):
        assert "kind" in ada.post(CHAT, "waves", "new", kind=kind).problem(422)
    assert ada.post(CHAT, "waves", "2", kind="emote").status == 200
    ada.post(CHAT, "waves", "2").problem(409)


def test_bot_does_not_answer_notices(server):
    ada = Person(server, "ada")
    ada.create("echo")
    push = ada.push()
    push.next("ready")
    ada.post("ada+echo", "a notice", "1", kind="notice")
    ada.post("ada+echo", "a text", "2")
    said = push.next("message", where=lambda event: event.data["senderId"] == "echo" and "a " in event.data["text"])
    assert "a text" in said.data["text"]


def test_group_survives_a_restart_and_a_backup(server, tmp_path):
    ada, bob, cleo, chat = club(server, "bob", "cleo")
    expected = posted(ada, 3, chat=chat)
    before = bob.chats().json
    server.kill()
    server.start()
    assert bob.chats().json["chats"] == before["chats"] and texts(cleo, chat) == ["", "", *expected]
    assert server.command("backup", tmp_path / "copy") == (0, "", "")
    assert faults(server) == [] and "  Chats: 1; messages: 5." in server.command("doctor")[1].splitlines()
    copy = TelexServer(tmp_path / "copied")
    (tmp_path / "copy").rename(copy.store)
    with copy:
        bob.server = copy
        assert texts(bob, chat) == ["", "", *expected] and bob.chats().json["chats"] == before["chats"]


def test_removed_user_leaves_a_group_but_their_messages_stay(server):
    eve = Person(server, "eve", "Evelyn Xylophone")
    ada, bob, chat = club(server, "bob")
    own = eve.group("ada", "bob", name="Of Eve").json["chatId"]
    assert ada.join(own).status == 200
    assert eve.post(own, "still here", "1").status == 201
    eve.create("ada")
    eve.post("ada+eve", "gone", "1")
    for command, code, word in (((), 64, "would delete: "), (("--for-good",), 0, "deleted: ")):
        assert server.command("user", "remove", "eve", *command)[:2] == (
            code, f"{word}eve, with 1 chat and 1 message, and the membership of 1 group, which keeps the messages\n")
    assert b"Xylophone" not in all_bytes(server)
    came, message, went = ada.history(own)
    assert [(each["senderId"], each["kind"]) for each in (came, went)] == [("ada", "joined"), ("eve", "left")]
    assert (message["text"], message["messageId"], message["senderName"]) == ("still here", "eve/1", "eve")
    assert ada.mark(own, read="eve/1").json["readOrder"] == 2
    group = next(each for each in ada.chats().json["chats"] if each["chatId"] == own)["group"]
    assert (names(group["people"]), names(group["invited"])) == (["Ada"], ["Bob"])
    (invitation,) = (each for each in bob.chats().json["chats"] if each["chatId"] == own)
    assert invitation["inviter"] == {"userId": "eve", "name": "eve"}
    assert ada.post(own, "alone", "1").status == 201 and bob.join(own).json["lastOrder"] == 5
    assert faults(server) == []
    refusal(server.command("user", "remove", "eve"), 67, "eve")
    # Removing the last member deletes the group.
    for name in ("ada", "bob"):
        assert server.command("user", "remove", name, "--for-good")[0] == 0
    assert server.sql("SELECT count(*) FROM message") == [(0,)] and b"still here" not in all_bytes(server)
    assert "  Chats: 0; messages: 0." in server.command("doctor")[1].splitlines()


# In telex


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
