"""The configuration file: options that every command begins with, and `telex config`, which prints them."""

import json

import pytest

from message_files import kept, written


@pytest.fixture
def config(telex):
    """Writes the configuration file."""
    telex.environment["XDG_CONFIG_HOME"] = str(telex.home / "settings")
    path = telex.home / "settings/telex/config"
    path.parent.mkdir(parents=True)

    def write(*lines):
        path.write_text("\n".join(lines) + "\n")
        return path
    return write


def since(telex, *arguments):
    """Returns since when it has been online, as `/status` says."""
    code, out, err = telex.run("repl", *arguments, lines=["/status"])
    assert code == 0, err
    return out.split("since ")[1].split(";")[0]


def test_options_apply_unless_the_command_line_has_them(telex, config):
    config("# my options", "", "  --store  memory ", "--time-format=%Hh%M", "--zone UTC", "--no-bar")
    assert "h" in since(telex) and ":" in since(telex, "--time-format", "24")
    # A flag that is given twice would be refused.
    assert "h" in since(telex, "--bar") and ":" in since(telex, "--no-config", "--store", "memory")
    # A deterministic run is the same everywhere.
    assert "h" not in since(telex, "--clock", "virtual")
    code, out, _ = telex.run("pipe", lines=[])
    assert code == 0 and not list(telex.home.rglob("telex.sqlite"))


@pytest.mark.parametrize("line", ["profile work", "--profile a/b", "--time-format %Q"])
def test_says_which_line_is_wrong_and_disturbs_nothing_else(telex, config, line):
    path = config("--store memory", line)
    for arguments in ([], ["repl"], ["unread"] if "%Q" not in line else []):
        code, out, err = telex.run(*arguments, lines=[])
        assert (code, out) == (78, "") and err.startswith(f"telex: {path}, line 2: "), err
    assert telex.run("schema")[0] == 0 and telex.run("--generate-completion-script=bash")[0] == 0
    assert telex.run("--help")[0] == 0 and telex.run("help", "repl")[0] == 0 and telex.run("--version")[0] == 0
    assert telex.run("repl", "--no-config", "--store", "memory", lines=[])[0] == 0


def test_an_error_of_the_command_line_is_not_one_of_the_file(telex, config):
    config("--profile work")
    code, _, err = telex.run("login")
    assert code == 64 and "Missing expected argument" in err and "telex/config" not in err, err


def test_prints_what_can_be_in_the_file(telex, config):
    code, out, _ = telex.run("config")
    assert code == 0 and "which does not exist" in out.splitlines()[0]
    shown = [line for line in out.splitlines() if line and not line.startswith("# ")]
    assert all(line.startswith("#--") for line in shown) and "#--no-bar" in shown and "#--profile <name>" in shown
    assert len({line.split()[0] for line in shown}) == len(shown)
    # The output is a file that changes nothing.
    config(*out.splitlines())
    assert telex.run("config")[1].splitlines()[1:] == out.splitlines()[1:]
    config("--notify bell", "--no-bar", "--notify osc9")
    out = telex.run("config")[1]
    assert "# Set in line 1:\n--notify bell\n# Set in line 3:\n--notify osc9\n" in out
    assert "# Set in line 2:\n--no-bar\n" in out


def test_options_for_files_apply_to_the_commands_that_send_and_save_them(telex, config):
    paths = [written(telex.home, name, name.encode()) for name in ("first", "second")]
    assert telex.run("send", "--new", "Echo", "--file", paths[0]) == (0, "", "")
    config("--fetch never", "--keep-files 8B")
    rows = json.loads(telex.run("show", "messages", "echo", "--json")[1])["messages"]
    message = next(row["messageId"] for row in rows if row["kind"] == "file" and not row["isOwn"])
    code, out, err = telex.run("save", "echo", message, telex.home / "copy")
    assert (code, out) == (77, "") and "--fetch never" in err, err
    assert telex.run("save", "--fetch", "ask", "--keep-files", "1kB", "echo", message, telex.home / "copy")[0] == 0
    assert len(kept(telex)) == 2
    # It makes room for itself.
    assert telex.run("send", "echo", "--file", paths[1]) == (0, "", "")
    assert len(kept(telex)) == 1
