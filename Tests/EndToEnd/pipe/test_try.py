"""`telex try`: scenarios, idleness, kills, chaos and reports, with real programs."""

import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys

import pytest

from server import wait_until
from telex_program import PATIENCE, TELEX, as_text, received
from test_clients import CLIENTS, DENO, EXAMPLES, home

# It answers with "Hello, TEXT!". What the program does with a message, and when it keeps the cursor, is up to the test.
BOT = """
import json, os, pathlib, subprocess, sys, time
kept = pathlib.Path.home() / "cursor"
after = kept.read_text() if kept.exists() else "start"
telex = subprocess.Popen(["telex", "pipe", "--profile", "work", "--subscribe", "inbox", "--after", after],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
asked = None

def write(line, **blanks):
    print(json.dumps({{**line, **blanks}}), file=telex.stdin)

def answer(row):
    {answer}

for text in telex.stdout:
    line = json.loads(text) if text.endswith("\\n") else sys.exit()
    if line.get("view") == "inbox":
        {before}
        for row in line["model"]["messages"]:
            if not row["isOwn"]:
                answer(row)
        write({{"subscribe": [], "id": line["model"]["cursor"]}})
    elif line.get("settled", "").startswith("virtual"):
        {after}
"""
KEEP = 'kept.write_text(line["settled"])'
STABLE = 'write(row["actions"]["answer"], text=f"Hello, {row[\'text\']}!", id="a", messageId="to " + row["chatId"] + row["messageId"])'
RANDOM = 'write(row["actions"]["answer"], text=f"Hello, {row[\'text\']}!", id="a")'
EARLY = 'kept.write_text(line["model"]["cursor"])'
# As it must be done: in one step, and kept before anything else happens.
DURABLE = """fresh = kept.with_name("new")
        with open(fresh, "w") as file:
            file.write(line["model"]["cursor"])
            file.flush()
            os.fsync(file.fileno())
        os.rename(fresh, kept)"""
# It can talk with one person at a time.
RACY = """global asked
    if row["text"] == "hi":
        asked = row["actions"]["answer"]
        write(asked, text="Who are you?")
    else:
        write(asked, text=f"Hello, {row['text']}!")"""


def said(chat, message, text):
    return {**received(chat, message, text), "senderId": chat}


def expects(chat, text):
    return {"expect": {"event": "message.sending", "chatId": chat, "text": text}}


def dialog(chat):
    return [said(chat, "m1", "hi"), expects(chat, "Who are you?"), said(chat, "m2", chat), expects(chat, f"Hello, {chat}!")]


GREETING = [said("ada", "m1", "Ada"), expects("ada", "Hello, Ada!")]


@pytest.fixture
def trial(home):
    """Returns a function that tries a program in Python with a scenario."""
    def play(scenario, program, *options, command=None):
        path = home.home / "scenario.jsonl"
        if scenario is not None:
            path.write_text("".join(as_text(line) + "\n" for line in scenario))
        (home.home / "bot.py").write_text(program)
        command = command or [sys.executable, home.home / "bot.py"]
        code, out, err = home.run("try", "--within", "20s", *options, path, "--", *command)
        assert not err, err
        # Nothing is left behind.
        assert not [*home.home.glob("telex-try.*")]
        return code, out
    return play


def bot(answer=STABLE, before="pass", after=KEEP):
    return BOT.format(answer=answer, before=before, after=after)


def test_passes_and_fails(trial):
    assert trial(GREETING, bot())[0] == 0
    code, out = trial([{"title": "greets"}, said("ada", "m1", "Ada"), expects("ada", "Hello, Bob!")], bot())
    assert code == 1
    lines = out.splitlines()
    assert lines[0].startswith("FAILED") and lines[0].endswith("scenario.jsonl: greets")
    assert lines[1] == "    Line 3: The program sent something else."
    assert '      text: "Hello, Ada!", not "Hello, Bob!"' in lines
    assert any(line.startswith("      09:00:00.000  line 2") for line in lines)
    assert any(line.startswith("      09:00:00.000  program") and "Hello, Ada!" in line for line in lines)
    assert "    The program was still running." in lines


