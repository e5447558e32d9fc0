package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.Audit;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.Entry;
import dev.outrigger.kaged.audit.Filter;
import dev.outrigger.kaged.audit.Row;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.Storage;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.storage.StorageLimits;
import dev.outrigger.kaged.store.Home;
import dev.outrigger.kaged.store.Store;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.Caller;
import dev.outrigger.wire.rpc.Outcome;
import dev.outrigger.wire.rpc.Patience;
import dev.outrigger.wire.rpc.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;

/// Plugins hosted for a test, with all that they stand on: real sandboxes, a real audit, a real storage.
final class Host implements AutoCloseable {
    static final Patience LONG = Patience.of(Duration.ofSeconds(60));

    final Home home;
    final Audit audit;
    final Storage storage;
    final Ticker ticker = Ticker.start();
    final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
    final Steps steps;
    final Services services;

    Host(Path base) throws Exception {
        this(base, Bounds.USUAL);
    }

    Host(Path base, Bounds bounds) throws Exception {
        reachable(base);
        home = new Home(reachable(Files.createDirectories(base.resolve("home"))), base.resolve("config"));
        reachable(Files.createDirectories(home.plugins()));
        Sqlite.library(Path.of("target"));
        audit = Audit.open(home.database(), Clock.systemUTC());
        storage = Storage.open(home.root().resolve("storage"), StorageLimits.USUAL);
        var log = new Log() {
            @Override
            public void note(String line) {
                notes.add(line);
            }

            @Override
            public void bug(String where, Throwable bug) {
                Assertions.fail(where, bug);
            }
        };
        steps = new Steps(log);
        services = new Services(
                new Grounds(
                        home,
                        new Store(home),
                        new Sandbox(home.root().resolve("sandboxes")),
                        audit,
                        storage,
                        ticker,
                        log,
                        steps,
                        Clock.systemUTC(),
                        "/usr/local/bin:/usr/bin:/bin",
                        "0.1.0"),
                bounds);
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

    Outcome call(String plugin, String method, String params) throws Exception {
        return begin(plugin, method, params, LONG).outcome();
    }

    Asked begin(String plugin, String method, String params, Patience patience) throws Exception {
        var asked = new Asked();
        asked.taken = services.call(
                new Ask(plugin, method, (Json.Obj) JsonText.parse(params), new Context("ann", "", "", "r1"), patience),
                asked);
        return asked;
    }

    static final class Asked implements Caller {
        private final BlockingQueue<Outcome> ended = new LinkedBlockingQueue<>();
        final BlockingQueue<Json.Obj> progress = new LinkedBlockingQueue<>();
        Taken taken = () -> {};

        @Override
        public void ended(Outcome outcome) {
            ended.add(outcome);
        }

        @Override
        public void progress(Json.Obj said) {
            progress.add(said);
        }

        Outcome outcome() throws InterruptedException {
            var outcome = ended.poll(60, TimeUnit.SECONDS);
            Assertions.assertThat(outcome).as("an answer within a minute").isNotNull();
            return outcome;
        }

        boolean isOpen() {
            return ended.isEmpty();
        }
    }

    List<Row> rows(Entry.Kind kind) throws Exception {
        return audit.rows(Filter.ALL.kinds(Set.of(kind)));
    }

    /// The life events of a plugin so far.
    List<String> lives(String plugin) throws Exception {
        return audit.rows(Filter.ALL.kinds(Set.of(Entry.Kind.LIFE)).plugin(plugin)).stream()
                .map(Row::method)
                .toList();
    }

    static String text(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answered(var result) -> JsonText.text(result);
            case Outcome.Refused(var error) -> "refused " + error.code() + ": " + error.message();
            case Outcome.Lost(var error) ->
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
