"""A day of three people on a homeserver: Anna, Bob on two devices and another client of his, and Cleo with matrix-nio."""

import itertools

import nio

from chat_walk import titles
from fault_proxy import FaultProxy
from matrix import quoted
from nio_client import Nio
from pipe_process import ask, does, reason


class Day:
    """The devices of the three, through a proxy that can cut the connection."""

    def __init__(self, matrix, proxy):
        self.matrix, self.proxy = matrix, proxy
        self.anna, self.bob, self.cleo = matrix.people("anna", "bob", "cleo")
        self.people = {"anna": self.anna, "bob": self.bob, "phone": self.bob}
        self.telexes = {name: matrix.telex(person, proxy.url) for name, person in self.people.items()}
        self.pipes = {name: matrix.start(telex).connect() for name, telex in self.telexes.items()}

    def kill(self, name):
        """Kills a telex, and starts it again."""
        self.pipes[name].kill()
        self.pipes[name] = self.matrix.start(self.telexes[name])
        return self.pipes[name]


def text(body, kind="m.text", **content):
    return {"msgtype": kind, "body": body, **content}


def mention(body, person):
    return text(body, **{"m.mentions": {"user_ids": [person.user]}})


def roles(pipe):
    return {row["userId"]: row.get("role", "member") for row in pipe.models["members"]["members"] if row["standing"] == "joined"}


def told(pipe):
    """The notifications, newest first."""
    return [row["previewText"].split(": ", 1)[-1] for row in pipe.models["notification"]["notifications"]]


def go_to(pipe, room):
    pipe.open(room)
    does(pipe, "screen.opening", screen="members", chatId=room)


def close(pipe):
    pipe.send({"event": "screen.closing", "screen": "messages"})


def test_a_day_of_three_people(matrix, homeserver):
    with FaultProxy(homeserver.port) as proxy:
        day = Day(matrix, proxy)
        with Nio(day.cleo) as cleo, Nio(day.bob.elsewhere("NIO")) as tablet:
            walkers, readers, cooks = groups_are_made(day, cleo)
            all_talk(day, cleo, walkers)
            roles_change(day, cleo, walkers)
            anna_ignores_cleo(day, cleo, walkers)
            bob_arranges_his_chats(day, cleo, tablet, walkers, readers, cooks)
            bob_is_removed_while_he_writes(day, cleo, walkers)
            cleo_bans_bob(day, cleo, readers)
            anna_invites_often(day)
            all_leave(day, cleo, walkers)
            all_agree_with_the_homeserver(day)


def groups_are_made(day, cleo):
    anna, bob, phone = day.pipes.values()
    both = f"{day.bob.user}, {day.cleo.user}"
    assert reason(anna, "chat.creating", recipient=both) == "A group needs a title: @ada:example.org, @bob:example.org: Walkers."
    rooms = [does(anna, "chat.creating", recipient=both, title=title)["chatId"] for title in ("Walkers", "Readers")]
    cooks = does(anna, "chat.creating", recipient=day.bob.user, title="Eaters")["chatId"]
    for pipe in (bob, phone):
        pipe.wait(lambda p: set(titles(p, "invitations")) == {"Walkers", "Readers", "Eaters"}, "the invitations")
    # Bob accepts on both of his devices. Cleo is invited to the third one later, and refuses.
    for room, pipe in zip((*rooms, cooks), (bob, phone, bob)):
        does(pipe, "invitation.accepting", chatId=room)
    for room in rooms:
        day.cleo.join(room)
    go_to(anna, cooks)
    does(anna, "member.inviting", chatId=cooks, recipient=day.cleo.user)
    anna.wait(lambda p: len(p.models["members"]["members"]) == 3, "Cleo to be invited")
    invited = f"{day.cleo.display} ({day.cleo.user}) is already invited to this chat."
    assert reason(anna, "member.inviting", chatId=cooks, recipient=day.cleo.user) == invited
    day.cleo.leave(cooks)
    anna.wait(lambda p: len(roles(p)) == len([row for row in p.models["members"]["members"] if row["standing"] != "left"]) == 2, "her answer")
    assert reason(bob, "chat.retitling", chatId=cooks, title="Cooks") == (
        f"Only the admins of this group can change its title: {day.anna.display}.")
    does(anna, "chat.retitling", chatId=cooks, title="Cooks")
    for pipe in day.pipes.values():
        pipe.wait(lambda p: set(titles(p)) == {"Walkers", "Readers", "Cooks"} and not titles(p, "invitations"), "the titles")
        go_to(pipe, rooms[0])
    return *rooms, cooks


