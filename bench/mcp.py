"""(p): calls of an MCP server's tool, against a client that writes a line, reads the next and parses it. (v): the same
server in kaged, against jp's client and what the way through the daemon's socket costs any plugin."""

import json
import shutil

import figures
import jvm
import service
from bench import CLONE, TARGET, needed

SERVER = CLONE / "target" / "npm" / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
COUNTS = {"warm_up": 20000, "count": 3000, "blocks": 3, "server": SERVER}


def prepare(bench, part):
    needed("node", f"part ({part}) calls a server that runs on it")
    bench.bounded([str(CLONE / "bin" / "lib" / "mcp-servers")], CLONE, bench.environment(), named="bin/lib/mcp-servers")


def calls(bench):
    prepare(bench, "p")
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


MANIFEST = """\
name: everything
version: "1"
kaged_api: 1
description: The published server-everything.
protocol: mcp
command: [node, {server}, stdio]
"""


def wrapped(bench):
    """What kaged adds to a call of jp's client may be what it adds to a call of any plugin, and three tenths of both."""
    prepare(bench, "v")
    home = service.Home(bench, "wrapped")
    home.plugin("echo")
    folder = home.folder / "plugins" / "everything"
    shutil.copytree(CLONE / "target" / "npm" / "node_modules", folder / "node_modules", symlinks=True)
    folder.chmod(0o755)
    (folder / "kaged-plugin.yaml").write_text(
        MANIFEST.format(server=SERVER.relative_to(CLONE / "target" / "npm")))
    ours, clients, sockets, pipes = [], [], [], []
    with home.daemon(bench.one_cpu):
        client = [str(TARGET / "caller"), "--socket", str(home.folder / "kaged.sock")]

        def through(plugin, method, params, **counts):
            request = {"jsonrpc": "2.0", "id": "@", "method": "plugin.call",
                       "params": {"plugin": plugin, "method": method, "params": params}}
            line = json.dumps(request, separators=(",", ":")).replace('"@"', "@")
            return service.micros(
                bench.measured(client, bench.scratch, bench.one_cpu, settings={**counts, "request": line}))

        counts = {"warm_up": 20000, "count": 3000, "blocks": 3}
        bench.alternate(
            bench.rounds(5, 3),
            lambda: ours.append(through("everything", "echo", {"message": "hello"}, **counts)),
            lambda: (clients.append(micros(bench, "ours")),
                     sockets.append(through("echo", "say", {"word": "hello"}, **service.COUNTS)),
                     pipes.append(service.micros(service.bare(bench, bench.one_cpu, service.SAY, **service.COUNTS)))))
    beside = [of_jp + socket - pipe for of_jp, socket, pipe in zip(clients, sockets, pipes)]
    yield figures.at_most(
        1.3, part="v", name="call of a wrapped MCP server through kaged.sock, one CPU", **figures.compared(ours, beside),
        ours=f"{figures.median(ours):.0f} µs",
        beside=f"jp's client {figures.median(clients):.0f} µs and what (j) adds to two pipes "
               f"{figures.median(sockets) - figures.median(pipes):.0f} µs")


def micros(bench, mode):
    report = jvm.with_jp(bench, "McpCalls", [mode], bench.scratch, bench.one_cpu, **COUNTS)
    return figures.median(report.numbers("median_ns")) / 1000
