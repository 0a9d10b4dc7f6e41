"""Reads and damages pages of a store, using SQLite's file format (fileformat2.html)."""

import re
import sqlite3

PAGE = 4096
LEAF = 0x0A  # of a table without rowid
MARKER = re.compile(rb"<(\d+)>")


def marked(number):
    """Returns a text that can be found in the bytes of a page."""
    return f"<{number}> " + "x" * 60


def numbers(data):
    """Returns the numbers of the marked texts in the data."""
    return {int(number) for number in MARKER.findall(data)}


def leaves(path):
    """Returns the offsets of the pages that contain messages, in message order."""
    data = path.read_bytes()
    found = {offset: numbers(data[offset:offset + PAGE]) for offset in range(PAGE, len(data), PAGE)
             if data[offset] == LEAF}
    return dict(sorted(((offset, held) for offset, held in found.items() if held), key=lambda item: min(item[1])))


def wipe(path, offsets, fill=b"\0"):
    with open(path, "r+b") as file:
        for offset in offsets:
            file.seek(offset)
            file.write(fill * PAGE)


def flipped(data, chance):
    """Returns the data with one bit flipped in the header of a row or of a page, where it does most."""
    damaged = bytearray(data)
    page = PAGE * chance.randrange(1, len(data) // PAGE)
    pointer = page + 8 + 2 * chance.randrange(max(1, int.from_bytes(data[page + 3:page + 5], "big")))
    row = page + int.from_bytes(data[pointer:pointer + 2], "big") + chance.randrange(24)
    damaged[min(chance.choice([row, row, row, pointer]), len(data) - 1)] ^= 1 << chance.randrange(8)
    return damaged


def query(path, text, *values):
    database = sqlite3.connect(path)
    try:
        return database.execute(text, values).fetchall()
    finally:
        database.close()


def gather(path):
    """Checkpoints the write-ahead log into the main file; returns its bytes."""
    query(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def root_page(path, name):
    """Returns the offset of the root page of a table or an index."""
    return (query(path, "SELECT rootpage FROM sqlite_master WHERE name = ?", name)[0][0] - 1) * PAGE
