"""Random streams of everything that the schema allows: no crash, no hang, no violation of the protocol."""

import json
import random
import string
import subprocess

import pytest

from amounts import amount
from conftest import TELEX

ATOMS = ["a", "b", "echo", "eliza", "nul\u0000nul", "nul", "\u0001", "m1", "m2", "m3", "", " ", "\u202e", "9" * 30, "hello\nthere"]
NUMBERS = [-9007199254740991, -3, 0, 1, 2, 5, 50, 1000, 2**31, 2**52, 9007199254740991]


def generate(schema, root, choose, depth=0):
    """Returns a random value that the schema allows."""
    if "$ref" in schema:
        return generate(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, choose, depth)
    if "anyOf" in schema:
        return generate(choose.choice(schema["anyOf"]), root, choose, depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return choose.choice(schema["enum"])
    kind = schema["type"]
    if isinstance(kind, list):
        kind = choose.choice(kind)
    if kind == "object":
        return {
            name: generate(inner, root, choose, depth + 1)
            for name, inner in schema["properties"].items()
            if name != "id" and (name in schema["required"] or choose.random() < 0.7)
        }
    if kind == "array":
        return [generate(schema["items"], root, choose, depth + 1) for _ in range(choose.randrange(4))]
    if kind == "string":
        if schema.get("format") == "date-time":
            return choose.choice(["2026-01-05T08:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"])
        return choose.choice([atom for atom in ATOMS if len(atom) >= schema.get("minLength", 0)])
    return {"integer": lambda: choose.choice(NUMBERS), "boolean": lambda: choose.random() < 0.5, "null": lambda: None}[kind]()


FAULTS = [{"refuse": "send"}, {"refuse": "create"}, {"delay": "3s"}, {"duplicate": True}, {"reorder": True}, {"offline": True},
          {"online": True}, {"say": {"chatId": "a", "text": "x"}}, {"hold": {"chatId": "b", "text": "y", "messageId": "m1"}}]


def stream(schema, choose, count):
    for number in range(count):
        kind = choose.random()
        if kind < 0.8:
            line = generate(schema["$defs"]["EventLine"], schema, choose)
        elif kind < 0.9:
            line = {"backend": choose.choice(FAULTS)}
        elif kind < 0.95:
            line = {"advance": choose.choice(["1s", "1m", "2d"])}
        else:
            line = {choose.choice(["subscribe", "unsubscribe"]): choose.sample(["badge", "messages", "chatList"], 2)}
        yield {**line, "id": str(number)} if choose.random() < 0.7 else line


@pytest.mark.parametrize("seed", range(amount(10, 200)))
def test_survives_any_stream(telex, schema, validator, seed):
    lines = list(stream(schema, random.Random(seed), 250))
    arguments = ["pipe", "--clock", "virtual", "--store", telex.store, "--record", telex.home / "recording"]
    code, text, err = telex.run(*arguments, lines=lines)
    assert code in (0, 75) and err == "", (code, err)
    out = [json.loads(line) for line in text.strip("\n").split("\n")]
    assert [line["seq"] for line in out] == list(range(len(out)))
    answers = [line["settled"] if "settled" in line else line["cause"] for line in out if "settled" in line or "error" in line]
    assert sorted(filter(None, answers)) == sorted(line["id"] for line in lines if "id" in line)
    for line in out:
        if "model" in line and line["view"] == "messages":
            rows = [row["messageId"] for row in line["model"]["messages"]]
            assert len(rows) == len(set(rows)) <= line["model"]["totalCount"]
    if seed % 5 == 0:
        for line in out:
            validator("LineOut").validate(line)
    (telex.home / "views").write_text(text)
    assert telex.run("replay", "--verify", telex.home / "views", telex.home / "recording") == (0, "", "")
    badges = [line["model"]["unreadCount"] for line in out if line.get("view") == "badge" and "model" in line]
    if "badge" in subscribed(lines):
        assert telex.run("unread", "--store", telex.store) == (0, f"{badges[-1]}\n", "")
    code, again, err = telex.run("pipe", "--clock", "virtual", "--store", telex.store, "--subscribe", "chatList,badge")
    assert code in (0, 75) and err == ""
    last = {line["view"]: line["model"] for line in map(json.loads, again.strip("\n").split("\n")) if "model" in line}
    if last["chatList"]["totalCount"] <= 50:
        assert last["badge"]["unreadCount"] == sum(row["unreadCount"] for row in last["chatList"]["chats"])


def windowed(schema, choose, count):
    """Yields a stream, of which some lines are for other windows. Two of these have names that look the same."""
    for line in stream(schema, choose, count):
        kind = choose.random()
        if kind < 0.05:
            line = {"advance": choose.choice(["200ms", "333ms", "7ms"])}
        elif kind < 0.08:
            yield {"closeWindow": choose.choice(["w", "\u00e9", "e\u0301"])}
            continue
        yield {**line, "window": choose.choice(["w", "\u00e9", "e\u0301"])} if kind < 0.4 else line


@pytest.mark.parametrize("seed", range(amount(4, 100)))
def test_replays_in_another_process(telex, schema, seed):
    """Each process has its own order of sets and dictionaries."""
    lines = list(windowed(schema, random.Random(seed), 150))
    arguments = ["--subscribe", "all", "--updates", ("whole", "patch")[seed % 2], "--record", telex.home / "recording"]
    code, text, err = telex.run("pipe", "--clock", "virtual", *arguments, lines=lines)
    assert code in (0, 75) and err == "", (code, err)
    (telex.home / "views").write_text(text)
    assert text.count("\n") > 75
    assert telex.run("replay", "--verify", telex.home / "views", telex.home / "recording") == (0, "", "")


def subscribed(lines):
    """Returns the views that are subscribed at the end."""
    views = {"badge"}
    for line in lines:
        views = (views | set(line.get("subscribe", []))) - set(line.get("unsubscribe", []))
    return views


def test_keeps_every_character(telex):
    every = "".join(map(chr, range(0x100))) + "\u2028\ufeff\uffff\U0010ffff" + string.printable
    names = ["bank", "bank\u0000evil", "bank\u00010evil", "bank\u00011evil"]
    lines = [{"event": "message.received", "chatId": name, "messageId": name, "title": name, "text": name + every} for name in names]
    telex.pipe("--store", telex.store, lines=lines)
    for name in names:
        opened = {"event": "screen.opening", "screen": "messages", "chatId": name}
        model = [line["model"] for line in telex.pipe("--store", telex.store, lines=[opened]) if line.get("view") == "messages"][-1]
        assert (model["title"], model["totalCount"]) == (name, 1)
        assert [(row["messageId"], row["text"]) for row in model["messages"]] == [(name, name + every)]


def test_repl_accepts_any_number(telex):
    typed = ('/line {"event":"message.received","chatId":"a","text":"x"}\n'
             + "".join(f"/{command} {number}\n" for command in ("open", "go", "dismiss", "retry", "choose")
                       for number in ("-9223372036854775808", "0", "-1", "9223372036854775807", "99999999999999999999", "1e3")))
    code, out, err = telex.run("repl", "--clock", "virtual", text=typed)
    assert (code, err) == (0, "") and "There is no number -9223372036854775808" in out


def test_reports_output_that_cannot_be_written(telex):
    with open("/dev/full", "w") as full:
        for arguments in (["schema"], ["unread"], ["pipe", "--store", "memory"], ["repl", "--store", "memory"]):
            done = subprocess.run([TELEX, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                  env=telex.environment)
            assert done.returncode == 74 and b"No space left" in done.stderr, arguments