def test_shows_how_the_program_ended(trial):
    code, out = trial(GREETING, "import sys; print('no cursor'); sys.exit(3)")
    assert code == 1
    assert "Line 2: The program ended with exit code 3." in out and "It printed:\n      no cursor\n" in out
    assert trial([{"expectExit": 3}], "import sys; sys.exit(3)")[0] == 0
    assert trial([{"expectExit": 137}], "import os; os.kill(os.getpid(), 9)")[0] == 0
    assert "Signal 9 ended the program." in trial([{"expectExit": 0}], "import os; os.kill(os.getpid(), 9)")[1]
    assert trial([], "import sys; sys.exit(3)")[0] == 1


def test_names_come_back_and_outcomes_and_views_are_seen(trial):
    scenario = [
        said("ada", "m1", "Ada"),
        {"expect": {"event": "message.sending", "chatId": "ada", "text": {"matches": "^Hello, (.*)!"},
                    "messageId": {"as": "answer"}}},
        {"expectOutcome": {"outcome": "sent"}},
        {"event": "message.readByOther", "chatId": "ada", "messageId": {"as": "answer"}},
        {"expectView": "messages", "chatId": "ada", "model": {"title": "ada", "messages": [
            {"text": "Ada"}, {"messageId": {"as": "answer"}, "state": "read"}]}},
        {"expectView": "badge", "model": {"unreadCount": 1}},
        {"backend": {"refuse": "send", "reason": "Not now."}},
        said("ada", "m2", "Bob"), expects("ada", "Hello, Bob!"), {"expectOutcome": {"outcome": "failed", "reason": "Not now."}},
        {"event": "message.reading", "chatId": "ada", "id": "r"}, {"expectOutcome": {"id": "r", "outcome": "done"}},
        {"expectView": "badge", "model": {"unreadCount": 0}}, {"expectNothing": True}]
    code, out = trial(scenario, bot())
    assert code == 0, out
    for line, change in ((2, {"outcome": "done"}), (9, {"outcome": "sent"})):
        code, out = trial([*scenario[:line], {"expectOutcome": change}], bot())
        assert code == 1 and f"Line {line + 1}: The outcome is another one." in out
    code, out = trial([*scenario[:5], {"expectView": "badge", "model": {"unreadCount": 7}}], bot())
    assert code == 1 and "      unreadCount: 1, not 7" in out.splitlines()


def test_waits_until_the_program_has_done_everything(trial):
    # It reads slowly, computes, and asks another program, before each answer.
    slow = f"end = time.process_time() + 0.3\n    while time.process_time() < end: pass\n    subprocess.run(['sleep', '0']); {RANDOM}"
    scenario = [said("ada", f"m{number}", "Ada") for number in range(3)]
    view = {"expectView": "messages", "chatId": "ada", "model": {"messages": [{"text": "Ada"}] * 3 + [{"text": "Hello, Ada!"}] * 3}}
    code, out = trial([*scenario, view], bot(slow))
    assert code == 0, out
    assert trial([*scenario, {"expectNothing": True}], bot(slow))[0] == 1
    # It sleeps, which `expect` waits for.
    assert trial(GREETING, bot(f"time.sleep(0.5); {STABLE}"))[0] == 0
    # It never rests.
    code, out = trial([said("ada", "m1", "Ada"), {"expectNothing": True}], bot("while True: pass"), "--within", "1s")
    assert code == 1 and "The program is still busy after 1s: python" in out


def test_what_a_telex_has_left_in_a_pipe_is_unread(trial):
    command = ["sh", "-c", "telex pipe | sleep 3600"]
    code, out = trial([{"expectNothing": True}], "", "--within", "1s", command=command)
    assert code == 1 and "The program is still busy after 1s: sleep (process " in out and "has not read everything" in out
    assert trial([{"expectNothing": True}], "", command=["sh", "-c", "telex pipe | (cat >/dev/null; sleep 3600)"])[0] == 0


