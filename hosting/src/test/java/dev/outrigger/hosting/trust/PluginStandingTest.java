package dev.outrigger.hosting.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginStandingTest {
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private Workspace workspace;

    @BeforeEach
    void aWorkspace() throws Exception {
        environment.put("HOME", folder.toRealPath().resolve("home").toString());
        workspace = Workspace.init(Files.createDirectories(folder.resolve("workspace")));
    }

    private void user(String toml) throws IOException {
        var file = UserPlaces.of(environment).userConfig();
        Files.createDirectories(file.getParent());
        Files.writeString(file, toml);
    }

    private void shared(String toml) throws IOException {
        Files.writeString(workspace.storage().resolve("config.toml"), toml);
    }

    private PluginStanding standing(String recorded, boolean inWorkspace) throws WorkspaceProblem {
        return standing(PluginProgram.Source.INSTALLED, recorded, inWorkspace);
    }

    private PluginStanding standing(PluginProgram.Source source, String recorded, boolean inWorkspace)
            throws WorkspaceProblem {
        var settings = Settings.load(new SettingsSources(
                UserPlaces.of(environment), workspace, workspace.root(), environment, Json.EMPTY, List.of()));
        var plugin = new PluginProgram("x", Path.of("/p/jp-x"), source);
        var terms = PluginTerms.of("x", settings);
        return new PluginStanding(plugin, terms, recorded, inWorkspace, DevelopedPlugin.of(plugin, terms));
    }

    @Test
    void whatIsShippedNeedsNoApprovalAndCanBeDeniedAskedAboutOrPinned() throws Exception {
        var shipped = PluginProgram.Source.SHIPPED;
        assertThat(standing(shipped, "", true).verdict("")).isEqualTo(new RunVerdict.Approved(RunVerdict.How.SHIPPED));
        user("plugins.command.x.run = 'deny'");
        assertThat(standing(shipped, "", false).verdict("")).isInstanceOf(RunVerdict.Denied.class);
        user("plugins.command.x.run = 'ask'");
        assertThat(standing(shipped, "", false).verdict("")).isInstanceOf(RunVerdict.Ask.class);
        user("plugins.command.x.checksum.value = '" + TWO + "'");
        assertThat(standing(shipped, "", false).verdict(ONE)).isInstanceOf(RunVerdict.PinMismatch.class);
    }

    @Test
    void anOfficialOneNeedsNoApprovalWhileItIsWhatWasInstalled() throws Exception {
        var official = standing(ONE, false);

        assertThat(official.pinned()).isTrue();
        assertThat(official.verdict(ONE)).isEqualTo(new RunVerdict.Approved(RunVerdict.How.OFFICIAL));
        assertThat(official.verdict(TWO)).isEqualTo(new RunVerdict.Changed(ONE, TWO));
        assertThat(standing("", false).verdict("")).isEqualTo(new RunVerdict.Ask(RunVerdict.Why.NOT_APPROVED));
    }

    @Test
    void aWorkspaceMayHaveAnOfficialOneAskedAboutDeniedOrPinned() throws Exception {
        shared("plugins.command.x.run = 'ask'");
        assertThat(standing(ONE, false).verdict(ONE)).isInstanceOf(RunVerdict.Ask.class);
        shared("plugins.command.x.run = 'deny'");
        assertThat(standing(ONE, false).verdict(ONE)).isInstanceOf(RunVerdict.Denied.class);
        shared("plugins.command.x.checksum.value = '" + TWO + "'");
        assertThat(standing(ONE, false).verdict(ONE)).isInstanceOf(RunVerdict.PinMismatch.class);
        assertThat(standing(ONE, false).verdict(TWO)).isInstanceOf(RunVerdict.Changed.class);
    }

    @Test
    void whoApprovedItThemselvesIsNotBoundToTheInstalledBytes() throws Exception {
        user("plugins.command.x.run = 'unattended'");

        assertThat(standing(ONE, false).pinned()).isFalse();
        assertThat(standing(ONE, false).verdict("")).isEqualTo(new RunVerdict.Approved(RunVerdict.How.UNATTENDED));
    }

    @Test
    void aPinInCapitalsCountsAndOneThatIsNoneKeepsEverythingOut() throws Exception {
        user("plugins.command.x = { run = 'unattended', checksum = { value = ' " + "A".repeat(64) + "' } }");
        assertThat(standing("", false).verdict("a".repeat(64))).isInstanceOf(RunVerdict.Approved.class);
        for (var pin : List.of("checksum.value = ''", "checksum.value = 1", "checksum = 'sha256:" + ONE + "'")) {
            user("[plugins.command.x]\nrun = 'unattended'\n" + pin + "\n");
            assertThat(standing("", false).pinned()).as(pin).isTrue();
            assertThat(standing("", false).verdict(ONE)).as(pin).isInstanceOf(RunVerdict.PinMismatch.class);
        }
    }

    @Test
    void aWorkspaceCannotVouchForAProgramOfItsOwn() throws Exception {
        user("plugins.command.x.run = 'unattended'");
        assertThat(standing("", true).verdict("")).isEqualTo(new RunVerdict.Ask(RunVerdict.Why.IN_WORKSPACE));
        shared("plugins.command.x = { run = 'unattended', checksum = { value = '" + ONE + "' } }");
        assertThat(standing("", true).verdict(ONE)).isEqualTo(new RunVerdict.Ask(RunVerdict.Why.IN_WORKSPACE));
        shared("");
        user("plugins.command.x = { run = 'unattended', checksum = { value = '" + ONE + "' } }");
        assertThat(standing("", true).verdict(ONE)).isInstanceOf(RunVerdict.Approved.class);
    }
}
