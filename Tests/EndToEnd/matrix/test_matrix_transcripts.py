"""Plays each scenario on two backends, the embedded one and a homeserver with other people: the views agree."""

import contextlib
import itertools
import re
from collections import Counter
from html import escape

import pytest

from amounts import amount
from fault_proxy import FaultProxy
from matrix import Homeserver, Person, Refused
from matrix_people import login
from telex_program import Telex
from recording_proxy import RecordingProxy
from scenario_player import ScenarioPlayer, expected_views
from scenarios import ARRIVALS, COMMANDS, FIXTURES, LEFT_OUT, OMITTED, REFUSED, TITLES, Rules, Scenario, author, check, scenarios, user

NO_BOTS = "is about bots, which live in the program or at telex-server"
NO_MARK = "nobody tells on Matrix that a message has arrived, only that it was read"

RULES = Rules(
    left_out={**LEFT_OUT, "12-eliza": NO_BOTS, "24-echo": NO_BOTS,
              "48-ignoring": "is about messages that a homeserver does not send of whom one ignores; SeenIgnoringTests.swift "
                             "has the list",
              "56-search": "searches at once what a homeserver tells later; the search asks nothing of a backend",
              "58-server-search": "has answers that no homeserver gives; test_matrix.py searches one",
              "31-gaps": "names what is missing as only the embedded backend does; test_matrix.py is about it",
              **amount({"19-paging": "takes minutes; test_matrix.py pages, too"}, {})},
    commands={name: reason for name, reason in COMMANDS.items() if name != "refuse"},
    omitted={name: {text: reason for text, reason in lines.items() if reason != REFUSED}
             for name, lines in OMITTED.items()} | {
        "09-other-reads": {'"id":"delivered"': NO_MARK, '"id":"no step back"': NO_MARK},
        "28-groups": {'"kind":"notice"': "notices do not count as unread on Matrix"},
        "29-revisions": {'"messageId":"nobody\'s"': "Synapse takes no edit of what it does not have"},
        "30-invitations": {},
    },
    # A restart between deletions: what the server still counts is on top of what the store knows.
    # The arrival of the other member takes a row, so that one message fewer fits the first page.
    unwatched={**ARRIVALS, "19-paging": ('"oldest"', '"no more"', '"a121"', '"older again"'),
               "29-revisions": ('"a1"', '"screen.opening"')}, titles=TITLES,
)

# A homeserver's directory adds ids to names: "Ada (@ada:localhost)".
NOT_COMPARED = {"recipients"}
REQUESTS = {"send": r"^PUT .*/send/m\.room\.message/", "edit": r"^PUT .*/send/m\.room\.message/",
            "create": r"^POST .*/createRoom$", "join": r"^POST .*/join", "delete": r"^PUT .*/redact/"}
CONTENTS = {"unshowable": {"msgtype": "m.image", "file": {"url": "mxc://localhost/abc"}}, "emote": {"msgtype": "m.emote"},
            "notice": {"msgtype": "m.notice"}}
NUMBERS = itertools.count(1)


