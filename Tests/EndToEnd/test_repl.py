"""telex repl as a person and as a script meet it."""

import json
import os
import pty
import re
import select
import signal

import pytest

from conftest import TELEX, ROOT


class Terminal:
    """A real pseudo-terminal with telex on it, by default one that can do nothing."""

    def __init__(self, telex, *arguments, **environment):
        self.screen = ""
        pid, self.descriptor = pty.fork()
        if pid == 0:
            os.execve(TELEX, [TELEX, *map(str, arguments)], {**telex.environment, "TERM": "dumb", **environment})
        self.pid = pid

    def read(self):
        """Waits for more; returns whether there was any."""
        if not select.select([self.descriptor], [], [], 20)[0]:
            raise TimeoutError(self.screen)
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.screen += data.decode()
        return bool(data)

    def wait_for(self, text):
        """Waits until the terminal has been shown this text, and forgets what came up to it."""
        while text not in self.screen:
            assert self.read(), self.screen
        self.screen = self.screen.split(text, 1)[1]

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def end(self):
        """Waits for the end; returns the exit code."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_a_person_talks_with_eliza(telex):
    terminal = Terminal(telex)
    terminal.wait_for("/new Eliza starts one with the built-in bot; /help lists the commands.")
    terminal.wait_for("> ")
    terminal.type("/new Eliza\n")
    terminal.wait_for("Eliza> ")
    terminal.type("hello\n")
    for text in ("hello", "(sending…)", "(sent) hello", "(delivered) hello", "(read) hello", "Eliza is typing…",
                 "Eliza: "):
        terminal.wait_for(text)
    terminal.type("/quit\n")
    assert terminal.end() == 0


def test_end_of_input_leaves_at_once_while_the_bot_is_typing(telex):
    terminal = Terminal(telex)
    terminal.type("/new Eliza\n")
    terminal.wait_for("is typing…")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_there_is_no_escape_sequence_in_a_pipe(telex):
    code, out, _ = telex.run("repl", text="/new Ada\nhello\n/chats\n", env={**telex.environment, "TERM": "xterm"})
    assert code == 0 and "\x1b" not in out and "> " not in out


def test_hostile_text_reaches_json_and_not_the_terminal(telex):
    texts = ["\x1b[2J\x1b]0;owned\x07", "\u202egnp.exe", "\x9b31m", "a\r\n09:00  You: forged", "\u2067x\u2069"]
    lines = "".join("/line " + json.dumps({"event": "message.received", "chat": "ada", "text": text}) + "\n" for text in texts)
    code, out, _ = telex.run("repl", "--clock", "virtual", text=lines + "/open ada\n")
    assert code == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out)
    assert not re.search("^09:00  You", out, re.MULTILINE)
    code, out, _ = telex.run("repl", "--clock", "virtual", "--json", text=lines + "/open ada\n")
    rows = [json.loads(line) for line in out.strip("\n").split("\n")][-3:]
    shown = [line["model"]["messages"] for line in map(json.loads, out.strip("\n").split("\n")) if line.get("view") == "messages"][-1]
    assert [row["text"] for row in shown] == texts, rows
    assert not re.search("[\x00-\x09\x0b-\x1f]", out)


def test_json_from_the_first_line_and_by_command(telex):
    code, out, err = telex.run("repl", "--json", text="/new Ada\nhello\n/help\n/nonsense\n")
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 0 and "hello" in lines[0] and lines[-1]["bye"] == {"reason": "eof"}
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert "/new" in err and "/nonsense" in err
    code, out, err = telex.run("repl", text="/new Ada\n/json on\nhello\n/json off\n/back\n")
    assert (code, err) == (0, "")
    kinds = [line.startswith("{") for line in out.strip("\n").split("\n")]
    assert kinds[0] is False and True in kinds and kinds[-1] is False
    assert "hello" in json.loads(out.strip("\n").split("\n")[kinds.index(True)])


def test_the_mirror_has_the_whole_stream(telex):
    """To a file, to a FIFO that is read late, and to a descriptor."""
    typed = "/new Ada\nhello\n/chats\n"
    telex.run("repl", "--clock", "virtual", "--views", telex.home / "views.jsonl", text=typed)
    read, write = os.pipe()
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
    streams = [(telex.home / "views.jsonl").read_text(), os.fdopen(read).read(), fifo.read()]
    process.wait(10)
    for stream in streams:
        lines = [json.loads(line) for line in stream.splitlines()]
        assert "hello" in lines[0] and lines[-1]["bye"] == {"reason": "eof"}
        assert [line["seq"] for line in lines] == list(range(len(lines)))
        models = {line["view"]: line["model"] for line in lines if "model" in line}
        assert models["chatList"]["chats"][0]["message"] == "You: hello"


def test_a_mirror_that_nobody_reads_never_blocks_the_person(telex):
    os.mkfifo(telex.home / "fifo")
    descriptor = os.open(telex.home / "fifo", os.O_RDWR)  # open, and never read
    typed = "/new Ada\n" + "".join(f"message {number} {'x' * 200}\n" for number in range(500))
    process = telex.start("repl", "--views", telex.home / "fifo", "--store", "memory")
    out, _ = process.communicate(typed.encode(), timeout=60)
    os.close(descriptor)
    assert process.returncode == 0 and out.decode().count("(sent)") == 500


def test_a_bad_mirror_is_told(telex):
    code, _, err = telex.run("repl", "--views", "fd:77", text="")
    assert code == 64 and "fd:77" in err
    code, _, err = telex.run("repl", "--views", "/nonexistent/views", text="")
    assert code == 73 and "/nonexistent/views" in err


def test_a_signal_ends_it_and_says_so_to_the_mirror(telex):
    process = telex.start("repl", "--views", telex.home / "views.jsonl")
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == -signal.SIGTERM
    lines = (telex.home / "views.jsonl").read_text().splitlines()
    assert json.loads(lines[-1])["bye"] == {"reason": "signal"}


def test_thousands_of_lines_are_taken_one_by_one(telex):
    typed = "/new Ada\n" + "".join(f"line {number}\n" for number in range(2000))
    code, out, _ = telex.run("repl", "--store", telex.store, text=typed)
    assert code == 0 and out.count("(sent)") == 2000
    assert [f"You: line {n}" in out for n in (0, 1999)] == [True, True]


def test_every_transcript_of_the_readme_is_true(telex):
    """Each ```console block: its `$` lines are run in one shell, and print what stands below them."""
    import subprocess

    blocks = re.findall("```console\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) >= 3
    for number, block in enumerate(blocks):
        folder = telex.home / str(number)
        folder.mkdir()
        os.symlink(ROOT / "Fixtures", folder / "Fixtures")
        path = f"{os.path.dirname(TELEX)}:{telex.environment['PATH']}"
        for command, expected in re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            out = subprocess.run(
                ["bash", "-c", command], cwd=folder, env={**telex.environment, "PATH": path},
                capture_output=True, text=True, timeout=60)
            assert out.stdout + out.stderr == expected, command


def test_an_export_shows_nothing_but_where_it_went(telex):
    lines = ["/contacts", "/add Ada Lovelace", "/export all.vcf", "/upcoming", "/calendar due.ics"]
    code, out, err = telex.run("repl", "--clock", "virtual", lines=lines, cwd=telex.home)
    assert (code, err) == (0, "")
    after = out[out.index("Ada Lovelace"):].splitlines()
    assert after[1] == "1 contact is in all.vcf now." and after[-1] == "0 reminders are in due.ics now."
    assert len(after) == 4, out
