package dev.outrigger.terminal;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A question to the person at the terminal, whatever standard input and output are connected to. A whole line answers
/// it: the key of a choice, its label, or nothing for the default.
public final class Prompt {
    private static final int MOST_TRIES = 3;
    private static final int LONGEST_ANSWER = 256;

    /// `key` is a lower-case letter.
    public record Choice(char key, String label, boolean isDefault) {
        public static Choice of(char key, String label) {
            return new Choice(key, label, false);
        }

        public static Choice byDefault(char key, String label) {
            return new Choice(key, label, true);
        }
    }

    /// `key` is that of the choice taken; `byDefault` when nobody chose it in so many words.
    public record Answer(char key, boolean byDefault) {}

    private final String terminal;

    public Prompt() {
        this("/dev/tty");
    }

    Prompt(String terminal) {
        this.terminal = terminal;
    }

    /// Nothing when there is no terminal. After three answers that make no sense it is the default (the last choice if
    /// none is marked); after Ctrl-D it is `n`, where there is one: leaving is never a yes.
    public Optional<Answer> ask(String question, List<Choice> choices) {
        try (var in = new FileInputStream(terminal);
                var out = new FileOutputStream(terminal)) {
            return Optional.of(new Asking(question, choices, in, out).ask());
        } catch (IOException _) {
            // none there, or gone before the answer: nobody to decide
            return Optional.empty();
        }
    }

    /// Yes or no, no by default.
    public Optional<Boolean> confirm(String question) {
        return ask(question, List.of(Choice.of('y', "yes"), Choice.byDefault('n', "no")))
                .map(answer -> answer.key() == 'y');
    }

    private record Asking(String question, List<Choice> choices, InputStream in, OutputStream out) {
        Answer ask() throws IOException {
            say(Escapes.strip(question) + " [" + keys() + "] ");
            for (int i = 1; i <= MOST_TRIES; i++) {
                var line = line();
                if (line.isEmpty()) {
                    say("\n");
                    return new Answer(refusal(), true);
                }
                var answer = understood(line.get().strip().toLowerCase(Locale.ROOT));
                if (answer.isPresent()) {
                    return answer.get();
                }
                say(i < MOST_TRIES ? "Please answer " + keys() + ": " : "Taken as '" + fallback().label + "'.\n");
            }
            return new Answer(fallback().key, true);
        }

        private Optional<Answer> understood(String word) {
            if (word.isEmpty()) {
                return Optional.of(new Answer(fallback().key, true));
            }
            for (var choice : choices) {
                if (word.equals(String.valueOf(choice.key)) || word.equals(choice.label.toLowerCase(Locale.ROOT))) {
                    return Optional.of(new Answer(choice.key, false));
                }
            }
            return Optional.empty();
        }

        /// `y/N`, or `y = yes, a = always, N = no` where the letters alone would not do.
        private String keys() {
            var keys = new StringBuilder();
            boolean plain = choices.size() == 2
                    && choices.get(0).label.equals("yes")
                    && choices.get(1).label.equals("no");
            for (var choice : choices) {
                keys.append(keys.isEmpty() ? "" : plain ? "/" : ", ")
                        .append(choice.equals(fallback()) ? Character.toUpperCase(choice.key) : choice.key)
                        .append(plain ? "" : " = " + Escapes.strip(choice.label));
            }
            return keys.toString();
        }

        private Choice fallback() {
            for (var choice : choices) {
                if (choice.isDefault) {
                    return choice;
                }
            }
            return choices.getLast();
        }

        private char refusal() {
            for (var choice : choices) {
                if (choice.key == 'n') {
                    return 'n';
                }
            }
            return fallback().key;
        }

        /// Nothing at the end of input. Of an endless line only the start is kept.
        private Optional<String> line() throws IOException {
            var line = new StringBuilder();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    return Optional.empty();
                }
                if (line.length() < LONGEST_ANSWER) {
                    line.append((char) b);
                }
            }
            return Optional.of(line.toString());
        }

        private void say(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
