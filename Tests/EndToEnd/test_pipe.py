"""telex pipe as a program meets it: ends, breaks, slow readers, batches."""

import json
import os
import resource
import signal
import subprocess
import time

import pytest

from conftest import ROOT, TELEX, last_model, received


def opened(chat):
    return {"event": "screen.opened", "screen": "messages", "chat": chat, "id": "opened"}


def texts(telex, chat):
    """All messages of a chat, as a new run shows them."""
    lines = telex.pipe("--store", telex.store, lines=[opened(chat)] + 60 * [
        {"event": "history.loadingOlder", "chat": chat}])
    model = last_model(lines, "messages")
    assert model["total"] == len(model["messages"])
    return [row["text"] for row in model["messages"]]


def test_one_line_is_answered_and_the_program_ends(telex):
    line = {"event": "message.sending", "chat": "eliza", "text": "hello", "id": "1"}
    code, out, err = telex.run("pipe", lines=[line])
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert (code, err) == (0, "")
    assert "hello" in lines[0] and lines[-1]["bye"] == {"reason": "eof"}
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert {"settled": "1"}.items() <= [line for line in lines if "settled" in line][0].items()
    # The bot had something to say, and said it before the end.
    assert last_model(lines, "chatList")["chats"][0]["unreadMessageCount"] == 1


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
    long = json.dumps({"event": "chat.listing", "rows": 1, "x": "y" * (1 << 20)})
    lines = telex.pipe("--subscribe", "none", lines=[long, {"event": "chat.listing", "rows": 1, "id": "next"}])
    assert [line for line in lines if "error" in line][0]["error"]["code"] == "tooLong"
    assert lines[-2]["settled"] == "next"


def test_the_largest_message_goes_in_and_out_whole(telex):
    text = "\u00e9" * 32768
    lines = telex.pipe(lines=[{"event": "chat.creating", "contact": "Ada"},
                              {"event": "message.sending", "chat": "ada", "text": text},
                              {"event": "message.sending", "chat": "ada", "text": text + "x", "id": "more"}])
    assert last_model(lines, "messages")["messages"][-1]["text"] == text
    assert "too long" in last_model(lines, "messages")["error"]


def test_whoever_reads_goes_away_and_nothing_is_lost(telex):
    lines = [received("ada", f"m{number}", f"text {number}") for number in range(2000)]
    process = telex.start("pipe", "--store", telex.store)
    process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(30) == -signal.SIGPIPE
    stored = texts(telex, "ada") if os.path.getsize(telex.store) > 0 else []
    assert stored == [f"text {number}" for number in range(len(stored))]


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
    assert json.loads(lines[-1])["bye"] == {"reason": "eof"}
    assert json.loads(lines[-2])["model"]["chats"][0]["unreadMessageCount"] == count
    os.waitpid(sender, 0)
    assert process.wait(10) == 0


def test_a_kill_loses_nothing_that_was_settled_and_doubles_nothing(telex):
    sent, settled = [], []
    for round_number in range(8):
        process = telex.start("pipe", "--store", telex.store, "--subscribe", "none")
        for number in range(300):
            text = f"{round_number}-{number}"
            sent.append(text)
            process.stdin.write(json.dumps(
                {"event": "message.sending", "chat": "ada", "text": text, "message": text, "id": text}).encode() + b"\n")
        process.stdin.flush()
        wanted = 20 + 35 * round_number
        while wanted > 0:
            line = json.loads(process.stdout.readline())
            if "settled" in line:
                settled.append(line["settled"])
                wanted -= 1
        process.kill()
        for line in process.stdout.read().splitlines():
            try:
                settled.append(json.loads(line).get("settled", ""))
            except ValueError:
                pass  # the kill cut it short
        process.wait()
    stored = texts(telex, "ada")
    assert set(filter(None, settled)) <= set(stored)
    assert len(stored) == len(set(stored))
    assert stored == [text for text in sent if text in set(stored)]
    # What was on its way went out with the run that looked.
    lines = telex.pipe("--store", telex.store, lines=[opened("ada")])
    assert {row["mark"] for row in last_model(lines, "messages")["messages"]} == {"sent"}


