package dev.outrigger.kaged.service;

import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.launch.sandbox.ViolationRemedy;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.ViolationListener;
import dev.outrigger.wire.Json;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a plugin's process tries and may not: audited, and in the words for whoever called it. It is denied in any
/// case, and killed already where that follows.
final class ProcessViolations {
    private final String plugin;
    private final DaemonLog log;
    private final ProcessAudit audit;
    private volatile @Nullable SandboxOversight oversight;
    private volatile @Nullable String refusedConnection;

    ProcessViolations(String plugin, DaemonLog log, ProcessAudit audit) {
        this.plugin = plugin;
        this.log = log;
        this.audit = audit;
    }

    /// For the one process there is.
    SandboxOversight oversight() {
        var telling = SandboxOversight.telling(new Told());
        oversight = telling;
        return telling;
    }

    private final class Told implements ViolationListener {
        @Override
        public void seen(Violation violation) {
            var what = Json.object()
                    .put("call", violation.call())
                    .put("what", violation.what())
                    .put("killed", violation.kills());
            ViolationRemedy.line(violation).ifPresent(line -> what.put("allow", line));
            audit.violation(violation.kind().name().toLowerCase(Locale.ROOT), what.build());
            log.note(plugin + ": " + words(violation));
        }

        @Override
        public void untold(long count) {
            if (count > 0) {
                audit.violation("more", Json.object().put("count", count).build());
            }
        }

        @Override
        public void blind(String why) {
            audit.life("detection off", Json.object().put("why", why).build());
        }
    }

    /// A connection that the tunnel did not make. What it comes to, in words.
    String refused(String host, int port, String why, String allowed) {
        var target = host + ":" + port;
        var remedy = ViolationRemedy.ofConnection(allowed, port);
        var what = Json.object().put("what", target).put("why", why);
        remedy.ifPresent(capability -> what.put("allow", capability.text()));
        audit.violation("connect", what.build());
        var words = "it tried to connect to " + target + ", which is refused: " + why
                + remedy.map(capability -> "; " + ViolationRemedy.words(capability))
                        .orElse("");
        refusedConnection = words;
        return words;
    }

    /// For what it was killed.
    Optional<String> killedFor() {
        var sees = oversight;
        return sees == null ? Optional.empty() : sees.killedFor().map(ProcessViolations::words);
    }

    /// What it was denied since then: whoever called it takes that for a broken server.
    Optional<String> deniedSince(long nanos) {
        var refused = refusedConnection;
        if (refused != null) {
            return Optional.of(refused);
        }
        var sees = oversight;
        return sees == null
                ? Optional.empty()
                : sees.killedFor().or(() -> sees.lastSince(nanos)).map(ProcessViolations::words);
    }

    private static String words(Violation violation) {
        return violation.words() + "; " + ViolationRemedy.words(violation);
    }
}
