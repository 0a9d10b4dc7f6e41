"""The chat server conforms to its /openapi.json: it does everything described there, and nothing else."""

import collections
import itertools
import os
import re
import subprocess
import sys
import urllib.parse

import jsonschema_rs
import openapi_spec_validator
import pytest

from amounts import amount
from conftest import PATIENCE, ROOT
from openapi import SAMPLES, Document, ask, ask_for, sample
from server import Person, TelexServer, couple, server
from town import nothing_happens, town

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
NO_IDS = ["", ".", "..", "%2E%2E", "%2F", "ada%2Fbob", "%00", "ada+bob%00", "%FF", "%", "%zz", "%25", "*", "'--", "-1",
          "9" * 40, "x" * 4000, "x" * 40_000, "%C3%A9", "%F0%9F%98%80", "%E2%80%AE", "ada+bob%20", "%EF%BB%BFada+bob",
          "%EF%BD%81da+bob", "ADA+BOB", "bob+ada", "ada%C2%ADbob", "%0D%0AX:%20y", "%ED%A0%80"]
NUMBERS = ["", "-1", "0", "1", "2", "500", "501", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
           "9" * 400, "00001", "1.5", "1e3", "0x1", "%2B1", "+1", "%001", "1%00", "%D9%A3", "%EF%BC%91", "NaN", "null",
           "true", "%", "%FF", "..", "1,2", "x" * 40_000]


# The document


def test_document_is_valid(town):
    answer = ask(town.server, "GET", "/openapi.json")
    assert answer.status == 200 and answer.headers.get_content_type() == "application/json"
    assert answer.json["openapi"].startswith("3.1.")
    openapi_spec_validator.validate(answer.json)


def test_document_contains_all_documented_routes(town):
    known = {operation.name for operation in town.document.operations}
    told = re.findall(r"^\| `(GET|POST|PUT|DELETE) (/v1/[^?`]*)", (ROOT / "Sources/TelexServer/TelexServer.docc/Routes.md").read_text(), re.MULTILINE)
    assert told and {
        f"{method} {path.replace('CHAT', '{chatId}').replace('MESSAGE', '{messageId}')}" for method, path in told} <= known


