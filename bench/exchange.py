"""(a) and (b): what passes between host and plugin, one at a time and as fast as the pipe takes it.

The peer is the same plugin binary under a C host that parses nothing and answers with the very line `jp` gave."""

import figures


def round_trip(bench):
    workspace = bench.workspace("round-trip")
    counts = {"warm_up": 20000, "count": 20000, "blocks": 3}
    answer = bench.plugin("ping", workspace, warm_up=1, count=1, blocks=1).text("answer")
    ours, bare, tails = [], [], []

    def us():
        report = bench.plugin("ping", workspace, bench.one_cpu, **counts)
        ours.append(figures.median(report.numbers("median_ns")) / 1000)
        tails.append(figures.median(report.numbers("p99_ns")) / 1000)

    def them():
        report = bench.bare("ping", answer, workspace, bench.one_cpu, **counts)
        bare.append(figures.median(report.numbers("median_ns")) / 1000)

    bench.alternate(bench.rounds(7, 3), us, them)
    yield figures.at_most(
        2.0, part="a", name="round trip, median, one CPU", **figures.compared(ours, bare),
        ours=f"{figures.median(ours):.1f} µs (p99 {figures.median(tails):.1f})",
        beside=f"two bare C programs {figures.median(bare):.1f} µs")


def pipelined(bench):
    """Judged with one write per request, as plugins send them. Gathered into large writes the C host is only limited by
    copying memory, which shows the way that is left."""
    workspace = bench.workspace("pipelined")
    answer = bench.plugin("pipe", workspace, warm_up=1, count=1, at_once=1).text("answer")
    places = {"one CPU": bench.one_cpu}
    if bench.all_cpus != bench.one_cpu:
        places["all CPUs"] = bench.all_cpus
    for place, cpus in places.items():
        yield figures.at_least(
            0.5, name=f"pipelined requests, {place}", **_throughput(bench, workspace, answer, cpus, at_once=1))
    yield figures.shown(
        name="same, one CPU, 1,000 in one write", **_throughput(bench, workspace, answer, bench.one_cpu, at_once=1000))


def _throughput(bench, workspace, answer, cpus, at_once):
    counts = {"warm_up": 200000, "count": 200000, "at_once": at_once}
    ours, bare = [], []
    bench.alternate(
        bench.rounds(7, 3),
        lambda: ours.append(bench.plugin("pipe", workspace, cpus, **counts).number("per_second") / 1000),
        lambda: bare.append(bench.bare("pipe", answer, workspace, cpus, **counts).number("per_second") / 1000))
    return {
        "part": "b", **figures.compared(ours, bare), "ours": f"{figures.median(ours):,.0f} k/s",
        "beside": f"C host, no parsing {figures.median(bare):,.0f} k/s",
    }
