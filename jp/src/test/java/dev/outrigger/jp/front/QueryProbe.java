package dev.outrigger.jp.front;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Conversation;
import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.RetryBackoff;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.Turn;
import dev.outrigger.assistant.approval.ApprovalMemory;
import dev.outrigger.assistant.approval.AskingApprover;
import dev.outrigger.assistant.providers.DemoProvider;
import dev.outrigger.assistant.tools.BuiltinTools;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputStreamName;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A turn at a terminal with a tool that is asked about, and one that asks; for tests to run.
final class QueryProbe {
    private QueryProbe() {}

    private record Sample(String name, boolean asks) implements Tool {
        @Override
        public ToolDefinition definition() {
            return new ToolDefinition(
                    name, "", Json.object().put("type", "object").build());
        }

        @Override
        public String source() {
            return "builtin";
        }

        @Override
        public Consent consent() {
            return asks ? Consent.UNATTENDED : Consent.ASK;
        }

        @Override
        public String fingerprint() {
            return name;
        }

        @Override
        public Proposal propose(Json.Obj arguments) {
            var words = arguments.get("diff").isPresent() ? "```diff\n-old\n+new\n```\n" : "";
            return new Proposal(arguments, words, run -> run(arguments, run));
        }

        @Override
        public ToolResult run(Json.Obj arguments, ToolRun run) {
            if (!asks) {
                return ToolResult.of("ran with " + JsonText.text(arguments));
            }
            var answer = run.ask(new ToolQuestion(
                    arguments.text("question").orElse("Which one?"),
                    ToolQuestion.Kind.SELECT,
                    List.of("red", "green"),
                    Optional.of(arguments.get("default").orElse(Json.of("red")))));
            return ToolResult.of("chose " + answer.map(JsonText::text).orElse("nothing"));
        }
    }

    /// Nobody is asked about a call before all of them wait, so that what is on the screen is always the same.
    private static Approver together(String[] orders, Approver approver) {
        var pokes = new CountDownLatch((int) Arrays.stream(orders)
                .filter(order -> order.startsWith("/call poke"))
                .count());
        return (call, tool, cancellation) -> {
            pokes.countDown();
            try {
                pokes.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return approver.decide(call, tool, cancellation);
        };
    }

    public static void main(String[] args) throws IOException {
        var env = System.getenv();
        var printer = new Printer(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                StreamLook.of(OutputStreamName.STDOUT, env),
                StreamLook.of(OutputStreamName.STDERR, env),
                Printer.Mode.TEXT,
                false);
        var kept = new ArrayList<Event>();
        var conversation = new Conversation() {
            @Override
            public List<Event> events() {
                return List.of();
            }

            @Override
            public Stored append(List<? extends Event> events) {
                kept.addAll(events);
                return new Stored(kept.size() - events.size() + 1, "");
            }
        };
        var cancellation = new Cancellation();
        var prompt = new Prompt(env);
        var editor = new Editor("jp", "", env);
        int code = 0;
        try (var screen = new LiveRenderer(printer, env, new HiddenParts(false, false))) {
            var person = new TerminalPerson(screen, prompt);
            var tools = new ArrayList<Tool>(BuiltinTools.in(Path.of("").toRealPath()));
            tools.addAll(List.of(new Sample("poke", false), new Sample("wonder", true)));
            var ports = new Turn.Ports(
                    new DemoProvider(Duration.ZERO),
                    () -> tools,
                    together(
                            args,
                            new AskingApprover(
                                    new TerminalApprovalFront(person, prompt, printer, editor),
                                    ApprovalMemory.ofThisRun())),
                    new TerminalInquirer(person, prompt, printer),
                    screen,
                    conversation,
                    (where, what) -> what.printStackTrace());
            var interrupts = new TurnInterrupts(cancellation, screen, editor, prompt);
            try (interrupts) {
                var outcome = new Turn(ports, new Turn.Model("demo", "", Json.EMPTY), RetryBackoff.USUAL, cancellation)
                        .run(new Event.ChatRequest(String.join("\n", args)));
                code = outcome instanceof Turn.Outcome.Cancelled ? interrupts.exitCode() : 0;
            }
        }
        for (var event : kept) {
            printer.print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", "STORED " + JsonText.text(event.json()) + "\n");
        }
        Runtime.getRuntime().halt(code);
    }
}
