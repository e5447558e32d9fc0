package dev.outrigger.kaged.service;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// How a plugin is doing at this moment. `since` is when it came into its state; `detail` says in one line why it is in
/// it, where there is something to say.
public record PluginCondition(
        String name,
        String version,
        String project,
        State state,
        String detail,
        Instant since,
        OptionalLong pid,
        int failures,
        Optional<Failure> lastFailure,
        Optional<Instant> nextTry,
        int openCalls,
        Map<String, Long> calls,
        long callMicros,
        long starts,
        long strays) {

    PluginCondition broken(String problem) {
        return state == State.IDLE ? with(version, State.BROKEN, problem) : this;
    }

    PluginCondition ofVersion(String installed) {
        return with(installed, state, detail);
    }

    private PluginCondition with(String version, State state, String detail) {
        return new PluginCondition(
                name,
                version,
                project,
                state,
                detail,
                since,
                pid,
                failures,
                lastFailure,
                nextTry,
                openCalls,
                calls,
                callMicros,
                starts,
                strays);
    }

    public enum State {
        /// Not started: nobody has called it yet.
        IDLE,
        STARTING,
        READY,
        /// It failed, and is started again at `nextTry`.
        WAITING,
        STOPPING,
        /// It failed too often, or broke its contract: off until somebody enables it.
        FAILED,
        /// Switched off by the operator.
        DISABLED,
        /// What is installed cannot be used.
        BROKEN;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public record Failure(Instant at, String words) {}
}
