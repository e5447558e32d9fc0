package dev.outrigger.jp.query;

import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.Log;
import dev.outrigger.jp.Problem;
import dev.outrigger.wire.command.LogLevel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which tools the user has said "always" to.
public interface Memory {
    boolean granted(Tool tool);

    void grant(Tool tool);

    /// For as long as the terminal's session lives. Where that cannot be kept, for as long as this process does.
    static Memory of(Approvals approvals, Log log) {
        var thisRun = ofThisRun();
        return new Memory() {
            @Override
            public boolean granted(Tool tool) {
                try {
                    return thisRun.granted(tool) || approvals.granted(tool);
                } catch (Problem e) {
                    log.add(LogLevel.WARN, "jp", "earlier approvals do not count: " + e.what());
                    return false;
                }
            }

            @Override
            public void grant(Tool tool) {
                thisRun.grant(tool);
                try {
                    approvals.grant(tool);
                } catch (Problem e) {
                    log.add(LogLevel.WARN, "jp", "this approval counts for this call alone: " + e.what());
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
                return tool.definition().name() + "\n" + tool.source() + "\n" + tool.fingerprint();
            }
        };
    }
}