def test_shows_lines_that_were_refused(trial):
    wrong = 'write({"event": "message.sending", "chatId": "ada"})'
    code, out = trial(GREETING, bot(wrong), "--within", "1s")
    assert code == 1 and '(a line was refused: message.sending needs the member "text"' in out


def test_an_answer_too_many_is_noticed(trial):
    twice = bot(f"{RANDOM}; {RANDOM}")
    assert "sent something that no line expects" in trial(GREETING, twice)[1]
    assert trial([*GREETING, {"expectNothing": {"chatId": "ada"}}], twice)[0] == 1
    assert trial([*GREETING, {"expectNothing": {"chatId": "bob"}}, expects("ada", "Hello, Ada!")], twice)[0] == 0
    # With an id of its own, a message is sent once.
    assert trial([*GREETING, {"expectNothing": True}], bot(f"{STABLE}; {STABLE}"))[0] == 0


def test_time_moves_only_with_the_scenario(trial):
    reminder = 'write({"event": "reminder.adding", "chatId": row["chatId"], "summary": "tea", "dueText": "in 2 hours"}, id="r")'
    scenario = [said("ada", "m1", "Ada"), {"expect": {"event": "reminder.adding"}}, {"expectOutcome": {"outcome": "done"}}]
    heading = [{"expectView": "notification", "model": {"notifications": [{"chatId": "ada"}]}}]
    due = [{"expectView": "notification", "model": {"notifications": [{"previewText": "tea"}, {"chatId": "ada"}]}}]
    code, out = trial([*scenario, {"advance": "119m"}, *heading, {"advance": "1m"}, *due], bot(reminder))
    assert code == 0, out
    assert trial([*scenario, {"advance": "119m"}, *due], bot(reminder))[0] == 1


def test_a_bot_that_answers_twice_after_a_kill_is_found(trial):
    two = [*GREETING, said("bob", "m1", "Bob"), expects("bob", "Hello, Bob!")]
    code, out = trial(two, bot(), "--kill")
    assert code == 0, out
    assert int(out.split("(played ")[1].split()[0]) > 10
    assert trial(two, bot(RANDOM))[0] == 0
    code, out = trial(two, bot(RANDOM), "--kill")
    assert code == 1 and "2 times: the text " in out and "The program was killed after line" in out


def test_a_bot_that_loses_a_message_after_a_kill_is_found(trial):
    # It keeps the cursor before it has answered.
    early = bot(f"time.sleep(0.2); {STABLE}", before=EARLY, after="pass")
    assert trial(GREETING, early)[0] == 0
    code, out = trial(GREETING, early, "--kill", "--within", "2s")
    assert code == 1 and "was killed after line" in out


def test_a_bot_that_keeps_its_place_at_once_and_then_answers_is_found(trial):
    early = bot(before=DURABLE, after="pass")
    assert trial(GREETING, early)[0] == 0
    code, out = trial(GREETING, early, "--kill", "--within", "2s", "--json")
    result = json.loads(out)
    assert code == 1 and result["killedLine"]["view"] == "inbox", out
    assert "what it wrote then is lost" in out, out


def test_a_bot_that_answers_and_then_keeps_its_place_at_once_is_found(trial):
    late = bot(RANDOM, after="pass").replace('        write({"subscribe"', f'        {DURABLE}\n        write({{"subscribe"')
    assert trial(GREETING, late)[0] == 0
    code, out = trial(GREETING, late, "--kill")
    assert code == 1 and '2 times: the text "Hello, Ada!"' in out, out


