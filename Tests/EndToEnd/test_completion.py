"""Tab completion in shells that have loaded telex's completion script."""

import pathlib
import shutil
import subprocess

import pytest

from conftest import TELEX, received
from server import SERVER, server
from terminal import TAB, Terminal, control

PROGRAMS = pathlib.Path(TELEX).resolve().parent
SHELLS = {
    "bash": ("bash --norc --noprofile -i", "PS1='> '; source <({0} --generate-completion-script bash)"),
    "zsh": ("zsh -f -i", "PS1='> '; autoload -U compinit; compinit -u; source <({0} --generate-completion-script zsh); "
                         "compdef _{0} {0}"),
    "fish": ("fish --no-config -i", "function fish_prompt; echo -n '> '; end; {0} --generate-completion-script fish | source"),
}


@pytest.fixture(params=SHELLS)
def shell(request, telex):
    """Opens a shell with completion for a program."""
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param} here")
    terminals = []

    def open(program):
        telex.environment["PATH"] = f"{PROGRAMS}:{telex.environment['PATH']}"
        command, script = SHELLS[request.param]
        terminal = Terminal(telex, command=command.split(), columns=120, PS1="> ", HISTFILE="/dev/null")
        terminals.append(terminal)
        terminal.type(script.format(program), " && clear; echo re''ady\r").wait_for("ready").wait_for_line("")
        return terminal

    yield open
    for terminal in terminals:
        terminal.close()


def assert_completes(terminal, cases):
    for typed, completed in cases:
        terminal.type(typed, TAB).wait_for_line(completed)
        terminal.type(control("u")).wait_for_line("")


def test_completes_commands_options_and_values(shell, telex):
    telex.run("pipe", lines=[{**received("ada", "m1"), "title": "Ada", "senderId": "cy", "senderName": "Cy"}])
    telex.run("pipe", "--profile", "work", lines=[{**received("bo", "m1"), "title": "Bo"}])
    for profile in ("work", "home"):
        assert telex.run("pipe", "--profile", profile, lines=[received("ada", "m1")])[0] == 0
    (telex.home / "session.rec").touch()
    assert_completes(shell("telex"), [
        ("telex sch", "telex schema "),
        ("telex pipe --prof", "telex pipe --profile "),
        ("telex pipe --profile w", "telex pipe --profile work "),
        ("telex unread --profile h", "telex unread --profile home "),
        ("telex pipe --subscribe conn", "telex pipe --subscribe connection "),
        ("telex pipe --subscribe messages,b", "telex pipe --subscribe messages,badge "),
        ("telex repl --clock v", "telex repl --clock virtual "),
        ("telex repl --notify osc7", "telex repl --notify osc777 "),
        ("telex pipe --durability f", "telex pipe --durability full "),
        ("telex repl --zone Europe/Ro", "telex repl --zone Europe/Rome "),
        ("telex replay sess", "telex replay session.rec "),
        ("telex replay --verify sess", "telex replay --verify session.rec "),
        ("telex pipe --updates p", "telex pipe --updates patch "),
        ("telex send A", "telex send Ada "),
        ("telex send --profile work B", "telex send --profile work Bo "),
        ("telex wait --chat A", "telex wait --chat Ada "),
        ("telex tail --from C", "telex tail --from Cy "),
    ])


def test_completes_server_commands(shell, telex):
    done = subprocess.run([SERVER, "user", "add", "ada"], env=telex.environment, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    (telex.home / "chain.pem").touch()
    assert_completes(shell("telex-server"), [
        ("telex-server doc", "telex-server doctor "),
        ("telex-server user rev", "telex-server user revoke "),
        ("telex-server user invite a", "telex-server user invite ada "),
        ("telex-server run --certificate ch", "telex-server run --certificate chain.pem "),
        ("telex-server run --log warn", "telex-server run --log warning "),
    ])
