"""A day of three people on the server: Anna, Cleo, and Bob on two devices."""


from chat_walk import titles
from pipe_process import Pipe, ask, does, is_loaded, opened, reason
from server import Person, login, server

VIEWS = ("--subscribe", "messages,connection,badge,chatList,members,notification")


class Day:
    """The devices of the three."""

    def __init__(self, server, devices):
        self.server = server
        self.telexes = {name: devices(name) for name in ("anna", "bob", "phone", "cleo")}
        for name in ("anna", "bob", "cleo"):
            login(self.telexes[name], server, name, name.title())
        assert self.telexes["phone"].run("login", server.url, text=server.invite("bob") + "\n")[0] == 0
        self.pipes = {name: Pipe(telex, *VIEWS).connect() for name, telex in self.telexes.items()}

    def __getitem__(self, name):
        return self.pipes[name]

    def kill(self, name):
        """Kills a telex, and starts it again."""
        self.pipes[name].kill()
        self.pipes[name] = Pipe(self.telexes[name], *VIEWS)
        return self.pipes[name]


def go_to(pipe, chat):
    pipe.wait(lambda p: chat in p.chats, "the chat").send(opened(chat))
    pipe.wait(lambda p: is_loaded(p) and p.models["messages"]["chatId"] == chat, "the chat to open")
    does(pipe, "screen.opening", screen="members", chatId=chat)


def says(pipe, chat, text, *readers, **members):
    """Sends a message, and waits until it is the last one that the readers show of the chat; returns the answer."""
    answer = does(pipe, "message.sending", chatId=chat, text=text, **members)
    for reader in readers:
        reader.wait(lambda p: p.chats[chat]["previewText"].endswith(text), text)
    return answer


def row(pipe, text):
    """The message with this text, once it is shown in the open chat."""
    return pipe.wait(lambda p: p.row(text), text).row(text)


def members(pipe):
    """Who is in the chat or invited."""
    standings = {row["userId"]: row.get("standing") for row in pipe.models["members"]["members"]}
    return {user: standing for user, standing in standings.items() if standing in ("joined", "invited")}


def admins(pipe):
    return [row["userId"] for row in pipe.models["members"]["members"] if row.get("role") == "admin"]


def told(pipe):
    """The notifications, newest first."""
    return [row["previewText"] for row in pipe.models["notification"]["notifications"]]


def offline(pipe):
    pipe.wait(lambda p: p.connection["connectionState"] == "offline", "no connection")


def test_a_day_of_three_people(server, devices):
    day = Day(server, devices)
    walkers, readers, cooks = groups_are_made(day)
    all_talk(day, walkers)
    roles_change(day, walkers)
    anna_ignores_cleo(day, walkers)
    bob_arranges_his_chats(day, walkers, readers, cooks)
    bob_is_removed_while_he_writes(day, walkers)
    anna_invites_too_often(day)
    all_leave(day, walkers)
    all_agree_with_the_server(day)


