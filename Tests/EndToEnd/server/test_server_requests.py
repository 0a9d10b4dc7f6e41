"""Headers that are too large: what the server reads, keeps in memory and answers."""

import pytest

from raw_http import HEALTH, answers, connect, exchange, head, problem, read_all
from telex_program import memory
from server import server

TOO_LARGE = {
    "1 MB": (head("GET /v1/health", *(f"X{number}: {'x' * 100_000}" for number in range(10))),),
    "1 MB, in pieces": (b"GET /v1/health HTTP/1.1\r\nX: ", *[b"x" * 1000] * 1000),
    "20 MB": (b"GET /v1/health HTTP/1.1\r\nX: ", *[b"x" * 100_000] * 200),
    "100,000 fields": (b"GET /v1/health HTTP/1.1\r\n", b"X: x\r\n" * 100_000),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_oversized_header_is_refused_with_a_readable_response(server, name):
    before = memory(server.process)
    # Also on a connection that was already used.
    for first in (b"", HEALTH):
        (answer,) = answers(exchange(server, *TOO_LARGE[name], first=first))
        assert problem(answer) == 431
    assert memory(server.process) < before + 100


def test_client_that_reads_late_still_gets_the_refusal(server):
    with connect(server) as connection:
        for part in TOO_LARGE["1 MB, in pieces"]:
            connection.sendall(part)
        (answer,) = answers(read_all(connection))
    assert problem(answer) == 431
