package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class ConversationUse implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("use")
                .about("Use a conversation at this terminal")
                .arg(Arg.positional("ID", "A conversation, or the beginning or end of its id"))
                .example("jp conversation use 3920", "the one whose id ends in 3920");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var id = Chosen.of(session, session.conversations());
        session.use(id);
        session.show(id + "\n", Json.object().put("id", id.digits()).build());
        return 0;
    }
}
