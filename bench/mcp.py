"""(p): calls of an MCP server's tool, against a client that writes a line, reads the next and parses it."""

import os
import pathlib

import figures
from bench import CLONE, TARGET, needed

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
    """In a JVM with jp's classes, which is what jp itself runs in."""
    jdk = pathlib.Path(bench.jdk())
    dist = CLONE / "target" / "dist"
    jar = dist / "outrigger.jar"
    classes = TARGET / "java"
    source = CLONE / "bench" / "java" / "McpCalls.java"
    built = classes / "McpCalls.class"
    if not built.exists() or built.stat().st_mtime < max(source.stat().st_mtime, jar.stat().st_mtime):
        bench.bounded([str(jdk / "bin" / "javac"), "-cp", str(jar), "-d", str(classes), str(source)],
                      CLONE, bench.environment(), named="javac McpCalls.java")
    words = [str(jdk / "bin" / "java"), "-Xlog:disable", "-cp", f"{jar}{os.pathsep}{classes}", "McpCalls", mode]
    report = bench.measured(words, bench.scratch, bench.one_cpu, settings=COUNTS, named=f"McpCalls {mode}")
    return figures.median(report.numbers("median_ns")) / 1000
