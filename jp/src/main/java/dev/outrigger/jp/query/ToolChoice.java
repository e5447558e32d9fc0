package dev.outrigger.jp.query;

import dev.outrigger.assistant.tools.Glob;
import java.util.List;

/// Which tools the command line wants for this once; names, or patterns such as `fs_*`.
///
/// @param only when not empty: these and no others, also those that the settings switch off, if named in full
/// @param except not these
public record ToolChoice(List<String> only, List<String> except) {
    public static final ToolChoice ALL = new ToolChoice(List.of(), List.of());

    public ToolChoice {
        only = List.copyOf(only);
        except = List.copyOf(except);
    }

    boolean wants(String name, boolean enabled) {
        return (only.isEmpty() ? enabled : only.contains(name) || (enabled && matches(only, name)))
                && !matches(except, name);
    }

    /// Whether there can be no tool that is wanted.
    boolean wantsNone() {
        return except.contains("*") || except.contains("**");
    }

    /// Whether every wanted tool is named in full.
    boolean isByName() {
        return !only.isEmpty() && only.stream().noneMatch(Glob::isPattern);
    }

    static boolean matches(List<String> patterns, String name) {
        for (var pattern : patterns) {
            if (pattern.equals(name) || Glob.of(pattern).matches(name)) {
                return true;
            }
        }
        return false;
    }
}
