"""(d), (e) and (f): what the past costs. A push, a list and a read, on small and large workspaces."""

import json
import shutil

import figures
from bench import TARGET, Failure

MEGABYTE = 1_000_000


def push(bench):
    """A fresh host answers an early tool call, on conversations of very different lengths."""
    workspace = bench.workspace("push")
    sizes = (10, 1000, 100000)
    filled = {size: _filled(bench, workspace, shape="turns", events=size) for size in sizes}
    cpu, window, life, disk = ({size: [] for size in sizes} for _ in range(4))
    for turn in range(bench.rounds(41, 11) + 2):
        for size in sizes if turn % 2 else reversed(sizes):
            report = bench.plugin("push", workspace, bench.one_cpu, conversation=filled[size])
            _check_host(bench, report)
            if turn < 2:
                continue
            cpu[size].append(report.number("cpu_us") / 1000)
            window[size].append(_moved(report, "after_", "rchar", "wchar") - _moved(report, "before_", "rchar", "wchar"))
            life[size].append(_moved(report, "life_", "rchar", "wchar"))
            disk[size].append(_moved(report, "life_", "read_bytes", "write_bytes"))
    small, middle, large = sizes
    for name, values, unit in (
        ("push one event: CPU time of the host", cpu, "ms"),
        ("push one event: bytes read and written", window, "B"),
        ("push one event: same, the host's whole life", life, "B"),
    ):
        yield figures.at_most(
            1.1, part="d", name=name, **figures.compared(values[large], values[small]),
            ours=f"{_amount(values[large], unit)} on {large:,} events",
            beside=f"{_amount(values[small], unit)} on {small}, {_amount(values[middle], unit)} on {middle:,}")
    yield figures.shown(
        part="d", name="push one event: bytes from and to the disk", value=None,
        samples={"ours": disk[large], "beside": disk[small]},
        ours=f"{_amount(disk[large], 'B')} on {large:,} events", beside=f"{_amount(disk[small], 'B')} on {small}")


def listing(bench):
    """Workspaces made in the documented layout; the first `jp` in each makes its indexes, and is not counted."""
    sizes = (10, 1000, 10000)
    places = {size: _crowd(bench, size) for size in sizes}
    first, again = ({size: [] for size in sizes} for _ in range(2))
    for size, workspace in places.items():
        for _ in range(2):
            report = bench.plugin("list", workspace, count=1)
        if report.number("answer_bytes") < size * 60:
            raise Failure(f"list_conversations answered {report.text('answer_bytes')} bytes for {size} conversations")
    for turn in range(bench.rounds(9, 3)):
        for size in sizes if turn % 2 else reversed(sizes):
            report = bench.plugin("list", places[size], bench.one_cpu, count=8)
            first[size].append(report.number("first_us") / 1000)
            again[size].append(report.number("again_us") / 1000)
    small, middle, large = sizes
    for name, values in (("list, first in a fresh host", first), ("list, asked again", again)):
        yield figures.at_most(
            12, part="e", name=name, **figures.compared(values[large], values[middle]),
            ours=f"{figures.median(values[large]):.1f} ms for {large:,}",
            beside=f"{figures.median(values[middle]):.1f} ms for {middle:,}, "
            f"{figures.median(values[small]):.1f} ms for {small}")
    yield _event_files_opened(bench, places[large], large)