def all_talk(day, cleo, walkers):
    anna, bob, phone = day.pipes.values()
    does(bob, "message.sending", chatId=walkers, text="Where shall we go?")
    question = cleo.wait(lambda event: event.body == "Where shall we go?").event_id
    cleo.send(walkers, "m.room.message", text("To the lake", **{"m.relates_to": {"m.in_reply_to": {"event_id": question}}}))
    cleo.send(walkers, "m.room.message", text("packs a bag", "m.emote"))
    cleo.send(walkers, "m.room.message", text("Rain from noon", "m.notice"))
    slip = cleo.send(walkers, "m.room.message", text("At nien"))
    cleo.send(walkers, "m.room.message", text("* At nine", **{
        "m.new_content": text("At nine"), "m.relates_to": {"rel_type": "m.replace", "event_id": slip}}))
    cleo.redact(walkers, cleo.send(walkers, "m.room.message", text("Or not")))
    cleo.send(walkers, "m.reaction", {"m.relates_to": {"rel_type": "m.annotation", "event_id": question, "key": "👍"}})
    does(anna, "message.sending", chatId=walkers, text="puts her boots on", kind="emote")
    assert cleo.wait(lambda event: event.body == "puts her boots on").source["content"]["msgtype"] == "m.emote"
    day.kill("anna").connect()
    go_to(day.pipes["anna"], walkers)
    said = [(day.bob, "text", "Where shall we go?"), (day.cleo, "text", "To the lake"), (day.cleo, "emote", "packs a bag"),
            (day.cleo, "notice", "Rain from noon"), (day.cleo, "text", "At nine"), (day.cleo, "deleted", "[deleted]"),
            (day.anna, "emote", "puts her boots on")]
    for name, pipe in day.pipes.items():
        shown = [("You" if who is day.people[name] else who.display, kind, text) for who, kind, text in said]
        pipe.wait(lambda p: [(row["senderName"], row["kind"], row["text"]) for row in p.messages] == shown, f"{shown}")
        pipe.wait(lambda p: p.row("Where shall we go?").get("reactions"), "the reaction")
        assert pipe.row("At nine")["isEdited"] and pipe.row("To the lake")["replyTo"]["excerpt"] == "Where shall we go?"


def roles_change(day, cleo, walkers):
    anna, bob, phone = day.pipes.values()
    assert reason(bob, "member.removing", chatId=walkers, userId=day.cleo.user) == (
        f"Only the admins of this group can remove members: {day.anna.display}.")
    assert "retitle" in anna.models["members"]["actions"] and "retitle" not in bob.models["members"]["actions"]
    assert reason(anna, "member.assigning", chatId=walkers, userId=day.anna.user, roleText="member") == (
        "You are the only admin here, so you stay one.")
    does(anna, "member.assigning", chatId=walkers, userId=day.cleo.user, roleText="admin")
    # Cleo may do all now: she sets the topic and the title, and makes Bob a moderator.
    day.cleo.set_state(walkers, "m.room.topic", {"topic": "Hills and lakes"})
    day.cleo.set_state(walkers, "m.room.name", {"name": "Hikers"})
    levels = day.cleo.state(walkers, "m.room.power_levels")
    day.cleo.set_power(walkers, users={**levels["users"], day.bob.user: 50})
    for pipe in day.pipes.values():
        pipe.wait(lambda p: roles(p).get(day.bob.user) == "moderator" and roles(p).get(day.cleo.user) == "admin", "the roles")
        pipe.wait(lambda p: [text for _, text in p.done[-2:]] == [
            'changed the topic to "Hills and lakes".', 'changed the title of the chat to "Hikers".'], "what Cleo did")
        pipe.wait(lambda p: p.chats[walkers]["title"] == "Hikers", "the title")
    assert "retitle" in bob.models["members"]["actions"]
    day.cleo.set_power(walkers, users=levels["users"])
    bob.wait(lambda p: roles(p)[day.bob.user] == "member" and "retitle" not in p.models["members"]["actions"], "the role")


def anna_ignores_cleo(day, cleo, walkers):
    anna, bob, phone = day.pipes.values()
    close(anna)
    does(anna, "message.reading", chatId=walkers)
    does(anna, "member.ignoring", userId=day.cleo.user)
    cleo.send(walkers, "m.room.message", mention("Anna, can you hear me?", day.anna))
    day.cleo.create(day.anna, name="Ours")
    bob.wait(lambda p: p.chats[walkers]["previewText"].endswith("hear me?"), "Cleo's message")
    does(bob, "message.sending", chatId=walkers, text="She is busy")
    anna.wait(lambda p: told(p) == ["She is busy"], "Bob's message to notify")
    assert anna.counts[walkers] == (1, 0) == day.anna.counts()[walkers] and "Ours" not in titles(anna)
    does(anna, "member.unignoring", userId=day.cleo.user)
    does(anna, "message.reading", chatId=walkers)
    cleo.send(walkers, "m.room.message", mention("Anna, and now?", day.anna))
    anna.wait(lambda p: p.counts[walkers] == (1, 1) and told(p)[:1] == ["Anna, and now?"], "Cleo's message")


