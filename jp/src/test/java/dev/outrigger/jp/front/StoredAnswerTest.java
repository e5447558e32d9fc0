package dev.outrigger.jp.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Conversation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredAnswerTest {
    private final List<Event> kept = new ArrayList<>();
    private int firsts;
    private final StoredAnswer heard = new StoredAnswer(
            new Conversation() {
                @Override
                public List<Event> events() {
                    return kept;
                }

                @Override
                public Stored append(List<? extends Event> events) {
                    kept.addAll(events);
                    return new Stored(kept.size(), "");
                }
            },
            () -> firsts++);

    @Test
    void aRequestAloneIsNothingOfTheModel() throws Conversation.StoreProblem {
        heard.append(List.of(new Event.ChatRequest("hello")));

        assertThat(heard.anything()).isFalse();
        assertThat(heard.answer()).isFalse();
        assertThat(heard.events()).hasSize(1);
        assertThat(firsts).isZero();
    }

    @Test
    void thoughtsAndBlanksAreNoAnswer() throws Conversation.StoreProblem {
        heard.append(List.of(new Event.Reasoning("hm", Json.EMPTY), new Event.Message(" \n")));
        assertThat(heard.anything()).isTrue();
        assertThat(heard.answer()).isFalse();

        heard.append(List.of(new Event.Message("yes")));
        assertThat(heard.answer()).isTrue();
        assertThat(firsts).isEqualTo(1);
    }
}
