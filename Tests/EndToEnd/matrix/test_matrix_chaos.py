"""Two people chat through a homeserver with telex while connections break and programs are killed at random."""

import contextlib
import random

import pytest

from amounts import amount
from fault_proxy import FaultProxy
from pipe_process import history
from writers import Faults, Writer

# How long one of the two waits for all messages, in seconds.
PATIENCE = 500


@pytest.mark.parametrize("seed", range(1, amount(2, 21)))
def test_loses_duplicates_and_reorders_nothing(matrix, seed):
    messages, intervals = amount(50, 100), amount(10, 15)
    chance, people = random.Random(seed), matrix.people("ada", "bob")
    faults, room = Faults(chance, messages, intervals), matrix.couple(*people)

    def read(side):
        side.pipe.send({"event": "message.reading", "chatId": room})

    with contextlib.ExitStack() as stack:
        for person in people:
            proxy = stack.enter_context(FaultProxy(matrix.homeserver.port, f"{seed} {person.name}"))
            faults.sides.append(Writer(matrix.telex(person, proxy.url), proxy, room, person.name, messages))
        for _ in range(intervals):
            side = faults.happen(chance.choice([*faults.ways, faults.kill, read]))
            if chance.random() < 0.3:
                side.pipe.connect(PATIENCE)
        for side in faults.sides:
            side.settle(PATIENCE)
        faults.compare("the homeserver", people[0].texts(room))
        for side, person in zip(faults.sides, people):
            counts = person.counts()[room]
            side.pipe.wait(lambda p: (p.chats[room]["unreadCount"], p.chats[room]["mentionCount"]) == counts, f"{counts}",
                           PATIENCE)
            assert side.pipe.finish() == 0
            faults.compare_rows(side, history(side.telex, room))
