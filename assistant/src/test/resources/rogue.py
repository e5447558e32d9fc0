"""An MCP server that misbehaves: rogue.py STARTS [FLAG...]. Writes a line into STARTS when it starts.

Flags: --era=old|new  --probe=silent|exit  --banner=N  --answers-notifications  --list=KIND  --about=FILE  --stays  --dies
"""
import json
import os
import subprocess
import sys
import time

starts, flags = sys.argv[1], dict((flag.lstrip("-") + "=").split("=")[:2] for flag in sys.argv[2:])
era = flags.get("era", "old")
with open(starts, "a") as file:
    file.write(f"{os.getpid()}\n")


def say(message):
    sys.stdout.write(message if isinstance(message, str) else json.dumps({"jsonrpc": "2.0", **message}))
    sys.stdout.write("\n")
    sys.stdout.flush()


def answer(request, result):
    say({"id": request["id"], "result": {"resultType": "complete", **result} if era == "new" else result})


def refuse(request, code, message, **data):
    say({"id": request["id"], "error": {"code": code, "message": message, **data}})


def text(words, **more):
    return {"content": [{"type": "text", "text": words}], **more}


def tool(name, **more):
    return {"name": name, "description": f"The tool {name}.", "inputSchema": {"type": "object"}, **more}


NAMES = ["echo", "env", "content", "ask", "die", "hang", "beat", "storm", "wrong", "huge", "child", "input", "grow"]
grown = []


def usual():
    about = open(flags["about"]).read() if "about" in flags else "Says it again."
    return [tool("echo", description=about)] + [tool(name) for name in NAMES[1:]] + grown


def listed(cursor):
    """(the tools of one page, its nextCursor)"""
    kind = flags.get("list", "usual")
    if kind == "pages":
        at = int(cursor or 0)
        return usual()[at:at + 3], str(at + 3) if at + 3 < len(usual()) else None
    if kind == "circle":
        return [tool(f"t{cursor or ''}")], "a" if cursor == "b" else "b"
    if kind == "endless":
        at = int(cursor or 0)
        return [tool(f"t{at}")], str(at + 1)
    if kind == "many":
        return [tool(f"t{i}") for i in range(5000)], None
    if kind == "odd":
        return [
            tool("files.read/all"), tool("x" * 100), tool("x" * 99 + "y"), tool(""), tool("n" * 300), tool("echo"), tool("echo"),
            tool("noschema", inputSchema=None), tool("array", inputSchema={"type": "array"}), tool("typeless", inputSchema={}),
            tool("escape", description="\x1b]0;owned\x07 \u202egnp \x9b31m" + "long " * 10000),
            tool("big", inputSchema={"type": "object", "description": "x" * 300000}), "no object",
        ], None
    if kind == "refused":
        return None, None
    return usual(), None


def call(request):
    name, arguments = request["params"]["name"], request["params"].get("arguments", {})
    token = request["params"].get("_meta", {}).get("progressToken")
    if name == "echo":
        answer(request, text(arguments.get("message", "")))
    elif name == "env":
        answer(request, text(json.dumps(dict(os.environ))))
    elif name == "content":
        answer(request, arguments["result"])
    elif name == "ask":
        say({"id": "r1", "method": arguments["method"], "params": arguments.get("params", {})})
        for line in sys.stdin:
            said = json.loads(line)
            if said.get("id") == "r1":
                answer(request, text(json.dumps(said.get("result", said.get("error")))))
                return
    elif name == "die":
        sys.stderr.write("the last words\n")
        sys.stderr.flush()
        os._exit(int(arguments.get("status", 3)))
    elif name == "hang":
        say({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1, "message": "hanging\x1b[2J"}})
    elif name == "beat":
        while True:
            say({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1}})
            time.sleep(0.05)
    elif name == "storm":
        for _ in range(20000):
            say({"method": "notifications/tools/list_changed"})
        answer(request, text("over"))
    elif name == "wrong":
        say({"id": request["id"] + 1000, "result": text("somebody else's")})
        say({"id": str(request["id"]), "result": text("a string's")})
        say({"id": request["id"], "result": text("mine")})
        say({"id": request["id"], "result": text("again")})
    elif name == "huge" and "deep" in arguments:
        deep = []
        for _ in range(int(arguments["deep"])):
            deep = [deep]
        say({"result": {**text("x"), "structuredContent": {"deep": deep}}, "id": request["id"]})
    elif name == "huge":
        answer(request, text("x" * int(arguments["bytes"])))
    elif name == "child":
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        answer(request, text(str(child.pid)))
    elif name == "input":
        say({"id": request["id"], "result": {"resultType": "input_required", "requestState": "x", **arguments.get("more", {})}})
    elif name == "grow":
        grown.append(tool("grown"))
        say({"method": "notifications/tools/list_changed"})
        answer(request, text("grown"))
    else:
        refuse(request, -32602, f"Unknown tool {name}")


initialized = False
for i in range(int(flags.get("banner") or 0)):
    say(f"Welcome to rogue \x1b[31m({i})")
for line in sys.stdin:
    request = json.loads(line)
    method = request.get("method")
    if "dies" in flags:
        os._exit(7)
    if method == "notifications/cancelled":
        sys.stderr.write(f"cancelled {request['params']['requestId']}\n")
        sys.stderr.flush()
    elif "id" not in request:
        if "answers-notifications" in flags:
            say({"id": None, "error": {"code": -32600, "message": "what is that?"}})
    elif method == "server/discover" and era == "new":
        meta = request["params"]["_meta"]
        if meta["io.modelcontextprotocol/protocolVersion"] != "2026-07-28" or "name" not in meta["io.modelcontextprotocol/clientInfo"]:
            refuse(request, -32602, "bad _meta")
        elif "version" in flags:
            refuse(request, -32022, "Unsupported protocol version", data={"supported": [flags["version"]], "requested": "2026-07-28"})
        else:
            answer(request, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}})
    elif method == "server/discover" and flags.get("probe") == "exit":
        os._exit(9)
    elif method == "server/discover" and flags.get("probe") == "silent":
        pass
    elif method == "initialize" and era == "old":
        initialized = True
        answer(request, {"protocolVersion": flags.get("version", "2025-06-18"), "capabilities": {"tools": {"listChanged": True}},
                         "serverInfo": {"name": "rogue", "version": "1"}})
    elif method == "initialize":
        refuse(request, -32601, "only 2026-07-28 here")
    elif era == "old" and not initialized:
        refuse(request, -32602, "Invalid request parameters")
    elif era == "new" and "io.modelcontextprotocol/clientCapabilities" not in request.get("params", {}).get("_meta", {}):
        refuse(request, -32602, "no _meta")
    elif method == "tools/list":
        tools, cursor = listed(request["params"].get("cursor"))
        if tools is None:
            refuse(request, -32603, "not today\x1b[31m")
        else:
            answer(request, {"tools": tools, **({"nextCursor": cursor} if cursor else {})})
    elif method == "tools/call":
        call(request)
    else:
        refuse(request, -32601, "Method not found")
if "stays" in flags:
    while True:
        time.sleep(60)
