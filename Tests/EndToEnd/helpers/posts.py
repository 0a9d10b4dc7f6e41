"""Posts messages to a chat, and reads them back."""

import itertools
from concurrent.futures import ThreadPoolExecutor

from server import CHAT


def texts(person, chat=CHAT, **query):
    answer = person.messages(chat, **{"limit": 500, **query})
    assert answer.status == 200, answer
    return [message["text"] for message in answer.json["messages"]]


def posted(person, count, start=1, chat=CHAT):
    """Posts that many messages; returns their texts."""
    expected = [f"text {number}" for number in range(start, start + count)]
    with person.on_one_connection():
        assert {person.post(chat, text, text).status for text in expected} <= {201}
    return expected


class Poster:
    """Posts messages one after the other until it is stopped."""

    def __init__(self, person):
        self.person, self.answered, self.is_over = person, [], False
        self.pool = ThreadPoolExecutor(1)

    def _post(self):
        for number in itertools.count(1):
            if self.is_over:
                break
            answer = self.person.post(CHAT, f"{number} " + "x" * 2000, f"{number}")
            assert answer.status == 201
            self.answered.append(answer.json)

    def __enter__(self):
        self.posting = self.pool.submit(self._post)
        return self

    def __exit__(self, kind, *_):
        self.is_over = True
        self.pool.shutdown()
        if kind is None:
            self.posting.result()
