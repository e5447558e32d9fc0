package dev.outrigger.jp;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Does what users do most, so that the JVM that records it can keep what it loaded and linked in the AOT cache. Not a
/// command.
final class Training {
    private Training() {}

    /// A folder that is empty and may be filled.
    public static void main(String[] words) throws IOException {
        var folder = Path.of(words[0]);
        var environment = new HashMap<>(System.getenv());
        for (var home : new String[] {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            environment.put(home, folder.resolve(home).toString());
        }
        var plugin = folder.resolve("jp-trainee");
        Files.writeString(plugin, """
                #!/bin/sh
                read -r init
                echo '{"type":"ready"}'
                echo '{"type":"create_conversation","title":"one"}'
                read -r created
                id=${created##*:\\"}
                id=${id%%\\"*}
                echo '{"type":"push_events","conversation":"'$id'","events":[{"type":"chat_request","content":"a"}]}'
                read -r pushed
                echo '{"type":"list_conversations"}'
                read -r list
                echo '{"type":"read_events","conversation":"'$id'"}'
                read -r events
                echo '{"type":"read_config","path":"assistant.name"}'
                read -r config
                echo '{"type":"log","level":"info","message":"trained"}'
                echo '{"type":"print","text":"hello\\\\n"}'
                echo '{"type":"exit","code":0}'
                """);
        if (!plugin.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + plugin + " executable");
        }
        environment.put("PATH", folder + ":" + environment.getOrDefault("PATH", ""));
        var calls = List.of(
                List.of("init"),
                List.of("config", "set", "plugins.command.trainee.run", "unattended"),
                List.of("trainee"),
                List.of("trainee"),
                List.of("conversation", "ls"),
                List.of("conversation", "ls", "--format", "json"),
                List.of("config", "show", "plugins", "--explain"),
                List.of("--help"),
                List.of("conversation", "-h"),
                List.of("--version"));
        Main.main(new String[] {"--version"});
        var failed = new ArrayList<List<String>>();
        for (var call : calls) {
            if (new Jp(environment, folder, OutputStream.nullOutputStream(), System.err).run(call) != 0) {
                failed.add(call);
            }
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException("the training failed at " + failed);
        }
    }
}
