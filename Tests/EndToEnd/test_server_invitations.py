"""Invitations to chats on the server: what the invited person sees before and after answering, on all devices."""

from piped import VIEWS, Pipe, history, is_loaded
from server import Person, login, server
from talk import posted, texts


def invited(server):
    """Returns Ada, who has invited Bob to the club, Bob, Cleo, who has joined it, and the id of the chat."""
    ada, bob, cleo = (Person(server, name, name.title()) for name in ("ada", "bob", "cleo"))
    chat = ada.group("bob", "cleo", name="The club").json["chatId"]
    assert cleo.join(chat).status == 200
    return ada, bob, cleo, chat


def standings(person, **query):
    return [(chat["chatId"], chat.get("standing")) for chat in person.chats(**query).json["chats"]]


def test_invited_person_sees_nothing_of_the_chat_before_joining(server):
    ada, bob, cleo, chat = invited(server)
    (listed,) = bob.chats().json["chats"]
    assert (listed["title"], listed["standing"], listed["inviter"]) == (
        "The club", "invited", {"userId": "ada", "name": "Ada"})
    push = bob.push()
    push.next("ready")
    ada.post(chat, "secret", "1")
    cleo.mark(chat, read="ada/1")
    ada.edit(chat, "ada/1", "more secret")
    assert [(each["lastOrder"], each["marks"], each.get("lastMessageId")) for each in bob.chats().json["chats"]] == [(0, [], None)]
    assert bob.chats(since=listed["eventNumber"]).json["chats"] == [] and bob.revisions(since=0).json["messages"] == []
    for answer in (bob.messages(chat), bob.post(chat, "hello", "1"), bob.mark(chat, read="ada/1"),
                   bob.edit(chat, "ada/1", "x"), bob.delete(chat, "ada/1"),
                   bob.request("GET", f"/v1/chats/{chat}/live")):
        answer.problem(404)
    assert "secret" not in repr(bob.push(since=0).until("ready")) and push.arrived() == []
    joined = bob.join(chat)
    assert joined.status == 200 and "standing" not in joined.json
    assert (joined.json["lastOrder"], joined.json["group"]["joined"]) == (3, 2)
    assert push.next("chat").data == joined.json
    assert push.next("message").data["kind"] == "joined"
    # Joining gives access to earlier messages.
    assert texts(bob, chat) == ["", "more secret", ""]
    ada.post(chat, "welcome", "2")
    assert push.next("message").data["text"] == "welcome"
    assert bob.join(chat).status == 200 and push.arrived() == []
    assert "already" in bob.decline(chat).problem(409)


def test_invitations_and_answers_reach_all_devices_including_offline_ones(server):
    ada, bob = Person(server, "ada", "Ada"), Person(server, "bob", "Bob")
    other = Person(server, "bob", invitation=server.invite("bob"))
    start = bob.chats().json["cursor"]
    pushes = [bob.push(), other.push(), ada.push()]
    for push in pushes:
        push.next("ready")
    made = ada.group("bob", name="A walk").json
    for push, standing in zip(pushes, ("invited", "invited", None)):
        event = push.next("chat")
        assert (event.data["chatId"], event.data.get("standing"), event.id) == (made["chatId"], standing, made["eventNumber"])
    assert [event.data["standing"] for event in bob.push(since=start).until("ready") if event.kind == "chat"] == [
        "invited"]
    assert bob.decline(made["chatId"]).status == 204
    for push, standing in zip(pushes, ("declined", "declined", None)):
        assert push.next("chat").data.get("standing") == standing
    for since in (start, made["eventNumber"], 0):
        assert standings(bob, since=since) == [(made["chatId"], "declined")]
        assert [event.data["standing"] for event in bob.push(since=since).until("ready") if event.kind == "chat"] == [
            "declined"]
    # Declining is final, and repeating it changes nothing.
    assert bob.decline(made["chatId"]).status == 204 and pushes[0].arrived() == []
    bob.join(made["chatId"]).problem(404)
    ada.post(made["chatId"], "alone", "1")
    assert pushes[0].arrived() == [] and bob.chats().json["chats"][0]["group"]["people"] == []


def test_number_of_open_invitations_is_limited(server):
    ada = Person(server, "ada")
    bob = Person(server, "bob", "Bob")
    chats = [ada.group("bob").json["chatId"] for _ in range(100)]
    assert "Bob" in ada.group("bob").problem(409)
    bob.decline(chats[3])
    assert ada.group("bob").status == 201
    ada.group("bob").problem(409)


# In telex


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
    assert standings(ada) == [(chat, None), (again, None)]


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
        pipe.wait(lambda p: "There is no chat" in listed(p, chat).get("invitationText"), "being told")
        pipe.press(listed(pipe, chat).get("actions", {}).get("decline")).wait(lambda p: not listed(p, chat), "it to be gone")
        assert pipe.finish() == 0
    finally:
        pipe.close()
