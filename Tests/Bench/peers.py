"""The servers as the load sees them: users, two-person chats, a way to post, and a channel with messages."""

import asyncio
import collections
import json
import secrets
import urllib.parse

import wire
from homeserver import CLIENT, Synapse, quoted
from telex_server import TelexServer
from xmpp import ACKNOWLEDGE, Ejabberd, Prosody, Stream

Person = collections.namedtuple("Person", "name token")
Chat = collections.namedtuple("Chat", "address people")


def names(count):
    return [f"user{number:04}" for number in range(count)]


class HTTPPoster:
    """Posts over a connection of its own, for anybody."""

    def __init__(self, connection, request):
        self.connection, self.request = connection, request

    def post(self, chat, sender, text):
        """Posts a message; returns a future of the response."""
        return self.connection.exchange(self.request(chat, sender, text))

    def close(self):
        self.connection.close()


class HTTPPeer:
    """A server to which messages are posted over HTTP."""

    async def poster(self, people):
        return HTTPPoster(await wire.Connection.connect(self.server.port), self.request)


class Telex(HTTPPeer):
    """telex-server, with a WebSocket for each channel."""

    title = "telex-server"
    idle = None

    def __init__(self, folder, people):
        self.server = TelexServer(folder)
        with self.server:
            people = [Person(name, self.server.register(name)) for name in names(people)]
            self.chats = [Chat(self.server.chat(one.token, other.name), (one, other))
                          for one, other in zip(people[::2], people[1::2])]

    @staticmethod
    def request(chat, sender, text):
        """Returns the request that posts a message."""
        body = json.dumps({"transactionId": secrets.token_hex(16), "text": text}).encode()
        return wire.request("POST", f"/v1/chats/{chat.address}/messages", sender.token, body)

    async def channel(self, chat, person, take):
        """Opens a channel that passes each text and its time of arrival to `take`."""
        def read(payload, received):
            frame = json.loads(payload)
            if frame["type"] == "message":
                take(frame["text"], received)

        socket = await wire.Socket.connect(self.server.port, read)
        answer = await socket.exchange(wire.upgrade(f"/v1/chats/{chat.address}/live", person.token))
        assert answer.status == 101, answer
        return socket


class Matrix(HTTPPeer):
    """Synapse, with a long poll for each channel."""

    title = "Synapse"
    # Its aims: the times and the rate as parts of telex-server's.
    aims = {"delivery": ("at most", 0.1), "rate": ("at least", 20)}
    # The largest number of idle channels: more first polls would take an hour.
    idle = 1_000
    # The least that a client can ask for: messages without presence, typing or receipts.
    FILTER = urllib.parse.quote(json.dumps({
        "room": {"timeline": {"limit": 50, "types": ["m.room.message"]}, "ephemeral": {"types": []},
                 "state": {"types": [], "lazy_load_members": True}, "account_data": {"types": []}},
        "presence": {"types": []}, "account_data": {"types": []}}))

    def __init__(self, folder, people):
        self.server = Synapse(folder)
        # Each person's position in the sync stream.
        self.since = {}
        with self.server:
            accounts = [self.server.register(name) for name in names(people)]
            self.chats = [self._chat(one, other) for one, other in zip(accounts[::2], accounts[1::2])]

    def _chat(self, one, other):
        (token, user), (other_token, other_user) = one, other
        room = self.server.room(token, other_user, other_token)
        return Chat(room, (Person(user, token), Person(other_user, other_token)))

    @staticmethod
    def request(chat, sender, text):
        """Returns the request that posts a message."""
        body = json.dumps({"msgtype": "m.text", "body": text}).encode()
        target = f"{CLIENT}/rooms/{quoted(chat.address)}/send/m.room.message/{secrets.token_hex(16)}"
        return wire.request("PUT", target, sender.token, body)

    async def channel(self, chat, person, take):
        """Opens a channel that passes each text and its time of arrival to `take`."""
        connection = await wire.Connection.connect(self.server.port)
        poll = LongPoll(connection, person, self.since)
        if person.name not in self.since:
            await poll.ask(timeout=0)
        poll.listen(take)
        return poll


class XMPP:
    """A server for XMPP, with a stream for each channel. A message counts as stored once the server acknowledges it."""

    aims = {"delivery": ("at most", 0.5), "rate": ("at least", 2), "idle": ("at most", 0.5)}
    idle = None

    def __init__(self, folder, people):
        self.server = self.Server(folder)
        self.title = self.Server.title
        with self.server:
            self.server.create(names(people))
            people = [Person(name, None) for name in names(people)]
            self.chats = [Chat(None, pair) for pair in zip(people[::2], people[1::2])]

    async def poster(self, people):
        streams = {}
        for person in people:
            streams[person.name] = await Stream.connect(self.server.port)
            await streams[person.name].log_in(person.name)
            await streams[person.name].prepare()
        return XMPPPoster(streams)

    async def channel(self, chat, person, take):
        """Opens a channel that passes each text and its time of arrival to `take`."""
        stream = await Stream.connect(self.server.port)
        await stream.log_in(person.name)
        await stream.listen(take)
        return stream


class ProsodyPeer(XMPP):
    Server = Prosody


class EjabberdPeer(XMPP):
    Server = Ejabberd


class XMPPPoster:
    """Posts over the streams of the senders."""

    def __init__(self, streams):
        self.streams = streams

    def post(self, chat, sender, text):
        """Posts a message; returns a future of the acknowledgement."""
        other, = (person for person in chat.people if person != sender)
        message = (f"<message to='{other.name}@localhost' type='chat' id='{secrets.token_hex(16)}'>"
                   f"<body>{text}</body></message>")
        return self.streams[sender.name].ask(message.encode() + ACKNOWLEDGE, b"<a ")

    def close(self):
        for stream in self.streams.values():
            stream.close()


class LongPoll:
    """Polls Synapse for new events."""

    # Longer than any measurement, so that no poll ends without an event.
    PATIENCE = 120_000

    def __init__(self, connection, person, since):
        self.connection, self.person, self.since = connection, person, since

    async def ask(self, timeout):
        """Polls once; returns the events of each room, and when the response arrived."""
        since = self.since.get(self.person.name)
        target = (f"{CLIENT}/sync?filter={Matrix.FILTER}&set_presence=offline&timeout={timeout}"
                  + (f"&since={since}" if since else ""))
        answer = await self.connection.exchange(wire.request("GET", target, self.person.token))
        assert answer.status == 200, answer
        body = json.loads(answer.body)
        self.since[self.person.name] = body["next_batch"]
        return body.get("rooms", {}).get("join", {}), answer.received

    def listen(self, take):
        self.task = asyncio.create_task(self._listen(take))

    async def _listen(self, take):
        while True:
            rooms, received = await self.ask(self.PATIENCE)
            for room in rooms.values():
                assert not room["timeline"]["limited"], "Synapse has left messages out"
                for event in room["timeline"]["events"]:
                    take(event["content"]["body"], received)

    @property
    def is_open(self):
        return not self.task.done()

    def close(self):
        self.task.cancel()
        self.connection.close()
