"""Scripts/rooms reports differences between the imports, the table of rooms in Architecture.md and Package.swift."""

import os
import shutil
import subprocess

import pytest

from telex_program import ROOT

OTHER = ("import TelexAPI\n@testable import TelexBot\npackage import TelexClient\n"
         "import struct TelexStorage.Profile\n#if true\n    import TelexMatrix\n#endif\n")
TABLE = "can be told to fail | TelexCore, TelexJSON, TelexBot"
PACKAGE = 'dependencies: ["TelexCore", "TelexJSON", "TelexBot"'


def change(file, old, new):
    text = file.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    file.write_text(text.replace(old, new))


def write(file, text):
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize("deed, expected", [
    (lambda sources: None, []),
    (lambda sources: write(sources / "TelexWire/Lines/Other.swift", OTHER), [
        f"TelexWire imports {room}, which Architecture.md does not allow"
        for room in ("TelexAPI", "TelexBot", "TelexClient", "TelexMatrix", "TelexStorage")]),
    (lambda sources: write(sources / "TelexCore/Other.swift", "import GRDB\n"), ["TelexCore imports GRDB"]),
    (lambda sources: change(sources / "../Package.swift", PACKAGE + "]", PACKAGE + ', "TelexAPI"]'), [
        "Package.swift: TelexEmbedded depends on TelexAPI, which Architecture.md does not allow",
        "Package.swift: TelexEmbedded depends on TelexAPI, and imports it nowhere"]),
    (lambda sources: change(sources / "TelexCore/TelexCore.docc/Architecture.md", TABLE + " |", TABLE + ", TelexAPI |"), [
        "Architecture.md allows TelexEmbedded to import TelexAPI, and Package.swift does not"]),
    (lambda sources: write(sources / "TelexOther/Other.swift", "import Foundation\n"), [
        "the table of Architecture.md has no room TelexOther"]),
    (lambda sources: shutil.rmtree(sources / "telex"), [
        "the table of Architecture.md has the room telex, and Sources/ has not"]),
], ids=["none", "import", "module", "dependency", "table", "new", "missing"])
def test_reports_differences(tmp_path, deed, expected):
    for folder in ("Sources", "Scripts"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "Package.swift", tmp_path)
    deed(tmp_path / "Sources")
    # bash complains of a locale that is not installed.
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    done = subprocess.run([tmp_path / "Scripts/rooms"], env=environment, capture_output=True, text=True)
    found = [line.removeprefix("rooms: ") for line in done.stderr.splitlines()]
    assert done.stdout == "" and (done.returncode == 0) == (found == []), done
    assert found == expected
