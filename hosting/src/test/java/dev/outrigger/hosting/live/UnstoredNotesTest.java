package dev.outrigger.hosting.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin.Happened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What waits for somebody who does not read.
class UnstoredNotesTest {
    private final UnstoredNotes notes = new UnstoredNotes();

    private void add(long after, String type, int number) {
        var data = Json.object().put("type", type).put("number", number).build();
        notes.add(after, type, () -> Optional.of(new Happened("s", null, null, null, false, null, List.of(), data)));
    }

    private List<String> told(long stored) {
        var told = new ArrayList<String>();
        for (var next = notes.due(stored); next.isPresent(); next = notes.due(stored)) {
            var data = next.get().data();
            told.add(data.text("type").orElseThrow() + " "
                    + ((Json.Num) data.get("number").orElseThrow()).text());
        }
        return told;
    }

    @Test
    void activitiesAreDroppedFirstTheOldestOfThemAndNothingElseIs() {
        for (int i = 0; i < 1000; i++) {
            add(0, "activity", i);
            if (i % 100 == 0) {
                add(0, "answered", i);
            }
        }
        add(0, "query_complete", 1000);

        var told = told(0);

        assertThat(told.stream().filter(each -> !each.startsWith("activity")))
                .containsExactlyElementsOf(IntStream.rangeClosed(0, 10)
                        .mapToObj(i -> i == 10 ? "query_complete 1000" : "answered " + 100 * i)
                        .toList());
        assertThat(told.stream().filter(each -> each.startsWith("activity")))
                .containsExactlyElementsOf(IntStream.range(936, 1000)
                        .mapToObj(i -> "activity " + i)
                        .toList());
    }

    @Test
    void whatIsToldBehindAStoredEventWaitsForIt() {
        add(2, "answered", 1);
        add(3, "activity", 2);
        assertThat(told(1)).isEmpty();
        assertThat(told(2)).containsExactly("answered 1");
        assertThat(told(9)).containsExactly("activity 2");
    }
}
