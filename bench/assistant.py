"""(o): the assistant's tool plugins, against the bare programs that they are."""

import shutil

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
    """As `jp` calls them: in a sandbox, without detection. As in (l) on all CPUs, since the plan is made while bubblewrap is loaded."""
    folder = bench.scratch / "tool-calls"
    # Root's plugins run as other users, who must get in.
    bench.scratch.chmod(0o711)
    folder.mkdir(mode=0o755)
    for name, text in (("echo.sh", BASH), ("echo.py", PYTHON)):
        (folder / name).write_text(text)
    shutil.copy(TARGET / "tool-echo", folder)
    for program in folder.iterdir():
        program.chmod(0o755)
    needed("/usr/bin/python3", "one of the tool plugins is written in it")
    for name, command in (("Python", ["/usr/bin/python3", "echo.py"]), ("bash", ["./echo.sh"]), ("C", ["./tool-echo"])):
        report = jvm.with_jp(
            bench, "ToolCalls", command, folder, warm_up=200, count=bench.rounds(100, 40), blocks=bench.rounds(5, 3))
        ours = [ns / 1e6 for ns in report.numbers("ours_ns")]
        beside = [ns / 1e6 for ns in report.numbers("bare_ns")]
        more = [a - b for a, b in zip(ours, beside)]
        yield figures.at_most(
            8.0, part="o", name=f"call of a tool plugin in {name}, in its sandbox",
            value=figures.median(ours) - figures.median(beside), unit="ms more", spread=f"{min(more):.1f}–{max(more):.1f}",
            ours=f"{figures.median(ours):.1f} ms", beside=f"bare start {figures.median(beside):.1f} ms",
            samples={"ours": ours, "beside": beside})