def test_a_bot_with_a_race_is_found_by_chaos(trial):
    scenario = [*dialog("ada"), *dialog("bob"), *dialog("eve")]
    assert trial(scenario, bot(RACY))[0] == 0
    code, out = trial(scenario, bot(RACY), "--chaos")
    assert code == 1
    seed = out.split("--chaos --seed ")[1].split()[0]
    again = trial(scenario, bot(RACY), "--chaos", "--seed", seed)
    assert again[0] == 1
    careful = RACY.replace("asked = row", "asked = asked or {}; asked[row['chatId']] = row") \
        .replace("write(asked,", "write(asked[row['chatId']],")
    code, out = trial(scenario, bot(careful), "--chaos")
    assert code == 0, out


def test_update_writes_what_happens(trial, home):
    path = home.home / "scenario.jsonl"
    code, out = trial([said("ada", "m1", "Ada"), said("bob", "m1", "Bob")], bot(), "--update")
    assert code == 0 and out.startswith("written")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines == [said("ada", "m1", "Ada"), expects("ada", "Hello, Ada!"), said("bob", "m1", "Bob"), expects("bob", "Hello, Bob!")]
    text = path.read_text()
    assert trial(None, bot())[0] == 0
    assert trial(None, bot(), "--update")[1].startswith("kept") and path.read_text() == text
    # Only what differs changes.
    view = {"expectView": "badge", "model": {"unreadCount": 7}}
    wild = {"expect": {"event": "message.sending", "chatId": "bob", "text": {"matches": "^Hel"}}}
    code, _ = trial([*lines[:3], wild, view], bot(STABLE.replace("Hello, ", "Hell o, ")), "--update")
    assert code == 0
    updated = [json.loads(line) for line in path.read_text().splitlines()]
    assert updated == [lines[0], expects("ada", "Hell o, Ada!"), lines[2], wild, {**view, "model": {"unreadCount": 2}}]


def test_update_keeps_what_a_program_that_fails_did_not_send(trial, home):
    crash = bot("sys.exit(3)")
    for rest in ([], [{"expectExit": 0}]):
        code, out = trial([*GREETING, *rest], crash, "--update")
        path = home.home / "scenario.jsonl"
        assert code == 1 and "Line 2: The program ended with exit code 3." in out
        assert out.endswith(f"not written {path}\n")
        assert [json.loads(line) for line in path.read_text().splitlines()] == [*GREETING, *rest]
    # It has to end like this.
    assert trial([*GREETING, {"expectExit": 3}], crash, "--update")[0] == 0
    # Nothing was expected, and nothing came.
    assert trial([said("ada", "m1", "Ada")], crash, "--update")[0] == 1


def test_reports_for_programs(trial, validator):
    code, out = trial([{"title": "a # b"}, *GREETING], bot(), "--tap")
    assert code == 0 and out.splitlines()[:2] == ["TAP version 14", "1..1"]
    assert out.splitlines()[2].startswith("ok 1 - ") and out.splitlines()[2].endswith("a \\# b")
    assert "not ok 1 - " in trial([expects("ada", "hi")], "pass", "--tap")[1]
    for scenario, passes in ((GREETING, True), ([said("ada", "m1", "x"), expects("ada", "hi")], False)):
        code, out = trial(scenario, bot(), "--json")
        result = json.loads(out)
        validator("TrialResult").validate(result)
        assert result["hasPassed"] == passes == (code == 0)
    assert result["nearest"]["text"] == "Hello, x!" and result["differences"][0]["memberPath"] == "text"


def test_tap_says_that_it_cannot_go_on(home, tmp_path):
    (tmp_path / "bad").write_text('{"expct":{}}\n')
    (tmp_path / "good").write_text('{"title":"a"}\n')
    for code, arguments, head, reason in ((64, ["bad", "--", "true"], [], "bad, line 1: The line must have"),
                                          (66, ["good", "--", "./missing"], ["1..1"], "Cannot start ./missing")):
        found, out, _ = home.run("try", "--tap", *arguments, cwd=tmp_path)
        lines = out.splitlines()
        assert found == code and lines[:-1] == ["TAP version 14", *head] and lines[-1].startswith(f"Bail out! {reason}")


