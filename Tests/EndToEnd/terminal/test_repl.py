"""telex repl as used by a script. What commands print is in Fixtures."""

import json
import os
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from amounts import amount
from telex_program import ROOT, TELEX
from server import reserve


def test_prints_json_from_the_first_line_or_by_command(telex):
    code, out, err = telex.run("repl", "--json", text="/new Ada\nhello\n/help\n/nonsense\n")
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 0 and "hello" in lines[0] and lines[-1]["bye"] == "eof"
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert "/new" in err and "/nonsense" in err
    code, out, err = telex.run("repl", text="/new Ada\n/json on\nhello\n/json off\n/close\n")
    assert (code, err) == (0, "")
    kinds = [line.startswith("{") for line in out.strip("\n").split("\n")]
    assert kinds[0] is False and True in kinds and kinds[-1] is False
    assert "hello" in json.loads(out.strip("\n").split("\n")[kinds.index(True)])


def test_mirror_contains_the_whole_stream(telex):
    """Mirrors to a file, to a FIFO that is read late, and to a file descriptor."""
    typed = "/new Ada\nhello\n/chats\n"
    telex.run("repl", "--clock", "virtual", "--views", telex.home / "views.jsonl", text=typed)
    read, write = os.pipe()
    with ThreadPoolExecutor(1) as pool, open(read) as end:
        stream = pool.submit(end.read)
        telex.run("repl", "--clock", "virtual", "--views", f"fd:{write}", text=typed, pass_fds=[write])
        os.close(write)
    os.mkfifo(telex.home / "fifo")
    process = telex.start("repl", "--clock", "virtual", "--views", telex.home / "fifo")
    process.stdin.write(typed.encode())
    process.stdin.flush()
    while b"Chats" not in process.stdout.readline():
        pass
    fifo = open(telex.home / "fifo")
    process.stdin.close()
    streams = [(telex.home / "views.jsonl").read_text(), stream.result(), fifo.read()]
    fifo.close()
    process.wait()
    for stream in streams:
        lines = [json.loads(line) for line in stream.splitlines()]
        assert "hello" in lines[0] and lines[-1]["bye"] == "eof"
        assert [line["seq"] for line in lines] == list(range(len(lines)))
        models = {line["view"]: line["model"] for line in lines if "model" in line}
        assert models["chatList"]["chats"][0]["previewText"] == "You: hello"


def test_unread_mirror_never_blocks_the_repl(telex):
    os.mkfifo(telex.home / "fifo")
    descriptor = os.open(telex.home / "fifo", os.O_RDWR)  # opened, and never read
    # Each line of the chat's view is longer, so that a few fill the FIFO.
    typed = "/new Ada\n" + "".join(f"message {number} {'x' * 2000}\n" for number in range(100))
    process = telex.start("repl", "--views", telex.home / "fifo", "--store", "memory")
    out, _ = process.communicate(typed.encode())
    os.close(descriptor)
    assert process.returncode == 0 and out.decode().count("was sent.") == 100


def test_signal_ends_the_repl_and_is_reported_to_the_mirror(telex):
    process = telex.start("repl", "--views", telex.home / "views.jsonl")
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait() == -signal.SIGTERM
    lines = (telex.home / "views.jsonl").read_text().splitlines()
    assert json.loads(lines[-1])["bye"] == "signal"


def test_processes_many_lines_one_by_one(telex):
    count = amount(200, 5000)
    typed = "/new Ada\n" + "".join(f"line {number}\n" for number in range(count))
    code, out, _ = telex.run("repl", "--store", telex.store, text=typed)
    assert code == 0 and out.count("was sent.") == count
    assert [f"You: line {n}" in out for n in (0, count - 1)] == [True, True]


def test_every_transcript_in_the_documentation_is_accurate(telex):
    """Runs the `$` lines of each ```console block in one shell, and compares their output with the lines below."""
    pages = [ROOT / "README.md", *sorted(ROOT.glob("Sources/*/*.docc/*.md"))]
    blocks = [block for page in pages for block in re.findall("```console\n(.*?)```", page.read_text(), re.DOTALL)]
    assert len(blocks) >= 3
    for number, block in enumerate(blocks):
        folder = telex.home / str(number)
        folder.mkdir()
        os.symlink(ROOT / "Fixtures", folder / "Fixtures")
        path = f"{os.path.dirname(TELEX)}:{telex.environment['PATH']}"
        for command, expected in re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            out = subprocess.run(
                ["bash", "-c", command], cwd=folder, env={**telex.environment, "PATH": path},
                capture_output=True, text=True)
            assert out.stdout + out.stderr == expected, command


@pytest.mark.parametrize("arguments, time", [
    ((), "09:00"), (("--time-format", "12"), "9:00 am"), (("--locale", "en_US"), "9:00 am"),
    (("--locale", "en_US", "--time-format", "24"), "09:00"), (("--time-format", "%H.%M.%S"), "09.00.00"),
    (("--locale", "de_DE@collation=phonebook", "--time-format", "12"), "9:00 am"),
])
def test_times_have_the_format_that_is_asked_for(telex, arguments, time):
    said = '/line {"event":"message.received","chatId":"ada","title":"Ada","senderId":"ada","text":"hi"}'
    code, out, _ = telex.run("repl", "--clock", "virtual", "--record", telex.home / "recording", *arguments, lines=[said])
    assert code == 0 and out.endswith(f"* Ada: ada: hi  {time}  /go opens it\n")
    code, replayed, _ = telex.run("replay", telex.home / "recording")
    assert code == 0 and f'"dateText":"{time}"' in replayed


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_the_commands(telex, option):
    code, out, err = telex.run(option)
    assert (code, err) == (0, "") and "\n  pipe  " in out and out == telex.run("help")[1]
    assert "--bar" in telex.run("repl", option)[1]


def test_an_error_shows_how_its_command_is_used(telex):
    code, _, err = telex.run("send", "--nothing")
    assert code == 64 and "Usage: telex send [<options>] <chat>" in err


def test_announces_a_new_profile(telex):
    out = telex.run("repl", "--profile", "typo", text="")[1]
    assert out.startswith('"typo" is a new profile.\nNo chats yet.')
    assert telex.run("repl", "--profile", "typo", text="")[1].startswith("No chats yet.")
    _, _, err = telex.run("pipe", "--profile", "other", text="")
    assert err == 'telex: "other" is a new profile. Existing profiles: typo.\n'


def test_failed_login_creates_no_profile(telex):
    # Nobody listens on this port.
    place, port = reserve()
    code, _, _ = telex.run("login", f"http://127.0.0.1:{port}", "--profile", "work", text="invitation\n")
    assert code == 69 and not (telex.home / "data" / "telex" / "work").exists()
    telex.run("pipe", "--profile", "work", text="")
    telex.run("login", f"http://127.0.0.1:{port}", "--profile", "work", text="invitation\n")
    assert (telex.home / "data" / "telex" / "work" / "telex.sqlite").exists()
    place.close()
