"""Spreads tests over the workers of pytest-xdist. Tests of one file share a worker, and with it the file's servers."""

import pathlib

import pytest

# The number of groups. Each starts one Synapse.
HOMESERVERS = 4
# The slowest groups start first. The others take less than half a minute.
FIRST = ["test_server_slow", "test_matrix_0", "test_matrix_1", "test_matrix_2", "test_matrix_3",
         "test_server_endurance", "test_server_openapi", "test_faults",
         "test_export", "test_man", "test_server_retention", "test_server_push", "test_two_people",
         "test_server_revised", "test_server_live", "test_patches", "test_transcripts"]


def group(name, homeservers):
    """Returns the group of a file."""
    if name in homeservers:
        return f"test_matrix_{homeservers.index(name) % HOMESERVERS}"
    # The slow clients wait while the limits are tested.
    return "test_server_slow" if name == "test_server_limits" else name


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if not hasattr(config, "workerinput"):
        return
    names = [pathlib.Path(item.path).stem for item in items]
    homeservers = sorted({name for name in names if name.startswith("test_matrix")})
    for item, name in zip(items, names):
        item.add_marker(pytest.mark.xdist_group(group(name, homeservers)))

    def rank(item):
        name = next(item.iter_markers("xdist_group")).args[0]
        return FIRST.index(name) if name in FIRST else len(FIRST)

    items.sort(key=rank)
