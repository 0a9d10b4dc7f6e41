"""How people arrange their chats, on all their devices; and random changes of chats, after which all devices agree."""

import itertools
import random

import pytest

from pipe_process import VIEWS, Pipe
from server import Person, login, server
from telex_program import PATIENCE

NUMBERS = itertools.count()


def ask(pipe, event, **members):
    """Sends an event; returns the answer."""
    request = f"request {next(NUMBERS)}"
    pipe.send({"event": event, **members, "id": request})
    return pipe.wait(lambda p: request in p.answers, event).answers[request]


def rows(pipe):
    return {row["chatId"]: row for row in pipe.models.get("chatList", {"chats": []})["chats"]}


def arranged(pipe):
    """The chats in order, each with what we have made of it."""
    return [(row["title"], row["section"], row.get("muteText"), row["isMarkedUnread"])
            for row in pipe.models["chatList"]["chats"]]


def two_devices(server, devices):
    first, second = devices("first"), devices("second")
    login(first, server, "ada", "Ada")
    code, _, err = second.run("login", server.url, text=server.invite("ada") + "\n")
    assert code == 0, err
    return first, second


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


class Walk:
    """People who change their chats at random. Ada has two devices, which are killed or cut off now and then."""

    def __init__(self, server, devices, seed):
        self.server, self.chance = server, random.Random(seed)
        self.telexes = dict(zip(("first", "second"), two_devices(server, devices)))
        self.pipes = {name: Pipe(telex, *VIEWS).connect() for name, telex in self.telexes.items()}
        # Ada without a telex: what the server says to her.
        self.ada = Person(server, "ada", invitation=server.invite("ada"))
        self.others = [Person(server, name, name.title()) for name in ("bob", "cleo")]
        self.ids = itertools.count()
        self.groups = [self.ada.group("bob", name=f"Club {number}").json["chatId"] for number in range(3)]
        for pipe in self.pipes.values():
            pipe.wait(lambda p: len(rows(p)) == 3, "the clubs")

    def tell(self, pipe, *events):
        """Sends events; waits for their answers now and then."""
        for event, members in events:
            if self.chance.random() < 0.3:
                ask(pipe, event, **members)
            else:
                pipe.send({"event": event, **members})

    def step(self):
        pipe, other = self.chance.choice(list(self.pipes.values())), self.chance.choice(self.others)
        chats = sorted(rows(pipe.wait(rows, "the chats")))
        chat, group = self.chance.choice(chats), self.chance.choice(self.groups)
        match self.chance.randrange(14):
            case 0:
                name = f"Group {next(self.ids)}"
                self.groups.append(other.group("ada", name=name).json["chatId"])
            case 1:
                self.ada.create(other.user)
            case 2:
                self.ada.join(group)
            case 3:
                for person in (other, self.ada):
                    person.request("PUT", f"/v1/chats/{group}/title", {"title": f"Title {next(self.ids)}"})
            case 4:
                other.request("DELETE", f"/v1/chats/{group}/members/ada")
            case 5:
                other.request("POST", f"/v1/chats/{group}/members", {"recipients": ["ada"]})
            case 6:
                self.tell(pipe, ("chat.leaving", {"chatId": chat}))
            case 7:
                self.tell(pipe, ("chat.pinning", {"chatId": chat}),
                          ("chat.pinning", {"chatId": self.chance.choice(chats), "beforeId": chat}))
            case 8:
                self.tell(pipe, (self.chance.choice(["chat.unpinning", "chat.unmuting", "chat.unarchiving"]), {"chatId": chat}))
            case 9:
                self.tell(pipe, ("chat.muting", {"chatId": chat, "keepsMentions": self.chance.random() < 0.5}))
            case 10:
                self.tell(pipe, ("chat.archiving", {"chatId": chat}))
            case 11:
                self.tell(pipe, ("chat.markingUnread", {"chatId": chat}))
            case 12:
                other.post(chat, "hello", f"m{next(self.ids)}")
            case 13:
                name = self.chance.choice(sorted(self.pipes))
                self.pipes[name].kill()
                self.pipes[name] = Pipe(self.telexes[name], *VIEWS)

    def on_the_server(self):
        """What the list of chats should show of those that Ada is in."""
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

    @staticmethod
    def seen(pipe, known):
        """The same as a device shows it; it keeps chats that Ada has left."""
        return {chat: (row["title"], row["section"],
                       None if "muted" not in row else row["muted"].get("keepsMentions", False), row["isMarkedUnread"])
                for chat, row in rows(pipe).items() if chat in known}

    def close(self):
        for pipe in self.pipes.values():
            pipe.close()


@pytest.mark.parametrize("seed", range(3))
def test_after_random_changes_all_devices_agree_with_the_server(server, devices, seed):
    walk = Walk(server, devices, seed)
    try:
        for _ in range(60):
            walk.step()
        for pipe in walk.pipes.values():
            # Each device has told the server what it has changed once this is answered.
            pipe.connect()
            ask(pipe, "search.searching", query="bob")
        for name, pipe in walk.pipes.items():
            pipe.wait(lambda p: walk.seen(p, known := walk.on_the_server()) == known,
                      f"the first of {[walk.on_the_server(), walk.seen(pipe, walk.on_the_server())]}", PATIENCE / 2)
        pins = [[chat for chat, row in rows(pipe).items() if row["section"] == "pinned"] for pipe in walk.pipes.values()]
        assert pins[0] == pins[1]
        for pipe in walk.pipes.values():
            assert pipe.finish() == 0
    finally:
        walk.close()
