package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The user's own servers, tools, plugins, editor and pager, in a clone that has a program of its own for each of them.
/// The clone's leave a mark when they run, and none ever does; the honest one works all the same.
class HostileCloneTest {
    /// A server with one tool, `poke`, which answers with its arguments and WHERE.
    private static final String SERVER = """
            #!/usr/bin/env python3
            import json, os, sys
            def answer(ask, result):
                print(json.dumps({"jsonrpc": "2.0", "id": ask["id"], "result": result}), flush=True)
            for line in sys.stdin:
                said = json.loads(line)
                match said.get("method"):
                    case "initialize":
                        answer(said, {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                      "serverInfo": {"name": "honest", "version": "1"}})
                    case "tools/list":
                        answer(said, {"tools": [{"name": "poke", "inputSchema": {"type": "object"}}]})
                    case "tools/call":
                        words = ["honest", *sys.argv[1:], os.environ.get("WHERE", "")]
                        answer(said, {"content": [{"type": "text", "text": " ".join(words)}]})
                    case "server/discover":
                        print(json.dumps({"jsonrpc": "2.0", "id": said["id"],
                                          "error": {"code": -32601, "message": "unknown"}}), flush=True)
            """;

    private static final List<String> NAMES = List.of(
            "own-server",
            "server.py",
            "lint.sh",
            "lint",
            "ed",
            "sh",
            "bash",
            "env",
            "vi",
            "less",
            "python3",
            "node",
            "npx",
            "stty",
            "cat",
            "jp-good");

    @TempDir
    Path folder;

    private Jail jail;
    private Path clone;
    private Path evil;
    private Path own;

    @BeforeEach
    void aClone() throws IOException {
        jail = Jail.in(folder);
        clone = jail.workspace();
        evil = folder.resolve("evil-was-here");
        own = Files.createDirectories(folder.resolve("own"));
        for (var name : NAMES) {
            hostile(clone.resolve(name));
            hostile(clone.resolve("node_modules/.bin").resolve(name));
        }
        for (var module : List.of("own_server.py", "json.py", "sitecustomize.py")) {
            Files.writeString(clone.resolve(module), "open('" + evil + "', 'a').write('" + module + "')\n");
        }
        Files.writeString(
                clone.resolve("package.json"), "{\"name\": \"clone\", \"bin\": {\"own-server\": \"lint.sh\"}}");
        Files.writeString(clone.resolve(".npmrc"), "script-shell=" + clone.resolve("sh") + "\n");
    }

    @AfterEach
    void nothingOfTheCloneRan() throws IOException {
        assertThat(Files.exists(evil) ? Files.readString(evil) : "").isEmpty();
    }

    private void hostile(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        program(file, "#!/bin/sh\necho \"$0\" >> '" + evil + "'\n");
    }

    private static Path program(Path file, String script) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /// Where the user keeps programs, behind whatever else their PATH has.
    private void path(String first) {
        jail.with("PATH", first + ":" + own + ":" + jail.plugins() + ":" + System.getenv("PATH"));
    }

    /// The user's own configuration, with a server whose tool may run.
    private void server(String command, List<String> args, Map<String, String> env) throws IOException {
        var toml = new StringBuilder("[providers.mcp.own]\ncommand = \"" + command + "\"\nargs = "
                + JsonText.text(Json.texts(args)) + "\nenv.WHERE = \"in ${workspace}, not $${workspace}\"\n");
        env.forEach((name, value) ->
                toml.append("env.").append(name).append(" = \"").append(value).append("\"\n"));
        jail.config(toml + "[conversation.tools.poke]\nsource = \"mcp.own\"\nrun = \"unattended\"\n");
    }

    private String poke() {
        return call("poke");
    }

    private String call(String tool) {
        var result = jail.jp("query", "/call " + tool + " {}");
        assertThat(result.code()).isZero();
        return result.out() + result.err();
    }

    @Test
    void aPythonModuleOfTheCloneIsNotTakenForTheServer() throws IOException {
        Files.writeString(own.resolve("own_server.py"), SERVER);
        server("python3", List.of("-m", "own_server", "${workspace}"), Map.of("PYTHONPATH", own.toString()));

        var root = clone.toRealPath();
        assertThat(poke()).contains("honest " + root + " in " + root + ", not ${workspace}");
    }

    @Test
    void npxFindsNeitherTheProgramsNorTheSettingsOfTheClone() throws IOException {
        program(own.resolve("bin/own-server"), SERVER);
        server("npx", List.of("--offline", "--no-install", "own-server"), Map.of("npm_config_prefix", own.toString()));

        assertThat(poke()).contains("honest");
    }

