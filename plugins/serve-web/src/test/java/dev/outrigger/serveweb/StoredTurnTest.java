package dev.outrigger.serveweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.serveweb.view.Entry;
import dev.outrigger.serveweb.view.EntryReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a page says at the end of a turn that it has not seen.
class StoredTurnTest {
    private static final String BEGIN = "{\"type\":\"turn_start\"}";
    private static final String ASKED =
            "{\"timestamp\":\"2026-07-20T10:30:00Z\",\"type\":\"chat_request\",\"content\":\"x\"}";
    private static final String SAID =
            "{\"timestamp\":\"2026-07-20T10:30:02.5Z\",\"type\":\"chat_response\",\"message\":\"y\"}";
    private static final String CALLED =
            "{\"type\":\"tool_call_request\",\"id\":\"c\",\"name\":\"t\",\"arguments\":{}}";

    private static List<String> ends(String... lines) throws MalformedJson {
        var events = new ArrayList<Json>();
        for (var line : lines) {
            events.add(JsonText.parse(line));
        }
        return EntryReader.all(events, 1).stream()
                .filter(Entry.Ended.class::isInstance)
                .map(entry -> entry.id() + " " + ((Entry.Ended) entry).words())
                .toList();
    }

    private static String with(String metadata) {
        return SAID.replace("}", ",\"metadata\":" + metadata + "}");
    }

    @Test
    void itsTimeIsFromTheRequestToTheLastAnswer() throws MalformedJson {
        assertThat(ends(BEGIN, ASKED, SAID)).containsExactly("t-2 2.5 s");
        assertThat(ends(BEGIN, ASKED, SAID, BEGIN, ASKED, SAID)).containsExactly("t-2 2.5 s", "t-5 2.5 s");
    }

    @Test
    void oneThatStillGoesOnHasNoEnd() throws MalformedJson {
        assertThat(ends(BEGIN, ASKED)).isEmpty();
        assertThat(ends(BEGIN, ASKED, SAID, CALLED)).isEmpty();
    }

    @Test
    void anAnswerThatBrokeOffSaysSoAndOneThatNeverCameAsWell() throws MalformedJson {
        assertThat(ends(BEGIN, ASKED, with("{\"incomplete\":true}")))
                .containsExactly("t-2 Not whole: it was stopped, or broke off · 2.5 s");
        assertThat(ends(BEGIN, ASKED, BEGIN, ASKED, SAID, CALLED, BEGIN))
                .containsExactly("t-2 Ended without an answer", "t-4 Ended without an answer");
    }

    @Test
    void tokensOfAllItsAnswersAreThereWhereSomebodyHasStoredThem() throws MalformedJson {
        assertThat(ends(
                        BEGIN,
                        ASKED,
                        with("{\"usage\":{\"model\":\"small\",\"input\":3,\"output\":40}}"),
                        CALLED,
                        with("{\"usage\":{\"model\":\"la\u202Erge\",\"input\":7,\"output\":\"many\"}}")))
                .containsExactly("t-2 2.5 s · 10 tokens in · 40 tokens out · la<U+202E>rge");
    }
}
