package dev.outrigger.assistant.approval;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.event.Event;

/// Asks a front about each call, but for those that were answered with "always" before. Where nobody can be asked, the
/// answer is no.
public final class AskingApprover implements Approver {
    private final ApprovalFront front;
    private final ApprovalMemory memory;

    public AskingApprover(ApprovalFront front, ApprovalMemory memory) {
        this.front = front;
        this.memory = memory;
    }

    @Override
    public Decision decide(Event.ToolCallRequest call, Tool tool, Cancellation cancellation) {
        if (memory.granted(tool)) {
            return new Decision.Granted();
        }
        var absence = front.absence(tool);
        return absence.isEmpty()
                ? front.ask(new ApprovalQuestion(call.id(), tool, call.arguments(), memory), cancellation)
                : new Decision.Reject("rejected: " + absence);
    }
}
