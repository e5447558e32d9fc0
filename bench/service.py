"""(i) to (n): kaged and its sandboxed plugins, against the bare pipes and programs they are made of."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import figures
import jvm
from bench import CLONE, TARGET, Failure, needed

MANIFEST = """\
name: {name}
version: "1.0"
kaged_api: 1
description: Gives back a word.
command: [{command}]
methods:
  - name: say
    params_schema: {{type: object, required: [word], properties: {{word: {{type: string, maxLength: 100}}}}}}
    result_schema: {{type: object, required: [word], properties: {{word: {{type: string, maxLength: 100}}}}}}
"""
CONTEXT = {"operator_id": "bench", "project_id": None, "session_id": None, "request_id": "1"}


class Home:
    """A KAGED_HOME in the scratch folder. A daemon of root's runs plugins as other users, who must get in."""

    def __init__(self, bench, name):
        self.bench = bench
        self.folder = bench.scratch / name
        (self.folder / "plugins").mkdir(parents=True)
        for folder in (bench.scratch, self.folder, self.folder / "plugins"):
            folder.chmod(0o711)
        self.ids = 0

    def environment(self):
        return {"KAGED_HOME": str(self.folder)}

    def plugin(self, name, command="./kaged-echo"):
        folder = self.folder / "plugins" / name
        folder.mkdir(mode=0o755)
        shutil.copy(TARGET / "kaged-echo", folder)
        (folder / "kaged-plugin.yaml").write_text(MANIFEST.format(name=name, command=command))
        return name

    @contextlib.contextmanager
    def daemon(self, cpus=None):
        words = (["taskset", "-c", cpus] if cpus else []) + [str(CLONE / "bin" / "kaged"), "start", "--foreground"]
        log = open(self.bench.scratch / "kaged.log", "w+")
        environment = {**self.bench.environment(), **self.environment()}
        process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.connect(process, log)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
            log.close()

    def connect(self, process, log):
        ends = time.monotonic() + 60
        while True:
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(str(self.folder / "kaged.sock"))
                self.lines = self.socket.makefile("rb")
                return
            except OSError:
                if process.poll() is not None or time.monotonic() > ends:
                    log.seek(0)
                    said = log.read().strip().splitlines() or ["nothing"]
                    raise Failure(f"kaged did not start: {said[-1][:300]}") from None
                time.sleep(0.02)

    def ask(self, rpc, **params):
        self.ids += 1
        request = {"jsonrpc": "2.0", "id": self.ids, "method": rpc, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        for line in self.lines:
            answer = json.loads(line)
            if answer.get("id") == self.ids:
                if "error" in answer:
                    raise Failure(f"{rpc}: {answer['error']['message'][:300]}")
                return answer["result"]
        raise Failure(f"kaged closed its socket instead of answering {rpc}")

    def call(self, plugin):
        return self.ask("plugin.call", plugin=plugin, method="say", params={"word": "hello"})


def java(bench, home, program, mode, cpus=None, **settings):
    return jvm.run(bench, "kaged.jar", "kaged-lib", program, [mode], home.folder, cpus, home.environment(), settings)


def bare(bench, cpus, request, **settings):
    return bench.measured([str(TARGET / "caller"), str(TARGET / "kaged-echo")], bench.scratch, cpus,
                          settings={**settings, "request": json.dumps(request, separators=(",", ":")).replace('"@"', "@")})


def micros(report):
    return figures.median(report.numbers("median_ns")) / 1000


SAY = {"jsonrpc": "2.0", "id": "@", "method": "say", "params": {"word": "hello", "_context": CONTEXT}}
COUNTS = {"warm_up": 60000, "count": 20000, "blocks": 3}


def calls(bench):
    """Inside the daemon: schemas declared, audit on. A callback is called by the thread that reads; who waits has to be
    woken."""
    home = Home(bench, "calls")
    home.plugin("echo")
    for mode, bar in (("callback", 2.5), ("blocking", 4.0)):
        ours, beside = [], []
        bench.alternate(
            bench.rounds(5, 3),
            lambda: ours.append(micros(java(bench, home, "Calls", mode, bench.one_cpu, **COUNTS))),
            lambda: beside.append(micros(bare(bench, bench.one_cpu, SAY, **COUNTS))))
        yield figures.at_most(
            bar, part="i", name=f"call of a plugin inside kaged, {mode}, one CPU", **figures.compared(ours, beside),
            ours=f"{figures.median(ours):.1f} µs", beside=f"bare C over pipes {figures.median(beside):.1f} µs")


def through_socket(bench):
    home = Home(bench, "socket")
    home.plugin("echo")
    request = {"jsonrpc": "2.0", "id": "@", "method": "plugin.call",
               "params": {"plugin": "echo", "method": "say", "params": {"word": "hello"}}}
    line = json.dumps(request, separators=(",", ":")).replace('"@"', "@")
    ours, beside = [], []
    with home.daemon(bench.one_cpu):
        client = [str(TARGET / "caller"), "--socket", str(home.folder / "kaged.sock")]
        bench.alternate(
            bench.rounds(5, 3),
            lambda: ours.append(micros(
                bench.measured(client, bench.scratch, bench.one_cpu, settings={**COUNTS, "request": line}))),
            lambda: beside.append(micros(bare(bench, bench.one_cpu, SAY, **COUNTS))))
    yield figures.at_most(
        5.0, part="j", name="the same from a C client through kaged.sock", **figures.compared(ours, beside),
        ours=f"{figures.median(ours):.1f} µs", beside=f"bare C over pipes {figures.median(beside):.1f} µs")


def pipelined(bench):
    """What bounds it: every call has its row in one hash chain, which is made by one thread at a time."""
    home = Home(bench, "pipelined")
    for i in range(4):
        home.plugin(f"echo{i}")
    counts = {"warm_up": 200000, "count": 200000, "blocks": 1}
    ours, chain = [], []
    bench.alternate(
        bench.rounds(5, 3),
        lambda: ours.append(java(bench, home, "Calls", "pipelined", bench.all_cpus, **counts).number("per_second") / 1000),
        lambda: chain.append(java(bench, home, "Calls", "rows", bench.all_cpus, **counts).number("per_second") / 1000))
    yield figures.shown(
        part="k", name="pipelined calls over 4 plugins, all CPUs", **figures.compared(ours, chain),
        ours=f"{figures.median(ours):,.0f} k/s", beside=f"rows of the audit alone {figures.median(chain):,.0f} k/s")


def sandboxed_start(bench):
    """In daemons that have just begun, one after the other; all starts of each count, the first like the last."""
    home = Home(bench, "starts")
    folder = bench.scratch / "hello"
    folder.mkdir(mode=0o755)
    source = CLONE / "bench" / "java" / "Hello.java"
    bench.bounded([str(pathlib.Path(bench.jdk()) / "bin" / "javac"), "--release", "17", "-d", str(folder), str(source)],
                  CLONE, bench.environment(), named="javac Hello.java")
    with home.daemon() as process:
        daemon = pathlib.Path(f"/proc/{process.pid}/cmdline").read_text().split("\0")
    for runtime in ("bash", "python3", "node", "java"):
        needed(runtime, "part (l) starts it")
        ours, beside, firsts = [], [], []
        for _ in range(bench.rounds(9, 5)):
            report = jvm.as_daemon(bench, daemon, "Starts", [runtime], home.folder, home.environment(),
                                   {"rounds": 10, "folder": str(folder)})
            ours += report.numbers("sandboxed_ms")
            beside += report.numbers("bare_ms")
            firsts.append(report.numbers("sandboxed_ms")[0])
        more = [a - b for a, b in zip(ours, beside)]
        name = f"first ten starts of {runtime} in a sandbox, detection on, in a young daemon"
        yield figures.at_most(
            15.0, part="l", name=name,
            value=figures.median(ours) - figures.median(beside), unit="ms more",
            spread=f"{figures.percentile(more, 0.1):.1f}–{figures.percentile(more, 0.9):.1f}",
            ours=f"{figures.median(ours):.1f} ms", beside=f"bare {figures.median(beside):.1f} ms",
            samples={"ours": ours, "beside": beside})
        yield figures.at_most(
            15.0, part="l", name=f"the very first of {runtime}",
            value=figures.median(firsts) - figures.median(beside), unit="ms more",
            spread=f"{min(firsts) - figures.median(beside):.1f}–{max(firsts) - figures.median(beside):.1f}",
            ours=f"{figures.median(firsts):.1f} ms", beside=f"bare {figures.median(beside):.1f} ms",
            samples={"ours": firsts, "beside": beside})


def idle(bench):
    """The daemon's own memory, as the kernel divides it up (Pss), after as many starts and a rest."""
    many = 200
    home = Home(bench, "idle")
    with home.daemon() as process:
        home.call(home.plugin("first"))
        before = pss(process.pid)
        for i in range(many):
            home.call(home.plugin(f"echo{i}"))
        time.sleep(3)
        after = pss(process.pid)
    yield figures.at_most(
        250.0, part="m", name=f"memory of the daemon for each of {many} idle plugins", unit="KiB",
        value=(after - before) / many, ours=f"{after / 1024:.0f} MiB", beside=f"with one plugin {before / 1024:.0f} MiB")


def pss(pid):
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    raise Failure("this kernel does not tell how much memory a process uses")


def revival(bench):
    """Without backoff due: each has been healthy for a minute, and is killed once."""
    home = Home(bench, "revival")
    taken = []
    with home.daemon():
        names = [home.plugin(f"echo{i}") for i in range(bench.rounds(11, 5))]
        for name in names:
            home.call(name)
        time.sleep(61)
        pids = {plugin["name"]: plugin["pid"] for plugin in home.ask("plugin.list")}
        for name in names:
            began = time.monotonic()
            os.kill(pids[name], signal.SIGKILL)
            while True:
                try:
                    home.call(name)
                    break
                except Failure:
                    # It was on its way when the plugin died, and was told so.
                    continue
            taken.append((time.monotonic() - began) * 1000)
    yield figures.at_most(
        100.0, part="n", name="from SIGKILL of a plugin to the next good call", unit="ms",
        value=figures.median(taken), spread=f"{min(taken):.0f}–{max(taken):.0f}",
        ours=f"{figures.median(taken):.0f} ms", beside="", samples={"ours": taken})
