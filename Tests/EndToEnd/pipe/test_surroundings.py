"""Where the machine lacks something, the commands say what, and do not do something else."""

import os
import shutil
import subprocess

import pytest

from disk import LIKE_OTHERS
from server import SERVER
from telex_program import TELEX, received


@pytest.mark.skipif(shutil.which("unshare") is None, reason="only Linux needs /proc")
@pytest.mark.parametrize("arguments", [[TELEX, "send", "ada"], [SERVER, "user", "list"]], ids=["telex", "telex-server"])
def test_arguments_count_without_the_folder_of_processes(telex, arguments):
    """Swift has no arguments there, so that telex once carried out its standard input as commands."""
    hidden = ["unshare", "-m", *(["-r"] if os.geteuid() else []), "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    ended = subprocess.run([*hidden, *arguments], input=b"/help keys\n", capture_output=True, env=telex.environment)
    assert (ended.returncode, ended.stdout) == (71, b"")
    assert b"Mount the folder: mount -t proc proc /proc" in ended.stderr
    assert subprocess.run([*hidden, arguments[0], "--version"], env=telex.environment).returncode == 0


def test_without_a_home_folder_says_what_to_set(telex):
    """A container may run as a user that its system does not list, without HOME."""
    if os.geteuid():
        pytest.skip("only root can become another user")
    environment = {name: value for name, value in telex.environment.items() if name not in ("HOME", "XDG_DATA_HOME")}
    telex.prefix = ("setpriv", "--reuid", "54321", "--clear-groups")
    code, out, err = telex.run("show", "chatList", env=environment)
    assert (code, out) == (78, "") and "HOME is not set, and the system has no user with the number 54321" in err


@pytest.mark.parametrize("place", ["folder", "file"])
def test_what_is_stored_can_be_read_where_nothing_can_be_written(telex, place):
    telex.run("pipe", "--subscribe", "none", lines=[received("ada", "m", "the invoice")])
    store = telex.home / "data/telex/default/telex.sqlite"
    path = store.parent if place == "folder" else store
    path.chmod(0o500 if place == "folder" else 0o400)
    telex.prefix = LIKE_OTHERS
    try:
        before = store.read_bytes()
        for arguments in (["log", "ada"], ["search", "invoice"], ["show", "messages", "ada"]):
            code, out, err = telex.run(*arguments)
            assert code == 0 and "the invoice" in out, err
        assert telex.run("send", "ada", "hi")[0] == 73 and store.read_bytes() == before
    finally:
        path.chmod(0o700)
