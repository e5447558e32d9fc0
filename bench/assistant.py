"""(o): the assistant's tool plugins, against the bare programs that they are."""

import os
import pathlib
import stat

import figures
from bench import CLONE, TARGET, needed

HELLO = ('{"type":"handshake","manifest":{"plugin_id":"echo","plugin_version":"1",'
         '"protocol_version":"rterm.plugin.v1","exposed_tools":["say"]}}')
BASH = f"""#!/bin/bash
read -r hello
echo '{HELLO}'
read -r request
id=${{request#*\\"request_id\\":\\"}}; id=${{id%%\\"*}}
printf '{{"type":"response","request_id":"%s","status":"ok","output":{{}}}}\\n' "$id"
"""
PYTHON = f"""import json, sys
sys.stdin.readline()
print('{HELLO}', flush=True)
request = json.loads(sys.stdin.readline())
print(json.dumps({{"type": "response", "request_id": request["request_id"], "status": "ok", "output": {{}}}}))
"""


def java(bench, folder, command, **settings):
    """bench/java/ToolCalls.java, inside one JVM with jp's classes."""
    jdk = pathlib.Path(bench.jdk())
    classes, dist = TARGET / "java", CLONE / "target" / "dist"
    jar = dist / "outrigger.jar"
    jars = os.pathsep.join(map(str, [jar, *sorted((dist / "lib").glob("*.jar"))]))
    source, built = CLONE / "bench" / "java" / "ToolCalls.java", classes / "ToolCalls.class"
    if not built.exists() or built.stat().st_mtime < max(source.stat().st_mtime, jar.stat().st_mtime):
        bench.bounded([str(jdk / "bin" / "javac"), "-cp", jars, "-d", str(classes), str(source)],
                      CLONE, bench.environment(), named="javac ToolCalls.java")
    words = [str(jdk / "bin" / "java"), "-Xlog:disable", "-cp", f"{jars}{os.pathsep}{classes}", "ToolCalls", *command]
    return bench.measured(words, folder, None, settings=settings, named=f"ToolCalls {command[0]}")


def tool_calls(bench):
    folder = bench.scratch / "tool-calls"
    folder.mkdir()
    script = folder / "echo.sh"
    script.write_text(BASH)
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    (folder / "echo.py").write_text(PYTHON)
    needed("/usr/bin/python3", "one of the tool plugins is written in it")
    for name, command in (("Python", ["/usr/bin/python3", str(folder / "echo.py")]), ("bash", [str(script)]),
                          ("C", [str(TARGET / "tool-echo")])):
        report = java(bench, folder, command, warm_up=60, count=bench.rounds(100, 40), blocks=bench.rounds(5, 3))
        ours = [ns / 1e6 for ns in report.numbers("ours_ns")]
        beside = [ns / 1e6 for ns in report.numbers("bare_ns")]
        yield figures.at_most(
            1.5, part="o", name=f"call of a tool plugin in {name}", **figures.compared(ours, beside),
            ours=f"{figures.median(ours):.1f} ms", beside=f"bare start {figures.median(beside):.1f} ms")
