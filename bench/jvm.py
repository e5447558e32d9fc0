"""Programs of bench/java, each inside one JVM with the classes of jp or of kaged."""

import os
import pathlib

from bench import CLONE, TARGET

CLASSES, DIST = TARGET / "java", CLONE / "target" / "dist"


def with_jp(bench, program, words, folder, cpus=None, **settings):
    return run(bench, "outrigger.jar", "lib", program, words, folder, cpus, None, settings)


def run(bench, jar, libraries, program, words, folder, cpus, world, settings):
    jars = [DIST / jar, *sorted((DIST / libraries).glob("*.jar"))]
    compiled(bench, program, DIST / jar, jars)
    command = [java(bench, "java"), "--enable-native-access=ALL-UNNAMED", "-Xlog:disable",
               "-cp", joined([*jars, CLASSES]), program, *words]
    return measured(bench, command, program, words, folder, cpus, world, settings)


def as_daemon(bench, daemon, program, words, folder, world, settings):
    """In a JVM with the options and the cache of a daemon, of which these are the words."""
    at = daemon.index("-cp")
    jars = daemon[at + 1].split(os.pathsep)
    compiled(bench, program, DIST / "kaged.jar", jars)
    command = [*daemon[:at], "-cp", joined([*jars, CLASSES]), program, *words]
    return measured(bench, command, program, words, folder, None, world, settings)


def compiled(bench, program, jar, jars):
    source, built = CLONE / "bench" / "java" / f"{program}.java", CLASSES / f"{program}.class"
    if not built.exists() or built.stat().st_mtime < max(source.stat().st_mtime, jar.stat().st_mtime):
        bench.bounded([java(bench, "javac"), "-cp", joined(jars), "-d", str(CLASSES), str(source)],
                      CLONE, bench.environment(), named=f"javac {program}.java")


def measured(bench, command, program, words, folder, cpus, world, settings):
    world = {} if world is None else {"world": world}
    return bench.measured(command, folder, cpus, settings=settings, named=" ".join([program, *words[:1]]), **world)


def java(bench, tool):
    return str(pathlib.Path(bench.jdk()) / "bin" / tool)


def joined(paths):
    return os.pathsep.join(map(str, paths))
