package dev.outrigger.kaged.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.kaged.manifest.Manifest.Declared;
import dev.outrigger.kaged.manifest.Manifest.Hook;
import dev.outrigger.kaged.manifest.Manifest.Role;
import dev.outrigger.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {
    /// The contract's own example, as it stands there.
    static final String SEED = """
            name: oh-my-pi
            version: 1.4.2
            kaged_api: 1
            description: Expose the oh-my-pi preset library and installer to kaged.
            author: <name>
            license: MIT
            command: ["/usr/bin/bash", "/opt/kaged/plugins/oh-my-pi/run.sh"]
            capabilities:
            - read:fs:/opt/oh-my-pi
            - exec:bash:/opt/oh-my-pi
            - net: []
            methods:
            - presets.list
            - presets.search
            - preset.install
            - preset.uninstall
            """;

    /// With everything that a manifest can say.
    static final String FULL = """
            # a comment
            name: everything
            version: "1.0"
            kaged_api: 1
            description: All there is
            author: Ann
            license: MIT
            homepage: https://example.org/x
            command: [/usr/bin/env, python3, main.py, ""]
            env: {LEVEL: debug, PORT: "80"}
            capabilities: [ "net:*", "kaged:storage:read" ]
            methods:
              - plain
              - name: rich.one
                description: Does it
                params_schema:
                  type: object
                  properties: {q: {type: string}}
                result_schema: {}
                sensitive: [token, pass word]
            notifications: [catalog.updated]
            config_schema: {type: object}
            system_config_schema: {type: object, required: [key]}
            hooks: [pre_compact, on_session_start]
            tools:
              - {name: look, description: Looks, parameters_schema: {type: object}}
            roles: [observer]
            knobs: {any: [1, 2.5, true, ~]}
            shutdown_timeout_sec: 30
            health_interval_sec: 5
            hook_timeout_sec: 1e1
            limits: {memory_mb: 64, processes: 0x10}
            protocol: kaged
            """;

    static Manifest parse(String yaml) throws ManifestProblem {
        return ManifestReader.parse("p.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    }

    static String problem(String yaml) {
        return String.valueOf(
                catchThrowableOfType(ManifestProblem.class, () -> parse(yaml)).getMessage());
    }

    private static String changed(String from, String to) {
        assertThat(FULL).contains(from);
        return problem(FULL.replace(from, to));
    }

    @Test
    void readsTheContractsOwnExample() throws Exception {
        var manifest = parse(SEED);
        assertThat(manifest.name()).isEqualTo("oh-my-pi");
        assertThat(manifest.version()).isEqualTo("1.4.2");
        assertThat(manifest.capabilities())
                .containsExactly(
                        new Declared("read:fs:/opt/oh-my-pi", 9),
                        new Declared("exec:bash:/opt/oh-my-pi", 10),
                        new Declared("net:[]", 11));
        assertThat(manifest.offer().methods())
                .extracting(Manifest.Method::name)
                .hasSize(4)
                .contains("presets.list");
        assertThat(manifest.times())
                .isEqualTo(new Manifest.Times(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(10)));
        assertThat(manifest.protocol()).isEqualTo(Manifest.Protocol.KAGED);
    }

    @Test
    void readsEverythingAManifestCanSay() throws Exception {
        var manifest = parse(FULL);
        assertThat(manifest.startup().command()).containsExactly("/usr/bin/env", "python3", "main.py", "");
        assertThat(manifest.startup().env()).isEqualTo(Map.of("LEVEL", "debug", "PORT", "80"));
        assertThat(manifest.offer().hooks()).containsExactly(Hook.ON_SESSION_START, Hook.PRE_COMPACT);
        assertThat(manifest.offer().roles()).containsExactly(Role.OBSERVER);
        assertThat(manifest.offer().methods().get(1).sensitive()).containsExactly("token", "pass word");
        assertThat(manifest.offer().methods().get(1).paramsSchema().fields()).containsKey("properties");
        assertThat(manifest.offer().tools().getFirst().name()).isEqualTo("look");
        assertThat(manifest.offer().notifications()).containsExactly("catalog.updated");
        assertThat(manifest.options().systemConfigSchema().fields()).containsKey("required");
        assertThat(manifest.options().knobs().fields()).containsKey("any");
        assertThat(manifest.times())
                .isEqualTo(new Manifest.Times(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(10)));
        assertThat(manifest.limits())
                .isEqualTo(new Manifest.Limits(
                        OptionalInt.of(64), OptionalInt.empty(), OptionalInt.of(16), OptionalInt.empty()));
        assertThat(manifest.text()).contains("may: net:*, kaged:storage:read");
        assertThat(manifest.json().text("name")).contains("everything");
    }

    @Test
    void saysOfAVersionWithoutQuotesThatItIsANumber() {
        assertThat(changed("version: \"1.0\"", "version: 1.10"))
                .isEqualTo("p.yaml:3: version: 1.10 is a number to YAML: put it in quotes, version: \"1.10\"");
    }

    @Test
    void namesFileLineFieldAndWhatToDo() {
        assertThat(changed("kaged_api: 1", "kaged_api: 2")).startsWith("p.yaml:4: kaged_api: this kaged speaks 1: ");
        assertThat(changed("license:", "licence:")).isEqualTo("p.yaml:7: licence: unknown key: did you mean license?");
        assertThat(changed("    description: Does it", "    descr1ption: Does it"))
                .isEqualTo("p.yaml:15: methods[1].descr1ption: unknown key: did you mean description?");
        assertThat(changed("name: everything", "name: Every_thing"))
                .startsWith("p.yaml:2: name: must be 1 to 64 lower-case letters");
        assertThat(changed("name: everything", "name: \"everything\\n\"")).startsWith("p.yaml:2: name: must be ");
        assertThat(changed("description: All there is\n", ""))
                .isEqualTo("p.yaml:2: description: is missing; it must be 1 to 200 characters on one line");
        assertThat(changed("PORT: \"80\"", "PORT: 80"))
                .startsWith("p.yaml:10: env.PORT: expected string, got integer (put it in quotes)");
        assertThat(changed("env: {LEVEL: debug", "env: {\"a=b\": debug")).startsWith("p.yaml:10: env");
        assertThat(changed("health_interval_sec: 5", "health_interval_sec: 4"))
                .startsWith("p.yaml:30: health_interval_sec: ")
                .endsWith("it must be a whole number from 5 to 300");
        assertThat(changed("memory_mb: 64", "memory_mb: 1.5")).startsWith("p.yaml:32: limits.memory_mb: ");
        assertThat(changed("[pre_compact,", "[pre_compost,")).startsWith("p.yaml:24: hooks[0]: expected one of ");
        assertThat(changed("hooks: [pre_compact,", "hooks: [on_session_start,")).contains("twice");
        assertThat(changed("\"net:*\"", "\"nett:*\""))
                .startsWith("p.yaml:11: capabilities[0]: capability \"nett:*\": there is none of this name");
        assertThat(changed("\"net:*\"", "{net: [a]}")).startsWith("p.yaml:11: capabilities[0]: is a mapping to YAML");
        assertThat(changed("\"net:*\"", "\"kaged:storage:read\""))
                .contains("capabilities[1]")
                .contains("twice");
        assertThat(changed("- plain", "- ping")).startsWith("p.yaml:13: methods[0]: the name ping is taken");
        assertThat(changed("- plain", "- kaged.hook.x")).contains("taken");
        assertThat(changed("- plain", "- everything.look"))
                .startsWith("p.yaml:26: tools[0].name: ")
                .contains("twice");
        assertThat(changed("- plain", "- rich.one"))
                .startsWith("p.yaml:14: methods[1].name: ")
                .contains("twice");
        assertThat(changed("- plain", "- 7")).startsWith("p.yaml:13: methods[0]: expected string or object");
        assertThat(changed("{type: string}", "{type: strange}"))
                .startsWith("p.yaml:18: methods[1].params_schema.properties.q.type: does not match the pattern");
        assertThat(changed("config_schema: {type: object}", "config_schema: {$ref: \"#/nowhere\"}"))
                .contains("config_schema: no usable JSON Schema");
        assertThat(changed("[/usr/bin/env, python3, main.py, \"\"]", "bash run.sh"))
                .isEqualTo("p.yaml:9: command: must be a list of words, no shell reads it: command: [bash, run.sh]");
        assertThat(changed("[/usr/bin/env, python3, main.py, \"\"]", "[]")).startsWith("p.yaml:9: command: ");
        assertThat(changed("protocol: kaged", "protocol: grpc")).startsWith("p.yaml:33: protocol: expected one of");
        assertThat(changed("author: Ann", "author: Ann\nauthor: Bob"))
                .isEqualTo("p.yaml:7: author: stands here twice, first in line 6: remove one");
    }

    @Test
    void wantsSomethingToBeOfferedUnlessAnMcpServerSaysItself() throws Exception {
        var nothing = """
                name: a
                version: a
                kaged_api: 1
                description: d
                command: [x]
                methods: []
                """;
        assertThat(problem(nothing)).contains("at least one of methods, tools and hooks");
        assertThat(parse(nothing + "protocol: mcp\n").protocol()).isEqualTo(Manifest.Protocol.MCP);
        assertThat(problem(nothing + "protocol: mcp\nhooks: [pre_compact]\n"))
                .contains("hooks: is for plugins that speak kaged's own protocol");
        assertThat(problem(
                        nothing.replace("methods: []", "methods: [{name: b, params_schema: {}}]") + "protocol: mcp\n"))
                .contains("an MCP server has the schemas of its tools");
        assertThat(parse(nothing + "hooks: [pre_compact]\n").offer().methods()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "author: &a x",
                "author: *a",
                "author: !!str x",
                "author: !custom x",
                "env: !!map {}",
                "author: \"\\0\"",
                "author: \"\\uD800\"",
                "? [a]\n: b",
                "author: x\n---\nname: b",
                "author: 'x",
                "author: \u0007",
                "author: ]",
                "\tauthor: x",
                "%YAML 99999999999.1",
                "<<: {author: x}"
            })
    void refusesWhatJsonCouldNotSay(String line) {
        assertThat(problem(SEED + line + "\n")).matches("p\\.yaml:1[678]: .*");
    }

    @Test
    void refusesWhatGrowsOrNests() {
        assertThat(problem("a: &a [x,x]\nb: &b [*a,*a]\n"))
                .isEqualTo("p.yaml:1: a: anchors (&name) are not taken: remove it");
        assertThat(problem("[".repeat(200_000))).contains("nested deeper than 40");
        assertThat(problem("- ".repeat(100_000))).contains("nested deeper than 40");
        assertThat(problem("x".repeat(300_000))).contains("larger than 256 KiB");
        assertThat(problem("")).contains("empty");
        assertThat(problem("# nothing\n")).contains("empty");
        assertThat(problem("just words")).isEqualTo("p.yaml:1: must be a mapping: name: …, version: …");
    }

    @Test
    void namesTheLineOfBytesThatAreNoText() {
        var problem = catchThrowableOfType(
                ManifestProblem.class, () -> ManifestReader.parse("p", new byte[] {'a', '\n', '\n', (byte) 0xFF}));
        assertThat(problem).hasMessage("p:3: no UTF-8: save the file as UTF-8");
    }

    @Test
    void repeatsNothingThatATerminalWouldObey() {
        assertThat(problem(SEED + "\"\\e[31mred\\u202e\": 1\n"))
                .contains("?[31mred?")
                .doesNotContain("\u001b");
    }

    @Test
    void aDifferenceShowsWhatIsAddedAndTakenAway() throws Exception {
        var after = parse(SEED.replace("- net: []", "- net:localhost:80"));
        var difference = CapabilityDifference.between(parse(SEED), after);
        assertThat(difference.text()).isEqualTo("""
                + net:localhost:80
                - net:[]
                  read:fs:/opt/oh-my-pi
                  exec:bash:/opt/oh-my-pi
                """);
        assertThat(difference.same()).isFalse();
        assertThat(CapabilityDifference.between(after, after).same()).isTrue();
    }

    /// Each of hundreds may take its second, before anybody agreed to anything.
    @Test
    void givesUpOnSchemasThatTakeTooLongTogether() throws Exception {
        var value = YamlReader.read("x", "a name", FULL.getBytes(StandardCharsets.UTF_8))
                .value();
        var rules = new ManifestRules((path, what) -> new ManifestProblem("x", 1, path, what), System.nanoTime() - 1);
        assertThatThrownBy(() -> rules.check((Json.Obj) value))
                .isInstanceOf(ManifestProblem.class)
                .hasMessageContaining("config_schema: the schemas up to here take too long");
    }

    /// The daemon that nobody gave a locale can have no such file; half a character, nobody can.
    @Test
    void refusesACommandThatNoFileCanBeCalled() {
        var manifest = Json.object()
                .put("kaged_api", 1)
                .put("command", Json.texts(List.of("run", "\uD800")))
                .build();
        var rules = new ManifestRules((path, what) -> new ManifestProblem("x", 1, path, what), Long.MAX_VALUE);
        assertThatThrownBy(() -> rules.check(manifest)).hasMessageContaining("command[1]: no file can have this name");
    }
}
