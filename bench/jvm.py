"""Programs of bench/java, each inside one JVM with the classes of jp or of kaged."""

import os
import pathlib

from bench import CLONE, TARGET


def with_jp(bench, program, words, folder, cpus=None, **settings):
    return run(bench, "outrigger.jar", "lib", program, words, folder, cpus, None, settings)


def run(bench, jar, libraries, program, words, folder, cpus, world, settings):
    jdk = pathlib.Path(bench.jdk())
    classes, dist = TARGET / "java", CLONE / "target" / "dist"
    jars = os.pathsep.join(map(str, [dist / jar, *sorted((dist / libraries).glob("*.jar"))]))
    source, built = CLONE / "bench" / "java" / f"{program}.java", classes / f"{program}.class"
    if not built.exists() or built.stat().st_mtime < max(source.stat().st_mtime, (dist / jar).stat().st_mtime):
        bench.bounded([str(jdk / "bin" / "javac"), "-cp", jars, "-d", str(classes), str(source)],
                      CLONE, bench.environment(), named=f"javac {program}.java")
    command = [str(jdk / "bin" / "java"), "--enable-native-access=ALL-UNNAMED", "-Xlog:disable",
               "-cp", f"{jars}{os.pathsep}{classes}", program, *words]
    world = {} if world is None else {"world": world}
    return bench.measured(command, folder, cpus, settings=settings, named=" ".join([program, *words[:1]]), **world)
