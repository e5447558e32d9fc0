package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOffersTest {
    private static final KeyOffers.Names NAMES =
            table -> table.equals("plugins.command") ? List.of("titles", "a.b", "it's") : List.of();

    @Test
    void offersEveryKeyUpToTheNameThatTheUserChooses() {
        var offered = texts("");
        for (var key : KnownKeys.all()) {
            int star = key.path().indexOf('*');
            assertThat(offered).contains(star < 0 ? key.path() : key.path().substring(0, star));
        }
        assertThat(offered).noneMatch(text -> text.contains("*"));
    }

    @Test
    void namesComeBehindTheirTableAndKeysBehindTheName() {
        assertThat(texts("plugins.command.")).contains("plugins.command.titles.", "plugins.command.\"a.b\".");
        assertThat(texts("plugins.command.titles.r")).contains("plugins.command.titles.run");
        assertThat(texts("plugins.command.\"a.b\".r")).contains("plugins.command.\"a.b\".run");
        assertThat(texts("plugins.command.unknown.")).contains("plugins.command.unknown.run");
        assertThat(KeyOffers.keys("plugins.command.", NAMES))
                .filteredOn(offer -> offer.text().startsWith("plugins.command."))
                .allMatch(KeyOffers.Offer::open);
    }

    @Test
    void aValueIsOneThatTheKeyTakes() {
        for (var key : KnownKeys.all()) {
            for (var offer : KeyOffers.values(key.path().replace("*", "x"))) {
                assertThat(offer.text()).as(key.path()).isNotBlank();
                assertThat(key.type() != ValueType.CHOICE || key.choices().contains(offer.text()))
                        .isTrue();
            }
        }
        assertThat(KeyOffers.values("plugins.respond_timeout_action"))
                .extracting(KeyOffers.Offer::text)
                .containsExactly("reject", "approve");
        assertThat(KeyOffers.values("plugins.auto_install"))
                .extracting(KeyOffers.Offer::text)
                .containsExactly("true", "false");
        assertThat(KeyOffers.values("plugins.shutdown_timeout_secs"))
                .extracting(KeyOffers.Offer::text)
                .containsExactly("5");
        assertThat(KeyOffers.values("no.such.key")).isEmpty();
    }

    private static List<String> texts(String typed) {
        return KeyOffers.keys(typed, NAMES).stream().map(KeyOffers.Offer::text).toList();
    }
}
