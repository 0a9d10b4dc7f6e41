"""Where the machine lacks something, the commands say what, and do not do something else."""

import os
import shutil
import subprocess

import pytest

from server import SERVER
from telex_program import TELEX


@pytest.mark.skipif(shutil.which("unshare") is None, reason="only Linux needs /proc")
@pytest.mark.parametrize("arguments", [[TELEX, "send", "ada"], [SERVER, "user", "list"]], ids=["telex", "telex-server"])
def test_arguments_count_without_the_folder_of_processes(telex, arguments):
    """Swift has no arguments there, so that telex once carried out its standard input as commands."""
    hidden = ["unshare", "-m", *(["-r"] if os.geteuid() else []), "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    ended = subprocess.run([*hidden, *arguments], input=b"/help keys\n", capture_output=True, env=telex.environment)
    assert (ended.returncode, ended.stdout) == (71, b"")
    assert b"Mount the folder: mount -t proc proc /proc" in ended.stderr
    assert subprocess.run([*hidden, arguments[0], "--version"], env=telex.environment).returncode == 0
