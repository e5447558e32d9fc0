package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// `jp conversation grep`: the places in all conversations where a regular expression matches.
public final class ConversationGrepCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("grep")
                .about("Find text in all conversations")
                .arg(Argument.positional("PATTERN", "A regular expression"))
                .arg(Argument.flag("ignore-case", "Large and small letters are the same")
                        .shortName('i'))
                .example("jp conversation grep -i 'tax(es)?'", "exit code 1 when nothing is found");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var pattern = pattern(context);
        boolean found = false;
        for (var one : StoreCall.of(conversations::list)) {
            if (one.damage() != null) {
                context.printer()
                        .note("skipped " + one.id() + ", which is damaged: "
                                + one.damage().reason());
                continue;
            }
            var finder = new Finder(context, one.id(), pattern);
            StoreCall.of(() -> {
                conversations.read(one.id(), 0, Long.MAX_VALUE).forEach(finder::look);
                return one;
            });
            found |= finder.found;
        }
        return found ? 0 : 1;
    }

    private static Pattern pattern(JpContext context) throws Problem {
        var text = context.values().text("PATTERN").orElseThrow();
        try {
            return Pattern.compile(
                    text, context.values().flag("ignore-case") ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        } catch (PatternSyntaxException e) {
            throw new Problem("not a regular expression: " + e.getDescription() + " in " + text, "", 2);
        }
    }

    private static final class Finder {
        private final JpContext context;
        private final ConversationId id;
        private final Pattern pattern;
        private boolean found;

        Finder(JpContext context, ConversationId id, Pattern pattern) {
            this.context = context;
            this.id = id;
            this.pattern = pattern;
        }

        void look(Json.Obj event) throws OutputFailed {
            for (var field : new String[] {"content", "message", "reasoning", "question"}) {
                for (var line : event.text(field).orElse("").split("\n", -1)) {
                    if (pattern.matcher(line).find()) {
                        found = true;
                        context.show(
                                id + ": " + TerminalEscapes.unbroken(line) + "\n",
                                Json.object()
                                        .put("conversation", id.digits())
                                        .put("type", event.text("type").orElse(""))
                                        .put("line", line)
                                        .build());
                    }
                }
            }
        }
    }
}
