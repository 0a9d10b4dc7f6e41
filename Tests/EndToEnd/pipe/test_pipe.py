"""telex pipe as a program uses it: lines of any form, slow readers, exits, recordings, a store that fails."""

import json
import os
import resource
import signal
import subprocess

import pytest

import soak_line
from amounts import amount
from server import SERVER
from stopped_processes import clog
from telex_program import TELEX, last_model, received


def parsed(out):
    return [json.loads(line) for line in out.strip("\n").split("\n")]


def test_answers_one_line_and_exits(telex):
    line = {"event": "message.sending", "chatId": "eliza", "text": "hello", "id": "1"}
    code, out, err = telex.run("pipe", lines=[{"event": "chat.creating", "recipient": "Eliza"}, line])
    lines = parsed(out)
    assert (code, err) == (0, "")
    assert "hello" in lines[0] and lines[-1]["bye"] == "eof"
    assert {"settled": "1"}.items() <= [line for line in lines if "settled" in line][0].items()
    # The bot's messages arrived before the exit. The inbox has to be asked for.
    assert last_model(lines, "chatList")["chats"][0]["unreadCount"] == 2
    assert "inbox" not in {line["view"] for line in lines if "view" in line}


@pytest.mark.parametrize("command, code, sentence", [
    ("pipe --store /nonexistent/folder/chats.sqlite", 73, "/nonexistent/folder"),
    ("pipe --record recording --coalesce", 64, "--record cannot be used with --coalesce"),
    ("repl --views fd:77", 64, "fd:77"), ("repl --views /nonexistent/views", 73, "/nonexistent/views"),
    ("ask nobody x --from ada", 67, "no chat"), ("wait --chat nobody", 67, 'There is no chat "nobody".'),
    ("show messages Nobody", 67, "no chat"), ("show inbox", 64, "inbox"),
    ("each -- no-such-program", 64, "no-such-program"),
    ("--profile work exprot", 64, "Unknown command 'exprot'. Did you mean 'export'?\n"),
    ("--profile work export", 64, "Put the command before the options: telex export ...\n"),
])
def test_says_what_it_cannot_do(telex, command, code, sentence):
    """CommandLineTests.swift has what is wrong with a command line by itself."""
    found, out, err = telex.run(*command.split(), cwd=telex.home)
    assert (found, out) == (code, "") and sentence in err and not (telex.home / "recording").exists(), err


@pytest.mark.parametrize("name", ["memory", ":memory:"])
def test_leaves_no_files_of_a_store_in_memory(name, telex):
    assert telex.run("pipe", "--store", name, lines=[received("ada", "m")], cwd=telex.home)[0] == 0
    assert list(telex.home.iterdir()) == []


def test_drain_times_out(telex):
    lines = [{"event": "chat.creating", "recipient": "Ada"}, {"backend": {"delay": "1h"}},
             {"event": "message.sending", "chatId": "ada", "text": "x", "id": "1"}]
    code, out, _ = telex.run("pipe", "--drain", "100ms", lines=lines)
    lines = parsed(out)
    assert code == 75 and lines[-1]["bye"] == "drainExpired"
    assert lines[-2]["error"]["code"] == "unfinished" and lines[-2]["cause"] == "1"


def test_recording_of_a_real_session_replays(telex):
    recording, views = telex.home / "session.rec", telex.home / "views.jsonl"
    lines = [{"event": "chat.creating", "recipient": "Echo", "id": "1"}, "not JSON",
             {"event": "message.sending", "chatId": "echo", "text": "one", "id": "2"}]
    code, out, err = telex.run("pipe", "--record", recording, lines=lines)
    assert code == 0, err
    views.write_text(out)
    assert telex.run("replay", recording) == (0, out, "")
    assert telex.run("replay", "--verify", views, recording) == (0, "", "")
    views.write_text(out.replace('"totalCount":1', '"totalCount":2', 1))
    code, _, err = telex.run("replay", "--verify", views, recording)
    assert code == 1 and "Line " in err
    recording.write_text("\n".join(recording.read_text().splitlines()[:-1]))
    assert telex.run("replay", recording)[0] == 65
    assert telex.run("replay", telex.home / "none")[0] == 66


