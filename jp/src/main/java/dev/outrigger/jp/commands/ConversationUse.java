package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class ConversationUse implements Changing {
    @Override
    public Command describe() {
        return Command.named("use")
                .about("Use a conversation at this terminal")
                .arg(Arg.positional("ID", Chosen.NAMES))
                .example("jp conversation use 3920", "the one whose id ends in 3920")
                .example("jp conversation use Taxes", "the one that is called so");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var id = Chosen.of(session, session.conversations());
        return () -> {
            session.use(id);
            return _ -> Answer.result(
                    id + "\n", Json.object().put("id", id.digits()).build());
        };
    }
}