def objects(schema):
    """Yields all object schemas within a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = schema.values()
    elif not isinstance(schema, list):
        return
    for part in schema:
        yield from objects(part)


def test_every_required_member_is_described(town):
    lacking = {(name, operation.name) for operation in town.document.operations for each in objects(operation.body)
               for form in (each, *each.get("anyOf", [])) for name in form.get("required", [])
               if name not in each["properties"]}
    assert not lacking


# Requests


def test_invalid_ids_are_refused_as_documented(town):
    with nothing_happens(town):
        for operation in town.document.operations:
            for parameter, value in itertools.product(operation.parameters("path"), NO_IDS):
                # Most of these are valid keys of reactions.
                if parameter["name"] == "key" and value not in ("", "%00", "%FF", "%", "%zz", "x" * 4000):
                    continue
                answer = ask_for(town.server, operation, town.ada.token, {**SAMPLES, parameter["name"]: value})
                town.document.check(operation, answer)
                assert 400 <= answer.status < 500, (operation.name, value, answer)


def is_good(value, schema):
    """Returns whether a query value matches the schema; None if that is open to interpretation."""
    text = urllib.parse.unquote_to_bytes(value.replace("+", " "))
    if re.search(b"%(?![0-9A-Fa-f]{2})", value.encode()) or text.decode(errors="replace").encode() != text:
        return False
    if schema["type"] == "string":
        return True
    if not re.fullmatch(rb"[+-]?\d+", text):
        return False
    is_plain = re.fullmatch(rb"0|[1-9]\d*", text) is not None
    return schema["minimum"] <= int(text) <= schema["maximum"] and (is_plain or None)


def test_query_is_accepted_if_the_document_allows_it(town):
    with nothing_happens(town):
        for operation in town.document.operations:
            for parameter, value in itertools.product(operation.parameters("query"), NUMBERS + NO_IDS):
                query = f"?{parameter['name']}={value}"
                answer = ask_for(town.server, operation, town.ada.token, query=query)
                town.document.check(operation, answer)
                good = len(value) < 10_000 and is_good(value, parameter["schema"])
                what = operation.name + query[:100]
                if good is not None:
                    assert (answer.status in operation.successes) == good, f"{what}: {answer}"
                assert good or 400 <= answer.status < 500 or good is None, f"{what}: {answer}"


def test_unknown_query_parameters_are_ignored(town):
    for operation in town.document.operations:
        if operation.method == "GET":
            answer = ask_for(town.server, operation, town.ada.token, query="?unknown=%00&=&&a=b=c&;")
            assert answer.status in operation.successes, operation.name


@pytest.mark.parametrize("who", ["ada", "no token"])
def test_refuses_methods_that_a_path_does_not_have(town, who):
    token = town.ada.token if who == "ada" else None
    with nothing_happens(town):
        for path, methods in town.document.json["paths"].items():
            allowed = {method.upper() for method in methods}
            for method in set(METHODS) - allowed:
                answer = ask(town.server, method, path.replace("{chatId}", SAMPLES["chatId"]), None, token)
                assert answer.status in (404, 405), f"{method} {path}: {answer}"
                if answer.headers["Allow"]:
                    assert set(re.split(r",\s*", answer.headers["Allow"])) == allowed, path
                for name in methods:
                    assert str(answer.status) in methods[name]["responses"], f"{method} {path}: {answer.status}"
                if method != "HEAD":
                    answer.problem(answer.status)


# Responses


def without_more(schema):
    """Returns the schema, strict: objects with named members allow no others."""
    if isinstance(schema, list):
        return [without_more(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    is_named = schema.get("type") == "object" and "properties" in schema
    more = {"additionalProperties": False} if is_named else {}
    return {**{name: without_more(part) for name, part in schema.items()}, **more}


@pytest.fixture
def done(tmp_path):
    """All operations, each requested several times: the document, and pairs of operation and response."""
    with TelexServer(tmp_path / "done") as server:
        ada, bob = couple(server)
        server.user("dan")
        ada.post("ada+bob", "hello", "m1")
        document = Document(ask(server, "GET", "/openapi.json").json)
        # Members of a chat cannot decline it, so use one with an open invitation.
        paths = {"/v1/chats/{chatId}/decline": {"chatId": bob.group("ada").json["chatId"]}}
        answers = []
        # Delete last, because the operations on a deleted message have different responses.
        for operation in sorted(document.operations, key=lambda operation: operation.method == "DELETE"):
            invitation = server.invite("ada")
            body = operation.body and {**sample(operation.body), **(
                {"invitation": invitation} if "invitation" in operation.body["properties"] else {})}
            # One of the operations revokes the token.
            device = Person(server, "ada", invitation=server.invite("ada"))
            queries = ["", "", *(f"?{each['name']}={SAMPLES[each['name']]}" for each in operation.parameters("query"))]
            path = paths.get(operation.path, SAMPLES)
            answers += [(operation, ask_for(server, operation, device.token, path, query=query, body=body))
                        for query in queries]
        yield document, answers


def test_all_responses_match_the_document(done):
    document, answers = done
    seen = collections.defaultdict(set)
    for operation, answer in answers:
        document.check(operation, answer)
        if answer.status < 400:
            seen[operation.name].add(answer.status)
    assert seen == {operation.name: operation.successes for operation in document.operations}


def test_responses_contain_nothing_undocumented(done):
    document, answers = done
    unnamed = set()
    for operation, answer in answers:
        description = operation.description["responses"][str(answer.status)]
        if answer.body and "content" not in description:
            unnamed.add(f"{operation.name}: {answer.status} has a body of {answer.headers.get_content_type()}")
        elif answer.headers.get_content_type() == "text/event-stream":
            assert "text/event-stream" in description["content"]
        elif answer.body:
            schema = description["content"][answer.headers.get_content_type()].get("schema", {})
            validator = jsonschema_rs.Draft202012Validator(without_more(document.resolved(schema)))
            unnamed |= {f"{operation.name}: {error.message}" for error in validator.iter_errors(answer.json)}
    assert not unnamed


def test_schemathesis_finds_no_violations(server, tmp_path):
    ada, bob = couple(server)
    for number in range(3):
        ada.post("ada+bob", "hello", f"m{number}")
    # The first never ends, and the second revokes the token of the other requests.
    left_out = "/v1/push", "/v1/logout"
    assert set(left_out) < set(ask(server, "GET", "/openapi.json").json["paths"])
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json",
        "--header", f"Authorization: Bearer {ada.token}", *(f"--exclude-path={path}" for path in left_out),
        "--seed=1", f"--max-examples={amount(15, 200)}", "--generation-database=none", "--continue-on-failure",
        f"--request-timeout={PATIENCE}",
        "--no-color",
    ]
    environment = {**server.environment, "SCHEMATHESIS_HOOKS": "beyond_schemas", "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    report = "\n".join(line[:500] for line in done.stdout.decode().splitlines())
    assert done.returncode == 0, report
    assert re.search(r"^ *Tested: +[1-9]", report, re.MULTILINE) and " error " not in server.log(), report
