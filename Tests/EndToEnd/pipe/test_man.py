"""The manual pages from `Scripts/docs man` document every command and option, and groff reports no warnings."""

import collections
import json
import os
import re
import subprocess

import pytest

from telex_program import ROOT, TELEX
from server import SERVER

PAGES = ROOT / ".build/man"


@pytest.fixture(scope="module")
def pages():
    subprocess.run([ROOT / "Scripts/docs", "man"], env={**os.environ, "TELEX": TELEX, "TELEX_SERVER": SERVER}, check=True)
    return PAGES


@pytest.mark.parametrize("name", ["telex", "telex-server"])
def test_page_renders_without_warnings(pages, name):
    done = subprocess.run(["groff", "-mandoc", "-ww", "-Tutf8", pages / f"{name}.1"], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"") and b"invalid arguments" in done.stdout


@pytest.mark.parametrize("name, source", [("telex", "telex/Process/ExitCodes"), ("telex-server", "telex-server/ServerCommand")])
def test_page_documents_every_exit_code(pages, name, source):
    codes = set(re.findall(r"ExitCode\((\d+)\)", (ROOT / f"Sources/{source}.swift").read_text()))
    page = (pages / f"{name}.1").read_text().split(".Sh EXIT STATUS")[1]
    assert len(codes) > 4 and codes <= set(re.findall(r"^\.It (\d+)$", page, re.MULTILINE))


@pytest.mark.parametrize("program, name", [(TELEX, "telex"), (SERVER, "telex-server")])
def test_page_documents_every_command_and_option(pages, program, name):
    told = collections.Counter()

    def walk(command):
        for argument in command.get("arguments", []):
            for option in argument.get("names", []):
                if option["kind"] == "long" and argument["shouldDisplay"]:
                    told[option["name"]] += 1
        for inner in command.get("subcommands", []):
            told[inner["commandName"]] += 1
            walk(inner)

    walk(json.loads(subprocess.check_output([program, "--experimental-dump-help"]))["command"])
    assert len(told) > 10
    page = (pages / f"{name}.1").read_text()
    assert collections.Counter(re.findall(r"^\.It (?:Em |Fl (?:\w , )?-)([\w-]+)", page, re.MULTILINE)) == told
