"""telex pipe as a program uses it: lines of any form, slow readers, exits, recordings."""

import json
import os
import shlex
import signal
import socket
import struct
import subprocess

import pytest

from conftest import ROOT, TELEX, last_model, received
from stalls import clog


def test_answers_one_line_and_exits(telex):
    line = {"event": "message.sending", "chatId": "eliza", "text": "hello", "id": "1"}
    code, out, err = telex.run("pipe", lines=[{"event": "chat.creating", "recipient": "Eliza"}, line])
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert (code, err) == (0, "")
    assert "hello" in lines[0] and lines[-1]["bye"] == "eof"
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert {"settled": "1"}.items() <= [line for line in lines if "settled" in line][0].items()
    # The bot's messages arrived before the exit.
    assert last_model(lines, "chatList")["chats"][0]["unreadCount"] == 2


def test_output_does_not_depend_on_how_the_input_is_split(telex):
    events = (ROOT / "Fixtures/20-hostile-text/events.jsonl").read_bytes()
    whole = telex.run("pipe", "--clock", "virtual", text=events)[1]
    process = telex.start("pipe", "--clock", "virtual")
    for start in range(len(events)):
        process.stdin.write(events[start:start + 1])
        process.stdin.flush()
    process.stdin.close()
    assert process.stdout.read().decode() == whole
    assert process.wait() == 0


def test_refuses_a_line_longer_than_a_mebibyte_and_accepts_the_next(telex):
    long = json.dumps({"event": "chat.listing", "rowLimit": 1, "x": "y" * (1 << 20)})
    lines = telex.pipe("--subscribe", "none", lines=[long, {"event": "chat.listing", "rowLimit": 1, "id": "next"}])
    assert [line for line in lines if "error" in line][0]["error"]["code"] == "tooLong"
    assert lines[-2]["settled"] == "next"


def test_largest_message_passes_through_unchanged(telex):
    text = "\u00e9" * 32768
    lines = telex.pipe(lines=[{"event": "chat.creating", "recipient": "Ada"},
                              {"event": "message.sending", "chatId": "ada", "text": text},
                              {"event": "message.sending", "chatId": "ada", "text": text + "x", "id": "more"}])
    assert last_model(lines, "messages")["messages"][-1]["text"] == text
    assert "too long" in last_model(lines, "messages")["errorText"]


def test_signal_ends_the_pipe_cleanly(telex):
    process = telex.start("pipe", "--store", telex.store)
    while b'"online"' not in process.stdout.readline():
        pass
    process.stdin.write(b'{"event":"chat.creating","recipient":"Ada"}\n{"backend":{"delay":"1h"}}\n'
                        b'{"event":"message.sending","chatId":"ada","text":"x","id":"1"}\n')
    process.stdin.flush()
    while b'"queuedCount":1' not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGTERM)
    rest = [json.loads(line) for line in process.stdout.read().splitlines()]
    assert rest[-1]["bye"] == "signal"
    assert [(line["error"]["code"], line["cause"]) for line in rest if "error" in line] == [("unfinished", "1")]
    assert process.wait() == -signal.SIGTERM


def test_drain_times_out(telex):
    lines = [{"event": "chat.creating", "recipient": "Ada"}, {"backend": {"delay": "1h"}},
             {"event": "message.sending", "chatId": "ada", "text": "x", "id": "1"}]
    code, out, _ = telex.run("pipe", "--drain", "100ms", lines=lines)
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 75 and lines[-1]["bye"] == "drainExpired"
    assert lines[-2]["error"]["code"] == "unfinished" and lines[-2]["cause"] == "1"


def test_recording_of_a_real_session_replays(telex):
    recording, views = telex.home / "session.rec", telex.home / "views.jsonl"
    lines = [{"event": "chat.creating", "recipient": "Echo", "id": "1"}, "not JSON",
             {"event": "message.sending", "chatId": "echo", "text": "one", "id": "2"},
             {"subscribe": ["badge"], "id": "3"}]
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


def test_prints_only_the_protocol_in_any_locale(telex):
    for locale in ("C", "de_DE.ISO-8859-1", "tr_TR.UTF-8", "abcdefghijkl", "/nonexistent", "1" * 20, "a" * 100_000, "\xff"):
        environment = {**telex.environment, "LC_ALL": locale}
        lines = [received("ada", "m", "Zo\u00eb \U0001F600 \u65e5\u672c")]
        code, out, err = telex.run("pipe", lines=lines, env=environment)
        assert code == 0 and err == ""
        lines = [json.loads(line) for line in out.strip("\n").split("\n")]
        assert last_model(lines, "chatList")["chats"][0]["previewText"] == "Zo\u00eb \U0001F600 \u65e5\u672c"


def test_reads_lines_from_bash(telex):
    line = '{"event":"chat.listing","rowLimit":1,"id":"7"}'
    command = f"echo '{line}' | {shlex.quote(TELEX)} pipe --store memory --subscribe none"
    out = subprocess.check_output(["bash", "-c", command], env=telex.environment).decode().splitlines()
    assert json.loads(out[-2])["settled"] == "7"


def test_waits_for_nonblocking_input(telex):
    read, write = os.pipe()
    os.set_blocking(read, False)
    process = subprocess.Popen([TELEX, "pipe", "--store", "memory", "--subscribe", "none"], stdin=read,
                               stdout=subprocess.PIPE, env=telex.environment)
    os.close(read)
    process.stdout.readline()
    # Reading returns EAGAIN after each answer, so telex must wait for the next line.
    for number in "123":
        os.write(write, b'{"event":"chat.listing","rowLimit":1,"id":"%s"}\n' % number.encode())
        assert json.loads(process.stdout.readline())["settled"] == number
    os.close(write)
    process.communicate()
    assert process.returncode == 0


def test_reports_unreadable_input(telex):
    folder = os.open(telex.home, os.O_RDONLY)
    done = subprocess.run([TELEX, "pipe", "--store", "memory"], stdin=folder, capture_output=True,
                          env=telex.environment)
    os.close(folder)
    assert done.returncode == 74 and b"Cannot read the standard input: Is a directory" in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["bye"] == "inputFailed"


def test_completes_pending_messages_when_the_input_fails(telex):
    # Reading fails once the other side has reset the connection.
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sender = socket.create_connection(listener.getsockname())
        receiver, _ = listener.accept()
    with receiver:
        process = subprocess.Popen([TELEX, "pipe", "--store", "memory", "--subscribe", "chatList"], stdin=receiver,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=telex.environment)
    sender.sendall(b'{"event":"chat.creating","recipient":"Echo"}\n{"backend":{"delay":"300ms"}}\n'
                   b'{"event":"message.sending","chatId":"echo","text":"hi","id":"1"}\n')
    while b'"You: hi"' not in process.stdout.readline():
        pass
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sender.close()
    out, err = process.communicate()
    assert process.returncode == 74 and b"Cannot read the standard input" in err
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["settled"] for line in lines if "settled" in line] == ["1"]
    assert lines[-1]["bye"] == "inputFailed"


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
