"""The lower bound: a bare program that does only the input and output of an intake, or only its inserts."""

import pathlib
import shutil
import subprocess
import time

from pipe_process import Failed, environment

SOURCE = pathlib.Path(__file__).with_name("floor.c")


def build(folder):
    """Builds the program; returns its path."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        raise Failed("there is no C compiler for the bare program")
    program = folder / "floor"
    built = subprocess.run([compiler, "-O2", "-o", program, SOURCE, "-lsqlite3"], capture_output=True, text=True,
                           timeout=120)
    if built.returncode != 0:
        raise Failed(f"the bare program cannot be built: {built.stderr[-400:]}")
    return program


def floor(bench, lines, sizes):
    """Adds the lower bounds: lines inserted per second, and lines per second with as much output as telex writes.

    Returns the rates of the latter.
    """
    scale = bench.scale
    with bench.folder() as folder:
        program = build(folder)
        (folder / "lines").write_bytes(lines)
        works = {"inserts alone": ["insert", folder / "floor.sqlite"]}
        for name, written in sizes.items():
            works[f"bytes alone, {name}"] = ["copy", str(written // scale.lines)]
        rates = {name: [] for name in works}
        for _ in bench.rounds(scale.rounds, "floor"):
            for name, arguments in works.items():
                rates[name].append(scale.lines / seconds(program, arguments, folder))
                for file in folder.glob("floor.sqlite*"):
                    file.unlink()
    for name, values in rates.items():
        bench.add(f"floor: {name}", "/s", values, [], "")
    return {name: rates[f"bytes alone, {name}"] for name in sizes}


def seconds(program, arguments, folder):
    """Returns how long the program takes, until all of its output has been read."""
    with open(folder / "lines", "rb") as lines:
        start = time.perf_counter_ns()
        with subprocess.Popen([program, *arguments], stdin=lines, stdout=subprocess.PIPE, env=environment(folder)) as child:
            while child.stdout.read1(1 << 20):
                pass
        if child.returncode != 0:
            raise Failed(f"the bare program has ended with {child.returncode}")
        return (time.perf_counter_ns() - start) / 1e9
