"""(q): what a turn costs for every piece that a model streams, against the same pieces given to nobody."""

import figures
import jvm

PIECES_PER_SECOND = 10_000


def pieces(bench):
    for mode, name in (("loop", "the loop alone"), ("pipe", "into a pipe"), ("screen", "drawn on a screen, compiling included")):
        ours, beside = [], []
        bench.alternate(
            bench.rounds(5, 3),
            lambda: ours.append(percent(bench, mode)),
            lambda: beside.append(percent(bench, "nobody")))
        more = figures.median(ours) - figures.median(beside)
        judged = figures.shown if mode == "screen" else lambda **fields: figures.at_most(5.0, **fields)
        yield judged(
            part="q", name=f"a turn at {PIECES_PER_SECOND:,} pieces a second, {name}", unit="% of a core", value=more,
            spread=f"{min(ours) - max(beside):.2f}–{max(ours) - min(beside):.2f}",
            ours=f"{figures.median(ours):.1f} %", beside=f"to nobody {figures.median(beside):.1f} %",
            samples={"ours": ours, "beside": beside})


def percent(bench, mode):
    report = jvm.with_jp(bench, "Pieces", [mode], bench.scratch, bench.one_cpu,
                         per_second=PIECES_PER_SECOND, warm_up_seconds=5, seconds=bench.rounds(10, 5))
    return report.number("cpu_percent")
