"""Damaged stores, and what telex export recovers from them."""

import json
import random

import pytest

from amounts import amount
from damage import flipped, gather, leaves, marked, root_page, wipe
from telex_program import Telex, received

COUNT = 600


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The bytes of a store with many messages in one chat, and a contact."""
    telex = Telex(tmp_path_factory.mktemp("sound"))
    telex.pipe("--store", telex.store, "--subscribe", "none", lines=[
        *(received("ada", f"m{number}", marked(number)) for number in range(COUNT)),
        {"event": "contact.adding", "firstName": "Ada", "lastName": "Lovelace"}])
    return gather(telex.store)


@pytest.fixture
def store(telex, sound):
    telex.store.write_bytes(sound)
    return telex.store


def salvaged(telex):
    """Returns the export of the damaged store. Asserts that the store is unchanged, and the export importable."""
    before = telex.store.read_bytes()
    code, out, err = telex.run("export", "--store", telex.store)
    assert code == 65 and "is damaged: only what can be read was exported" in err and "telex import" in err, err
    assert telex.store.read_bytes() == before
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert lines[0] == {"export": {"version": 1}} and lines[-1] == {"end": {"isWhole": False}}
    code, _, err = telex.run("import", "--profile", f"saved-{len(out)}", text=out)
    assert code == 0 and "The export is incomplete" in err, err
    return lines


def texts(lines):
    return [line["message"]["text"] for line in lines if "message" in line]


@pytest.mark.parametrize("fill", [b"\0", b"\xff"])
@pytest.mark.parametrize("some", [
    slice(0, 1), slice(-1, None), slice(4, 5), slice(0, None, 4), slice(3, 7), slice(0, -1), slice(0, None)], ids=str)
def test_recovers_every_message_on_readable_pages(some, fill, telex, store):
    pages = leaves(store)
    assert len(pages) > 10
    gone = list(pages)[some]
    wipe(store, gone, fill)
    lines = salvaged(telex)
    lost = set().union(*(pages[offset] for offset in gone))
    # A message on an interior page is found through the neighbouring pages.
    inner = set(range(COUNT)) - set().union(*pages.values())
    lost |= {number for number in inner if {number - 1, number + 1} <= lost}
    expected = sorted(set(range(COUNT)) - lost)
    assert texts(lines) == [marked(number) for number in expected]
    assert lines[-2]["contact"]["firstName"] == "Ada"


def test_recovers_the_rest_of_a_truncated_file(telex, store, sound):
    lengths = [len(sound) * part // 8 for part in range(3, 8)]
    found = []
    for length in lengths:
        telex.store.write_bytes(sound[:length])
        found.append(len(texts(salvaged(telex))))
    assert found == sorted(found) and found[-1] > COUNT / 2


@pytest.mark.parametrize("tables, name", [
    (["chat"], "ada"), (["chat", "sqlite_autoindex_chat_1"], "lost-1")])
def test_recovers_messages_without_the_row_of_their_chat(tables, name, telex, store):
    wipe(store, [root_page(store, table) for table in tables])
    lines = salvaged(telex)
    assert lines[1] == {"chat": {
        "chatId": name, "title": name, "readUpTo": 0, "deliveredUpTo": 0, "otherReadUpTo": 0}}
    assert len(texts(lines)) == COUNT


@pytest.mark.parametrize("seed", range(8))
def test_any_damage_ends_in_an_error_message(seed, telex, store):
    chance = random.Random(seed)
    with open(store, "r+b") as file:
        for _ in range(chance.randint(1, 40)):
            file.seek(chance.randrange(100, store.stat().st_size))
            file.write(chance.randbytes(chance.randint(1, 64)))
    before = store.read_bytes()
    for command in (["doctor", "--store", store], ["export", "--store", store]):
        code, out, err = telex.run(*command)
        assert code in (0, 65) and (err == "") == (code == 0 or command[0] == "doctor"), (command, code, out, err)
    assert store.read_bytes() == before
    if out:
        assert {"end": {"isWhole": code == 0}} == json.loads(out.strip("\n").split("\n")[-1])
        assert telex.run("import", text=out)[0] == 0


@pytest.mark.parametrize("seed", range(amount(20, 200)))
def test_one_flipped_bit_ends_no_program(seed, telex, sound):
    damaged = flipped(sound, random.Random(seed))
    profile = telex.home / "data/telex/default/telex.sqlite"
    profile.parent.mkdir(parents=True)
    for command in (["export"], ["doctor"], ["wait", "--timeout", "0s", "--since", "start"], ["show", "messages", "ada"]):
        profile.write_bytes(damaged)
        profile.chmod(0o600)
        profile.parent.chmod(0o700)
        code, _, err = telex.run(*command)
        assert code in (0, 65, 67, 74, 75), (command, code, err)


def test_recovers_nothing_from_a_file_that_is_not_a_store(telex, store):
    store.write_bytes(b"this is no database, whatever its name says " * 100)
    code, out, err = telex.run("export", "--store", store)
    assert (code, out) == (65, "") and "Nothing in the store" in err and "unchanged" in err, err
