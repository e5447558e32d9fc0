package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.approval.ApprovalMemory;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;

/// Remembers for this terminal's session, as [RememberedApprovals] has it. What cannot be remembered holds for this run
/// at least.
public final class SessionApprovals implements ApprovalMemory {
    private final JpContext context;
    private final RememberedApprovals approvals;
    private final ApprovalMemory run = ApprovalMemory.ofThisRun();

    public SessionApprovals(JpContext context) throws Problem {
        this.context = context;
        this.approvals = RememberedApprovals.of(context);
    }

    @Override
    public boolean granted(Tool tool) {
        try {
            return run.granted(tool) || approvals.granted(tool);
        } catch (Problem e) {
            context.log().add(LogLevel.WARN, "jp", "approvals cannot be read: " + e.what());
            return false;
        }
    }

    @Override
    public void grant(Tool tool) {
        run.grant(tool);
        try {
            approvals.grant(tool);
        } catch (Problem e) {
            context.log().add(LogLevel.WARN, "jp", "an approval cannot be kept: " + e.what());
        }
    }
}