def test_looks_into_a_recording(telex):
    recording = telex.home / "session.rec"
    lines = [{"event": "chat.creating", "recipient": "Echo", "id": "a"},
             {"event": "message.sending", "chatId": "echo", "text": "wonderful", "messageId": "m", "id": "b"}]
    code, out, err = telex.run("pipe", "--clock", "virtual", "--subscribe", "badge", "--record", recording, lines=lines)
    assert code == 0, err

    def look(*arguments, file=recording):
        return telex.run("replay", *arguments, file)
    code, listed, err = look("--list")
    assert (code, err) == (0, "") and '"text":"wonderful"' in listed and "      seq:1  badge\n" in listed
    code, text, _ = look("--at", "id:b", "--view", "messages", "--chat", "echo", "--text")
    assert code == 0 and "You: wonderful" in text
    assert look("--why", "messages:echo/m/state")[1].count(" -> ") >= 2
    assert json.loads(look("--diff", "1..id:b", "--view", "messages")[1])["op"] == "add"
    code, out, _ = telex.run("replay", "--until", "id:b", "--then", "-", recording,
                             lines=[{"event": "message.sending", "chatId": "echo", "text": "two", "id": "c"}])
    assert code == 0 and [line.get("settled") for line in parsed(out) if "settled" in line] == ["c"]
    code, redacted, err = look("--redact")
    assert (code, err) == (0, "") and "wonderful" not in redacted and "Echo" not in redacted and "echo" not in redacted
    (telex.home / "redacted.rec").write_text(redacted)
    assert look(file=telex.home / "redacted.rec")[0] == 0
    assert look("--at", "99999")[0] == 64
    assert look("--at", "1", "--view", "messages")[0] == 67
    assert look("--list", file=telex.home / "none")[0] == 66
    for damage in (b"", b"\x00\xff", b"[" * 100_000, recording.read_bytes()[:-20], recording.read_bytes() * 2):
        (telex.home / "damaged.rec").write_bytes(damage)
        for mode in (["--list"], ["--redact"], ["--why", "badge:unreadCount"], ["--until", "id:x", "--then", "-"]):
            code, _, err = look(*mode, file=telex.home / "damaged.rec")
            assert code in (0, 64, 65) and (code == 0) == (err == ""), (damage[:10], mode, err)


def test_prints_only_the_protocol_in_any_locale(telex):
    for locale in ("C", "de_DE.ISO-8859-1", "tr_TR.UTF-8", "abcdefghijkl", "/nonexistent", "1" * 20, "a" * 100_000, "\xff"):
        environment = {**telex.environment, "LC_ALL": locale}
        lines = [received("ada", "m", "Zo\u00eb \U0001F600 \u65e5\u672c")]
        code, out, err = telex.run("pipe", lines=lines, env=environment)
        assert code == 0 and err == ""
        assert last_model(parsed(out), "chatList")["chats"][0]["previewText"] == "Zo\u00eb \U0001F600 \u65e5\u672c"


@pytest.mark.parametrize("command, is_closed", [
    (("pipe", "--store", "memory"), False), (("repl",), True), (("send", "ada"), True), (("send", "ada"), False),
    (("import",), True), (("import",), False),
])
def test_an_input_that_cannot_be_read_is_said(telex, command, is_closed):
    done = subprocess.run([TELEX, *command], env=telex.environment, capture_output=True,
                          preexec_fn=lambda: os.close(0) if is_closed else os.dup2(os.open("/", os.O_RDONLY), 0))
    assert done.returncode == 74 and done.stderr.startswith(b"telex: Cannot read the standard input: "), done
    assert command[0] != "pipe" or json.loads(done.stdout.splitlines()[-1])["bye"] == "inputFailed"


