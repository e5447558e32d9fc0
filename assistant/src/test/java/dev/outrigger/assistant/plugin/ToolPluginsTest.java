package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.LoneToolRun;
import dev.outrigger.assistant.Tool;
import dev.outrigger.launch.NativePrograms;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.pages.SourceRoot;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The examples, installed and called as the assistant does it.
class ToolPluginsTest {
    @TempDir
    Path base;

    /// What the user's files say of every plugin here.
    private ToolPluginSettings settings = ToolPluginSettings.NONE;

    private ToolPlugins store;
    private PluginRuntime runtime;

    /// For root, sandboxed plugins are somebody else, who must get in.
    @BeforeEach
    void openToAll() throws IOException {
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        store = new ToolPlugins(base.resolve("tool"), id -> settings);
        runtime = new PluginRuntime(base.resolve("state"), base.resolve("users"), List.of(base.resolve("tool")));
    }

    private Tool installed(String example, String tool) throws Exception {
        store.install(ToolPlugins.at(SourceRoot.path().resolve("examples").resolve(example), _ -> settings));
        return store.tools(runtime, ToToolPlugin.Context.NONE, Assertions::fail).stream()
                .filter(each -> each.definition().name().equals(tool))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theExampleInBashAnswers() throws Exception {
        var tool = installed("tool-lines", "count_lines");

        var result = tool.run(Json.object().put("text", "a b\nc").build(), new LoneToolRun());

        assertThat(result.content()).isEqualTo("{\"lines\":2,\"words\":3,\"letters\":5}");
        assertThat(result.isError()).isFalse();
        assertThat(tool.source()).isEqualTo("plugin.lines");
        assertThat(tool.consent()).as("safe, and reaches nothing").isEqualTo(Tool.Consent.UNATTENDED);
        assertThat(tool.propose(Json.EMPTY).words()).contains("in a sandbox that opens nothing to it");
    }

    @Test
    void theExampleInPythonAnswersFromItsSandbox() throws Exception {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        var tool = installed("tool-calc", "divide");

        var good = tool.run(Json.object().put("a", 1).put("b", 4).build(), new LoneToolRun());
        var bad = tool.run(Json.object().put("a", 1).put("b", 0).build(), new LoneToolRun());

        assertThat(good.content()).isEqualTo("0.25");
        assertThat(bad.content()).isEqualTo("invalid_input: b must not be 0");
        assertThat(bad.isError()).isTrue();
        assertThat(tool.propose(Json.EMPTY).words()).contains("in a sandbox with `net:[]`");
        assertThat(tool.consent()).as("safe, and reaches nothing").isEqualTo(Tool.Consent.UNATTENDED);
    }

    @Test
    void inputThatDoesNotFitStartsNothing() throws Exception {
        var tool = installed("tool-lines", "count_lines");
        Files.delete(base.resolve("tool/lines/lines"));

        var result = new SchemaCheckedCall(
                        runtime,
                        ToolPlugins.at(SourceRoot.path().resolve("examples/tool-lines"), _ -> settings),
                        store(tool))
                .run(Json.EMPTY, ToToolPlugin.Context.NONE, CallTrace.NONE, new Cancellation());

        assertThat(result)
                .isEqualTo(new PluginCallOutcome.ToolError(
                        "invalid_input", "the input does not fit its schema: `text` is missing", Json.Null.NULL));
    }

    private static ToolPluginManifest.ToolEntry store(Tool tool) throws ToolManifestProblem {
        return ToolManifestReader.read(SourceRoot.path().resolve("examples/tool-lines"))
                .tool(tool.definition().name())
                .orElseThrow();
    }

    private Path made(String script, String capabilities) throws IOException {
        var folder = Files.createDirectories(base.resolve("made"));
        assertThat(Files.writeString(folder.resolve("run"), script).toFile().setExecutable(true, false))
                .isTrue();
        Files.writeString(folder.resolve(ToolPluginManifest.FILE), """
                {"plugin_id": "made", "plugin_version": "1", "protocol_version": "rterm.plugin.v1",
                 "capabilities": %s,
                 "process": {"command": "./run", "env": {"PATH": "/usr/bin:/bin"}},
                 "tools": [{"name": "do", "description": "Does.", "input_schema": {"type": "object"},
                   "output_schema": {"type": "string"}, "approval_tier": "safe", "mutating": true}]}
                """.formatted(capabilities));
        return folder;
    }

    private static String answering(String capabilities, String output) {
        return """
                #!/bin/bash
                read -r line
                echo '{"type":"handshake","manifest":{"plugin_id":"made","plugin_version":"1",\
                "protocol_version":"rterm.plugin.v1","exposed_tools":["do"],"capabilities":%s}}'
                read -r line
                id=${line#*\\"request_id\\":\\"}; id=${id%%%%\\"*}
                echo working >&2
                printf '{"type":"response","request_id":"%%s","status":"ok","output":%%s}\\n' "$id" "%s"
                """.formatted(capabilities, output);
    }

    private Tool tool(Path folder) throws Exception {
        store.install(ToolPlugins.at(folder, _ -> settings));
        return store.tools(runtime, ToToolPlugin.Context.NONE, Assertions::fail).getFirst();
    }

    @Test
    void outputThatDoesNotFitIsMalformed() throws Exception {
        var tool = tool(made(answering("[]", "7"), "[]"));

        var result = tool.run(Json.EMPTY, new LoneToolRun());

        assertThat(result.isError()).isTrue();
        assertThat(result.content())
                .startsWith("malformed_response: plugin made: its output does not fit")
                .endsWith("\nworking");
        assertThat(result.metadata().get("stderr")).contains(Json.texts(List.of("working")));
        assertThat(result.metadata().text("code")).contains("malformed_response");
        assertThat(result.metadata().text("plugin_id")).contains("made");
        assertThat(tool.consent()).isEqualTo(Tool.Consent.ASK);
    }

    @Test
    void aFailureReachesTheModelWithItsCodeAndTheTailOfStderr() throws Exception {
        var tool = tool(made("#!/bin/sh\necho 'out of paper' >&2\nexit 9\n", "[]"));

        var result = tool.run(Json.EMPTY, new LoneToolRun());

        assertThat(result.isError()).isTrue();
        assertThat(result.content()).startsWith("crashed: plugin made: ").endsWith("\nout of paper");
        assertThat(result.metadata().get("stderr")).contains(Json.texts(List.of("out of paper")));
    }

    @Test
    void whatWasChangedAfterItWasInstalledIsNotRun() throws Exception {
        var tool = installed("tool-lines", "count_lines");
        Files.writeString(base.resolve("tool/lines/more"), "");

        var result = tool.run(Json.object().put("text", "").build(), new LoneToolRun());

        assertThat(result.content()).contains("launch_failed", "was changed after it was installed");
        assertThatThrownBy(() -> store.installed("lines"))
                .isInstanceOfSatisfying(
                        PluginStoreProblem.class, e -> assertThat(e.hint()).contains("jp tool install"));
        assertThat(installed("tool-lines", "count_lines").fingerprint()).isEqualTo(tool.fingerprint());
    }

    /// Its tiers and what it may do stand there: nothing of it is believed, not even to be listed.
    @Test
    void aManifestThatWasChangedIsNotListed() throws Exception {
        installed("tool-lines", "count_lines");
        var manifest = base.resolve("tool/lines/rterm-plugin.json");
        Files.writeString(
                manifest, Files.readString(manifest).replace("\"tools\"", "\"capabilities\":[\"net:[]\"],\"tools\""));

        assertThat(store.list().plugins()).isEmpty();
        assertThat(store.list().problems())
                .singleElement()
                .asString()
                .contains("rterm-plugin.json: it was changed after the plugin was installed", "jp tool install");
    }

    /// What a query does before anything is called: a large plugin costs it nothing.
    @Test
    void listingReadsTheManifestAndNoOtherFile() throws Exception {
        var tool = installed("tool-lines", "count_lines");
        Files.delete(base.resolve("tool/lines/lines"));

        assertThat(store.list().plugins()).extracting(ToolPlugin::id).containsExactly("lines");
        assertThat(tool.run(Json.object().put("text", "").build(), new LoneToolRun())
                        .content())
                .contains("launch_failed", "was changed after it was installed");
    }

    @Test
    void aFolderThatWouldTakeLongToCheckIsRefused() throws Exception {
        var folder = made(answering("[]", "7"), "[]");
        try (var large = new RandomAccessFile(folder.resolve("model").toFile(), "rw")) {
            large.setLength(256L << 20);
        }

        assertThatThrownBy(() -> ToolPlugins.at(folder, _ -> settings))
                .isInstanceOf(ToolManifestProblem.class)
                .hasMessageContaining("256 MiB");
    }

    @Test
    void anotherContentIsAnotherFingerprint() throws Exception {
        var before = tool(made(answering("[]", "7"), "[]")).fingerprint();

        assertThat(tool(made(answering("[]", "8"), "[]")).fingerprint()).isNotEqualTo(before);
    }

    @Test
    void whatIsRemovedIsGone() throws Exception {
        installed("tool-lines", "count_lines");
        store.remove("lines");

        assertThat(store.list().plugins()).isEmpty();
        assertThat(base.resolve("tool")).isEmptyDirectory();
        assertThatThrownBy(() -> store.remove("lines")).hasMessage("there is no tool plugin lines");
        assertThatThrownBy(() -> store.remove("../tool")).hasMessageStartingWith("there is no tool plugin");
    }

    @Test
    void aSandboxedPluginSeesWhatItIsGrantedAndNothingElse() throws Exception {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        var open = Files.createDirectory(base.resolve("open"));
        var shut = Files.createDirectory(base.resolve("shut"));
        Files.writeString(open.resolve("file"), "seen");
        Files.writeString(shut.resolve("file"), "seen");
        var capabilities = "[\"read:fs:" + open + "\",\"words only\"]";
        var look = "\\\"$(cat " + open + "/file 2>&1) $(test -e " + shut + "/file && echo seen || echo hidden)\\\"";
        var tool = tool(made(answering(capabilities, look), capabilities));

        assertThat(tool.run(Json.EMPTY, new LoneToolRun()).content()).isEqualTo("seen hidden");
    }

    @Test
    void failuresInASandboxHaveTheSameCodes() throws Exception {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        var tool = tool(made("#!/bin/sh\necho 'out of ink' >&2\nexit 9\n", "[\"net:[]\"]"));

        var result = tool.run(Json.EMPTY, new LoneToolRun());

        assertThat(result.content())
                .startsWith("crashed: ")
                .contains("exit status 9")
                .endsWith("\nout of ink");
    }

    @Test
    void theExamplesPassEveryCaseOfTheCheck() throws Exception {
        var plugin = ToolPlugins.at(SourceRoot.path().resolve("examples/tool-lines"), _ -> settings);

        assertThat(ToolPluginCheck.of(runtime, plugin)).hasSizeGreaterThan(11).allMatch(ToolPluginCheck.Row::ok);
    }

    @Test
    void theCheckNamesWhatIsWrong() throws Exception {
        var plugin = ToolPlugins.at(made("#!/bin/sh\nread line; echo hello\n", "[]"), _ -> settings);

        assertThat(ToolPluginCheck.of(runtime, plugin))
                .filteredOn(row -> !row.ok())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.name()).isEqualTo("handshake");
                    assertThat(row.why()).startsWith("malformed_response");
                    assertThat(row.advice()).contains("stderr");
                });
    }

    private ToolPluginCheck.Row row(String script, String name) throws Exception {
        return row(made(script, "[]"), name);
    }

    private ToolPluginCheck.Row row(Path folder, String name) throws Exception {
        return ToolPluginCheck.of(runtime, ToolPlugins.at(folder, _ -> settings), Rogue.PATIENT).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// To its author it looks like a server that is broken.
    @Test
    void aNetworkThatItsSandboxDoesNotOpenIsTold() throws Exception {
        var alone = tool(made(refusing("[]", "connect ECONNREFUSED 127.0.0.1:11434"), "[]"));
        assertThat(alone.run(Json.EMPTY, new LoneToolRun()).content())
                .isEqualTo(
                        "connect ECONNREFUSED 127.0.0.1:11434\n(Its sandbox has no network. To allow more, add to the"
                                + " capabilities of its rterm-plugin.json, or to your own `grant` for it: net:<host>:<port>)");
        store.remove("made");

        var some = "[\"net:localhost:8080\"]";
        var narrow = tool(made(refusing(some, "getaddrinfo ENOTFOUND example.org"), some));
        assertThat(narrow.run(Json.EMPTY, new LoneToolRun()).content())
                .contains("its sandbox opens net:localhost:8080 alone");
        store.remove("made");

        var other = tool(made(refusing("[]", "no such word"), "[]"));
        assertThat(other.run(Json.EMPTY, new LoneToolRun()).content()).isEqualTo("no such word");
    }

    private static String refusing(String capabilities, String message) {
        return answering(capabilities, "7")
                .replace("\"status\":\"ok\",", "\"status\":\"error\",\"error\":{\"message\":\"" + message + "\"},");
    }

    @Test
    void theCheckShowsWhatWasWrittenToStderr() throws Exception {
        assertThat(row(answering("[]", "\\\"a\\\""), "stderr").why()).isEqualTo("it ends with: working");
    }

    @Test
    void theCheckWarnsOfAProcessThatWasLeftBehindAndEnded() throws Exception {
        assumeThat(NativePrograms.program("listen"))
                .as("listen is compiled: bin/lib/native target/native")
                .isPresent();
        var mark = UUID.randomUUID().toString();
        var leaving = answering("[]", "\\\"a\\\"") + "(/bin/bash -c 'exec -a \"$0\" sleep 1000' " + mark
                + " >&- 2>&- <&- &)\n";

        var warned = row(leaving, "leaves nothing running");

        assertThat(warned.verdict()).isEqualTo(ToolPluginCheck.Verdict.WARNING);
        assertThat(warned.why()).contains("(sleep)");
        assertThat(Rogue.alive(mark)).isEmpty();
        assertThat(row(answering("[]", "\\\"a\\\""), "leaves nothing running").verdict())
                .isEqualTo(ToolPluginCheck.Verdict.OK);
    }

    /// Of what comes behind a step that fails, nothing is known.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "exit 0 | handshake",
                "sleep 1000 | handshake",
                "read a; echo x | handshake",
                "read a; echo '{\"type\":\"handshake\",\"manifest\":{\"plugin_id\":\"made\",\"plugin_version\":\"1\",\"protocol_version\":\"2\",\"exposed_tools\":[\"do\"]}}' | protocol version",
                "read a; echo '{\"type\":\"handshake\",\"manifest\":{\"plugin_id\":\"made\",\"plugin_version\":\"1\",\"protocol_version\":\"rterm.plugin.v1\",\"exposed_tools\":[\"do\"]}}' | response",
            })
    void theCheckCallsNothingOkThatItDidNotReach(String script, String stuck) throws Exception {
        var rows =
                ToolPluginCheck.of(runtime, ToolPlugins.at(made("#!/bin/bash\n" + script + "\n", "[]"), _ -> settings));

        var failed = rows.stream()
                .filter(row -> row.name().equals(stuck))
                .findFirst()
                .orElseThrow();
        int at = rows.indexOf(failed);
        assertThat(failed.verdict()).isEqualTo(ToolPluginCheck.Verdict.FAILED);
        assertThat(rows.subList(0, at)).allMatch(row -> row.verdict() == ToolPluginCheck.Verdict.OK);
        assertThat(rows.subList(at + 1, rows.size()))
                .hasSizeGreaterThan(1)
                .allMatch(row -> row.verdict() == ToolPluginCheck.Verdict.NOT_REACHED)
                .noneMatch(row -> row.why().isEmpty());
    }

    /// A tool's own error shows that it answers, not that it can do its work.
    @Test
    void theCheckDoesNotCallAToolOkThatOnlyRefused() throws Exception {
        var refusing = answering("[]", "7")
                .replace("\"status\":\"ok\",", "\"status\":\"error\",\"error\":{\"message\":\"no\"},");

        assertThat(row(refusing, "tool do").verdict()).isEqualTo(ToolPluginCheck.Verdict.NOT_REACHED);
        var untidy = row(refusing + "exit 4\n", "leaves by itself, with status 0");
        assertThat(untidy.verdict()).isEqualTo(ToolPluginCheck.Verdict.WARNING);
        assertThat(untidy.why()).contains("exit status 4");
    }

    /// Neither is a mistake of the plugin: that no input could be made up, and an error of its own that sounds like it.
    @Test
    void theCheckDoesNotCallAToolBadThatItCouldNotAsk() throws Exception {
        var strict = made(answering("[]", "7"), "[]");
        var manifest = strict.resolve(ToolPluginManifest.FILE);
        Files.writeString(
                manifest, Files.readString(manifest).replace("\"input_schema\": {\"type\": \"object\"}", """
                                "input_schema": {"type": "object", "required": ["a"],
                                 "properties": {"a": {"type": "string", "pattern": "^(x+y)+$"}}}"""));
        assertThat(row(strict, "tool do"))
                .returns(ToolPluginCheck.Verdict.NOT_REACHED, ToolPluginCheck.Row::verdict)
                .matches(row -> row.why().startsWith("an input could not be guessed from its schema: "))
                .matches(row -> row.advice().contains("\"examples\""));

        var refusing = answering("[]", "7")
                .replace(
                        "\"status\":\"ok\",",
                        "\"status\":\"error\",\"error\":{\"code\":\"invalid_input\",\"message\":\"the input is too short\"},");
        assertThat(row(refusing, "tool do"))
                .returns(ToolPluginCheck.Verdict.NOT_REACHED, ToolPluginCheck.Row::verdict)
                .matches(row -> row.why().startsWith("an output, since it says of "));
    }

    @Test
    void aFolderWithoutAManifestGetsOneToBeginWithThatIsRight() throws Exception {
        var folder = made(answering("[]", "7"), "[]");
        assertThat(DraftManifest.of(folder)).isEmpty();
        Files.delete(folder.resolve(ToolPluginManifest.FILE));

        Files.writeString(
                folder.resolve(ToolPluginManifest.FILE),
                DraftManifest.of(folder).orElseThrow());

        var manifest = ToolManifestReader.read(folder);
        assertThat(manifest.id()).isEqualTo("made");
        assertThat(manifest.process().command()).isEqualTo("./run");
    }
}
