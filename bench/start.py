"""(c): from Enter to a plugin's first line, trust and all, as people have it: installed, an ordinary user, the plugin pinned by `jp plugin approve`."""

import os
import pathlib
import re
import shutil

import figures
from bench import CLONE, MACHINE_SETTINGS, TARGET, Failure, needed

# One without an entry anywhere; only root has to become somebody else.
ORDINARY = "60010"
INSTALL_SECONDS = 400


def start(bench):
    user = _User(bench)
    node = user.found("node", "part (c) compares with `node -e 0`; Debian: apt-get install nodejs")
    python = user.found("python3", "part (c) compares with `python3 -c 0`")
    bare = "bare JVM, our flags"
    jp = user.jp
    runs = {
        bare: user.run(_bare_jvm(bench, user)),
        "pinned": user.run([jp, "bench-pinned"]),
        "unpinned": user.run([jp, "bench-hello"]),
        "version": user.run([jp, "--version"]),
        "help": user.run([jp, "-h"]),
        "command help": user.run([jp, "conversation", "ls", "--help"]),
        "node -e 0": user.run([node, "-e", "0"]),
        "python3 -c 0": user.run([python, "-c", "0"]),
        "pinned, plain": user.run([jp, "bench-pinned"], plain=True),
        "node -e 0, plain environment": user.run([node, "-e", "0"], plain=True),
        "python3 -c 0, plain environment": user.run([python, "-c", "0"], plain=True),
    }
    ends, firsts = {name: [] for name in runs}, {name: [] for name in runs}
    for run in runs.values():
        for _ in range(3):
            run()
    order = list(runs)
    for turn in range(bench.rounds(41, 15)):
        for name in order if turn % 2 else reversed(order):
            report = runs[name]()
            ends[name].append(report.number("end_us") / 1000)
            if name.startswith(("pinned", "unpinned")):
                firsts[name].append(report.number("first_byte_us") / 1000)
    pinned, unpinned = firsts["pinned"], firsts["unpinned"]
    yield figures.at_most(2.0, **_beside("first line of a pinned plugin", pinned, bare, ends[bare]))
    yield figures.at_most(1.1, **_beside("first line, pinned against unpinned", pinned, "unpinned", unpinned))
    yield figures.at_most(0.3, **_beside("`jp --version`", ends["version"], bare, ends[bare]))
    yield figures.at_most(1.5, **_beside("`jp -h`", ends["help"], bare, ends[bare]))
    yield figures.shown(**_beside("`jp conversation ls --help`", ends["command help"], bare, ends[bare]))
    yield figures.at_most(1.0, **_beside("first line of a pinned plugin", pinned, "node -e 0", ends["node -e 0"]))
    yield figures.shown(**_beside("first line of a pinned plugin", pinned, "python3 -c 0", ends["python3 -c 0"]))
    yield figures.shown(**_beside("end of `jp bench-pinned`", ends["pinned"], bare, ends[bare]))
    for name in order:
        if name.endswith(", plain environment"):
            yield figures.shown(**_beside("first line, plain environment", firsts["pinned, plain"], name, ends[name]))


class _User:
    """Somebody who is not root, with a home, a workspace, an installed jp, and two plugins that say one word."""

    def __init__(self, bench):
        self.bench = bench
        self.home = bench.scratch / "ordinary"
        self.programs = self.home / "bin"
        self.workspace = self.home / "workspace"
        self.workspace.mkdir(parents=True)
        self.programs.mkdir()
        shutil.copy(TARGET / "stopwatch", self.programs)
        for name in ("hello", "pinned"):
            shutil.copy(TARGET / "jp-bench-hello", self.programs / f"jp-bench-{name}")
        self.jp = _installed(bench) if bench.jp == str(CLONE / "bin" / "jp") else bench.jp
        self.become = []
        if os.geteuid() == 0:
            needed("setpriv", "part (c) measures what an ordinary user has; Debian: apt-get install util-linux")
            self.become = ["setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"]
            bench.scratch.chmod(0o711)
            for path in (self.home, *self.home.rglob("*")):
                os.chown(path, int(ORDINARY), int(ORDINARY))
        for words in (["init"], ["plugin", "approve", "bench-pinned"], ["plugin", "approve", "bench-hello", "--no-pin"], ["-h"]):
            bench.bounded([*self.become, self.jp, *words], self.workspace, self.environment(False))

    def found(self, program, why):
        """The first on PATH that this user may run: root's own may lie where nobody else may go."""
        words = [*self.become, "sh", "-c", f"command -v {program} || :"]
        file = self.bench.bounded(words, self.home, self.environment(False), named=f"command -v {program}").decode().strip()
        if not file:
            raise Failure(f"{program} is missing for an ordinary user: {why}")
        return file

    def environment(self, plain):
        unwanted = MACHINE_SETTINGS if plain else ()
        left = {k: v for k, v in os.environ.items() if not k.startswith(("JP_", "BENCH_", "XDG_")) and k not in unwanted}
        path = f"{self.programs}{os.pathsep}{left.get('PATH', os.defpath)}"
        folders = {f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        return {**left, **folders, "HOME": str(self.home), "PATH": path}

    def run(self, words, plain=False):
        watched = [*self.become, str(self.programs / "stopwatch"), *words]
        return lambda: self.bench.measured(
            watched, self.workspace, self.bench.one_cpu, plain, world=self.environment(plain), report=self.home / "report")


def _installed(bench):
    """Another jp than this clone's is taken as it is."""
    prefix = bench.scratch / "prefix"
    install = [str(CLONE / "bin" / "install"), "--prefix", str(prefix)]
    bench.bounded(install, CLONE, bench.environment(), INSTALL_SECONDS, named="bin/install")
    return str(prefix / "bin" / "jp")


def _bare_jvm(bench, user):
    """Says one word, with the options that jp is started with, but for its cache, and but for the two that open modules: without a cache of its own
    a JVM that is given these starts more slowly, which would be kind to us."""
    text = (CLONE / "bin" / "lib" / "start.sh").read_text()
    command = re.search(r'^exec "\$jp_java" "\$cached"(.*?)--add-opens', text, re.MULTILINE | re.DOTALL)
    if not command:
        raise Failure("bin/lib/start.sh starts Java in another way than part (c) knows")
    options = [word.replace("$jp_tiers", "4") for word in command.group(1).split() if word != "\\"]
    jdk = pathlib.Path(bench.jdk())
    source = CLONE / "bench" / "java" / "Hello.java"
    bench.bounded([str(jdk / "bin" / "javac"), "-d", str(user.programs), str(source)], CLONE, bench.environment())
    return [str(jdk / "bin" / "java"), "-Xshare:auto", *options, "-cp", str(user.programs), "Hello"]


def _beside(name, ours, peer, theirs):
    beside = f"{peer} {_times(theirs)}"
    return {"part": "c", "name": name, "ours": _times(ours), "beside": beside, **figures.compared(ours, theirs)}


def _times(values):
    return f"{figures.median(values):.1f} ms (p90 {figures.percentile(values, 0.9):.1f})"
