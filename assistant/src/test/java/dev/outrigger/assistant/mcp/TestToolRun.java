package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/// A run of a tool whose user is the test.
final class TestToolRun implements ToolRun {
    final Cancellation cancellation = new Cancellation();
    final BlockingQueue<String> progress = new LinkedBlockingQueue<>();
    final List<ToolQuestion> questions = new CopyOnWriteArrayList<>();
    private final Function<ToolQuestion, Optional<Json>> user;

    TestToolRun() {
        this(_ -> Optional.empty());
    }

    TestToolRun(Function<ToolQuestion, Optional<Json>> user) {
        this.user = user;
    }

    @Override
    public String id() {
        return "call_1";
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public void progress(String line) {
        progress.add(line);
    }

    @Override
    public Optional<Json> ask(ToolQuestion question) {
        questions.add(question);
        return user.apply(question);
    }
}
