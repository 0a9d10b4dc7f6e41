"""The JSON schema and independent readers: a validator, generated types, and a program that applies patches."""

import copy
import importlib.util
import json
import pathlib
import random
import re
import subprocess
import sys
import zlib

import jsonpatch
import jsonschema_rs
import pytest

from amounts import amount
from telex_program import ROOT

FIXTURES = sorted(path.parent for path in (ROOT / "Fixtures").glob("*/views.jsonl"))
ATOMS = ["a", "b", "echo", "eliza", "nul\u0000nul", "nul", "\u0001", "m1", "m2", "m3", "", " ", "\u202e", "9" * 30, "hello\nthere"]
NUMBERS = [-9007199254740991, -3, 0, 1, 2, 5, 50, 1000, 2**31, 2**52, 9007199254740991]
DATES = ["2026-01-05T08:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]
FAULTS = [{"refuse": "send"}, {"refuse": "create"}, {"delay": "3s"}, {"duplicate": True}, {"reorder": True}, {"offline": True},
          {"online": True}, {"say": {"chatId": "a", "text": "x"}}, {"hold": {"chatId": "b", "text": "y", "messageId": "m1"}}]
WINDOWS = ["w", "\u00e9", "e\u0301"]


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_accepts_every_line_of_the_fixtures(folder, validator):
    parts = {"views*.jsonl": "LineOut", "recording.jsonl": "RecordingLine"}
    if folder.name != "15-bad-lines":
        parts["events*.jsonl"] = "LineIn"
    found = [(validator(part), line) for pattern, part in parts.items() for path in folder.glob(pattern) for line in lines(path)]
    assert found
    for part, line in found:
        part.validate(line)
        if "changes" in line and "model" in line:
            # Changes refer to rows by their first member.
            assert {*line["changes"]["came"], *line["changes"]["changed"]} <= {*row_ids(line["model"])}, line


def row_ids(model):
    """Yields the first member of each row, including nested rows."""
    for row in (row for rows in model.values() if isinstance(rows, list) for row in rows if isinstance(row, dict)):
        yield next(iter(row.values()))
        yield from row_ids(row)


def places(value, path=()):
    """Yields the path of every object in a value. The first row of a list represents all of them."""
    if isinstance(value, dict):
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for name, value in inner:
        yield from places(value, (*path, name))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def test_accepts_unknown_members_and_rejects_mistyped_ones(validator):
    out, seen = validator("LineOut"), set()
    for line in (line for folder in FIXTURES for path in folder.glob("views*.jsonl") for line in lines(path)):
        for path in places(line):
            more = copy.deepcopy(line)
            for member, value in at(line, path).items():
                if (kind := (line.get("view"), *path, member, type(value))) in seen:
                    continue
                seen.add(kind)
                at(more, path)[member] = ["the wrong type"] if isinstance(value, dict) else {"of": "the wrong type"}
                assert not out.is_valid(more), f"{path} {member} of the wrong type: {line}"
                at(more, path).update({member: value, "unheardOf": 1})
                assert out.is_valid(more), f"lines may grow, but not at {path}: {line}"
    assert len(seen) > 300


def actions(schema, value, root):
    """Yields each action within a value, with the part of the schema that describes it."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    if isinstance(value, list):
        for row in value:
            yield from actions(schema["items"], row, root)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name == "actions":
                parts = root["$defs"][schema["properties"][name]["$ref"].rsplit("/", 1)[1]]["properties"]
                yield from ((parts[action], event) for action, event in inner.items())
            elif name in schema.get("properties", {}):
                yield from actions(schema["properties"][name], inner, root)


def test_each_action_refers_to_its_events_and_lists_its_blanks(schema):
    seen = set()
    for line in (line for folder in FIXTURES for path in folder.glob("views*.jsonl") for line in lines(path)):
        for part, action in actions(schema["$defs"]["LineOut"], line, schema) if "model" not in line else actions(
                {"$ref": schema["$defs"]["ViewLine"]["discriminator"]["mapping"][line["view"]]}, line, schema):
            mapping = part.get("discriminator", {}).get("mapping", {action["event"]: part.get("$ref")})
            definition = schema["$defs"][mapping[action["event"]].rsplit("/", 1)[1]]
            assert definition["properties"]["event"]["const"] == action["event"]
            assert sorted(part.get("x-telex-blank", [])) == sorted(name for name in action if action[name] is None), action
            seen.add(json.dumps(part))
    assert len(seen) > 50


@pytest.mark.parametrize("of, root", [
    ("in", "LineIn"), ("out", "LineOut"), ("recording", "RecordingLine"), ("export", "ExportLine"), ("join", "JoinLine"),
    ("attach", "AttachedProgram")])
def test_prints_one_part(telex, schema, of, root):
    code, text, _ = telex.run("schema", "--of", of)
    part = json.loads(text)
    jsonschema_rs.meta.validate(part)
    assert code == 0 and part["anyOf"] == [{"$ref": f"#/$defs/{root}"}]
    assert part["$defs"].items() <= schema["$defs"].items()
    used = {root} | {*re.findall(r'"\$ref": "#/\$defs/(\w+)"', json.dumps(part["$defs"]))}
    assert used == {*part["$defs"]} and len(used) < len(schema["$defs"])


def test_the_backend_accepts_each_command_of_the_schema(telex, schema, validator):
    choose, commands = random.Random(1), []
    for command in schema["$defs"]["BackendCommand"]["anyOf"]:
        made = [generate(command, schema, choose) for _ in range(100)]
        valid = [value for value in made if validator("BackendCommand").is_valid(value)]
        assert valid, command
        commands += valid
    sent = [{"backend": command, "id": str(number)} for number, command in enumerate(commands)]
    _, out, _ = telex.run("pipe", "--clock", "virtual", "--subscribe", "none", lines=sent)
    errors = [line for line in map(json.loads, out.splitlines()) if "error" in line]
    assert not errors


def generate(schema, root, choose):
    """Returns a random value that the schema allows."""
    if "$ref" in schema:
        return generate(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, choose)
    if "anyOf" in schema:
        return generate(choose.choice(schema["anyOf"]), root, choose)
    if "const" in schema or "enum" in schema:
        return choose.choice(schema.get("enum") or [schema["const"]])
    kind = choose.choice(schema["type"]) if isinstance(schema["type"], list) else schema["type"]
    if kind == "object":
        return {name: generate(inner, root, choose) for name, inner in schema["properties"].items()
                if name != "id" and (name in schema["required"] or choose.random() < 0.7)}
    if kind == "array":
        return [generate(schema["items"], root, choose) for _ in range(choose.randrange(4))]
    if kind == "string":
        if "pattern" in schema:
            return "2s" if re.fullmatch(schema["pattern"], "2s") else "start"
        atoms = [atom for atom in ATOMS if len(atom) >= schema.get("minLength", 0)]
        return choose.choice(DATES if schema.get("format") == "date-time" else atoms)
    return choose.choice({"integer": NUMBERS, "boolean": [True, False], "null": [None]}[kind])


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


def stream(schema, choose, count):
    """Yields random lines, some of them for other windows. Two of these have names that look the same."""
    for number in range(count):
        kind = choose.random()
        if kind < 0.8:
            line = generate(schema["$defs"]["EventLine"], schema, choose)
        elif kind < 0.9:
            line = {"backend": choose.choice(FAULTS)}
        elif kind < 0.95:
            line = {"advance": choose.choice(["200ms", "1s", "1m", "2d"])}
        elif kind < 0.98:
            line = {choose.choice(["subscribe", "unsubscribe"]): choose.sample(["badge", "messages", "chatList"], 2)}
        else:
            line = {"closeWindow": choose.choice(WINDOWS)}
        if "closeWindow" not in line and choose.random() < 0.3:
            line["window"] = choose.choice(WINDOWS)
        yield {**line, "id": str(number)} if choose.random() < 0.7 else line


class Screen:
    """Applies patches (RFC 6902): keeps the model of each view, and the number of its line."""

    def __init__(self):
        self.models, self.checked = {}, 0

    def take(self, line):
        """Returns the line with a whole model."""
        place = line.get("window"), line["view"]
        if "closed" in line:
            self.models.pop(place, None)
            return line
        if "patch" in line:
            number, model = self.models[place]
            assert line["base"] == number, "the patch is not for the model that the reader has"
            line = {**line, "model": jsonpatch.apply_patch(model, line["patch"])}
        self.models[place] = line["seq"], line["model"]
        if "crc32" in line:
            self.checked += 1
            canonical = json.dumps(line["model"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            assert zlib.crc32(canonical.encode()) == line["crc32"], f"line {line['seq']}: not what it should be"
        return {name: line[name] for name in ("window", "view", "cause", "model") if name in line}


@pytest.mark.parametrize("seed", range(amount(6, 200)))
def test_any_stream_is_as_documented(telex, schema, validator, seed):
    """Each process has its own order of sets and dictionaries, so a replay in another one shows that none matters."""
    sent, shown = list(stream(schema, random.Random(seed), 300)), []
    recording, views = telex.home / "recording", telex.home / "views"
    for updates in ("whole", "patch"):
        recording.unlink(missing_ok=True)
        code, text, err = telex.run(
            "pipe", "--clock", "virtual", "--subscribe", "all", "--updates", updates, "--record", recording, lines=sent)
        assert code in (0, 75) and err == "", (code, err)
        views.write_text(text)
        assert telex.run("replay", "--verify", views, recording) == (0, "", "")
        for part, path in ("LineOut", views), ("RecordingLine", recording):
            for line in lines(path):
                validator(part).validate(line)
        screen = Screen()
        # A line with an empty patch has only a checksum.
        taken = [(line, screen.take(line)) for line in lines(views) if "view" in line]
        shown.append([whole for line, whole in taken if line.get("patch") != []])
    assert shown[0] == shown[1] and screen.checked > 0


def made_by_datamodel(schema, path):
    subprocess.run(
        [sys.executable, "-m", "datamodel_code_generator", "--input", schema, "--input-file-type", "jsonschema",
         "--output", path, "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"],
        check=True, capture_output=True)


def made_by_gentypes(schema, path):
    subprocess.run(
        [pathlib.Path(sys.executable).with_name("jsonschema-gentypes"), "--json-schema", schema, "--python", path],
        check=True, capture_output=True)


@pytest.mark.parametrize("make", [made_by_datamodel, made_by_gentypes])
def test_generated_types_are_readable_and_accept_every_output_line_of_the_fixtures(make, schema, tmp_path):
    jsonschema_rs.meta.validate(schema)
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    path = tmp_path / "types.py"
    make(tmp_path / "schema.json", path)
    found = set(re.findall(r"^(?:class )?([A-Z]\w*[a-z]\w*)(?: *=|\(| *:)", path.read_text(), re.MULTILINE))
    assert {"ChatListRow", "MessageSending", "MessagesViewModel", "SettledLine", "MessageKind"} <= found
    assert len(found & {*schema["$defs"]}) > 190
    assert not [name for name in found if re.search(r"\d", name)]
    if make == made_by_gentypes:
        return
    spec = importlib.util.spec_from_file_location("made_types", path)
    module = sys.modules["made_types"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path in sorted((ROOT / "Fixtures").glob("*/views*.jsonl")):
        for line in path.read_bytes().splitlines():
            read = module.LineOut.model_validate_json(line)
            # Parsing loses no members.
            assert json.loads(read.model_dump_json(exclude_unset=True)).keys() == json.loads(line).keys()
