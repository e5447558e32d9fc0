package dev.outrigger.kaged.service;

import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.AuditFilter;
import dev.outrigger.kaged.audit.AuditLog;
import dev.outrigger.kaged.audit.AuditRow;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.SqliteStorage;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.storage.StorageLimits;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.kaged.store.SwitchFiles;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;

/// Plugins hosted for a test, with all that they stand on: real sandboxes, a real audit, a real storage.
final class HostedPlugins implements AutoCloseable {
    static final CallDeadlines LONG = CallDeadlines.of(Duration.ofSeconds(60));

    final KagedHome home;
    final AuditLog audit;
    final SqliteStorage storage;
    final DeadlineTicker ticker = DeadlineTicker.start();
    final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
    final BoundedSteps steps;
    final PluginStore store;
    final DaemonServices grounds;
    final PluginServices services;

    HostedPlugins(Path base) throws Exception {
        this(base, ServiceTimes.USUAL);
    }

    HostedPlugins(Path base, ServiceTimes bounds) throws Exception {
        reachable(base);
        home = new KagedHome(reachable(Files.createDirectories(base.resolve("home"))), base.resolve("config"));
        reachable(Files.createDirectories(home.plugins()));
        Sqlite.library(Path.of("target"));
        audit = AuditLog.open(home.database(), Clock.systemUTC());
        storage = SqliteStorage.open(home.root().resolve("storage"), StorageLimits.USUAL);
        var log = new DaemonLog() {
            @Override
            public void note(String line) {
                notes.add(line);
            }

            @Override
            public void bug(String where, Throwable bug) {
                Assertions.fail(where, bug);
            }
        };
        steps = new BoundedSteps(log);
        store = new PluginStore(home);
        grounds = new DaemonServices(
                home,
                store,
                new SwitchFiles(home.disabled()),
                new Sandbox(home.root().resolve("sandboxes")),
                audit,
                storage,
                ticker,
                log,
                steps,
                Clock.systemUTC(),
                "/usr/local/bin:/usr/bin:/bin",
                "0.1.0");
        services = new PluginServices(grounds, ProjectReach.ALL_LOCAL, bounds);
    }

    private static Path reachable(Path folder) throws IOException {
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }

    /// A plugin of one script, which `command` runs; `more` is the rest of its manifest.
    Path plugin(String name, String command, String script, String more) throws IOException {
        var folder = Files.createDirectories(home.plugin(name));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                name: %s
                version: "1.0"
                kaged_api: 1
                description: For a test.
                command: [%s]
                %s
                """.formatted(name, command, more));
        Files.writeString(folder.resolve("main"), script);
        // Another one of this name is nobody's change of the last.
        Files.deleteIfExists(home.agreed().resolve(name));
        return folder;
    }

    /// In Python, with a small loop around `on(method, params)`, which gives a result or raises.
    Path python(String name, String methods, String body) throws IOException {
        return plugin(name, "/usr/bin/env, python3, -u, main", LOOP.replace("BODY", body), methods);
    }

    private static final String LOOP = """
            import json, os, signal, sys, time
            def say(message):
                sys.stdout.write(json.dumps(message) + "\\n"); sys.stdout.flush()
            BODY
            for line in sys.stdin:
                message = json.loads(line)
                method, params, id = message.get("method"), message.get("params") or {}, message.get("id")
                if id is None or method is None: continue
                if method == "initialize" and "greet" not in globals(): result = {"api_version": 1}
                elif method == "initialize": result = greet(params)
                elif method == "shutdown": result = {"status": "ok"}
                elif method == "ping": result = {}
                else:
                    try: result = on(method, params, id)
                    except Exception as e:
                        say({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": str(e), "data": {"code": "failed"}}})
                        continue
                say({"jsonrpc": "2.0", "id": id, "result": result})
            """;

    CallOutcome call(String plugin, String method, String params) throws Exception {
        return begin(plugin, method, params, LONG).outcome();
    }

    Asked begin(String plugin, String method, String params, CallDeadlines patience) throws Exception {
        return begin(plugin, method, params, patience, new Asked());
    }

    Asked begin(String plugin, String method, String params, CallDeadlines patience, Asked asked) throws Exception {
        return begin("ann", plugin, method, params, patience, asked);
    }

    Asked begin(String operator, String plugin, String method, String params, CallDeadlines patience, Asked asked)
            throws Exception {
        asked.taken = services.call(
                new MethodCall(
                        plugin,
                        method,
                        (Json.Obj) JsonText.parse(params),
                        new CallContext(operator, "", "", "r1"),
                        patience),
                asked);
        return asked;
    }

    static class Asked implements InquiringCaller {
        private final BlockingQueue<CallOutcome> ended = new LinkedBlockingQueue<>();
        final BlockingQueue<Json.Obj> progress = new LinkedBlockingQueue<>();
        AcceptedCall taken = () -> {};

        @Override
        public void ended(CallOutcome outcome) {
            ended.add(outcome);
        }

        @Override
        public void progress(Json.Obj said) {
            progress.add(said);
        }

        @Override
        public Optional<Json> ask(ToolQuestion question) {
            return Optional.empty();
        }

        CallOutcome outcome() throws InterruptedException {
            var outcome = ended.poll(60, TimeUnit.SECONDS);
            Assertions.assertThat(outcome).as("an answer within a minute").isNotNull();
            return outcome;
        }

        boolean isOpen() {
            return ended.isEmpty();
        }
    }

    List<AuditRow> rows(AuditEntry.Kind kind) throws Exception {
        return audit.rows(AuditFilter.ALL.kinds(Set.of(kind)));
    }

    /// The life events of a plugin so far.
    List<String> lives(String plugin) throws Exception {
        return audit.rows(AuditFilter.ALL.kinds(Set.of(AuditEntry.Kind.LIFE)).plugin(plugin)).stream()
                .map(AuditRow::method)
                .toList();
    }

    static String text(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Answered(var result) -> JsonText.text(result);
            case CallOutcome.Refused(var error) -> "refused " + error.code() + ": " + error.message();
            case CallOutcome.Lost(var error) ->
                "lost " + error.known().orElseThrow().word() + ": " + error.message();
        };
    }

    @Override
    public void close() throws StorageFailure, AuditFailure {
        services.close();
        storage.close();
        audit.close();
        ticker.close();
        Assertions.assertThat(processes()).as("processes that were left").isEmpty();
    }

    /// Those that were started here and live, by their command lines: the sandboxes' own name is in none, so it is
    /// looked for by what only they have, our folder in their mounts.
    private List<String> processes() {
        return ProcessHandle.allProcesses()
                .filter(each -> mounts(each.pid()).contains(home.root().toString()))
                .map(each -> each.info().commandLine().orElse("?"))
                .toList();
    }

    private static String mounts(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "mountinfo"));
        } catch (IOException _) {
            // Gone, or a zombie: no process any more.
            return "";
        }
    }
}
