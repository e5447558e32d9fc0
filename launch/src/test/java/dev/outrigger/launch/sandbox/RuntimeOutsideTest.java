package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runtimes that somebody installed in a home or under /opt, as `<prefix>/bin/x` with `<prefix>/lib`.
class RuntimeOutsideTest {
    @TempDir
    Path folder;

    private SandboxFixture place;
    private Path prefix;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
        Files.createDirectories(place.at("home/data/probe"));
        prefix = Files.createDirectories(place.at("versions/1.0"));
        Files.createDirectories(prefix.resolve("bin"));
        Files.createDirectories(prefix.resolve("lib/node_modules"));
        Files.writeString(prefix.resolve("token"), "REACHED\n");
    }

    private Path binary(String name) throws Exception {
        return new ElfBytes().needs("libc.so.6").write(prefix.resolve("bin").resolve(name));
    }

    private SandboxPlan plan(List<String> capabilities, String searchPath, String... command)
            throws ConfinementRefused {
        var like = place.confinement(capabilities, List.of(command), SandboxLimits.DEFAULT);
        return SandboxPlan.of(new Confinement(
                like.name(),
                like.capabilities(),
                like.folder(),
                like.seenAt(),
                like.start(),
                like.data(),
                like.command(),
                Map.of(),
                like.limits(),
                like.keptOut(),
                like.unwritable(),
                searchPath,
                like.project()));
    }

    private List<Path> sources(SandboxPlan plan) {
        return plan.mounts().stream()
                .flatMap(mount ->
                        mount instanceof Mount.ReadOnly(var source, var _, var _) ? Stream.of(source) : Stream.empty())
                .filter(source -> source.startsWith(place.base()) && !source.startsWith(place.at("plugin")))
                .toList();
    }

    @Test
    void isOneFileWhereThatIsEnough() throws Exception {
        for (var name : List.of("node", "some-bun", "some-deno", "some-tool")) {
            var file = binary(name);
            assertThat(sources(plan(List.of(), "", file.toString()))).containsExactly(file);
        }
        // By its name, from where the operator has it, and through a link, as npm makes them.
        var file = binary("some-bun");
        var bin = Files.createDirectories(place.at("npm/bin"));
        Files.createSymbolicLink(bin.resolve("some-bun"), file);
        var plan = plan(List.of(), bin.toString(), "/usr/bin/env", "some-bun", "run");
        assertThat(sources(plan)).containsExactly(file);
        assertThat(plan.programs().placed())
                .extracting(SandboxPrograms.Placed::name)
                .containsExactly("some-bun");
    }

    @Test
    void namesTheCapabilityThatBringsItsFolder() throws Exception {
        var file = binary("some-python3.12");
        Files.createDirectories(prefix.resolve("lib/some-python3.12"));
        var line = "exec:" + file + ":" + prefix;
        assertThatThrownBy(() -> plan(List.of(), "", file.toString()))
                .hasMessageContaining("does not run without " + prefix.resolve("lib/some-python3.12"))
                .hasMessageEndingWith("declare " + line);
        assertThatThrownBy(() -> plan(List.of(), prefix + "/bin", "/usr/bin/env", "some-python3.12"))
                .hasMessageEndingWith("declare " + line);
        var plan = plan(List.of(line), prefix + "/bin", "/usr/bin/env", "some-python3.12");
        assertThat(sources(plan)).containsExactly(prefix);
        assertThat(plan.programs().placed())
                .extracting(SandboxPrograms.Placed::file)
                .containsExactly(file);
    }

    @Test
    void namesItAlsoForALibraryBesideIt() throws Exception {
        var file =
                new ElfBytes().needs("libsome.so").runPath("$ORIGIN/../lib").write(prefix.resolve("bin/some-runtime"));
        var _ = new ElfBytes().needs("libc.so.6").write(prefix.resolve("lib/libsome.so"));
        var line = "exec:" + file + ":" + prefix;
        assertThatThrownBy(() -> plan(List.of(), "", file.toString())).hasMessageEndingWith("declare " + line);
        assertThat(sources(plan(List.of(line), "", file.toString()))).containsExactly(prefix);
    }

    @Test
    void isTheSystemsWhereTheSystemHasOne() throws Exception {
        var _ = binary("python3");
        var shims = Files.createDirectories(place.at("shims"));
        SandboxFixture.mode(Files.writeString(shims.resolve("python3"), "#!/bin/sh\n"), "rwxr-xr-x");
        var path = shims + ":" + prefix + "/bin";
        SandboxFixture.mode(Files.writeString(place.at("plugin/run"), "#!/usr/bin/env python3\n"), "rwxr-xr-x");
        for (var command : List.of(List.of("/usr/bin/env", "python3"), List.of("./run"), List.of("python3"))) {
            assertThat(plan(List.of(), path, command.toArray(String[]::new))
                            .programs()
                            .placed())
                    .extracting(SandboxPrograms.Placed::file)
                    .containsExactly(Path.of("/usr/bin/python3").toRealPath());
        }
    }

    @Test
    void isABinaryRatherThanAScriptAndOutsideOfAHomeRatherThanInOne() throws Exception {
        var script = Files.createDirectories(place.at("shims"));
        SandboxFixture.mode(Files.writeString(script.resolve("x"), "#!/bin/sh\n"), "rwxr-xr-x");
        var home = Files.createDirectories(place.at("homes/me"));
        var mine = new ElfBytes().write(home.resolve("x"));
        var other = binary("x");
        var system = Files.createDirectories(place.at("local"));
        Files.createSymbolicLink(system.resolve("x"), mine);
        var all = List.of(script, home, prefix.resolve("bin"));
        var homes = List.of(place.at("homes"));
        assertThat(new ProgramSearch(List.of(system), all, homes).find("x"))
                .hasValueSatisfying(found -> assertThat(found.real()).isEqualTo(other));
        assertThat(new ProgramSearch(List.of(), List.of(script, home), homes).find("x"))
                .hasValueSatisfying(found -> assertThat(found.real()).isEqualTo(mine));
        assertThat(new ProgramSearch(List.of(), List.of(script), homes).find("x"))
                .hasValueSatisfying(found -> assertThat(found.rank()).isEqualTo(ProgramSearch.Rank.SCRIPT));
        assertThat(new ProgramSearch(List.of(), List.of(), homes).find("x")).isEmpty();
        assertThatThrownBy(() -> plan(List.of(), script.toString(), "/usr/bin/env", "x"))
                .hasMessageContaining("a script outside of the system's folders");
    }

    @Test
    void bringsTheTreeOfASystemsJava() throws Exception {
        var java = Path.of(System.getProperty("java.home")).toRealPath();
        assertThat(SystemFolders.hold(java)).as(java.toString()).isTrue();
        assertThat(plan(List.of(), "", java.resolve("bin/java").toString()).mounts())
                .anyMatch(mount -> mount.at().equals(java));
    }

    @Test
    void isExplainedMountByMount() throws Exception {
        var plan = plan(List.of("exec:python3:@B/open"), "", binary("node").toString());
        var told = plan.explain().stream().map(SandboxPlan.Rule::rule).toList();
        assertThat(told).contains("read  " + prefix.resolve("bin/node"));
        for (var mount : plan.mounts()) {
            assertThat(told).contains(mount.words());
        }
    }
}
