"""A Matrix homeserver (Synapse) for tests, and people on it who use plain HTTP."""

import collections
import contextlib
import copy
import json
import secrets
import sqlite3
import subprocess
import sys
import urllib.parse

import pytest

from telex_program import PATIENCE, ROOT
from server import wait_until

# From the folder that `server` adds to the path.
from homeserver import CLIENT, Synapse, quoted
from program import Refused

Count = collections.namedtuple("Count", "messages mentions")
FILTER = json.dumps({"room": {"timeline": {"limit": 1}}, "presence": {"types": []}})


class Homeserver(Synapse):
    """Runs Synapse with the same Python packages as the tests."""

    patience = PATIENCE

    def __init__(self, folder, **configuration):
        # Do the background updates of a new database at startup; they lose users if they run later.
        super().__init__(folder, sys.executable, background_updates={"sleep_enabled": False}, **configuration)

    def start(self):
        super().start()
        with contextlib.closing(sqlite3.connect(self.folder / "homeserver.sqlite", timeout=PATIENCE)) as database:
            wait_until(lambda: not database.execute("SELECT 1 FROM background_updates").fetchall())
        return self

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def lengthen(self, count, *rooms):
        """Adds that many messages to these rooms, or to every room with messages, much faster than by sending them."""
        self.stop()
        program = ROOT / "Tests/EndToEnd/helpers/matrix_history.py"
        subprocess.run([sys.executable, program, self.folder / "homeserver.sqlite", str(count), *rooms], check=True,
                       stdout=subprocess.DEVNULL, cwd=self.folder)
        self.start()

    def kill(self):
        process, self.process = self.process, None
        process.kill()
        process.wait()


