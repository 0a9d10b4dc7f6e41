"""The chat server's /openapi.json is valid, and other programs find nothing that differs from it."""

import re
import subprocess
import sys

import openapi_spec_validator

from amounts import amount
from telex_program import PATIENCE, ROOT
from server import couple, server


def test_document_is_valid_and_contains_all_documented_routes(server):
    answer = server.request("GET", "/openapi.json")
    assert answer.status == 200 and answer.headers.get_content_type() == "application/json"
    assert answer.json["openapi"].startswith("3.1.")
    openapi_spec_validator.validate(answer.json)
    known = {f"{method.upper()} {path}" for path, methods in answer.json["paths"].items() for method in methods}
    told = re.findall(r"^\| `(GET|POST|PUT|DELETE) (/v1/[^?`]*)",
                      (ROOT / "Sources/TelexServer/TelexServer.docc/Routes.md").read_text(), re.MULTILINE)
    assert told and {f"{method} {path.replace('CHAT', '{chatId}').replace('MESSAGE', '{messageId}').replace('USER', '{userId}').replace('FILE', '{fileId}')}"
                     for method, path in told} <= known


def test_schemathesis_finds_no_violations(server, tmp_path):
    ada, bob = couple(server)
    for number in range(3):
        ada.post("ada+bob", "hello", f"m{number}")
    # The first never ends, and the second revokes the token of the other requests.
    left_out = "/v1/push", "/v1/logout"
    assert set(left_out) < set(server.request("GET", "/openapi.json").json["paths"])
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json",
        "--header", f"Authorization: Bearer {ada.token}", *(f"--exclude-path={path}" for path in left_out),
        "--seed=1", f"--max-examples={amount(15, 200)}", "--generation-database=none", "--continue-on-failure",
        f"--request-timeout={PATIENCE}",
        "--no-color",
    ]
    environment = {**server.environment, "SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": str(ROOT / "Tests/EndToEnd/helpers")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    report = "\n".join(line[:500] for line in done.stdout.decode().splitlines())
    assert done.returncode == 0, report
    assert re.search(r"^ *Tested: +[1-9]", report, re.MULTILINE) and " error " not in server.log(), report
