"""telex repl as used by a person and by a script."""

import json
import os
import pty
import re
import select
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from amounts import amount
from conftest import PATIENCE, ROOT, TELEX
from server import reserve


class Terminal:
    """A real pseudo-terminal that runs telex, by default as a dumb terminal."""

    def __init__(self, telex, *arguments, **environment):
        self.screen = ""
        pid, self.descriptor = pty.fork()
        if pid == 0:
            os.execve(TELEX, [TELEX, *map(str, arguments)], {**telex.environment, "TERM": "dumb", **environment})
        self.pid = pid

    def read(self):
        """Waits for more output; returns whether there was any."""
        if not select.select([self.descriptor], [], [], PATIENCE)[0]:
            raise TimeoutError(self.screen)
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.screen += data.decode()
        return bool(data)

    def wait_for(self, text):
        """Waits until this text was shown, and discards the output up to it."""
        while text not in self.screen:
            assert self.read(), self.screen
        self.screen = self.screen.split(text, 1)[1]

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def end(self):
        """Waits for the exit; returns the exit code."""
        while self.read():
            pass
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_person_chats_with_eliza(telex):
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


@pytest.mark.parametrize("leave", ["\x04", "/quit\n"])
def test_exit_waits_for_a_bot_that_is_typing(telex, leave):
    terminal = Terminal(telex)
    terminal.type("/new Eliza\n")
    terminal.wait_for("is typing…")
    terminal.type(leave)
    terminal.wait_for("Eliza: How do you do?")
    assert terminal.end() == 0


def test_second_quit_exits_immediately(telex):
    terminal = Terminal(telex)
    terminal.type('/new Ada\n/line {"backend":{"delay":"1h"}}\nhello\n')
    terminal.wait_for("(sending…)")
    terminal.type("/quit\n")
    terminal.wait_for("Finishing work in progress")
    terminal.type("/quit\n")
    assert terminal.end() == 0


def test_prints_no_escape_sequences_to_a_pipe(telex):
    code, out, _ = telex.run("repl", text="/new Ada\nhello\n/chats\n", env={**telex.environment, "TERM": "xterm"})
    assert code == 0 and "\x1b" not in out and "> " not in out


def test_hostile_text_reaches_json_but_not_the_terminal(telex):
    texts = ["\x1b[2J\x1b]0;owned\x07", "\u202egnp.exe", "\x9b31m", "a\r\n09:00  You: forged", "\u2067x\u2069"]
    lines = "".join("/line " + json.dumps({"event": "message.received", "chatId": "ada", "text": text}) + "\n" for text in texts)
    code, out, _ = telex.run("repl", "--clock", "virtual", text=lines + "/open ada\n")
    assert code == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out)
    assert not re.search("^09:00  You", out, re.MULTILINE)
    code, out, _ = telex.run("repl", "--clock", "virtual", "--json", text=lines + "/open ada\n")
    rows = [json.loads(line) for line in out.strip("\n").split("\n")][-3:]
    shown = [line["model"]["messages"] for line in map(json.loads, out.strip("\n").split("\n")) if line.get("view") == "messages"][-1]
    assert [row["text"] for row in shown] == texts, rows
    assert not re.search("[\x00-\x09\x0b-\x1f]", out)


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
    typed = "/new Ada\n" + "".join(f"message {number} {'x' * 200}\n" for number in range(500))
    process = telex.start("repl", "--views", telex.home / "fifo", "--store", "memory")
    out, _ = process.communicate(typed.encode())
    os.close(descriptor)
    assert process.returncode == 0 and out.decode().count("(sent)") == 500


def test_reports_an_invalid_mirror(telex):
    code, _, err = telex.run("repl", "--views", "fd:77", text="")
    assert code == 64 and "fd:77" in err
    code, _, err = telex.run("repl", "--views", "/nonexistent/views", text="")
    assert code == 73 and "/nonexistent/views" in err


