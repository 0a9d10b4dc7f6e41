"""Types generated from the schema: their names, and whether they accept the output of telex."""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import pytest

from conftest import ROOT


def types(path):
    """Returns the names defined by a generated module, except enumeration members."""
    return set(re.findall(r"^(?:class )?([A-Z]\w*[a-z]\w*)(?: *=|\(| *:)", path.read_text(), re.MULTILINE))


def made_by_datamodel(schema, path):
    subprocess.run(
        [sys.executable, "-m", "datamodel_code_generator", "--input", schema, "--input-file-type", "jsonschema",
         "--output", path, "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"],
        check=True, capture_output=True)


def made_by_gentypes(schema, path):
    subprocess.run(
        [pathlib.Path(sys.executable).with_name("jsonschema-gentypes"), "--json-schema", schema, "--python", path],
        check=True, capture_output=True)


@pytest.fixture(scope="module", params=[made_by_datamodel, made_by_gentypes])
def module(request, schema, tmp_path_factory):
    """A module that was generated from the schema."""
    folder = tmp_path_factory.mktemp("types")
    (folder / "schema.json").write_text(json.dumps(schema))
    request.param(folder / "schema.json", folder / "types.py")
    return folder / "types.py"


def test_generated_types_have_readable_names(module, schema):
    found = types(module)
    assert {"ChatListRow", "MessageSending", "MessagesViewModel", "SettledLine", "MessageKind"} <= found
    assert len(found & {*schema["$defs"]}) > 190
    assert not [name for name in found if re.search(r"\d", name)]


@pytest.mark.parametrize("module", [made_by_datamodel], indirect=True)
def test_generated_types_accept_every_output_line_of_the_fixtures(module):
    spec = importlib.util.spec_from_file_location("made_types", module)
    module = sys.modules["made_types"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path in sorted((ROOT / "Fixtures").glob("*/views*.jsonl")):
        for line in path.read_bytes().splitlines():
            read = module.LineOut.model_validate_json(line)
            # Parsing loses no members.
            assert json.loads(read.model_dump_json(exclude_unset=True)).keys() == json.loads(line).keys()
