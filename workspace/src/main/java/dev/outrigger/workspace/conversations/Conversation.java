package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;

/// A conversation as it was when it was opened, every event of it checked.
public final class Conversation {
    private final Summary summary;
    private final Survey survey;

    Conversation(Summary summary, Survey survey) {
        this.summary = summary;
        this.survey = survey;
    }

    public ConversationId id() {
        return summary.id();
    }

    public Summary summary() {
        return summary;
    }

    Survey survey() {
        return survey;
    }

    /// All events.
    public Events events() {
        return new Events(survey, 0, -1);
    }

    /// The events behind the first `after`, at most `limit` of them; a negative limit is none.
    public Events events(long after, long limit) {
        return new Events(survey, after, limit);
    }
}
