"""(r) to (u): how long what happens in a conversation takes to be seen by a plugin and in a browser, and what it costs."""

import json
import os
import subprocess
import time

import figures
from bench import CLONE, TARGET, Failure, needed

ORDINARY = "60010"
# As Linux cuts their names off.
OF_THE_JVM = ("VM Periodic Tas", "VM Thread", "Service Thread", "Monitor Deflati", "C1 CompilerThre", "C2 CompilerThre", "Reference Handl",
              "Common-Cleaner", "Signal Dispatch", "Finalizer", "Notification Th")
PAGES = CLONE / "bench" / "pages.mjs"


class _Provider:
    """A model server of ours, and a workspace whose settings lead to it."""

    def __init__(self, bench, name, cpus=None, **settings):
        self.bench = bench
        self.workspace = bench.workspace(name)
        self.port_file = bench.scratch / f"{name}.port"
        environment = {**bench.environment(), **{f"BENCH_{key.upper()}": str(value) for key, value in settings.items()}}
        pinned = ["taskset", "-c", cpus] if cpus else []
        self.process = subprocess.Popen([*pinned, str(TARGET / "piece-provider"), str(self.port_file)], env=environment,
                                        start_new_session=True)
        self.settings = settings

    def __enter__(self):
        ends = time.monotonic() + 10
        while not (self.port_file.exists() and self.port_file.read_text().endswith("\n")):
            if self.process.poll() is not None or time.monotonic() > ends:
                raise Failure("piece-provider does not listen")
            time.sleep(0.01)
        url = f"http://127.0.0.1:{self.port_file.read_text().strip()}"
        (self.workspace / ".jp" / "config.toml").touch()
        self.world = {"JP_CFG_ASSISTANT__MODEL__ID__PROVIDER": "ollama", "JP_CFG_ASSISTANT__MODEL__ID__NAME": "bench",
                      "JP_CFG_PROVIDERS__OLLAMA__BASE_URL": url}
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, 15)
        self.process.wait()

    def live(self, cpus=None, **settings):
        words = [str(TARGET / "stopwatch"), self.bench.jp, "bench-live"]
        told = {"query": 1, "window_ms": 0, "warm_up_ms": 0, **self.settings, **settings}
        return self.bench.measured(words, self.workspace, cpus, False, told, named="jp bench-live", world=self.world)


def on_its_way(bench):
    """One piece at a time, to a host that sleeps; beside it a round trip under the same circumstances."""
    gap, count = 2000, bench.rounds(2000, 500)
    ours, tails, trips = [], [], []
    with _Provider(bench, "on-its-way", bench.one_cpu, warm_up=20000, burst=1, gap_us=gap, count=count) as provider:
        def us():
            report = provider.live(bench.one_cpu, subscriptions=1)
            ours.append(report.number("median_ns") / 1000)
            tails.append(report.number("p99_ns") / 1000)

        def them():
            report = bench.plugin("ping", provider.workspace, bench.one_cpu, warm_up=20000, count=count, blocks=1, pause_us=gap)
            trips.append(report.number("median_ns") / 1000)

        bench.alternate(bench.rounds(5, 3), us, them)
    yield figures.at_most(
        2.0, part="r", name="a piece, from the provider's socket to the plugin's stdin, one CPU", **figures.compared(ours, trips),
        ours=f"{figures.median(ours):.0f} µs (p99 {figures.median(tails):.0f})",
        beside=f"the host's round trip, as rarely {figures.median(trips):.0f} µs")
    with _Provider(bench, "to-the-page", warm_up=100, burst=1, gap_us=20000, count=bench.rounds(300, 150)) as provider:
        told = _pages(bench, "pieces", world=provider.world)
    yield figures.shown(
        part="r", name="a piece, from the provider's socket to the page's text, 50 a second", value=told["p50"], unit="ms", beside="",
        ours=f"p50 {told['p50']:.1f} ms, p99 {told['p99']:.1f} ms")


