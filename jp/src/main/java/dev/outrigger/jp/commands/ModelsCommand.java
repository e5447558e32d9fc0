package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.ModelList;
import dev.outrigger.hosting.turn.ProviderChoice;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// `jp models`: asks every provider at once for its models; one that does not answer costs the others nothing.
final class ModelsCommand implements ProgramCommand<JpContext> {
    private static final int LONGEST = 200;

    @Override
    public Command describe() {
        return Command.named("models")
                .about("List the models that there are to choose from")
                .arg(Argument.positional("PROVIDER", "Only this one's; it is a failure then if they cannot be listed")
                        .possibleValues(Providers.NAMES)
                        .optional())
                .example("jp models ollama", "");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var asked = context.values().text("PROVIDER");
        var used = used(context);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var listed : ModelList.ask(context, asked.map(List::of).orElse(Providers.NAMES))) {
            if (asked.isPresent() && !listed.problem().isEmpty()) {
                throw new Problem(listed.problem(), listed.hint());
            }
            text.append(lines(listed, used, context.look()));
            list.add(listed.json(used));
        }
        context.page(text.toString(), new Json.Arr(list));
        return 0;
    }

    /// As PROVIDER/MODEL; "" when that is not settled, which is said.
    private static String used(JpContext context) throws OutputFailed, Problem {
        try {
            var choice = ProviderChoice.of(context, "");
            if (!choice.told().isEmpty()) {
                context.printer().note(choice.told());
            }
            return choice.name();
        } catch (Problem e) {
            context.printer().note(e.what() + ". " + e.hint());
            return "";
        }
    }

    private static String lines(ModelList listed, String used, StreamLook look) {
        var provider = listed.provider();
        if (!listed.problem().isEmpty()) {
            return "  " + provider + ": " + listed.problem() + (listed.hint().isEmpty() ? "" : ". " + listed.hint())
                    + "\n";
        }
        if (listed.models().isEmpty()) {
            return "  " + provider + ": it has no models\n";
        }
        var columns = new ListColumns();
        for (var model : listed.models()) {
            var mark = (provider + "/" + model.name()).equals(used) ? "* " : "  ";
            columns.row(mark + shown(provider, model), TerminalEscapes.oneLine(model.note(), LONGEST));
        }
        return columns.text(look);
    }

    private static String shown(String provider, Provider.Model model) {
        return provider + "/" + VisibleText.name(Excerpt.of(model.name()));
    }
}
