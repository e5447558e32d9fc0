package dev.outrigger.web;

import dev.outrigger.wire.Json;

/// What a site says to a request.
public sealed interface WebAnswer {
    record Page(String html) implements WebAnswer {}

    record Data(Json.Obj json) implements WebAnswer {}

    /// A file of ours, which any version of the page may keep: its address changes with its content.
    record Asset(String type, String text) implements WebAnswer {}

    /// To be saved under this name, never shown.
    record Download(String name, String type, String text) implements WebAnswer {}

    /// Go there instead, with a GET; a path of this site.
    record SeeOther(String path) implements WebAnswer {}

    /// Server-sent events, from whoever opens it. Runs until the browser leaves or the stream is ended.
    record Stream(Source source) implements WebAnswer {}

    /// Feeds a stream.
    interface Source {
        /// Begins to send. What it returns is closed when the stream is over, however it came to that.
        AutoCloseable open(EventStream stream) throws Refused;
    }
}
