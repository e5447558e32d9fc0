"""The place where measurements happen: a scratch folder, the C programs, `jp` and its peers, and a limit on time."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

CLONE = pathlib.Path(__file__).resolve().parent.parent
SOURCES = CLONE / "bench" / "c"
TARGET = CLONE / "bench" / "target"
PLUGINS = ("ping", "pipe", "hello", "push", "list", "read", "fill", "live")
PROGRAMS = [f"jp-bench-{plugin}" for plugin in PLUGINS] + ["bare-host", "stopwatch", "caller", "kaged-echo", "tool-echo", "list-peer", "piece-provider"]

# What this machine's owner may have set, and what changes how fast a runtime starts.
MACHINE_SETTINGS = (
    "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "SSL_CERT_FILE", "SSL_CERT_DIR", "PYTHONPATH", "PYTHONSTARTUP",
    "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS",
)


class Failure(Exception):
    """One clear line: what is missing or went wrong."""


class Report(dict):
    """The `key value` lines that the C programs wrote; a key may come several times."""

    def __init__(self, file):
        super().__init__()
        for line in file.read_text(errors="replace").splitlines() if file.exists() else ():
            key, _, value = line.partition(" ")
            self.setdefault(key, []).append(value)

    def text(self, key):
        if key not in self:
            raise Failure(f"a benchmark program did not report {key}")
        return self[key][-1]

    def number(self, key):
        return float(self.text(key))

    def numbers(self, key):
        self.text(key)
        return [float(value) for value in self[key]]


class Bench:
    def __init__(self, jp, scratch, quick):
        self.jp = jp
        self.scratch = scratch
        self.quick = quick
        self.ends_at = float("inf")
        cpus = sorted(os.sched_getaffinity(0))
        self.one_cpu = str(cpus[-1])
        self.all_cpus = ",".join(map(str, cpus))

    def jdk(self):
        script = f'. "{CLONE}/bin/lib/jdk.sh" && find_jdk && printf %s "$JDK"'
        return self.bounded(["sh", "-c", script], CLONE, self.environment(), named="find_jdk").decode()

    def rounds(self, usual, quick):
        return quick if self.quick else usual

    def alternate(self, rounds, us, them):
        """Each goes first every other time."""
        for turn in range(rounds):
            for side in (us, them) if turn % 2 else (them, us):
                side()

    def prepare(self, budget):
        """Trust comes from the user's own configuration, as for anybody. Building `jp` is not on the clock."""
        config = self.scratch / "config" / "jp" / "config.toml"
        config.parent.mkdir(parents=True)
        trust = "".join(f'[plugins.command.bench-{plugin}]\nrun = "unattended"\n' for plugin in PLUGINS)
        config.write_text('[assistant]\nname = "JP"\n' + trust)
        self.workspace("first", limit=1200)
        self.ends_at = time.monotonic() + budget

    def environment(self, plain=False):
        """This process's own, with folders of ours; `plain` leaves out what the machine's owner set."""
        unwanted = MACHINE_SETTINGS if plain else ()
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("JP_CFG_", "BENCH_")) and k not in unwanted}
        folders = {f"XDG_{kind}_HOME": str(self.scratch / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        return {**kept, **folders, "PATH": f"{TARGET}{os.pathsep}{kept.get('PATH', os.defpath)}"}

    def workspace(self, name, limit=60):
        folder = self.scratch / "workspaces" / name
        folder.mkdir(parents=True)
        self.bounded([self.jp, "init"], folder, self.environment(), limit)
        if not (folder / ".jp").is_dir():
            raise Failure(f"`{self.jp} init` made no .jp folder")
        return folder

    def plugin(self, name, workspace, cpus=None, plain=False, **settings):
        """`jp bench-<name>` under the stopwatch."""
        words = [str(TARGET / "stopwatch"), self.jp, f"bench-{name}"]
        return self.measured(words, workspace, cpus, plain, settings, named=f"jp bench-{name}")

    def bare(self, name, answer, workspace, cpus=None, **settings):
        """The same plugin binary under a host that answers everything with `answer`."""
        words = [str(TARGET / "bare-host"), answer, str(TARGET / f"jp-bench-{name}")]
        return self.measured(words, workspace, cpus, False, settings, named=f"bare-host jp-bench-{name}")

    def measured(self, words, folder, cpus=None, plain=False, settings=None, named=None, world=None, report=None):
        """`world` takes the place of what is not ours in the environment; `report` is where the programs may write."""
        report = report or self.scratch / "report"
        report.unlink(missing_ok=True)
        environment = {**self.environment(plain), **(world or {})}
        environment["BENCH_REPORT"] = str(report)
        environment.update({f"BENCH_{key.upper()}": str(value) for key, value in (settings or {}).items()})
        pinned = ["taskset", "-c", cpus] if cpus else []
        try:
            self.bounded(pinned + words, folder, environment, named=named)
        except Failure as failure:
            told = Report(report).get("error")
            raise Failure(f"{failure} ({told[0][:300]})" if told else str(failure)) from None
        figures = Report(report)
        if "error" in figures:
            raise Failure(figures.text("error")[:300])
        return figures

    def bounded(self, words, folder, environment, limit=120, named=None):
        """Runs to the end, or kills what it started."""
        left = min(limit, self.ends_at - time.monotonic())
        named = named or " ".join(words)
        if left <= 0:
            raise Failure(f"no time left for {named}: the whole run has a limit; name fewer parts, or free the machine")
        try:
            process = subprocess.Popen(
                words, cwd=folder, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as problem:
            raise Failure(f"cannot start {named}: {problem.strerror}") from None
        try:
            out, err = process.communicate(timeout=left)
        except subprocess.TimeoutExpired:
            why = f"after {limit} s" if left == limit else "when the time of the whole run was over"
            raise Failure(f"{named} was not done {why}") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if process.returncode != 0:
            said = err.decode(errors="replace").strip().splitlines() or ["nothing on stderr"]
            raise Failure(f"{named} ended with {process.returncode}: {said[-1][:300]}")
        return out


def needed(program, why):
    found = shutil.which(program)
    if not found:
        raise Failure(f"{program} is missing: {why}")
    return found


def compile_programs():
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Failure("no C compiler (cc) found: the peers are written in C; Debian: apt-get install gcc libc6-dev")
    TARGET.mkdir(exist_ok=True)
    shared = (SOURCES / "plugin.h").stat().st_mtime
    for program in PROGRAMS:
        source, binary = SOURCES / f"{program}.c", TARGET / program
        if binary.exists() and binary.stat().st_mtime > max(shared, source.stat().st_mtime):
            continue
        words = [compiler, "-O2", "-std=gnu11", "-Wall", "-Wextra", "-pthread", "-o", str(binary), str(source)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            first = (done.stderr.strip().splitlines() or ["no reason given"])[0]
            raise Failure(f"{compiler} could not compile bench/c/{program}.c: {first}")
