package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that were written for the original jp.
final class OriginalConfigTest {
    private static final String CONFIG = """
            extends = ["config.d/**/*"]

            [user]
            name = "Jean"

            [assistant]
            name = "JP"
            model.id = "anthropic/claude-sonnet-4"

            [conversation.tools.'*']
            run = "unattended"
            enable = false

            [providers.llm.aliases]
            haiku = "anthropic/claude-haiku"
            """;

    @TempDir
    Path temporary;

    @Test
    void itsKeysAreUnderstoodOrNamed() throws Exception {
        var settings = new Bed(temporary).user(CONFIG).load();

        assertThat(settings.warnings())
                .extracting(Warning::key)
                .containsExactlyInAnyOrder("extends", "user", "conversation.tools.\"*\"", "providers.llm");
        assertThat(settings.warnings())
                .allMatch(Warning::once)
                .allMatch(warning -> warning.text().contains("of the original jp"));
        assertThat(settings.text("assistant.model.id.provider")).isEqualTo("anthropic");
        assertThat(settings.text("assistant.model.id.name")).isEqualTo("claude-sonnet-4");
        assertThat(settings.at("conversation.tools")).isEmpty();
    }

    @Test
    void aMistakeIsStillOne() throws Exception {
        var bed = new Bed(temporary).user("usr.name = 'x'");

        assertThat(bed.load().warnings()).singleElement().matches(warning -> !warning.once());
        assertThatThrownBy(() -> bed.options("user.name=x").load()).hasMessageContaining("no key that jp knows");
    }

    @Test
    void theModelStillDoesNotComeWithAWorkspace() throws Exception {
        var settings = new Bed(temporary)
                .workspace("assistant.model.id = 'openai/gpt'")
                .load();

        assertThat(settings.at("assistant.model.id")).isEmpty();
        assertThat(settings.warnings()).isNotEmpty().noneMatch(Warning::once);
    }

    @Test
    void aKeyWithoutAValueIsNotAKeyThatDoesNotExist() throws Exception {
        var tree = new Bed(temporary).load().tree();

        for (var path : new String[] {"assistant.model", "server.web.port", "conversation.tools", "providers.mcp.x"}) {
            assertThat(Settings.lookUp(tree, path)).as(path).contains(dev.outrigger.wire.Json.Null.NULL);
        }
        for (var path : new String[] {"assistant.modle", "server.web.prot", "assistant.name.x", "", "a..b"}) {
            assertThat(Settings.lookUp(tree, path)).as(path).isEmpty();
        }
    }
}
