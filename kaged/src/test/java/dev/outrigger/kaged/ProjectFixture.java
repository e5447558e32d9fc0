package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// A folder that is a project, and what its operator says of it to a daemon that several tests share.
final class ProjectFixture {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /// Says what it is given, and on whose behalf, and what there is in the project.
    private static final String PLUGIN = """
            import json, os, sys
            def say(message):
                sys.stdout.write(json.dumps(message) + "\\n")
                sys.stdout.flush()
            told, me = {}, os.urandom(8).hex()
            for line in sys.stdin:
                m = json.loads(line)
                method, id, params = m.get("method"), m.get("id"), m.get("params") or {}
                if method == "initialize":
                    told = params
                    say({"jsonrpc": "2.0", "id": id, "result": {"api_version": 1}})
                elif method == "shutdown":
                    say({"jsonrpc": "2.0", "id": id, "result": {"status": "ok"}})
                elif method == "look":
                    context = params["_context"]
                    root = context.get("project_root")
                    found = sorted(os.listdir(root)) if root and os.path.isdir(root) else None
                    say({"jsonrpc": "2.0", "id": id,
                         "result": {"context": context, "projects": told["projects"], "found": found,
                                    "run": me, "version": "VERSION"}})
                elif method == "write":
                    try:
                        open(os.path.join(params["_context"]["project_root"], params["file"]), "w").write("x")
                        said = "written"
                    except OSError as e:
                        said = "refused"
                    say({"jsonrpc": "2.0", "id": id, "result": {"said": said}})
                elif id is not None:
                    say({"jsonrpc": "2.0", "id": id, "result": {}})
            """;

    final DaemonFixture kaged;
    final Path root;

    ProjectFixture(DaemonFixture kaged, String name) throws IOException {
        this.kaged = kaged;
        this.root = Files.createDirectories(kaged.top.resolve("projects").resolve(name));
        Files.createDirectories(root.resolve(".kaged"));
    }

    /// A name that no other test of the daemon has.
    static String fresh(String word) {
        return word + NUMBER.incrementAndGet();
    }

    Path file() {
        return root.resolve(".kaged/project.yaml");
    }

    ProjectFixture says(String yaml) throws IOException {
        Files.writeString(file(), yaml);
        return this;
    }

    /// One that it brings with it, and declares alone.
    ProjectFixture bringing(String plugin, String... capabilities) throws IOException {
        plugin(root.resolve("plugins").resolve(plugin), plugin, "1.0.0", capabilities);
        return says("name: A project\nplugins:\n  - name: " + plugin + "\n    source: ./plugins/" + plugin + "\n");
    }

    static Path plugin(Path folder, String name, String version, String... capabilities) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("kaged-plugin.yaml"), """
                name: %s
                version: "%s"
                kaged_api: 1
                description: Looks around.
                command: [/usr/bin/python3, main.py]
                methods: [look, write]
                shutdown_timeout_sec: 1
                """.formatted(name, version) + DaemonFixture.may(capabilities));
        Files.writeString(folder.resolve("main.py"), PLUGIN.replace("VERSION", version));
        return folder;
    }

    DaemonFixture.Result load() {
        return kaged.run("project", "load", "--json", root.toString());
    }

    Json.Obj loaded() {
        return load().ok().object();
    }

    Json.Obj status() {
        return kaged.run("project", "status", "--json", root.toString()).ok().object();
    }

    String id() {
        return status().text("id").orElseThrow();
    }

    String state() {
        return status().text("state").orElseThrow();
    }

    /// What is said of a plugin in the project's status.
    Json.Obj plugin(String name) {
        for (var each : ((Json.Arr) status().get("plugins").orElseThrow()).items()) {
            if (each instanceof Json.Obj plugin
                    && plugin.text("name").orElse("").equals(name)) {
                return plugin;
            }
        }
        throw new AssertionError("there is no plugin " + name + " in " + status());
    }

    String state(String plugin) {
        return plugin(plugin).text("state").orElseThrow();
    }

    DaemonFixture.Result accept(String plugin) {
        return accept(plugin, plugin(plugin).text("sha256").orElseThrow());
    }

    DaemonFixture.Result accept(String plugin, String sha256) {
        return kaged.run("project", "consent", root.toString(), "--accept", plugin + "@" + sha256);
    }

    DaemonFixture.Result call(String plugin, String method, String params) {
        return kaged.run("plugin", "call", plugin, method, params, "--project", root.toString(), "--json");
    }

    Json.Obj looked(String plugin) {
        return call(plugin, "look", "{}").ok().object();
    }

    void isPending() {
        assertThat(state()).isEqualTo("pending");
    }
}
