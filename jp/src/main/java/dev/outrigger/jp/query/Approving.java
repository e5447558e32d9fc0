package dev.outrigger.jp.query;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Tool;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.Visible;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Asks the person at the terminal whether a tool may run. Where there is none, the answer is no, with a word on how to
/// change that.
public final class Approving implements Approver {
    private static final int LONGEST_ABOUT = 300;
    private static final int LONGEST_NAME = 200;
    /// Far beyond what anybody reads at a prompt.
    private static final int LONGEST_ARGUMENTS = 64 * 1024;

    private static final List<Prompt.Choice> CHOICES = List.of(
            Prompt.Choice.of('y', "yes"),
            Prompt.Choice.of('a', "always this session"),
            Prompt.Choice.byDefault('n', "no"),
            Prompt.Choice.of('e', "edit arguments"));

    /// Nobody says yes in passing to what was not shown.
    private static final List<Prompt.Choice> CHOICES_UNSEEN = List.of(
            Prompt.Choice.byDefault('n', "no"),
            Prompt.Choice.of('e', "see all of them in the editor, and run with what is saved there"));

    private final Person person;
    private final Prompt prompt;
    private final Memory memory;
    private final Editor editor;
    private final boolean terminal;
    private final AtomicInteger waiting = new AtomicInteger();
    /// Of those that came while others waited.
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();

    public Approving(Person person, Prompt prompt, Printer printer, Memory memory, Editor editor) {
        this.person = person;
        this.prompt = prompt;
        this.memory = memory;
        this.editor = editor;
        this.terminal = printer.mode() == Printer.Mode.TEXT && prompt.possible();
    }

    @Override
    public Decision decide(Event.ToolCallRequest call, Tool tool, Cancellation cancellation) {
        if (memory.granted(tool)) {
            return new Decision.Approve();
        }
        if (!terminal) {
            return nobody(tool);
        }
        waiting.incrementAndGet();
        begun.incrementAndGet();
        try {
            return person.<Decision>ask(cancellation, () -> Optional.of(asked(call, tool)))
                    .orElse(new Decision.Reject("cancelled by the user"));
        } finally {
            if (waiting.decrementAndGet() == 0) {
                asked.set(0);
                begun.set(0);
            }
        }
    }

    private static Decision nobody(Tool tool) {
        var key = Settings.path("conversation", "tools", tool.definition().name(), "run");
        return new Decision.Reject("rejected: this tool is asked about first, and there is no terminal to ask at. "
                + "The user can allow it beforehand: jp config set " + key + " unattended");
    }

    private Decision asked(Event.ToolCallRequest call, Tool tool) {
        // The one before may have been answered with "always".
        if (memory.granted(tool)) {
            return new Decision.Approve();
        }
        try {
            return answer(call, tool);
        } catch (OutputFailed _) {
            return new Decision.Reject("rejected: the terminal is gone");
        }
    }

    private Decision answer(Event.ToolCallRequest call, Tool tool) throws OutputFailed {
        int number = asked.incrementAndGet();
        int of = Math.max(number, begun.get());
        boolean whole = introduce(call.arguments(), tool, of > 1 ? " (" + number + " of " + of + ")" : "");
        while (true) {
            var answer = prompt.askNow("Run " + name(tool) + "?", whole ? CHOICES : CHOICES_UNSEEN);
            switch (answer.map(Prompt.Answer::key).orElse('n')) {
                case 'y' -> {
                    return new Decision.Approve();
                }
                case 'a' -> {
                    memory.grant(tool);
                    return new Decision.Approve();
                }
                case 'e' -> {
                    var edited = edited(call.arguments());
                    if (edited.isPresent()) {
                        return edited.get().equals(call.arguments())
                                ? new Decision.Approve()
                                : new Decision.Modify(edited.get());
                    }
                }
                default -> {
                    return rejected(answer.isPresent() && !answer.get().byDefault());
                }
            }
        }
    }

    private Decision rejected(boolean inWords) {
        var why = inWords ? prompt.line("Why? (for the model; may be empty) ").orElse("") : "";
        return new Decision.Reject("rejected by the user" + (why.isBlank() ? "" : ": " + why.strip()));
    }

    private static String name(Tool tool) {
        return Visible.line(tool.definition().name(), LONGEST_NAME);
    }

    /// Whether all of it was shown. What others wrote goes through [Visible] before it is drawn: a yes is to what is
    /// there, and not to what a terminal makes of it.
    private boolean introduce(Json.Obj arguments, Tool tool, String which) throws OutputFailed {
        prompt.tell(
                Format.PLAIN,
                "\nThe assistant wants to run " + name(tool) + " (" + Visible.line(tool.source(), LONGEST_NAME) + ")"
                        + which + "\n");
        boolean ours = tool.source().equals("builtin");
        var about = Visible.line(tool.definition().description(), LONGEST_ABOUT);
        if (!about.isEmpty() && !ours) {
            // In the tool's own words: of a stranger's tool they are all that there is.
            prompt.tell(Format.PLAIN, "It says: " + about + "\n");
        }
        var preview = tool.preview(arguments);
        if (preview.isPresent()) {
            prompt.tell(Format.MARKDOWN, Visible.text(preview.get()));
        }
        return (preview.isPresent() && ours) || arguments.fields().isEmpty() || shown(arguments);
    }

    private boolean shown(Json.Obj arguments) throws OutputFailed {
        var text = JsonText.text(arguments);
        if (text.length() <= LONGEST_ARGUMENTS) {
            prompt.tell(Format.JSON, text);
            return true;
        }
        prompt.tell(Format.PLAIN, Visible.text(text.substring(0, LONGEST_ARGUMENTS)) + "\n");
        prompt.tell(
                Format.PLAIN,
                "ATTENTION: " + (text.length() - LONGEST_ARGUMENTS) + " of " + text.length()
                        + " characters of the arguments ARE NOT SHOWN.\n");
        return false;
    }

    /// Nothing when what was saved is no JSON object, or could not be edited; that was said.
    private Optional<Json.Obj> edited(Json.Obj arguments) throws OutputFailed {
        try {
            var text = editor.edit(Pretty.text(arguments), ".json");
            if (JsonText.parse(text.strip()) instanceof Json.Obj object) {
                return Optional.of(object);
            }
            prompt.tell(Format.PLAIN, "The arguments must be one JSON object, and these are something else.\n");
        } catch (MalformedJson e) {
            prompt.tell(Format.PLAIN, "The arguments must be one JSON object: " + e.getMessage() + "\n");
        } catch (Editor.EditorProblem e) {
            prompt.tell(Format.PLAIN, "error: " + e.getMessage() + "\n");
        }
        return Optional.empty();
    }
}
