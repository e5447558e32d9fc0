"""(d), (e) and (f): what the past costs. A push, a list and a read, on small and large workspaces."""

import base64
import json
import shutil

import figures
from bench import TARGET, Failure, needed

MEGABYTE = 1_000_000
MANY = 100_000


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
    yield _files_opened(bench, places[large], large)
    yield from _beside_c(bench, {large: places[large], MANY: _crowd(bench, MANY)})
    for workspace in places.values():
        shutil.rmtree(workspace)
    yield from _originals(bench)


def _beside_c(bench, places):
    """Unchanged conversations, against a C program that reads the same index and asks for the same files' status."""
    for size, workspace in places.items():
        for _ in range(2):
            bench.plugin("list", workspace, count=1)
        index = _catalogue(bench, workspace)
        place = str(workspace / ".jp" / "conversations" / ".outrigger")
        ours, theirs = ({"first": [], "again": []} for _ in range(2))

        def us():
            _note(ours, bench.plugin("list", workspace, bench.one_cpu, count=8))

        def them():
            report = bench.measured([str(TARGET / "list-peer"), str(index), place, "8"], workspace, bench.one_cpu)
            if report.number("same") != size:
                raise Failure(f"the index knows {report.text('same')} of {size} conversations: jp did not remember them")
            _note(theirs, report)

        bench.alternate(bench.rounds(9, 5), us, them)
        for key, name in (("first", "first in a fresh host"), ("again", "asked again")):
            yield figures.at_most(
                2.0, part="e", name=f"list {size:,}, nothing changed, {name}", **figures.compared(ours[key], theirs[key]),
                ours=f"{figures.median(ours[key]):.1f} ms", beside=f"C, index and status {figures.median(theirs[key]):.1f} ms")
    shutil.rmtree(places[MANY])


def _note(times, report):
    for key, values in times.items():
        values.append(report.number(f"{key}_us") / 1000)


def _catalogue(bench, workspace):
    """The user's folder for the workspace has the workspace's path on its first line of `root`."""
    for root in (bench.scratch / "data" / "jp" / "workspace").glob("*/root"):
        if root.read_text().splitlines()[0] == str(workspace.resolve()):
            return root.parent / "cache" / "conversations"
    raise Failure(f"jp keeps no index for {workspace}")


def _originals(bench):
    """Twenty large conversations as the original jp keeps them: read for the first time, against jq; and again, against our own."""
    jq = needed("jq", "it reads what the original wrote")
    ids = [str(17_600_000_000 + number * 10) for number in range(20)]
    events = [_long_events(number) for number in range(len(ids))]
    theirs, ours = bench.workspace("originals"), bench.workspace("originals-ours")
    for name, content in zip(ids, events):
        folder = theirs / ".jp" / "conversations" / name
        folder.mkdir(parents=True)
        (folder / "metadata.json").write_text(json.dumps({"title": name, "last_activated_at": "2025-07-20 10:30:00.0"}))
        (folder / "base_config.json").write_text("{}")
        (folder / "events.json").write_text(json.dumps(content, indent=2, ensure_ascii=False))
        folder = ours / ".jp" / "conversations" / ".outrigger" / name
        folder.mkdir(parents=True)
        (folder / "metadata.json").write_text(json.dumps({"title": name, "last_activated_at": "2025-07-20T10:30:00Z"}))
        with (folder / "events.jsonl").open("w") as file:
            for start in range(0, len(content), 50):
                batch = [_stored(event) for event in content[start:start + 50]]
                file.write(json.dumps(batch, separators=(",", ":"), ensure_ascii=False) + "\n")
    files = [str(theirs / ".jp" / "conversations" / name / "events.json") for name in ids]
    every = ",".join(ids)
    bench.plugin("read", ours, conversation=every)
    first, through_jq, again, own = [], [], [], []

    def fresh():
        shutil.rmtree(_catalogue(bench, theirs).parent, ignore_errors=True)
        first.append(_milliseconds(bench.plugin("read", theirs, conversation=every)))

    def jq_reads():
        words = [str(TARGET / "jp-bench-read"), "--run", jq, "-c", ".[]"] + files
        through_jq.append(_milliseconds(bench.measured(words, theirs)))

    def remembered():
        again.append(_milliseconds(bench.plugin("read", theirs, conversation=every)))

    def our_own():
        own.append(_milliseconds(bench.plugin("read", ours, conversation=every)))

    bench.plugin("read", theirs, conversation=every)
    size = sum((theirs / ".jp" / "conversations" / name / "events.json").stat().st_size for name in ids)
    bench.alternate(bench.rounds(5, 3), fresh, jq_reads)
    bench.alternate(bench.rounds(15, 9), remembered, our_own)
    yield figures.at_most(
        1.5, part="e", name=f"read 20 of the original's, {size / MEGABYTE:.0f} MB, the first time", **figures.compared(first, through_jq),
        ours=f"{figures.median(first):.0f} ms", beside=f"jq -c '.[]' {figures.median(through_jq):.0f} ms")
    yield figures.at_most(
        1.0, part="e", name="the same, the second time", **figures.compared(again, own),
        ours=f"{figures.median(again):.0f} ms", beside=f"the same events as ours {figures.median(own):.0f} ms")
    shutil.rmtree(theirs)
    shutil.rmtree(ours)


def _milliseconds(report):
    return report.number("ns") / 1e6


def _long_events(number):
    """About two and a half megabytes, a third of it what tools said; as the original writes it, which is base64 in both forms."""
    events = []
    for turn in range(220):
        time = f"2025-07-20 10:{turn // 60:02}:{turn % 60:02}.0"
        said = f"Turn {turn} of {number}: \"where\" does the time go?\n"
        content = base64.b64encode((said * 40).encode()).decode()
        events += [
            {"timestamp": time, "type": "turn_start"},
            {"timestamp": time, "type": "chat_request", "content": said * 20},
            {"timestamp": time, "type": "tool_call_request", "id": f"tc_{turn}", "name": "read", "arguments": {"path": "c3Jj"}},
            {"timestamp": time, "type": "tool_call_response", "id": f"tc_{turn}", "content": content, "is_error": False},
            {"timestamp": time, "type": "chat_response", "message": "Into system calls, mostly. \u2192 " * 200},
        ]
    return events


def _stored(event):
    """The type comes first, and the time is RFC 3339."""
    timed = {"type": event["type"], "timestamp": event["timestamp"].replace(" ", "T") + "Z"}
    return {**timed, **{key: value for key, value in event.items() if key not in timed}}


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


def _files_opened(bench, workspace, size):
    """After a list that has remembered them, none of a conversation's files is opened."""
    name = f"list {size:,}, nothing changed: files of conversations opened"
    if not shutil.which("strace"):
        return figures.shown(part="e", name=name, ours="not counted: strace is missing", beside="", value=None)
    trace = bench.scratch / "trace"
    strace = ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=?open,openat,?openat2", "-o", str(trace)]
    bench.measured(strace + [bench.jp, "bench-list"], workspace, settings={"count": 1})
    opened = [line for line in trace.read_text(errors="replace").splitlines() if ".jp" in line]
    trace.unlink()
    if not opened:
        raise Failure("strace saw no file of the workspace opened: the count would prove nothing")
    files = sum("/conversations/.outrigger/" in line for line in opened)
    beside = f"{len(opened):,} files of .jp opened in all"
    return figures.at_most(0, part="e", name=name, ours=f"{files}", beside=beside, value=files, unit="")
