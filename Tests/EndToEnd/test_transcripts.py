"""One transcript on two backends, the embedded one and a server where others do what it plays: the views agree."""

import contextlib
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import Telex
from likeness import Likeness
from piped import Pipe
from proxy import Proxy
from server import Person, TelexServer, login
from transcripts import COMMANDS, FIXTURES, LEFT_OUT, OMITTED, UNWATCHED, Scenario, noon, scenarios, user

PATIENCE = 10
# A bot takes its time, as a person does.
BOTS_PATIENCE = 40


def expected_views(telex, scenario):
    """The views of the embedded backend, for each run: at its beginning, and after each line."""
    runs = []
    for lines in scenario.runs:
        fences = [{"subscribe": [], "id": f"fence {number}"} for number in range(len(lines) + 1)]
        fenced = [fences[0], *(line for pair in zip(lines, fences[1:]) for line in pair)]
        views, states = {}, []
        for line in telex.pipe(*scenario.options(telex.store), lines=fenced):
            if "model" in line:
                views = {**views, line["view"]: line["model"]}
            elif "closed" in line:
                views = {view: model for view, model in views.items() if view != line["view"]}
            elif line.get("settled", "").startswith("fence "):
                states.append(views)
        assert len(states) == len(fences)
        runs.append(states)
    return runs


class Stage:
    """Plays a scenario with a server: the person before the screen by lines, everybody else by what they do."""

    def __init__(self, telex, server, proxy, scenario):
        self.telex, self.proxy, self.scenario = telex, proxy, scenario
        login(telex, server, "me", "Me", url=proxy.url)
        self.me = Person(server, "me", invitation=server.invite("me"))
        self.people = {name: Person(server, name, shown) for name, shown in scenario.cast.items()}
        self.met, self.ids, self.lives, self.posts = set(), {}, {}, 0
        self.groups = {}
        self.likeness = Likeness()
        self.pipe = None

    def address(self, chat):
        return self.groups.get(chat) or "+".join(sorted([chat, "me"]))

    def play(self, lines, states):
        self.proxy.refuse(False)
        self.pipe = Pipe(self.telex, *self.scenario.options(None), "--zone", noon())
        try:
            self.expect(states[0], "at the beginning")
            for number, (line, state) in enumerate(zip(lines, states[1:]), 1):
                self.act(line)
                if self.scenario.is_watched(line):
                    self.expect(state, f"after line {number}, {json.dumps(line)[:200]}", "advance" in line)
            if self.scenario.name not in UNWATCHED:
                assert self.pipe.finish() == 0
                difference = self.likeness.difference(states[-1], self.pipe.models)
                assert not difference, f"{self.scenario.name}, at the end: {difference}"
        finally:
            self.pipe.close()

    def expect(self, state, when, is_long=False):
        is_right = lambda pipe: not self.likeness.difference(state, pipe.models)
        if not self.pipe.reaches(is_right, BOTS_PATIENCE if is_long else PATIENCE):
            difference = self.likeness.difference(state, self.pipe.models)
            raise AssertionError(f"{self.scenario.name}, {when}: {difference}")

    # What others do

    def act(self, line):
        event = line.get("event")
        if "backend" in line:
            for command, value in line["backend"].items():
                self.command(command, value)
        elif "advance" in line:
            self.proxy.hold(False)
        elif event in ("message.received", "notification.received"):
            self.post(line)
        elif event in ("message.otherRead", "message.delivered"):
            mark = "read" if event == "message.otherRead" else "delivered"
            self.mark(self.people[line["chat"]], line, mark)
        elif event == "message.userRead":
            self.mark(self.me, line, "read")
        elif event in ("presence.typing", "presence.stoppedTyping"):
            self.types(line, event == "presence.typing")
        elif event == "chat.loaded":
            for chat in line["chats"]:
                self.other(chat["chat"])
        elif event in ("revision.edited", "revision.deleted"):
            self.revise(line)
        elif event == "invitation.received":
            self.invite(line)
        elif event in ("invitation.accepted", "invitation.declined"):
            self.answer(line["chat"], event == "invitation.accepted")
        else:
            self.pipe.send(self.translated(line))
            if "unsubscribe" in line:
                # Nothing that is shown tells that it has been taken.
                self.pipe.wait(lambda pipe: line["id"] in pipe.answers, line["id"])

    def command(self, command, value):
        if command in ("say", "hold"):
            self.post(value)
        elif command == "invite":
            self.invite(value)
        elif command == "offline":
            self.proxy.refuse(True)
            self.proxy.cut()
        elif command == "online":
            self.proxy.refuse(False)
            self.pipe.send({"event": "connection.retrying"})
        elif command == "delay":
            self.proxy.hold(True)
        elif command != "reason":
            raise AssertionError(f"{command} has no counterpart; it belongs in the table")

    def other(self, chat, author=None):
        """Who is to do something in the chat, once there is the chat."""
        if chat in self.scenario.groups:
            return self.meet(chat, author)
        person = self.people[chat]
        if chat not in self.met:
            assert person.create("me").status in (200, 201)
            self.met.add(chat)
        return person

    def meet(self, chat, author):
        """The author, once everybody is in the group."""
        name, people = self.scenario.groups[chat]
        if chat not in self.groups:
            self.groups[chat] = self.me.group(*people, name=name).json["chat"]
        for person in map(self.people.get, map(user, people)):
            if (person, chat) not in self.met:
                # Those who were here before have the others come after them.
                assert person.join(self.groups[chat]).status == 200
                self.met.add((person, chat))
        return self.people.get(user(author or people[0]))

    def invite(self, said):
        inviter = self.people[user(said["inviter"])]
        self.groups[said["chat"]] = inviter.group("me", name=said["contact"]).json["chat"]
        self.met.add((inviter, said["chat"]))
        # A chat that was declined may come again; the server gives it another name.
        self.likeness.forget("chat", said["chat"])

    def answer(self, chat, accepts):
        """Has another device of the one before the screen answer an invitation."""
        answer = (self.me.join if accepts else self.me.decline)(self.address(chat))
        assert answer.status in (200, 204), answer

    def post(self, said):
        self.posts += 1
        kind = {"kind": said["kind"]} if "kind" in said else {}
        answer = self.other(said["chat"], said.get("author")).post(
            self.address(said["chat"]), said["text"], said.get("message", f"post {self.posts}"), **kind)
        assert answer.status in (200, 201), answer
        self.ids[said["chat"], said.get("message")] = answer.json["id"]

    def revise(self, line):
        message = self.ids.get((line["chat"], line["message"]), f"nobody/{line['message']}")
        person, address = self.other(line["chat"]), self.address(line["chat"])
        if "text" in line:
            answer = person.edit(address, message, line["text"])
        else:
            answer = person.delete(address, message)
        assert answer.status in (200, 404, 409), answer

    def mark(self, person, line, mark):
        message = self.ids.get((line["chat"], line["message"]), f"me/{line['message']}")
        answer = person.mark(self.address(line["chat"]), **{mark: message})
        assert answer.status == (404 if line["message"] == "unheard of" else 200), answer

    def types(self, line, is_typing):
        chat, person = line["chat"], self.other(line["chat"], line.get("author"))
        if (person, chat) not in self.lives:
            self.lives[person, chat] = person.live(self.address(chat))
        self.lives[person, chat].say(type="typing", active=is_typing)

    def translated(self, line):
        """The line as it is to be sent with this server, where chats have other addresses, and people other ids."""
        line = dict(line)
        if "event" in line and "chat" in line:
            if line["event"].startswith("revision."):
                line["message"] = self.ids.get((line["chat"], line["message"]), line["message"])
            line["chat"] = self.address(line["chat"])
        if "person" in line:
            line["person"] = self.likeness.translated("person", line["person"])
        return line


