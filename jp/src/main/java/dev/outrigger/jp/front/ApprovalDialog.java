package dev.outrigger.jp.front;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.approval.ApprovalQuestion;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.List;

/// One call, put to the person at the terminal until it is decided: draws the question, and reads an answer to it.
/// Neither an editor nor a pager decides anything.
final class ApprovalDialog {
    private static final int LONGEST_ABOUT = 300;
    /// Far beyond what anybody reads at a prompt.
    private static final int LONGEST_ARGUMENTS = 64 * 1024;

    private static final Prompt.Choice NO = Prompt.Choice.byDefault('n', "no");
    private static final Prompt.Choice EDIT = Prompt.Choice.of('e', "edit arguments");

    private static final List<Prompt.Choice> SEEN =
            List.of(Prompt.Choice.of('y', "yes"), Prompt.Choice.of('a', "always this session"), NO, EDIT);

    private static final List<Prompt.Choice> UNSEEN = List.of(Prompt.Choice.of('v', "view all of it first"), NO, EDIT);

    /// Nobody says yes in passing to what was there before, having meant something else.
    private static final List<Prompt.Choice> BROKEN =
            List.of(Prompt.Choice.of('e', "edit this text again"), Prompt.Choice.of('d', "drop it"), NO);

    private final ApprovalQuestion question;
    private final Prompt prompt;
    private final Editor editor;
    /// What the user saved and nobody can use; "" when there is no such thing.
    private String broken = "";

    ApprovalDialog(ApprovalQuestion question, Prompt prompt, Editor editor) {
        this.question = question;
        this.prompt = prompt;
        this.editor = editor;
    }

    /// @param which of several calls this is, in words; "" when it is alone
    Decision decide(String which) throws OutputFailed {
        var fullName = VisibleText.name(question.tool().fullName());
        prompt.say("\nThe assistant wants to run " + name() + " (" + fullName + ")" + which);
        var about = VisibleText.line(question.about(), LONGEST_ABOUT);
        if (!about.isEmpty()) {
            prompt.say("It says: " + about);
        }
        show();
        while (true) {
            var answer = prompt.askNow("Run " + name() + "?", choices());
            switch (answer.map(Prompt.Answer::key).orElse('n')) {
                case 'y' -> {
                    return question.approve();
                }
                case 'a' -> {
                    return question.approveAlways();
                }
                case 'v' -> view();
                case 'e' -> edit();
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
        return !broken.isEmpty()
                ? BROKEN
                : question.answers().contains(ApprovalQuestion.Answer.APPROVE) ? SEEN : UNSEEN;
    }

    private Decision rejected(boolean inWords) {
        return question.reject(
                inWords ? prompt.line("Why? (for the model; may be empty) ").orElse("") : "");
    }

    private String name() {
        return VisibleText.name(question.tool().definition().name());
    }

    /// What others wrote goes through [VisibleText] before it is drawn: a yes is to what is there, and not to what
    /// a terminal makes of it.
    private void show() throws OutputFailed {
        var words = question.proposal().words();
        if (!words.isEmpty()) {
            prompt.tell(PrintFormat.MARKDOWN, VisibleText.text(words));
        }
        if (question.showsArguments()) {
            show(question.proposal().arguments());
        }
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
        question.shownInPart(PrettyJson.text(arguments));
    }

    private void view() throws OutputFailed {
        try {
            editor.show(VisibleText.text(question.unseen()), ".txt");
            question.seen();
        } catch (Editor.EditorProblem e) {
            prompt.say("error: " + e.getMessage());
        }
    }

    private void edit() throws OutputFailed {
        var before = question.proposal().arguments();
        try {
            var text = editor.edit(broken.isEmpty() ? PrettyJson.text(before) : broken, ".json");
            broken = "";
            modify(text, before);
        } catch (Editor.EditorProblem e) {
            prompt.say("error: " + e.getMessage());
        }
    }

    private void modify(String text, Json.Obj before) throws OutputFailed {
        Json.Obj edited;
        try {
            edited = object(text);
        } catch (MalformedJson e) {
            refuse(text, "this is no JSON object: " + e.whatIn(text));
            return;
        }
        if (edited.equals(before)) {
            prompt.say("The arguments are unchanged.");
            return;
        }
        var misfit = question.modify(edited);
        if (misfit.isPresent()) {
            refuse(text, misfit.get());
            return;
        }
        prompt.say("\nWith your arguments:");
        show();
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
