"""What the figures were measured on."""

import os
import pathlib
import platform
import shutil
import subprocess

from bench import CLONE, MACHINE_SETTINGS


def facts(scratch):
    return {
        "CPU": f"{_cpu()}, {len(os.sched_getaffinity(0))} of {os.cpu_count()} usable",
        "kernel": f"{platform.system()} {platform.release()} {platform.machine()}",
        "load before": load(),
        "scratch folder on": _said("stat", "-f", "-c", "%T", str(scratch)),
        "JDK": _jdk(),
        "node": _said("node", "--version"),
        "python3": f"{_said('python3', '--version')} on PATH, {_said('/usr/bin/python3', '--version')} the system's",
        "cc": _said("cc", "--version"),
        "set by the machine's owner, unset where it says plain environment": _settings(),
    }


def load():
    """Of the last minute; what others do here shows in the spread."""
    return f"{os.getloadavg()[0]:.1f}"


def _cpu():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def _jdk():
    script = f'. "{CLONE}/bin/lib/jdk.sh" && find_jdk && . "$JDK/release" && echo "$IMPLEMENTOR $JAVA_RUNTIME_VERSION"'
    return _said("sh", "-c", script)


def _settings():
    return ", ".join(name for name in MACHINE_SETTINGS if name in os.environ) or "nothing"


def _said(*words):
    if not shutil.which(words[0]):
        return "none"
    done = subprocess.run(words, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    return ((done.stdout or done.stderr).strip().splitlines() or ["unknown"])[0]
