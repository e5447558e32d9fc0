package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import java.util.Optional;

/// A call of a tool outside of any turn: nobody cancels it, watches it or answers its questions.
public final class LoneToolRun implements ToolRun {
    private final Cancellation cancellation = new Cancellation();

    @Override
    public String id() {
        return "1";
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public void progress(String line) {}

    @Override
    public Optional<Json> ask(ToolQuestion question) {
        return Optional.empty();
    }
}
