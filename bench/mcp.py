"""(p): calls of an MCP server's tool, against a client that writes a line, reads the next and parses it."""

import figures
import jvm
from bench import CLONE, needed

SERVER = CLONE / "target" / "npm" / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
COUNTS = {"warm_up": 20000, "count": 3000, "blocks": 3, "server": SERVER}


def calls(bench):
    needed("node", "part (p) calls a server that runs on it")
    bench.bounded([str(CLONE / "bin" / "lib" / "mcp-servers")], CLONE, bench.environment(), named="bin/lib/mcp-servers")
    ours, beside, handed = [], [], []
    bench.alternate(
        bench.rounds(5, 3),
        lambda: ours.append(micros(bench, "ours")),
        lambda: (beside.append(micros(bench, "bare")), handed.append(micros(bench, "handed"))))
    yield figures.at_most(
        1.25, part="p", name="call of an MCP tool, server-everything, one CPU", **figures.compared(ours, beside),
        ours=f"{figures.median(ours):.0f} µs", beside=f"bare client without SDK {figures.median(beside):.0f} µs")
    yield figures.shown(
        part="p", name="the same, against a bare client with a thread that reads", **figures.compared(ours, handed),
        ours=f"{figures.median(ours):.0f} µs", beside=f"it {figures.median(handed):.0f} µs")


def micros(bench, mode):
    report = jvm.with_jp(bench, "McpCalls", [mode], bench.scratch, bench.one_cpu, **COUNTS)
    return figures.median(report.numbers("median_ns")) / 1000
