package dev.outrigger.sdk;

import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToPlugin;

/// The host's `error` answer to a request.
public final class RequestFailed extends Exception {
    private final RequestErrorCode code;
    private final String what;

    RequestFailed(ToPlugin.Failed answer) {
        super(answer.request() + ": " + answer.message());
        this.code = answer.code();
        this.what = answer.message();
    }

    public RequestErrorCode code() {
        return code;
    }

    /// The host's own words.
    public String what() {
        return what;
    }
}
