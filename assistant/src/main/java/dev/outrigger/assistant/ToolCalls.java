package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The tool calls of one answer: each decided about on its own, the approved ones run side by side, the results stored
/// in the order of the calls.
final class ToolCalls {
    private static final int AT_ONCE = 8;
    /// A model has no use for more, and each takes a thread.
    private static final int MOST_CALLS = 128;
    /// So often in a row the very same call is run: the result would be the same again.
    private static final int MOST_ALIKE = 2;
    private static final int LONGEST_NOTE = 200;
    /// For a tool to notice that nobody wants it any more.
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final Turn.Ports ports;
    private final TurnEvents ledger;
    private final SharedRenderer stage;
    private final Cancellation cancellation;
    private final int largestResult;
    private final Repeats repeats = new Repeats();
    private final Semaphore running = new Semaphore(AT_ONCE);

    /// @param largestResult in bytes
    ToolCalls(Turn.Ports ports, TurnEvents ledger, SharedRenderer stage, Cancellation cancellation, int largestResult) {
        this.ports = ports;
        this.ledger = ledger;
        this.stage = stage;
        this.cancellation = cancellation;
        this.largestResult = largestResult;
    }

    /// How often the last call came in a row, by name and arguments, over all answers of a turn.
    private static final class Repeats {
        private String name = "";
        private Json.Obj arguments = Json.EMPTY;
        private int times;

        int of(Event.ToolCallRequest call) {
            boolean alike = call.name().equals(name) && call.arguments().equals(arguments);
            times = alike ? times + 1 : 1;
            name = call.name();
            arguments = call.arguments();
            return times;
        }
    }

    /// Every call of this answer has its response when this returns.
    void run(ModelAnswer.Answer answer) throws Conversation.StoreProblem {
        var results = new ArrayList<CompletableFuture<ToolResult>>();
        var order = AskingOrder.first();
        for (var call : answer.calls()) {
            boolean again = repeats.of(call.request()) > MOST_ALIKE && call.settled() == null;
            results.add(results.size() < MOST_CALLS ? started(again ? refused(call) : call, order) : tooMany());
            order = order.next();
        }
        for (int i = 0; i < results.size(); i++) {
            var call = answer.calls().get(i).request();
            var result = shortened(withoutKeys(awaited(call, results.get(i))));
            ledger.store(new Event.ToolCallResponse(call.id(), result.content(), result.isError(), result.metadata()));
        }
    }

    private static ModelAnswer.Called refused(ModelAnswer.Called call) {
        return new ModelAnswer.Called(
                call.request(),
                ToolResult.error("not run: the same call, with the same arguments, came " + (MOST_ALIKE + 1)
                        + " times in a row. Use the results that you have, change the arguments, or tell the user what"
                        + " keeps you from going on."));
    }

    private static CompletableFuture<ToolResult> tooMany() {
        return CompletableFuture.completedFuture(
                ToolResult.error("not run: more than " + MOST_CALLS + " calls in one answer"));
    }

    /// When a call is put to whoever decides: behind those before it, since people are asked in the order of the calls.
    private record AskingOrder(CompletableFuture<?> before, CompletableFuture<Boolean> passed) {
        static AskingOrder first() {
            return new AskingOrder(CompletableFuture.completedFuture(true), new CompletableFuture<>());
        }

        AskingOrder next() {
            return new AskingOrder(passed, new CompletableFuture<>());
        }

        /// Waits until those before have been put to the approver, or need not be.
        void await() {
            before.join();
            passed.complete(true);
        }

        void giveUp() {
            var _ = before.thenRun(() -> passed.complete(true));
        }
    }

    private CompletableFuture<ToolResult> started(ModelAnswer.Called call, AskingOrder order) {
        if (call.settled() != null) {
            order.giveUp();
            return CompletableFuture.completedFuture(call.settled());
        }
        var result = new CompletableFuture<ToolResult>();
        // A platform thread: tools read pipes.
        Thread.ofPlatform()
                .daemon()
                .name("tool " + call.request().name())
                .start(() -> result.complete(guarded(call.request(), order)));
        return result;
    }

    private ToolResult guarded(Event.ToolCallRequest call, AskingOrder order) {
        try {
            return result(call, order);
        } catch (RuntimeException | Error e) {
            // Whatever it is, the turn waits for a result.
            ports.bugs().bug("tool " + call.name(), e);
            return ToolResult.error("the tool failed for a reason inside the assistant, which is in its log");
        } finally {
            order.giveUp();
        }
    }

    private ToolResult result(Event.ToolCallRequest call, AskingOrder order) {
        var tool = ports.toolbox().named(call.name());
        if (tool.isEmpty()) {
            var names = ports.toolbox().tools().stream()
                    .map(each -> each.definition().name())
                    .toList();
            return ToolResult.error(
                    "there is no tool " + call.name() + "; there " + (names.isEmpty() ? "is none" : "are " + names));
        }
        // Nobody should be asked about a call that cannot work.
        var misfit = tool.get().definition().misfit(call.arguments());
        if (misfit.isPresent()) {
            return ToolResult.error(misfit.get());
        }
        return switch (tool.get().consent()) {
            case SKIP -> ToolResult.error("the settings say that this tool is not to be run");
            case UNATTENDED -> {
                order.giveUp();
                yield unseen(tool.get(), call);
            }
            case ASK -> {
                order.await();
                yield decided(tool.get(), call);
            }
        };
    }

