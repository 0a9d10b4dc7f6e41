"""Tests our WebSockets, client and server, with the Autobahn test suite.

    Scripts/soak websocket [--cases PATTERN …]

The suite runs under Python 2.7 (as `python2.7` on the path, or pyenv's), and is installed into `.build/autobahn`.
Compression is skipped, because it is not negotiated.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from websockets.sync.client import connect

from telex_program import ROOT
from server import reserve, wait_until

SUITE = "autobahntestsuite==25.10.1"
ECHO = ROOT / ".build/debug/socket-echo"
GOOD = {"OK", "NON-STRICT", "INFORMATIONAL"}


def python():
    """Returns the interpreter that the suite needs."""
    installed = sorted(pathlib.Path.home().glob(".pyenv/versions/2.7.*/bin/python2.7"))
    for candidate in filter(None, [shutil.which("python2.7"), *installed]):
        # pyenv's shim on the path works only where that version is selected.
        if subprocess.run([candidate, "-c", ""], capture_output=True).returncode == 0:
            return str(candidate)
    sys.exit("soak: the Autobahn test suite needs Python 2.7: install it as python2.7, with pyenv, say")


class Suite:
    """The test suite, installed in the build folder."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, "PYTHONUSERBASE": str(ROOT / ".build/autobahn"), "PYTHONWARNINGS": "ignore"}
        self.command = [python(), "-m", "autobahntestsuite.wstest"]
        if subprocess.run([*self.command, "--help"], env=self.environment, capture_output=True).returncode:
            pip = [self.command[0], "-m", "pip", "install", "--quiet", "--user", SUITE]
            subprocess.run(pip, env=self.environment, stderr=subprocess.DEVNULL, check=True)

    def start(self, mode, cases, **more):
        path = self.folder / f"{mode}.json"
        path.write_text(json.dumps({"outdir": str(self.folder / mode), "cases": cases, "exclude-agent-cases": {},
                                    "exclude-cases": ["12.*", "13.*"], **more}))
        with open(self.folder / f"{mode}.log", "wb") as log:
            return subprocess.Popen([*self.command, "--mode", mode, "--spec", path, "--webport", "0"],
                                    env=self.environment, stdout=log, stderr=log)

    def results(self, mode):
        """Returns the result of each case, and of its closing handshake."""
        cases = json.loads((self.folder / mode / "index.json").read_text())["telex"]
        return {case: (result["behavior"], result["behaviorClose"]) for case, result in cases.items()}


def server(suite, cases):
    """Runs the suite as a client of our server."""
    with subprocess.Popen([ECHO, "serve"], stdout=subprocess.PIPE, text=True) as echo:
        servers = [{"agent": "telex", "url": f"ws://127.0.0.1:{echo.stdout.readline().strip()}"}]
        suite.start("fuzzingclient", cases, servers=servers).wait()
        echo.kill()
    return suite.results("fuzzingclient")


def client(suite, cases):
    """Runs the suite as a server for our client."""
    place, port = reserve()
    url = f"ws://127.0.0.1:{port}"
    with place, suite.start("fuzzingserver", cases, url=url) as process:
        try:
            count = int(wait_until(lambda: ask(f"{url}/getCaseCount"), 30))
            paths = [f"/runCase?case={number}&agent=telex" for number in range(1, count + 1)]
            subprocess.run([ECHO, "join", str(port), *paths, "/updateReports?agent=telex"], check=True)
        finally:
            process.kill()
    return suite.results("fuzzingserver")


def ask(url):
    """Returns the first message of a connection, or None while there is none."""
    try:
        with connect(url, proxy=None) as socket:
            return socket.recv()
    except OSError:
        return None


def main():
    parser = argparse.ArgumentParser(prog="Scripts/soak websocket")
    parser.add_argument("--cases", nargs="+", default=["*"], metavar="PATTERN", help="such as 1.* 9.8.1")
    cases = parser.parse_args().cases
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(pathlib.Path(folder))
        for side in (server, client):
            results = side(suite, cases)
            counts = collections.Counter(behavior for behavior, _ in results.values())
            print(f"{side.__name__}: {len(results)} cases: {', '.join(f'{n} {what}' for what, n in counts.items())}")
            for case, result in results.items():
                if not GOOD.issuperset(result):
                    failed += 1
                    print(f"  {case}: {result[0]}, closing: {result[1]}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
