package dev.outrigger.serveweb;

import dev.outrigger.sdk.RequestFailed;
import dev.outrigger.web.Refused;
import dev.outrigger.web.VisibleCharacters;

/// What the host refuses, as the pages say it.
final class HostWords {
    private HostWords() {}

    static Refused refused(RequestFailed failed) {
        var what = VisibleCharacters.prose(failed.what());
        return switch (failed.code()) {
            case NOT_FOUND -> new Refused(404, "There is no such conversation any more.");
            case LOCKED ->
                new Refused(409, "Somebody else is writing in this conversation just now, perhaps a terminal.");
            case BUSY -> new Refused(409, "The assistant is busy: " + what + ".");
            case NOT_RUNNING -> new Refused(409, "No answer is being written here any more.");
            case NOT_OPEN -> new Refused(409, "This was answered already, or its time is up.");
            case NOT_ALLOWED -> new Refused(403, "Your settings do not allow that: " + what + ".");
            case DAMAGED -> new Refused(500, "The files of this conversation are damaged: " + what + ".");
            case NOT_LOCKED, INVALID_EVENT, INVALID_REQUEST, UNKNOWN_TYPE, NO_SUBSCRIPTION ->
                new Refused(400, "jp does not take that: " + what + ".");
            case STORAGE, INTERNAL -> new Refused(500, "jp cannot do that: " + what + ".");
        };
    }
}