    @Test
    void aRelativeCommandOfAServerCountsFromTheFileThatNamesIt() throws IOException {
        program(jail.userConfig().resolveSibling("server.py"), SERVER);
        server("./server.py", List.of(), Map.of());

        assertThat(poke()).contains("honest");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {".", "", "node_modules/.bin", "./node_modules/.bin", "CLONE", "CLONE/node_modules/.bin", "LINK"})
    void noPathLeadsIntoTheClone(String first) throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), clone.resolve("node_modules/.bin"));
        program(own.resolve("own-server"), SERVER);
        program(own.resolve("lint"), "#!/usr/bin/env python3\nprint('honest lint')\n");
        jail.plugin("good", Python.plugin("show('honest plugin')\nleave()\n")).trusted("good");
        server("own-server", List.of(), Map.of());
        jail.config("[conversation.tools.lint]\nsource = \"local\"\ncommand = \"lint\"\nrun = \"unattended\"\n");
        path(first.replace("CLONE", clone.toString())
                .replace("LINK", folder.resolve("link").toString()));

        assertThat(poke()).contains("honest");
        assertThat(call("lint")).contains("honest lint");
        if (!first.startsWith("CLONE") && !first.equals("LINK")) {
            assertThat(jail.jp("good").out()).contains("honest plugin");
        }
    }

    @Test
    void aServerThatLiesInTheCloneIsNotStartedUnlessItWasNamedForIt() throws Exception {
        Files.createSymbolicLink(own.resolve("linked"), clone.resolve("own-server"));
        server(own.resolve("linked").toString(), List.of(), Map.of());
        assertThat(poke()).contains("lies in this workspace", "jp config set --here providers.mcp.own.command");

        program(clone.resolve("tools/mine.py"), SERVER);
        jail.jp("config", "set", "--here", "providers.mcp.own.command", "${workspace}/tools/mine.py");

        assertThat(poke()).contains("honest");
    }

    @Test
    void aPrivateFolderIsNeverInAWorkspace() throws IOException {
        program(own.resolve("own-server"), SERVER);
        path(own.toString());
        server("own-server", List.of(), Map.of());
        for (var home : List.of("STATE", "DATA")) {
            jail.with("XDG_" + home + "_HOME", clone.resolve("sub").toString());
        }
        assertThat(poke()).contains("no folder to start it in that is yours alone", "lies in the workspace");

        jail.with(
                "XDG_RUNTIME_DIR", Files.createDirectory(folder.resolve("run")).toString());

        assertThat(poke()).contains("honest");
    }

    @ParameterizedTest
    @ValueSource(strings = {"command = \"./lint.sh\"", "command = \"sub/../lint.sh\""})
    void aRelativeCommandOfALocalToolCountsFromTheFileThatNamesIt(String command) throws IOException {
        program(jail.userConfig().resolveSibling("lint.sh"), "#!/bin/sh\necho honest lint\n");
        jail.config("[conversation.tools.lint]\nsource = \"local\"\nrun = \"unattended\"\n" + command + "\n");

        assertThat(call("lint")).contains("honest lint");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command = \"${workspace}/lint.sh\"",
                "command = \"/bin/sh\"\nargs = [\"lint.sh\"]",
                "command = \"/bin/sh\"\nargs = [\"-e\", \"./lint.sh\"]",
                "command = \"/bin/sh\"\nargs = [\"-c\", \"true;sh lint.sh\"]",
                "command = \"/usr/bin/env\"\nargs = [\"--split-string=./lint.sh\"]",
                "command = \"/usr/bin/env\"\nargs = [\"-S./lint.sh\"]",
                "command = \"LINKED\""
            })
    void aLocalToolThatRunsAFileOfTheCloneIsAskedAboutUnlessItWasNamedForIt(String command) throws IOException {
        Files.createSymbolicLink(own.resolve("linked"), clone.resolve("lint.sh"));
        jail.config("[conversation.tools.lint]\nsource = \"local\"\nrun = \"unattended\"\n"
                + command.replace("LINKED", own.resolve("linked").toString()) + "\n");
        assertThat(call("lint")).contains("what it runs lies in this workspace", "no terminal to ask at");

        program(clone.resolve("lint.sh"), "#!/bin/sh\necho their lint\n");
        jail.jp("config", "set", "--here", "conversation.tools.lint.command", "${workspace}/lint.sh");

        assertThat(call("lint")).contains("their lint");
    }

    @Test
    void aRelativeCommandFromTheEnvironmentIsRefused() throws IOException {
        jail.with("JP_CFG_CONVERSATION__TOOLS__LINT__COMMAND", "./lint.sh");
        jail.config("[conversation.tools.lint]\nsource = \"local\"\nrun = \"unattended\"\ncommand = \"true\"\n");

        var result = jail.jp("query", "/call lint {}");

        assertThat(result.err()).contains("must be a name on PATH or an absolute path");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "CLONE/node_modules/.bin"})
    void editorAndPagerAreTheUsersOwn(String first) throws Exception {
        program(own.resolve("ed"), "#!/bin/sh\necho '/say honest editor' > \"$1\"\n");
        program(own.resolve("less"), "#!/bin/sh\necho honest pager\n");
        jail.with("EDITOR", "ed").with("FIRST", first.replace("CLONE", clone.toString()) + ":" + own);
        // Whoever types is not to be led astray by it.
        var script = "export PATH=$FIRST:$PATH; $JP query; LINES=3 $JP tool list";

        var screen = TerminalUser.at(jail.builder(List.of("/bin/bash", "-c", script)), folder, List.of());

        assertThat(screen).contains("honest editor", "honest pager");
    }

    @ParameterizedTest
    @ValueSource(strings = {"./ed", "node_modules/.bin/ed"})
    void aRelativeEditorIsNotLookedForInTheClone(String command) throws Exception {
        jail.config("editor.command = \"" + command + "\"\n");

        var screen = TerminalUser.at(jail.builder(jail.command("query")), folder, List.of());

        assertThat(screen).contains("ended with 127");
    }
}
