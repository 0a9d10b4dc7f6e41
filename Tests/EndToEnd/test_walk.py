"""A program that knows only the protocol: it presses actions of view models, and fills in their nulls."""

import json
import random

from amounts import amount
from conftest import received


class Walker:
    """Keeps the latest model of each view, and presses its actions."""

    def __init__(self, process):
        self.process = process
        self.models = {}
        self.pressed = {}
        self.number = 0

    def read(self, until):
        while True:
            line = json.loads(self.process.stdout.readline())
            if "model" in line:
                self.models[line["view"]] = line["model"]
            if line.get("closed"):
                del self.models[line["view"]]
            assert "error" not in line, line
            if until(line):
                return

    def actions(self):
        """Yields every available action, as (view, member, event)."""

        def within(value, view, member):
            if isinstance(value, dict):
                if "event" in value:
                    yield view, member, value
                else:
                    for name, inner in value.items():
                        yield from within(inner, view, name)
            elif isinstance(value, list):
                for inner in value:
                    yield from within(inner, view, member)

        for view, model in self.models.items():
            yield from within(model, view, "")

    def press(self, view, member, event, text):
        self.pressed[view, member] = self.pressed.get((view, member), 0) + 1
        # An empty id is no id.
        self.send({name: (text or "a1" if name.endswith("Id") else text) if value is None else value
                   for name, value in event.items()})

    def send(self, event):
        self.number += 1
        line = {**event, "id": str(self.number)}
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()
        self.read(lambda line: line.get("settled") == str(self.number))


def all_actions(schema):
    """Yields every action that the schema defines."""

    def within(value, member):
        if isinstance(value, dict):
            if value.get("$ref") == "#/$defs/Action":
                yield member
            elif "$ref" in value:
                yield from within(schema["$defs"][value["$ref"].rsplit("/", 1)[1]], member)
            for name, inner in value.items():
                yield from within(inner, member if name in ("anyOf", "items", "properties") else name)
        elif isinstance(value, list):
            for inner in value:
                yield from within(inner, member)

    for reference in schema["$defs"]["LineOut"]["anyOf"]:
        line = schema["$defs"][reference["$ref"].rsplit("/", 1)[1]]
        view = line["properties"].get("view", {}).get("const")
        if view:
            for member in within(line["properties"]["model"], ""):
                yield view, member


def test_reaches_every_screen_and_presses_every_action(telex, schema):
    choose = random.Random(1)
    process = telex.start("pipe", "--clock", "virtual", "--store", telex.store)
    walker = Walker(process)
    walker.read(lambda line: line.get("view") == "connection" and line["model"]["connectionState"] == "online")
    walker.send({"subscribe": ["inbox"]})
    wanted = set(all_actions(schema))
    assert ("messages", "send") in wanted and len(wanted) > 15
    # Events from other people and the network come in between. Everything else happens by pressing actions.
    outside = [
        lambda n: {"backend": {"say": {"chatId": f"c{choose.randrange(70)}", "text": "hi"}}},
        lambda n: {"backend": {"invite": {"chatId": f"i{n}", "title": f"Team {n}", "inviterName": "Ada"}}},
        lambda n: {"backend": {"refuse": "send"}},
        lambda n: {"backend": {"offline": True}},
        lambda n: {"backend": {"online": True}},
        lambda n: {"advance": "1s"},
        lambda n: {"advance": "1m"},
        lambda n: received("c1", f"m{n}"),
        lambda n: {**received("c1", f"r{n}"), "replyToId": "long 1"},
        lambda n: {"event": "reaction.added", "chatId": "c1", "messageId": f"r{n - 1}", "key": "+1", "senderId": "u1"},
        lambda n: {"event": "reaction.added", "chatId": "c1", "messageId": "long 129", "key": "+1", "senderId": "u1"},
        lambda n: {"event": "chat.createFailed", "reason": "No.", "canKnock": True},
        lambda n: {"event": "chat.synced", "chats": [{"chatId": f"c{n % 9}", "title": f"c{n % 9}", "successorId": "c1"}]},
    ]
    cards = "".join(f"BEGIN:VCARD\nN:Person;Number {number}\nEND:VCARD\n" for number in range(60))
    walker.send({"event": "contact.importing", "vcard": cards})
    for number in range(130):
        walker.send(received("c1", f"long {number}"))
    for number in range(60):
        walker.send({"backend": {"say": {"chatId": f"c{number}", "text": "hi"}}})
        walker.send({"event": "member.synced", "chatId": f"c{number}",
                     "members": [{"userId": f"u{member}", "standing": "joined"} for member in range(60)]})
    for number in range(60):
        walker.send({"event": "reminder.adding", "summary": f"number {number}", "dueText": "tomorrow", "chatId": "c1"})
    for step in range(amount(1500, 20_000)):
        if choose.random() < 0.3:
            walker.send(choose.choice(outside)(step))
            continue
        actions = {}
        for view, member, event in walker.actions():
            actions.setdefault((view, member), []).append(event)
        # Prefer rarely pressed actions, so that the walk does not get stuck.
        least = min(walker.pressed.get(kind, 0) for kind in actions)
        rare = [kind for kind in actions if walker.pressed.get(kind, 0) == least]
        kind = choose.choice(rare if choose.random() < 0.5 else list(actions))
        walker.press(*kind, choose.choice(actions[kind]), choose.choice(["Eliza", "e", "hello", "c1", "", "tomorrow 9:00 tea"]))
    process.stdin.close()
    walker.read(lambda line: "bye" in line)
    assert process.wait() == 0
    # These appear only if the store fails to load chats or contacts, which no line can cause.
    assert wanted - set(walker.pressed) == {("chatList", "retry"), ("contactList", "retry")}
    assert process.stderr.read() == b""


def test_unread_counts_agree_everywhere(telex):
    """The badge is the sum of the chats' counts, matches an independent model, and survives a restart."""
    choose = random.Random(2)
    unread, known, lines = {}, {}, []
    for number in range(400):
        chat = f"c{choose.randrange(5)}"
        kind = choose.random()
        if kind < 0.6:
            message = f"m{choose.randrange(200)}"
            lines.append(received(chat, message))
            if message not in known.setdefault(chat, []):
                known[chat].append(message)
                unread.setdefault(chat, set()).add(message)
        elif kind < 0.75:
            lines.append({"event": "message.reading", "chatId": chat})
            unread[chat] = set()
        elif kind < 0.85 and known.get(chat):
            upto = choose.choice(known[chat])
            lines.append({"event": "message.read", "chatId": chat, "messageId": upto})
            unread[chat] -= set(known[chat][: known[chat].index(upto) + 1])
        else:
            lines.append({"event": "screen.opening", "screen": "messages", "chatId": chat})
            lines.append({"event": "message.sending", "chatId": chat, "text": f"own {number}"})
            known.setdefault(chat, [])
    expected = {chat: len(messages) for chat, messages in unread.items()}

    def check(out):
        chats = [line["model"]["chats"] for line in out if line.get("view") == "chatList"][-1]
        badge = [line["model"]["unreadCount"] for line in out if line.get("view") == "badge"][-1]
        assert {row["chatId"]: row["unreadCount"] for row in chats} == {
            row["chatId"]: expected.get(row["chatId"], 0) for row in chats}
        assert badge == sum(expected.values())

    check(telex.pipe("--store", telex.store, lines=lines))
    check(telex.pipe("--store", telex.store))
    code, out, _ = telex.run("unread", "--store", telex.store)
    assert (code, out) == (0, f"{sum(expected.values())}\n")
    assert sum(expected.values()) > 0
