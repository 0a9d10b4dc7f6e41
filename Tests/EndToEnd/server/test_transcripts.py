"""Plays each scenario on two backends, the embedded one and a server with other people: the views agree."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from fault_proxy import FaultProxy
from telex_program import Telex
from scenario_player import ScenarioPlayer, expected_views
from scenarios import FIXTURES, SERVER, UNWATCHED, Scenario, author, check, scenarios, user
from server import Person, TelexServer, login


class ServerStage(ScenarioPlayer):
    """Plays a scenario with telex-server."""

    def __init__(self, telex, server, proxy, scenario):
        super().__init__(telex, proxy, scenario)
        login(telex, server, "me", "Me", url=proxy.url)
        self.me = Person(server, "me", invitation=server.invite("me"))
        self.people = {name: Person(server, name, shown) for name, shown in scenario.people.items()}
        self.met, self.lives, self.posts, self.groups = set(), {}, 0, {}

    def address(self, chat):
        return self.groups.get(chat) or "+".join(sorted([chat, "me"]))

    def other(self, chat, author=None):
        """Returns the person who acts in the chat, once the chat exists."""
        if chat in self.scenario.groups:
            return self.meet(chat, author)
        person = self.people[chat]
        if chat not in self.met:
            assert person.create("me").status in (200, 201)
            self.met.add(chat)
        return person

    def meet(self, chat, author):
        """Returns the author, once everybody is in the group."""
        name, people = self.scenario.groups[chat]
        if chat not in self.groups:
            self.groups[chat] = self.me.group(*people, name=name).json["chatId"]
        for person in map(self.people.get, map(user, people)):
            if (person, chat) not in self.met and (chat, person.user) not in self.scenario.arrivals:
                # Existing members are created first, later ones join.
                assert person.join(self.groups[chat]).status == 200
                self.met.add((person, chat))
        return self.people.get(user(author or people[0]))

    def invite(self, said):
        inviter = self.people[user(said["inviterName"])]
        later = [name for chat, name in sorted(self.scenario.arrivals) if chat == said["chatId"]]
        self.groups[said["chatId"]] = inviter.group("me", *later, name=said["title"]).json["chatId"]
        self.met.add((inviter, said["chatId"]))
        # A declined chat may be invited to again; the server gives it another id.
        self.comparison.forget("chatId", said["chatId"])

    def arrive(self, chat, name):
        assert self.people[name].join(self.groups[chat]).status == 200
        self.met.add((self.people[name], chat))

    def answer(self, chat, accepts):
        """Answers an invitation on another device of the user."""
        answer = (self.me.join if accepts else self.me.decline)(self.address(chat))
        assert answer.status in (200, 204), answer

    def post(self, said):
        self.posts += 1
        kind = {"kind": said["kind"]} if "kind" in said else {}
        if "replyToId" in said:
            kind["replyToId"] = self.message(said, "replyToId")
        if "spans" in said:
            kind["spans"] = said["spans"]
        answer = self.other(said["chatId"], author(said)).post(
            self.address(said["chatId"]), said["text"], said.get("messageId", f"post {self.posts}"), **kind)
        assert answer.status in (200, 201), answer
        self.ids[said["chatId"], said.get("messageId")] = answer.json["messageId"]

    def revise(self, line):
        message = self.ids.get((line["chatId"], line["messageId"]), f"nobody/{line['messageId']}")
        person, address = self.other(line["chatId"]), self.address(line["chatId"])
        if "text" in line:
            answer = person.edit(address, message, line["text"], line.get("spans"))
        else:
            answer = person.delete(address, message)
        assert answer.status in (200, 404, 409), answer

    def message(self, line, member="messageId"):
        """Returns the server's id of a message in the scenario; those without a known one are ours."""
        return self.ids.get((line["chatId"], line[member]), f"me/{line[member]}")

    def react(self, line, remove):
        person = self.me if line.get("isOwn") else self.other(line["chatId"], author(line))
        answer = person.react(self.address(line["chatId"]), self.message(line), line["key"], remove)
        assert answer.status == 200, answer

    def mark(self, person, line, mark):
        message = self.message(line)
        answer = person.mark(self.address(line["chatId"]), **{mark: message})
        assert answer.status == (404 if line["messageId"] == "unheard of" else 200), answer

    def types(self, line, is_typing):
        chat, person = line["chatId"], self.other(line["chatId"], author(line))
        if (person, chat) not in self.lives:
            self.lives[person, chat] = person.live(self.address(chat))
        self.lives[person, chat].say(type="typing", isActive=is_typing)


def play(folder, name):
    """Plays a scenario on both backends."""
    scenario = Scenario(FIXTURES / name)
    homes = {part: folder / name / part for part in ("embedded", "served")}
    for home in homes.values():
        home.mkdir(parents=True)
    runs = expected_views(Telex(homes["embedded"]), scenario)
    with TelexServer(folder / name / "server") as server, contextlib.closing(FaultProxy(server.port)) as proxy:
        stage = ServerStage(Telex(homes["served"]), server, proxy, scenario)
        for lines, states in zip(scenario.runs, runs):
            stage.play(lines, states)


@pytest.fixture(scope="module")
def played(request, tmp_path_factory):
    """Plays the selected scenarios a few at a time, because most of them wait. Those with bots come first."""
    asked = {item.callspec.params["name"] for item in request.session.items
             if getattr(item, "callspec", None) and item.path == request.path}
    folder = tmp_path_factory.mktemp("transcripts")
    with ThreadPoolExecutor(4) as pool:
        order = sorted(asked, key=lambda name: (name not in UNWATCHED, name))
        yield {name: pool.submit(play, folder, name) for name in order}


@pytest.mark.parametrize("name", scenarios())
def test_scenario_shows_the_same_with_a_server(name, played):
    played[name].result()


def test_every_skipped_line_has_a_reason():
    check(SERVER)
