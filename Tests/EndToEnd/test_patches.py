"""Patches (RFC 6902) and coalescing: they reconstruct the full models, and skip only superseded ones."""

import copy
import json
import random
import re
import zlib

import jsonpatch
import jsonschema
import pytest

from conftest import as_text, received
from test_fuzz import stream

SEEDS = range(8)


def as_bytes(model):
    """Returns a model in canonical form (RFC 8785)."""
    return json.dumps(model, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


class Screen:
    """Applies patches: keeps the current model of each view, and the number of its line."""

    def __init__(self):
        self.models, self.lines, self.checked = {}, {}, 0

    def take(self, line):
        view = line["view"]
        if "closed" in line:
            del self.models[view], self.lines[view]
            return
        if "model" in line:
            self.models[view] = line["model"]
        else:
            assert line["base"] == self.lines[view], "the patch is not for the model that the reader has"
            self.models[view] = jsonpatch.apply_patch(self.models[view], line["patch"])
        self.lines[view] = line["seq"]
        if "crc32" in line:
            self.checked += 1
            checksum = zlib.crc32(as_bytes(self.models[view]))
            assert checksum == line["crc32"], f"line {line['seq']}: the {view} is not what it should be"


def is_shown(line):
    return "view" in line and line.get("patch") != []


def two_runs(telex, lines, *arguments):
    """Runs the same lines with whole models and with patches; returns both outputs."""
    both = []
    for updates in ("whole", "patch"):
        code, text, err = telex.run("pipe", "--clock", "virtual", "--updates", updates, *arguments, lines=lines)
        assert code in (0, 75) and err == "", (code, err)
        both.append([json.loads(line) for line in text.strip("\n").split("\n")])
        assert [line["seq"] for line in both[-1]] == list(range(len(both[-1])))
    return both


@pytest.mark.parametrize("seed", SEEDS)
def test_patches_reconstruct_the_models_of_the_whole_stream(telex, schema, seed):
    expected, patched = two_runs(telex, list(stream(schema, random.Random(seed), 400)))
    screen, made = Screen(), []
    for line in patched:
        if "view" in line:
            screen.take(line)
        if is_shown(line):
            made.append((line["view"], line["cause"], line.get("closed"), as_bytes(screen.models.get(line["view"]))))
    shown = [(line["view"], line["cause"], line.get("closed"), as_bytes(line.get("model"))) for line in expected if is_shown(line)]
    assert made == shown
    assert screen.checked > 0
    assert [line for line in map(without_seq, patched) if "view" not in line] == [
        line for line in map(without_seq, expected) if "view" not in line]


def without_seq(line):
    return {name: value for name, value in line.items() if name != "seq"}


def chat_lines(count, choose):
    """Yields a busy session: messages in three chats, one of them open and read now and then."""
    yield {"event": "screen.opening", "screen": "messages", "chatId": "c0"}
    for number in range(count):
        yield received(f"c{choose.randrange(3)}", f"m{number}", f"text {number}")
        if choose.random() < 0.1:
            yield {"event": "message.reading", "chatId": "c0"}


def test_at_least_every_256th_update_of_a_view_is_a_whole_model(telex):
    _, patched = two_runs(telex, list(chat_lines(900, random.Random(1))))
    for view in ("chatList", "messages"):
        lines = [line for line in patched if line.get("view") == view and line.get("patch") != []]
        kinds = ["model" if "model" in line else "check" if "crc32" in line else "patch" for line in lines]
        # The messages begin with two whole models: while they load, and once they are loaded.
        runs = "".join(kind[0] for kind in kinds).split("m")[1:]
        assert all(len(run) <= 255 for run in runs)
        assert any(len(run) == 255 for run in runs)
        for run in runs:
            assert [index for index, kind in enumerate(run, 1) if kind == "c"][:7] == [
                number for number in range(32, 225, 32) if number <= len(run)]


def test_patch_size_depends_on_the_change_only(telex):
    expected, patched = two_runs(telex, list(chat_lines(500, random.Random(2))))
    
    def size(lines):
        return sum(len(as_text(line)) for line in lines if line.get("view") in ("messages", "chatList"))

    assert size(patched) * 5 < size(expected)


def test_next_checksum_detects_a_tampered_patch(telex):
    _, patched = two_runs(telex, list(chat_lines(300, random.Random(3))))
    tampered = copy.deepcopy(patched)
    came = next(operation for line in tampered if line.get("view") == "messages"
                for operation in line.get("patch", []) if operation["op"] == "add" and "/messages/" in operation["path"])
    came["value"]["text"] += "!"
    screen = Screen()
    with pytest.raises(AssertionError, match="is not what it should be"):
        for line in tampered:
            if "view" in line:
                screen.take(line)


def test_patch_lines_match_the_schema(telex, schema):
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/LineOut", "$defs": schema["$defs"]})
    _, patched = two_runs(telex, list(stream(schema, random.Random(9), 150)))
    for line in patched:
        validator.validate(line)


def test_recording_with_patches_replays_with_patches(telex):
    lines = list(chat_lines(100, random.Random(4)))
    recording, views = telex.home / "recording", telex.home / "views"
    code, text, err = telex.run("pipe", "--clock", "virtual", "--updates", "patch", "--record", recording, lines=lines)
    assert (code, err) == (0, "")
    views.write_text(text)
    assert telex.run("replay", "--verify", views, recording) == (0, "", "")
    assert telex.run("replay", recording)[1] == text


@pytest.mark.parametrize("updates", ["whole", "patch"])
def test_coalescing_skips_only_superseded_updates(telex, updates):
    """The reader starts after all input was sent. Its final models must be those of the whole stream."""
    lines = [{**line, "id": str(number)} if number % 50 == 0 else line
             for number, line in enumerate(chat_lines(3000, random.Random(5)))]
    arguments = ("pipe", "--store", "memory", "--subscribe", "badge,messages")
    expected = [json.loads(line) for line in telex.run(*arguments, lines=lines)[1].strip("\n").split("\n")]
    process = telex.start(*arguments, "--coalesce", "--updates", updates)
    process.stdin.write("".join(as_text(line) + "\n" for line in lines).encode())
    process.stdin.close()
    out = [json.loads(line) for line in process.stdout]
    assert process.wait() == 0
    assert [line["seq"] for line in out] == list(range(len(out)))
    assert len(out) < len(expected), "the reader was slow, and nothing was left out"
    screen = Screen()
    for line in out:
        if "view" in line:
            screen.take(line)
    last = {line["view"]: line["model"] for line in expected if "model" in line}
    assert timeless(screen.models) == timeless(last)
    assert [line for line in map(without_seq, out) if "view" not in line] == [
        line for line in map(without_seq, expected) if "view" not in line]
    # Updates never move across other lines: at each of those, both streams have the same models.
    assert timeless(states(out)) == timeless(states(expected))


def timeless(value):
    """Removes dates and times from the value, because two runs can fall into different minutes."""
    text = re.sub(r'"\d{4}-[-T:.0-9]+Z"', '"date"', json.dumps(value, sort_keys=True))
    return re.sub(r'"\d\d:\d\d"', '"--:--"', text)


def states(lines):
    screen, states = Screen(), []
    for line in lines:
        if "view" in line:
            screen.take(line)
        elif "settled" in line:
            states.append((line["settled"], screen.models.get("badge"), screen.models.get("messages")))
    return states


def test_coalescing_requires_the_wall_clock(telex):
    code, out, err = telex.run("pipe", "--clock", "virtual", "--coalesce")
    assert code == 64 and out == "" and "--clock virtual" in err


def test_coalesced_stream_cannot_be_recorded(telex):
    code, out, err = telex.run("pipe", "--coalesce", "--record", telex.home / "recording")
    assert (code, out) == (64, "") and "--record cannot be used with --coalesce" in err
    assert not (telex.home / "recording").exists()


def test_coalesced_stream_says_bye_when_it_is_terminated(telex):
    process = telex.start("pipe", "--store", "memory", "--coalesce")
    for number in range(500):
        process.stdin.write((as_text(received("c", f"m{number}")) + "\n").encode())
    process.stdin.write(b'{"subscribe":[],"id":"all"}\n')
    process.stdin.flush()
    lines = []
    while not lines or "settled" not in lines[-1]:
        lines.append(json.loads(process.stdout.readline()))
    process.terminate()
    rest = [json.loads(line) for line in process.stdout]
    assert rest[-1]["bye"] == "signal"
    assert process.wait() in (-15, 143)


def test_coalesced_stream_ends_when_its_reader_exits(telex):
    process = telex.start("pipe", "--store", "memory", "--coalesce")
    process.stdout.close()
    try:
        for number in range(2000):
            process.stdin.write((as_text(received("c", f"m{number}")) + "\n").encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait() in (-13, 141)
