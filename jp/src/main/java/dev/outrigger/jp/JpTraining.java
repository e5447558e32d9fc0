package dev.outrigger.jp;

import dev.outrigger.system.Sha256;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Does what users do most, so that the JVM that records it can keep what it loaded and linked in the AOT cache. Not a
/// command.
final class JpTraining {
    private JpTraining() {}

    /// What to do, in this order: `prepare`, then `commands`, `guide`, `plugins`, `writers` or `query`; and a folder,
    /// empty at first. Only the second step is recorded: what is known of a plugin was asked before it, since each
    /// class in the cache costs a little of every start.
    public static void main(String[] words) throws IOException, WorkspaceProblem {
        var folder = Path.of(words[1]);
        if (words[0].equals("prepare")) {
            prepare(folder);
        } else {
            Main.main(new String[] {"--version"});
        }
        try (var model = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> answer(model));
            for (var call : calls(words[0], "http://127.0.0.1:" + model.getLocalPort())) {
                var jp = new JpProgram(
                        environment(folder), folder.resolve("workspace"), OutputStream.nullOutputStream(), System.err);
                if (jp.run(call) != 0) {
                    throw new IllegalStateException("the training failed at " + call);
                }
            }
        }
    }

    /// A model that has one thing to say, in the format of OpenAI.
    private static void answer(ServerSocket model) {
        var said = """
                data: {"choices":[{"delta":{"content":"well done"}}]}

                data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

                data: [DONE]

                """;
        try (var caller = model.accept()) {
            var in = caller.getInputStream();
            var request = new StringBuilder();
            // The question is the last thing in it.
            while (request.indexOf("hello") < 0) {
                request.append((char) in.read());
            }
            var head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + said.length()
                    + "\r\n\r\n";
            caller.getOutputStream().write((head + said).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            System.err.println("the training's model has failed: " + e);
        }
    }

    private static List<List<String>> calls(String step, String model) {
        return switch (step) {
            case "prepare" ->
                List.of(List.of("conversation", "new", "--title", "one"), List.of("-h"), List.of("trainee", "-h"));
            case "guide" ->
                List.of(
                        List.of("-h"),
                        List.of("--help"),
                        List.of("conversation", "-h"),
                        List.of("conversation", "ls", "-h"),
                        List.of("__complete", "bash", "", "--", ""),
                        List.of("__complete", "bash", "--", "--", "trainee", "--"),
                        List.of("__complete", "zsh", "", "--", "conversation", "ls", "--"),
                        List.of("__complete", "bash", "", "--", "conversation", "use", ""),
                        List.of("__complete", "bash", "", "--", "config", "set", ""));
            // The third time, what the second has listed is known.
            case "plugins" -> List.of(List.of("trainee"), List.of("trainee"), List.of("trainee"));
            case "writers" -> List.of(List.of("trainee", "write"), List.of("trainee", "write"));
            case "query" ->
                List.of(
                        List.of("query", "--new", "-m", "demo", "/call list_folder {\"path\":\".\"}"),
                        List.of("query", "-m", "demo", "--format", "json", "/say **well** `done`"),
                        List.of("query", "-m", "openai/x", "--cfg", "providers.openai.base_url=" + model, "hello"));
            default ->
                List.of(
                        List.of("conversation", "new", "--title", "one"),
                        List.of("conversation", "ls"),
                        List.of("conversation", "ls", "--format", "json"),
                        List.of("config", "set", "assistant.name", "Ada"),
                        List.of("config", "show", "plugins", "--explain"),
                        List.of("plugin", "list"),
                        List.of("plugin", "which", "trainee"));
        };
    }

    private static Map<String, String> environment(Path folder) {
        var environment = new HashMap<>(System.getenv());
        for (var home : new String[] {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            environment.put(home, folder.resolve(home).toString());
        }
        environment.put("OPENAI_API_KEY", "none");
        environment.put("PATH", folder.resolve("bin") + ":" + environment.getOrDefault("PATH", ""));
        return environment;
    }

    private static void prepare(Path folder) throws IOException, WorkspaceProblem {
        var plugin = Files.createDirectories(folder.resolve("bin")).resolve("jp-trainee");
        Files.writeString(plugin, """
                #!/bin/sh
                read -r init
                case $init in
                *'"describe"'*)
                    echo '{"type":"describe","name":"trainee","version":"1","description":"Learns","command":["trainee"]}'
                    exit
                    ;;
                *'"help"'*)
                    echo '{"type":"help","command":{"about":"Learns","args":[{"long":"port","help":"Where","value_name":"PORT"}]}}'
                    exit
                    ;;
                esac
                echo '{"type":"ready"}'
                echo '{"type":"list_conversations"}'
                read -r list
                while [ "$list" != "${list#*'"id":"'}" ]; do
                    list=${list#*'"id":"'}
                    echo '{"type":"read_events","conversation":"'"${list%%'"'*}"'"}'
                    read -r events
                done
                echo '{"type":"read_config","path":"assistant.name"}'
                read -r config
                case $init in
                *'"write"'*)
                    echo '{"type":"create_conversation"}'
                    read -r created
                    id=${created##*'"conversation":"'}
                    id=${id%%'"'*}
                    echo '{"type":"push_events","conversation":"'"$id"'","events":[{"type":"chat_request","content":"hi"}]}'
                    read -r pushed
                    echo '{"type":"read_events","conversation":"'"$id"'"}'
                    read -r events
                    ;;
                esac
                echo '{"type":"log","level":"info","message":"trained"}'
                echo '{"type":"print","text":"hello\\\\n"}'
                echo '{"type":"exit","code":0}'
                """);
        if (!plugin.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + plugin + " executable");
        }
        var config =
                Files.createDirectories(folder.resolve("XDG_CONFIG_HOME/jp")).resolve("config.toml");
        Files.writeString(
                config,
                "[plugins.command.trainee]\nrun = \"unattended\"\n" + "checksum = { algorithm = \"sha256\", value = \""
                        + Sha256.of(plugin) + "\" }\n");
        var workspace = Workspace.init(Files.createDirectories(folder.resolve("workspace")));
        conversations(workspace.storage().resolve("conversations"));
    }

    /// Two with what plugins read: text, and what tools said, which is kept in base64; one of ours, one of the
    /// original's.
    private static void conversations(Path folder) throws IOException {
        var events = """
                [{"type":"turn_start","timestamp":"2025-07-20T10:30:00Z"},
                {"type":"chat_request","timestamp":"2025-07-20T10:30:00Z","content":"Where?"},
                {"type":"tool_call_request","timestamp":"2025-07-20T10:30:00Z","id":"t","name":"read","arguments":{"path":"c3Jj"}},
                {"type":"tool_call_response","timestamp":"2025-07-20T10:30:00Z","id":"t","content":"4oaSIHwK","is_error":false},
                {"type":"chat_response","timestamp":"2025-07-20T10:30:00Z","message":"→ here"}]
                """;
        var ours = Files.createDirectories(folder.resolve(".outrigger/17500000000"));
        Files.writeString(ours.resolve("events.jsonl"), events.replace("\n", "") + "\n");
        Files.writeString(
                ours.resolve("metadata.json"), "{\"title\":\"ours\",\"last_activated_at\":\"2025-07-20T10:30:00Z\"}");
        var original = Files.createDirectories(folder.resolve("17500000010"));
        Files.writeString(original.resolve("events.json"), events.replace("T10:30:00Z", " 10:30:00.0"));
        Files.writeString(original.resolve("base_config.json"), "{}");
        Files.writeString(
                original.resolve("metadata.json"),
                "{\"title\":\"theirs\",\"last_activated_at\":\"2025-07-20 10:30:00.0\"}");
    }
}
