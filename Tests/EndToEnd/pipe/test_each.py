"""`telex each`: a program for each new message."""

import json
import signal

import pytest

from owner import arrive, message, owning
from server import Person, login, server, wait_until
from telex_program import TELEX


@pytest.fixture
def owner(telex):
    return owning(telex)


class Each:
    """`telex each --cursor c`, from the first message of all. Its program appends what it reads to a log."""

    def __init__(self, telex, script, *options):
        self.log = telex.home / "log"
        self.cursor = telex.home / "data/telex/default/cursors/c"
        self.process = telex.start("each", "--cursor", "c", "--since", "start", *options, "--", "sh", "-c", script)

    @property
    def lines(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def wait(self, count):
        wait_until(lambda: len(self.lines) >= count or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.stderr.read()
        return self

    def wait_for_cursor(self, row):
        wait_until(lambda: self.cursor.exists() and self.cursor.read_text() == row["cursor"] + "\n")

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        out, err = self.process.communicate()
        return self.process.returncode, err.decode()


LOG = 'cat >>"$HOME/log"; '
# What runs until its telex has ended, or a signal ends it.
STAY = 'exec >/dev/null 2>&1; while kill -0 $PPID; do sleep 0.05; done'


@pytest.fixture
def each(telex):
    started = []

    def start(*arguments):
        started.append(Each(telex, *arguments))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.communicate()


def test_runs_a_program_for_each_message(telex, owner, each):
    sent = "It's $(touch x) `y` \"z\"\nand more"
    mine = {"event": "message.sending", "chatId": "ada", "text": "mine"}
    arrive(owner, message("ada", "a1", sent), mine, message("bo", "b1", "two"))
    run = each('env >"$HOME/environment"; cat >>"$HOME/log"').wait(2)
    arrive(owner, message("ada", "a2", "three"))
    rows = [json.loads(line) for line in run.wait(3).lines]
    assert [(row["chatId"], row["messageId"], row["text"]) for row in rows] == [
        ("ada", "a1", sent), ("bo", "b1", "two"), ("ada", "a2", "three")]
    run.wait_for_cursor(rows[2])
    assert run.end() == (-signal.SIGTERM, "")
    environment = dict(line.split("=", 1) for line in (telex.home / "environment").read_text().splitlines())
    assert {name for name in environment if name not in telex.environment} <= {"PWD", "SHLVL", "_", "OLDPWD"}


def test_goes_on_where_it_ended(telex, owner, each):
    script = LOG
    arrive(owner, message("ada", "a1", "one"))
    run = each(script).wait(1)
    run.wait_for_cursor(json.loads(run.lines[0]))
    run.end()
    arrive(owner, message("ada", "a2", "two"))
    owner.kill()
    # Nobody owns the profile now.
    assert [json.loads(line)["text"] for line in each(script).wait(2).lines] == ["one", "two"]


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM])
def test_gives_a_message_again_that_was_not_finished(telex, owner, each, kill):
    arrive(owner, message("ada", "a1", "one"))
    run = each(LOG + STAY).wait(1)
    assert run.end(kill)[0] == -kill
    first, second = map(json.loads, each(LOG).wait(2).lines)
    assert (first["messageId"], first["cursor"]) == (second["messageId"], second["cursor"])


def test_a_program_that_ends_well_after_a_signal_is_done_with_the_message(telex, owner, each):
    arrive(owner, message("ada", "a1", "one"))
    run = each('trap "exit 0" TERM; ' + LOG + STAY).wait(1)
    assert run.end() == (-signal.SIGTERM, "")
    run.wait_for_cursor(json.loads(run.lines[0]))


def test_tries_again_and_then_sets_the_message_aside(telex, owner, each):
    arrive(owner, message("ada", "a1", "bad"), message("ada", "a2", "good"))
    run = each(LOG + 'tail -n 1 "$HOME/log" | grep -q good', "--tries", "3", "--pause", "1ms").wait(4)
    rows = [json.loads(line) for line in run.lines]
    assert [row["text"] for row in rows] == ["bad", "bad", "bad", "good"]
    run.wait_for_cursor(rows[3])
    code, err = run.end()
    aside = run.cursor.parent / "c.failed" / f"{rows[0]['cursor']}.json"
    assert err.splitlines() == ["telex: sh ended with 1 for the message a1 of ada. It runs again."] * 2 + [
        f"telex: sh ended with 1 for the message a1 of ada, after 3 tries. It is set aside in {aside}. "
        f"To run the program for it: COMMAND <{aside}"]
    assert json.loads(aside.read_text()) == rows[0] and aside.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("code", [64, 126, 127])
def test_a_program_that_cannot_run_ends_it(telex, owner, each, code):
    arrive(owner, message("ada", "a1", "one"))
    run = each(f"exit {code}")
    out, err = run.process.communicate()
    assert run.process.returncode == code and err.startswith(b"telex: sh ended with %d" % code)
    assert not run.cursor.exists() and not (run.cursor.parent / "c.failed").exists()


def test_ends_when_the_reader_of_its_output_has_gone(telex, owner, each):
    arrive(owner, message("ada", "a1", "one"))
    run = each('cat; ' + LOG + 'until echo more; do :; done; exit 1')
    run.process.stdout.readline()
    run.process.stdout.close()
    arrive(owner, message("ada", "a2", "two"))
    assert run.process.wait() == -signal.SIGPIPE and not (run.cursor.parent / "c.failed").exists()


def test_a_program_need_not_read_its_input(telex, owner, each):
    arrive(owner, message("ada", "a1", "x" * 60_000), message("ada", "a2", "y"))
    each('exec <&-; echo run >>"$HOME/log"').wait(2).end()


def test_a_program_can_use_the_same_profile(telex, owner, each):
    arrive(owner, message("ada", "a1", "one"))
    owner.kill()
    # The program joins the telex that runs it.
    run = each(f'{TELEX} send ada "Thanks." --id thanks && echo sent >>"$HOME/log"').wait(1)
    wait_until(run.cursor.exists)
    run.end()
    assert telex.run("show", "messages", "ada")[1].count("Thanks.") == 1


def test_is_told_that_it_is_logged_out(telex, server, each):
    login(telex, server, "ada", "Ada")
    Person(server, "bob", "Bob").create("ada")
    run = each(LOG)
    server.revoke("ada")
    out, err = run.process.communicate()
    assert run.process.returncode == 77 and b"Log in again" in err
    # It stays so, also when it is started again.
    assert each("true").process.wait() == 77