def test_a_full_disk_is_told_and_nothing_is_shown_that_is_not_stored(telex):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    lines = [{**received("ada", f"m{number}", f"{number} " + "x" * 1000), "id": f"m{number}"} for number in range(2000)]
    code, out, err = telex.run("pipe", "--store", telex.store, "--subscribe", "none", lines=lines, preexec_fn=limit)
    out = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 74 and "not stored" in err, err
    assert out[-1]["bye"] == {"reason": "storeFailed"}
    assert [line["seq"] for line in out] == list(range(len(out)))
    settled = [line["settled"] for line in out if "settled" in line]
    failed = [line["cause"] for line in out if "error" in line]
    assert settled and failed and not set(settled) & set(failed)
    assert all(line["error"]["code"] == "storeFailed" for line in out if "error" in line)
    stored = texts(telex, "ada")
    assert [text.split()[0] for text in stored] == [name[1:] for name in settled]


def test_a_signal_ends_it_in_good_order(telex):
    process = telex.start("pipe", "--store", telex.store)
    while b'"online"' not in process.stdout.readline():
        pass
    process.stdin.write(b'{"backend":{"delay":"1h"}}\n{"event":"message.sending","chat":"ada","text":"x","id":"1"}\n')
    process.stdin.flush()
    while b'"queued":1' not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGTERM)
    rest = [json.loads(line) for line in process.stdout.read().splitlines()]
    assert rest[-1]["bye"] == {"reason": "signal"}
    assert [(line["error"]["code"], line["cause"]) for line in rest if "error" in line] == [("unfinished", "1")]
    assert process.wait(10) == -signal.SIGTERM


def test_time_runs_out(telex):
    lines = [{"backend": {"delay": "1h"}}, {"event": "message.sending", "chat": "ada", "text": "x", "id": "1"}]
    code, out, _ = telex.run("pipe", "--drain", "100ms", lines=lines)
    lines = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 75 and lines[-1]["bye"] == {"reason": "drainExpired"}
    assert lines[-2]["error"]["code"] == "unfinished" and lines[-2]["cause"] == "1"


@pytest.mark.parametrize("durability", ["normal", "full"])
def test_survives_a_restart(telex, durability):
    lines = [received("ada", f"m{number}", f"text {number}") for number in range(120)]
    code, _, err = telex.run("pipe", "--store", telex.store, "--durability", durability, lines=lines)
    assert code == 0, err
    assert texts(telex, "ada") == [f"text {number}" for number in range(120)]


def test_a_recording_of_a_real_session_replays(telex):
    recording, views = telex.home / "session.rec", telex.home / "views.jsonl"
    lines = [{"event": "chat.creating", "contact": "Echo", "id": "1"}, "not JSON",
             {"event": "message.sending", "chat": "echo", "text": "one", "id": "2"}, {"subscribe": ["badge"], "id": "3"}]
    code, out, err = telex.run("pipe", "--record", recording, lines=lines)
    assert code == 0, err
    views.write_text(out)
    assert telex.run("replay", recording) == (0, out, "")
    assert telex.run("replay", "--verify", views, recording) == (0, "", "")
    views.write_text(out.replace('"total":1', '"total":2', 1))
    code, _, err = telex.run("replay", "--verify", views, recording)
    assert code == 1 and "Line " in err
    recording.write_text("\n".join(recording.read_text().splitlines()[:-1]))
    assert telex.run("replay", recording)[0] == 65
    assert telex.run("replay", telex.home / "none")[0] == 66


