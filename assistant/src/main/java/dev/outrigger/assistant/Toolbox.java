package dev.outrigger.assistant;

import java.util.List;
import java.util.Optional;

/// The tools that there are for a turn.
public interface Toolbox {
    /// In the order in which the model sees them; no name twice.
    List<Tool> tools();

    /// Before each call of a model, and at no other time: from then on, what has changed counts. Between, the tools
    /// stay as they were offered.
    default void renew() {}

    default Optional<Tool> named(String name) {
        return tools().stream()
                .filter(tool -> tool.definition().name().equals(name))
                .findFirst();
    }
}
