package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Plans made by hand: a sound one, with one thing in it that nobody named.
class PlanCheckTest {
    private static final PlanReason CLAIMED = new PlanReason.Always("so it is said");

    @TempDir
    Path folder;

    private SandboxFixture place;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
        Files.createDirectories(place.at("home/data/probe"));
        Files.createDirectories(place.at("home/data/other"));
        Files.createDirectories(place.at("open/a"));
        Files.createDirectories(place.at("writable/a"));
    }

    private static final List<String> CAPABILITIES = List.of("read:fs:@B/open", "write:fs:@B/writable");

    private Confinement confinement() throws ConfinementRefused {
        return place.confinement(CAPABILITIES, List.of("./run"), SandboxLimits.DEFAULT);
    }

    private void check(Mount... more) throws ConfinementRefused {
        var plan = SandboxPlanner.plan(confinement(), CallFilter.processor());
        PlanCheck.check(with(plan, more), confinement(), CallFilter.processor());
    }

    private void check(SandboxPlan plan, List<Mount> mounts, SandboxPrograms programs) throws ConfinementRefused {
        PlanCheck.check(changed(plan, mounts, programs), confinement(), CallFilter.processor());
    }

    private static SandboxPlan with(SandboxPlan plan, Mount... more) {
        var mounts = new ArrayList<>(plan.mounts());
        mounts.addAll(List.of(more));
        return changed(plan, mounts, plan.programs());
    }

    private static SandboxPlan changed(SandboxPlan plan, List<Mount> mounts, SandboxPrograms programs) {
        return new SandboxPlan(
                mounts,
                plan.environment(),
                plan.hostname(),
                plan.network(),
                plan.rules(),
                programs,
                plan.limits(),
                plan.directory(),
                plan.command(),
                plan.calls());
    }

    private void refuses(Mount mount, String why) {
        assertThatThrownBy(() -> check(mount))
                .as(mount.toString())
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining(why);
    }

    private static Mount read(Path path) {
        return new Mount.ReadOnly(path, path, CLAIMED);
    }

    private static Mount write(Path path) {
        return new Mount.Writable(path, path, CLAIMED);
    }

    @Test
    void letsASoundPlanPass() {
        assertThatCode(this::check).doesNotThrowAnyException();
        assertThatCode(() -> check(
                        read(place.at("open/a")),
                        read(place.at("open/file")),
                        read(place.at("plugin/file")),
                        read(Path.of("/usr/lib/os-release")),
                        new Mount.Link(Path.of("/x/y"), place.at("open").toString(), CLAIMED),
                        new Mount.Scratch(Path.of("/x"), 10, CLAIMED),
                        new Mount.Sealed(Path.of("/x"), CLAIMED)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/home",
                "/root",
                "/etc",
                "/etc/passwd",
                "/etc/hosts",
                "/usr",
                "/usr/bin",
                "/usr/bin/env",
                "/usr/lib",
                "/usr/share",
                "/var",
                "/run",
                "/proc",
                "/sys",
                "/dev",
                "/tmp"
            })
    void refusesWhatIsTheMachines(String path) {
        refuses(read(Path.of(path)), "refused");
        refuses(write(Path.of(path)), "refused");
    }

    @Test
    void refusesWhatNobodyNamed() throws Exception {
        refuses(read(place.at("secret")), "named by no capability");
        refuses(read(Path.of(System.getProperty("user.home")).toRealPath()), "refused");
        refuses(new Mount.ReadOnly(place.at("secret"), Path.of("/usr/lib/libx.so"), CLAIMED), "named by no capability");
        // Whoever claims a capability must have it.
        var claimed = new PlanReason.Declared(place.capability("read:fs:@B/secret"));
        refuses(new Mount.ReadOnly(place.at("secret"), place.at("secret"), claimed), "named by no capability");
        // What every sandbox has, it has where the host has it.
        refuses(new Mount.ReadOnly(Path.of("/etc/localtime"), Path.of("/x"), CLAIMED), "refused");
    }

    @Test
    void refusesTheHostsOwnFoldersAndWhateverContainsThem() throws Exception {
        for (var path : List.of("home", "home/database", "home/data", "home/data/other")) {
            refuses(read(place.at(path)), "is the host's own");
            refuses(write(place.at(path)), "is the host's own");
        }
        refuses(read(place.base()), "is the host's own");
        // Also when a capability names it.
        var wide = new Confinement(
                "probe",
                List.of(new Capability.ReadPath(place.base())),
                place.at("plugin"),
                List.of(),
                Confinement.ITSELF,
                place.at("home/data/probe"),
                List.of("./run"),
                Map.of(),
                SandboxLimits.DEFAULT,
                List.of(place.at("home")),
                List.of(),
                "",
                null);
        var plan = SandboxPlanner.plan(confinement(), CallFilter.processor());
        var mounts = List.<Mount>of(read(place.base()));
        var changed = new SandboxPlan(
                mounts,
                plan.environment(),
                plan.hostname(),
                plan.network(),
                plan.rules(),
                plan.programs(),
                plan.limits(),
                plan.directory(),
                plan.command(),
                plan.calls());
        assertThatThrownBy(() -> PlanCheck.check(changed, wide, CallFilter.processor()))
                .hasMessageContaining("is the host's own");
    }

    @Test
    void showsThePluginItsOwnTwoFoldersWhereverTheyLie() throws Exception {
        // The data folder lies in what is kept out; as its home, and as nothing else.
        refuses(write(place.at("home/data/probe")), "was not declared to be written");
        refuses(read(place.at("home/data/probe")), "named by no capability");
        refuses(write(place.at("plugin")), "was not declared to be written");
    }

    @Test
    void refusesToWriteWhatWasDeclaredToBeRead() {
        refuses(write(place.at("open")), "was not declared to be written");
        refuses(write(place.at("open/a")), "was not declared to be written");
    }

    @Test
    void refusesLinks() throws Exception {
        var out = Files.createSymbolicLink(place.at("plugin/link"), place.at("secret"));
        refuses(read(out), "it is a link to " + place.at("secret"));
        var through = Files.createSymbolicLink(place.at("open/up"), place.base());
        refuses(read(through.resolve("secret")), "it is a link to");
        var within = Files.createSymbolicLink(place.at("open/within"), place.at("open/file"));
        refuses(read(within), "it is a link to");
        refuses(read(place.at("open/../secret")), "it is a link to");
        refuses(read(place.at("nowhere")), "is not there");
    }

    @Test
    void refusesWhatThePluginCouldReplace() {
        refuses(read(place.at("writable/a")), "could put a link in its place");
        refuses(write(place.at("writable/a")), "could put a link in its place");
    }

    @Test
    void refusesLinksToNowhereAndTextsInOtherPlaces() {
        refuses(new Mount.Link(Path.of("/x"), place.at("secret").toString(), CLAIMED), "nothing that is shown");
        refuses(new Mount.Link(Path.of("/x/y"), "../etc/shadow", CLAIMED), "nothing that is shown");
        refuses(new Mount.Text(Path.of("/x"), "what was read somewhere", CLAIMED), "of our making");
        refuses(new Mount.Programs(Path.of("/opt/bin"), CLAIMED), "the programs are at");
    }

    @Test
    void refusesProgramsThatNobodyAskedFor() throws Exception {
        var plan = SandboxPlanner.plan(confinement(), CallFilter.processor());
        var real = Path.of("/usr/bin/env").toRealPath();
        var base = plan.programs().base();
        var command = new PlanReason.Command("./run");
        for (var program : List.of(
                new SandboxPrograms.Placed("env", real, CLAIMED),
                new SandboxPrograms.Placed("env", real, new PlanReason.Command("another")),
                new SandboxPrograms.Placed("env", real, new PlanReason.Declared(place.capability("exec:env:@B/open"))),
                new SandboxPrograms.Placed("secret", place.at("secret"), command),
                new SandboxPrograms.Placed("file", place.at("home/database"), command))) {
            assertThatThrownBy(() -> check(plan, plan.mounts(), new SandboxPrograms(base, List.of(program))))
                    .as(program.toString())
                    .isInstanceOf(ConfinementRefused.class);
        }
        check(
                plan,
                plan.mounts(),
                new SandboxPrograms(base, List.of(new SandboxPrograms.Placed("env", real, command))));
        var more = new ArrayList<>(base);
        more.add(new SandboxPrograms.Base("x", place.at("secret"), FileIdentity.of(place.at("secret"))));
        assertThatThrownBy(() -> check(plan, plan.mounts(), new SandboxPrograms(more, List.of())))
                .hasMessageContaining("none of the base set");
    }

    @Test
    void whatIsTheHostsMayLieInAFolderThatIsShownOnlyWhenItIsEmptiedThere() throws Exception {
        var plan = SandboxPlanner.plan(confinement(), CallFilter.processor());
        var hidden = Files.createDirectories(place.at("open/hosts"));
        var keeping = confinement().keepingOut(hidden);

        PlanCheck.check(with(plan, new Mount.Empty(hidden, CLAIMED)), keeping, CallFilter.processor());
        for (var mounts : List.of(
                List.<Mount>of(),
                List.<Mount>of(new Mount.Empty(place.at("open/a"), CLAIMED)),
                List.of(new Mount.Empty(hidden, CLAIMED), read(hidden)),
                List.of(new Mount.Empty(hidden, CLAIMED), read(place.at("open"))),
                List.of(
                        new Mount.Empty(hidden, CLAIMED),
                        new Mount.ReadOnly(place.at("open"), Path.of("/elsewhere"), CLAIMED)))) {
            assertThatThrownBy(() ->
                            PlanCheck.check(with(plan, mounts.toArray(Mount[]::new)), keeping, CallFilter.processor()))
                    .as(mounts.toString())
                    .hasMessageContaining("is the host's own");
        }
    }

    @Test
    void norIsWhatIsKeptInAWorkspaceShownWhicheverItIs() throws Exception {
        var plan = SandboxPlanner.plan(confinement(), CallFilter.processor());
        var kept = Files.createDirectories(place.at("open/.jp/x"));
        var hidden = place.at("open/.jp");

        PlanCheck.check(with(plan, new Mount.Empty(hidden, CLAIMED)), confinement(), CallFilter.processor());
        for (var mounts : List.of(
                List.<Mount>of(),
                List.of(new Mount.Empty(hidden, CLAIMED), read(kept)),
                List.of(new Mount.Empty(hidden, CLAIMED), read(place.at("open"))))) {
            assertThatThrownBy(() -> PlanCheck.check(
                            with(plan, mounts.toArray(Mount[]::new)), confinement(), CallFilter.processor()))
                    .as(mounts.toString())
                    .hasMessageContaining(".jp is the host's own");
        }
    }

    @Test
    void whatTheHostRunsIsNotWrittenAlsoWhereItLiesBehindALink() throws Exception {
        var link = Files.createSymbolicLink(place.at("code"), place.at("writable/a"));
        var plan = SandboxPlanner.plan(confinement(), CallFilter.processor());
        var like = confinement();
        var running = new Confinement(
                like.name(),
                like.capabilities(),
                like.folder(),
                like.seenAt(),
                like.start(),
                like.data(),
                like.command(),
                like.environment(),
                like.limits(),
                like.keptOut(),
                List.of(link),
                like.searchPath(),
                like.project());
        assertThatThrownBy(() -> PlanCheck.check(plan, running, CallFilter.processor()))
                .hasMessageContaining("holds what the host itself runs");
    }

    @Test
    void isAskedForEveryPlan() throws Exception {
        // The plugin's folder contains what is kept out: planning alone does not mind.
        var inner = Files.createDirectories(place.at("plugin/state"));
        var confinement = confinement().keepingOut(inner);
        assertThat(SandboxPlanner.plan(confinement, CallFilter.processor()).mounts())
                .isNotEmpty();
        assertThatThrownBy(() -> SandboxPlan.of(confinement)).hasMessageContaining("is the host's own");
    }
}
