package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;

/// `jp conversation use`: the conversation that queries at this terminal go on with.
public final class ConversationUseCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("use")
                .about("Use a conversation at this terminal")
                .arg(Argument.positional("ID", ChosenConversation.NAMES))
                .example("jp conversation use 3920", "the one whose id ends in 3920")
                .example("jp conversation use Taxes", "the one that is called so");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var id = ChosenConversation.of(context, context.conversations());
        return () -> {
            context.use(id);
            return _ -> Answer.result(
                    id + "\n", Json.object().put("id", id.digits()).build());
        };
    }
}
