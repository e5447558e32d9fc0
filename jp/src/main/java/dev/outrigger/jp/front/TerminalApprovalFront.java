package dev.outrigger.jp.front;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.approval.ApprovalFront;
import dev.outrigger.assistant.approval.ApprovalQuestion;
import dev.outrigger.hosting.turn.ConfiguredTool;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.ShellWord;
import dev.outrigger.workspace.settings.Settings;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Asks the person at the terminal whether a tool may run, about one call at a time.
public final class TerminalApprovalFront implements ApprovalFront {
    private final TerminalPerson person;
    private final Prompt prompt;
    private final Editor editor;
    private final boolean terminal;
    private final AtomicInteger waiting = new AtomicInteger();
    /// Of those that came while others waited.
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();

    public TerminalApprovalFront(TerminalPerson person, Prompt prompt, Printer printer, Editor editor) {
        this.person = person;
        this.prompt = prompt;
        this.editor = editor;
        this.terminal = printer.mode() == Printer.Mode.TEXT && prompt.possible();
    }

    @Override
    public Decision ask(ApprovalQuestion question, Cancellation cancellation) {
        waiting.incrementAndGet();
        begun.incrementAndGet();
        try {
            return person.<Decision>ask(cancellation, () -> Optional.of(asked(question)))
                    .orElse(new Decision.Reject("cancelled by the user"));
        } finally {
            if (waiting.decrementAndGet() == 0) {
                asked.set(0);
                begun.set(0);
            }
        }
    }

    @Override
    public String absence(Tool tool) {
        if (terminal) {
            return "";
        }
        if (tool instanceof ConfiguredTool set && !set.objection().isEmpty()) {
            return "there is no terminal to ask at, and " + set.objection();
        }
        var table = tool.definition().name();
        boolean meant = tool.source().equals("local") || tool.fullName().equals("builtin/" + table);
        var source = meant
                ? ""
                : "jp config set " + Settings.path("conversation", "tools", table, "source") + " "
                        + ShellWord.of(tool.fullName()) + " && ";
        return "this tool is asked about first, and there is no terminal to ask at. "
                + "The user can allow it beforehand: " + source + "jp config set "
                + Settings.path("conversation", "tools", table, "run") + " unattended";
    }

    private Decision asked(ApprovalQuestion question) {
        // The one before may have been answered with "always".
        var answered = question.answeredMeanwhile();
        try {
            return answered.isPresent() ? answered.get() : answer(question);
        } catch (OutputFailed _) {
            return new Decision.Reject("rejected: the terminal is gone");
        }
    }

    private Decision answer(ApprovalQuestion question) throws OutputFailed {
        int number = asked.incrementAndGet();
        int of = Math.max(number, begun.get());
        return new ApprovalDialog(question, prompt, editor).decide(of > 1 ? " (" + number + " of " + of + ")" : "");
    }
}
