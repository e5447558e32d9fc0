#!/usr/bin/env python3
"""A tool plugin written from the protocol alone: it knows no host, and does nothing for ours in particular."""
import json
import sys

ID = "example.python_reference"
TOOL = "plugin.python_echo"


def say(message):
    print(json.dumps(message), flush=True)


def main():
    hello = json.loads(sys.stdin.readline())
    if hello.get("type") != "handshake":
        sys.exit("no handshake")
    say({
        "type": "handshake",
        "manifest": {
            "plugin_id": ID,
            "plugin_version": "1.0.0",
            "protocol_version": hello["protocol_version"],
            "exposed_tools": [TOOL],
            "capabilities": ["tool.execute"],
        },
    })
    line = sys.stdin.readline()
    if not line:
        return
    request = json.loads(line)
    answer = {"type": "response", "request_id": request["request_id"]}
    text = request["input"].get("text")
    if request["tool_name"] != TOOL:
        say(answer | {"status": "error", "error": {"code": "not_found", "message": "no tool " + request["tool_name"]}})
    elif not isinstance(text, str) or not text:
        say(answer | {"status": "error", "error": {"code": "invalid_input", "message": "text must not be empty"}})
        sys.exit(3)
    else:
        context = request["context"]
        output = {"text": text, "workspace_id": context.get("workspace_id"), "repo_root": context.get("repo_root")}
        say(answer | {"status": "ok", "output": output, "metadata": {"language": "python"}})


main()
