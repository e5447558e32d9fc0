package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.terminal.program.Problem;
import java.util.List;

/// Where tools come from. Asked at most once, and only when its tools may be wanted: an answer can take a while.
public interface ToolSource {
    /// In the order in which they are asked: the later, the longer it may take.
    enum Kind {
        BUILTIN,
        LOCAL,
        PLUGIN,
        MCP
    }

    Kind kind();

    /// All it has, each with its own name and its own idea of consent. A problem is told, and hurts no other source.
    List<Tool> tools() throws Problem;

    static ToolSource of(Kind kind, Supply supply) {
        return new ToolSource() {
            @Override
            public Kind kind() {
                return kind;
            }

            @Override
            public List<Tool> tools() throws Problem {
                return supply.tools();
            }
        };
    }

    interface Supply {
        List<Tool> tools() throws Problem;
    }
}
