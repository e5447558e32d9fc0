package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.AuditFilter;
import dev.outrigger.kaged.audit.AuditHistory;
import dev.outrigger.kaged.audit.AuditRow;
import dev.outrigger.kaged.control.ControlDesk;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.PipeListener;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// What clients follow: a plugin's log, or the lines on its pipes. Whoever does not read fast enough loses some, and is
/// told how many.
final class ClientSubscriptions {
    private static final long LOOK_MILLIS = 200;
    private static final int MOST_AT_ONCE = 1000;
    private static final Set<AuditEntry.Kind> LOGGED =
            Set.of(AuditEntry.Kind.STDERR, AuditEntry.Kind.LIFE, AuditEntry.Kind.VIOLATION, AuditEntry.Kind.INSTALL);

    private final ControlDesk.Teller teller;
    private final AtomicLong lost = new AtomicLong();

    private ClientSubscriptions(ControlDesk.Teller teller) {
        this.teller = teller;
    }

    record Of(DaemonServices grounds, AuditHistory audit, PluginServices services) {
        ControlDesk.Telling logs(ToDaemon.Logs asked, ControlDesk.Teller teller) throws ServiceRefusal, AuditFailure {
            services.condition(asked.plugin());
            var telling = new ClientSubscriptions(teller);
            var filter = AuditFilter.ALL.plugin(asked.plugin()).kinds(LOGGED);
            var first = audit.rows(filter.limit(Math.max(asked.lines(), 1)));
            long last = first.isEmpty() ? 0 : first.getLast().seq();
            telling.rows(asked.lines() == 0 ? List.of() : first);
            if (!asked.follow()) {
                teller.end(Json.EMPTY);
                return () -> {};
            }
            var over = new CountDownLatch(1);
            Thread.ofPlatform()
                    .daemon()
                    .name("log of " + asked.plugin())
                    .start(() -> telling.followRows(audit, filter.limit(MOST_AT_ONCE), last, over));
            return over::countDown;
        }

        ControlDesk.Telling trace(ToDaemon.Trace asked, ControlDesk.Teller teller) throws ServiceRefusal, StoreProblem {
            var plugin = asked.plugin();
            services.condition(plugin);
            var telling = new ClientSubscriptions(teller);
            var discretion = new TraceRedaction(asked.secrets() ? Json.EMPTY : secrets(plugin));
            var watch = services.watch(
                    plugin,
                    (direction, line) -> telling.tell(Json.object()
                            .put("time", grounds.clock().instant().toString())
                            .put(
                                    "direction",
                                    direction == PipeListener.Direction.TO_PLUGIN ? "to_plugin" : "from_plugin")
                            .put(
                                    "line",
                                    asked.secrets()
                                            ? new String(line, StandardCharsets.UTF_8)
                                            : discretion.shown(direction, line))
                            .build()));
            // So that a client knows from when on it misses nothing.
            telling.tell(Json.object().put("watching", plugin).build());
            return watch::close;
        }

        private Json.Obj secrets(String plugin) throws StoreProblem {
            return LocalConfig.read(grounds.home().localConfig()).systemConfig(plugin);
        }
    }

    /// The audit tells nobody of itself, so it is looked at again and again.
    private void followRows(AuditHistory audit, AuditFilter filter, long from, CountDownLatch over) {
        long last = from;
        try {
            while (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                var more = audit.rows(filter.after(last));
                last = more.isEmpty() ? last : more.getLast().seq();
                rows(more);
            }
        } catch (InterruptedException _) {
            // Nobody interrupts this thread but a daemon that ends.
        } catch (AuditFailure e) {
            teller.end(
                    Json.object().put("ended", String.valueOf(e.getMessage())).build());
        }
    }

    private void rows(List<AuditRow> rows) {
        rows.forEach(row -> tell(row.json()));
    }

    private void tell(Json.Obj said) {
        long missing = lost.get();
        var whole = missing == 0 ? said : said.with("lost_before", Json.of(missing));
        if (teller.tell(whole)) {
            lost.addAndGet(-missing);
        } else {
            lost.incrementAndGet();
        }
    }
}
