"""The people in a test with a homeserver: some use plain HTTP, others use telex."""

import itertools
import pathlib

import pytest

from matrix import Count, Person
from pipe_process import PATIENCE, Pipe, before, opened
from telex_program import Telex

NUMBERS = itertools.count(1)


def login(telex, person, url=None, *arguments):
    """Logs a telex profile in to the person's account, through `url` if given."""
    code, out, err = telex.run("login", "--matrix", url or person.homeserver.url, "--user", person.name, *arguments,
                               text=person.password + "\n")
    assert code == 0, (out, err)


def sending(room, text, message=None):
    line = {"event": "message.sending", "chatId": room, "text": text, "id": text[:100]}
    return {**line, "messageId": message} if message else line


class MatrixPipe(Pipe):
    """A telex pipe, with properties for the views that tests inspect."""

    def __init__(self, telex, *arguments):
        self.asked, self.taken = 0, []
        super().__init__(telex, *arguments)

    def _take(self, line):
        super()._take(line)
        if line is not None:
            self.taken.append(line)

    def seen(self, view):
        """Returns all models of the view so far."""
        return [line["model"] for line in self.taken if line.get("view") == view and "model" in line]

    @property
    def counts(self):
        """The unread counts of each chat."""
        return {chat: Count(row["unreadCount"], row["mentionCount"]) for chat, row in self.chats.items()}

    @property
    def unread(self):
        return self.models["badge"]["unreadCount"]

    @property
    def is_loaded(self):
        return "messages" in self.models and not self.models["messages"]["shouldShowBusy"]

    def has_chats(self, *rooms, seconds=PATIENCE):
        return self.wait(lambda p: set(rooms) <= set(p.chats), f"the chats {rooms}", seconds)

    def open(self, room):
        """Opens a chat once it is listed."""
        self.has_chats(room).send(opened(room))
        return self.wait(lambda p: p.is_loaded and p.models["messages"]["chatId"] == room, "the messages")

    def say(self, room, text, *marks, message=None):
        """Sends a text, and waits until it has one of `marks`, "sent" by default."""
        self.send(sending(room, text, message))
        return self.wait(lambda p: p.has_state(text, *(marks or ("sent", "delivered", "read"))), f"{text!r} to be sent")

    def shows(self, *texts, seconds=PATIENCE):
        """Waits until the open chat shows exactly these messages."""
        return self.wait(lambda p: p.texts == list(texts), f"{texts} to be shown", seconds)

    def ask(self, line, seconds=PATIENCE):
        """Sends a line, and waits for its answer."""
        self.asked += 1
        name = f"ask {self.asked}"
        return self.send({**line, "id": name}).wait(lambda p: name in p.answers, f"an answer to {line}", seconds)

    def page(self, count=None, seconds=PATIENCE):
        """Loads older messages until there are none left or `count` were shown. Stores the rows in `paged`."""
        self.paged = self.messages
        while (older := self.models["messages"].get("actions", {}).get("older")) and (count is None or len(self.paged) < count):
            model = self.models["messages"]
            self.ask(older, seconds).wait(lambda p: p.is_loaded, "older messages", seconds)
            assert not self.models["messages"]["shouldShowError"], self.models["messages"]["errorText"]
            assert self.models["messages"] != model, "nothing came of it"
            self.paged = before(self.messages, self.paged)
        return self

    @property
    def paged_texts(self):
        return [row["text"] for row in self.paged]


class MatrixPeople:
    """The people of one test. Their names are unique on the homeserver."""

    def __init__(self, homeserver, folder):
        self.homeserver, self.folder = homeserver, pathlib.Path(folder)
        self.number = next(NUMBERS)
        self.family = f"Town{self.number:03}"
        self.homes = []

    def close(self):
        for telex in self.homes:
            telex.close()

    def person(self, name):
        return Person(self.homeserver, f"{name}{self.number:03}", f"{name.title()} {self.family}")

    def people(self, *names):
        return [self.person(name) for name in names]

    @staticmethod
    def together(owner, *others, **options):
        """Creates a room, and joins everybody to it."""
        room = owner.create(*others, **options)
        for other in others:
            other.join(room)
        return room

    @staticmethod
    def couple(owner, other, **options):
        """Creates a direct chat, which both mark as direct."""
        room = owner.create_direct(other, **options)
        other.join(room)
        other.note_direct(owner, room)
        return room

    def home(self):
        """Returns a new device without a profile."""
        folder = self.folder / f"home{len(self.homes)}"
        folder.mkdir()
        self.homes.append(Telex(folder))
        return self.homes[-1]

    def telex(self, person, url=None):
        """Returns a device that is logged in."""
        telex = self.home()
        login(telex, person, url)
        return telex

    def start(self, telex, *arguments):
        """Starts a pipe, which may not be online yet."""
        return MatrixPipe(telex, *arguments)

    def online(self, person, url=None):
        """Starts a pipe on a new device of the person, and waits until it is online."""
        return self.start(self.telex(person, url)).connect()


@pytest.fixture
def matrix(homeserver, tmp_path):
    cast = MatrixPeople(homeserver, tmp_path)
    yield cast
    cast.close()
