"""A pytest fixture that tries a program with `telex try`. It is there once this client is installed."""

import json
import pathlib
import subprocess
from typing import Any, Callable, Sequence

import pytest


@pytest.fixture
def telex_try(tmp_path: pathlib.Path) -> Callable[..., None]:
    """Plays a scenario, a list of lines or the path of a file, with a program. The test fails with the report."""
    def play(scenario: str | pathlib.Path | Sequence[dict[str, Any]], *command: str, options: Sequence[str] = ()) -> None:
        if not isinstance(scenario, (str, pathlib.Path)):
            text = "".join(json.dumps(line) + "\n" for line in scenario)
            scenario = tmp_path / "scenario.jsonl"
            scenario.write_text(text)
        done = subprocess.run(["telex", "try", *options, str(scenario), "--", *command], capture_output=True, text=True)
        if done.returncode:
            pytest.fail(done.stdout + done.stderr, pytrace=False)
    return play