def groups_are_made(day):
    anna, bob, phone, cleo = day.pipes.values()
    walkers = does(anna, "chat.creating", recipient="bob", title="Walkers")["chatId"]
    readers, cooks = (does(anna, "chat.creating", recipient="bob, cleo")["chatId"] for _ in range(2))
    assert anna.chats[readers]["title"] == "Anna, Bob, Cleo"
    anna.wait(lambda p: p.chats[cooks]["title"] == "Anna, Bob, Cleo (2)", "a title of its own")
    for pipe in (bob, phone):
        pipe.wait(lambda p: titles(p, "invitations") == ["Anna, Bob, Cleo (2)", "Anna, Bob, Cleo", "Walkers"], "the invitations")
    # Bob accepts on one device, and brings Cleo along. She does not want to cook.
    for chat in (walkers, readers, cooks):
        does(bob, "invitation.accepting", chatId=chat)
    phone.wait(lambda p: titles(p, "invitations") == [], "the answers")
    does(bob, "member.inviting", chatId=walkers, recipient="Cleo")
    go_to(anna, walkers)
    anna.wait(lambda p: len(p.models["members"]["members"]) == 3, "Cleo to be invited")
    assert reason(anna, "member.inviting", chatId=walkers, recipient="cleo") == "Cleo (cleo) is already invited to this chat."
    cleo.wait(lambda p: len(p.chats) == 3, "the invitations")
    assert cleo.chats[walkers]["invitationText"] == "Bob (bob) invites you"
    does(cleo, "invitation.accepting", chatId=walkers)
    does(cleo, "invitation.accepting", chatId=readers)
    does(cleo, "invitation.declining", chatId=cooks)
    cleo.wait(lambda p: cooks not in p.chats, "the invitation to be gone")
    assert "declined" in reason(anna, "member.inviting", chatId=cooks, recipient="cleo")
    # Only Anna can name them.
    assert reason(bob, "chat.retitling", chatId=cooks, title="Eaters") == "Only the admins of this group can change its title: Anna."
    does(anna, "chat.retitling", chatId=cooks, title="Cooks")
    does(anna, "chat.retitling", chatId=readers, title="Readers")
    for pipe in day.pipes.values():
        wanted = {"Walkers", "Readers"} if pipe is cleo else {"Walkers", "Readers", "Cooks"}
        pipe.wait(lambda p: set(titles(p)) == wanted, "the titles")
        go_to(pipe, walkers)
    return walkers, readers, cooks


def all_talk(day, walkers):
    anna, bob, phone, cleo = day.pipes.values()
    everybody = day.pipes.values()
    says(bob, walkers, "Where shall we go?", *everybody)
    says(cleo, walkers, "To the lake", *everybody, replyToId=row(cleo, "Where shall we go?")["messageId"])
    says(bob, walkers, "puts his boots on", *everybody, kind="emote")
    slip = says(anna, walkers, "At nien", *everybody)["messageId"]
    does(anna, "revision.editing", chatId=walkers, messageId=slip, text="At nine")
    lost = says(cleo, walkers, "Or not", *everybody)["messageId"]
    does(bob, "reaction.adding", chatId=walkers, messageId=row(bob, "To the lake")["messageId"], key="👍")
    while not cleo.reaches(lambda p: p.models["messages"]["typingText"] == "Bob is typing…", 1):
        bob.press(bob.models["messages"]["actions"]["typing"])
    # Cleo is killed while she takes it back.
    cleo.send({"event": "revision.deleting", "chatId": walkers, "messageId": lost})
    anna.wait(lambda p: p.row("[deleted]"), "the deletion")
    day.kill("cleo").connect()
    go_to(day["cleo"], walkers)
    said = [("Bob", "text", "Where shall we go?"), ("Cleo", "text", "To the lake"), ("Bob", "emote", "puts his boots on"),
            ("Anna", "text", "At nine"), ("Cleo", "deleted", "[deleted]")]
    for name, pipe in day.pipes.items():
        own = "Bob" if name == "phone" else name.title()
        shown = [("You" if who == own else who, kind, text) for who, kind, text in said]
        pipe.wait(lambda p: [(row["senderName"], row["kind"], row["text"]) for row in p.messages] == shown, "what was said")
        pipe.wait(lambda p: p.row("To the lake").get("reactions"), "the reaction")
        assert row(pipe, "At nine")["isEdited"] and row(pipe, "To the lake")["replyTo"]["excerpt"] == "Where shall we go?"
        assert ("edit" in row(pipe, "At nine").get("actions", {})) == (name == "anna")
    assert reason(bob, "revision.editing", chatId=walkers, messageId=row(bob, "At nine")["messageId"], text="At ten") == (
        "You can edit or delete only your own messages, and not deleted ones.")


