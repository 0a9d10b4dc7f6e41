"""Lines in, lines out: intake, replay, and the round trip of one event."""

import itertools
import subprocess
import time

from pipe_bench import in_microseconds
from pipe_data import TEXTS, asked, incoming, line, opened, settled
from pipe_floor import floor
from pipe_peers import PYTHON_LOOP, REFRESH, kakoune, keys
from pipe_process import Failed, Piped, environment
from pipe_telex import PATCHES, WHOLE
from report import percentile

# The open chat.
OPEN = 0
# Warm-up requests.
WARM_UP = 200
LAST = "last"


def intake(bench):
    """Many messages at once: telex, and programs that only read and write the same lines."""
    scale = bench.scale
    lines = b"".join(incoming(scale.lines, scale.chats, last=LAST))
    bench.notes.append(f"Lines of {len(lines) / scale.lines:.0f} bytes on average.")
    sides = {(build, mode.name): lambda build=build, mode=mode: telex_intake(bench, build, lines, mode.arguments)
             for build in bench.builds for mode in bench.telex.modes}
    best = bench.telex.modes[0].name
    one = b"".join(incoming(scale.lines, 1, last=LAST))
    sides |= {(build, "one"): lambda build=build: telex_intake(bench, build, one, bench.telex.modes[0].arguments)
              for build in bench.builds}
    full = [*bench.telex.modes[0].arguments, "--durability", "full"]
    sides["full"] = lambda: telex_intake(bench, bench.telex, lines, full)
    if bench.has("jq"):
        jq = bench.tools["jq"].path
        sides["jq"] = lambda: loop_intake(bench, lines, [jq, "-c", "--unbuffered", "."])
        sides["jq buffered"] = lambda: loop_intake(bench, lines, [jq, "-c", "."])
    sides["python"] = lambda: loop_intake(bench, lines, [bench.tools["python"].path, "-c", PYTHON_LOOP])
    rates, sizes = {name: [] for name in sides}, {}
    for _ in bench.rounds(scale.rounds, "pipelined intake"):
        for name, measure in sides.items():
            seconds, sizes[name] = measure()
            rates[name].append(scale.lines / seconds)
    for mode in bench.telex.modes:
        rates[mode.name] = rates[bench.telex, mode.name]
        bench.compare(f"intake, {mode.name}", "/s", {build: rates[build, mode.name] for build in bench.builds})
    bench.intake = rates
    unbuffered = rates.get("jq", [])
    title = "jq -c --unbuffered" if unbuffered else bench.titled("jq")
    bench.add(f"intake, {best}", "/s", rates[best], unbuffered, title, ("at least", 0.6))
    bench.add(f"intake, {best}", "/s", rates[best], rates.get("jq buffered", []),
              "jq -c" if unbuffered else bench.titled("jq"))
    bench.add(f"intake, {best}", "/s", rates[best], rates["python"], "a loop in Python")
    bench.add(f"intake, {best}, durability full", "/s", rates["full"], unbuffered, title)
    open_chat = f"intake, {best}, all for the open chat"
    bench.add(open_chat, "/s", rates[bench.telex, "one"], rates[best], f"for {scale.chats:,} chats")
    bench.compare(open_chat, "/s", {build: rates[build, "one"] for build in bench.builds})
    bench.add("intake, whole models", "/s", rates[WHOLE.name], unbuffered, title)
    for mode in bench.telex.modes:
        bench.notes.append(
            f"Written for {scale.lines:,} messages as {mode.name}: {sizes[bench.telex, mode.name] / 1e6:,.0f} MB.")
    alone = floor(bench, lines, {mode.name: sizes[bench.telex, mode.name] for mode in bench.telex.modes})
    bench.add("intake, whole models", "/s", rates[WHOLE.name], alone[WHOLE.name], "as many bytes alone",
              ("at least", 0.8))


def telex_intake(bench, build, lines, options):
    """Sends the lines to telex; returns the seconds, and how many bytes it wrote."""
    with bench.folder() as folder:
        store = folder / "telex.sqlite"
        with build.pipe(folder, store, *options) as child:
            child.ask(opened(OPEN, "open"), settled("open"))
            before = child.total
            took = child.stream(lines, settled(LAST))
            written = child.total - before
            child.finish()
        if (unread := build.unread(store)) != bench.scale.lines:
            raise Failed(f"{bench.scale.lines:,} messages went in, and {unread:,} are unread")
    return took / 1e9, written


def loop_intake(bench, lines, arguments):
    """Sends the same lines through a program; returns the seconds, and how many bytes it wrote."""
    # The program is running once it has written something, even if it buffers output: the pipes hold only a little.
    first = line("first", padding="." * 200) * 100
    with bench.folder() as folder, Piped(arguments, folder) as child:
        child.write(first)
        if not child.read().data:
            child.fail("wrote nothing")
        took = child.stream(lines)
        if child.total != len(first) + len(lines):
            child.fail(f"wrote {child.total:,} bytes instead of {len(first) + len(lines):,}")
    return took / 1e9, child.total


def replay(bench):
    """Replays a recording of an intake, and compares the output with the original."""
    scale, mode = bench.scale, bench.telex.modes[0]
    lines = b"".join([opened(OPEN, "open"), *incoming(scale.recorded, scale.chats)])
    rates = []
    with bench.folder() as folder:
        views, recording = folder / "views.jsonl", folder / "session.rec"
        (folder / "events.jsonl").write_bytes(lines)
        with open(folder / "events.jsonl", "rb") as events, open(views, "wb") as output:
            run(bench, folder, ["pipe", "--store", str(folder / "telex.sqlite"), "--record", str(recording),
                                *mode.arguments], stdin=events, stdout=output)
        for _ in bench.rounds(scale.rounds, "replay"):
            start = time.perf_counter_ns()
            run(bench, folder, ["replay", "--verify", str(views), str(recording)], stdin=subprocess.DEVNULL)
            rates.append(scale.recorded * 1e9 / (time.perf_counter_ns() - start))
    bench.add(f"replay --verify, {mode.name}", "/s", rates, bench.intake.get(mode.name, []), "its own intake",
              ("at least", 1))


