package dev.outrigger.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ConversationHistoryTest {
    @Test
    void putsAResponseThatCameLateBehindItsCall() {
        var call = new Event.ToolCallRequest("a", "t", Json.EMPTY);
        var response = new Event.ToolCallResponse("a", "x", false);

        assertThat(ConversationHistory.forModel(List.of(
                        new Event.TurnStart(),
                        new Event.ChatRequest("q"),
                        call,
                        new Event.ChatRequest("and?"),
                        response,
                        new Event.Message("m"))))
                .containsExactly(
                        new Event.ChatRequest("q"),
                        call,
                        response,
                        new Event.ChatRequest("and?"),
                        new Event.Message("m"));
    }

    /// Whatever several programs have stored, in whatever order.
    @RepeatedTest(200)
    void leavesNoCallWithoutItsResponseBeforeTheNextMessage(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var events = new ArrayList<Event>();
        for (int i = random.nextInt(40); i > 0; i--) {
            var id = "" + random.nextInt(6);
            events.add(
                    switch (random.nextInt(6)) {
                        case 0 -> new Event.ChatRequest("q" + i);
                        case 1 -> new Event.Message("m" + i);
                        case 2, 3 -> new Event.ToolCallRequest(id, "t", Json.EMPTY);
                        case 4 -> new Event.ToolCallResponse(id, "r" + i, false);
                        default -> new Event.TurnStart();
                    });
        }

        var open = new HashSet<String>();
        Set<String> seen = new HashSet<>();
        var messages = new ArrayList<Event>();
        for (var event : ConversationHistory.forModel(events)) {
            switch (event) {
                case Event.ToolCallRequest call -> {
                    assertThat(seen.add(call.id())).isTrue();
                    open.add(call.id());
                }
                case Event.ToolCallResponse response ->
                    assertThat(open.remove(response.id())).isTrue();
                default -> {
                    assertThat(open).isEmpty();
                    messages.add(event);
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(messages)
                .isEqualTo(events.stream()
                        .filter(event -> event instanceof Event.ChatRequest || event instanceof Event.Message)
                        .toList());
    }
}
