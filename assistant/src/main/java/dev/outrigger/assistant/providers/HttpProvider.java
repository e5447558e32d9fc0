package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Provider;
import dev.outrigger.wire.Json;

/// A provider that is asked over HTTP: all but what it is asked and how it answers.
abstract class HttpProvider implements Provider {
    private final String name;
    final ProviderTalk talk;
    final AnswerLimits limits;

    HttpProvider(String name, ProviderTalk talk, AnswerLimits limits) {
        this.name = name;
        this.talk = talk;
        this.limits = limits;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Json withoutKeys(Json value) {
        return talk.withoutKeys(value);
    }
}
