"""Plays a scenario of Fixtures/ against a server: the user's events go in as lines, those of others as server calls."""

import json

from pipe_process import Pipe
from telex_program import noon
from scenarios import author, user
from view_comparison import ViewComparison

# The changes of chats that scenarios make. Servers add others, such as arrivals.
OWN_CHANGES = {"retitled", "topicChanged"}


def expected_views(telex, scenario):
    """Returns the views of the embedded backend, for each run: at the start, after each line, and at the end."""
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
        runs.append([*states, views])
    return runs


class ScenarioPlayer:
    """Plays a scenario. Subclasses map chats to addresses, and the actions of other people to server calls."""

    def __init__(self, telex, proxy, scenario):
        """`proxy`: the proxy between telex and the server."""
        self.telex, self.proxy, self.scenario = telex, proxy, scenario
        self.comparison, self.ids, self.pipe, self.asked = ViewComparison(), {}, None, []

    def play(self, lines, states):
        self.proxy.refuse(False)
        self.pipe = Pipe(self.telex, *self.scenario.options(None), "--zone", noon(), "--play-network")
        self.asked = []
        try:
            self.expect(states[0], "at the beginning")
            for number, (line, state) in enumerate(zip(lines, states[1:]), 1):
                self.act(line)
                if line.get("event") in ("member.ignoring", "member.unignoring"):
                    # The server must know it before that person acts, or it counts what they write.
                    self.pipe.wait(lambda p: line["id"] in p.answers, "the answer")
                if self.scenario.is_watched(line):
                    self.expect(state, f"after line {number}, {json.dumps(line)[:200]}")
            if self.scenario.is_watched(lines[-1]):
                assert self.pipe.finish() == 0
                last, end = states[-2:]
                # If a bot is still answering, the run may end anywhere in its answer.
                difference = self.difference(end) if end == last else None
                assert not difference, f"{self.scenario.name}, at the end: {difference}"
        finally:
            self.pipe.close()

    def expect(self, state, when):
        if not self.pipe.reaches(lambda _: not self.difference(state)):
            raise AssertionError(f"{self.scenario.name}, {when}: {self.difference(state)}")

    # How many arrivals the server reports in a two-person chat.
    arrivals = 0

    @property
    def models(self):
        """The views without arrivals that servers add themselves."""
        models = self.pipe.models
        if "messages" not in models:
            return models
        if self.scenario.arrivals:
            return self.without_silent(models)
        model = models["messages"]
        rows = [row for row in model["messages"] if row["kind"] != "system" or row["change"]["changeKind"] in OWN_CHANGES]
        total = model["totalCount"] - len(model["messages"]) + len(rows)
        if len(model["messages"]) == len(rows) and total > len(rows):
            # They come before the messages that are shown.
            total -= self.arrivals
        model = {**model, "messages": rows, "totalCount": total}
        if total == 0:
            model["shouldShowEmpty"] = not model["shouldShowBusy"] and not model["shouldShowError"]
        if total == len(rows) and not model.get("gapText"):
            model["actions"] = {name: action for name, action in model["actions"].items() if name != "older"}
        return {**models, "messages": model}

    @staticmethod
    def without_silent(models):
        """The views without the silent members that fill a room up to three."""
        model = models["messages"]
        rows = [row for row in model["messages"] if not row["senderName"].startswith("Silent")]
        total = model["totalCount"] - len(model["messages"]) + len(rows)
        return {**models, "messages": {**model, "messages": rows, "totalCount": total}}

    def empower(self, chat):
        """Makes us an admin of a chat."""

    def user_id(self, name):
        """Returns the server's id of a person in the scenario."""
        return name

    def difference(self, state):
        return self.comparison.difference(state, self.models)

    def act(self, line):
        event = line.get("event")
        if "backend" in line:
            for command, value in line["backend"].items():
                self.command(command, value, line["backend"])
        elif "advance" in line:
            self.proxy.hold(False)
        elif event == "message.received":
            self.post(line)
        elif event in ("message.readByOther", "message.delivered"):
            mark = "read" if event == "message.readByOther" else "delivered"
            self.mark(self.people[line["chatId"]], line, mark)
        elif event == "message.read":
            self.mark(self.me, line, "read")
        elif event in ("presence.typingStarted", "presence.typingStopped"):
            self.types(line, event == "presence.typingStarted")
        elif event == "member.synced":
            pass  # The server knows the members.
        elif event == "chat.synced":
            for chat in line["chats"]:
                self.other(chat["chatId"])
                if "rights" in chat:
                    self.empower(chat["chatId"])
        elif event in ("revision.edited", "revision.deleted"):
            self.revise(line)
        elif event in ("reaction.added", "reaction.removed"):
            self.react(line, event == "reaction.removed")
        elif event == "invitation.received":
            self.invite(line)
        elif event in ("invitation.accepted", "invitation.declined"):
            self.answer(line["chatId"], event == "invitation.accepted")
        else:
            self.pipe.send(self.translated(line))
            self.asked.append(line.get("id"))
            if "unsubscribe" in line:
                # No view changes, so wait for the answer.
                self.await_answers()

    def await_answers(self):
        """Waits until all lines with an id are answered."""
        self.pipe.wait(lambda pipe: pipe.answers.keys() >= set(filter(None, self.asked)), "answers")

    def command(self, command, value, line):
        if value.get("change") if isinstance(value, dict) else False:
            if author(value):
                self.arrive(value["chatId"], user(author(value)))
        elif command in ("say", "hold"):
            self.post(value)
        elif command == "invite":
            self.invite(value)
        elif command == "offline":
            # The view may show a change before the server has answered, and a lost answer is a failure.
            self.await_answers()
            self.proxy.refuse(True)
            self.proxy.cut()
        elif command == "online":
            self.proxy.refuse(False)
            self.pipe.send({"event": "connection.retrying"})
        elif command == "delay":
            self.proxy.hold(True)
        elif command != "reason":
            raise AssertionError(f"{command} has no counterpart; it belongs in the table")

    def translated(self, line):
        """Returns the line for this server, with its chat and contact ids."""
        line = dict(line)
        if "event" in line and "chatId" in line:
            for member in ("messageId", "replyToId"):
                if member in line and line["event"] != "message.sending" or member == "replyToId" and member in line:
                    line[member] = self.ids.get((line["chatId"], line[member]), line[member])
            for member in ("chatId", "beforeId"):
                if member in line:
                    line[member] = self.address(line[member])
            if "spans" in line:
                line["spans"] = [span | ({"userId": self.user_id(span["userId"])} if "userId" in span else {})
                                 for span in line["spans"]]
        if "userId" in line:
            line["userId"] = self.user_id(line["userId"])
        if "contactId" in line:
            line["contactId"] = self.comparison.translated("contactId", line["contactId"])
        return line
