"""Spreads tests over the workers of pytest-xdist. Tests of one file share a worker if they share what one of them has started."""

import pathlib

import pytest

# The number of groups. Each starts one Synapse.
HOMESERVERS = 4
# The groups and files that take longest start first.
FIRST = ["test_server_slow", "test_matrix_0", "test_matrix_1", "test_matrix_2", "test_matrix_3",
         "test_server_openapi", "test_transcripts", "test_faults", "test_man", "test_server_endurance", "test_first_start",
         "test_suspended", "test_server_retention", "test_two_people", "test_server_revised"]


def shares(item):
    """Returns whether the test has a fixture that other tests of its file have, too."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    return any(definition.scope == "module" for definitions in fixtures for definition in definitions)


def group(name, homeservers, together):
    """Returns the group of a file, or None if its tests need no common worker."""
    if name in homeservers:
        return f"test_matrix_{homeservers.index(name) % HOMESERVERS}"
    # The slow clients wait while the limits are tested.
    if name in ("test_server_slow", "test_server_limits"):
        return "test_server_slow"
    return name if name in together else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if not hasattr(config, "workerinput"):
        return
    names = [pathlib.Path(item.path).stem for item in items]
    # Their tests share a homeserver.
    homeservers = sorted({name for item, name in zip(items, names)
                          if name.startswith("test_matrix") or "homeserver" in item.fixturenames})
    together = {name for item, name in zip(items, names) if shares(item)}
    groups = [group(name, homeservers, together) for name in names]
    for item, found in zip(items, groups):
        if found:
            item.add_marker(pytest.mark.xdist_group(found))
    ranks = {item: FIRST.index(found or name) if (found or name) in FIRST else len(FIRST)
             for item, name, found in zip(items, names, groups)}
    items.sort(key=ranks.get)
