"""(o): the assistant's tool plugins, against the bare programs that they are."""

import stat

import figures
import jvm
from bench import TARGET, needed

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
        report = jvm.with_jp(
            bench, "ToolCalls", command, folder, bench.one_cpu, warm_up=200, count=bench.rounds(100, 40), blocks=bench.rounds(5, 3))
        ours = [ns / 1e6 for ns in report.numbers("ours_ns")]
        beside = [ns / 1e6 for ns in report.numbers("bare_ns")]
        yield figures.at_most(
            1.5, part="o", name=f"call of a tool plugin in {name}, one CPU", **figures.compared(ours, beside),
            ours=f"{figures.median(ours):.1f} ms", beside=f"bare start {figures.median(beside):.1f} ms")
