"""Tests the JSON schema with an independent validator: it accepts every valid line, and rejects invalid ones."""

import copy
import json
import random

import jsonschema_rs
import pytest

from conftest import ROOT
from test_fuzz import generate

FIXTURES = sorted(path.parent for path in (ROOT / "Fixtures").glob("*/views.jsonl"))


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_is_a_valid_schema(schema):
    jsonschema_rs.meta.validate(schema)
    assert schema["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_accepts_every_output_line_of_the_fixtures(folder, validator):
    out = validator("LineOut")
    views = sorted(folder.glob("views*.jsonl"))
    assert views
    for path in views:
        for line in lines(path):
            out.validate(line)
    recording = validator("RecordingLine")
    for path in folder.glob("recording.jsonl"):
        for line in lines(path):
            recording.validate(line)


GOOD = [folder for folder in FIXTURES if folder.name != "15-bad-lines"]


@pytest.mark.parametrize("folder", GOOD, ids=lambda folder: folder.name)
def test_accepts_every_input_line_of_the_fixtures(folder, validator):
    into = validator("LineIn")
    for path in folder.glob("events*.jsonl"):
        for line in lines(path):
            into.validate(line)


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_changes_refer_to_rows_by_their_first_member(folder):
    for path in folder.glob("views*.jsonl"):
        for line in lines(path):
            if "changes" not in line or "model" not in line:
                continue
            assert {*line["changes"]["came"], *line["changes"]["changed"]} <= {*row_ids(line["model"])}, line


def row_ids(model):
    """Yields the first member of each row, including nested rows."""
    for rows in (value for value in model.values() if isinstance(value, list)):
        for row in rows:
            if isinstance(row, dict):
                yield next(iter(row.values()))
                yield from row_ids(row)


def test_accepts_recordings(validator, telex):
    events = (ROOT / "Fixtures/05-send/events.jsonl").read_text()
    code, _, err = telex.run("pipe", "--clock", "virtual", "--record", telex.home / "recording", text=events)
    assert code == 0, err
    recording = validator("RecordingLine")
    for line in lines(telex.home / "recording"):
        recording.validate(line)


def shapes():
    """Returns fixture lines that together contain every member at every place with every type that occurs."""
    seen, found = set(), []
    for folder in FIXTURES:
        for path in sorted(folder.glob("views*.jsonl")):
            for line in lines(path):
                kinds = {(line.get("view"), *kind) for kind in members(line)}
                if not kinds <= seen:
                    seen |= kinds
                    found.append(thin(line))
    return found


def thin(value):
    """Returns the value with only the first row of each list."""
    if isinstance(value, dict):
        return {name: thin(inner) for name, inner in value.items()}
    return [thin(inner) for inner in value[:1]] if isinstance(value, list) else value


def members(value, place=()):
    """Yields the place and type of each member. The first row of a list represents all of them."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield (*place, name), type(inner).__name__
            yield from members(inner, (*place, name))
    elif isinstance(value, list) and value:
        yield from members(value[0], (*place, 0))


def places(value, path=()):
    """Yields the path of every object in a value."""
    if isinstance(value, dict):
        yield path
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def at(value, path):
    for step in path:
        value = value[step]
    return value


SELDOM = {"errorRevision", "noticeRevision", "invitationText", "gapText", "firstNewId", "progressText", "liveChatId", "actions",
          "lastMessage", "senderId", "sinceDate", "userId", "membersText", "name", "standing", "change",
          "successorId", "oldValue", "newValue", "window", "draftText", "replyTo", "reactions", "spans", "replyToId",
          "key", "url", "language"}


def optional(member, owner, path):
    """Returns whether a member may be missing, for example an unavailable action or a rarely used member."""
    if member in SELDOM or path[-1:] == ("actions",):
        return True
    if "outcome" in owner and member not in ("seq", "settled", "outcome", "id"):
        return True
    if "event" in owner:
        return member in ("messageId", "title", "date", "reason", "chatId", "replyToId", "spans") or owner.get("screen") == "contactForm"
    if "excerpt" in owner:
        return member == "senderName"
    if member == "reason":
        return "state" in owner or "changeKind" in owner
    if member == "dueDate":
        return "understoodText" in owner
    if member == "messageId":
        return "notificationId" in owner
    return member in ("chatId", "reminderId", "title") and {"notificationId", "timeText"} & {*owner}


def test_accepts_unknown_members_and_rejects_missing_or_mistyped_ones(validator):
    out = validator("LineOut")
    tried = 0
    for line in shapes():
        assert out.is_valid(line), line
        for path in places(line):
            more = copy.deepcopy(line)
            at(more, path)["unheardOf"] = 1
            assert out.is_valid(more), f"lines may grow, but not at {path}: {line}"
            for member, value in at(line, path).items():
                wrong = copy.deepcopy(line)
                at(wrong, path)[member] = ["the wrong type"] if isinstance(value, dict) else {"of": "the wrong type"}
                assert not out.is_valid(wrong), f"{path} {member} of the wrong type: {line}"
                tried += 3
                if optional(member, at(line, path), path):
                    continue
                fewer = copy.deepcopy(line)
                del at(fewer, path)[member]
                assert not out.is_valid(fewer), f"{path} without {member}: {line}"
    assert tried > 1000


STRANGE = [None, True, 0, 1, -1, 1.0, 2.5, 1e3, 2**31 - 1, 2**31, 2**53 - 1, 2**53, -2**53, "", "x", "2026-01-05T09:00:00Z",
           "2026-13-05T09:00:00Z", "sent", "text", "messages", [], ["badge"], ["x"], {}, {"chatId": "a"}]


def spoilt(value, choose):
    """Returns the value with one member or element replaced or removed."""
    if isinstance(value, dict) and value and choose.random() < 0.8:
        name = choose.choice([*value])
        if choose.random() < 0.2:
            return {other: inner for other, inner in value.items() if other != name}
        return {**value, name: spoilt(value[name], choose)}
    if isinstance(value, list) and value and choose.random() < 0.8:
        index = choose.randrange(len(value))
        return [*value[:index], spoilt(value[index], choose), *value[index + 1:]]
    return choose.choice(STRANGE)


@pytest.mark.parametrize("seed", range(3))
def test_accepts_exactly_the_lines_that_the_program_accepts(validator, telex, schema, seed):
    choose = random.Random(seed)
    into = validator("LineIn", validate_formats=True)
    lines = []
    while len(lines) < 3000:
        line = generate(schema["$defs"]["EventLine"], schema, choose)
        for _ in range(choose.randrange(3)):
            line = spoilt(line, choose)
        if isinstance(line, dict) and not {"subscribe", "unsubscribe", "advance", "backend"} & {*line}:
            lines.append({**line, "id": str(len(lines))})
    _, out, _ = telex.run("pipe", "--clock", "virtual", "--subscribe", "none", lines=lines)
    refused = {error["cause"]: error["error"] for error in map(json.loads, out.splitlines()) if "error" in error}
    wrong = [(line, refused.get(line["id"], {}).get("reason")) for line in lines
             if into.is_valid(line) == (line["id"] in refused)]
    assert not wrong, wrong[:5]
    assert 500 < len(refused) < 2500
