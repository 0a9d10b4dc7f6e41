"""The programs that telex is compared with: how they are found or installed, and how they are run."""

import dataclasses
import importlib.util
import itertools
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time
from importlib import metadata

from pipe_process import Failed, OnTerminal, Piped

# A loop that does what jq does: reads JSON, and writes it compactly, one line at a time.
PYTHON_LOOP = """
import json, sys
for line in sys.stdin.buffer:
    text = json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(text.encode() + b"\\n")
    sys.stdout.buffer.flush()
"""


@dataclasses.dataclass
class Tool:
    """A program, its path and its origin; without a path, the reason why it is missing."""

    title: str
    path: str
    origin: str

    def json(self):
        return dataclasses.asdict(self)


def tools(say):
    """Returns all peers by short name, and tries to install missing ones."""
    return {
        "jq": from_system("jq", "jq", "jq", say),
        "kakoune": from_system("Kakoune", "kakoune", "kak", say),
        "irssi": from_system("irssi", "irssi", "irssi", say),
        "weechat": from_system("WeeChat", "weechat", "weechat", say),
        "python": Tool("Python json", sys.executable, f"{platform.python_version()}, which runs this"),
        "deltachat": from_packages("deltachat-rpc-server", "deltachat_rpc_server", "deltachat-rpc-server"),
    }


def from_system(title, package, command, say):
    """Returns a program from the system's packages."""
    was_there = shutil.which(command)
    problem = "" if was_there else installed(package, say)
    path = shutil.which(command)
    if not path:
        return Tool(title, None, f"not there: {problem or 'its package has no such program'}")
    return Tool(title, path, origin(path, command) + (", was there" if was_there else ", installed now"))


def installed(package, say):
    """Installs a package; returns the error, if any."""
    if shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        steps = [[*root, "apt-get", "update", "-qq"],
                 [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", package]]
    elif shutil.which("brew"):
        steps = [["brew", "install", "--quiet", package]]
    else:
        return "there is neither apt nor Homebrew to install it"
    say(f"installing {package}")
    for step in steps:
        try:
            run = subprocess.run(step, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, errors="replace", timeout=600)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    return "" if run.returncode == 0 else (run.stdout.strip().splitlines() or [f"exit code {run.returncode}"])[-1]


def origin(path, command):
    """Returns the package that a program belongs to, and its version."""
    if shutil.which("dpkg-query"):
        # A folder may be a symbolic link, and the package database knows only one of the paths.
        for place in {path, os.path.realpath(path), f"/usr/bin/{command}"}:
            owner = subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True, timeout=60)
            if owner.returncode == 0:
                package = owner.stdout.split(":")[0]
                version = subprocess.check_output(
                    ["dpkg-query", "-W", "-f", "${Version}", package], text=True, timeout=60)
                return f"{version} from apt"
    said = subprocess.run([path, "-version" if command == "kak" else "--version"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=60)
    return (said.stdout.strip() or "of unknown version").splitlines()[0]


def from_packages(title, module, program):
    """Returns a program from a Python package. The script that pip installs would only start it."""
    found = importlib.util.find_spec(module)
    if not found:
        return Tool(title, None, "not there: PyPI has none for this system")
    path = pathlib.Path(found.origin).parent / program
    if not path.exists():
        return Tool(title, None, f"not there: the package has no {program}")
    if not os.access(path, os.X_OK):
        path.chmod(0o755)
    return Tool(title, str(path), f"{metadata.version(title)} from PyPI")


def kakoune(tool, folder, text):
    """Starts Kakoune with a text; returns once it has drawn 24 rows."""
    (folder / "text").write_bytes(text)
    child = Piped([tool.path, "-n", "-ui", "json", "text"], folder, {"XDG_RUNTIME_DIR": str(folder)})
    child.read_until(REFRESH)
    child.ask(keys("resize", 24, 80), REFRESH)
    return child


# The last line that Kakoune writes after a key.
REFRESH = b'"method": "refresh", "params": ['


def keys(method, *params):
    """Returns a request to Kakoune as a line."""
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n"


def irssi(tool, home):
    return OnTerminal([tool.path], home)


class DeltaChat(Piped):
    """deltachat-rpc-server with its accounts in a folder. It works without a network."""

    def __init__(self, tool, folder):
        folder.mkdir(exist_ok=True)
        self.numbers = itertools.count(1)
        super().__init__([tool.path], folder, {"DC_ACCOUNTS_PATH": str(folder / "accounts"), "RUST_LOG": "error"})

    def call(self, method, *params, may_fail=False):
        """Calls a method; returns its result, and when it arrived."""
        number = next(self.numbers)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.write(json.dumps(request).encode() + b"\n")
        answer, now = self.read_line(b'"id":%d,' % number)
        answer = json.loads(answer)
        if "error" in answer and not may_fail:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer.get("result"), now

    def fill(self, chats, messages):
        """Creates an account with that many chats, and adds messages to them in turn."""
        account, _ = self.call("add_account")
        self.call("set_config", account, "displayname", "Ada")
        addresses = []
        for number in range(chats):
            contact, _ = self.call("create_contact", account, f"user{number}@example.org", f"User {number}")
            addresses.append(self.call("create_chat_by_contact_id", account, contact)[0])
        for number in range(messages):
            # Without a server, the message is stored and listed as unsent.
            self.call("misc_send_text_message", account, addresses[number % chats],
                      f"Are you coming? It starts at eight. {number}", may_fail=True)
        return account, addresses

    def listed(self, account):
        """Fetches the chats and the fields shown for each; returns the duration and the number of chats."""
        start = time.perf_counter_ns()
        entries, _ = self.call("get_chatlist_entries", account, None, None, None)
        items, now = self.call("get_chatlist_items_by_entries", account, entries)
        return now - start, len(items)
