"""The scenarios of Fixtures/ as conversations with a server: which lines it can play, and who takes part."""

import collections
import json
import re

from telex_program import ROOT, as_text

FIXTURES = ROOT / "Fixtures"
BOTS = {"eliza", "echo"}

# What a server cannot play: scenarios, commands to the embedded backend, and lines, each given by a unique substring.
# Then lines after which views are not compared, and titles that differ there.
Rules = collections.namedtuple("Rules", "left_out commands omitted unwatched titles")

LEFT_OUT = {
    "15-bad-lines": "is about lines that never become events, so no backend hears of them",
    "21-day-change": "is about days of the virtual clock going by",
    "25-recording": "is a recording, which is replayed without a backend",
    "57-search-days": "is about dates, which servers set themselves, and messages that they leave out",
    "58-server-search": "is about what a server finds, which telex-server does not, and answers made up for it",
    "59-files": "makes up files that no server has, and Echo of a server sends none back; test_message_files.py and "
                "test_matrix_files.py have those of servers",
    "31-gaps": "is about messages that a server leaves out, which telex-server does not do",
    "27-reminders": "is about days of the virtual clock going by, and asks nothing of a backend",
    "44-snooze": "is about hours of the virtual clock going by, and asks nothing of a backend",
    "33-identity": "is about what members call themselves; test_identity.py has that on Matrix",
    "37-inbox": "names cursors, which no two stores have in common; test_clients.py has a server",
    "35-windows": "is about windows, of which the stage has one; WindowTests.swift has two chats with a live channel",
    "34-changes": "is about what is done to chats, of which servers can do some: test_server_day.py, SeenChatTests.swift",
    "47-roles": "is about rules and members that the scenario makes up; test_server_day.py and MatrixChatTests.swift "
                "have those of servers",
    "32-other-device": "needs a second device of the user, which the stage does not have",
}

# Commands without a counterpart on the server.
COMMANDS = {
    "refuse": "the server refuses nothing on command",
    "duplicate": "the server sends nothing twice; what the network doubles is in test_faults.py",
    "reorder": "the server sends in its order, always",
}

REFUSED = "it is there to be refused, which the server does not do on command"
UNOPENED = "the embedded backend opens a live channel to any chat, the server only to those that one is in"

# Further lines that are skipped, each given by a unique substring.
OMITTED = {
    "05-send": {
        '"id":"refused"': REFUSED,
        '"id":"retry"': REFUSED,
        '"id":"nothing to retry"': REFUSED,
    },
    "11-store": {
        '"refused"': REFUSED,
        '"id":"retry"': REFUSED,
    },
    "13-create-chat": {
        '"id":"refused"': REFUSED,
    },
    "14-states": {
        '"id":"no such chat"': "the embedded backend opens any chat, the server only those that there are",
    },
    "16-requests": {
        '{"delay":"1h"}': "an hour of the virtual clock",
        '"id":"never"': "an hour of the virtual clock",
    },
    "28-groups": {
        '"kind":"unshowable"': "a server takes nothing that has no text",
    },
    "29-revisions": {
        '"id":"refused"': REFUSED,
    },
    "39-deletions": {
        '"id":"refused"': REFUSED,
    },
    "30-invitations": {
        '"event":"invitation.received","chatId":"team"': "a server invites to the same chat once",
        '"screen":"messages","chatId":"team"': UNOPENED,
        '"event":"screen.closing"': UNOPENED,
        '"screen":"messages","chatId":"left"': UNOPENED,
        '"id":"refused"': REFUSED,
    },
    "26-contacts": {
        '"id": "namesake"': "without counted ids namesakes stand in any order, whatever the backend",
    },
}

# Lines after which views are not compared: a bot may already have gone on after two messages in a row, and a
# server reports arrivals on its own.
ARRIVALS = {"36-arrivals": ('"accept"', '"member.synced"')}
UNWATCHED = {**ARRIVALS, "12-eliza": ('"I am unhappy about my brother."', '"He never calls."'), "24-echo": ('"one"', '"two"')}

# A server always names the inviter.
INVITER = "Cyd"

# Names on a server are more restricted than in a line.
TITLES = {"\x1b[31mAda\u202e": "Ada"}

SERVER = Rules(LEFT_OUT, COMMANDS, OMITTED, UNWATCHED, TITLES)


def author(said):
    """Returns the sender in a group; None in a two-person chat, which has the name of the other member."""
    return None if said.get("senderId") in (None, "me", said.get("chatId")) else said.get("senderName", said["senderId"].title())