def test_kills_are_shown_and_reported(trial, home, validator):
    named = [said("ada", "m1", "Ada"), expects("ada", {"matches": "^Hello, (.*)!", "as": "who"})]
    code, out = trial(named, bot(RANDOM), "--kill", "--json")
    result = json.loads(out)
    validator("TrialResult").validate(result)
    # It is the line that the count names.
    assert code == 1 and result["killedLine"]["event"] == "message.sending" and result["names"] == {"who": "Ada"}
    code, out = trial(None, bot(RANDOM), "--kill")
    # How many lines come before depends on what is coalesced.
    assert re.search(r"The program was killed after line \d+ between them: ", out), out
    assert '      {"as":"who"} is "Ada"' in out.splitlines()
    master, slave = pty.openpty()
    done = subprocess.run([TELEX, "try", "--kill", home.home / "scenario.jsonl", "--", sys.executable, home.home / "bot.py"],
                          env=home.environment, stdout=subprocess.PIPE, stderr=slave, text=True)
    os.close(slave)
    shown = os.read(master, 65536).decode()
    os.close(master)
    assert done.returncode == 1 and shown.startswith("\r1 of ") and " kills…" in shown and shown.endswith("\r\x1b[K")


def test_refuses_what_it_cannot_play(home, tmp_path):
    (tmp_path / "bad").write_text('{"title":"a"}\n{"expct":{}}\n')
    (tmp_path / "good").write_text('{"title":"a"}\n')
    for code, arguments, reason in (
            (64, ["bad", "--", "true"], "bad, line 2: The line must have one of these members"),
            (64, ["--tap", "--json", "good", "--", "true"], "Use only one"),
            (64, ["--update", "--kill", "good", "--", "true"], "--update cannot be used"),
            (66, ["missing", "--", "true"], "Cannot read missing: no such file"),
            (66, ["good", "--", "./missing"], "Cannot start ./missing: No such file or directory.")):
        found, _, err = home.run("try", *arguments, cwd=tmp_path)
        assert found == code and reason in err, err


def test_a_signal_ends_everything(home):
    (home.home / "s.jsonl").write_text(as_text(expects("ada", "hi")) + "\n")
    process = home.start("try", "--within", "1h", home.home / "s.jsonl", "--", "sh", "-c",
                         'echo $$ >"$OLDPWD/pid"; exec sleep 3600', cwd=home.home,
                         env={**home.environment, "OLDPWD": str(home.home)})
    pid = home.home / "pid"
    wait_until(lambda: pid.exists() and pid.read_text().endswith("\n"), PATIENCE)
    process.send_signal(signal.SIGINT)
    assert process.wait() == -signal.SIGINT
    wait_until(lambda: not pathlib.Path(f"/proc/{pid.read_text().strip()}").exists(), PATIENCE)
    assert not [*home.home.glob("telex-try.*")]


def test_what_a_kill_has_left_is_removed(home):
    (home.home / "s.jsonl").write_text("".join(as_text(line) + "\n" for line in [said("ada", "m1", "hi"), expects("ada", "hi")]))
    fifo = home.home / "fifo"
    os.mkfifo(fifo)
    process = home.start("try", "--within", "1h", home.home / "s.jsonl", "--", "sh", "-c", f"exec telex tail >'{fifo}'")
    with open(fifo) as pipe:
        assert "hi" in pipe.readline()
        home_folder, = home.home.glob("telex-try.*")
        # That one is in use.
        assert home.run("try", home.home / "s.jsonl", "--", "true")[0] == 1
        assert home_folder.exists()
        process.send_signal(signal.SIGKILL)
        process.wait()
        # Its telex ends by itself.
        assert not pipe.read()
    assert home.run("try", home.home / "s.jsonl", "--", "true")[0] == 1
    assert not [*home.home.glob("telex-try.*")]


@pytest.mark.parametrize("name, command", [
    ("bot", [sys.executable, EXAMPLES / "bot.py", "work", "wc", "-w"]),
    ("echo", ["sh", "-c", 'cd && exec "$@"', "-", sys.executable, EXAMPLES / "echo.py", "work"]),
    ("echo", ["sh", "-c", 'cd && exec "$@"', "-", DENO, "run", "-A", "--no-config", EXAMPLES / "echo.ts", "work"])])
