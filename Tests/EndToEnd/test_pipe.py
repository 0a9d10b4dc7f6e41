"""telex pipe as a program meets it: lines of any form, slow readers, ends, recordings."""

import json
import os
import signal
import socket
import struct
import subprocess
import time

import pytest

import soak_line
from amounts import amount
from conftest import ROOT, TELEX, last_model, received


def test_one_line_is_answered_and_the_program_ends(telex):
    line = {"event": "message.sending", "chatId": "eliza", "text": "hello", "id": "1"}
    code, out, err = telex.run("pipe", lines=[{"event": "chat.creating", "recipient": "Eliza"}, line])
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert (code, err) == (0, "")
    assert "hello" in lines[0] and lines[-1]["bye"] == "eof"
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert {"settled": "1"}.items() <= [line for line in lines if "settled" in line][0].items()
    # The bot had something to say, and said it before the end.
    assert last_model(lines, "chatList")["chats"][0]["unreadCount"] == 2


def test_output_does_not_depend_on_how_the_input_is_cut(telex):
    events = (ROOT / "Fixtures/20-hostile-text/events.jsonl").read_bytes()
    whole = telex.run("pipe", "--clock", "virtual", text=events)[1]
    process = telex.start("pipe", "--clock", "virtual")
    for start in range(len(events)):
        process.stdin.write(events[start:start + 1])
        process.stdin.flush()
    process.stdin.close()
    assert process.stdout.read().decode() == whole
    assert process.wait(10) == 0


def test_a_line_of_more_than_a_mebibyte_is_refused_and_the_next_is_taken(telex):
    long = json.dumps({"event": "chat.listing", "rowLimit": 1, "x": "y" * (1 << 20)})
    lines = telex.pipe("--subscribe", "none", lines=[long, {"event": "chat.listing", "rowLimit": 1, "id": "next"}])
    assert [line for line in lines if "error" in line][0]["error"]["code"] == "tooLong"
    assert lines[-2]["settled"] == "next"


@pytest.mark.alone
def test_a_line_without_an_end_takes_no_memory(telex):
    soak_line.check(telex, amount(64, 1024))


def test_the_largest_message_goes_in_and_out_whole(telex):
    text = "\u00e9" * 32768
    lines = telex.pipe(lines=[{"event": "chat.creating", "recipient": "Ada"},
                              {"event": "message.sending", "chatId": "ada", "text": text},
                              {"event": "message.sending", "chatId": "ada", "text": text + "x", "id": "more"}])
    assert last_model(lines, "messages")["messages"][-1]["text"] == text
    assert "too long" in last_model(lines, "messages")["errorText"]


@pytest.mark.alone
def test_a_slow_reader_slows_the_sender_and_memory_stays_bounded(telex):
    process = telex.start("pipe", "--store", "memory", "--subscribe", "chatList")
    count = 20_000
    sender = os.fork()
    if sender == 0:
        for number in range(count):
            process.stdin.write(json.dumps(received("ada", f"m{number}", "x" * 500)).encode() + b"\n")
        process.stdin.close()
        os._exit(0)
    process.stdin.close()
    last = -1
    deadline = time.monotonic() + 60
    # The sender stands still when the pipes and the inbox are full: its progress, seen in the reader's CPU time, stops.
    while time.monotonic() < deadline:
        ticks = sum(map(int, open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()[11:13]))
        if ticks == last:
            break
        last = ticks
        time.sleep(0.5)
    assert os.waitpid(sender, os.WNOHANG) == (0, 0), "the sender was not slowed"
    peak = [line for line in open(f"/proc/{process.pid}/status") if line.startswith("VmHWM")][0]
    assert int(peak.split()[1]) < 200_000, peak
    lines = process.stdout.read().splitlines()
    assert json.loads(lines[-1])["bye"] == "eof"
    assert json.loads(lines[-2])["model"]["chats"][0]["unreadCount"] == count
    os.waitpid(sender, 0)
    assert process.wait(10) == 0


def test_a_signal_ends_it_in_good_order(telex):
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
    assert process.wait(10) == -signal.SIGTERM


