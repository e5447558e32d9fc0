package dev.outrigger.hosting.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.providers.DemoProvider;
import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.workspace.settings.KeyOffers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A provider that is added in the one room is known in the other.
class EveryProviderTest {
    @Test
    void theSettingsKnowTheProvidersThatThereAreAndNoOthers() {
        assertThat(KeyOffers.values("assistant.model.id.provider"))
                .extracting(KeyOffers.Offer::text)
                .containsExactlyElementsOf(Providers.NAMES);
    }

    @Test
    void eachThatIsAskedOverTheNetworkHasItsSettings() {
        var known = new TreeSet<String>();
        for (var key : KeyOffers.keys("providers.", _ -> List.of())) {
            known.add(key.text());
        }
        var asked = new ArrayList<>(Providers.NAMES);
        asked.remove(DemoProvider.NAME);
        assertThat(asked).isNotEmpty();
        for (var name : asked) {
            assertThat(known)
                    .contains(
                            "providers." + name + ".base_url",
                            "providers." + name + ".api_key_env",
                            "providers." + name + ".api_key_file");
        }
    }
}