def test_bots_of_the_examples_pass(home, name, command, validator):
    path = EXAMPLES / f"{name}.jsonl"
    for line in path.read_text().splitlines():
        validator("ScenarioLine").validate(json.loads(line))
    code, out, err = home.run("try", "--within", "60s", "--chaos", "--seed", "1", path, "--", *command)
    assert code == 0, out + err


def test_one_of_the_examples_passes_with_kills(home):
    path = EXAMPLES / "echo.jsonl"
    code, out, err = home.run("try", "--within", "60s", "--kill", path, "--", "sh", "-c", 'cd && exec "$@"', "-", sys.executable,
                              EXAMPLES / "echo.py", "work")
    assert code == 0, out + err


def test_every_command_joins(home):
    script = r"""
        telex wait --profile nobody --clock virtual 2>/dev/null && exit 1
        text=$(telex wait --profile nobody --since start | sed 's/.*"text":"\([^"]*\)".*/\1/') || exit 2
        telex send ada "You said $text." || exit 3
        telex show messages ada --profile other | grep -q 'You said hi.' || exit 4
        echo '{"event":"message.received","chatId":"a","messageId":"m","text":"x","id":"1"}' |
          telex pipe --store memory --clock virtual --play-network | grep -q networkEvent || exit 5
        echo '{"advance":"2s","id":"1"}' | telex pipe --store memory --clock virtual | grep -q notVirtual || exit 6
    """
    (home.home / "s.jsonl").write_text("".join(as_text(line) + "\n" for line in [
        said("ada", "m1", "hi"), expects("ada", "You said hi."), {"expectExit": 0}]))
    code, out, err = home.run("try", "--within", "60s", home.home / "s.jsonl", "--", "sh", "-c", script)
    assert code == 0, out + err


def test_a_script_that_sends_at_once(home):
    (home.home / "s.jsonl").write_text("".join(as_text(line) + "\n" for line in [
        {"event": "chat.synced", "chats": [{"chatId": "ada", "title": "Ada"}]}, {"start": True},
        expects("ada", "made"), {"expectExit": 0}, {"expectNothing": True}]))
    for command in ("telex send ada made", "printf '/open ada\\nmade\\n' | telex repl"):
        code, out, err = home.run("try", "--within", "60s", home.home / "s.jsonl", "--", "sh", "-c", command)
        assert code == 0, out + err


def test_pytest_fixture_and_deno_helper(home, tmp_path):
    (home.home / "bot.py").write_text(bot())
    lines, command = json.dumps(GREETING), json.dumps([sys.executable, str(home.home / "bot.py")])
    (tmp_path / "test_bot.py").write_text(f"""
def test_passes(telex_try):
    telex_try({lines}, *{command})

def test_fails(telex_try):
    telex_try({lines.replace("Hello", "Hullo")}, *{command})
""")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "telex.trial", "-p", "no:cacheprovider", tmp_path / "test_bot.py"],
                          env=home.environment, cwd=tmp_path, text=True, capture_output=True)
    assert "1 failed, 1 passed" in done.stdout and "The program sent something else." in done.stdout, done.stdout + done.stderr
    (tmp_path / "bot_test.ts").write_text(f"""
import {{ telexTry }} from "{CLIENTS}/TypeScript/trial.ts";
Deno.test("passes", () => telexTry({lines}, {command}));
Deno.test("fails", () => telexTry({lines.replace("Hello", "Hullo")}, {command}));
""")
    done = subprocess.run([DENO, "test", "-A", "--no-config", tmp_path / "bot_test.ts"], env=home.environment, cwd=tmp_path,
                          text=True, capture_output=True)
    assert "1 passed" in done.stdout and "1 failed" in done.stdout and "sent something else" in done.stdout + done.stderr, \
        done.stdout + done.stderr
