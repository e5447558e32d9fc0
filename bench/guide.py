"""(g) and (h): what jp says of plugins without starting them: `jp -h`, and the answer to a TAB."""

import json
import os
import pathlib

import figures
from bench import TARGET, Failure

PLUGINS = 50


def help_with_plugins(bench):
    crowded, empty = _world(bench, "crowded", PLUGINS), _world(bench, "empty", 0)
    workspace = bench.workspace("help")
    _described(bench, crowded, workspace)
    with_plugins, without = _taking_turns(bench, workspace, (crowded, ["-h"]), (empty, ["-h"]))
    _nothing_started(crowded)
    yield figures.at_most(1.2, **_beside(
        "g", f"`jp -h` with {PLUGINS} described plugins", with_plugins, "`jp -h` with none", without))


def completion(bench):
    world = _world(bench, "completion", PLUGINS)
    workspace = bench.workspace("completion")
    _described(bench, world, workspace)
    for name, words, expected in (
        ("`jp <TAB>`", [""], "crowd25"),
        ("`jp <plugin> --<TAB>`", ["crowd25", "--"], "--loud"),
        ("`jp conversation ls --<TAB>`", ["conversation", "ls", "--"], "--archived"),
    ):
        asked = ["__complete", "bash", words[-1], "--"] + words
        if expected.encode() not in _said(bench, world, workspace, asked).split():
            raise Failure(f"the completion of {name} did not offer {expected}: there is nothing to measure")
        ours, nothing = _taking_turns(bench, workspace, (world, asked), (world, ["-q", "--version"]))
        yield figures.at_most(1.2, **_beside("h", f"answer to {name}", ours, "`jp -q --version`", nothing))
    _nothing_started(world)


def _world(bench, name, plugins):
    """A user with so many plugins on PATH, each approved, and each noting down when it is started."""
    root = bench.scratch / "worlds" / name
    (root / "bin").mkdir(parents=True)
    config = root / "config" / "jp" / "config.toml"
    config.parent.mkdir(parents=True)
    approvals = []
    for number in range(plugins):
        ident = f"crowd{number:02}"
        describe = {"type": "describe", "name": ident, "version": "1.0.0", "description": f"Does the thing number {number}",
                    "command": [ident]}
        args = [{"long": "loud", "short": "l", "help": "Do it loudly"}, {"long": "port", "help": "Where", "value_name": "PORT"}]
        answer = {"type": "help", "command": {"about": describe["description"], "args": args}}
        program = root / "bin" / f"jp-{ident}"
        program.write_text(
            f"#!/bin/sh\necho {ident} >>'{root}/started'\nread -r line\ncase $line in\n"
            f"*'\"describe\"'*) echo '{json.dumps(describe)}' ;;\n*'\"help\"'*) echo '{json.dumps(answer)}' ;;\nesac\n")
        program.chmod(0o755)
        approvals.append(f'[plugins.command.{ident}]\nrun = "unattended"\n')
    config.write_text("".join(approvals))
    folders = {f"XDG_{kind}_HOME": str(root / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    return {**folders, "PATH": f"{root / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}", "BENCH_WORLD": str(root)}


def _described(bench, world, workspace):
    """The first `jp -h` asks every plugin what it is; `-h` of one lets it say what it understands. From then on none is started."""
    said = _said(bench, world, workspace, ["-h"])
    missing = [number for number in range(PLUGINS) if f"the thing number {number}\n".encode() not in said]
    if missing:
        raise Failure(f"the first `jp -h` described {PLUGINS - len(missing)} of {PLUGINS} plugins")
    _said(bench, world, workspace, ["crowd25", "-h"])
    _starts(world).unlink(missing_ok=True)


def _starts(world):
    return pathlib.Path(world["BENCH_WORLD"]) / "started"


def _nothing_started(world):
    if _starts(world).exists():
        raise Failure(f"plugins were started: {' '.join(_starts(world).read_text().split())[:200]}")


def _said(bench, world, workspace, words):
    return bench.bounded([bench.jp] + words, workspace, {**bench.environment(), **world})


def _taking_turns(bench, workspace, us, them):
    times = ([], [])

    def run(side, world, words):
        report = bench.measured([str(TARGET / "stopwatch"), bench.jp] + words, workspace, world=world, named=f"jp {' '.join(words)}")
        times[side].append(report.number("end_us") / 1000)

    bench.alternate(bench.rounds(41, 15) + 3, lambda: run(0, *us), lambda: run(1, *them))
    return times[0][3:], times[1][3:]


def _beside(part, name, ours, peer, theirs):
    beside = f"{peer} {_times(theirs)}"
    return {"part": part, "name": name, "ours": _times(ours), "beside": beside, **figures.compared(ours, theirs)}


def _times(values):
    return f"{figures.median(values):.1f} ms (p90 {figures.percentile(values, 0.9):.1f})"
