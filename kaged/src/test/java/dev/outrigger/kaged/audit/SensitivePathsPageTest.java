package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What docs/manifests.md says of sensitive paths is what is taken out.
class SensitivePathsPageTest {
    private static List<List<String>> rows() throws IOException {
        return DocsPage.of("docs/manifests.md").section("Sensitive paths").rows();
    }

    @Test
    void eachRowSaysWhatIsLeft() throws Exception {
        for (var row : rows()) {
            var kept = Redaction.of(List.of(row.get(0))).apply(JsonText.parse(row.get(2)));
            assertThat(JsonText.text(kept)).as(row.get(0)).isEqualTo(row.get(3));
        }
    }

    @Test
    void everyKindOfStepHasARow() throws Exception {
        var shown = new HashSet<Class<?>>();
        for (var row : rows()) {
            Redaction.steps(row.get(0)).forEach(step -> shown.add(step.getClass()));
        }
        assertThat(shown).isEqualTo(Set.of(Redaction.Step.class.getPermittedSubclasses()));
    }
}
