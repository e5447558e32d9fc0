package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

final class ConversationRepair implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("repair")
                .about("Show what would mend damaged conversations, and do it with --apply")
                .arg(Arg.positional("ID", "Only this one").optional())
                .arg(Arg.flag("apply", "Do it; what is replaced is kept under another name"))
                .example("jp conversation repair", "changes nothing");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        boolean apply = session.values().flag("apply");
        var ids = session.values().text("ID").isPresent()
                ? List.of(Chosen.of(session, conversations))
                : StoreCall.of(conversations::ids);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var id : ids) {
            var plan = StoreCall.of(() -> conversations.repairs(id));
            for (var step : plan) {
                text.append(id).append(": ").append(step.toString()).append('\n');
                list.add(Json.object()
                        .put("conversation", id.digits())
                        .put("step", step.toString())
                        .put("applied", apply)
                        .build());
            }
            if (apply && !plan.isEmpty()) {
                StoreCall.of(() -> {
                    conversations.apply(id, plan);
                    return id;
                });
            }
        }
        session.show(text.toString(), new Json.Arr(list));
        session.printer()
                .note(list.isEmpty() ? "nothing to mend" : apply ? "done" : "Nothing was changed; --apply does this.");
        return 0;
    }
}
