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
    /// A turn is running in the conversation, or as many as there may be are running in others.
    BUSY,
    /// No subscription has this id, or this needs one that there is not.
    NO_SUBSCRIPTION,
    /// No turn of this plugin is running in the conversation.
    NOT_RUNNING,
    /// No such question is open: it was answered already, its time is up, or there never was one.
    NOT_OPEN,
    /// The user's settings do not let this plugin do that.
    NOT_ALLOWED,
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