def test_signal_ends_the_repl_and_is_reported_to_the_mirror(telex):
    process = telex.start("repl", "--views", telex.home / "views.jsonl")
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait() == -signal.SIGTERM
    lines = (telex.home / "views.jsonl").read_text().splitlines()
    assert json.loads(lines[-1])["bye"] == "signal"


def test_processes_many_lines_one_by_one(telex):
    count = amount(500, 5000)
    typed = "/new Ada\n" + "".join(f"line {number}\n" for number in range(count))
    code, out, _ = telex.run("repl", "--store", telex.store, text=typed)
    assert code == 0 and out.count("(sent)") == count
    assert [f"You: line {n}" in out for n in (0, count - 1)] == [True, True]


def test_every_transcript_in_the_documentation_is_accurate(telex):
    """Runs the `$` lines of each ```console block in one shell, and compares their output with the lines below."""
    import subprocess

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


def test_export_prints_only_the_path(telex):
    lines = ["/contacts", "/add Ada Lovelace", "/export all.vcf", "/upcoming", "/calendar due.ics"]
    code, out, err = telex.run("repl", "--clock", "virtual", lines=lines, cwd=telex.home)
    assert (code, err) == (0, "")
    after = out[out.index("Ada Lovelace"):].splitlines()
    assert after[1] == "1 contact is in all.vcf now." and after[-1] == "0 reminders are in due.ics now."
    assert len(after) == 4, out


def said(chat, text, **members):
    return "/line " + json.dumps({"event": "message.received", "chatId": chat, "title": chat.title(), "senderId": chat,
                                  "senderName": chat.title(), "text": text, **members})


def repl(telex, *lines, code=0, clock=("--clock", "virtual"), **options):
    """Returns the lines printed after the initial list."""
    result, out, _ = telex.run("repl", *clock, lines=lines, **options)
    assert result == code
    return out.splitlines()[1:]


def test_number_refers_to_the_list_as_printed(telex):
    out = repl(telex, said("ada", "one"), said("bob", "two"), "/chats", said("ada", "three"), "/open 1")
    assert "  1  Bob  09:00 (1)  two" in out and "── Bob ──" in out and "── Ada ──" not in out
    names = ["/contacts", "/add Ada A", "/add Bob B", "/add Cy C", "/contacts"]
    out = repl(telex, *names, "/rename 1 Zed Z", "/delete 1", "/delete 1", "/delete 2")
    assert out[-3:] == [
        "Zed Z is no longer a contact. /undo brings them back.",
        'Number 1, "Ada A", is no longer in the list. /contacts shows the current list.',
        "Bob B is no longer a contact. /undo brings them back."]
    out = repl(telex, "/remind tomorrow tea", "/remind friday cake", "/upcoming", "/done 1", "/done 1", "/done 2")
    assert out[-3:] == [
        "Done: tea. /undo marks it as not done.", 'Number 1, "tea", is no longer in the list. /upcoming shows the current list.',
        "Done: cake. /undo marks it as not done."]
    invite = '/line {"backend":{"invite":{"chatId":"%s","title":"%s"}}}'
    out = repl(telex, invite % ("a", "Club"), invite % ("b", "Team"), "/chats", said("c", "hi"), "/decline 1", "/decline 1")
    assert out[-1] == 'Number 1, "Team", is no longer in the list. /chats shows the current list.'


def test_choose_uses_the_printed_list_of_candidates(telex):
    search = '/line {"event":"search.found","query":"%s","recipients":["%s"]}'
    out = repl(telex, "/find el", search % ("el", "Elias"), "/choose 2")
    assert "  2  Elias" in out and "── Elias ──" in out


def test_go_opens_the_chat_of_the_last_printed_notification(telex):
    revised = '/line {"event":"revision.edited","chatId":"ada","messageId":"a1","text":"changed"}'
    out = repl(telex, said("ada", "one", messageId="a1"), said("bob", "two"), revised, "/go", "/close", "/go")
    assert re.fullmatch(r"\* Ada: changed  \d\d:\d\d  /go opens it", out[2]) and out[3] == "── Ada ──" and "── Bob ──" in out[4:]
    read = '/line {"event":"message.read","chatId":"bob","messageId":"b1"}'
    out = repl(telex, said("ada", "one"), said("bob", "two", messageId="b1"), read, "/go", "/go")
    assert out[2] == 'The notification "Bob: two" is gone. /chats lists the chats.' and out[3] == "── Ada ──"


