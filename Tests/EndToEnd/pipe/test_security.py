"""The promises of Security.md: private files, no connections for the bots, no redirects, no foreign code."""

import hashlib
import os
import pathlib

import pytest

from pipe_process import Pipe
from recording_proxy import RecordingProxy


def test_created_files_are_private_whatever_the_umask(telex):
    lines = ["/new Eliza", "/remind tomorrow 9:00 call", "/save", "/calendar due.ics", "/contacts", "/add Ada Lovelace",
             "/export all.vcf"]
    done = telex.run("repl", "--record", "session.rec", "--views", "views.jsonl", lines=lines, umask=0, cwd=telex.home)
    assert done[0] == 0
    made = {str(path.relative_to(telex.home)): path.stat().st_mode & 0o777 for path in telex.home.rglob("*")}
    assert {"due.ics", "all.vcf", "session.rec", "views.jsonl", "data/telex/default/telex.sqlite"} <= made.keys()
    assert {name: oct(mode) for name, mode in made.items() if mode & 0o077} == {}


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="needs /proc")
def test_built_in_bots_make_no_connections(telex):
    pipe = Pipe(telex, "--subscribe", "messages")
    pipe.send({"event": "chat.creating", "recipient": "Eliza"})
    pipe.wait(lambda p: p.texts, "Eliza's greeting")
    files = [os.readlink(path) for path in pathlib.Path(f"/proc/{pipe.process.pid}/fd").iterdir()]
    sockets = [file for file in files if file.startswith("socket:")]
    # The one at which programs of the same user join.
    local = [line.split()[6] for line in pathlib.Path("/proc/net/unix").read_text().splitlines()
             if line.endswith("/telex.sock")]
    assert files and len(sockets) == 1 and sockets[0].strip("socket:[]") in local


def test_reads_no_configuration_of_openssl(telex):
    """It could name code to load. What has been read from the pipe is no longer in it."""
    configuration, writing = os.pipe()
    os.write(writing, b"unread")
    os.close(writing)
    telex.environment |= {"OPENSSL_CONF": f"/dev/fd/{configuration}", "OPENSSL_MODULES": "/none"}
    (telex.home / "a.txt").write_text("abc")
    code, _, err = telex.run("repl", lines=["/new Echo", "/send a.txt"], cwd=telex.home, pass_fds=[configuration])
    assert code == 0, err
    files = os.listdir(telex.home / "data/telex/default/files")
    assert hashlib.sha256(b"abc").hexdigest() in files, files
    assert os.read(configuration, 100) == b"unread"
    os.close(configuration)


@pytest.mark.parametrize("arguments", [(), ("--matrix", "--user", "ada")])
def test_does_not_follow_redirects(telex, arguments):
    with RecordingProxy() as second, RecordingProxy() as first:
        first.answer(".", 307, "", times=9, Location=f"{second.url}/elsewhere")
        code, _, _ = telex.run("login", first.url, *arguments, text="secret\n")
    assert code in (69, 77) and first.requests and not second.requests
