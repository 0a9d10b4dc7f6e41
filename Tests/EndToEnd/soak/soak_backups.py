"""Kills telex-server, whose file is a symbolic link, and backs it up by any of its names, while it runs, starts or is dead.
A backup that ends with 0 must have each message that was confirmed before it began.

    Scripts/soak backups [--kills N] [--seed N]
"""

import argparse
import contextlib
import pathlib
import random
import sqlite3
import tempfile

from server import CHAT, TelexServer, couple


def count(path):
    """How many messages a file has. It may be written meanwhile."""
    with contextlib.closing(sqlite3.connect(path)) as store:
        return store.execute("SELECT count(*) FROM message").fetchone()[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "disk").mkdir()
        real, link = folder / "disk/server.sqlite", folder / "server/server.sqlite"
        server = TelexServer(folder / "server")
        link.symlink_to(real)
        sent, refused, made = 0, 0, 0
        with server:
            ada, _ = couple(server)

            def post():
                nonlocal sent
                for _ in range(chance.randrange(1, 6)):
                    assert ada.post(CHAT, "x", f"m{sent}").status == 201
                    sent += 1

            def back_up():
                nonlocal refused, made
                server.store, before = chance.choice([real, link]), sent
                copy = folder / f"copy{made}"
                code, _, error = server.command("backup", copy)
                refused += code != 0
                if code == 0:
                    assert count(copy) >= before, f"{copy} has {count(copy)} of {before} messages"
                    copy.unlink()
                else:
                    assert error and not copy.exists(), (code, error)
                made += 1

            for number in range(options.kills):
                post()
                if chance.random() < 0.3:
                    back_up()
                server.kill()
                if chance.random() < 0.6:
                    back_up()
                server.store = chance.choice([real, link])
                server.start()
            # A start by a hard link would not find the log.
            server.kill()
            other = folder / "other.sqlite"
            other.hardlink_to(real)
            for name in (other, real):
                server.store = name
                assert server.command("user", "list")[0] == server.command("backup", folder / "copy")[0] == 69
            other.unlink()
            server.store = link
            assert server.command("doctor")[0] == 0, server.command("doctor")
        assert count(real) == sent
        left = [path.name for path in folder.rglob(".telex-server-copy-*")]
        print(f"{options.kills} kills, {sent} messages, {made} backups, {refused} refused, {len(left)} left over")


main()
