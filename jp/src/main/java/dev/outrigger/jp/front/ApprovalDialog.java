package dev.outrigger.jp.front;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.turn.ApprovalMemory;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.List;
import java.util.Optional;

/// One call, put to the person at the terminal until it is decided. What runs is always what was shown last, and only
/// after a yes to it: neither an editor nor a pager decides anything.
final class ApprovalDialog {
    private static final int LONGEST_ABOUT = 300;
    /// Far beyond what anybody reads at a prompt.
    private static final int LONGEST_ARGUMENTS = 64 * 1024;

    private static final Prompt.Choice NO = Prompt.Choice.byDefault('n', "no");
    private static final Prompt.Choice EDIT = Prompt.Choice.of('e', "edit arguments");

    private static final List<Prompt.Choice> SEEN =
            List.of(Prompt.Choice.of('y', "yes"), Prompt.Choice.of('a', "always this session"), NO, EDIT);

    /// Nobody says yes in passing to what was not shown.
    private static final List<Prompt.Choice> UNSEEN = List.of(Prompt.Choice.of('v', "view all of it first"), NO, EDIT);

    /// Nor to what was there before, having meant something else.
    private static final List<Prompt.Choice> BROKEN =
            List.of(Prompt.Choice.of('e', "edit this text again"), Prompt.Choice.of('d', "drop it"), NO);

    private final Tool tool;
    private final Prompt prompt;
    private final Editor editor;
    /// All of what was shown in part; "" when the user has seen it all.
    private String unseen = "";
    /// What the user saved and nobody can use; "" when there is no such thing.
    private String broken = "";

    ApprovalDialog(Tool tool, Prompt prompt, Editor editor) {
        this.tool = tool;
        this.prompt = prompt;
        this.editor = editor;
    }

    /// @param which of several calls this is, in words; "" when it is alone
    Decision decide(Json.Obj arguments, String which, ApprovalMemory memory) throws OutputFailed {
        prompt.say("\nThe assistant wants to run " + name() + " (" + VisibleText.name(tool.fullName()) + ")" + which);
        var about = VisibleText.line(tool.definition().description(), LONGEST_ABOUT);
        if (!about.isEmpty() && !isOurs()) {
            // In the tool's own words: of a stranger's tool they are all that there is.
            prompt.say("It says: " + about);
        }
        var proposal = proposed(arguments);
        while (true) {
            var answer = prompt.askNow("Run " + name() + "?", choices());
            switch (answer.map(Prompt.Answer::key).orElse('n')) {
                case 'y' -> {
                    return new Decision.Approve(proposal);
                }
                case 'a' -> {
                    memory.grant(tool);
                    return new Decision.Approve(proposal);
                }
                case 'v' -> view();
                case 'e' -> {
                    var edited = edited(proposal.arguments());
                    if (edited.isPresent()) {
                        proposal = proposedAnew(proposal, edited.get());
                    }
                }
                case 'd' -> {
                    broken = "";
                    prompt.say("The arguments are those from before.");
                }
                default -> {
                    return rejected(answer.isPresent() && !answer.get().byDefault());
                }
            }
        }
    }

    private List<Prompt.Choice> choices() {
        return !broken.isEmpty() ? BROKEN : !unseen.isEmpty() ? UNSEEN : SEEN;
    }

    private Decision rejected(boolean inWords) {
        var why = inWords ? prompt.line("Why? (for the model; may be empty) ").orElse("") : "";
        return new Decision.Reject("rejected by the user" + (why.isBlank() ? "" : ": " + why.strip()));
    }

    private String name() {
        return VisibleText.name(tool.definition().name());
    }

    private boolean isOurs() {
        return tool.source().equals("builtin");
    }

    /// What others wrote goes through [VisibleText] before it is drawn: a yes is to what is there, and not to what
    /// a terminal makes of it.
    private Proposal proposed(Json.Obj arguments) throws OutputFailed {
        var proposal = tool.propose(arguments);
        unseen = VisibleText.text(proposal.whole());
        if (!proposal.words().isEmpty()) {
            prompt.tell(PrintFormat.MARKDOWN, VisibleText.text(proposal.words()));
        }
        if ((proposal.words().isEmpty() || !isOurs()) && !arguments.fields().isEmpty()) {
            show(arguments);
        }
        return proposal;
    }

    private Proposal proposedAnew(Proposal before, Json.Obj arguments) throws OutputFailed {
        if (arguments.equals(before.arguments())) {
            prompt.say("The arguments are unchanged.");
            return before;
        }
        prompt.say("\nWith your arguments:");
        return proposed(arguments);
    }

    private void show(Json.Obj arguments) throws OutputFailed {
        var text = JsonText.text(arguments);
        if (text.length() <= LONGEST_ARGUMENTS) {
            prompt.tell(PrintFormat.JSON, text);
            return;
        }
        prompt.tell(PrintFormat.PLAIN, VisibleText.text(text.substring(0, LONGEST_ARGUMENTS)) + "\n");
        prompt.say("ATTENTION: " + (text.length() - LONGEST_ARGUMENTS) + " of " + text.length()
                + " characters of the arguments ARE NOT SHOWN.");
        unseen += PrettyJson.text(arguments);
    }

    private void view() throws OutputFailed {
        try {
            editor.show(unseen, ".txt");
            unseen = "";
        } catch (Editor.EditorProblem e) {
            prompt.say("error: " + e.getMessage());
        }
    }

    /// Nothing when what was saved cannot be used, or nothing could be edited; that was said.
    private Optional<Json.Obj> edited(Json.Obj arguments) throws OutputFailed {
        try {
            var text = editor.edit(broken.isEmpty() ? PrettyJson.text(arguments) : broken, ".json");
            broken = "";
            try {
                var edited = object(text);
                var misfit = tool.definition().misfit(edited);
                if (misfit.isEmpty()) {
                    return Optional.of(edited);
                }
                refuse(text, misfit.get());
            } catch (MalformedJson e) {
                refuse(text, "this is no JSON object: " + e.whatIn(text));
            }
        } catch (Editor.EditorProblem e) {
            prompt.say("error: " + e.getMessage());
        }
        return Optional.empty();
    }

    private static Json.Obj object(String text) throws MalformedJson {
        if (JsonText.parse(text) instanceof Json.Obj object) {
            return object;
        }
        throw new MalformedJson("it is something else");
    }

    private void refuse(String text, String why) throws OutputFailed {
        // an empty one is a text, too
        broken = text.isEmpty() ? "\n" : text;
        prompt.say("error: " + VisibleText.line(why, LONGEST_ABOUT) + "; your text is kept.");
    }
}
