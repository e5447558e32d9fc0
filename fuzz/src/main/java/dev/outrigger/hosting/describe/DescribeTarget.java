package dev.outrigger.hosting.describe;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.StreamLook;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/// What a plugin answers to `describe` and `help`, up to the help that is drawn from it.
public final class DescribeTarget implements Target {
    @Override
    public String name() {
        return "describe";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(tree.own("describe"), tree.golden("conformance/command/golden/to-host.jsonl"));
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"describe\"",
                "\"help\"",
                "\"command\":",
                "\"args\":[{",
                "\"subcommands\":[{",
                "\"name\":\"a\"",
                "\"about\":\"\"",
                "\"long\":\"x\"",
                "\"short\":\"x\"",
                "\"positional\":true",
                "\"possible_values\":[",
                "\"visible_aliases\":[",
                "\"long_about\":",
                "\"value_name\":",
                "\"options_schema\":{}",
                "\n");
    }

    @Override
    public String read(byte[] input) {
        return heard(input, InterviewQuestion.DESCRIBE) + " " + heard(input, InterviewQuestion.HELP);
    }

    private static String heard(byte[] input, InterviewQuestion question) {
        var hearing = new AnswerListener(new ByteArrayInputStream(input), question);
        hearing.run();
        return switch (hearing.reply()) {
            case null -> throw new Broken("no word of what was heard");
            case InterviewReply.Described(var answer) -> drawn(PluginAnswers.NOTHING.with(answer));
            case InterviewReply.Helped(var answer) -> {
                var told = PluginAnswers.NOTHING.with(answer);
                if (told.help() == null
                        || !told.help().equals(told.with(told.help()).help())) {
                    throw new Broken("what was trimmed is trimmed once more");
                }
                yield drawn(told);
            }
            case InterviewReply.NoAnswer none -> {
                if (none.words().contains("a mistake of jp")) {
                    throw new Broken(none.words());
                }
                yield none.words();
            }
        };
    }

    private static String drawn(PluginAnswers told) {
        var command = told.description("id").structured();
        if (command == null) {
            return "described";
        }
        var help = HelpText.render(List.of(command), true, StreamLook.PLAIN);
        for (int i = 0; i < help.length(); i++) {
            if (help.charAt(i) < ' ' && help.charAt(i) != '\n') {
                throw new Broken("a control character in the help that is drawn");
            }
        }
        return "drawn";
    }
}
