"""The search for messages, beside Delta Chat's and a scan of the same texts by SQLite."""

import contextlib
import json
import random
import sqlite3
import statistics
import time

import search_data
from pipe_bench import in_milliseconds
from pipe_peers import DeltaChat
from pipe_process import Failed, Piped

CHATS = 200
# How often each search is made, in turns.
TURNS = 9
# How many messages are filled into Delta Chat at a time.
PORTION = 10_000


def queries():
    """What is searched for, by its name."""
    chance = random.Random(7)
    words = {script: search_data.vocabulary(script, chance) for script in search_data.SCRIPTS}
    pair = next(word for word in words["chinese"][200:] if len(word) == 2)
    return {
        "a frequent word": words["latin"][0], "a rare word": words["cyrillic"][-50],
        "a prefix of three letters": words["latin"][900][:3], "two Chinese characters": pair, "no hit": "qqzzxj",
    }


def search(bench):
    """Measures the first page and the total of searches, and the size of the index."""
    count = bench.scale.searched
    wanted = queries()
    with bench.folder() as folder:
        store = fill(bench.telex, folder / "all", count)
        times = Times(bench, store)
        others = delta_chat(bench, folder / "deltachat", count)
        with bench.telex.pipe(folder, store, "--subscribe", "found") as child:
            child.read_line(b'"hello":')
            for _ in range(TURNS):
                for name, query in wanted.items():
                    times.telex(child, name, query)
                    times.scan(name, query)
                    times.delta_chat(others, name, query)
            child.finish()
        times.report()
        for script in ("latin", "chinese"):
            texts, index = sizes(fill(bench.telex, folder / script, count // 10, script))
            aim = ("at most", 0.7 if script == "latin" else 2)
            bench.add(f"index, bytes for a byte of {script} texts", "", [index / texts], [1], "the texts", aim)


def fill(telex, folder, count, script=None):
    """Makes a store with messages."""
    folder.mkdir()
    store = folder / "telex.sqlite"
    with Piped([telex.path, "pipe", "--store", store, "--subscribe", "none"], folder, patience=1_800) as child:
        portion = []
        for line in search_data.lines(count, CHATS, script):
            portion.append(line)
            if len(portion) == PORTION:
                child.write(b"".join(portion))
                portion.clear()
        child.write(b"".join(portion))
        child.finish()
    if telex.unread(store) != count:
        raise Failed("messages are missing")
    return store


def sizes(store):
    """The bytes of the texts, and those of the index."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
        texts = database.execute("SELECT sum(length(CAST(content ->> 'text' AS BLOB))) FROM message").fetchone()[0]
        index = sum(database.execute(f"SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name GLOB '{name}*'").fetchone()[0]
                    for name in ("messageText", "messageBlock"))
    return texts, index


class Times:
    """The times of each search, in milliseconds."""

    def __init__(self, bench, store):
        self.bench = bench
        self.first, self.all, self.scanned, self.others, self.totals = {}, {}, {}, {}, {}
        self.database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)

    def telex(self, child, name, query):
        child.write(b'{"event":"messageSearch.searching","query":"","id":"end"}\n')
        child.read_line(b'"settled":"end"')
        start = time.perf_counter_ns()
        child.write(json.dumps({"event": "messageSearch.searching", "query": query, "id": "q"}).encode() + b"\n")
        first = None
        while True:
            line, now = child.read_line(b'"cause":"q"') if first is None else child.read_line(b'"q"')
            if b'"settled"' in line:
                break
            model = json.loads(line)["model"]
            if first is None and (model["messages"] or not model["shouldShowBusy"]):
                first = now
            total = model["totalCount"]
            if total is not None:
                break
        self.first.setdefault(name, []).append(in_milliseconds(first - start))
        self.all.setdefault(name, []).append(in_milliseconds(now - start))
        self.totals[name] = total

    def scan(self, name, query):
        """Counts the rows that have the text anywhere."""
        start = time.perf_counter_ns()
        self.database.execute("SELECT count(*) FROM message WHERE content LIKE ?", [f"%{query}%"]).fetchone()
        self.scanned.setdefault(name, []).append(in_milliseconds(time.perf_counter_ns() - start))

    def delta_chat(self, other, name, query):
        if other is None:
            return
        child, account = other
        start = time.perf_counter_ns()
        _, now = child.call("search_messages", account, query, None)
        self.others.setdefault(name, []).append(in_milliseconds(now - start))

    def report(self):
        title = self.bench.titled("deltachat")
        for name, total in self.totals.items():
            what = f"search for {name}, {total:,} of {self.bench.scale.searched:,}"
            self.bench.add(f"{what}: first page", "ms", self.first[name], self.others.get(name, []), title)
            self.bench.add(f"{what}: total", "ms", self.all[name], self.scanned[name], "a scan by SQLite")
        self.bench.raw["search, ms"] = {"first": self.first, "total": self.all, "scan": self.scanned, "deltachat": self.others}
        self.database.close()


def delta_chat(bench, folder, count):
    """Fills Delta Chat's file with the same texts; returns the process and the account, or nothing without it."""
    if not bench.has("deltachat"):
        return None
    tool = bench.tools["deltachat"]
    with DeltaChat(tool, folder) as child:
        child.fill(CHATS, CHATS)
        child.finish()
    [path] = folder.glob("accounts/*/dc.db")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(msgs)")]
        rows = {row[columns.index("chat_id")]: list(row)
                for row in database.execute("SELECT * FROM msgs WHERE chat_id > 9 AND txt LIKE 'Are you coming%'")}
        chats = sorted(rows)
        places = [columns.index(name) for name in ("id", "rfc724_mid", "txt")]
        first = database.execute("SELECT max(id) FROM msgs").fetchone()[0] + 1
        insertion = f"INSERT INTO msgs ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"

        def row(number, text):
            values = list(rows[chats[number % len(chats)]])
            for place, value in zip(places, (first + number, f"m{number}@localhost", text)):
                values[place] = value
            if "txt_normalized" in columns:
                values[columns.index("txt_normalized")] = None if text.isascii() else text.lower()
            return values

        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        database.executemany(insertion, (row(number, text) for number, text in enumerate(search_data.texts(count))))
        database.execute("COMMIT")
    child = DeltaChat(tool, folder)
    return child, child.call("get_all_account_ids")[0][0]
