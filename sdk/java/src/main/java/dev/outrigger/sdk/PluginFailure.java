package dev.outrigger.sdk;

/// The end of a plugin that could not do what it was asked for, in words for its user.
public final class PluginFailure extends Exception {
    private final int code;
    private final String reason;

    /// @param code the exit code of `jp`, from 1 to 255
    public PluginFailure(int code, String reason) {
        super(reason);
        this.code = code;
        this.reason = reason;
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }
}
