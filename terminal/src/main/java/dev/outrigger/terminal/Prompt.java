package dev.outrigger.terminal;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A question to the person at the terminal, whatever standard input and output are connected to. A whole line answers
/// it: the key of a choice, its label, or nothing for the default.
public final class Prompt {
    private static final int MOST_TRIES = 3;
    private static final int LONGEST_ANSWER = 4096;
    private static final int LEAST_COLUMNS = 10;
    private static final String INDENT = "  ";
    /// A space at which no line is broken.
    private static final char TOGETHER = '\u00a0';

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
    private final boolean colour;
    /// The question that waits for an answer; "" when none does.
    private volatile String pending = "";

    public Prompt() {
        this("/dev/tty", false);
    }

    /// Whose [#tell] is as colourful as this environment wants it.
    public Prompt(Map<String, String> env) {
        this("/dev/tty", StreamLook.colour(true, env));
    }

    private Prompt(String terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
    }

    /// Something to know before a question; whoever redirects our output still sees what is asked.
    public void tell(PrintFormat format, String text) throws OutputFailed {
        write(Printer.rendered(format, "", text, new StreamLook(true, colour, columns())));
    }

    /// Words of ours before a question, whole lines. Broken between words: not for what must stay as it is.
    public void say(String text) throws OutputFailed {
        write(wrapped(TerminalEscapes.strip(text) + "\n"));
    }

    private void write(String text) throws OutputFailed {
        try (var out = new FileOutputStream(terminal)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OutputFailed(OutputStreamName.STDERR, e);
        }
    }

    /// How wide the terminal is now.
    public int columns() {
        return ScreenSize.now().columns();
    }

    /// The question that waits for an answer, if any, once more: the screen is another by now. From any thread.
    public void again() {
        var question = pending;
        try {
            write(question.isEmpty() ? "" : wrapped(question));
        } catch (OutputFailed _) {
            // the terminal is gone, and whoever waits for the answer learns it
        }
    }

    /// What continues a line is set in: nothing that others wrote comes to stand at a line's beginning.
    private String wrapped(String text) {
        int columns = columns();
        var wrapped = new StringBuilder();
        for (var line : text.splitWithDelimiters("\n", 0)) {
            wrapped.append(TextWidth.of(line) < columns ? line : broken(line, columns));
        }
        return wrapped.toString().replace(TOGETHER, ' ');
    }

    private static String broken(String line, int columns) {
        var lines = LineWrap.lines(line, Math.max(columns - 1 - INDENT.length(), LEAST_COLUMNS));
        return String.join("\n" + INDENT, lines) + (line.endsWith(" ") ? " " : "");
    }

    /// Nothing when there is no terminal. After three answers that make no sense it is the default (the last choice if
    /// none is marked); after Ctrl-D it is `n`, where there is one: leaving is never a yes.
    public Optional<Answer> ask(String question, List<Choice> choices) {
        try (var in = new FileInputStream(terminal);
                var out = new FileOutputStream(terminal)) {
            return Optional.of(new Asking(choices, in, out).ask(question));
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

    /// A line of the user's own; nothing when there is no terminal, or after Ctrl-D. What was typed before the question
    /// was there is thrown away: it cannot be an answer to it.
    public Optional<String> line(String question) {
        try (var in = new FileInputStream(terminal);
                var out = new FileOutputStream(terminal)) {
            drain(in);
            var asking = new Asking(List.of(), in, out);
            var line = asking.line(TerminalEscapes.strip(question));
            if (line.isEmpty()) {
                asking.say("\n");
            }
            return line;
        } catch (IOException _) {
            // There is no terminal: nobody answers.
            return Optional.empty();
        }
    }

    /// Like [#ask], of somebody who has just seen the question: what was typed before is thrown away.
    public Optional<Answer> askNow(String question, List<Choice> choices) {
        try (var in = new FileInputStream(terminal)) {
            drain(in);
        } catch (IOException _) {
            // There is no terminal: nobody answers.
            return Optional.empty();
        }
        return ask(question, choices);
    }

    private static void drain(InputStream in) throws IOException {
        for (int waiting = in.available(); waiting > 0; waiting = in.available()) {
            if (in.read(new byte[waiting]) < 0) {
                return;
            }
        }
    }

    /// Whether there is somebody to ask.
    public boolean possible() {
        try (var in = new FileInputStream(terminal)) {
            return in.available() >= 0;
        } catch (IOException _) {
            // There is no terminal.
            return false;
        }
    }

    private final class Asking {
        private final List<Choice> choices;
        private final InputStream in;
        private final OutputStream out;

        Asking(List<Choice> choices, InputStream in, OutputStream out) {
            this.choices = choices;
            this.in = in;
            this.out = out;
        }

        Answer ask(String question) throws IOException {
            var words = TerminalEscapes.strip(question) + " [" + keys() + "] ";
            for (int i = 1; i <= MOST_TRIES; i++) {
                var line = line(words);
                if (line.isEmpty()) {
                    say("\n");
                    return new Answer(refusal(), true);
                }
                var answer = understood(line.get().strip().toLowerCase(Locale.ROOT));
                if (answer.isPresent()) {
                    return answer.get();
                }
                words = "Please answer " + keys() + ": ";
            }
            say("Taken as '" + fallback().label + "'.\n");
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
                        .append(plain ? "" : TOGETHER + "=" + TOGETHER + TerminalEscapes.strip(choice.label));
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

        /// The answer to this; nothing at the end of input.
        Optional<String> line(String question) throws IOException {
            say(wrapped(question));
            pending = question;
            try {
                return line();
            } finally {
                pending = "";
            }
        }

        /// Of an endless line only the start is kept.
        private Optional<String> line() throws IOException {
            var line = new ByteArrayOutputStream();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    return Optional.empty();
                }
                if (line.size() < LONGEST_ANSWER) {
                    line.write(b);
                }
            }
            return Optional.of(line.toString(StandardCharsets.UTF_8));
        }

        void say(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
