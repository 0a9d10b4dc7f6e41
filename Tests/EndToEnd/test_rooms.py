"""Scripts/rooms reports differences between the imports, the table of rooms in Architecture.md and Package.swift."""

import os
import shutil
import subprocess

import pytest

from conftest import ROOT


@pytest.fixture
def project(tmp_path):
    """A modifiable copy of the files that the script reads."""
    for folder in ("Sources", "Scripts"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "Package.swift", tmp_path)
    return tmp_path


def complaints(project):
    # bash complains of a locale that is not installed.
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    done = subprocess.run([project / "Scripts/rooms"], env=environment, capture_output=True, text=True)
    assert done.stdout == "" and (done.returncode == 0) == (done.stderr == ""), done
    return done.stderr.splitlines()


def change(file, old, new):
    text = file.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    file.write_text(text.replace(old, new))


def test_accepts_the_current_sources(project):
    assert complaints(project) == []


def test_reports_imports_that_the_table_does_not_allow(project):
    (project / "Sources/TelexWire/Lines/Other.swift").write_text(
        "import TelexAPI\n@testable import TelexBot\npackage import TelexClient\n"
        "import struct TelexStorage.Profile\n#if true\n    import TelexMatrix\n#endif\n")
    assert complaints(project) == [
        f"rooms: TelexWire imports {room}, which Architecture.md does not allow"
        for room in ("TelexAPI", "TelexBot", "TelexClient", "TelexMatrix", "TelexStorage")]


def test_reports_an_import_of_an_unknown_module(project):
    (project / "Sources/TelexCore/Other.swift").write_text("import GRDB\n")
    assert complaints(project) == ["rooms: TelexCore imports GRDB"]


def test_reports_a_dependency_that_the_table_does_not_allow(project):
    change(project / "Package.swift", 'dependencies: ["TelexCore", "TelexJSON", "TelexWire", "TelexBot"]',
           'dependencies: ["TelexCore", "TelexJSON", "TelexWire", "TelexBot", "TelexAPI"]')
    assert complaints(project) == [
        "rooms: Package.swift: TelexEmbedded depends on TelexAPI, which Architecture.md does not allow",
        "rooms: Package.swift: TelexEmbedded depends on TelexAPI, and imports it nowhere"]


def test_reports_an_import_that_the_package_does_not_allow(project):
    change(project / "Sources/TelexCore/TelexCore.docc/Architecture.md", "can be told to fail | TelexCore, TelexJSON, TelexWire, TelexBot |",
           "can be told to fail | TelexCore, TelexJSON, TelexWire, TelexBot, TelexAPI |")
    assert complaints(project) == ["rooms: Architecture.md allows TelexEmbedded to import TelexAPI, and Package.swift does not"]


def test_reports_a_room_missing_from_the_table(project):
    (project / "Sources/TelexOther").mkdir()
    (project / "Sources/TelexOther/Other.swift").write_text("import Foundation\n")
    assert complaints(project) == ["rooms: the table of Architecture.md has no room TelexOther"]


def test_reports_a_room_that_exists_only_in_the_table(project):
    shutil.rmtree(project / "Sources/TelexBot")
    assert "rooms: the table of Architecture.md has the room TelexBot, and Sources/ has not" in complaints(project)
