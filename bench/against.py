"""bin/bench --against FILE: which rows of this run are worse than those that `--json` recorded, by more than they spread."""

import dataclasses
import json
import math
import pathlib
import re
from collections import Counter
from typing import Optional, Tuple

from bench import Failure

WORSE, BETTER, SAME, NEW, GONE, UNJUDGED = "WORSE", "better", "same", "new", "gone", "shown"
HEADINGS = ("", "figure", "beside", "recorded", "now", "change", "result")

# Rows without a spread were measured once: so much may be chance.
WITHOUT_SPREAD = 0.1
# What a run is measured on; where one of them differs, the ratios may, too.
MACHINE = ("CPU", "kernel", "JDK", "node", "cc", "rounds")


@dataclasses.dataclass(frozen=True)
class Row:
    """What the comparison needs of a figure, in memory or recorded."""

    part: str
    name: str
    beside: str
    value: Optional[float]
    spread: Optional[Tuple[float, float]]
    decimals: int
    higher_is_better: Optional[bool]
    unit: str

    def worse_than(self, other):
        """By the values alone."""
        return self.value < other.value if self.higher_is_better else self.value > other.value

    def range(self):
        """From the least to the greatest that this row may mean, as precisely as its spread is told."""
        if self.spread:
            return min(self.spread[0], self.rounded()), max(self.spread[1], self.rounded())
        allowed = abs(self.value) * WITHOUT_SPREAD
        return self.value - allowed, self.value + allowed

    def rounded(self):
        return round(self.value, self.decimals) if self.spread else self.value

    def said(self):
        if self.value is None:
            return ""
        spread = " (" + "–".join(f"{end:.{self.decimals}f}" for end in self.spread) + ")" if self.spread else ""
        return f"{self.value:.2f} {self.unit}".rstrip() + spread


@dataclasses.dataclass(frozen=True)
class Comparison:
    part: str
    name: str
    beside: str
    recorded: str
    now: str
    change: str
    result: str

    def row(self):
        return (f"({self.part})", self.name, self.beside, self.recorded, self.now, self.change, self.result)


def read(file):
    """The recorded run; whatever else lies there is refused before anything is measured."""
    try:
        said = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    except OSError as problem:
        raise Failure(f"{file} cannot be read: {problem.strerror}") from None
    except (ValueError, RecursionError):
        raise Failure(f"{file} is not JSON: it must be a run that `bin/bench --json` wrote") from None
    try:
        machine = {str(key): str(value) for key, value in said["machine"].items()}
        rows = [row(figure) for figure in said["figures"]]
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        raise Failure(f"{file} is no run that `bin/bench --json` wrote: {problem!r}") from None
    if not rows:
        raise Failure(f"{file} has no figures in it: there is nothing to compare with")
    return machine, rows


def row(figure):
    """Of the fields of a figure, as `dataclasses.asdict` gives them."""
    value = figure["value"]
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value)):
        raise ValueError(f"{value!r} is no figure")
    spread, decimals = _spread(figure["spread"])
    higher = {"≤": False, "≥": True}.get(figure["bar"][:1])
    # What stands beside it, without its figures, which change from run to run.
    beside = re.split(r"\d", figure["beside"], maxsplit=1)[0].strip()
    return Row(str(figure["part"]), str(figure["name"]), beside, value, spread, decimals, higher, str(figure["unit"]))


def _spread(text):
    if not text:
        return None, 0
    ends = text.split("–")
    if len(ends) != 2:
        raise ValueError(f"{text!r} is no spread")
    decimals = max(len(end.partition(".")[2]) for end in ends)
    low, high = (float(end) for end in ends)
    return (min(low, high), max(low, high)), decimals


def compare(recorded, measured, parts):
    """Of the parts that were measured. Rows with one name and one peer are told apart by their order."""
    before, now = _by_key(recorded), _by_key(measured)
    found = [_comparison(before.get(key), row) for key, row in now.items()]
    return found + [_comparison(row, None) for key, row in before.items() if key not in now and row.part in parts]


def _by_key(rows):
    seen, keyed = Counter(), {}
    for row in rows:
        key = (row.part, row.name, row.beside)
        keyed[key + (seen[key],)] = row
        seen[key] += 1
    return keyed


def _comparison(before, now):
    known = now or before
    change = ""
    if before and now and before.value is not None and now.value is not None:
        change = _change(before.value, now.value)
    return Comparison(known.part, known.name, known.beside, before.said() if before else "", now.said() if now else "", change,
                      _result(before, now))


def _change(before, now):
    return f"{(now - before) / abs(before):+.1%}" if before else f"{now - before:+.2f}"


def _result(before, now):
    if before is None:
        return NEW
    if now is None:
        return GONE
    if now.value is None or before.value is None or now.higher_is_better is None:
        return UNJUDGED
    if not _apart(before, now):
        return SAME
    return WORSE if now.worse_than(before) else BETTER


def _apart(before, now):
    """Each value beyond all that the other run's rounds gave: one of them alone may be a busy moment."""
    low, high = before.range()
    low_now, high_now = now.range()
    return not low <= now.rounded() <= high and not low_now <= before.rounded() <= high_now


def machine_notes(recorded, facts):
    return [f"{name}: recorded on {recorded[name]}, now {facts.get(name, 'unknown')}"
            for name in MACHINE if name in recorded and recorded[name] != str(facts.get(name, "unknown"))]


def text(file, comparisons, notes):
    rows = [HEADINGS] + [comparison.row() for comparison in comparisons if comparison.result != UNJUDGED]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    worse = sum(comparison.result == WORSE for comparison in comparisons)
    ending = f"{worse} worse than recorded, beyond the spread" if worse else "nothing is worse than recorded, beyond the spread"
    return "\n".join([f"against {file}:", *notes, "", lines[0], "-" * max(map(len, lines)), *lines[1:], "", ending])


def as_json(file, comparisons, notes):
    return {"file": str(file), "machine": notes, "rows": [dataclasses.asdict(comparison) for comparison in comparisons]}