class MatrixStage(ScenarioPlayer):
    """Plays a scenario on a homeserver. Display names are unique for the time of the scenario."""

    arrivals = 1

    def __init__(self, telex, homeserver, gate, proxy, scenario):
        super().__init__(telex, proxy, scenario)
        self.homeserver, self.gate, self.number, self.rooms = homeserver, gate, next(NUMBERS), {}
        self.reactions, self.deleted = {}, set()
        self.me = self.person("me", "Me")
        login(telex, self.me, proxy.url)
        self.people = {name: self.person(name, shown) for name, shown in scenario.people.items()}

    def person(self, name, shown):
        return Person(self.homeserver, f"{name}.{self.number}", shown)

    def leave(self):
        """Frees the names that other scenarios look for."""
        for person in self.people.values():
            person.rename(f"Gone {self.number}")

    def difference(self, state):
        expected, actual = ({view: model for view, model in models.items() if view not in NOT_COMPARED}
                            for models in (state, self.models))
        difference = self.comparison.difference(expected, actual)
        if difference and self.deleted and not self.comparison.difference(self.counting_deleted(expected), actual):
            return None
        return difference

    def counting_deleted(self, models):
        """The views of a server that still counts what was deleted unread.

        Synapse aggregates its counts every 30 seconds, and keeps counting a message that is deleted afterwards
        (event_push_actions.py: _rotate_notifs) until something is read."""
        counts = Counter(chat for chat, _ in self.deleted)
        chats = [chat | {"unreadCount": chat["unreadCount"] + counts[chat["chatId"]]}
                 for chat in models["chatList"]["chats"]]
        badge = models["badge"] | {"unreadCount": models["badge"]["unreadCount"] + len(self.deleted)}
        return models | {"chatList": models["chatList"] | {"chats": chats}, "badge": badge}

    def user_id(self, name):
        return (self.me if name == "me" else self.people[name]).user

    def address(self, chat):
        return self.rooms.get(chat) or self.comparison.translated("chatId", chat)

    def other(self, chat, author=None):
        """Returns the person who acts in the chat, once the chat exists."""
        if chat not in self.scenario.groups:
            if chat not in self.rooms:
                self.rooms[chat] = self.meet(self.people[chat])
            return self.people[chat]
        _, people = self.scenario.groups[chat]
        if chat not in self.rooms:
            self.invite({"chatId": chat, "inviterName": people[0]})
            self.me.join(self.rooms[chat])
        return self.people[user(author or people[0])]

    def meet(self, other):
        """Joins the room for two that the other person has started, or creates one."""
        if invited := list(other.rooms("invite")):
            return other.join(invited[0])
        room = other.create_direct(self.me)
        self.me.note_direct(other, room)
        return self.me.join(room)

    def invite(self, said):
        """Invites us to a room with at least three members, so that its messages have senders."""
        inviter = self.people[user(said["inviterName"])]
        if said["chatId"] not in self.rooms:
            name, people = self.scenario.groups[said["chatId"]]
            others = [other for other in map(self.people.get, map(user, people)) if other is not inviter]
            later = [self.people[name] for chat, name in self.scenario.arrivals if chat == said["chatId"]]
            others.append(self.person(f"silent.{said['chatId']}", f"Silent {self.number}"))
            self.rooms[said["chatId"]] = inviter.create(*others, name=name)
            for other in others:
                if other not in later:
                    other.join(self.rooms[said["chatId"]])
        with contextlib.suppress(Refused):
            inviter.invite(self.rooms[said["chatId"]], self.me)

    def empower(self, chat):
        admin, room = self.other(chat), self.rooms[chat]
        admin.set_power(room, users={self.me.user: 100})

    def arrive(self, chat, name):
        self.people[name].join(self.rooms[chat])

    def answer(self, chat, accepts):
        """Answers an invitation on another device of the user."""
        (self.me.join if accepts else self.me.leave)(self.rooms[chat])

    def post(self, said):
        writer, name = self.other(said["chatId"], author(said)), (said["chatId"], said.get("messageId"))
        if name[1] and name in self.ids:
            return
        content = {"msgtype": "m.text", "body": said["text"], **CONTENTS.get(said.get("kind"), {})}
        if said.get("kind") == "unshowable":
            content["body"] = said["text"].partition(", ")[2]
        if "replyToId" in said:
            answered = self.event({**said, "messageId": said["replyToId"]})
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": answered}}
        content |= self.formatted(said)
        self.ids[name] = writer.put(self.rooms[said["chatId"]], "m.room.message", content)
        writer.type(self.rooms[said["chatId"]], False)

    def act(self, line):
        super().act(line)
        if line.get("event") == "message.reading":
            self.deleted = {key for key in self.deleted if key[0] != line["chatId"]}

    def revise(self, line):
        writer, room, event = self.other(line["chatId"]), self.rooms[line["chatId"]], self.event(line)
        if "text" in line:
            writer.edit(room, event, line["text"], **self.formatted(line))
        else:
            writer.redact(room, event)
            self.deleted.add((line["chatId"], line["messageId"]))

    def react(self, line, remove):
        writer = self.me if line.get("isOwn") else self.other(line["chatId"], author(line))
        room, target = self.rooms[line["chatId"]], self.event(line)
        if remove:
            writer.redact(room, self.reactions.pop((writer, target, line["key"])))
        else:
            # The server refuses to store the same one twice.
            with contextlib.suppress(Refused):
                self.reactions[writer, target, line["key"]] = writer.react(room, target, line["key"])

    def formatted(self, said):
        """Returns the content for the spans of a text, as another client writes it."""
        spans = said.get("spans", [])
        if not spans:
            return {}
        places = sorted({0, len(said["text"]), *(span["start"] for span in spans),
                         *(span["start"] + span["length"] for span in spans)})
        html, people = "", [self.user_id(span["userId"]) for span in spans if "userId" in span]
        for start, end in zip(places, places[1:]):
            part = escape(said["text"][start:end])
            for span in reversed(spans):
                if span["start"] <= start and span["start"] + span["length"] >= end:
                    part = self.element(span, part)
            html += part
        # Parts of one element that were written apart.
        html = re.sub(r"</(\w+)><\1>", "", html)
        return {"format": "org.matrix.custom.html", "formatted_body": html, "m.mentions": {"user_ids": people}}

    def element(self, span, part):
        style = span["style"]
        if style == "mention":
            return f'<a href="https://matrix.to/#/{self.user_id(span["userId"])}">{part}</a>'
        if style == "link":
            return f'<a href="{escape(span["url"])}">{part}</a>'
        if style == "spoiler":
            return f'<span data-mx-spoiler="{escape(span["reason"])}">{part}</span>'
        if style == "codeBlock":
            return f'<pre><code class="language-{span["language"]}">{part}</code></pre>'
        name = {"bold": "strong", "italic": "em"}[style]
        return f"<{name}>{part}</{name}>"

    def event(self, line):
        """Returns the event id of a message in the scenario."""
        if (line["chatId"], line["messageId"]) in self.ids:
            return self.ids[line["chatId"], line["messageId"]]
        (text,) = {sent["text"] for sent in self.scenario.lines
                   if sent.get("event") == "message.sending" and sent.get("messageId") == line["messageId"]}
        return next(event["event_id"] for event in reversed(self.me.messages(self.address(line["chatId"])))
                    if event["content"]["body"] == text)

    def mark(self, person, line, mark):
        assert mark == "read"
        if line["messageId"] != "unheard of":
            self.other(line["chatId"])
            person.read(self.rooms[line["chatId"]], self.event(line))

    def types(self, line, is_typing):
        self.other(line["chatId"], author(line)).type(self.rooms[line["chatId"]], is_typing)

    def command(self, command, value, line):
        if command == "refuse":
            reason = line.get("reason", "The server refused it.")
            self.gate.answer(REQUESTS[value], 403, {"errcode": "M_FORBIDDEN", "error": reason})
        else:
            super().command(command, value, line)


def play(folder, name, homeserver):
    """Plays a scenario on both backends."""
    scenario = Scenario(FIXTURES / name, RULES)
    homes = {part: folder / name / part for part in ("embedded", "served")}
    for home in homes.values():
        home.mkdir(parents=True)
    runs = expected_views(Telex(homes["embedded"]), scenario)
    with RecordingProxy(homeserver.port) as gate, FaultProxy(gate.port) as proxy:
        stage = MatrixStage(Telex(homes["served"]), homeserver, gate, proxy, scenario)
        try:
            for lines, states in zip(scenario.runs, runs):
                stage.play(lines, states)
        finally:
            stage.leave()


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    """A homeserver on which nobody else has the names of the scenario."""
    with Homeserver(tmp_path_factory.mktemp("directory")) as homeserver:
        yield homeserver


@pytest.mark.parametrize("name", scenarios(RULES))
def test_scenario_shows_the_same_with_a_homeserver(name, directory, tmp_path):
    play(tmp_path, name, directory)


def test_every_skipped_line_has_a_reason():
    check(RULES)