class Scenario:
    def __init__(self, folder, rules=SERVER):
        self.name, self.rules = folder.name, rules
        paths = sorted(folder.glob("events*.jsonl"), key=lambda path: len(path.name))
        self.left_out = dict.fromkeys(rules.omitted.get(self.name, ()), 0)
        self.runs = [[self._tidied(json.loads(line)) for line in path.read_bytes().decode().split("\n")
                      if line and not self._leaves_out(line)] for path in paths]
        self.lines = [line for run in self.runs for line in run]
        self.groups = self._groups()
        arguments = folder / "arguments"
        self.arguments = arguments.read_text().split() if arguments.exists() else []

    def _leaves_out(self, line):
        found = [text for text in self.left_out if text in line]
        for text in found:
            self.left_out[text] += 1
        return bool(found) or any(f'{{"backend":{{"{command}"' in line for command in self.rules.commands)

    def _tidied(self, line):
        """Returns the line without the timestamp of a message, which the server sets itself."""
        line.pop("date", None)
        if line.get("event") == "invitation.received":
            line.setdefault("inviterName", INVITER)
        for owner in (line, *line.get("backend", {}).values()):
            for name in ("title", "senderName"):
                if isinstance(owner, dict) and owner.get(name) in self.rules.titles:
                    owner[name] = self.rules.titles[owner[name]]
        return line

    def options(self, store):
        """Returns the arguments, with the connection view added, and with the store or without one."""
        options = [str(store) if word == "STORE" else word for word in self.arguments]
        if store is None and "--store" in options:
            place = options.index("--store")
            del options[place:place + 2]
        if "--subscribe" in options:
            place = options.index("--subscribe") + 1
            views = set(options[place].split(",")) - {"none"} | {"connection"}
            options[place] = ",".join(sorted(views))
        return options

    def is_watched(self, line):
        return not any(text in as_text(line) for text in self.rules.unwatched.get(self.name, ()))

    @staticmethod
    def _said(line):
        """Returns the part of a line that says what somebody sends or does."""
        backend = line.get("backend", {})
        return backend.get("say") or backend.get("hold") or backend.get("invite") or line

    def _groups(self):
        """Returns the chats that may have more than two members: their titles and other members."""
        groups = {}
        for said in map(self._said, self.lines):
            for name in {name for name in (author(said), said.get("inviterName")) if name}:
                title, people = groups.setdefault(said["chatId"], (said.get("title"), []))
                people += [name] * (name not in people)
        return groups

    @property
    def arrivals(self):
        """Who joins which chat during the scenario."""
        return {(said["chatId"], user(author(said))) for said in map(self._said, self.lines)
                if said.get("change") == {"changeKind": "joined"} and author(said)}

    @property
    def people(self):
        """The people in the scenario: user names, and their display names."""
        found = {user(name): name for _, people in self.groups.values() for name in people}
        for line in self.lines:
            said = self._said(line)
            if said.get("chatId") in self.groups:
                continue
            if "chatId" in said and "text" in said and line.get("event") != "message.sending":
                found[said["chatId"]] = said.get("title") or found.get(said["chatId"]) or said["chatId"].title()
            elif line.get("event") == "chat.creating":
                found.setdefault(user(line["recipient"]), line["recipient"].strip())
            elif line.get("event") == "contact.adding" and line["lastName"]:
                name = f"{line['firstName']} {line['lastName']}"
                found.setdefault(user(name), name)
        return {name: shown for name, shown in found.items()
                if re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,31}", name) and name not in BOTS}


def user(name):
    """Returns the user name for a name: the chat id that the embedded backend uses."""
    return "-".join(re.findall(r"\w+", name.lower()))


def scenarios(rules=SERVER):
    names = (path.parent.name for path in sorted(FIXTURES.glob("*/events.jsonl")))
    return [name for name in names if name not in rules.left_out]


def check(rules):
    """Asserts that each skipped line exists exactly once, and that a reason is given."""
    for name in scenarios(rules):
        scenario = Scenario(FIXTURES / name, rules)
        assert set(scenario.left_out.values()) <= {1}, f"{name}: {scenario.left_out}"
        assert scenario.lines, f"{name}: nothing is left"
    names = {folder.name for folder in FIXTURES.iterdir()}
    assert {*rules.left_out, *rules.omitted, *rules.unwatched} <= names
    reasons = [rules.left_out, rules.commands, *rules.omitted.values()]
    assert all(all(lines.values()) for lines in reasons)