def bob_arranges_his_chats(day, cleo, tablet, walkers, readers, cooks):
    anna, bob, phone = day.pipes.values()
    both = (bob, phone)
    tags = f"/user/{quoted(day.bob.user)}/rooms/{{}}/tags/m.favourite"
    for pipe in both:
        close(pipe)
    does(bob, "message.reading", chatId=walkers)
    does(bob, "chat.pinning", chatId=walkers)
    does(bob, "chat.pinning", chatId=cooks, beforeId=walkers)
    phone.wait(lambda p: titles(p, "pinned") == ["Cooks", "Hikers"], "the order")
    # Another client of his unpins one chat, and pins another.
    day.bob.request("DELETE", tags.format(quoted(cooks)))
    day.bob.request("PUT", tags.format(quoted(readers)), {"order": 0.0})
    for pipe in both:
        pipe.wait(lambda p: titles(p, "pinned") == ["Readers", "Hikers"], "the other order")
    # It mutes one in all, and one but for mentions.
    rules = tablet.client.set_pushrule
    tablet.loop.run_until_complete(rules(
        "global", nio.PushRuleKind.override, cooks, conditions=[nio.PushEventMatch("room_id", cooks)], actions=[]))
    tablet.loop.run_until_complete(rules("global", nio.PushRuleKind.room, readers, actions=[]))
    for pipe in both:
        pipe.wait(lambda p: (p.chats[cooks].get("muteText"), p.chats[readers].get("muteText")) == (
            "Muted", "Muted, but for mentions"), "the mutes")
    does(phone, "chat.muting", chatId=cooks, dueText="1 min")
    assert phone.chats[cooks]["muteText"].startswith("Muted until ")
    does(phone, "chat.markingUnread", chatId=cooks)
    bob.wait(lambda p: p.chats[cooks]["isMarkedUnread"], "the mark")
    does(bob, "chat.archiving", chatId=walkers)
    assert titles(bob, "archived") == ["Hikers"]
    before = told(bob)
    cleo.send(readers, "m.room.message", text("I have finished it"))
    does(anna, "message.sending", chatId=cooks, text="Soup or salad?")
    for pipe in both:
        pipe.wait(lambda p: p.chats[readers]["previewText"].endswith("it") and p.chats[cooks]["previewText"].endswith("?"), "both")
    assert told(bob) == before
    cleo.send(readers, "m.room.message", mention("Bob, have you?", day.bob))
    bob.wait(lambda p: told(p) == ["Bob, have you?", *before], "the mention to notify")
    # Both are killed. A message brings the archived chat back, to its place among the pinned ones.
    bob, phone = both = day.kill("bob").connect(), day.kill("phone").connect()
    assert titles(bob, "archived") == ["Hikers"]
    cleo.send(walkers, "m.room.message", text("Back already?"))
    for pipe in both:
        pipe.wait(lambda p: titles(p) == ["Readers", "Hikers", "Cooks"] and not titles(p, "archived"), "the order")
        pipe.wait(lambda p: p.models["badge"] == {"unreadCount": 2, "mentionCount": 1, "mutedCount": 2}, "the counts")
    does(phone, "message.reading", chatId=cooks)
    bob.wait(lambda p: not p.chats[cooks]["isMarkedUnread"] and p.chats[cooks]["unreadCount"] == 0, "it to be read")


def bob_is_removed_while_he_writes(day, cleo, walkers):
    anna, bob, phone = day.pipes.values()
    go_to(bob, walkers)
    does(bob, "chat.drafting", chatId=walkers, text="I was going to")
    day.proxy.refuse(True)
    day.proxy.cut()
    bob.wait(lambda p: p.connection["connectionState"] == "offline", "no connection")
    assert ask(bob, "message.sending", chatId=walkers, text="Wait for me")["outcome"] == "waiting"
    day.cleo.kick(walkers, day.bob, "sorry")
    bob = day.kill("bob")
    day.proxy.refuse(False)
    for pipe in day.pipes.values():
        pipe.connect()
    go_to(bob, walkers)
    gone = "You are no longer in this chat."
    bob.wait(lambda p: p.models["messages"]["errorText"] == gone and p.has_state("Wait for me", "failed"), "the removal")
    bob.wait(lambda p: p.done[-1:] == [(day.cleo.display, "removed you from the chat. Reason: sorry")], "who did it")
    assert bob.row("Wait for me")["statusText"] == "You are no longer a member of this chat. Nothing was sent."
    assert bob.models["messages"]["draftText"] == "I was going to"
    assert not {"send", "reply", "react", "typing"} & set(bob.models["messages"]["actions"])
    for pipe in (bob, phone):
        pipe.wait(lambda p: p.chats[walkers]["title"] == "Hikers (left)", "the title")
    assert reason(bob, "message.sending", chatId=walkers, text="Hello?") == gone
    # Invited again, he sends what he wrote.
    day.cleo.invite(walkers, day.bob)
    bob.wait(lambda p: p.chats[walkers].get("invitationText") == f"{day.cleo.display} ({day.cleo.user}) invites you", "the invitation")
    does(bob, "invitation.accepting", chatId=walkers)
    bob.wait(lambda p: p.models["messages"]["errorText"] is None and "send" in p.models["messages"]["actions"], "the chat")
    assert bob.models["messages"]["draftText"] == "I was going to"
    bob.press(bob.row("Wait for me")["actions"]["retry"])
    cleo.wait(lambda event: event.body == "Wait for me")
    for pipe in day.pipes.values():
        pipe.wait(lambda p: p.chats[walkers]["previewText"].endswith("Wait for me"), "what Bob wrote")


