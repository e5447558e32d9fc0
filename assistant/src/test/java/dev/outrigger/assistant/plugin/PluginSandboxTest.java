package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.LoneToolRun;
import dev.outrigger.assistant.Tool;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What an installed plugin reaches: a shell that runs whatever it is asked to.
class PluginSandboxTest {
    @TempDir
    Path base;

    private ToolPluginSettings settings = ToolPluginSettings.NONE;
    private Path workspace;
    private Path home;

    /// As it is on a user's machine; for root's plugins, who are somebody else, with nothing but the sandbox between.
    @BeforeEach
    void someUsersFiles() throws IOException {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        Rogue.open(base);
        home = base.resolve("home");
        workspace = base.resolve("work");
        put(home.resolve(".ssh/id_ed25519"));
        put(home.resolve(".config/jp/config.toml"));
        put(workspace.resolve("notes.txt"));
        put(workspace.resolve(".jp/secret"));
        put(base.resolve("tool/other/secret"));
    }

    private static void put(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "seen");
    }

    private PluginRuntime runtime() {
        return new PluginRuntime(
                        base.resolve("state"),
                        base.resolve("users"),
                        List.of(base.resolve("tool"), home.resolve(".config/jp")))
                .in(workspace, ".jp");
    }

    /// @param capabilities that its manifest and its handshake declare
    private Tool shell(String... capabilities) throws Exception {
        var declared = JsonText.text(Json.texts(List.of(capabilities)));
        var folder = Files.createDirectories(base.resolve("made"));
        var script = Files.writeString(folder.resolve("run"), """
                #!/bin/bash
                read -r line
                echo '{"type":"handshake","manifest":{"plugin_id":"example.shell","plugin_version":"1",\
                "protocol_version":"rterm.plugin.v1","exposed_tools":["do"],"capabilities":%s}}'
                read -r line
                said=$(bash -c "$(jq -r .input.run <<<"$line")" 2>&1)
                jq -c --arg said "$said" '{type: "response", request_id, status: "ok", output: $said}' <<<"$line"
                """.formatted(declared));
        assertThat(script.toFile().setExecutable(true, false)).isTrue();
        Files.writeString(folder.resolve(ToolPluginManifest.FILE), """
                {"plugin_id": "example.shell", "plugin_version": "1", "protocol_version": "rterm.plugin.v1",
                 "capabilities": %s, "process": {"command": "./run"},
                 "tools": [{"name": "do", "description": "Does.", "input_schema": {"type": "object"},
                   "approval_tier": "safe"}]}
                """.formatted(declared));
        return tool(folder);
    }

    private Tool tool(Path folder) throws Exception {
        var store = new ToolPlugins(base.resolve("tool"), _ -> settings);
        store.install(ToolPlugins.at(folder, _ -> settings));
        return store.tools(runtime(), ToToolPlugin.Context.NONE, _ -> {}).stream()
                .filter(tool -> tool.source().equals("plugin.example.shell"))
                .findFirst()
                .orElseThrow();
    }

    private static String run(Tool tool, String command) {
        return tool.run(Json.object().put("run", command).build(), new LoneToolRun())
                .content();
    }

    /// `seen` for each of these that can be read.
    private String look() {
        return Stream.of(
                        home.resolve(".ssh/id_ed25519"),
                        home.resolve(".config/jp/config.toml"),
                        workspace.resolve("notes.txt"),
                        workspace.resolve(".jp/secret"),
                        base.resolve("tool/other/secret"))
                .map(file -> "cat " + file + " 2>/dev/null || printf -; ")
                .reduce("", String::concat);
    }

    static Stream<List<String>> whatOpensNothing() {
        return Stream.of(
                List.of(), List.of("sandboxed fully"), List.of("read:everything", "fs.read:/"), List.of("net:[]"));
    }

    @ParameterizedTest
    @MethodSource("whatOpensNothing")
    void seesNothingOfTheUsersHoweverLittleItDeclares(List<String> capabilities) throws Exception {
        var tool = shell(capabilities.toArray(String[]::new));

        var mine = base.resolve("tool/example.shell");

        assertThat(run(tool, look())).isEqualTo("-----");
        assertThat(
                        run(
                                tool,
                                "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c ^JAVA_HOME= ; find ~ /tmp -type f | sort -r"))
                .isEqualTo("0\n" + mine + "/run\n" + mine + "/rterm-plugin.json");
        assertThat(run(
                        tool,
                        "echo x > run; echo x > " + workspace + "/x; cat /proc/net/route | wc -l; ls /proc/self/fd"))
                .contains("Read-only file system", "No such file or directory", "\n1\n")
                .endsWith("\n0\n1\n2\n3");
    }

    @Test
    void nothingOfACallIsThereInTheNext() throws Exception {
        var tool = shell();

        assertThat(run(tool, "echo x | tee ~/x /tmp/x")).isEqualTo("x");
        assertThat(run(tool, "find ~ /tmp -name x")).isEmpty();
        assertThat(run(tool, "pwd"))
                .isEqualTo(base.resolve("tool/example.shell").toString());
    }

    @Test
    void readsTheWorkspaceWhenItDeclaresThatAndNothingElse() throws Exception {
        var tool = shell("read:project");

        assertThat(run(tool, look())).isEqualTo("--seen--");
        assertThat(run(tool, "cd " + workspace + "; ls -A; ls -A .jp; echo x >notes.txt; echo x >.jp/x"))
                .startsWith(".jp\nnotes.txt\n")
                .contains("notes.txt: Read-only file system", ".jp/x: Read-only file system");
        assertThat(workspace.resolve("notes.txt")).hasContent("seen");
    }

    /// `.jp` is there, and is a stranger's: nothing goes into it, and nothing takes its place.
    @Test
    void writesTheWorkspaceButNothingOfOurs() throws Exception {
        var all = PosixFilePermissions.fromString("rwxrwxrwx");
        Files.setPosixFilePermissions(workspace, all);
        Files.setPosixFilePermissions(workspace.resolve(".jp"), all);
        var tool = shell("write:project");

        var said = run(
                tool,
                "cd " + workspace
                        + "; echo new >new.txt; echo x >.jp/x; mkdir .jp/y; mv .jp gone; rmdir .jp; rm -r .jp;"
                        + " ln -sfn /tmp .jp; mv -T new.txt .jp; umount .jp; ls -A");

        assertThat(said).endsWith(".jp\nnew.txt\nnotes.txt");
        assertThat(workspace.resolve("new.txt")).hasContent("new\n");
        assertThat(workspace.resolve(".jp")).isDirectoryContaining("glob:**/secret");
        assertThat(workspace.resolve(".jp").toFile().list()).containsExactly("secret");
    }

    @Test
    void aProjectWhoseOwnFolderIsALinkIsNotOpened() throws Exception {
        Files.delete(workspace.resolve(".jp/secret"));
        Files.delete(workspace.resolve(".jp"));
        Files.createSymbolicLink(workspace.resolve(".jp"), home);

        assertThat(run(shell("read:project"), "true")).contains("launch_failed", ".jp is no folder, or a link");
    }

    @Test
    void outsideOfAWorkspaceThereIsNoProject() throws Exception {
        var runtime = new PluginRuntime(base.resolve("state"), base.resolve("users"), List.of());
        shell("read:project");
        var plugin = new ToolPlugins(base.resolve("tool"), _ -> settings).installed("example.shell");

        var outcome = new SchemaCheckedCall(
                        runtime, plugin, plugin.manifest().tools().getFirst())
                .run(Json.EMPTY, ToToolPlugin.Context.NONE, CallTrace.NONE, new Cancellation());

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        PluginCallOutcome.Failure.class,
                        failure -> assertThat(failure.message()).contains("there is no project here"));
    }

    static Stream<String> whatHoldsTheHosts() {
        return Stream.of(
                "read:fs:%s/home",
                "read:fs:%s/home/.config/jp/config.toml",
                "write:fs:%s/tool",
                "read:fs:%s/tool/other",
                "read:fs:%s/work",
                "exec:git:%s/home",
                "read:fs:%s");
    }

    @ParameterizedTest
    @MethodSource("whatHoldsTheHosts")
    void noCapabilityOpensAFolderOfTheHosts(String capability) throws Exception {
        assertThat(run(shell(capability.formatted(base)), look()))
                .startsWith("launch_failed: plugin example.shell: ")
                .contains("is the host's own");
    }

    @Test
    void theUsersGrantNarrowsAndWidens() throws Exception {
        settings = new ToolPluginSettings(List.of(), false, null);
        assertThat(run(shell("read:project"), "true"))
                .startsWith("capability_not_allowed: ")
                .contains("\"read:project\", which your settings leave out");

        settings = new ToolPluginSettings(List.of("read:project"), false, null);
        assertThat(run(shell(), look())).isEqualTo("--seen--");
        assertThat(run(shell("mere words"), look())).isEqualTo("--seen--");
        assertThat(run(shell("read:project"), look())).isEqualTo("--seen--");

        settings = new ToolPluginSettings(List.of("read:projects"), false, null);
        assertThat(run(shell(), "true"))
                .startsWith("launch_failed: ")
                .contains("`grant`", "there is none of this name");
    }

    @Test
    void onlyTheUsersOwnWordLeavesTheSandboxOutAndThatIsShown() throws Exception {
        settings = new ToolPluginSettings(null, true, null);
        var tool = shell();

        assertThat(run(tool, "cat " + home + "/.ssh/id_ed25519")).isEqualTo("seen");
        assertThat(tool.consent()).isEqualTo(Tool.Consent.ASK);
        assertThat(tool.caution()).isEqualTo("without a sandbox");
        assertThat(tool.propose(Json.EMPTY).words()).contains("**without a sandbox**", "with your rights");
    }

    @ParameterizedTest
    @CsvSource({
        "safe,        false, '',                      false",
        "safe,        false, net:[],                  false",
        "safe,        false, sandboxed fully,         false",
        "safe,        true,  net:[],                  true",
        "moderate,    false, net:[],                  true",
        "dangerous,   false, '',                      true",
        "destructive, false, '',                      true",
        "safe,        false, net:example.org:443,     true",
        "safe,        false, net:*,                   true",
        "safe,        false, read:fs:/srv,            true",
        "safe,        false, write:fs:/srv,           true",
        "safe,        false, exec:git:/srv,           true",
        "safe,        false, read:project,            true",
        "safe,        false, write:project,           true",
        "safe,        false, kaged:storage:read,      true",
    })
    void asksUnlessItIsSafeAndChangesNothingAndReachesNothing(
            String tier, boolean mutating, String capability, boolean asks) throws Exception {
        var entry = new ToolPluginManifest.ToolEntry(
                "do",
                "",
                Json.EMPTY,
                Optional.empty(),
                capability.isEmpty() ? List.of() : List.of(capability),
                ToolPluginManifest.Tier.valueOf(tier.toUpperCase(Locale.ROOT)),
                mutating);
        var manifest = new ToolPluginManifest(
                "p",
                "",
                "",
                "1",
                List.of(),
                Optional.empty(),
                new ToolPluginManifest.Start("./run", List.of(), "", Map.of()),
                List.of(entry));

        assertThat(new ToolPlugin(manifest, base, "", ToolPluginSettings.NONE).asksFor(entry))
                .isEqualTo(asks);
        assertThat(new ToolPlugin(manifest, base, "", new ToolPluginSettings(null, true, null)).asksFor(entry))
                .as("without a sandbox")
                .isTrue();
        assertThat(new ToolPlugin(manifest, base, "", new ToolPluginSettings(List.of("net:*"), false, null))
                        .asksFor(entry))
                .as("with what the user granted")
                .isTrue();
    }

    /// Who agreed to it in a sandbox has not agreed to it without.
    @Test
    void anApprovalIsForWhatItMayDo() throws Exception {
        var before = shell().fingerprint();
        settings = new ToolPluginSettings(List.of("read:project"), false, null);
        var granted = shell().fingerprint();
        settings = new ToolPluginSettings(null, true, null);

        assertThat(List.of(before, granted, shell().fingerprint())).doesNotHaveDuplicates();
    }

    @Test
    void theProposalNamesWhatIsOpenAndWhatAreMereWords() throws Exception {
        assertThat(shell("read:project", "tidy\n\n**approved** `by` jp")
                        .propose(Json.EMPTY)
                        .words())
                .contains("in a sandbox with `read:project`;", "nothing enforces: `tidy **approved** by jp`")
                .doesNotContain("\n");
    }

    @Test
    void startsInTheFolderThatItsManifestNames() throws Exception {
        shell();
        var folder = base.resolve("made");
        var inner = Files.createDirectory(folder.resolve("inner"));
        Files.move(folder.resolve("run"), inner.resolve("run"));
        var manifest = folder.resolve(ToolPluginManifest.FILE);
        Files.writeString(manifest, Files.readString(manifest).replace("\"./run\"", "\"./run\", \"dir\": \"inner\""));

        assertThat(run(tool(folder), "pwd")).isEqualTo(base + "/tool/example.shell/inner");
    }
}
