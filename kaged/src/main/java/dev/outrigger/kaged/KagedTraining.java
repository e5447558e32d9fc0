package dev.outrigger.kaged;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Does what operators do most, so that the JVM that records it can keep what it loaded and linked in the AOT cache.
/// Not a command. What fails here is not recorded, and nothing else: a machine without sandboxes still gets a cache.
final class KagedTraining {
    private static final int TRIES = 600;
    /// As many as make the JVM know what a start does often.
    private static final int STARTS = 40;
    private static final long PAUSE_NANOS = 50_000_000L;

    private KagedTraining() {}

    /// `daemon` runs one here and asks it, `commands` asks one that runs; and a folder for a plugin.
    public static void main(String[] words) throws IOException {
        var folder = Path.of(words[1]);
        if (words[0].equals("daemon")) {
            plugin(folder);
            Thread.ofPlatform().daemon().start(() -> ask(folder));
            if (run(List.of("start", "--foreground")) != 0) {
                throw new IllegalStateException("the daemon did not run");
            }
        } else {
            commands(folder);
        }
    }

    private static void ask(Path folder) {
        for (int i = 0; i < TRIES && run(List.of("status")) != 0; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        commands(folder);
        for (int i = 0; i < STARTS; i++) {
            run(List.of("plugin", "restart", "trainee"));
            run(List.of("plugin", "call", "trainee", "echo", "{}"));
        }
        run(List.of("stop"));
    }

    private static void commands(Path folder) {
        for (var call : List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("-h"),
                List.of("status"),
                List.of("status", "--json"),
                List.of("plugin", "install", "--yes", folder.toString()),
                List.of("plugin", "list"),
                List.of("plugin", "call", "trainee", "echo", "{\"a\":1}"),
                List.of("plugin", "call", "trainee", "echo", "{\"a\":[1,true,null,\"x\"]}", "--json"),
                List.of("plugin", "logs", "trainee"),
                List.of("audit", "--limit", "10"),
                List.of("metrics"),
                List.of("__complete", "bash", "", "--", "plugin", "call", "trainee", ""),
                List.of("plugin", "call", "-h"))) {
            run(call);
        }
    }

    private static int run(List<String> words) {
        var nowhere = OutputStream.nullOutputStream();
        return new KagedProgram(System.getenv(), Path.of("").toAbsolutePath(), nowhere, nowhere).run(words);
    }

    private static void plugin(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                name: trainee
                version: "1"
                kaged_api: 1
                description: Learns.
                command: [/bin/sh, run.sh]
                methods: [echo]
                """);
        Files.writeString(folder.resolve("run.sh"), """
                while read -r line; do
                    id=${line#*'"id":'}
                    id=${id%%,*}
                    case $line in
                    *'"method":"initialize"'*) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"api_version":1}}' ;;
                    *'"id":'*) echo '{"jsonrpc":"2.0","id":'"${id%\\}}"',"result":{}}' ;;
                    esac
                done
                """);
    }
}
