package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.ManifestsPage;
import dev.outrigger.wire.JsonText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What docs/manifests.md says of sensitive paths is what is taken out.
class SensitivePathsPageTest {
    private static final String SECTION = "Sensitive paths";

    @Test
    void eachRowSaysWhatIsLeft() throws Exception {
        for (var row : ManifestsPage.rows(SECTION)) {
            var kept = Redaction.of(List.of(row.get(0))).apply(JsonText.parse(row.get(2)));
            assertThat(JsonText.text(kept)).as(row.get(0)).isEqualTo(row.get(3));
        }
    }

    @Test
    void everyKindOfStepHasARow() throws Exception {
        var shown = new HashSet<Class<?>>();
        for (var row : ManifestsPage.rows(SECTION)) {
            Redaction.steps(row.get(0)).forEach(step -> shown.add(step.getClass()));
        }
        assertThat(shown).isEqualTo(Set.of(Redaction.Step.class.getPermittedSubclasses()));
    }
}
