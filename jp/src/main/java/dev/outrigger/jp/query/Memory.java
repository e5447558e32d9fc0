package dev.outrigger.jp.query;

import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.wire.command.LogLevel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which tools the user has said "always" to.
public interface Memory {
    boolean granted(Tool tool);

    void grant(Tool tool);

    /// For this session, as [Approvals] has it. What cannot be remembered holds for this run at least.
    static Memory of(Session session) throws Problem {
        var approvals = Approvals.of(session);
        var run = ofThisRun();
        return new Memory() {
            @Override
            public boolean granted(Tool tool) {
                try {
                    return run.granted(tool) || approvals.granted(tool);
                } catch (Problem e) {
                    session.log().add(LogLevel.WARN, "jp", "approvals cannot be read: " + e.what());
                    return false;
                }
            }

            @Override
            public void grant(Tool tool) {
                run.grant(tool);
                try {
                    approvals.grant(tool);
                } catch (Problem e) {
                    session.log().add(LogLevel.WARN, "jp", "an approval cannot be kept: " + e.what());
                }
            }
        };
    }

    /// For as long as this process lives. A tool that has changed is another tool.
    static Memory ofThisRun() {
        Set<String> granted = ConcurrentHashMap.newKeySet();
        return new Memory() {
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
