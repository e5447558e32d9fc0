package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `kaged plugin wrap`, with the user's own npm and pip and an index on this machine.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PluginWrapTest {
    private static final String SERVER = """
            #!/usr/bin/env node
            const dependency = require("out-words");
            const say = message => process.stdout.write(JSON.stringify(message) + "\\n");
            const tool = {name: "words", description: "Says them.", inputSchema: {type: "object"}};
            require("readline").createInterface({input: process.stdin}).on("line", line => {
              const {id, method} = JSON.parse(line);
              if (id === undefined) return;
              const result = {
                initialize: {protocolVersion: "2025-06-18", capabilities: {tools: {}}, serverInfo: {name: "x", version: "1"}},
                "tools/list": {tools: [tool]},
                "tools/call": {content: [{type: "text", text: dependency + " " + process.argv.slice(2).join(" ")}]},
              }[method] ?? {};
              say({result, jsonrpc: "2.0", id});
            });
            """;
    /// What a script asks the index for, if it is run: the one place beyond its sandbox that it reaches.
    private static final String BEACON = "/a-script-was-run";

    private static DaemonFixture kaged;
    private static PackageIndex index;

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.prepared();
        index = new PackageIndex();
        kaged.environment().put("npm_config_registry", index.address() + "/");
        kaged.environment().put("PIP_INDEX_URL", index.address() + "/simple");
        kaged.environment().keySet().removeIf(name -> name.equals("PIP_FIND_LINKS") || name.equals("PIP_CONFIG_FILE"));
        // Whatever the user of this machine has set up is not asked.
        kaged.environment().put("HOME", kaged.top.toString());
        kaged.run("start").ok();
    }

    @AfterAll
    static void stop() throws Exception {
        index.close();
        kaged.close();
    }

    private static void npm() {
        assumeTrue(Files.exists(Path.of("/usr/bin/npm")), "there is no npm");
    }

    private static String mark() {
        return "node -e \"require('http').get('" + index.address() + BEACON + "')\"";
    }

    private static Json.Obj described(String name, Json bin) {
        return Json.object()
                .put("name", name)
                .put("version", "1.2.3")
                .put("description", "Has \"words\"\nand more: # x")
                .put("license", "MIT")
                .put("bin", bin)
                .put(
                        "scripts",
                        Json.object()
                                .put("preinstall", mark())
                                .put("postinstall", mark())
                                .build())
                .put("dependencies", Json.object().put("out-words", "1.0.0").build())
                .build();
    }

    private static void nothingIsLeft() throws Exception {
        try (var left = Files.list(kaged.home.resolve("wraps"))) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
    }

    private static void words() throws Exception {
        var words = Json.object()
                .put("name", "out-words")
                .put("version", "1.0.0")
                .put("main", "index.js")
                .put("scripts", Json.object().put("install", mark()).build())
                .build();
        index.npm(kaged.top, words, Map.of("index.js", "module.exports = \"spoken\";"), "");
    }

    @Test
    void aPackageOfNpmsIsFetchedWithoutRunningAnyOfItAndServes() throws Exception {
        npm();
        words();
        index.npm(
                kaged.top,
                described(
                        "@out/server",
                        Json.object().put("out-server", "server.js").build()),
                Map.of("server.js", SERVER),
                "");
        var plan = kaged.run("plugin", "wrap", "talker", "--npm", "@out/server", "--dry-run")
                .ok();
        assertThat(plan.out())
                .contains("protocol: mcp")
                .contains("description: \"Has \\\"words\\\" and more: # x\"")
                .contains("may use nothing beyond its own folder");
        kaged.run("plugin", "wrap", "talker", "--npm", "@out/server@1.2.3", "--yes", "--", "--loud")
                .ok();
        assertThat(kaged.run("plugin", "tools", "talker").ok().out()).isEqualTo("words  offered  Says them.\n");
        assertThat(kaged.run("plugin", "call", "talker", "words", "{}", "--json")
                        .ok()
                        .out())
                .contains("spoken --loud");
        var kept = Files.readString(kaged.home.resolve("plugins/talker/wrapped.json"));
        assertThat(kept)
                .contains("\"node_modules/out-words\"")
                .contains("sha512-")
                .contains("\"version\":\"1.2.3\"");
        // Wherever it is named, it is what it was made from, and no folder that has gone.
        var origin = "npm @out/server@1.2.3";
        assertThat(kaged.run("plugin", "list").ok().out()).contains(origin);
        assertThat(kaged.run("plugin", "explain", "talker").ok().out()).contains(origin);
        assertThat(kaged.run("audit", "--plugin", "talker", "--kind", "install", "--json")
                        .ok()
                        .out())
                .contains(origin)
                .doesNotContain("/wraps/");
        assertThat(index.asked()).isNotEmpty().doesNotContain(BEACON);
        // Of the fetch nothing is left.
        nothingIsLeft();
        assertThat(kaged.run("plugin", "wrap", "talker", "--npm", "@out/server", "--yes")
                        .err())
                .contains("talker is installed already");
        assertThat(kaged.run("plugin", "wrap", "talker", "--npm", "@out/server", "--yes", "--upgrade")
                        .ok()
                        .out())
                .contains("talker 1.2.3");
    }

    @Test
    void anArchiveElsewhereIsNotFetched() throws Exception {
        npm();
        words();
        index.npm(
                kaged.top,
                described("out-elsewhere", Json.of("server.js")),
                Map.of("server.js", SERVER),
                "http://192.0.2.9:8080");
        assertThat(kaged.run("plugin", "wrap", "elsewhere", "--npm", "out-elsewhere", "--yes"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(1))
                .satisfies(it -> assertThat(it.err()).contains("192.0.2.9:8080"));
    }

    @Test
    void aLibraryAndAChoiceOfProgramsAreSaid() throws Exception {
        npm();
        words();
        assertThat(kaged.run("plugin", "wrap", "library", "--npm", "out-words", "--yes")
                        .err())
                .contains("has no program to run");
        index.npm(
                kaged.top,
                described(
                        "out-several",
                        Json.object()
                                .put("one", "server.js")
                                .put("two", "server.js")
                                .build()),
                Map.of("server.js", SERVER),
                "");
        assertThat(kaged.run("plugin", "wrap", "several", "--npm", "out-several", "--yes")
                        .err())
                .contains("one, two")
                .contains("--bin");
        kaged.run("plugin", "wrap", "several", "--npm", "out-several", "--bin", "two", "--yes")
                .ok();
    }

    @Test
    void aPackageOfThePythonIndexIsFetchedFromWheelsAndServes() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/lib/python3/dist-packages/pip")), "there is no pip");
        var rogue = Files.readString(Path.of("../conformance/rogue/mcp-rogue"))
                .replace("\nfor line in sys.stdin:\n    handle(json.loads(line))\n", """

                        def main():
                            for line in sys.stdin:
                                handle(json.loads(line))
                        """);
        index.wheel("out-rogue", "2.0", "out-rogue = out_rogue:main", Map.of("out_rogue.py", rogue));
        kaged.run("plugin", "wrap", "snake", "--pypi", "out-rogue==2.0", "--yes")
                .ok();
        assertThat(kaged.run("plugin", "call", "snake", "echo", "{\"text\":\"hiss\"}", "--json")
                        .ok()
                        .out())
                .contains("hiss");
        assertThat(Files.readString(kaged.home.resolve("plugins/snake/wrapped.json")))
                .contains("\"sha256\":\"")
                .contains("\"pypi\":\"out-rogue\"");
        assertThat(kaged.run("plugin", "wrap", "absent", "--pypi", "out-absent", "--yes")
                        .err())
                .contains("pip install out-absent failed");
    }

    @Test
    void theFileOfACommandIsCopiedAndStaysWhatItWas() throws Exception {
        var script = kaged.top.resolve("own-server");
        Files.copy(Path.of("../conformance/rogue/mcp-rogue"), script);
        assertThat(kaged.run("plugin", "wrap", "own", "--yes", "--env", "WORD=x", "--", "python3", "own-server")
                        .ok()
                        .out())
                .contains("own 1");
        Files.writeString(script, "raise SystemExit");
        assertThat(kaged.run("plugin", "call", "own", "echo", "{\"text\":\"still\"}", "--json")
                        .ok()
                        .out())
                .contains("still");
        assertThat(kaged.run("plugin", "explain", "own").ok().out()).contains("own-server");
        assertThat(kaged.run("plugin", "call", "own", "echo", "{}").err()).contains("text");
    }

    @Test
    void onlyTheProgramAndTheScriptOfAnInterpreterAreCopied() throws Exception {
        Files.copy(Path.of("../conformance/rogue/mcp-rogue"), kaged.top.resolve("server-of-mine"));
        Files.writeString(kaged.top.resolve("a-key"), "secret");
        Files.createSymbolicLink(kaged.top.resolve("linked-python"), Path.of("/usr/bin/python3"));
        kaged.run("plugin", "wrap", "keyed", "--yes", "--", "./linked-python", "server-of-mine", "a-key")
                .ok();
        var folder = kaged.home.resolve("plugins/keyed");
        try (var files = Files.list(folder.resolve("files"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("1-server-of-mine");
        }
        var real = Path.of("/usr/bin/python3").toRealPath().toString();
        assertThat(Files.readString(folder.resolve("kaged-plugin.yaml")))
                .contains("[\"" + real + "\",\"files/1-server-of-mine\",\"a-key\"]");
        assertThat(Files.readString(folder.resolve("wrapped.json"))).contains("\"" + real + "\":\"");
        assertThat(kaged.run("plugin", "call", "keyed", "echo", "{\"text\":\"linked\"}", "--json")
                        .ok()
                        .out())
                .contains("linked");
    }

    @Test
    void aScriptThatLoadsOthersFromBesideItIsRefused() throws Exception {
        var folder = Files.createDirectories(kaged.top.resolve("several"));
        Files.writeString(folder.resolve("helper.py"), "");
        Files.writeString(folder.resolve("main.py"), "import sys\nfrom helper import x\n");
        Files.writeString(folder.resolve("main.js"), "const x = require('./helper.js');\n");
        for (var words : List.of(List.of("python3", "several/main.py"), List.of("node", "several/main.js"))) {
            var all = new ArrayList<>(List.of("plugin", "wrap", "beside", "--yes", "--"));
            all.addAll(words);
            var refused = kaged.run(all.toArray(String[]::new));
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("from beside it").contains("kaged plugin install DIR");
        }
    }

    @Test
    void whatIsNotUnderstoodIsSaidBeforeAnythingIsFetched() {
        for (var words : new String[][] {
            {"x"},
            {"x", "--npm", "a", "--pypi", "b"},
            {"x", "--npm", "https://example.org/a.tgz"},
            {"x", "--npm", "a@^1"},
            {"x", "--pypi", "git+https://example.org/a"},
            {"X", "--npm", "a"},
            {"x", "--npm", "a", "--env", "novalue"},
            {"x", "--", "no-such-program-anywhere"}
        }) {
            var all = new ArrayList<>(List.of("plugin", "wrap"));
            all.addAll(List.of(words));
            assertThat(kaged.run(all.toArray(String[]::new)).code())
                    .as(String.join(" ", words))
                    .isEqualTo(2);
        }
    }
}
