"""What a measurement says, and how it is shown."""

import dataclasses
import statistics
from typing import Optional

OK, MISSED, FAILED, SHOWN = "ok", "MISSED", "FAILED", "shown"
HEADINGS = ("", "figure", "ours", "beside it", "value", "spread", "bar", "verdict")


@dataclasses.dataclass(frozen=True)
class Figure:
    """One row. `value` is what the bar is about, mostly ours divided by what stands beside it."""

    part: str
    name: str
    ours: str
    beside: str
    value: Optional[float]
    spread: str = ""
    bar: str = ""
    verdict: str = SHOWN
    unit: str = "×"
    samples: dict = dataclasses.field(default_factory=dict)

    def row(self):
        value = ""
        if self.value is not None:
            value = f"{self.value:.2f} {self.unit}" if self.unit else f"{self.value:.0f}"
        return (f"({self.part})", self.name, self.ours, self.beside, value, self.spread, self.bar, self.verdict)


def at_most(bar, **fields):
    return _judged(f"≤ {bar}", fields["value"] <= bar, fields)


def at_least(bar, **fields):
    return _judged(f"≥ {bar}", fields["value"] >= bar, fields)


def shown(**fields):
    return Figure(**fields)


def failed(part, name):
    return Figure(part=part, name=name, ours="", beside="not measured", value=None, verdict=FAILED)


def _judged(bar, met, fields):
    return Figure(bar=bar, verdict=OK if met else MISSED, **fields)


def median(values):
    return statistics.median(values)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def compared(ours, peers):
    """The ratio of the medians, and the range of the ratios round by round: what this machine did to us meanwhile."""
    pairs = [mine / theirs for mine, theirs in zip(ours, peers)]
    return {
        "value": median(ours) / median(peers),
        "spread": f"{min(pairs):.2f}–{max(pairs):.2f}",
        "samples": {"ours": ours, "beside": peers},
    }


def text_table(figures):
    rows = [HEADINGS] + [figure.row() for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * max(map(len, lines))] + lines[1:])


def markdown(facts, figures):
    lines = [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in figure.row()) + " |" for figure in figures]
    return "\n".join(lines)


def as_json(facts, figures):
    return {"machine": facts, "figures": [dataclasses.asdict(figure) for figure in figures]}
