package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

final class ConversationGrep implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("grep")
                .about("Find text in all conversations")
                .arg(Arg.positional("PATTERN", "A regular expression"))
                .arg(Arg.flag("ignore-case", "Large and small letters are the same")
                        .shortName('i'))
                .example("jp conversation grep -i 'tax(es)?'", "exit code 1 when nothing is found");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var pattern = pattern(session);
        boolean found = false;
        for (var one : StoreCall.of(conversations::list)) {
            if (one.damage() != null) {
                session.printer()
                        .note("skipped " + one.id() + ", which is damaged: "
                                + one.damage().reason());
                continue;
            }
            var finder = new Finder(session, one.id(), pattern);
            StoreCall.of(() -> {
                conversations.read(one.id(), 0, Long.MAX_VALUE).forEach(finder::look);
                return one;
            });
            found |= finder.found;
        }
        return found ? 0 : 1;
    }

    private static Pattern pattern(Session session) throws Problem {
        var text = session.values().text("PATTERN").orElseThrow();
        try {
            return Pattern.compile(
                    text, session.values().flag("ignore-case") ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        } catch (PatternSyntaxException e) {
            throw new Problem("not a regular expression: " + e.getDescription() + " in " + text, "", 2);
        }
    }

    private static final class Finder {
        private final Session session;
        private final ConversationId id;
        private final Pattern pattern;
        private boolean found;

        Finder(Session session, ConversationId id, Pattern pattern) {
            this.session = session;
            this.id = id;
            this.pattern = pattern;
        }

        void look(Json.Obj event) throws OutputFailed {
            for (var field : new String[] {"content", "message", "reasoning", "question"}) {
                for (var line : event.text(field).orElse("").split("\n", -1)) {
                    if (pattern.matcher(line).find()) {
                        found = true;
                        session.show(
                                id + ": " + Escapes.unbroken(line) + "\n",
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
