package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Backoff;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Turn;
import dev.outrigger.assistant.providers.Demo;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.Signals;
import dev.outrigger.jp.query.Plainly;
import dev.outrigger.jp.query.StoredConversation;
import dev.outrigger.jp.query.ToolChoice;
import dev.outrigger.jp.query.Tools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.Held;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

final class Query implements BuiltIn {
    private static final int INTERRUPTED = 130;

    @Override
    public Command describe() {
        return Command.named("query")
                .alias("q")
                .about("Ask the assistant")
                .arg(Arg.flag("new", "In a new conversation").shortName('n'))
                .arg(Arg.positional("TEXT", "What to ask").optional().many())
                .example("jp query \"What changed here?\"", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations("jp query");
        var text = String.join(" ", session.values().all("TEXT"));
        return StoreCall.of(() -> {
            try (var held = held(session, conversations)) {
                return turn(session, new StoredConversation(conversations, held), text);
            }
        });
    }

    private static Held held(Session session, Conversations conversations) throws Problem, OutputFailed {
        var inUse = session.values().flag("new")
                ? Optional.<dev.outrigger.wire.ConversationId>empty()
                : session.conversationInUse();
        return StoreCall.of(() -> {
            if (inUse.isPresent()) {
                return conversations.lock(inUse.get());
            }
            var made = conversations.create(null, Instant.now());
            Chosen.useIfPossible(session, made.id());
            return made;
        });
    }

    private static int turn(Session session, StoredConversation conversation, String text)
            throws Problem, OutputFailed {
        var cancellation = new Cancellation();
        var ports = new Turn.Ports(
                new Demo(),
                Tools.of(session, List.of(), ToolChoice.ALL),
                (_, _, _) -> new Approver.Decision.Reject("there is nobody to ask"),
                (_, _, _) -> Optional.empty(),
                new Plainly(session.printer()),
                conversation,
                session.log()::bug);
        Turn.Outcome outcome;
        try (var _ = Signals.onEnd(_ -> cancellation.cancel())) {
            outcome = new Turn(ports, new Turn.Model("demo", "", Json.EMPTY), Backoff.USUAL, cancellation)
                    .run(new Event.ChatRequest(text));
        }
        return switch (outcome) {
            case Turn.Outcome.Done _ -> 0;
            case Turn.Outcome.Cancelled _ -> INTERRUPTED;
            case Turn.Outcome.Failed(var what, var hint, var _) -> throw new Problem(what, hint);
            case Turn.Outcome.Unwatched(var why, var _) -> {
                if (why instanceof OutputFailed failed) {
                    throw failed;
                }
                throw new IllegalStateException(why);
            }
        };
    }
}
