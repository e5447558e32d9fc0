package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the words of a list of capabilities come down to.
///
/// @param enforced those of the shared grammar, which a sandbox holds the plugin to; none: no sandbox
/// @param declared mere words, which nothing enforces
public record Granted(List<Capability> enforced, List<String> declared) {
    private static final List<String> GRAMMAR = List.of("read:fs:", "write:fs:", "exec:", "net:", "kaged:storage:");

    public Granted {
        enforced = List.copyOf(enforced);
        declared = List.copyOf(declared);
    }

    public static Granted of(List<String> capabilities) {
        var enforced = new ArrayList<Capability>();
        var declared = new ArrayList<String>();
        for (var text : capabilities) {
            try {
                enforced.add(Capability.parse(text));
            } catch (Refused _) {
                declared.add(text);
            }
        }
        return new Granted(enforced, declared);
    }

    public boolean sandboxed() {
        return !enforced.isEmpty();
    }

    /// What is wrong with the first word that begins like one of the grammar and is none: nobody means it to be
    /// without effect.
    static Optional<String> misspelt(List<String> capabilities) {
        for (var text : capabilities) {
            if (GRAMMAR.stream().anyMatch(text::startsWith)) {
                try {
                    var _ = Capability.parse(text);
                } catch (Refused e) {
                    return Optional.of(String.valueOf(e.getMessage()));
                }
            }
        }
        return Optional.empty();
    }
}