def roles_change(day, walkers):
    anna, bob, phone, cleo = day.pipes.values()
    for name, pipe in day.pipes.items():
        actions = pipe.models["members"]["actions"]
        assert ("retitle" in actions, "invite" in actions) == (name == "anna", True)
    only_anna = "Only the admins of this group can {}: Anna."
    assert reason(cleo, "member.removing", chatId=walkers, userId="bob") == only_anna.format("remove members")
    assert reason(cleo, "member.assigning", chatId=walkers, userId="cleo", roleText="admin") == only_anna.format("change roles")
    assert reason(anna, "member.assigning", chatId=walkers, userId="anna", roleText="member") == (
        "You are the only admin here, so you stay one.")
    assert 'no user called "Zoe"' in reason(cleo, "member.inviting", chatId=walkers, recipient="Zoe")
    nine = row(cleo, "At nine")["messageId"]
    assert "takes no reports" in reason(cleo, "message.reporting", chatId=walkers, messageId=nine)
    does(anna, "member.assigning", chatId=walkers, userId="cleo", roleText="admin")
    cleo.wait(lambda p: admins(p) == ["anna", "cleo"], "the role")
    # She may do everything now, and what was refused before is no longer said.
    does(cleo, "chat.retitling", chatId=walkers, title="Hikers")
    does(cleo, "chat.settingTopic", chatId=walkers, topic="On foot")
    assert cleo.models["messages"]["errorText"] is None
    does(anna, "member.assigning", chatId=walkers, userId="cleo", roleText="member")
    anna = day.kill("anna").connect()
    go_to(anna, walkers)
    for pipe in day.pipes.values():
        pipe.wait(lambda p: admins(p) == ["anna"] and p.chats[walkers]["title"] == "Hikers", "Anna as the only admin")
        pipe.wait(lambda p: {p.models[view].get("topic") for view in ("messages", "members")} == {"On foot"}, "the topic")
        changes = ('changed the title of the chat to "Hikers".', 'changed the topic to "On foot".')
        pipe.wait(lambda p: {("You" if p is cleo else "Cleo", change) for change in changes} <= {*p.done}, "who did it")


def anna_ignores_cleo(day, walkers):
    anna, bob, phone, cleo = day.pipes.values()
    anna.send({"event": "screen.closing", "screen": "messages"})
    does(anna, "message.reading", chatId=walkers)
    does(anna, "member.ignoring", userId="cleo")
    mention = [{"start": 0, "length": 5, "style": "mention", "userId": "anna"}]
    says(cleo, walkers, "@Anna, can you hear me?", bob, phone, spans=mention)
    says(bob, walkers, "She is busy", anna)
    anna.wait(lambda p: told(p) == ["Bob: She is busy"], "Bob's message to notify")
    assert (anna.chats[walkers]["unreadCount"], anna.chats[walkers]["mentionCount"]) == (1, 0)
    go_to(anna, walkers)
    hidden = [row for row in anna.messages if row["text"] == "[a message of somebody you ignore]"]
    assert hidden and all(row["isIgnored"] for row in hidden) and not row(anna, "She is busy")["isIgnored"]
    assert reason(cleo, "chat.creating", recipient="anna") == '"Anna" does not accept invitations and new chats from you.'
    does(anna, "member.unignoring", userId="cleo")
    anna.send({"event": "screen.closing", "screen": "messages"})
    does(anna, "message.reading", chatId=walkers)
    says(cleo, walkers, "@Anna, and now?", anna, bob, phone, spans=mention)
    assert (anna.chats[walkers]["unreadCount"], anna.chats[walkers]["mentionCount"]) == (1, 1)
    # Both of Bob's devices ignore the same people.
    for event, ignored in (("member.ignoring", ["anna"]), ("member.unignoring", [])):
        does(bob, event, userId="anna")
        phone.wait(lambda p: ignored == [
            row["userId"] for row in p.models["members"]["members"] if row["isIgnored"]], event)


