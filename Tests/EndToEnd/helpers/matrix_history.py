"""Writes a long history for each room into the database of a stopped Synapse, as Synapse itself would.

Sending 300,000 messages would take hours; this takes a minute. It runs as a program, under a Python that has Synapse:
    python matrix_history.py homeserver.sqlite MESSAGES [ROOM …]
The new messages of a room are modelled on its last one.
"""

import json
import sqlite3
import sys

from synapse.api.room_versions import KNOWN_ROOM_VERSIONS
from synapse.crypto.event_signing import compute_content_hash, compute_event_reference_hash
from synapse.events import make_event_from_dict
from unpaddedbase64 import encode_base64

NOTIFIES = json.dumps(["notify", {"set_tweak": "sound", "value": "default"}, {"set_tweak": "highlight", "value": False}])


class History:
    def __init__(self, path):
        self.database = sqlite3.connect(path)
        self.database.execute("PRAGMA synchronous = OFF")
        self.stream = self.one("SELECT max(stream_ordering) FROM events")

    def one(self, sql, *arguments):
        return self.database.execute(sql, arguments).fetchone()[0]

    def patterns(self):
        """Returns the last message of each room: room, version, event, its JSON, its metadata, the state, the time."""
        return self.database.execute("""
            SELECT room_id, rooms.room_version, event_id, json, internal_metadata, state_group, origin_server_ts
            FROM events JOIN event_json USING (event_id, room_id) JOIN event_to_state_groups USING (event_id)
            JOIN rooms USING (room_id)
            WHERE stream_ordering IN (
                SELECT max(stream_ordering) FROM events WHERE type = 'm.room.message' GROUP BY room_id)""").fetchall()

    def write(self, count, rooms):
        for place, pattern in enumerate(pattern for pattern in self.patterns() if not rooms or pattern[0] in rooms):
            self._continue(*pattern, count)
            if place % 20 == 19:
                print(f"{place + 1} rooms", flush=True)
        self.database.commit()

    def _continue(self, room, version, last, text, _, state, when, count):
        version = KNOWN_ROOM_VERSIONS[version]
        event = json.loads(text)
        event.pop("signatures", None)
        readers = [user for (user,) in self.database.execute(
            "SELECT user_id FROM local_current_membership WHERE room_id = ? AND membership = 'join'", (room,))
            if user != event["sender"]]
        depth = event["depth"]
        first = last
        for number in range(1, count + 1):
            event["depth"] = depth + number
            event["prev_events"] = [last]
            event["origin_server_ts"] = when + number
            event["content"] = {"msgtype": "m.text", "body": f"message {number} of {room}"}
            event["unsigned"] = {}
            name, digest = compute_content_hash(event, __import__("hashlib").sha256)
            event["hashes"] = {name: encode_base64(digest)}
            digest = compute_event_reference_hash(make_event_from_dict(event, version, {}))[1]
            new = "$" + encode_base64(digest, urlsafe=True)
            self._store(new, last, room, event, state, readers)
            last = new
        self.database.execute("DELETE FROM event_forward_extremities WHERE room_id = ?", (room,))
        self.database.execute("INSERT INTO event_forward_extremities (event_id, room_id) VALUES (?, ?)", (last, room))
        self.database.execute("INSERT INTO stream_ordering_to_exterm VALUES (?, ?, ?)", (self.stream, room, last))
        assert first != last

    def _store(self, new, last, room, event, state, readers):
        self.stream += 1
        depth, when, sender = event["depth"], event["origin_server_ts"], event["sender"]
        run = self.database.execute
        run("INSERT INTO events (stream_ordering, topological_ordering, event_id, type, room_id, processed, outlier, depth, "
            "origin_server_ts, received_ts, sender, contains_url, instance_name) "
            "VALUES (?, ?, ?, 'm.room.message', ?, 1, 0, ?, ?, ?, ?, 0, 'master')",
            (self.stream, depth, new, room, depth, when, when, sender))
        run("INSERT INTO event_json VALUES (?, ?, '{}', ?, 4)", (new, room, json.dumps(event)))
        run("INSERT INTO event_to_state_groups VALUES (?, ?)", (new, state))
        run("INSERT INTO event_edges (event_id, prev_event_id, is_state) VALUES (?, ?, 0)", (new, last))
        for user in readers:
            run("INSERT INTO event_push_actions (room_id, event_id, user_id, actions, topological_ordering, stream_ordering, "
                "notif, highlight, unread, thread_id) VALUES (?, ?, ?, ?, ?, ?, 1, 0, 0, 'main')",
                (room, new, user, NOTIFIES, depth, self.stream))


if __name__ == "__main__":
    History(sys.argv[1]).write(int(sys.argv[2]), sys.argv[3:])