    private ToolResult decided(Tool tool, Event.ToolCallRequest call) {
        var decision = ports.approver().decide(call, tool, cancellation);
        if (cancellation.isCancelled()) {
            return cancelled();
        }
        return switch (decision) {
            case Approver.Decision.Granted() -> unseen(tool, call);
            case Approver.Decision.Reject(var why) -> ToolResult.error(why);
            case Approver.Decision.Approve(var proposal)
            when proposal.arguments().equals(call.arguments()) -> run(call, proposal.action());
            case Approver.Decision.Approve(var proposal) -> {
                var misfit = tool.definition().misfit(proposal.arguments());
                if (misfit.isPresent()) {
                    yield ToolResult.error("the user changed the arguments, and now " + misfit.get());
                }
                yield changed(run(call, proposal.action()), proposal.arguments());
            }
        };
    }

    private ToolResult unseen(Tool tool, Event.ToolCallRequest call) {
        return run(call, run -> tool.run(call.arguments(), run));
    }

    /// The model must not take the result for one of the arguments it gave.
    private static ToolResult changed(ToolResult result, Json.Obj arguments) {
        return new ToolResult(
                "(The user changed the arguments to " + JsonText.text(arguments) + ")\n" + result.content(),
                result.isError(),
                result.metadata().with("arguments", arguments));
    }

    private ToolResult run(Event.ToolCallRequest call, Proposal.Action action) {
        running.acquireUninterruptibly();
        try {
            if (cancellation.isCancelled()) {
                return cancelled();
            }
            stage.waiting(new Renderer.Waiting.RunningTool(call.id(), call.name()));
            return action.run(new Running(call));
        } finally {
            running.release();
        }
    }

    private ToolResult awaited(Event.ToolCallRequest call, CompletableFuture<ToolResult> result) {
        try (var _ = cancellation.onCancel(() -> result.completeOnTimeout(
                ToolResult.error(call.name() + " was cancelled, and did not end in time"),
                LAST_WORDS.toNanos(),
                TimeUnit.NANOSECONDS))) {
            return result.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            cancellation.cancel();
            return cancelled();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a tool's thread always completes", e);
        }
    }

    private static ToolResult cancelled() {
        return ToolResult.error("cancelled by the user");
    }

    /// A tool that shows its environment, or a file with a key in it, must not have it stored.
    private ToolResult withoutKeys(ToolResult result) {
        var provider = ports.provider();
        return provider.withoutKeys(Json.of(result.content())) instanceof Json.Str(var content)
                        && provider.withoutKeys(result.metadata()) instanceof Json.Obj metadata
                ? new ToolResult(content, result.isError(), metadata)
                : ToolResult.error("a result that could not be kept without a key");
    }

    private ToolResult shortened(ToolResult result) {
        var bytes = result.content().getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= largestResult) {
            return result;
        }
        int end = largestResult;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        var kept = new String(bytes, 0, end, StandardCharsets.UTF_8);
        return new ToolResult(
                kept + "\n[cut: these are the first " + end + " of " + bytes.length
                        + " bytes. For the rest, ask for less at a time: a part, a page, a filter]"
                        + ownNote(result.content()),
                result.isError(),
                result.metadata());
    }

    /// What a tool itself says at its end of what it left out.
    private static String ownNote(String content) {
        var last = content.substring(content.lastIndexOf('\n') + 1);
        return last.startsWith("[cut: ") && last.length() <= LONGEST_NOTE ? "\n" + last : "";
    }

    private final class Running implements ToolRun {
        private final Event.ToolCallRequest call;
        private int questions;

        Running(Event.ToolCallRequest call) {
            this.call = call;
        }

        @Override
        public String id() {
            return call.id();
        }

        @Override
        public Cancellation cancellation() {
            return cancellation;
        }

        @Override
        public void progress(String line) {
            stage.waiting(new Renderer.Waiting.Progress(call.id(), call.name(), line));
        }

        private String withoutKeys(String words) {
            return ports.provider().withoutKeys(Json.of(words)) instanceof Json.Str(var rest) ? rest : "";
        }

        @Override
        public synchronized Optional<Json> ask(ToolQuestion question) {
            var id = call.id() + "." + ++questions;
            try {
                ledger.store(new Event.InquiryRequest(
                        id,
                        withoutKeys(question.text()),
                        question.options().stream().map(this::withoutKeys).toList(),
                        Json.object()
                                .put("type", "tool")
                                .put("tool", call.name())
                                .build(),
                        Json.EMPTY));
                var answer = ports.inquirer().answer(id, call.name(), question, cancellation);
                ledger.store(List.of(new Event.InquiryResponse(id, answer.orElse(Json.Null.NULL))));
                return answer;
            } catch (Conversation.StoreProblem e) {
                // What cannot be stored is not asked; the next thing the turn stores will tell the user.
                progress("the question cannot be stored: " + e.what());
                return Optional.empty();
            }
        }
    }
}
