package dev.outrigger.assistant.plugin;

/// How a call of a tool plugin failed. docs/tool-protocol.md says in which order it is decided.
public enum FailureCode {
    /// Cannot be started, or not in time.
    LAUNCH_FAILED("launch_failed"),
    /// The first line is no handshake, or that of another plugin.
    HANDSHAKE_FAILED("handshake_failed"),
    PROTOCOL_VERSION_MISMATCH("protocol_version_mismatch"),
    TOOL_NOT_EXPOSED("tool_not_exposed"),
    CAPABILITY_NOT_DECLARED("capability_not_declared"),
    CAPABILITY_NOT_ALLOWED("capability_not_allowed"),
    MALFORMED_RESPONSE("malformed_response"),
    /// It went away, or would not, or left with a status that is not 0.
    CRASHED("crashed"),
    TIMEOUT("timeout");

    private final String word;

    FailureCode(String word) {
        this.word = word;
    }

    /// As programs know it.
    public String word() {
        return word;
    }
}