def bob_arranges_his_chats(day, walkers, readers, cooks):
    anna, bob, phone, cleo = day.pipes.values()
    both = (bob, phone)
    for pipe in both:
        pipe.send({"event": "screen.closing", "screen": "messages"})
    does(bob, "message.reading", chatId=walkers)
    does(bob, "chat.pinning", chatId=walkers)
    does(bob, "chat.pinning", chatId=cooks, beforeId=walkers)
    phone.wait(lambda p: titles(p, "pinned") == ["Cooks", "Hikers"], "the order")
    does(phone, "chat.muting", chatId=cooks, dueText="1 min")
    does(phone, "chat.muting", chatId=readers, keepsMentions=True)
    phone.send({"event": "chat.markingUnread", "chatId": cooks})
    phone.send({"event": "chat.archiving", "chatId": walkers})
    for pipe in both:
        pipe.wait(lambda p: titles(p) == ["Cooks", "Readers", "Hikers"] and p.chats[cooks]["isMarkedUnread"], "the order")
        pipe.wait(lambda p: p.chats[walkers]["section"] == "archived", "the archive")
        assert pipe.chats[cooks]["muteText"].startswith("Muted until ")
        assert pipe.chats[readers]["muteText"] == "Muted, but for mentions"
    before = told(bob)
    says(cleo, readers, "I have finished it", *both)
    says(anna, cooks, "Soup or salad?", *both)
    assert told(bob) == before
    says(cleo, readers, "@Bob, have you?", *both, spans=[{"start": 0, "length": 4, "style": "mention", "userId": "bob"}])
    bob.wait(lambda p: told(p) == ["Cleo: @Bob, have you?", *before], "the mention to notify")
    # Both are killed. A message brings the archived chat back, to its place among the pinned ones.
    bob, phone = both = day.kill("bob").connect(), day.kill("phone").connect()
    says(anna, walkers, "Back already?", *both)
    for pipe in both:
        pipe.wait(lambda p: titles(p, "pinned") == ["Cooks", "Hikers"] and titles(p, "chats") == ["Readers"], "the same order")
        pipe.wait(lambda p: p.models["badge"] == {"unreadCount": 2, "mentionCount": 1, "mutedCount": 2}, "the same counts")
    does(phone, "message.reading", chatId=cooks)
    bob.wait(lambda p: not p.chats[cooks]["isMarkedUnread"] and p.chats[cooks]["unreadCount"] == 0, "it to be read")


def bob_is_removed_while_he_writes(day, walkers):
    anna, bob, phone, cleo = day.pipes.values()
    go_to(bob, walkers)
    does(bob, "chat.drafting", chatId=walkers, text="I was going to")
    day.server.stop()
    for pipe in (anna, bob):
        offline(pipe)
    waiting = ask(bob, "message.sending", chatId=walkers, text="Wait for me")
    assert waiting["outcome"] == "waiting"
    bob.kill()
    day.server.start()
    does(anna.connect(), "member.removing", chatId=walkers, userId="bob")
    bob = day.pipes["bob"] = Pipe(day.telexes["bob"], *VIEWS).connect()
    phone.connect()
    go_to(bob, walkers)
    gone = "You are no longer in this chat."
    bob.wait(lambda p: p.models["messages"]["errorText"] == gone and p.has_state("Wait for me", "failed"), "the removal")
    go_to(cleo.connect(), walkers)
    cleo.wait(lambda p: p.done[-1:] == [("Anna", "removed Bob from the chat.")], "who did it")
    for pipe in (bob, phone):
        pipe.wait(lambda p: p.chats[walkers]["title"] == "Hikers (left)", "the title")
    assert row(bob, "Wait for me")["statusText"] == "You are not in this chat, or it no longer exists."
    assert bob.models["messages"]["draftText"] == "I was going to"
    assert not {"send", "reply", "react", "typing"} & set(bob.models["messages"]["actions"])
    assert reason(bob, "message.sending", chatId=walkers, text="Hello?") == gone
    assert reason(bob, "member.inviting", chatId=walkers, recipient="bob") == gone
    # Invited again, he sends what he wrote.
    does(anna, "member.inviting", chatId=walkers, recipient="bob")
    bob.wait(lambda p: p.chats[walkers].get("invitationText") == "Anna (anna) invites you", "the invitation")
    does(bob, "invitation.accepting", chatId=walkers)
    bob.wait(lambda p: p.models["messages"]["errorText"] is None and "send" in p.models["messages"]["actions"], "the chat")
    assert bob.models["messages"]["draftText"] == "I was going to"
    bob.press(row(bob, "Wait for me")["actions"]["retry"])
    for pipe in day.pipes.values():
        pipe.connect().wait(lambda p: p.chats[walkers]["previewText"].endswith("Wait for me"), "what Bob wrote")


