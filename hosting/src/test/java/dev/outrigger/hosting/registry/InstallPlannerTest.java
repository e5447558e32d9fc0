package dev.outrigger.hosting.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsSources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallPlannerTest {
    private static final List<String> HERE = List.of("x86_64-unknown-linux-gnu", "any");

    @TempDir
    Path folder;

    private UserPlaces places() {
        return new UserPlaces(folder, folder, folder);
    }

    private Settings settings(String... options) throws WorkspaceProblem {
        return Settings.load(new SettingsSources(places(), null, folder, Map.of(), Json.EMPTY, List.of(options)));
    }

    private static RegistryEntry entry(String id, boolean official, String version, String sha256, String... requires) {
        var needed = List.of(requires).stream().map(List::of).toList();
        return new RegistryEntry(
                List.of(id),
                id,
                RegistryEntry.Kind.COMMAND,
                version,
                "",
                official,
                List.of(),
                needed,
                "",
                Map.of("any", new RegistryEntry.Binary("https://x/" + id, sha256)));
    }

    private static RegistryEntry entry(String id, String... requires) {
        return entry(id, true, "1", "ab".repeat(32), requires);
    }

    private RegistryInstallPlan plan(Settings settings, RegistryEntry wanted, RegistryEntry... others) throws Problem {
        var all = new ArrayList<>(List.of(others));
        all.add(wanted);
        return new InstallPlanner(new PluginRegistry(all), InstalledPrograms.read(places()), places(), settings, HERE)
                .plan(List.of(wanted), false);
    }

    private void installed(String id, String version, String content) throws IOException {
        Files.createDirectories(InstalledPrograms.folder(places()));
        Files.writeString(InstalledPrograms.program(places(), id), content);
        InstalledPrograms.read(places())
                .with(new InstalledPrograms.One(
                        id,
                        List.of(id),
                        version,
                        "",
                        sha256(content),
                        true,
                        "",
                        "",
                        "any",
                        List.of(),
                        "2026-01-01T00:00:00Z"))
                .write(places());
    }

    private static String sha256(String content) {
        var digest = Sha256.digest();
        digest.update(content.getBytes(StandardCharsets.UTF_8));
        return Sha256.hex(digest);
    }

    @Test
    void whatIsRequiredComesFirstAndOnce() throws Exception {
        var plan = plan(
                settings(),
                entry("top", "left", "right"),
                entry("left", "base"),
                entry("right", "base"),
                entry("base"));

        assertThat(plan.steps()).extracting(step -> step.entry().id()).containsExactly("base", "left", "right", "top");
        assertThat(plan.steps())
                .extracting(RegistryInstallPlan.Step::requiredBy)
                .containsExactly("left", "top", "top", "");
    }

    @Test
    void consentIsEachPluginsOwn() throws Exception {
        var plan = plan(
                settings(
                        "plugins.command.c.install=true",
                        "plugins.command.d.install=false",
                        "plugins.command.e.run=deny"),
                entry("a", true, "", "ab".repeat(32), "b", "c", "d", "e"),
                entry("b", false, "", "ab".repeat(32)),
                entry("c", false, "", "ab".repeat(32)),
                entry("d"),
                entry("e"));

        assertThat(plan.brings())
                .extracting(bring -> bring.consent().getClass().getSimpleName())
                .containsExactly("Ask", "Given", "Denied", "Denied", "Given");
        assertThat(plan.text())
                .contains("install b, required by a [asks first]", "[denied: plugins.command.d.install is false]");
    }

    @Test
    void aRequirementNobodyHasIsNamed() throws Exception {
        var settings = settings();
        assertThatThrownBy(() -> plan(settings, entry("a", "b"))).hasMessageContaining("a requires `b`");
    }

    @Test
    void aPluginThatRequiresItselfIsACircle() throws Exception {
        var settings = settings();
        assertThatThrownBy(() -> plan(settings, entry("a", "a"))).hasMessageContaining("a requires a, in a circle");
    }

    @Test
    void anEndlessChainEnds() throws Exception {
        var chain = new RegistryEntry[200];
        for (int i = 0; i < chain.length; i++) {
            chain[i] = i + 1 < chain.length ? entry("p" + i, "p" + (i + 1)) : entry("p" + i);
        }
        var settings = settings();

        assertThatThrownBy(() -> plan(settings, chain[0], Arrays.copyOfRange(chain, 1, chain.length)))
                .hasMessageContaining("64 deep");
    }

    @Test
    void whatIsThereAndWholeIsKept() throws Exception {
        installed("a", "1", "one");

        assertThat(plan(settings(), entry("a", true, "2", sha256("two"))).steps())
                .containsExactly(new RegistryInstallPlan.Have(entry("a", true, "2", sha256("two")), "", "1", true));
    }

    @Test
    void whatIsDamagedIsBroughtAgainButNotAnOlderOne() throws Exception {
        installed("a", "2", "two");
        Files.writeString(InstalledPrograms.program(places(), "a"), "tampered");
        var settings = settings();

        assertThat(plan(settings, entry("a", true, "2", sha256("two"))).brings())
                .hasSize(1);
        assertThatThrownBy(() -> plan(settings, entry("a", true, "1", sha256("one"))))
                .hasMessageContaining("only an older one");
        assertThatThrownBy(() -> plan(settings, entry("a", true, "", sha256("one"))))
                .hasMessageContaining("only an older one");
    }

    @Test
    void aProgramPutThereByHandIsNotOverwritten() throws Exception {
        Files.createDirectories(InstalledPrograms.folder(places()));
        Files.writeString(InstalledPrograms.program(places(), "a"), "mine");
        var settings = settings();

        assertThatThrownBy(() -> plan(settings, entry("a"))).hasMessageContaining("not from a registry");
    }

    @Test
    void aChangeIsAStepBackWhenItMayBeOne() {
        var one = new InstalledPrograms.One(
                "a", List.of("a"), "1.5", "", "00".repeat(32), true, "", "", "any", List.of(), "");

        assertThat(kind(one, "1.6")).isEqualTo(RegistryChange.Kind.NEWER);
        assertThat(kind(one, "1.5")).isEqualTo(RegistryChange.Kind.CHANGED);
        assertThat(kind(one, "1.5-rc.1")).isEqualTo(RegistryChange.Kind.OLDER);
        assertThat(kind(one, "")).isEqualTo(RegistryChange.Kind.UNVERSIONED);
        var unversioned = new InstalledPrograms.One(
                "a", List.of("a"), "", "", "00".repeat(32), true, "", "", "any", List.of(), "");
        assertThat(kind(unversioned, "")).isEqualTo(RegistryChange.Kind.CHANGED);
        assertThat(kind(unversioned, "0.1")).isEqualTo(RegistryChange.Kind.CHANGED);
    }

    private static RegistryChange.Kind kind(InstalledPrograms.One one, String version) {
        var change = RegistryChange.of(one, entry("a", true, version, "ab".repeat(32)), HERE);
        if (change == null) {
            throw new AssertionError("no change");
        }
        return change.kind();
    }
}
