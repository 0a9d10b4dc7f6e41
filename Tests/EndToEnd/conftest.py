"""What pytest needs for all end-to-end tests. `helpers` has the functions that they share."""

import functools
import json
import pathlib
import subprocess
import sys

import jsonschema_rs
import pytest

for folder in ("soak", "helpers"):
    sys.path.insert(0, str(pathlib.Path(__file__).with_name(folder)))
# Show details for failed assertions in these modules, as for tests.
pytest.register_assert_rewrite("matrix", "matrix_people", "posts", "raw_http")

from telex_program import TELEX, Telex  # noqa: E402


def pytest_configure(config):
    # Several files share the fixtures that begin slow work.
    for name in ("slow_clients", "matrix", "matrix_people", "xdist_groups"):
        config.pluginmanager.import_plugin(name)


@pytest.fixture
def devices(tmp_path):
    """Creates devices without a profile. Their pipes and terminals are closed after the test."""
    created = []

    def device(name):
        (tmp_path / name).mkdir(exist_ok=True)
        created.append(Telex(tmp_path / name))
        return created[-1]

    yield device
    for telex in created:
        telex.close()


@pytest.fixture
def telex(devices):
    return devices(".")


@pytest.fixture(scope="session")
def schema():
    return json.loads(subprocess.check_output([TELEX, "schema"]))


@pytest.fixture(scope="session")
def validator(schema):
    """Returns a function that makes validators for parts of the schema. A pure Python validator would take minutes."""
    @functools.cache
    def part(name, **options):
        return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}, **options)
    return part
