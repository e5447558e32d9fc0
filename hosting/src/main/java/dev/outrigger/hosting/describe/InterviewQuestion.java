package dev.outrigger.hosting.describe;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;

/// What a plugin can be asked instead of being run.
public enum InterviewQuestion {
    DESCRIBE,
    HELP;

    /// As it is called on the wire; the answer has the same type.
    String word() {
        return switch (this) {
            case DESCRIBE -> "describe";
            case HELP -> "help";
        };
    }

    Json.Obj line() {
        return ToPluginCodec.encode(
                switch (this) {
                    case DESCRIBE -> new ToPlugin.WhoAreYou();
                    case HELP -> new ToPlugin.WhatCanYouDo();
                },
                null);
    }
}
