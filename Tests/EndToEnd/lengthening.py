"""A history that is longer than anybody would wait for."""

import subprocess
import sys

from conftest import ROOT


def lengthen(homeserver, count, seconds=600):
    """Has every room in which something was said hear so much more of it, in no time."""
    homeserver.stop()
    subprocess.run([sys.executable, ROOT / "Tests/EndToEnd/matrix_history.py", homeserver.folder / "homeserver.sqlite",
                    str(count)], check=True, stdout=subprocess.DEVNULL, cwd=homeserver.folder, timeout=seconds)
    homeserver.start()
