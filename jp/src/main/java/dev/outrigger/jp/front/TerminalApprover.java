package dev.outrigger.jp.front;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.turn.ApprovalMemory;
import dev.outrigger.jp.turn.ConfiguredTool;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.ShellWord;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.settings.Settings;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Asks the person at the terminal whether a tool may run. Where there is none, the answer is no, with a word on how to
/// change that.
public final class TerminalApprover implements Approver {
    private final TerminalPerson person;
    private final Prompt prompt;
    private final ApprovalMemory memory;
    private final Editor editor;
    private final boolean terminal;
    private final AtomicInteger waiting = new AtomicInteger();
    /// Of those that came while others waited.
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();

    public TerminalApprover(
            TerminalPerson person, Prompt prompt, Printer printer, ApprovalMemory memory, Editor editor) {
        this.person = person;
        this.prompt = prompt;
        this.memory = memory;
        this.editor = editor;
        this.terminal = printer.mode() == Printer.Mode.TEXT && prompt.possible();
    }

    @Override
    public Decision decide(Event.ToolCallRequest call, Tool tool, Cancellation cancellation) {
        if (memory.granted(tool)) {
            return new Decision.Granted();
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
        if (tool instanceof ConfiguredTool set && !set.objection().isEmpty()) {
            return new Decision.Reject("rejected: there is no terminal to ask at, and " + set.objection());
        }
        var table = tool.definition().name();
        boolean meant = tool.source().equals("local") || tool.fullName().equals("builtin/" + table);
        var source = meant
                ? ""
                : "jp config set " + Settings.path("conversation", "tools", table, "source") + " "
                        + ShellWord.of(tool.fullName()) + " && ";
        return new Decision.Reject("rejected: this tool is asked about first, and there is no terminal to ask at. "
                + "The user can allow it beforehand: " + source + "jp config set "
                + Settings.path("conversation", "tools", table, "run") + " unattended");
    }

    private Decision asked(Event.ToolCallRequest call, Tool tool) {
        // The one before may have been answered with "always".
        if (memory.granted(tool)) {
            return new Decision.Granted();
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
        var hearing = new ApprovalDialog(tool, prompt, editor);
        return hearing.decide(call.arguments(), of > 1 ? " (" + number + " of " + of + ")" : "", memory);
    }
}
