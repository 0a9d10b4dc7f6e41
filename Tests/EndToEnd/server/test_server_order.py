"""How people arrange their chats, on all their devices; and random changes of chats, after which all devices agree."""

import contextlib

import pytest

from chat_walk import Walk, rows
from pipe_process import VIEWS, Pipe, ask
from server import Person, login, server, two_devices


def arranged(pipe):
    """The chats in order, each with what we have made of it."""
    return [(row["title"], row["section"], row.get("muteText"), row["isMarkedUnread"])
            for row in pipe.models["chatList"]["chats"]]


def test_all_devices_of_a_person_show_the_same_order(server, devices):
    first, second = two_devices(server, devices)
    people = {name: Person(server, name, name.title()) for name in ("bob", "cleo", "dora")}
    for name, person in people.items():
        chat = person.create("ada").json["chatId"]
        person.post(chat, f"I am {name}", "1")
    here, there = (Pipe(telex, *VIEWS).connect() for telex in (first, second))
    try:
        here.wait(lambda p: len(rows(p)) == 3, "the chats")
        ask(here, "chat.pinning", chatId="ada+bob")
        ask(here, "chat.pinning", chatId="ada+cleo", beforeId="ada+bob")
        ask(here, "chat.muting", chatId="ada+bob", keepsMentions=True)
        ask(here, "chat.markingUnread", chatId="ada+cleo")
        ask(here, "chat.archiving", chatId="ada+dora")
        wanted = [("Cleo", "pinned", None, True), ("Bob", "pinned", "Muted, but for mentions", False),
                  ("Dora", "archived", None, False)]
        for pipe in (here, there):
            pipe.wait(lambda p: len(rows(p)) == 3 and arranged(p) == wanted, "the order")
            assert pipe.models["badge"] == {"unreadCount": 2, "mentionCount": 0, "mutedCount": 1}
        people["dora"].post("ada+dora", "back again", "2")
        ask(there, "message.reading", chatId="ada+cleo")
        wanted = [("Cleo", "pinned", None, False), *wanted[1:2], ("Dora", "chats", None, False)]
        for pipe in (here, there):
            pipe.wait(lambda p: arranged(p) == wanted, "what is new")
            assert pipe.finish() == 0
    finally:
        here.close(), there.close()


def test_what_two_devices_arrange_apart_is_kept_of_both(server, devices):
    first, second = two_devices(server, devices)
    bob = Person(server, "bob", "Bob")
    bob.post(bob.create("ada").json["chatId"], "hello", "1")
    here, there = (Pipe(telex, *VIEWS).connect() for telex in (first, second))
    try:
        for pipe in (here, there):
            pipe.wait(lambda p: len(rows(p)) == 1, "the chat")
        server.kill()
        here.wait(lambda p: p.connection["connectionState"] == "offline", "no connection")
        assert ask(here, "chat.pinning", chatId="ada+bob")["outcome"] == "done"
        # What the server does not have is kept over a crash, too.
        here.kill()
        server.start()
        there.connect()
        assert ask(there, "chat.muting", chatId="ada+bob")["outcome"] == "done"
        here = Pipe(first, *VIEWS).connect()
        for pipe in (here, there):
            pipe.wait(lambda p: arranged(p) == [("Bob", "pinned", "Muted", False)], "both changes")
            assert pipe.finish() == 0
    finally:
        here.close(), there.close()


class ServerWalk(Walk):
    def __init__(self, server, devices, seed):
        super().__init__(seed, dict(zip(("first", "second"), two_devices(server, devices))))
        # Ada without a telex: what the server says to her.
        self.ada = Person(server, "ada", invitation=server.invite("ada"))
        self.others = [Person(server, name, name.title()) for name in ("bob", "cleo")]
        self.groups = [self.ada.group("bob", name=f"Club {number}").json["chatId"] for number in range(3)]
        self.begin()

    def elsewhere(self, chat):
        """What somebody does without a telex."""
        other, group = self.chance.choice(self.others), self.chance.choice(self.groups)
        match self.chance.randrange(7):
            case 0:
                self.groups.append(other.group("ada", name=self.new("Group")).json["chatId"])
            case 1:
                self.ada.create(other.user)
            case 2:
                self.ada.join(group)
            case 3:
                for person in (other, self.ada):
                    person.request("PUT", f"/v1/chats/{group}/title", {"title": self.new("Title")})
            case 4:
                other.request("DELETE", f"/v1/chats/{group}/members/ada")
            case 5:
                other.request("POST", f"/v1/chats/{group}/members", {"recipients": ["ada"]})
            case 6:
                other.post(chat, "hello", self.new("m"))

    def on_the_server(self):
        chats = self.ada.request("GET", "/v1/chats?limit=200").json["chats"]
        shown = {}
        for chat in chats:
            settings = chat.get("settings") or {}
            muted = settings["muted"]["keepsMentions"] if settings.get("muted") else None
            section = "archived" if settings.get("isArchived") else "chats" if settings.get("pinOrder") is None else "pinned"
            if chat.get("standing") in (None, "invited"):
                shown[chat["chatId"]] = (
                    chat["title"], "invitations" if chat.get("standing") else section, muted,
                    settings.get("isMarkedUnread", False))
        return shown


@pytest.mark.parametrize("seed", range(3))
def test_after_random_changes_all_devices_agree_with_the_server(server, devices, seed):
    with contextlib.closing(ServerWalk(server, devices, seed)) as walk:
        walk.go(60)
