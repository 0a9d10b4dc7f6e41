"""What can befall a store: its pages are read and overwritten here as SQLite lays them out (fileformat2.html)."""

import re
import sqlite3

PAGE = 4096
LEAF = 0x0A  # of a table without rowid
MARKER = re.compile(rb"<(\d+)>")


def marked(number):
    """A text that is found again among the bytes of a page."""
    return f"<{number}> " + "x" * 60


def numbers(data):
    """The numbers of the marked texts in it."""
    return {int(number) for number in MARKER.findall(data)}


def leaves(path):
    """The pages with messages on them, by their offsets, in the order of the messages."""
    data = path.read_bytes()
    found = {offset: numbers(data[offset:offset + PAGE]) for offset in range(PAGE, len(data), PAGE)
             if data[offset] == LEAF}
    return dict(sorted(((offset, held) for offset, held in found.items() if held), key=lambda item: min(item[1])))


def wipe(path, offsets, fill=b"\0"):
    with open(path, "r+b") as file:
        for offset in offsets:
            file.seek(offset)
            file.write(fill * PAGE)


def query(path, text, *values):
    database = sqlite3.connect(path)
    try:
        return database.execute(text, values).fetchall()
    finally:
        database.close()


def gather(path):
    """Brings all that was written into the one file; returns its bytes."""
    query(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def root_page(path, name):
    """The offset of the first page of a table or an index."""
    return (query(path, "SELECT rootpage FROM sqlite_master WHERE name = ?", name)[0][0] - 1) * PAGE