def cleo_bans_bob(day, cleo, readers):
    anna, bob, phone = day.pipes.values()
    does(anna, "member.assigning", chatId=readers, userId=day.cleo.user, roleText="admin")
    go_to(anna, readers)
    day.cleo.request("POST", f"/rooms/{quoted(readers)}/ban", {"user_id": day.bob.user, "reason": "rude"})
    for pipe in (bob, phone):
        pipe.wait(lambda p: "Readers (left)" in titles(p), "the ban")
    anna.wait(lambda p: p.done[-1:] == [(day.cleo.display, f"banned {day.bob.display} from the chat. Reason: rude")], "who did it")
    assert "banned" in reason(anna, "member.inviting", chatId=readers, recipient=day.bob.user)
    day.cleo.request("POST", f"/rooms/{quoted(readers)}/unban", {"user_id": day.bob.user})
    does(anna, "member.inviting", chatId=readers, recipient=day.bob.user)
    assert anna.models["messages"]["errorText"] is None
    phone.wait(lambda p: p.chats[readers]["section"] == "invitations", "the invitation")
    does(phone, "invitation.declining", chatId=readers)
    for pipe in (bob, phone):
        pipe.wait(lambda p: "Readers (left)" in titles(p) and not titles(p, "invitations"), "the answer")


def anna_invites_often(day):
    anna, bob, phone = day.pipes.values()
    made = [does(anna, "chat.creating", recipient=day.bob.user + ",", title=f"Group {number}")["chatId"] for number in range(10)]
    for pipe in (bob, phone):
        pipe.wait(lambda p: set(made) <= set(p.chats) and len(titles(p, "invitations")) == 10, "the invitations")
    for room, pipe in zip(made, itertools.cycle((bob, phone))):
        does(pipe, "invitation.declining", chatId=room)
    for pipe in (bob, phone):
        pipe.wait(lambda p: not titles(p, "invitations"), "them to be gone")


def all_leave(day, cleo, walkers):
    anna, bob, phone = day.pipes.values()
    for pipe in day.pipes.values():
        go_to(pipe, walkers)
    day.cleo.leave(walkers)
    anna.wait(lambda p: p.done[-1:] == [(day.cleo.display, "left the chat.")], "Cleo to leave")
    does(anna, "chat.leaving", chatId=walkers)
    for pipe in (bob, phone):
        pipe.wait(lambda p: roles(p) == {day.bob.user: "member"}, "Bob to be alone")
    does(bob, "chat.leaving", chatId=walkers)
    for pipe in day.pipes.values():
        pipe.wait(lambda p: p.models["messages"]["errorText"] == "You are no longer in this chat.", "the end")
        assert pipe.row("Wait for me"), "the messages stay"


def all_agree_with_the_homeserver(day):
    """Compares the rooms, their titles and members, what is unread and the order."""
    for name, pipe in day.pipes.items():
        person = day.people[name]
        for room in person.request("GET", "/joined_rooms")["joined_rooms"]:
            go_to(pipe, room)
            assert pipe.chats[room]["title"] == person.state(room, "m.room.name")["name"]
            members = person.request("GET", f"/rooms/{quoted(room)}/joined_members")["joined"]
            pipe.wait(lambda p: set(roles(p)) == set(members), "the members")
            # A muted room has no counts on the server.
            assert "muteText" in pipe.chats[room] or pipe.counts[room] == person.counts()[room]
    bob, phone = day.pipes["bob"], day.pipes["phone"]
    bob.wait(lambda p: compared(p) == compared(phone.catch_up()), "the devices to agree")
    for pipe in day.pipes.values():
        assert pipe.finish() == 0


def compared(pipe):
    """What a homeserver keeps for all devices; the end of a mute is not."""
    return [(room, row["title"], row["section"], row["unreadCount"], row["mentionCount"], "muteText" in row, row["isMarkedUnread"])
            for room, row in pipe.chats.items()]
