"""What depends on the size of the store: start, chat list, growth and memory; and the size of the program."""

import os
import pathlib
import shutil
import statistics
import subprocess
import time

import psutil

from pipe_bench import in_megabytes, in_microseconds, in_milliseconds
from pipe_cases import WARM_UP
from pipe_data import TEXTS, address, asked, line, opened, received, settled
from pipe_peers import DeltaChat, irssi
from pipe_process import Failed
from pipe_telex import NONE, TELEX, WHOLE
from program import ROOT

# A character that does not appear on the screen before it is typed.
KEY = b"~"
# The minimum size of a chat's row, in bytes.
LEAST = 100
# How many seconds without output count as a finished screen.
QUIET = 0.3


def start(bench):
    """Measures the time from process start to the first lines, with a large store. Delta Chat has an empty one."""
    chats, messages = bench.scale.stored
    hellos, lists, replies = {build: [] for build in bench.builds}, {build: [] for build in bench.builds}, []
    with bench.folder() as folder:
        store = bench.stores.copy(chats, messages, folder / "telex")
        if bench.has("deltachat"):
            with DeltaChat(bench.tools["deltachat"], folder / "deltachat") as child:
                child.call("add_account")
        for _ in range(bench.scale.starts):
            for build in bench.builds:
                with build.pipe(folder, store) as child:
                    hellos[build].append(in_milliseconds(child.read_line(b'"hello":').time - child.started))
                    found = child.read_line(b'"totalCount":%d,"chats":' % chats)
                    lists[build].append(in_milliseconds(found.time - child.started))
                    child.finish()
            if bench.has("deltachat"):
                with DeltaChat(bench.tools["deltachat"], folder / "deltachat") as child:
                    _, now = child.call("get_system_info")
                    replies.append(in_milliseconds(now - child.started))
    title = f"first reply of {bench.titled('deltachat')}" if replies else bench.titled("deltachat")
    bench.add("start to hello", "ms", hellos[bench.telex], replies, title, ("at most", 0.5))
    bench.compare("start to hello", "ms", hellos)
    bench.add(f"start to the list of {chats:,} chats", "ms", lists[bench.telex], replies, title, ("at most", 1))
    bench.compare(f"start to the list of {chats:,} chats", "ms", lists)


def repl_start(bench):
    """Measures the time from process start until a typed key is shown; for irssi, until its first screen."""
    chats, messages = bench.scale.stored
    echoes, lists, screens = [], [], []
    with bench.folder() as folder:
        store = bench.stores.copy(chats, messages, folder / "telex")
        for number in range(bench.scale.starts):
            homes = folder / f"home-{number}", folder / f"other-home-{number}"
            for home in homes:
                home.mkdir()
            echo, shown = typed(bench, homes[0], store, b"> ", f"of {chats} chats".encode())
            echoes.append(in_milliseconds(echo))
            lists.append(in_milliseconds(shown))
            if bench.has("irssi"):
                with irssi(bench.tools["irssi"], homes[1]) as terminal:
                    screens.append(in_milliseconds(terminal.read_quiet(QUIET) - terminal.started))
    title = "first screen of irssi" if screens else bench.titled("irssi")
    bench.add("REPL: start to the echo of a key", "ms", echoes, screens, title, ("at most", 1))
    bench.add("REPL: start to the chats on the screen", "ms", lists, screens, title, ("at most", 1))


def typed(bench, home, store, prompt, listing):
    """Types a key once the prompt appears; returns the times since the start when the key and the list were shown."""
    seen, times = b"", {}
    with bench.telex.repl(home, store) as terminal:
        while len(times) < 3:
            data, now = terminal.read()
            if not data:
                terminal.fail("ended before it had shown all")
            seen += data
            for part in (prompt, KEY, listing):
                if part in seen and part not in times:
                    times[part] = now - terminal.started
                    if part == prompt:
                        terminal.type(KEY)
    return times[KEY], times[listing]


def chat_list(bench):
    """Measures how long it takes to list the first 100 chats: the first time in a process, and again."""
    chats, messages = bench.scale.stored
    own, others = [], []
    with bench.folder() as folder:
        store = bench.stores.copy(chats, messages, folder / "telex")
        if bench.has("deltachat"):
            with DeltaChat(bench.tools["deltachat"], folder / "deltachat") as child:
                account, _ = child.fill(100, 1_000)
        for _ in bench.rounds(bench.scale.rounds, "list of chats"):
            own.append(telex_listings(bench, folder, store))
            if bench.has("deltachat"):
                with DeltaChat(bench.tools["deltachat"], folder / "deltachat") as child:
                    others.append([delta_chat_listing(child, account) for _ in range(1 + bench.scale.listings)])
    bench.raw["list of chats, ms"] = {"telex": own, "deltachat": others}
    title = bench.titled("deltachat")
    bench.add("100 chats asked for and told, first", "ms", [values[0] for values in own],
              [values[0] for values in others], title, ("at most", 1 / 20))
    bench.add("100 chats asked for and told, again", "ms", [statistics.median(values[1:]) for values in own],
              [statistics.median(values[1:]) for values in others], title, ("at most", 1 / 20))


def telex_listings(bench, folder, store):
    """Lists 100 chats several times in one process; returns the delays."""
    delays = []
    with bench.telex.pipe(folder, store, *WHOLE.arguments) as child:
        for _ in range(1 + bench.scale.listings):
            child.ask(line("chat.listing", rowLimit=50, id="few"), settled("few"))
            before = child.total
            delays.append(in_milliseconds(child.ask(line("chat.listing", rowLimit=100, id="many"), settled("many"))))
            if child.total - before < 100 * LEAST:
                child.fail(f"has written only {child.total - before:,} bytes for 100 chats")
        child.finish()
    return delays


