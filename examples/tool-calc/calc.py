"""A tool plugin: it is started for one call, answers the handshake, then the request, and leaves."""

import json
import sys


class ToolError(Exception):
    """The tool's own error, which is no failure of the plugin: the exit status stays 0."""


def say(**message):
    print(json.dumps(message), flush=True)


def divide(a, b):
    if b == 0:
        raise ToolError("invalid_input", "b must not be 0")
    return a / b


TOOLS = {"add": lambda numbers: sum(numbers), "divide": divide}

sys.stdin.readline()  # {"type": "handshake", "protocol_version": "rterm.plugin.v1"}
say(type="handshake", manifest={
    "plugin_id": "calc", "plugin_version": "1.0.0", "protocol_version": "rterm.plugin.v1",
    "exposed_tools": list(TOOLS), "capabilities": ["net:[]"]})

line = sys.stdin.readline()
if line:
    request = json.loads(line)
    try:
        output = TOOLS[request["tool_name"]](**request["input"])
        say(type="response", request_id=request["request_id"], status="ok", output=output)
    except (ToolError, TypeError) as e:
        code, message = e.args if isinstance(e, ToolError) else ("invalid_input", str(e))
        say(type="response", request_id=request["request_id"], status="error", error={"code": code, "message": message})
