"""Unread counts and mentions: telex agrees with the homeserver through a random history, whenever all events have arrived."""

import itertools
import random
import time

import pytest

from amounts import amount
from pipe_process import opened
from telex_program import PATIENCE

STEPS = amount(75, 150)


@pytest.mark.parametrize("seed", [1, 5])
def test_counts_agree_with_the_homeserver_through_a_random_history(matrix, seed):
    """We, other people and our second device do what changes counts."""
    chance, numbers, done = random.Random(seed), itertools.count(1), []
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    rooms = [matrix.couple(ada, bob), matrix.together(bob, ada, cyd, name="Club"),
             matrix.together(ada, bob, cyd, name="Team"), matrix.couple(cyd, ada)]
    there = dict(zip(rooms, ([bob], [bob, cyd], [bob, cyd], [cyd])))
    # Once a message has arrived in the last room, all earlier events have arrived.
    events, quiet = {room: [] for room in rooms}, ada.create(name="Quiet")
    pipe, us = matrix.online(ada).has_chats(*rooms), {"m.mentions": {"user_ids": [ada.user]}}

    def text():
        return f"text {next(numbers)}"

    def say(room, other, *arguments, **content):
        events[room].append((other, other.send(room, text(), *arguments, **content)))

    def edit(room, _):
        author, event = chance.choice(events[room][-5:])
        author.edit(room, event, text(), **(us if chance.random() < 0.3 else {}))

    def delete(room, _):
        author, event = events[room].pop(chance.randrange(len(events[room])))
        author.redact(room, event)

    def thread(room, other):
        relation = {"rel_type": "m.thread", "event_id": chance.choice(events[room])[1]}
        other.send(room, text(), **{"m.relates_to": relation})

    always = [
        *[("say", say)] * 6, *[("mention", lambda room, other: say(room, other, **us))] * 2,
        ("notice", lambda room, other: say(room, other, "m.notice")),
        ("answer elsewhere", lambda room, _: ada.send(room, text())), ("open", lambda room, _: pipe.send(opened(room))),
        ("read", lambda room, _: pipe.send({"event": "message.reading", "chatId": room})),
        ("send", lambda room, _: pipe.send({"event": "message.sending", "chatId": room, "text": text()}))]
    with_events = [
        *[("edit", edit), ("delete", delete)] * 2, ("thread", thread),
        ("read elsewhere", lambda room, _: ada.read(room, chance.choice(events[room][-4:])[1])),
        ("react", lambda room, other: other.react(room, events[room][-1][1], text()))]

    def settle():
        """Waits until telex has received everything, and asserts that its counts agree with the homeserver's."""
        last = text()
        ada.send(quiet, last)
        pipe.wait(lambda p: p.chats[quiet]["previewText"].endswith(last), "quiet")
        end = time.monotonic() + PATIENCE
        # The receipts that telex sends may change the counts meanwhile.
        while not pipe.reaches(lambda p, counts=ada.counts(): p.counts == counts, 0.2) and time.monotonic() < end:
            pass
        counts = ada.counts()
        assert pipe.counts == counts and pipe.unread == sum(count.messages for count in counts.values()), (
            f"after {done[-15:]}: {pipe.counts}, not {counts}")
        return counts

    for step in range(1, STEPS + 1):
        room = chance.choice(rooms)
        name, deed = chance.choice(always + with_events if events[room] else always)
        done.append(f"{name} in {rooms.index(room)}")
        deed(room, chance.choice(there[room]))
        if chance.random() < 0.1 or step == STEPS:
            counts = settle()
    assert any(count.messages for count in counts.values()), "nothing is unread in the end, so little was tested"
    again = matrix.online(ada).has_chats(*rooms)
    again.wait(lambda p: p.counts == counts, f"a new device to say the same: {counts}")