def test_time_runs_out(telex):
    lines = [{"event": "chat.creating", "recipient": "Ada"}, {"backend": {"delay": "1h"}},
             {"event": "message.sending", "chatId": "ada", "text": "x", "id": "1"}]
    code, out, _ = telex.run("pipe", "--drain", "100ms", lines=lines)
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 75 and lines[-1]["bye"] == "drainExpired"
    assert lines[-2]["error"]["code"] == "unfinished" and lines[-2]["cause"] == "1"


def test_a_recording_of_a_real_session_replays(telex):
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


def test_the_protocol_is_all_that_comes_out_under_any_locale(telex):
    for locale in ("C", "de_DE.ISO-8859-1", "tr_TR.UTF-8"):
        environment = {**telex.environment, "LC_ALL": locale}
        lines = [received("ada", "m", "Zo\u00eb \U0001F600 \u65e5\u672c")]
        code, out, err = telex.run("pipe", lines=lines, env=environment)
        assert code == 0 and err == ""
        lines = [json.loads(line) for line in out.strip("\n").split("\n")]
        assert last_model(lines, "chatList")["chats"][0]["previewText"] == "Zo\u00eb \U0001F600 \u65e5\u672c"


def test_reads_what_bash_sends():
    line = '{"event":"chat.listing","rowLimit":1,"id":"7"}'
    command = f"echo '{line}' | {TELEX} pipe --store memory --subscribe none"
    out = subprocess.check_output(["bash", "-c", command]).decode().splitlines()
    assert json.loads(out[-2])["settled"] == "7"


def test_input_that_does_not_block_is_waited_for(telex):
    read, write = os.pipe()
    os.set_blocking(read, False)
    process = subprocess.Popen([TELEX, "pipe", "--store", "memory", "--subscribe", "none"], stdin=read,
                               stdout=subprocess.PIPE, env=telex.environment)
    process.stdout.readline()
    # After each answer there is nothing to read, so each further line finds a reader who was told to try again.
    for number in "123":
        os.write(write, b'{"event":"chat.listing","rowLimit":1,"id":"%s"}\n' % number.encode())
        assert json.loads(process.stdout.readline())["settled"] == number
    os.close(write)
    assert process.wait(10) == 0


def test_input_that_cannot_be_read_is_told(telex):
    folder = os.open(telex.home, os.O_RDONLY)
    done = subprocess.run([TELEX, "pipe", "--store", "memory"], stdin=folder, capture_output=True,
                          env=telex.environment)
    assert done.returncode == 74 and b"Cannot read the standard input: Is a directory" in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["bye"] == "inputFailed"


def test_input_that_fails_on_the_way_lets_what_was_sent_end(telex):
    # Reading from a connection that the other side has reset fails.
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
    out, err = process.communicate(timeout=30)
    assert process.returncode == 74 and b"Cannot read the standard input" in err
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["settled"] for line in lines if "settled" in line] == ["1"]
    assert lines[-1]["bye"] == "inputFailed"


def test_a_signal_ends_it_even_while_nobody_reads(telex):
    process = telex.start("pipe", "--store", "memory")
    os.set_blocking(process.stdin.fileno(), False)
    line = json.dumps(received("ada", "m")).replace('"m"', '"%d"').encode() + b"\n"
    number = 0
    try:
        while number < 200_000:
            number += process.stdin.raw.write(b"".join(line % n for n in range(number, number + 50))) and 50
    except (BlockingIOError, TypeError):
        pass
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) in (-signal.SIGTERM, -signal.SIGINT)


@pytest.mark.parametrize("line", [
    json.dumps({f"member{n}": n for n in range(60_000)}),
    json.dumps({"event": "x" * 1_000_000, "id": "long"}),
    json.dumps({"subscribe": ["y" * 1_000_000]}),
    '{"a":' * 100_000,
])
def test_a_long_line_is_refused_as_fast_as_a_short_one(telex, line):
    code, out, _ = telex.run("pipe", "--store", "memory", "--subscribe", "none", lines=[line])
    lines = out.strip("\n").split("\n")
    assert code == 0 and len(lines) == 3 and len(lines[1]) < 2000
