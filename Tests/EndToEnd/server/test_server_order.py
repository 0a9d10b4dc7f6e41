"""How people arrange their chats: after random changes all devices show what the server has."""


import pytest

from chat_walk import Walk
from server import Person, server, two_devices


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
    ServerWalk(server, devices, seed).go(60)
