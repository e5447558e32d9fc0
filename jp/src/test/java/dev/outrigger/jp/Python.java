package dev.outrigger.jp;

/// Plugins in Python, with nothing but its standard library.
final class Python {
    private Python() {}

    private static final String BEGINNING = """
            #!/usr/bin/env python3
            import json, os, random, subprocess, sys, time

            def say(**message):
                sys.stdout.write(json.dumps(message) + "\\n")
                sys.stdout.flush()

            def ask(**message):
                say(**message)
                return json.loads(sys.stdin.readline())

            def show(value):
                say(type="print", text=json.dumps(value) + "\\n")

            def leave():
                say(type="exit", code=0)
                sys.exit()

            init = json.loads(sys.stdin.readline())
            args = init["args"]
            say(type="ready")
            """;

    /// A plugin that has said `ready` and goes on with this.
    static String plugin(String rest) {
        return BEGINNING + rest;
    }
}
