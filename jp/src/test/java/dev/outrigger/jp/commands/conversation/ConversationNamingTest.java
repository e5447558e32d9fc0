package dev.outrigger.jp.commands.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.workspace.conversations.ConversationOwner;
import dev.outrigger.workspace.conversations.ConversationSummary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationNamingTest {
    private static final List<ConversationSummary> ALL = List.of(
            named("17127580001", "Taxes"),
            named("17127580002", "taxes"),
            named("17127580003", "Tax office"),
            named("17127580004", "2024"),
            named("17127582024", "Garden"),
            named("17127580005", "  Caf\u00e9\nat the corner"),
            named("17127580006", "Garden shed"));

    private static ConversationSummary named(String id, String title) {
        return new ConversationSummary(
                ConversationId.parse(id).orElseThrow(), title, "", 0, null, null, null, ConversationOwner.OURS);
    }

    private static List<String> meant(String text) {
        return ConversationNaming.meant(text, ALL).stream()
                .map(one -> one.id().digits())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "17127580003, 17127580003",
        "0006, 17127580006",
        "Taxes, 17127580001",
        "taxes, 17127580002",
        "TAXES, 17127580001 17127580002",
        "Tax o, 17127580003",
        "tax, 17127580001 17127580002 17127580003",
        "Garden, 17127582024",
        "garden, 17127582024",
        "garden s, 17127580006",
        "2024, 17127582024 17127580004",
        "Cafe\u0301 at the corner, 17127580005",
        "office, ''",
        "no, ''"
    })
    void meansThoseOfTheIdAndThoseThatAreCalledSo(String text, String ids) {
        assertThat(meant(text)).containsExactly(ids.isEmpty() ? new String[0] : ids.split(" "));
    }

    @Test
    void nothingMeansNothing() {
        assertThat(meant("")).isEmpty();
        assertThat(meant("  ")).isEmpty();
    }

    @Test
    void aSlipOfTheFingerIsNoName() {
        assertThat(meant("Gardne")).isEmpty();
        assertThat(ConversationNaming.nearest("Gardne", ALL)).contains(named("17127582024", "Garden"));
        assertThat(ConversationNaming.nearest("something else", ALL)).isEmpty();
    }
}
