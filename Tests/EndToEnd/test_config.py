"""The configuration file: options that every command begins with, and `telex config`, which prints them."""

import pytest


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


def screen(telex, *arguments, lines=("/new Ada", "hi")):
    code, out, err = telex.run("repl", *arguments, lines=lines)
    assert code == 0, err
    return out


def test_options_apply_unless_the_command_line_has_them(telex, config):
    config("# my options", "", "  --store  memory ", "--time-format=%Hh%M", "--zone UTC")
    assert "h" in screen(telex, lines=("/status",)).split("since ")[1].split(";")[0]
    assert ":" in screen(telex, "--time-format", "24", lines=("/status",)).split("since ")[1].split(";")[0]
    assert ":" in screen(telex, "--no-config", "--store", "memory", lines=("/status",)).split("since ")[1].split(";")[0]
    code, out, _ = telex.run("pipe", lines=[])
    assert code == 0 and not list(telex.home.rglob("telex.sqlite"))
    # A deterministic run is the same everywhere.
    assert "h" not in screen(telex, "--clock", "virtual", lines=("/status",)).split("since ")[1].split(";")[0]


def test_a_command_takes_only_the_options_that_it_has(telex, config):
    config("--profile work", "--no-status-line", "--notify bell", "--time-format 12")
    screen(telex)
    assert telex.run("unread")[:2] == (0, "0\n") and len(list(telex.home.rglob("work/telex.sqlite"))) == 1
    assert not list(telex.home.rglob("default/telex.sqlite"))
    # A flag that is given twice would be refused.
    screen(telex, "--status-line")
    assert telex.run("export", "--profile", "other")[0] == 66


@pytest.mark.parametrize("line, sentence", [
    ("--time-formt 12", "There is no option --time-formt. Did you mean --time-format?"),
    ("--server x", "There is no option --server."), ("profile work", "A line is an option"), ("-p x", "A line is an option"),
    ("--plain yes", "--plain takes no value."), ("--profile", "--profile needs a value."),
    ("--clock virtual", "There is no option --clock."), ("--no-config", "There is no option --no-config."),
    ("--time-format=", "--time-format needs a value."), ("--profile a/b", '"a/b" is not a valid profile name.'), ("--time-format %Q", '"%Q" is not a format of times.'),
])
def test_says_which_line_is_wrong(telex, config, line, sentence):
    path = config("--store memory", line)
    for arguments in ([], ["repl"], ["config"] if "%Q" not in line and "a/b" not in line else []):
        code, out, err = telex.run(*arguments, lines=[])
        assert (code, out) == (78, "") and err.startswith(f"telex: {path}, line 2: ") and sentence in err, err


def test_a_wrong_line_disturbs_nothing_else(telex, config):
    config("profile work")
    assert telex.run("schema")[0] == 0 and telex.run("--generate-completion-script=bash")[0] == 0
    assert telex.run("--help")[0] == 0 and telex.run("help", "repl")[0] == 0 and telex.run("--version")[0] == 0
    assert telex.run("repl", "--no-config", "--store", "memory", lines=[])[0] == 0


def test_reads_values_as_they_are_meant(telex, config):
    path = config("--store = ~/chats.sqlite", "--time-format\t%H %M")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    screen(telex)
    assert (telex.home / "chats.sqlite").exists() and "--time-format %H %M\n" in telex.run("config")[1]


def test_an_error_of_the_command_line_is_not_one_of_the_file(telex, config):
    config("--profile work")
    code, _, err = telex.run("login")
    assert code == 64 and "Missing expected argument" in err and "telex/config" not in err, err


def test_prints_what_can_be_in_the_file(telex, config):
    code, out, _ = telex.run("config")
    assert code == 0 and "which does not exist" in out.splitlines()[0]
    shown = [line for line in out.splitlines() if line and not line.startswith("# ")]
    assert all(line.startswith("#--") for line in shown) and "#--no-status-line" in shown and "#--profile <name>" in shown
    assert len({line.split()[0] for line in shown}) == len(shown)
    # The output is a file that changes nothing.
    config(*out.splitlines())
    assert telex.run("config")[1].splitlines()[1:] == out.splitlines()[1:]
    config("--notify bell", "--no-status-line", "--notify osc9")
    out = telex.run("config")[1]
    assert "# Set in line 1:\n--notify bell\n# Set in line 3:\n--notify osc9\n" in out
    assert "# Set in line 2:\n--no-status-line\n" in out


def test_refuses_a_file_that_is_not_text(telex, config):
    path = config()
    path.write_bytes(b"--profile \xff\n")
    assert telex.run("unread")[::2] == (78, f"telex: Cannot read {path}. Check that it is a text file, and that you may read it.\n")
