"""Damages copies of a store, by a flipped bit or by two pages that change places, and runs commands on each.

    Scripts/soak damage [--copies N] [--seed N]

Fails if a signal ends a command, if it does not end, or if an export says that it is whole and is not.
"""

import collections
import pathlib
import random
import subprocess
import sys
import tempfile

from amounts import options
from damage import PAGE, flipped, gather, marked
from telex_program import PATIENCE, Telex, received

COMMANDS = (["export"], ["doctor"], ["wait", "--timeout", "0s", "--since", "start"], ["show", "messages", "c3"])


def make(telex):
    """Returns the bytes of a store with something in each table."""
    chats = [f"c{number}" for number in range(12)]
    telex.pipe("--store", telex.store, "--subscribe", "none", lines=[
        *(received(chats[number % 12], f"m{number}", marked(number) * (1 + 90 * (number % 97 == 0))) for number in range(400)),
        *({"event": "reaction.added", "chatId": chat, "messageId": message, "key": "+1", "senderId": "bob"}
          for chat in chats for message in ("m0", "late")),
        *({"event": "chat.drafting", "chatId": chat, "text": "not sent"} for chat in chats[::3]),
        *({"event": "message.sending", "chatId": chat, "text": "is sent"} for chat in chats[::5]),
        *({"event": "contact.adding", "firstName": f"Ada {number}", "lastName": "Lovelace"} for number in range(40)),
        *({"event": "reminder.adding", "summary": f"Tea {number}", "dueText": "in 3 days"} for number in range(40))])
    return gather(telex.store)


def swapped(data, chance):
    """Returns the data with two of its pages in each other's place."""
    one, other = (PAGE * page for page in chance.sample(range(1, len(data) // PAGE), 2))
    swapped = bytearray(data)
    swapped[one:one + PAGE], swapped[other:other + PAGE] = data[other:other + PAGE], data[one:one + PAGE]
    return swapped


def run(telex, data, command):
    """Runs a command on a profile with this store; returns its exit code, or how else it ended, and its output."""
    store = telex.home / "data/telex/default/telex.sqlite"
    for end in ("", "-wal", "-shm"):
        store.with_name(store.name + end).unlink(missing_ok=True)
    store.write_bytes(data)
    # Otherwise, doctor complains of that.
    store.chmod(0o600)
    store.parent.chmod(0o700)
    process = telex.start(*command)
    try:
        out, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "hang", ""
    return ("signal" if process.returncode < 0 else process.returncode), out.decode()


def items(out):
    return sum(line.startswith(('{"chat"', '{"message"', '{"contact"', '{"reminder"')) for line in out.splitlines())


def main():
    given = options(__doc__, copies=1500, seed=1)
    ends = collections.Counter()
    with tempfile.TemporaryDirectory() as home:
        telex = Telex(pathlib.Path(home))
        (telex.home / "data/telex/default").mkdir(parents=True)
        sound = make(telex)
        whole = items(run(telex, sound, ["export"])[1])
        for copy in range(given.copies):
            chance = random.Random(given.seed * 1_000_003 + copy)
            kind, damage = ("swapped", swapped) if copy % 20 == 0 else ("flipped", flipped)
            data = damage(sound, chance)
            for command in COMMANDS:
                end, out = run(telex, data, command)
                if command == ["export"] and end == 0 and items(out) < whole:
                    end = "wrong whole"
                ends[kind, command[0], end] += 1
                if isinstance(end, str):
                    print(f"{kind} copy {copy}, {command[0]}: {end}", flush=True)
    for (kind, command, end), count in sorted(ends.items(), key=str):
        print(f"{kind:8} {command:8} {end!s:12} {count}")
    sys.exit(any(isinstance(end, str) for *_, end in ends))


main()
