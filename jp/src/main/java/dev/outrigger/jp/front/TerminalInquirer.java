package dev.outrigger.jp.front;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Inquirer;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.Locale;
import java.util.Optional;

/// Puts the questions of tools to the person at the terminal; without one there is no answer.
public final class TerminalInquirer implements Inquirer {
    private static final int MOST_TRIES = 5;
    private static final int COLUMNS = 78;

    private final TerminalPerson person;
    private final Prompt prompt;
    private final boolean terminal;

    public TerminalInquirer(TerminalPerson person, Prompt prompt, Printer printer) {
        this.person = person;
        this.prompt = prompt;
        this.terminal = printer.mode() == Printer.Mode.TEXT && prompt.possible();
    }

    @Override
    public Optional<Json> answer(String id, String tool, ToolQuestion question, Cancellation cancellation) {
        return terminal ? person.ask(cancellation, () -> asked(tool, question)) : Optional.empty();
    }

    private Optional<Json> asked(String tool, ToolQuestion question) {
        var words = words(tool, question, prompt.columns());
        for (int i = 0; i < MOST_TRIES; i++) {
            var line = prompt.line(words);
            if (line.isEmpty()) {
                return Optional.empty();
            }
            var said = line.get().strip();
            var meant = said.isEmpty() ? standard(question) : understood(said, question);
            if (meant.isPresent()) {
                return meant;
            }
            if (said.isEmpty() && question.kind() == ToolQuestion.Kind.TEXT) {
                return Optional.of(Json.of(""));
            }
            words = switch (question.kind()) {
                case TEXT -> "Please answer: ";
                case BOOLEAN -> "Please answer yes or no: ";
                case SELECT ->
                    "Please answer with a number from 1 to "
                            + question.options().size() + ", or with the words behind it: ";
            };
        }
        return Optional.empty();
    }

    /// Only one that could have been the answer.
    private static Optional<Json> standard(ToolQuestion question) {
        return question.standard()
                .filter(standard -> standard == Json.Null.NULL
                        || switch (question.kind()) {
                            case TEXT -> true;
                            case BOOLEAN -> standard instanceof Json.Bool;
                            case SELECT ->
                                standard instanceof Json.Str(var text)
                                        && question.options().contains(text);
                        });
    }

    /// The tool's words are behind a bar: no question of theirs can pass for one of ours.
    private static String words(String tool, ToolQuestion question, int columns) {
        var words = new StringBuilder("\n")
                .append(VisibleText.name(tool))
                .append(" asks:\n")
                .append(VisibleText.quoted(question.text(), Math.min(COLUMNS, columns - 1)));
        int number = 0;
        if (question.kind() == ToolQuestion.Kind.SELECT) {
            for (var option : question.options()) {
                words.append("  ")
                        .append(++number)
                        .append(". ")
                        .append(VisibleText.line(option, 200))
                        .append('\n');
            }
        }
        words.append('>');
        standard(question)
                .ifPresent(standard -> words.append(" [")
                        .append(
                                switch (standard) {
                                    case Json.Str(var text) -> VisibleText.line(text, 200);
                                    case Json.Bool truth -> truth == Json.Bool.TRUE ? "yes" : "no";
                                    case Json.Null _ -> "Enter: leave it out";
                                    default -> VisibleText.line(JsonText.text(standard), 200);
                                })
                        .append(']'));
        if (standard(question).isEmpty() && question.kind() == ToolQuestion.Kind.BOOLEAN) {
            words.append(" [y/n]");
        }
        return words.append(' ').toString();
    }

    private static Optional<Json> understood(String said, ToolQuestion question) {
        return switch (question.kind()) {
            case TEXT -> Optional.of(Json.of(said));
            case BOOLEAN ->
                switch (said.toLowerCase(Locale.ROOT)) {
                    case "y", "yes", "true" -> Optional.of(Json.Bool.TRUE);
                    case "n", "no", "false" -> Optional.of(Json.Bool.FALSE);
                    default -> Optional.empty();
                };
            case SELECT -> {
                if (question.options().contains(said)) {
                    yield Optional.of(Json.of(said));
                }
                var named = question.options().stream()
                        .filter(said::equalsIgnoreCase)
                        .toList();
                if (named.size() == 1) {
                    yield Optional.of(Json.of(named.getFirst()));
                }
                int number = said.matches("[0-9]{1,4}") ? Integer.parseInt(said) : 0;
                yield number >= 1 && number <= question.options().size()
                        ? Optional.of(Json.of(question.options().get(number - 1)))
                        : Optional.empty();
            }
        };
    }
}
