"""Tab completion in shells that have loaded telex's completion script."""

import pathlib
import shutil
import subprocess

import pytest

from telex_program import TELEX, Telex, received
from server import SERVER
from terminal import ENTER, TAB, Terminal, control

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

    def open(program):
        telex.environment["PATH"] = f"{PROGRAMS}:{telex.environment['PATH']}"
        command, script = SHELLS[request.param]
        terminal = Terminal(telex, command=command.split(), columns=120, PS1="> ", HISTFILE="/dev/null",
                            INPUTRC="/dev/null")
        return terminal.type(script.format(program), " && clear; echo re''ady\r").wait_for("ready").wait_for_line("")

    return open


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
        ("telex repl --theme l", "telex repl --theme light "),
        ("telex pipe --durability f", "telex pipe --durability full "),
        ("telex repl --zone Europe/Ro", "telex repl --zone Europe/Rome "),
        ("telex replay sess", "telex replay session.rec "),
        ("telex replay --verify sess", "telex replay --verify session.rec "),
        ("telex pipe --updates p", "telex pipe --updates patch "),
        ("telex send A", "telex send Ada "),
        ("telex send --profile work B", "telex send --profile work Bo "),
        ("telex ask A", "telex ask Ada "),
        ("telex ask Ada --from C", "telex ask Ada --from Cy "),
        ("telex each --chat A", "telex each --chat Ada "),
        ("telex wait --chat A", "telex wait --chat Ada "),
        ("telex tail --from C", "telex tail --from Cy "),
    ])


# Names that a shell would expand, execute, split, or take for options.
NAMES = [
    "Bob's team", "$(touch ran)", "`touch ran`", "$HOME", "back\\slash", "say \"hi\"!!", "~root", "a;b|c&d<e>f", "{x,y}*?[z]",
    "#tag", "=ls", "colon: a=b@c", "two\nlines", "-rf", "--json", "%1", "^up", "é漢 字", "esc\x1b[2J", "tab\there", "'", "\"", "\\",
]


def known(telex, profile, *titles):
    """Makes a profile with these chats, each of which has a person of the same name."""
    chats = [
        {"chat": {"chatId": f"c{number}", "title": title, "readUpTo": 0, "deliveredUpTo": 0, "otherReadUpTo": 0,
                  "members": [{"userId": f"u{number}", "name": title, "standing": "joined"}]}}
        for number, title in enumerate(titles)
    ]
    code, _, err = telex.run("import", "--profile", profile, lines=[{"export": {"version": 1}}, *chats, {"end": {"isWhole": True}}])
    assert code == 0, err


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    """A home with a profile for each of the names."""
    telex = Telex(tmp_path_factory.mktemp("town"))
    for number, name in enumerate(NAMES):
        known(telex, f"n{number}", name)
    known(telex, "many", "Bob's a", "Bob's $(touch ran)", "Bo`touch ran`")
    return telex.home


class Arguments:
    """Types lines into a shell, and reads the arguments that a program gets from them."""

    def __init__(self, terminal, home):
        self.terminal, self.said = terminal, home / "said"
        show = home / "show"
        show.write_text(f"#!/bin/sh\nprintf '%s\\0' \"$@\" >'{self.said}'\nprintf '%s\\n' 'sh''own'\n")
        show.chmod(0o755)

    def of(self, *typed):
        """Presses Tab after each of the texts, and then enters the line."""
        self.said.unlink(missing_ok=True)
        for text in typed:
            before = self.terminal.cursor[0]
            shown = self.terminal.type(text).wait(lambda t: t.cursor[0] == before + len(text)).cursor
            self.terminal.type(TAB).wait(lambda t: t.cursor != shown, "a completion")
        self.terminal.type(control("a"), "./show ", ENTER).wait_for("shown").wait_for_line("")
        self.terminal.type("clear", ENTER).wait_without("shown").wait_for_line("")
        return self.said.read_text().split("\0")[:-1]


def test_names_are_whole_and_nothing_in_them_runs(shell, telex, town):
    shutil.copytree(town, telex.home, dirs_exist_ok=True)
    (telex.home / "my file $x").touch()
    t = shell("telex")
    arguments = Arguments(t, telex.home)
    for number, name in enumerate(NAMES):
        profile = f"n{number}"
        if t.process.args[0] == "fish":
            # Fish cannot quote these itself.
            if "\t" in name:
                continue
            if name[0] == "~":
                assert arguments.of(f"telex tail --profile {profile} --chat \\~")[-1] == name
                continue
        # Alone, a name that begins with a hyphen would be an option.
        end = ["--"] if name.startswith("-") else []
        typed = ["telex", "send", "--profile", profile, *end]
        assert arguments.of(" ".join(typed) + " ") == [*typed, name]
    assert arguments.of("telex wait --profile n0 --from ")[-1] == "Bob's team"
    assert arguments.of("telex tail --profile n1 --chat ")[-1] == NAMES[1]
    for quote in ("'", '"'):
        assert arguments.of(f"telex send --profile n0 {quote}Bo")[-1] == "Bob's team"
    if t.process.args[0] == "bash":
        # Readline inserts what the names have in common.
        assert arguments.of("telex send --profile many 'Bob", "$")[-1] == "Bob's $(touch ran)"
        assert arguments.of("telex send --profile many Bob", "a")[-1] == "Bob's a"
    assert arguments.of("telex import my")[-1] == "my file $x"
    assert not (telex.home / "ran").exists()


def test_completes_server_commands(shell, telex):
    done = subprocess.run([SERVER, "user", "add", "ada"], env=telex.environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    (telex.home / "chain.pem").touch()
    assert_completes(shell("telex-server"), [
        ("telex-server doc", "telex-server doctor "),
        ("telex-server user rev", "telex-server user revoke "),
        ("telex-server user invite a", "telex-server user invite ada "),
        ("telex-server run --certificate ch", "telex-server run --certificate chain.pem "),
        ("telex-server run --log warn", "telex-server run --log warning "),
    ])
