"""(c): from Enter to a plugin's first line, trust and all, against what other runtimes need to do nothing."""

import os

import figures
from bench import TARGET, needed


def start(bench):
    node = needed("node", "part (c) compares with `node -e 0`; Debian: apt-get install nodejs")
    python = needed("python3", "part (c) compares with `python3 -c 0`")
    workspace = bench.workspace("start")
    runs = {
        "jp": (lambda: bench.plugin("hello", workspace)),
        "jp, plain environment": (lambda: bench.plugin("hello", workspace, plain=True)),
        "bash -c true": _peer(bench, workspace, [needed("bash", "part (c) compares with it"), "-c", "true"]),
        "python3 -c 0": _peer(bench, workspace, [python, "-c", "0"]),
        "node -e 0": _peer(bench, workspace, [node, "-e", "0"]),
        "node -e 0, plain environment": _peer(bench, workspace, [node, "-e", "0"], plain=True),
    }
    system_python = "/usr/bin/python3"
    if os.access(system_python, os.X_OK):
        runs[f"{system_python} -c 0, plain environment"] = _peer(bench, workspace, [system_python, "-c", "0"], plain=True)
    ends, firsts = {name: [] for name in runs}, {name: [] for name in runs}
    for run in runs.values():
        for _ in range(3):
            run()
    order = list(runs)
    for turn in range(bench.rounds(41, 15)):
        for name in order if turn % 2 else reversed(order):
            report = runs[name]()
            ends[name].append(report.number("end_us") / 1000)
            if name.startswith("jp"):
                firsts[name].append(report.number("first_byte_us") / 1000)
    yield figures.at_most(1.0, **_beside("first line of a plugin", firsts["jp"], "node -e 0", ends["node -e 0"]))
    for name in ("bash -c true", "python3 -c 0"):
        yield figures.shown(**_beside("first line of a plugin", firsts["jp"], name, ends[name]))
    yield figures.shown(**_beside("end of `jp bench-hello`", ends["jp"], "node -e 0", ends["node -e 0"]))
    for name in order:
        if name.endswith(", plain environment") and not name.startswith("jp"):
            ours = firsts["jp, plain environment"]
            yield figures.shown(**_beside("first line, plain environment", ours, name, ends[name]))


def _peer(bench, workspace, words, plain=False):
    return lambda: bench.measured([str(TARGET / "stopwatch")] + words, workspace, plain=plain)


def _beside(name, ours, peer, theirs):
    beside = f"{peer} {_times(theirs)}"
    return {"part": "c", "name": name, "ours": _times(ours), "beside": beside, **figures.compared(ours, theirs)}


def _times(values):
    return f"{figures.median(values):.1f} ms (p90 {figures.percentile(values, 0.9):.1f})"
