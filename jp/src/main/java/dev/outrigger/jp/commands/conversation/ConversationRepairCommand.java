package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.ConversationRepair;
import dev.outrigger.workspace.conversations.Conversations;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// `jp conversation repair`: the plan that mends damaged files, and with `--apply` its doing.
public final class ConversationRepairCommand implements ChangingCommand {
    private static final String UNTOUCHED = "Nothing was changed; --apply does this.";

    private record Outcome(Set<ConversationId> mended, String words) {}

    @Override
    public Command describe() {
        return Command.named("repair")
                .about("Show what would mend damaged conversations, and do it with --apply")
                .arg(Argument.positional("ID", "Only this one, by its id or title")
                        .optional())
                .arg(Argument.flag("apply", "Do it; what is replaced is kept under another name"))
                .example("jp conversation repair", "changes nothing");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        boolean apply = context.values().flag("apply");
        var plans = plans(context, conversations);
        return () -> {
            var outcome = apply ? applied(conversations, plans) : new Outcome(Set.of(), UNTOUCHED);
            return told -> tell(told, plans, outcome);
        };
    }

    private static Map<ConversationId, List<ConversationRepair>> plans(JpContext context, Conversations conversations)
            throws Problem, OutputFailed {
        if (context.values().text("ID").isEmpty()) {
            return StoreCall.of(conversations::repairs);
        }
        var id = ChosenConversation.of(context, conversations);
        var plan = StoreCall.of(() -> conversations.repairs(id));
        return plan.isEmpty() ? Map.of() : Map.of(id, plan);
    }

    /// Each conversation is whole by itself: what keeps one from being mended keeps no other from it, and is an error
    /// only when none is mended.
    private static Outcome applied(Conversations conversations, Map<ConversationId, List<ConversationRepair>> plans)
            throws Problem, OutputFailed {
        var mended = new LinkedHashSet<ConversationId>();
        var failures = new ArrayList<Problem>();
        for (var each : plans.entrySet()) {
            if (each.getValue().stream().noneMatch(ConversationRepair::mends)) {
                continue;
            }
            try {
                StoreCall.of(() -> {
                    conversations.apply(each.getKey(), each.getValue());
                    return each.getKey();
                });
                mended.add(each.getKey());
            } catch (Problem e) {
                failures.add(e);
            }
        }
        if (mended.isEmpty() && !failures.isEmpty()) {
            throw failures.getFirst();
        }
        if (failures.isEmpty()) {
            return new Outcome(mended, mended.isEmpty() ? "nothing here can be mended automatically" : "done");
        }
        return new Outcome(
                mended, "not all: " + failures.stream().map(Problem::what).collect(Collectors.joining("; ")));
    }

    private static Answer tell(JpContext context, Map<ConversationId, List<ConversationRepair>> plans, Outcome outcome)
            throws OutputFailed {
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var each : plans.entrySet()) {
            for (var step : each.getValue()) {
                text.append(each.getKey()).append(": ").append(step).append('\n');
                list.add(Json.object()
                        .put("conversation", each.getKey().digits())
                        .put("step", step.toString())
                        .put("applied", step.mends() && outcome.mended().contains(each.getKey()))
                        .build());
            }
        }
        context.printer().note(list.isEmpty() ? "nothing to mend" : outcome.words());
        return Answer.result(text.toString(), new Json.Arr(list));
    }
}
