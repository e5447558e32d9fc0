package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginUsersTest {
    @TempDir
    Path root;

    private static void onlyRootCanGive() throws ConfinementRefused {
        assumeTrue(HostIdentity.here() instanceof HostIdentity.Other, "only root can give a folder away");
    }

    @Test
    void givesEachPluginAUserOfItsOwnAndTheSameOneAgain() throws Exception {
        onlyRootCanGive();
        var users = PluginUsers.here();
        var one = HostIdentity.forPlugin(root, "one");
        var two = HostIdentity.forPlugin(root, "two");
        assertThat(one).isEqualTo(new HostIdentity.Other(users.first(), users.first()));
        assertThat(two).isEqualTo(new HostIdentity.Other(users.first() + 1, users.first() + 1));
        assertThat(HostIdentity.forPlugin(root, "one")).isEqualTo(one);
        assertThat(Files.getAttribute(root.resolve("two"), "unix:uid")).isEqualTo(users.first() + 1);
        assertThat(Files.getPosixFilePermissions(root.resolve("two"))).hasSize(3);
    }

    @Test
    void doesNotTrustAnOwnerThatIsNotSetAsideOrIsAnothersToo() throws Exception {
        onlyRootCanGive();
        int first = PluginUsers.here().first();
        Files.createDirectory(root.resolve("old"));
        assertThat(HostIdentity.forPlugin(root, "old")).isEqualTo(new HostIdentity.Other(first, first));
        Files.setAttribute(Files.createDirectory(root.resolve("twin")), "unix:uid", first);
        assertThat(HostIdentity.forPlugin(root, "twin")).isEqualTo(new HostIdentity.Other(first + 1, first + 1));
    }

    @Test
    void refusesANameThatLeavesTheFolder() {
        for (var name : List.of("../x", "a/b", ".", "")) {
            assertThatThrownBy(() -> PluginUsers.USUAL.of(root, name)).isInstanceOf(ConfinementRefused.class);
        }
    }

    @Test
    void takesTheShortRangeWhereTheUsualOneIsNotMapped() {
        assertThat(PluginUsers.USUAL.within(List.of("         0          0 4294967295")))
                .isTrue();
        assertThat(PluginUsers.USUAL.within(List.of("0 100000 65536"))).isFalse();
        assertThat(PluginUsers.SHORT.within(List.of("0 100000 65536"))).isTrue();
    }

    @Test
    void runsAPluginAsItsOwnUser(@TempDir Path folder) throws Exception {
        onlyRootCanGive();
        SandboxFixture.mode(folder, "rwxr-xr-x");
        var place = SandboxFixture.in(folder);
        SandboxFixture.mode(place.at("home"), "rwxr-xr-x");
        var as = HostIdentity.forPlugin(place.at("home/data"), "probe");
        var confinement = place.confinement(List.of(), List.of("touch", "/home/plugin/mine"), SandboxLimits.DEFAULT);
        try (var child = new Sandbox(place.at("state")).start(confinement, as, SandboxFixture.DEAF)) {
            assertThat(child.end(SandboxFixture.LONG).words()).isEqualTo("exit status 0");
        }
        assertThat(Files.getAttribute(place.at("home/data/probe/mine"), "unix:uid"))
                .isEqualTo(PluginUsers.here().first());
    }
}
