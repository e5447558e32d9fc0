package dev.outrigger.assistant.plugin;

/// What the author of a plugin can do about a failure, in one line.
public final class AuthorAdvice {
    private AuthorAdvice() {}

    public static String of(FailureCode code) {
        return switch (code) {
            case LAUNCH_FAILED ->
                "Look at `process` in rterm-plugin.json: is the program there, executable (chmod +x), and its interpreter"
                        + " installed? In its sandbox it sees the system's programs, its own folder, and what it is"
                        + " granted.";
            case HANDSHAKE_FAILED ->
                "Answer the first line with {\"type\":\"handshake\",\"manifest\":{\"plugin_id\":…,\"plugin_version\":…,"
                        + "\"protocol_version\":…,\"exposed_tools\":[…]}}; plugin_id as in rterm-plugin.json.";
            case PROTOCOL_VERSION_MISMATCH ->
                "Say \"protocol_version\":\"rterm.plugin.v1\" in the handshake's manifest.";
            case TOOL_NOT_EXPOSED -> "Name every tool of rterm-plugin.json in the handshake's `exposed_tools`.";
            case CAPABILITY_NOT_DECLARED ->
                "Say the `capabilities` of rterm-plugin.json in the handshake's manifest as well, each once.";
            case CAPABILITY_NOT_ALLOWED ->
                "Add it to `capabilities` in rterm-plugin.json and to `grant` in your settings, if you have one there; or do"
                        + " not declare it in the handshake.";
            case MALFORMED_RESPONSE ->
                "Write nothing to stdout but the two lines, each one JSON object; everything else belongs on stderr. The"
                        + " response repeats the request's request_id and fits the tool's output_schema.";
            case CRASHED ->
                "Read both lines, answer both, then leave with status 0, also after an error of the tool. Python keeps"
                        + " what it prints until print(…, flush=True).";
            case TIMEOUT ->
                "Answer each line as soon as it is there, without waiting for the end of stdin (in Python"
                        + " sys.stdin.readline(), not read()), and flush stdout. If the work takes longer, say so:"
                        + " \"timeout_secs\" in rterm-plugin.json.";
        };
    }
}
