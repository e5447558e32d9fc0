package dev.outrigger.jp.query;

import dev.outrigger.assistant.tools.Glob;
import java.util.List;

/// Which tools the command line wants for this once; names, or patterns such as `fs_*`.
///
/// @param only when not empty: these and no others, also those that the settings switch off, if named in full
/// @param except not these
/// @param looking nothing is switched on by being named, and nobody minds when it is not there
public record ToolChoice(List<String> only, List<String> except, boolean looking) {
    public static final ToolChoice ALL = new ToolChoice(List.of(), List.of());

    public ToolChoice(List<String> only, List<String> except) {
        this(only, except, false);
    }

    /// To look at the tool of this name as the settings have it, and to ask no source any more once it is found.
    public static ToolChoice lookingFor(String name) {
        return new ToolChoice(List.of(name), List.of(), true);
    }

    public ToolChoice {
        only = List.copyOf(only);
        except = List.copyOf(except);
    }

    boolean wants(String name, boolean enabled) {
        return ((only.isEmpty() || looking) ? enabled : only.contains(name) || (enabled && matches(only, name)))
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
