package dev.outrigger.jp.query;

import dev.outrigger.assistant.Tool;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which tools the user has said "always" to.
public interface Memory {
    boolean granted(Tool tool);

    void grant(Tool tool);

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