@pytest.mark.parametrize("command", [
    ("pipe",), ("repl",), ("schema",), ("unread",), ("help", "send"), ("--version",), ("--generate-completion-script", "bash"),
])
def test_output_that_cannot_be_written_is_said(telex, command):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TELEX, *command], input=b"", stdout=full, stderr=subprocess.PIPE, env=telex.environment)
    assert done.returncode == 74 and b"No space left" in done.stderr


@pytest.mark.parametrize("command, code", [
    (("log", "nobody"), 67), (("replay", "nothing"), 66), (("--nothing",), 64),
])
def test_an_error_that_cannot_be_written_is_the_exit_code(telex, command, code):
    with open("/dev/full", "wb") as full:
        assert telex.run(*command, stderr=full)[0] == code
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as closed:
        assert telex.run(*command, stderr=closed)[0] in (code, -signal.SIGPIPE)


@pytest.mark.parametrize("program", [[TELEX, "show", "chatList"], [SERVER, "user", "list"]])
def test_too_few_open_files_are_said(telex, program):
    done = [subprocess.run(program, env=telex.environment, capture_output=True,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits))
            for limits in [(64, 64), (9, 64), (9, 9)]]
    assert done[0].returncode == done[1].returncode in (0, 73), done
    assert done[2].returncode == 71 and b"ulimit -n 64" in done[2].stderr, done


def test_nothing_waits_for_a_lock_that_is_a_fifo(telex):
    assert telex.run("pipe")[0] == 0
    lock = telex.home / "data/telex/default/telex.sqlite.lock"
    lock.unlink()
    os.mkfifo(lock)
    assert telex.run("doctor")[0] in (0, 1) and telex.run("show", "chatList")[0] == 0


def test_signal_ends_the_pipe_while_nobody_reads_the_output(telex):
    process = telex.start("pipe", "--store", "memory")
    clog(process, (received("ada", f"m{number}") for number in range(100_000)))
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    assert process.wait() in (-signal.SIGTERM, -signal.SIGINT)
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


@pytest.mark.parametrize("line", [
    json.dumps({f"member{n}": n for n in range(60_000)}),
    json.dumps({"event": "x" * 1_000_000, "id": "long"}),
    json.dumps({"subscribe": ["y" * 1_000_000]}),
    '{"a":' * 100_000,
])
def test_long_bad_line_is_refused_quickly(telex, line):
    code, out, _ = telex.run("pipe", "--store", "memory", "--subscribe", "none", lines=[line])
    lines = out.strip("\n").split("\n")
    assert code == 0 and len(lines) == 3 and len(lines[1]) < 2000


def test_endless_line_uses_bounded_memory(telex):
    soak_line.check(telex, amount(64, 1024))


def stored(telex):
    code, out, err = telex.run("export", "--store", telex.store)
    assert code == 0, err
    return [line["message"]["text"] for line in parsed(out) if "message" in line]


@pytest.mark.parametrize("arguments", [("--durability", "full"), ("--coalesce",)])
def test_loses_nothing_when_the_reader_exits(telex, arguments):
    lines = [received("ada", f"m{number}", f"text {number}") for number in range(2000)]
    process = telex.start("pipe", "--store", telex.store, *arguments)
    process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait() == -signal.SIGPIPE
    texts = stored(telex)
    assert texts == [f"text {number}" for number in range(len(texts))]


def test_full_disk_is_reported_and_nothing_unstored_is_shown(telex):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    lines = [{**received("ada", f"m{number}", f"{number} " + "x" * 1000), "id": f"m{number}"} for number in range(2000)]
    code, out, err = telex.run("pipe", "--store", telex.store, "--subscribe", "none", lines=lines, preexec_fn=limit)
    out = parsed(out)
    assert code == 74 and "not stored" in err, err
    assert out[-1]["bye"] == "storeFailed"
    settled = [line["settled"] for line in out if "settled" in line]
    failed = [line["cause"] for line in out if "error" in line]
    assert settled and failed and not set(settled) & set(failed)
    assert all(line["error"]["code"] == "storeFailed" for line in out if "error" in line)
    assert [text.split()[0] for text in stored(telex)] == [name[1:] for name in settled]
