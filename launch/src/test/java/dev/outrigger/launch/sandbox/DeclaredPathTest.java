package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What another plugin, or another user, puts in the place of what was declared.
class DeclaredPathTest {
    @TempDir
    private Path folder;

    private SandboxFixture place = new SandboxFixture(Path.of("/"));

    @BeforeEach
    void place() throws IOException {
        place = SandboxFixture.in(folder);
        Files.createDirectories(place.at("home/data/probe"));
        Files.createDirectories(place.at("shared/data"));
        Files.writeString(place.at("shared/data/file"), "declared\n");
        Files.createDirectories(place.at("private/data"));
        Files.writeString(place.at("private/data/file"), "REACHED\n");
        // Else, for root, nobody but root could have put a link there.
        SandboxFixture.mode(place.at("shared"), "rwxrwxrwx");
        SandboxFixture.mode(place.base(), "rwxrwxrwx");
    }

    private SandboxPlan plan(String capability) throws ConfinementRefused {
        return SandboxPlan.of(place.confinement(List.of(capability), List.of("true"), SandboxLimits.DEFAULT));
    }

    /// As another plugin does that may write `shared`.
    private void replaceByALink() throws IOException {
        Files.move(place.at("shared/data"), place.at("shared/aside"));
        Files.createSymbolicLink(place.at("shared/data"), place.at("private/data"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"read:fs:@B/shared/data", "write:fs:@B/shared/data", "exec:sh:@B/shared/data"})
    void aLinkInThePlaceOfADeclaredFolderIsNotFollowed(String capability) throws Exception {
        plan(capability);
        replaceByALink();
        var target = place.at("private/data");
        assertThatThrownBy(() -> plan(capability))
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining(place.at("shared/data") + " is a link to " + target)
                .hasMessageContaining("declare "
                        + place.capability(capability)
                                .text()
                                .replace(place.at("shared/data").toString(), target.toString())
                        + " instead");
        assertThatThrownBy(() -> place.run(List.of(capability), List.of("cat", "@B"), SandboxLimits.DEFAULT))
                .hasMessageContaining("is a link");
    }

    @Test
    void norIsOneOnTheWayThere() throws Exception {
        Files.createSymbolicLink(place.at("way"), place.at("private"));
        assertThatThrownBy(() -> plan("read:fs:@B/way/data"))
                .hasMessageContaining(place.at("way") + " is a link")
                .hasMessageContaining("read:fs:" + place.at("private/data"));
        Files.delete(place.at("way"));
        Files.createSymbolicLink(place.at("way"), Path.of("nowhere"));
        assertThatThrownBy(() -> plan("read:fs:@B/way")).hasMessageContaining("declare where it leads to");
    }

    @Test
    void aProgramBehindALinkIsShownOnlyIfItMayBeRunAnyway() throws Exception {
        var program = Files.copy(Path.of("/usr/bin/true").toRealPath(), place.at("private/program"));
        Files.createSymbolicLink(place.at("shared/link"), program);
        assertThatThrownBy(() -> plan("exec:@B/shared/link:@B/open"))
                .hasMessageContaining("is a link to " + program)
                .hasMessageContaining("name " + program + " instead");
        assertThatThrownBy(() ->
                        place.run(List.of(), List.of(place.at("shared/link").toString()), SandboxLimits.DEFAULT))
                .hasMessageContaining("name " + program + " instead");
        plan("exec:@B/shared/link:@B/private");
        plan("exec:@B/private/program:@B/open");
        Files.delete(place.at("shared/link"));
        Files.createSymbolicLink(place.at("shared/link"), Path.of("/usr/bin/python3"));
        plan("exec:@B/shared/link:@B/open");
    }

    @Test
    void linksOfTheSystemAreFollowed() throws Exception {
        for (var link : List.of("/bin", "/lib", "/proc/../lib", "/etc/alternatives/awk", "/usr/bin/awk")) {
            var path = Path.of(link).normalize();
            if (Files.exists(path)) {
                assertThat(DeclaredPath.real(path)).isEqualTo(path.toRealPath());
            }
        }
        try (var usr = DeclaredPath.hold(Path.of("/usr/share"));
                var ours = DeclaredPath.hold(place.at("shared/data"))) {
            assertThat(usr.fixed()).as("/usr is root's alone").isTrue();
            assertThat(ours.fixed()).isFalse();
        }
    }

    /// In /tmp everybody puts things, and each takes away his own.
    @Test
    void whatIsAnothersInAStickyFolderIsNotFixed() throws Exception {
        var entry = Files.createTempDirectory(Path.of("/tmp"), "outrigger");
        try {
            if (HostIdentity.here() instanceof HostIdentity.Other(int uid, var _)) {
                Files.setAttribute(entry, "unix:uid", uid);
            }
            try (var held = DeclaredPath.hold(entry);
                    var folder = DeclaredPath.hold(Path.of("/tmp"))) {
                assertThat(held.fixed()).isFalse();
                assertThat(folder.fixed()).isTrue();
            }
        } finally {
            Files.delete(entry);
        }
    }

    /// First a link to a program that may be run anyway, which nobody holds; then a file, which nobody held.
    @Test
    void aProgramThatCameAfterTheLookIsNotMounted() throws Exception {
        var program = place.at("shared/program");
        Files.createSymbolicLink(program, Path.of("/usr/bin/true"));
        var confinement =
                place.confinement(List.of("exec:@B/shared/program:@B/open"), List.of("true"), SandboxLimits.DEFAULT);
        try (var held = HeldDeclaredPaths.of(confinement)) {
            held.covering(SandboxPlan.of(confinement));
            Files.delete(program);
            Files.copy(Path.of("/usr/bin/true").toRealPath(), program);
            var plan = SandboxPlan.of(confinement);
            assertThatThrownBy(() -> held.covering(plan)).hasMessageContaining(program + " is being changed");
        }
        try (var held = HeldDeclaredPaths.of(confinement)) {
            held.covering(SandboxPlan.of(confinement));
        }
    }

    /// The plan is made, and then, before anything is mounted, the folder is another.
    @Test
    void whatIsMountedIsWhatWasLookedAt() throws Exception {
        var confinement =
                place.confinement(List.of("read:fs:@B/shared/data"), List.of("cat", at("file")), SandboxLimits.DEFAULT);
        assertThat(run(confinement, () -> SandboxPlan.of(confinement))).isEqualTo("declared\n");
        var said = run(confinement, () -> {
            var plan = SandboxPlan.of(confinement);
            try {
                replaceByALink();
            } catch (IOException e) {
                throw new ConfinementRefused(e.toString());
            }
            return plan;
        });
        assertThat(said).isEqualTo("declared\n");
    }

    private String at(String name) {
        return place.at("shared/data").resolve(name).toString();
    }

    private String run(Confinement confinement, Sandbox.Plan plan) throws ConfinementRefused, IOException {
        HostIdentity.here().own(confinement.data());
        var beginning = SandboxPlanner.beginning(confinement, CallFilter.processor());
        try (var held = HeldDeclaredPaths.of(confinement);
                var child = new Sandbox(place.at("state"))
                        .start(
                                beginning,
                                held,
                                plan,
                                "probe",
                                HostIdentity.here(),
                                SandboxFixture.DEAF,
                                SandboxOversight.none(),
                                SpawnStep.NOTHING)) {
            child.stdin().close();
            var said = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
            child.end(SandboxFixture.LONG);
            return said;
        }
    }
}