def play(folder, name):
    """Plays a scenario on both backends."""
    scenario = Scenario(FIXTURES / name)
    homes = {part: folder / name / part for part in ("embedded", "served")}
    for home in homes.values():
        home.mkdir(parents=True)
    runs = expected_views(Telex(homes["embedded"]), scenario)
    with TelexServer(folder / name / "server") as server, contextlib.closing(Proxy(server.port)) as proxy:
        stage = Stage(Telex(homes["served"]), server, proxy, scenario)
        for lines, states in zip(scenario.runs, runs):
            stage.play(lines, states)


@pytest.fixture(scope="module")
def played(request, tmp_path_factory):
    """The scenarios that are asked for, played a few at a time since most of them wait; those with bots first."""
    asked = {item.callspec.params["name"] for item in request.session.items
             if getattr(item, "callspec", None) and item.path == request.path}
    folder = tmp_path_factory.mktemp("transcripts")
    with ThreadPoolExecutor(4) as pool:
        order = sorted(asked, key=lambda name: (name not in UNWATCHED, name))
        yield {name: pool.submit(play, folder, name) for name in order}


@pytest.mark.parametrize("name", scenarios())
def test_a_scenario_shows_the_same_with_a_server(name, played):
    played[name].result(timeout=120)


def test_every_line_left_out_has_its_reason():
    for name in scenarios():
        scenario = Scenario(FIXTURES / name)
        assert set(scenario.left_out.values()) <= {1}, f"{name}: {scenario.left_out}"
        assert scenario.lines, f"{name}: nothing is left"
    names = {folder.name for folder in FIXTURES.iterdir()}
    assert {*LEFT_OUT, *OMITTED, *UNWATCHED} <= names
    assert all(LEFT_OUT.values()) and all(COMMANDS.values()) and all(all(lines.values()) for lines in OMITTED.values())
