"""The unread counts that a store keeps are those that follow from its messages."""

import random
import sqlite3

import pytest

ATTENTIONS = ("silent", "normal", "mention")
DERIVED = """
    SELECT chat.id, unread, mentions, count(message.id), count(message.id) FILTER (WHERE attention = 2)
    FROM chat LEFT JOIN message ON message.chat = chat.key AND position > readUpTo
        AND NOT isOwn AND kind NOT IN (4, 5) AND attention != 0
    GROUP BY chat.key
"""


class Traffic:
    """Random events of a network, in three chats."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.count = 0

    def event(self):
        chance, chat = self.chance, f"chat{self.chance.randrange(3)}"
        known = f"m{chance.randrange(self.count + 2)}"
        return chance.choice([self.received, self.received, self.received, self.page, self.edited, self.named])(
            chat, known)

    def message(self):
        self.count += 1
        message = {"messageId": f"m{self.count}", "senderId": "@ada:x", "text": f"text {self.count}"}
        if self.chance.random() < 0.7:
            message |= {"attention": self.chance.choice(ATTENTIONS), "isOwn": self.chance.random() < 0.2}
        return message

    def received(self, chat, known):
        message = self.message()
        # Sometimes one that has come already.
        if self.chance.random() < 0.1:
            message["messageId"] = known
        return {"event": "message.received", "chatId": chat, **message}

    def page(self, chat, known):
        name = self.chance.choice(["history.synced", "history.fetched"])
        tokens = {"beforeToken": self.chance.choice(["t1", "t2"])}
        return {"event": name, "chatId": chat, **tokens, "messages": [{"chatId": chat, **self.message()} for _ in range(3)]}

    def edited(self, chat, known):
        if self.chance.random() < 0.5:
            return {"event": "revision.deleted", "chatId": chat, "messageId": known}
        return {"event": "revision.edited", "chatId": chat, "messageId": known, "text": "changed"}

    def named(self, chat, known):
        return self.chance.choice([
            {"event": "message.read", "chatId": chat, "messageId": known},
            {"event": "message.reading", "chatId": chat},
            {"event": "activity.counted", "chatId": chat, "unreadCount": self.chance.randrange(9), "mentionCount": 1},
        ])


@pytest.mark.parametrize("seed", range(4))
def test_kept_counts_are_those_of_the_messages(telex, seed):
    traffic = Traffic(seed)
    for _ in range(3):
        lines = [{**traffic.event(), "id": str(number)} for number in range(200)]
        code, out, err = telex.run("pipe", "--store", telex.store, lines=lines)
        assert (code, err) == (0, ""), err
        assert out.count('"outcome":"failed"') == 0
        with sqlite3.connect(telex.store) as database:
            chats = database.execute(DERIVED).fetchall()
        database.close()
        assert len(chats) == 3 and any(chat[3] for chat in chats)
        assert [chat for chat in chats if chat[1:3] != chat[3:]] == []
