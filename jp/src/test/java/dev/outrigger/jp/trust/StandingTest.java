package dev.outrigger.jp.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.Places;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandingTest {
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
        var file = Places.of(environment).userConfig();
        Files.createDirectories(file.getParent());
        Files.writeString(file, toml);
    }

    private void shared(String toml) throws IOException {
        Files.writeString(workspace.storage().resolve("config.toml"), toml);
    }

    private Standing standing(String recorded, boolean inWorkspace) throws WorkspaceProblem {
        var settings = Settings.load(
                new Sources(Places.of(environment), workspace, workspace.root(), environment, Json.EMPTY, List.of()));
        var plugin = new Plugin("x", Path.of("/p/jp-x"), Plugin.Source.INSTALLED);
        var terms = Terms.of("x", settings);
        return new Standing(plugin, terms, recorded, inWorkspace, Development.of(plugin, terms));
    }

    @Test
    void anOfficialOneNeedsNoApprovalWhileItIsWhatWasInstalled() throws Exception {
        var official = standing(ONE, false);

        assertThat(official.pinned()).isTrue();
        assertThat(official.verdict(ONE)).isEqualTo(new Verdict.Approved(Verdict.How.OFFICIAL));
        assertThat(official.verdict(TWO)).isEqualTo(new Verdict.Changed(ONE, TWO));
        assertThat(standing("", false).verdict("")).isEqualTo(new Verdict.Ask(Verdict.Why.NOT_APPROVED));
    }

    @Test
    void aWorkspaceMayHaveAnOfficialOneAskedAboutDeniedOrPinned() throws Exception {
        shared("plugins.command.x.run = 'ask'");
        assertThat(standing(ONE, false).verdict(ONE)).isInstanceOf(Verdict.Ask.class);
        shared("plugins.command.x.run = 'deny'");
        assertThat(standing(ONE, false).verdict(ONE)).isInstanceOf(Verdict.Denied.class);
        shared("plugins.command.x.checksum.value = '" + TWO + "'");
        assertThat(standing(ONE, false).verdict(ONE)).isInstanceOf(Verdict.PinMismatch.class);
        assertThat(standing(ONE, false).verdict(TWO)).isInstanceOf(Verdict.Changed.class);
    }

    @Test
    void whoApprovedItThemselvesIsNotBoundToTheInstalledBytes() throws Exception {
        user("plugins.command.x.run = 'unattended'");

        assertThat(standing(ONE, false).pinned()).isFalse();
        assertThat(standing(ONE, false).verdict("")).isEqualTo(new Verdict.Approved(Verdict.How.UNATTENDED));
    }

    @Test
    void aPinInCapitalsCountsAndOneThatIsNoneKeepsEverythingOut() throws Exception {
        user("plugins.command.x = { run = 'unattended', checksum = { value = ' " + "A".repeat(64) + "' } }");
        assertThat(standing("", false).verdict("a".repeat(64))).isInstanceOf(Verdict.Approved.class);
        for (var pin : List.of("checksum.value = ''", "checksum.value = 1", "checksum = 'sha256:" + ONE + "'")) {
            user("[plugins.command.x]\nrun = 'unattended'\n" + pin + "\n");
            assertThat(standing("", false).pinned()).as(pin).isTrue();
            assertThat(standing("", false).verdict(ONE)).as(pin).isInstanceOf(Verdict.PinMismatch.class);
        }
    }

    @Test
    void aWorkspaceCannotVouchForAProgramOfItsOwn() throws Exception {
        user("plugins.command.x.run = 'unattended'");
        assertThat(standing("", true).verdict("")).isEqualTo(new Verdict.Ask(Verdict.Why.IN_WORKSPACE));
        shared("plugins.command.x = { run = 'unattended', checksum = { value = '" + ONE + "' } }");
        assertThat(standing("", true).verdict(ONE)).isEqualTo(new Verdict.Ask(Verdict.Why.IN_WORKSPACE));
        shared("");
        user("plugins.command.x = { run = 'unattended', checksum = { value = '" + ONE + "' } }");
        assertThat(standing("", true).verdict(ONE)).isInstanceOf(Verdict.Approved.class);
    }
}