def delta_chat_listing(child, account):
    took, count = child.listed(account)
    if count != 100:
        child.fail(f"has told {count} chats instead of 100")
    return in_milliseconds(took)


def growth(bench):
    """Measures the round trip of one event in stores of growing size, which alternate.

    Without views, this is the cost of storing and counting alone.
    """
    scale = bench.scale
    for mode in (*bench.telex.modes, NONE):
        with bench.folder() as folder:
            sides = [Side(bench, folder, chats, messages, mode.arguments) for chats, messages in scale.sizes]
            try:
                for number in range(scale.turns + 1):
                    for side in sides:
                        # The first turn is a warm-up.
                        delays = side.turn(scale.requests_in_turn if number else WARM_UP, number)
                        if number:
                            side.middles.append(in_microseconds(statistics.median(delays)))
            finally:
                for side in sides:
                    side.child.__exit__()
        least = min((side.middles for side in sides), key=statistics.median)
        for side in sides:
            bench.add(f"one event, {side.messages:,} in {side.chats:,} chats, {mode.name}", "µs", side.middles,
                      least, "the least of these", None if mode is NONE else ("at most", 1.5))


class Side:
    """A telex with its store, and the delays of its events."""

    def __init__(self, bench, folder, chats, messages, options):
        self.chats, self.messages, self.middles = chats, messages, []
        self.store = bench.stores.copy(chats, messages, folder / f"telex-{messages}")
        self.child = bench.telex.pipe(folder / f"telex-{messages}", self.store, *options)
        # Each chat gets a message in this session, because pending notifications grow with the number of chats, too.
        news = b"".join(received(chat, f"news-{chat}", TEXTS[0], time.time()) for chat in range(chats))
        first, warm_up = next(asked(1, chats, seed="first"))
        self.child.stream(news + warm_up, settled(first))

    def turn(self, count, number):
        """Sends that many messages one by one to random chats; returns the delays."""
        return [self.child.ask(event, settled(request))
                for request, event in asked(count, self.chats, seed=f"g{number}")]


def memory(bench):
    """Measures the memory of telex after typical use with a very large store, and of Delta Chat with 1,000 messages."""
    chats, messages = bench.scale.sizes[-1]
    kinds = ["", ", without pages of files"]
    sizes, others = [], []
    with bench.folder() as folder:
        store = bench.stores.copy(chats, messages, folder / "telex")
        if bench.has("deltachat"):
            with DeltaChat(bench.tools["deltachat"], folder / "deltachat") as child:
                account, addresses = child.fill(100, 1_000)
        for number in range(3):
            sizes.append(telex_memory(bench, folder, store, number))
            if bench.has("deltachat"):
                others.append(delta_chat_memory(bench, folder / "deltachat", account, addresses))
    title = f"{bench.titled('deltachat')}, 1,000 stored" if others else bench.titled("deltachat")
    for kind, ours, theirs in zip(kinds, zip(*sizes), zip(*others) if others else ((), ())):
        if ours[0] is not None:
            bench.add(f"memory{kind}, {messages:,} stored", "MB", ours, theirs, title, ("at most", 1))


def memory_of(child):
    """Returns the resident memory of a process, and how much of it is not pages of files; `None` where nothing tells."""
    process, alone = psutil.Process(child.pid), None
    try:
        rollup = pathlib.Path(f"/proc/{child.pid}/smaps_rollup").read_text()
        alone = next(int(row.split()[1]) << 10 for row in rollup.splitlines() if row.startswith("Anonymous:"))
    except FileNotFoundError:
        pass
    return in_megabytes(process.memory_info().rss), alone and in_megabytes(alone)


def telex_memory(bench, folder, store, number):
    with bench.telex.pipe(folder, store) as child:
        child.ask(opened(1, "open"), settled("open"))
        child.ask(line("history.loading", chatId=address(1), direction="older", id="older"), settled("older"))
        for request, event in asked(1, 1, seed=f"m{number}"):
            child.ask(event, settled(request))
        size = memory_of(child)
        child.finish()
    return size


def delta_chat_memory(bench, folder, account, addresses):
    with DeltaChat(bench.tools["deltachat"], folder) as child:
        child.listed(account)
        messages, _ = child.call("get_message_ids", account, addresses[0], False, False)
        child.call("get_messages", account, messages)
        child.call("misc_send_text_message", account, addresses[1], "Are you coming?", may_fail=True)
        return memory_of(child)


def size(bench):
    """Measures the size of the program, as built and stripped."""
    bench.add("size of the program", "MB", [in_megabytes(os.path.getsize(TELEX))])
    if not shutil.which("strip"):
        bench.notes.append("There is no strip here: the size without symbols was left out.")
        return
    with bench.folder() as folder:
        subprocess.run(["strip", "-o", folder / "telex", TELEX], check=True, timeout=600)
        bench.add("size of the program, stripped", "MB", [in_megabytes((folder / "telex").stat().st_size)], [60], "the aim",
                  ("at most", 1))


def build(bench):
    """Measures a clean build of the client, with its dependencies already built."""
    with bench.folder() as folder:
        common = ["--package-path", str(ROOT), "--scratch-path", str(folder)]
        options = subprocess.check_output([ROOT / "Scripts/lib/release-options"], text=True, timeout=60).split()
        swift("package", *common, "resolve")
        took = swift("build", *common, *options, "--product", "telex")
    bench.add("clean build of the program", "s", [took])


def swift(*arguments):
    """Runs swift, which must succeed; returns the seconds it took."""
    begin = time.monotonic()
    ended = subprocess.run(["swift", *arguments], timeout=3_600, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
    if ended.returncode != 0:
        raise Failed(f"swift {arguments[0]} has failed: {ended.stdout.decode(errors='replace')[-400:]}")
    return time.monotonic() - begin
