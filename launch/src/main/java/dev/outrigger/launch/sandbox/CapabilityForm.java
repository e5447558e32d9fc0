package dev.outrigger.launch.sandbox;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// How the capabilities begin, each kind in its own way, and how people are told to write them. One that is added is
/// read and written in [CapabilityText], or else that does not compile.
enum CapabilityForm {
    READ_PATH("read:fs:", "read:fs:<path>"),
    WRITE_PATH("write:fs:", "write:fs:<path>"),
    EXEC("exec:", "exec:<binary>:<path>"),
    READ_PROJECT("read:project", "read:project"),
    WRITE_PROJECT("write:project", "write:project"),
    NETWORK("net:", "net:[], net:<host>:<port>, net:<host>:*, net:*"),
    STORAGE("kaged:storage:", "kaged:storage:read|write");

    private final String beginning;
    private final String usage;

    CapabilityForm(String beginning, String usage) {
        this.beginning = beginning;
        this.usage = usage;
    }

    String with(Object rest) {
        return beginning + rest;
    }

    /// What stands behind the beginning, in a text of this form.
    String rest(String text) {
        return text.substring(beginning.length());
    }

    static Optional<CapabilityForm> of(String text) {
        return Arrays.stream(values())
                .filter(form -> text.startsWith(form.beginning))
                .findFirst();
    }

    /// All that there are, for people.
    static String usages() {
        return Arrays.stream(values()).map(form -> form.usage).collect(Collectors.joining(", "));
    }
}