def anna_invites_too_often(day):
    anna, cleo = day["anna"], day["cleo"]
    answers = [ask(anna, "chat.creating", recipient="cleo, bob") for _ in range(100)]
    assert [answer["outcome"] for answer in answers] == ["done"] * 20 + ["failed"] * 80
    assert answers[-1]["reason"] == (
        '"Cleo" has not answered 20 invitations of yours. Wait for an answer, or withdraw some.')
    cleo.wait(lambda p: len(titles(p, "invitations")) == 20, "the invitations")
    assert len(set(titles(cleo))) == len(cleo.chats) == 22
    for chat in [chat for chat, row in cleo.chats.items() if row["section"] == "invitations"]:
        does(cleo, "invitation.declining", chatId=chat)
    cleo.wait(lambda p: len(p.chats) == 2, "them to be gone")


def all_leave(day, walkers):
    anna, bob, phone, cleo = day.pipes.values()
    for pipe in (anna, bob, phone, cleo):
        go_to(pipe, walkers)
    does(cleo, "chat.leaving", chatId=walkers)
    does(anna, "chat.leaving", chatId=walkers)
    # Somebody must be the admin.
    for pipe in (bob, phone):
        pipe.wait(lambda p: admins(p) == ["bob"], "Bob as the admin")
        pipe.wait(lambda p: p.done[-2:] == [("Cleo", "left the chat."), ("Anna", "left the chat.")], "who has left")
    does(bob, "chat.leaving", chatId=walkers)
    for pipe in (anna, bob, phone, cleo):
        pipe.wait(lambda p: p.models["messages"]["errorText"] == "You are no longer in this chat.", "the end")
        assert pipe.row("Wait for me") and pipe.chats[walkers]["title"] == "Hikers (left)", "the messages stay"


def all_agree_with_the_server(day):
    """Compares the chats, their titles and members, what is unread and the order."""
    for name in ("anna", "bob", "cleo"):
        person = Person(day.server, name, invitation=day.server.invite(name))
        chats = {chat["chatId"]: chat for chat in person.request("GET", "/v1/chats?limit=200").json["chats"]}
        joined = {chat: info["title"] for chat, info in chats.items() if info.get("standing") is None}
        for pipe in (day["bob"], day["phone"]) if name == "bob" else (day[name],):
            pipe.wait(lambda p: {chat: row["title"] for chat, row in p.chats.items() if chat in joined} == joined, "the titles")
            for chat in joined:
                go_to(pipe, chat)
                group = chats[chat]["group"]
                here = {**{person["userId"]: "joined" for person in group["people"]},
                        **{person["userId"]: "invited" for person in group["invited"]}}
                pipe.wait(lambda p: members(p) == here and set(admins(p)) == set(group["admins"]), f"the members {group}")
    bob, phone = day["bob"], day["phone"]
    bob.wait(lambda p: compared(p) == compared(phone.catch_up()), "the devices to agree")
    for pipe in day.pipes.values():
        assert pipe.finish() == 0


def compared(pipe):
    return [(chat, row["title"], row["section"], row["unreadCount"], row["mentionCount"], row.get("muteText"), row["isMarkedUnread"])
            for chat, row in pipe.chats.items()]