def reading(bench):
    """A large conversation through the pipe, against `cat` into the same reader; and the host's memory meanwhile. Decoding has no bar."""
    at_least = lambda **fields: figures.at_least(0.3, **fields)
    for mix, name, judged in (("chat", "read 100 MB, chat", at_least), ("mixed", "read 100 MB, half base64", figures.shown)):
        workspace = bench.workspace(f"reading-{mix}")
        small = _filled(bench, workspace, shape=mix, bytes=10 * MEGABYTE)
        large = _filled(bench, workspace, shape=mix, bytes=100 * MEGABYTE)
        file = _events_file(workspace, large)
        ours, cat, peaks = [], [], {small: [], large: []}

        def us():
            for conversation in (small, large):
                report = bench.plugin("read", workspace, conversation=conversation)
                _check_host(bench, report)
                peaks[conversation].append(report.number("host_VmHWM") / 1024)
            ours.append(_speed(report))

        def them():
            """Over in a moment, so three of them a round."""
            words = [str(TARGET / "jp-bench-read"), "--cat", str(file)]
            cat.append(figures.median([_speed(bench.measured(words, workspace)) for _ in range(3)]))

        bench.alternate(bench.rounds(9, 3) + 1, us, them)
        del ours[0], cat[0]
        yield judged(
            part="f", name=name, **figures.compared(ours, cat), ours=f"{figures.median(ours):.0f} MB/s",
            beside=f"cat of {file.stat().st_size / MEGABYTE:.0f} MB {figures.median(cat):.0f} MB/s")
        yield figures.at_most(
            1.1, part="f", name=name + ": peak memory", **figures.compared(peaks[large], peaks[small]),
            ours=f"{figures.median(peaks[large]):.0f} MiB", beside=f"{figures.median(peaks[small]):.0f} MiB for 10 MB")
        shutil.rmtree(workspace)


def _filled(bench, workspace, **settings):
    return bench.plugin("fill", workspace, **settings).text("conversation")


def _events_file(workspace, conversation):
    found = list((workspace / ".jp" / "conversations" / ".outrigger").glob(f"{conversation}*/events.jsonl"))
    if len(found) != 1:
        raise Failure(f"no events.jsonl of conversation {conversation} in .jp/conversations/.outrigger")
    return found[0]


def _check_host(bench, report):
    """The accounts are of the process that the stopwatch started: a launcher that forks would show its own."""
    name = report.text("host_Name")
    if name in ("sh", "dash", "bash"):
        raise Failure(f"{bench.jp} does not exec its runtime: /proc shows the launcher ({name}) instead")


def _moved(report, prefix, *keys):
    return sum(report.number(prefix + key) for key in keys)


def _amount(values, unit):
    return f"{figures.median(values):.1f} ms" if unit == "ms" else f"{figures.median(values):,.0f} B"


def _speed(report):
    """Bytes that came through the pipe: the answer is shorter than the file where the file holds base64."""
    return report.number("bytes") / MEGABYTE / (report.number("ns") / 1e9)


def _crowd(bench, size):
    workspace = bench.workspace(f"list-{size}")
    stamp = "2025-07-20T10:{:02}:{:02}Z"
    for number in range(size):
        folder = workspace / ".jp" / "conversations" / ".outrigger" / str(17_500_000_000 + number * 10)
        folder.mkdir(parents=True)
        time = stamp.format(number // 60 % 60, number % 60)
        metadata = {"title": f"Conversation number {number}", "last_activated_at": time}
        events = [
            {"timestamp": time, "type": "turn_start"},
            {"timestamp": time, "type": "chat_request", "content": "Where does the time go? " * 10},
            {"timestamp": time, "type": "chat_response", "message": "Into system calls. " * 40},
        ]
        (folder / "metadata.json").write_text(json.dumps(metadata))
        (folder / "events.jsonl").write_text(json.dumps(events, separators=(",", ":")) + "\n")
    return workspace


def _event_files_opened(bench, workspace, size):
    name = f"list {size:,}: event files opened"
    if not shutil.which("strace"):
        return figures.shown(part="e", name=name, ours="not counted: strace is missing", beside="", value=None)
    trace = bench.scratch / "trace"
    strace = ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=?open,openat,?openat2", "-o", str(trace)]
    bench.measured(strace + [bench.jp, "bench-list"], workspace, settings={"count": 1})
    opened = [line for line in trace.read_text(errors="replace").splitlines() if ".jp" in line]
    trace.unlink()
    if not opened:
        raise Failure("strace saw no file of the workspace opened: the count would prove nothing")
    events = sum("events.json" in line for line in opened)
    beside = f"{len(opened):,} files of .jp opened in all"
    return figures.at_most(0, part="e", name=name, ours=f"{events}", beside=beside, value=events, unit="")
