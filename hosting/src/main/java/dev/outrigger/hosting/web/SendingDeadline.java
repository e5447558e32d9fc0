package dev.outrigger.hosting.web;

import dev.outrigger.workspace.settings.Settings;

/// How long somebody may take to send something.
///
/// @param stallSecs for a connection, for an answer, and for each further [#LEAST_BYTES] of it
/// @param wholeSecs for all of it
record SendingDeadline(long stallSecs, long wholeSecs) {
    static final int LEAST_BYTES = 1024;

    static SendingDeadline of(Settings settings) {
        return new SendingDeadline(
                settings.wholeNumber("plugins.download_stall_secs"),
                settings.wholeNumber("plugins.download_timeout_secs"));
    }
}