def test_every_refusal_is_printed_each_time(telex):
    for lines, said_twice in [
        (["/add Zoe"], "! A contact needs a first and a last name."), (["/remind foo"], '! "foo" does not start'),
        (["/import nofile"], "Cannot read nofile: no such file or directory."),
        (["/new", "   ", "/new " + "x" * 201], "! That name is too long"), (["/new Ada", "/edit"], "An argument is missing"),
        (["/open 3"], "There is no number 3"), (["/import cards.vcf"], "Imported 0 contacts."),
        (["/new Ada", "x" * 70000], "! The message is too long"),
    ]:
        (telex.home / "cards.vcf").write_text("BEGIN:VCARD\nEND:VCARD\n")
        out = repl(telex, *lines, lines[-1], cwd=telex.home)
        assert len([line for line in out if line.startswith(said_twice)]) == 2, (lines[-1][:40], out)
    out = repl(telex, "/remind tomorrow", "/save", "/save")
    assert len([line for line in out if "A reminder needs a text" in line]) == 3
    barrier = '/line {"backend":{"invite":{"chatId":"team","title":"Team"}}}'
    out = repl(telex, barrier, "/open team", "hello", "hello")
    assert len([line for line in out if line.startswith("! You are invited")]) == 3


def test_export_leaves_the_chat_open(telex):
    out = repl(telex, "/new Ada", "one", "/export all.vcf", "/calendar due.ics", "two", cwd=telex.home)
    assert "--:--  You: two  (sending…)" in out and out.count("── Ada ──") == 1
    assert "0 contacts are in all.vcf now." in out and "0 reminders are in due.ics now." in out
    out = repl(telex, "/contacts", "/add Ada A", "/talk ada", "/export all.vcf", "two", cwd=telex.home)
    assert "--:--  You: two  (sending…)" in out
    out = repl(telex, "/remind", "tomorrow tea", "/calendar due.ics", "/save", "/calendar due.ics", cwd=telex.home)
    assert "A form is open. Finish it or use /close, then type /calendar again." in out
    assert out[-1] == "1 reminder is in due.ics now."


def test_opening_the_open_chat_prints_it_again(telex):
    out = repl(telex, "/new Ada", "one", "/open ada")
    assert out[-3:] == ["── Ada ──", "— Today —", "09:00  You: one  (sent)"]


def test_only_sent_messages_can_be_edited_or_deleted(telex):
    out = repl(telex, "/new Ada", "one", '/line {"backend":{"delay":"1h"}}', "two", "/delete", "/edit x", code=75)
    assert out[-2:] == [
        "The message is not sent yet. You can only /delete a sent message.",
        "The message is not sent yet. You can only /edit a sent message."]


def test_reminder_names_its_chat(telex):
    out = repl(telex, said("x1", "hi", title="Ada Lovelace"), "/open ada", "/remind tomorrow tea", "/upcoming")
    assert any(line.endswith("tea  (in Ada Lovelace)") for line in out), out


