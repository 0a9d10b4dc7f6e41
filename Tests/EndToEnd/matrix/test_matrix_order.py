"""How people arrange their rooms: after random changes all devices show what the homeserver has."""

import contextlib

import pytest

from chat_walk import Walk
from matrix import Refused, quoted


class MatrixWalk(Walk):
    """Archives stay on a device, so they are not compared."""

    def __init__(self, matrix, seed):
        self.ada, *self.others = matrix.people("ada", "bob", "cyd")
        super().__init__(seed, {name: matrix.telex(self.ada) for name in ("first", "second")})
        self.groups = [matrix.together(self.ada, *self.others, name=self.new("Club")) for _ in range(3)]
        for room in self.groups:
            self.ada.set_power(room, users={other.user: 50 for other in self.others})
        self.begin()

    def elsewhere(self, chat):
        """What somebody does without a telex."""
        other, group = self.chance.choice(self.others), self.chance.choice(self.groups)
        # Not everything is possible all the time.
        with contextlib.suppress(Refused):
            match self.chance.randrange(8):
                case 0:
                    self.groups.append(other.create(self.ada, name=self.new("Group")))
                case 1 | 7:
                    self.come_back()
                case 2:
                    other.set_state(group, "m.room.name", {"name": self.new("Title")})
                case 3:
                    other.kick(group, self.ada)
                case 4:
                    other.invite(group, self.ada)
                    self.ada.join(group)
                case 5:
                    other.send(chat, "hello")
                case 6:
                    # Another client of hers.
                    path = f"/user/{quoted(self.ada.user)}/rooms/{quoted(chat)}/tags/m.favourite"
                    self.ada.request(self.chance.choice(["PUT", "DELETE"]), path, {"order": self.chance.random()})

    def arrangeable(self, pipe):
        """A homeserver tells nobody what is set for a room that one has left."""
        joined = set(self.ada.request("GET", "/joined_rooms")["joined_rooms"]) & set(super().arrangeable(pipe))
        return sorted(joined) if joined else self.arrangeable(self.join_again(pipe))

    def join_again(self, pipe):
        self.come_back()
        room = self.others[0].create(self.ada, name=self.new("Group"))
        self.ada.join(room)
        return pipe.wait(lambda p: room in p.chats, "a room")

    def come_back(self):
        for room in self.groups:
            with contextlib.suppress(Refused):
                self.ada.join(room)

    def on_the_server(self):
        rooms = self.ada.request("GET", "/sync")["rooms"]
        rules = self.ada.request("GET", "/pushrules/")["global"]
        muted = {rule["rule_id"]: True for rule in rules.get("room", []) if "notify" not in rule["actions"]}
        muted |= {rule["rule_id"]: False for rule in rules["override"] if rule["rule_id"].startswith("!")}
        shown = {}
        for room in rooms.get("join", {}):
            tags = self.ada.request("GET", f"/user/{quoted(self.ada.user)}/rooms/{quoted(room)}/tags")["tags"]
            shown[room] = (self.ada.state(room, "m.room.name")["name"], "m.favourite" in tags, muted.get(room),
                           self.ada.data("m.marked_unread", room).get("unread", False))
        return shown

    def seen(self, pipe, known):
        seen = super().seen(pipe, known)
        return {room: (title, None if section == "archived" else section == "pinned", *rest)
                for room, (title, section, *rest) in seen.items()}

    def agrees(self, pipe):
        known = self.on_the_server()
        seen = self.seen(pipe, known)
        return {room: (row[0], *row[2:]) for room, row in seen.items()} == {room: (row[0], *row[2:]) for room, row in known.items()} \
            and all(row[1] in (None, known[room][1]) for room, row in seen.items())

    def pins(self, pipe, known):
        """A chat that is archived on one device is pinned on the other alone."""
        both = set.intersection(*(set(super(MatrixWalk, self).pins(other, known)) for other in self.pipes.values()))
        return [room for room in super().pins(pipe, known) if room in both]


@pytest.mark.parametrize("seed", range(2))
def test_after_random_changes_all_devices_agree_with_the_homeserver(matrix, seed):
    MatrixWalk(matrix, seed).go(60)
