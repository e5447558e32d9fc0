package dev.outrigger.assistant.approval;

import dev.outrigger.assistant.Tool;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which tools somebody has said "always" to. Each front has its own: what one person approved in one place does not
/// count in another.
public interface ApprovalMemory {
    boolean granted(Tool tool);

    void grant(Tool tool);

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
