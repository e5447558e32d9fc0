package dev.outrigger.jp.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which tools the user has said "always" to.
public interface ApprovalMemory {
    boolean granted(Tool tool);

    void grant(Tool tool);

    /// For this session, as [TerminalApprovals] has it. What cannot be remembered holds for this run at least.
    static ApprovalMemory of(JpContext context) throws Problem {
        var approvals = TerminalApprovals.of(context);
        var run = ofThisRun();
        return new ApprovalMemory() {
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
        };
    }

    /// For as long as this process lives. A tool that has changed is another tool.
    static ApprovalMemory ofThisRun() {
        Set<String> granted = ConcurrentHashMap.newKeySet();
        return new ApprovalMemory() {
            @Override
            public boolean granted(Tool tool) {
                return granted.contains(key(tool));
            }

            @Override
            public void grant(Tool tool) {
                granted.add(key(tool));
            }

            private static String key(Tool tool) {
                return tool.fullName() + "\n" + tool.fingerprint();
            }
        };
    }
}
