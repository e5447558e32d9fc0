package dev.outrigger.kaged.control;

import dev.outrigger.wire.WordTable;
import org.jspecify.annotations.Nullable;

/// The methods of the daemon's socket, by the names that JSON-RPC has for them: [ToDaemon] reads and writes each of
/// them, or else does not compile.
enum DaemonMethod {
    HELLO("hello"),
    STATUS("status"),
    STOP("stop"),
    METRICS("metrics"),
    PLUGIN_LIST("plugin.list"),
    PLUGIN_PLAN("plugin.plan"),
    PLUGIN_INSTALL("plugin.install"),
    PLUGIN_REMOVE("plugin.remove"),
    PLUGIN_ENABLE("plugin.enable"),
    PLUGIN_DISABLE("plugin.disable"),
    PLUGIN_RESTART("plugin.restart"),
    PLUGIN_STOP("plugin.stop"),
    PLUGIN_RELOAD("plugin.reload"),
    PLUGIN_PROMOTE("plugin.promote"),
    PLUGIN_DEMOTE("plugin.demote"),
    PLUGIN_CALL("plugin.call"),
    PLUGIN_TOOLS("plugin.tools"),
    PLUGIN_ACCEPT_TOOLS("plugin.accept_tools"),
    PLUGIN_LOGS("plugin.logs"),
    PLUGIN_TRACE("plugin.trace"),
    PLUGIN_REPLAY_PLAN("plugin.replay_plan"),
    PLUGIN_REPLAY("plugin.replay"),
    PROJECT_LOAD("project.load"),
    PROJECT_UNLOAD("project.unload"),
    PROJECT_LIST("project.list"),
    PROJECT_STATUS("project.status"),
    PROJECT_PLAN("project.plan"),
    PROJECT_FETCH("project.fetch"),
    PROJECT_DECIDE("project.decide"),
    AUDIT_ROWS("audit.rows"),
    AUDIT_ANCHOR("audit.anchor"),
    AUDIT_VERIFY("audit.verify"),
    AUDIT_RETAIN("audit.retain");

    private static final WordTable<DaemonMethod> WORDS = WordTable.of(values(), DaemonMethod::word);

    private final String word;

    DaemonMethod(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static @Nullable DaemonMethod of(String word) {
        return WORDS.find(word);
    }
}
