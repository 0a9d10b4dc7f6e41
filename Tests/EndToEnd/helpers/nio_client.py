"""matrix-nio as another client of a homeserver."""

import asyncio
import contextlib
import time

import nio

from telex_program import PATIENCE


class Nio:
    """A user of matrix-nio, driven synchronously. It keeps all events of its rooms, oldest first."""

    def __init__(self, person):
        self.loop, self.person, self.events = asyncio.new_event_loop(), person, []
        self.client = nio.AsyncClient(person.homeserver.url, person.user)
        self.client.restore_login(person.user, "NIO", person.token)
        self.client.add_event_callback(lambda _, event: self.events.append(event), nio.Event)

    def __enter__(self):
        self.sync()
        return self

    def __exit__(self, *_):
        self.loop.run_until_complete(self.client.close())
        self.loop.close()

    def sync(self):
        answer = self.loop.run_until_complete(self.client.sync(timeout=0, full_state=not self.client.next_batch))
        assert isinstance(answer, nio.SyncResponse), answer

    def wait(self, find):
        """Syncs until `find` returns an event; returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for event in self.events:
                with contextlib.suppress(KeyError, AttributeError, TypeError):
                    if find(event):
                        return event
            answer = self.loop.run_until_complete(self.client.sync(timeout=500))
            assert isinstance(answer, nio.SyncResponse), answer
        raise AssertionError(f"not among {self.events}")

    def send(self, room, kind, content):
        answer = self.loop.run_until_complete(self.client.room_send(room, kind, content))
        assert isinstance(answer, nio.RoomSendResponse), answer
        return answer.event_id

    def redact(self, room, event):
        answer = self.loop.run_until_complete(self.client.room_redact(room, event))
        assert isinstance(answer, nio.RoomRedactResponse), answer
