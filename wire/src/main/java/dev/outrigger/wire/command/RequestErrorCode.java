package dev.outrigger.wire.command;

import java.util.Locale;

/// Why a request failed, for programs. The wire says it in lower case.
public enum RequestErrorCode {
    /// There is no such conversation, or no such key in the configuration.
    NOT_FOUND,
    /// Someone else holds the conversation's lock.
    LOCKED,
    /// The request needs the conversation's lock, and this plugin does not hold it.
    NOT_LOCKED,
    /// One of the pushed events breaks a rule; none was stored.
    INVALID_EVENT,
    /// A field is missing or of the wrong type.
    INVALID_REQUEST,
    /// We know no message of this type.
    UNKNOWN_TYPE,
    /// The conversation's files are damaged; nothing was changed.
    DAMAGED,
    /// The workspace cannot be read or written just now: a full disk, a missing permission.
    STORAGE,
    /// Our own mistake.
    INTERNAL;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
