"""bin/bench: measures `jp` and `kaged` against their peers, and says which bars are met."""

import argparse
import dataclasses
import json
import pathlib
import shutil
import signal
import sys
import tempfile
import time

import against
import assistant
import exchange
import figures
import guide
import live
import machine
import mcp
import service
import start
import storage
import turn
from bench import CLONE, Bench, Failure, compile_programs, needed

PARTS = {
    "a": ("one round trip", exchange.round_trip),
    "b": ("pipelined requests", exchange.pipelined),
    "c": ("start", start.start),
    "d": ("push on long conversations", storage.push),
    "e": ("listing many conversations", storage.listing),
    "f": ("reading a large conversation", storage.reading),
    "g": ("help with many plugins", guide.help_with_plugins),
    "h": ("completion", guide.completion),
    "i": ("calls of a service plugin", service.calls),
    "j": ("calls through kaged's socket", service.through_socket),
    "k": ("pipelined calls of service plugins", service.pipelined),
    "l": ("sandboxed start", service.sandboxed_start),
    "m": ("idle plugins", service.idle),
    "n": ("revival of a killed plugin", service.revival),
    "o": ("calls of a tool plugin", assistant.tool_calls),
    "p": ("calls of an MCP tool", mcp.calls),
    "q": ("pieces of an answer", turn.pieces),
    "r": ("a piece on its way to a plugin and a page", live.on_its_way),
    "s": ("ten subscribers", live.subscribers),
    "t": ("opening a conversation, and a long list", live.opening),
    "u": ("events of another process", live.elsewhere),
    "v": ("calls of a wrapped MCP server", mcp.wrapped),
}
BUDGET_SECONDS, QUICK_BUDGET_SECONDS = 1200, 540
SCRATCH_BYTES = 3_000_000_000


def main():
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="outrigger-bench-"))
    try:
        bench = Bench(options.jp, scratch, options.quick)
        recorded = against.read(options.against) if options.against else None
        check(bench)
        compile_programs()
        facts = machine.facts(scratch)
        facts["rounds"] = "few (--quick)" if options.quick else "all"
        progress("preparing (builds jp when needed)")
        bench.prepare(QUICK_BUDGET_SECONDS if options.quick else BUDGET_SECONDS)
        found = [figure for part in options.parts for figure in measure(bench, part)]
        facts["load after"] = machine.load()
        compared, notes = compare(options, recorded, facts, found) if recorded else ([], [])
        if options.json:
            told = figures.as_json(facts, found)
            if recorded:
                told["against"] = against.as_json(options.against, compared, notes)
            text = json.dumps(told, indent=2, ensure_ascii=False)
            pathlib.Path(options.json).write_text(text + "\n")
    except Failure as failure:
        sys.exit(complain(failure))
    except OSError as problem:
        sys.exit(complain(f"{problem.filename}: {problem.strerror}"))
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    show(options, facts, found)
    if recorded:
        print("\n" + against.text(options.against, compared, notes))
    missed = any(figure.verdict in (figures.MISSED, figures.FAILED) for figure in found)
    return 1 if missed or any(row.result == against.WORSE for row in compared) else 0


def compare(options, recorded, facts, found):
    machine_then, rows = recorded
    measured = [against.row(dataclasses.asdict(figure)) for figure in found]
    return against.compare(rows, measured, options.parts), against.machine_notes(machine_then, facts)


def parse(words):
    about = "Measures jp and kaged against their peers; docs/performance.md says what and why."
    parser = argparse.ArgumentParser(prog="bin/bench", description=about)
    parser.add_argument("parts", nargs="*", metavar="PART", help="a to v; all when none is named")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: two minutes at most, and a wider spread")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    parser.add_argument("--against", metavar="FILE", help="compare with the run that --json wrote there, and name what got worse")
    parser.add_argument("--markdown", action="store_true", help="print the result as it stands in docs/performance.md")
    parser.add_argument("--jp", metavar="PROGRAM", default=str(CLONE / "bin" / "jp"), help="another jp than this clone's")
    options = parser.parse_args(words)
    options.parts = sorted(set("".join(options.parts))) or list(PARTS)
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"no part {part}: there are {' '.join(PARTS)}")
    options.jp = str(pathlib.Path(options.jp).absolute())
    return options


def check(bench):
    if not shutil.which(bench.jp):
        raise Failure(f"{bench.jp} is missing or not executable: there is nothing to measure")
    needed("taskset", "measurements are pinned to one CPU; Debian: apt-get install util-linux")
    free = shutil.disk_usage(bench.scratch).free
    if free < SCRATCH_BYTES:
        raise Failure(f"{bench.scratch.parent} has {free >> 20} MiB free and 3 GB are needed: set TMPDIR to a roomier folder")


def measure(bench, part):
    title, measurement = PARTS[part]
    began = time.monotonic()
    found = []
    try:
        for figure in measurement(bench):
            found.append(figure)
    except Failure as failure:
        complain(f"({part}) {title}: {failure}")
        found.append(figures.failed(part, title))
    progress(f"({part}) {title}: {time.monotonic() - began:.0f} s")
    return found


def show(options, facts, found):
    if options.markdown:
        print(figures.markdown(facts, found))
        return
    for name, value in facts.items():
        print(f"{name}: {value}")
    print()
    print(figures.text_table(found))


def progress(line):
    print(line, file=sys.stderr, flush=True)


def complain(problem):
    print(f"bench: {problem}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