class Person:
    """Somebody with an account on a homeserver, on one device."""

    def __init__(self, homeserver, name, display=None):
        self.homeserver, self.name, self.password = homeserver, name, f"{name}'s password"
        self.token, self.user = homeserver.register(name)
        self.display = name
        # Synapse aggregates its counts every 30 seconds (event_push_actions.py: _rotate_notifs). It then combines an
        # invitation with a message sent after the person joined, although only the message is unread.
        self.request("PUT", "/pushrules/global/override/.m.rule.invite_for_me/enabled", {"enabled": False})
        if display:
            self.rename(display)

    def elsewhere(self, device="TWO"):
        """Returns the same person on another device."""
        other = copy.copy(self)
        other.token = self.homeserver.request("POST", f"{CLIENT}/login", {
            "type": "m.login.password", "identifier": {"type": "m.id.user", "user": self.name},
            "password": self.password, "device_id": device})["access_token"]
        return other

    def request(self, method, path, body=None, **query):
        """Sends a request with the person's token; returns the value in the response."""
        target = f"{CLIENT}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        return self.homeserver.request(method, target, body, self.token)

    def rename(self, display):
        self.request("PUT", f"/profile/{quoted(self.user)}/displayname", {"displayname": display})
        self.display = display

    def devices(self):
        return {device["device_id"] for device in self.request("GET", "/devices")["devices"]}

    def data(self, kind, room=None):
        """Returns account data of this kind, for a room or global; empty if there is none."""
        try:
            return self.request("GET", self._data_path(kind, room))
        except Refused as refusal:
            assert refusal.status == 404, refusal
            return {}

    def keep(self, kind, content, room=None):
        self.request("PUT", self._data_path(kind, room), content)

    def _data_path(self, kind, room):
        return f"/user/{quoted(self.user)}" + (f"/rooms/{quoted(room)}" if room else "") + f"/account_data/{kind}"

    # Rooms

    def create(self, *invited, **options):
        """Creates a room; returns its id."""
        return self.request("POST", "/createRoom", {
            "preset": "private_chat", "invite": [person.user for person in invited], **options})["room_id"]

    def create_direct(self, other, **options):
        """Creates a room for two, marks it as direct and invites the other."""
        room = self.create(other, is_direct=True, **{"preset": "trusted_private_chat", **options})
        self.note_direct(other, room)
        return room

    def note_direct(self, other, room):
        direct = self.data("m.direct")
        self.keep("m.direct", {**direct, other.user: [*direct.get(other.user, []), room]})

    def join(self, room):
        return self.request("POST", f"/join/{quoted(room)}", {})["room_id"]

    def leave(self, room):
        self.request("POST", f"/rooms/{quoted(room)}/leave", {})

    def invite(self, room, other):
        self.request("POST", f"/rooms/{quoted(room)}/invite", {"user_id": other.user})

    def kick(self, room, other, reason=""):
        self.request("POST", f"/rooms/{quoted(room)}/kick", {"user_id": other.user, "reason": reason})

    def state(self, room, kind, key=""):
        return self.request("GET", f"/rooms/{quoted(room)}/state/{kind}/{quoted(key)}")

    def set_state(self, room, kind, content, key=""):
        self.request("PUT", f"/rooms/{quoted(room)}/state/{kind}/{quoted(key)}", content)

    def set_power(self, room, **levels):
        """Changes some of the room's power levels."""
        self.set_state(room, "m.room.power_levels", {**self.state(room, "m.room.power_levels"), **levels})

    def encrypt(self, room):
        self.set_state(room, "m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"})

    # Messages

    def put(self, room, kind, content):
        """Sends an event of any kind; returns its id."""
        path = f"/rooms/{quoted(room)}/send/{kind}/{secrets.token_hex(8)}"
        return self.request("PUT", path, content)["event_id"]

    def send(self, room, text, kind="m.text", **content):
        return self.put(room, "m.room.message", {"msgtype": kind, "body": text, **content})

    def edit(self, room, event, text, **content):
        new = {"msgtype": "m.text", "body": text, **content}
        return self.send(room, f"* {text}", **content, **{
            "m.new_content": new, "m.relates_to": {"rel_type": "m.replace", "event_id": event}})

    def redact(self, room, event):
        path = f"/rooms/{quoted(room)}/redact/{quoted(event)}/{secrets.token_hex(8)}"
        return self.request("PUT", path, {})["event_id"]

    def react(self, room, event, key):
        return self.put(room, "m.reaction", {
            "m.relates_to": {"rel_type": "m.annotation", "event_id": event, "key": key}})

    def read(self, room, event, kind="m.read", **body):
        self.request("POST", f"/rooms/{quoted(room)}/receipt/{kind}/{quoted(event)}", body)

    def type(self, room, is_typing=True, milliseconds=20_000):
        self.request("PUT", f"/rooms/{quoted(room)}/typing/{quoted(self.user)}",
                     {"typing": is_typing, "timeout": milliseconds})

    def history(self, room):
        """Returns all events of the room, oldest first."""
        events, place = [], {}
        while True:
            page = self.request("GET", f"/rooms/{quoted(room)}/messages", dir="b", limit=500, **place)
            events += page["chunk"]
            if "end" not in page:
                return events[::-1]
            place = {"from": page["end"]}

    def messages(self, room):
        """Returns all messages of the room, including edits, but not redacted ones."""
        return [event for event in self.history(room) if event["type"] == "m.room.message" and event["content"]]

    def texts(self, room):
        return [event["content"]["body"] for event in self.messages(room)]

    def last_event(self, room):
        return self.messages(room)[-1]["event_id"]

    # Sync

    def sync(self, **query):
        return self.request("GET", "/sync", filter=FILTER, timeout=0, **query)

    def rooms(self, kind="join"):
        return self.sync().get("rooms", {}).get(kind, {})

    def counts(self):
        """Returns the unread counts of each room, as the homeserver counts."""
        counts = {room: joined["unread_notifications"] for room, joined in self.rooms().items()}
        return {room: Count(count["notification_count"], count["highlight_count"]) for room, count in counts.items()}

    def told(self, room, kind):
        """Returns the ephemeral events of the room."""
        events = self.rooms()[room].get("ephemeral", {}).get("events", [])
        return next((event["content"] for event in events if event["type"] == kind), {})

    def typists(self, room):
        return self.told(room, "m.typing").get("user_ids", [])

    def has_read(self, room, other):
        """Returns the id of the last event that the other person has read, or None."""
        receipts = self.told(room, "m.receipt")
        return next((event for event, kinds in receipts.items() if other.user in kinds.get("m.read", {})), None)


@pytest.fixture(scope="session")
def homeserver(tmp_path_factory):
    """The homeserver that most tests share."""
    with Homeserver(tmp_path_factory.mktemp("homeserver")) as homeserver:
        yield homeserver