def test_a_reminder_is_saved_in_one_step_and_taken_back(telex):
    clock = ("--clock", "virtual:2026-02-10T09:00:00Z")
    out = repl(telex, "/remind tomorrow 9:00 tea", "/upcoming", "/undo", "/undo", clock=clock)
    assert out == [
        "Saved: Wednesday, 11 February 2026, 09:00 UTC: tea  /undo takes it back.", "Tomorrow", "  1  Wednesday 09:00  tea",
        "Nothing is due by the end of next week. /remind tomorrow 9:00 call Ada adds a reminder.",
        "/undo does not apply here. Use it to keep a deleted message, bring back a deleted contact, or undo the last /remind or /done."]
    # In a chat, which stays open.
    out = repl(telex, said("ada", "hi"), "/open ada", "/remind tomorrow tea", "/undo", "still here", clock=clock)
    assert "Undone. /upcoming lists the reminders." in out and "still here" in out[-1] and out.count("── Ada ──") == 1
    for text, answer in [
        ("31 feb party", "! February 2026 has only 28 days."), ("last friday party", "! That is in the past."),
        ("last call", '! "last call" does not start with a date.'), ("2027-02-29 party", "! February 2027 has only 28 days."),
        ("on 31 june party", "! June has only 30 days."), ("yesterday party", "! That is in the past."),
        ("today 8:00 party", "! That time is in the past."), ("soon party", '! "soon party" does not start with a date.'),
    ]:
        assert repl(telex, f"/remind {text}", clock=clock)[-1].startswith(answer), text


@pytest.mark.parametrize("arguments, time", [
    ((), "09:00"), (("--time-format", "12"), "9:00 am"), (("--locale", "en_US"), "9:00 am"),
    (("--locale", "en_US", "--time-format", "24"), "09:00"), (("--time-format", "%H.%M.%S"), "09.00.00"),
    (("--locale", "de_DE@collation=phonebook", "--time-format", "12"), "9:00 am"),
])
def test_times_have_the_format_that_is_asked_for(telex, arguments, time):
    out = repl(telex, said("ada", "hi"), clock=("--clock", "virtual", "--record", telex.home / "recording", *arguments))
    assert out[-1] == f"* Ada: hi  {time}  /go opens it"
    code, replayed, _ = telex.run("replay", telex.home / "recording")
    assert code == 0 and f'"dateText":"{time}"' in replayed


def test_reports_unknown_subcommands(telex):
    for arguments, sentence in [
        (["exprot"], "Unknown command 'exprot'. Did you mean 'export'?"),
        (["--profile", "work", "exprot"], "Unknown command 'exprot'. Did you mean 'export'?"),
        (["xyzzy"], "Unknown command 'xyzzy'. telex --help lists the commands."),
        (["--profile", "work", "export"], "Put the command before the options: telex export ..."),
    ]:
        assert telex.run(*arguments) == (64, "", f"telex: {sentence}\n")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_the_commands(telex, option):
    code, out, err = telex.run(option)
    assert (code, err) == (0, "") and "\n  pipe  " in out and out == telex.run("help")[1]
    assert "--status-line" in telex.run("repl", option)[1]


def test_an_error_shows_how_its_command_is_used(telex):
    code, _, err = telex.run("send", "ada", "")
    assert code == 64 and "Usage: telex send <chat>" in err


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


def test_finds_chats_by_name_beyond_those_shown(telex):
    telex.run("pipe", "--store", telex.home / "many.sqlite", text="".join(
        json.dumps({"event": "message.received", "chatId": f"p{number}", "title": f"Person {number}.", "text": "Hi"}) + "\n"
        for number in range(1, 71)))
    text = "\n".join(["/open Person 3.", "/msg person 4. So long", "/open Person 99", "/chats", "/q"])
    out = telex.run("repl", "--store", telex.home / "many.sqlite", text=text)[1]
    assert "── Person 3. ──" in out and "To Person 4.: So long" in out
    assert 'No chat is called "Person 99". Did you mean "Person 9."?' in out
    assert out.count("50 of 70 chats; /more shows more.") == 2


def test_sends_a_message_to_a_chat_that_is_not_open(telex):
    out = repl(telex, "/new Book club", "/close", "/new Bo", "/close", "/msg book club See you", "/msg 2 twice",
               "/msg bo", "/msg zoe hi", "/chats", "/open book", "/q")
    assert "To Book club: See you" in out and "To Bo: twice" in out
    assert "An argument is missing. Usage: /msg NUMBER|NAME TEXT. /help msg explains it." in out
    assert 'No chat is called "zoe". /chats lists them; /new zoe starts one.' in out
    assert out[-3:-1] == ["── Book club ──", "— Today —"] and "You: See you" in out[-1]
