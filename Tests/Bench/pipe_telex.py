"""telex, as the pipe benchmark runs it."""

import collections
import os
import subprocess

from pipe_process import OnTerminal, Piped
from program import ROOT

TELEX = os.path.abspath(os.environ.get("TELEX") or ROOT / ".build/dist/telex")

# A way of writing views, and its arguments.
Mode = collections.namedtuple("Mode", "name arguments")
WHOLE = Mode("whole models", [])
PATCHES = Mode("patches", ["--updates", "patch"])
NONE = Mode("no views", ["--subscribe", "none"])


class Telex:
    """The program: its version and options, and its processes."""

    def __init__(self, path=TELEX):
        self.path = path
        help = self._output("pipe", "--help")
        self.knows_patches = "--updates" in help
        # The first is the cheapest.
        self.modes = [PATCHES, WHOLE] if self.knows_patches else [WHOLE]

    def _output(self, *arguments):
        return subprocess.check_output([self.path, *arguments], text=True, timeout=600)

    def version(self):
        return self._output("--version").strip()

    def unread(self, store):
        """Returns the number of unread messages in a store, as another process sees it."""
        return int(self._output("unread", "--store", store))

    def pipe(self, folder, store, *options):
        """Starts telex pipe with all views subscribed."""
        return Piped([self.path, "pipe", "--store", str(store), *options], folder)

    def repl(self, home, store):
        """Starts telex repl on a terminal."""
        return OnTerminal([self.path, "repl", "--store", str(store)], home)