def subscribers(bench):
    """Ten subscriptions against one: what a second one of ours costs is seen, and all of it is judged."""
    per_second, seconds = 10_000, bench.rounds(10, 5)
    used = {1: [], 10: []}
    grown = []
    with _Provider(bench, "subscribers", warm_up=100, burst=10, gap_us=1000, count=per_second * (seconds + 7)) as provider:
        def run(subscriptions):
            report = provider.live(subscriptions=subscriptions, warm_up_ms=5000, window_ms=seconds * 1000)
            used[subscriptions].append(report.number("cpu_percent"))
            if subscriptions == 10:
                grown.append((report.number("before_VmRSS") / 1024, report.number("after_VmRSS") / 1024))

        bench.alternate(bench.rounds(3, 2), lambda: run(10), lambda: run(1))
    yield figures.at_most(
        15.0, part="s", name=f"{per_second:,} pieces a second to ten subscriptions, provider and storage included", unit="% of a core",
        value=figures.median(used[10]), spread=f"{min(used[10]):.1f}–{max(used[10]):.1f}",
        ours=f"{figures.median(used[10]):.1f} %", beside=f"to one {figures.median(used[1]):.1f} %",
        samples={"ours": used[10], "beside": used[1]})
    before, after = (figures.median([pair[at] for pair in grown]) for at in (0, 1))
    yield figures.at_most(
        1.1, part="s", name=f"memory of the host after {seconds} s more of it", value=after / before,
        ours=f"{after:.0f} MiB", beside=f"{before:.0f} MiB before")


def opening(bench):
    """Pages of one server, by turns."""
    told = _pages(bench, "opening", rounds=bench.rounds(15, 7))
    few, many = (told["paints"][size] for size in ("100", "10000"))
    yield figures.at_most(
        2.0, part="t", name="first paint of a conversation of 10,000 events", **figures.compared(many, few),
        ours=f"{figures.median(many):.0f} ms", beside=f"of 100 events {figures.median(few):.0f} ms")
    frames = told["frames"]
    yield figures.shown(
        part="t", name="a list of 10,000 conversations, scrolled to its end: time between two pictures", unit="ms",
        value=frames["p50"], ours=f"p50 {frames['p50']:.1f} ms, p99 {frames['p99']:.1f} ms, longest {frames['most']:.0f} ms",
        beside=f"a list of 100 p99 {frames['few']:.1f} ms")


def elsewhere(bench):
    """A writer by the rules of docs/storage.md, every 20 ms; then five seconds in which nothing happens."""
    workspace = bench.workspace("elsewhere")
    medians, tails, wakes, machine = [], [], [], []
    for _ in range(bench.rounds(5, 3)):
        report = bench.plugin("live", workspace, query=0, subscriptions=1, count=bench.rounds(300, 100), gap_us=20000,
                              window_ms=0, warm_up_ms=0, idle_seconds=5, storage=workspace / ".jp")
        medians.append(report.number("median_ns") / 1e6)
        tails.append(report.number("p99_ns") / 1e6)
        ours, jvm = (sum(_woken(report, of_jvm)) for of_jvm in (False, True))
        wakes.append(ours)
        machine.append(jvm)
    yield figures.at_most(
        5.0, part="u", name="an event of another process, from its write to the plugin's stdin", unit="ms",
        value=figures.median(medians), spread=f"{min(medians):.2f}–{max(medians):.2f}",
        ours=f"{figures.median(medians):.2f} ms (p99 {figures.median(tails):.2f})", beside="", samples={"ours": medians})
    yield figures.at_most(
        0, part="u", name="wake-ups of the host's threads in 5 s in which nothing happens", unit="", value=figures.median(wakes),
        ours=f"{figures.median(wakes):.0f}", beside=f"of the Java machine's own {figures.median(machine):.0f}", samples={"ours": wakes})


def _woken(report, of_jvm):
    """How often each thread was, by the two accounts of them; they are listed in the order of their birth."""
    before, after = ([line.split(" ", 1) for line in report[key]] for key in ("wakes_before", "wakes_after"))
    known = {}
    for count, name in before:
        known.setdefault(name, []).append(int(count))
    for count, name in after:
        earlier = known[name].pop(0) if known.get(name) else 0
        if (name in OF_THE_JVM) == of_jvm:
            yield int(count) - earlier


def _pages(bench, what, world=None, **settings):
    """As an ordinary user: a browser refuses to be root's."""
    needed("node", "the pages are measured in a browser; Debian: apt-get install nodejs")
    needed("chromium", "the pages are measured in a browser; Debian: apt-get install chromium")
    bench.bounded([str(CLONE / "bin/lib/npm-packages"), "plugins/serve-web/src/test/npm", "target/browser"], CLONE, bench.environment())
    home = bench.scratch / f"pages-{what}"
    home.mkdir()
    become = []
    if os.geteuid() == 0:
        become = ["setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"]
        bench.scratch.chmod(0o711)
        os.chown(home, int(ORDINARY), int(ORDINARY))
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(home), "TMPDIR": str(home), "LANG": "C.UTF-8",
                   **{f"BENCH_{key.upper()}": str(value) for key, value in settings.items()}, **(world or {})}
    return json.loads(bench.bounded([*become, "node", str(PAGES), what], home, environment, limit=180, named=f"node bench/pages.mjs {what}"))