def run(bench, folder, arguments, **streams):
    """Runs telex until it exits, which must succeed."""
    ended = subprocess.run([bench.telex.path, *arguments], cwd=folder, env=environment(folder), timeout=600,
                           stderr=subprocess.PIPE, **streams)
    if ended.returncode != 0:
        raise Failed(f"telex {arguments[0]} has ended with {ended.returncode}: {ended.stderr.decode()[-400:]}")


def round_trip(bench):
    """One event at a time, from its input line to its last output line; a line in jq; and a key in Kakoune."""
    scale = bench.scale
    sides = {}
    for build in bench.builds:
        sides[build, "idle"] = lambda number, build=build: idle_round_trip(bench, build)
        for mode in bench.telex.modes:
            sides[build, mode.name] = lambda number, build=build, mode=mode: telex_round_trip(
                bench, build, number, mode.arguments)
    full = [*bench.telex.modes[0].arguments, "--durability", "full"]
    sides["full"] = lambda number: telex_round_trip(bench, bench.telex, number, full)
    if bench.has("jq"):
        sides["jq"] = lambda number: jq_round_trip(bench)
    if bench.has("kakoune"):
        sides["kakoune"] = lambda number: key_round_trip(bench)
    delays = {name: [] for name in sides}
    for number in bench.rounds(scale.rounds, "round trip"):
        for name, measure in sides.items():
            delays[name].append([in_microseconds(delay) for delay in measure(number)])
    bench.raw["round trip, µs"] = {name if isinstance(name, str) else f"{name[0].path}, {name[1]}": values
                                   for name, values in delays.items()}
    of_line = middles(delays.get("jq", []))
    line_title = "a line in jq" if of_line else bench.titled("jq")
    name = "round trip, an event that changes nothing, p50"
    bench.add(name, "µs", middles(delays[bench.telex, "idle"]), of_line, line_title, ("at most", 2))
    bench.compare(name, "µs", {build: middles(delays[build, "idle"]) for build in bench.builds})
    of_key = middles(delays.get("kakoune", []))
    title = "a key in Kakoune" if of_key else bench.titled("kakoune")
    best = bench.telex.modes[0].name
    for mode in bench.telex.modes:
        halves = middles(delays[bench.telex, mode.name])
        ends = [percentile(values, 0.99) for values in delays[bench.telex, mode.name]]
        bench.add(f"round trip, {mode.name}, p50", "µs", halves, of_key, title,
                  ("at most", 0.3) if mode.name == best else None)
        bench.add(f"round trip, {mode.name}, p99", "µs", ends, halves, "its p50", ("at most", 3))
        bench.compare(f"round trip, {mode.name}, p50", "µs",
                      {build: middles(delays[build, mode.name]) for build in bench.builds})
    bench.add(f"round trip, {best}, p50", "µs", middles(delays[bench.telex, best]), of_line, line_title, ("at most", 5))
    bench.add(f"round trip, {best}, durability full, p50", "µs", middles(delays["full"]), of_key, title)


def middles(rounds):
    return [percentile(values, 0.5) for values in rounds]


def idle_round_trip(bench, build):
    """Sends events that change nothing one by one; returns the delays."""
    count = WARM_UP + bench.scale.requests
    with bench.folder() as folder, build.pipe(folder, folder / "telex.sqlite") as child:
        child.ask(opened(OPEN, "open"), settled("open"))
        delays = [child.ask(line("presence.typingStopped", chatId="nobody", id=f"n{number}"), settled(f"n{number}"))
                  for number in range(count)]
        child.finish()
    return delays[WARM_UP:]


def jq_round_trip(bench):
    """Sends the same lines to jq one by one; returns the delays."""
    count = WARM_UP + bench.scale.requests
    with bench.folder() as folder, Piped([bench.tools["jq"].path, "-c", "--unbuffered", "."], folder) as child:
        delays = [child.ask(line("presence.typingStopped", chatId="nobody", id=f"n{number}"), b"\n")
                  for number in range(count)]
        child.finish()
    return delays[WARM_UP:]


def telex_round_trip(bench, build, number, options):
    """Sends messages one by one to existing chats, one of them open; returns the delays."""
    scale = bench.scale
    with bench.folder() as folder, build.pipe(folder, folder / "telex.sqlite", *options) as child:
        child.ask(opened(OPEN, "open"), settled("open"))
        child.stream(b"".join(incoming(10 * scale.chats, scale.chats, last="filled")), settled("filled"))
        delays = [child.ask(event, settled(request))
                  for request, event in asked(WARM_UP + scale.requests, scale.chats, seed=f"t{number}")]
        child.finish()
    return delays[WARM_UP:]


def key_round_trip(bench):
    """Moves the cursor down a long text, so that each key redraws all rows; returns the delays."""
    count = WARM_UP + bench.scale.requests
    rows = itertools.islice(itertools.cycle(text.replace("\n", " ") for text in TEXTS), count + 100)
    down = keys("keys", "j")
    with bench.folder() as folder, kakoune(bench.tools["kakoune"], folder, "\n".join(rows).encode()) as child:
        return [child.ask(down, REFRESH) for _ in range(count)][WARM_UP:]