def test_the_protocol_is_all_that_comes_out_under_any_locale(telex):
    for locale in ("C", "de_DE.ISO-8859-1", "tr_TR.UTF-8"):
        environment = {**telex.environment, "LC_ALL": locale}
        code, out, err = telex.run("pipe", lines=[received("ada", "m", "Zo\u00eb \U0001F600 \u65e5\u672c")], env=environment)
        assert code == 0 and err == ""
        lines = [json.loads(line) for line in out.strip("\n").split("\n")]
        assert last_model(lines, "chatList")["chats"][0]["message"] == "Zo\u00eb \U0001F600 \u65e5\u672c"


def test_reads_what_bash_sends():
    command = f"echo '{{\"event\":\"chat.listing\",\"rows\":1,\"id\":\"7\"}}' | {TELEX} pipe --store memory --subscribe none"
    out = subprocess.check_output(["bash", "-c", command]).decode().splitlines()
    assert json.loads(out[-2])["settled"] == "7"


def test_a_commit_that_fails_later_is_told_to_every_request(telex):
    """Each request is answered once: what was only sent, and not stored as sent, is not settled."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))

    lines = [{"event": "message.sending", "chat": "ada", "text": "x" * 1000, "id": f"r{n}"} for n in range(400)]
    code, out, err = telex.run("pipe", "--store", telex.store, "--subscribe", "none", lines=lines, preexec_fn=limit)
    out = [json.loads(line) for line in out.strip("\n").split("\n")]
    assert code == 74, err
    answers = [line.get("settled", line.get("cause")) for line in out if "settled" in line or "error" in line]
    assert answers == [f"r{n}" for n in range(len(answers))] and len(answers) > 10
    assert sum("error" in line for line in out) == 1


def test_the_same_name_in_two_chats_is_two_messages(telex):
    def sending(chat, **more):
        return {"event": "message.sending", "chat": chat, "text": chat, "message": "m1", **more}

    lines = telex.pipe("--store", telex.store, lines=[
        {"backend": {"offline": True}}, sending("a", id="1"), sending("b", id="2"), {"backend": {"online": True}}])
    assert [row["chat"] for row in last_model(lines, "chatList")["chats"]] == ["b", "a"]
    assert texts(telex, "a") == ["a"] and texts(telex, "b") == ["b"]


def test_an_id_of_ours_gives_way_to_one_that_is_there(telex):
    lines = [received("a", f"telex-{n}") for n in range(9, 30, 3)] + 30 * [
        {"event": "message.received", "chat": "a", "text": "x"}]
    out = telex.pipe("--store", telex.store, lines=lines)
    assert last_model(out, "badge")["total"] == 37
    assert telex.run("unread", "--store", telex.store)[1] == "37\n"


def test_a_refusal_is_seen_in_a_chat_that_was_not_open(telex):
    lines = telex.pipe(lines=[{"event": "message.sending", "chat": "eliza", "text": " ", "id": "1"}])
    assert "nothing to send" in last_model(lines, "messages")["error"]


def test_input_that_does_not_block_is_waited_for(telex):
    read, write = os.pipe()
    os.set_blocking(read, False)
    process = subprocess.Popen([TELEX, "pipe", "--store", "memory", "--subscribe", "none"], stdin=read,
                               stdout=subprocess.PIPE, env=telex.environment)
    process.stdout.readline()
    # After each answer there is nothing to read, so each further line finds a reader who was told to try again.
    for number in "123":
        os.write(write, b'{"event":"chat.listing","rows":1,"id":"%s"}\n' % number.encode())
        assert json.loads(process.stdout.readline())["settled"] == number
    os.close(write)
    assert process.wait(10) == 0


def test_input_that_cannot_be_read_is_told(telex):
    folder = os.open(telex.home, os.O_RDONLY)
    done = subprocess.run([TELEX, "pipe", "--store", "memory"], stdin=folder, capture_output=True, env=telex.environment)
    assert done.returncode == 74 and b"directory" in done.stderr


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
