package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.tools.GlobPattern;
import java.util.List;

/// Which tools the command line wants for this once. A tool is named as the model sees it, in full
/// (`mcp.files/read_file`), by its own name where only one has that, or by a pattern such as `fs_*`.
///
/// @param only when not empty: these and no others, also those that the settings switch off, if named
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

    /// `named` are those that [#only] names, each one tool.
    boolean wants(ToolNaming.Named tool, List<ToolNaming.Named> named) {
        boolean wanted = (only.isEmpty() || looking)
                ? tool.enabled()
                : named.contains(tool) || (tool.enabled() && only.stream().anyMatch(each -> fits(each, tool)));
        return wanted && except.stream().noneMatch(each -> fits(each, tool) || isCalled(each, tool));
    }

    /// Whether there can be no tool that is wanted.
    boolean wantsNone() {
        return except.contains("*") || except.contains("**");
    }

    /// Whether every wanted tool is named.
    boolean isByName() {
        return !only.isEmpty() && only.stream().noneMatch(GlobPattern::isPattern);
    }

    /// Whether the tool is called so, by any of its names.
    static boolean isCalled(String name, ToolNaming.Named tool) {
        return isExactly(name, tool) || tool.name().isCalled(name);
    }

    /// Whether nothing else can be meant.
    static boolean isExactly(String name, ToolNaming.Named tool) {
        return tool.shown().equals(name) || tool.name().toString().equals(name);
    }

    static boolean fits(String pattern, ToolNaming.Named tool) {
        if (!GlobPattern.isPattern(pattern)) {
            return false;
        }
        var glob = GlobPattern.of(pattern);
        return glob.matches(tool.shown())
                || (!ToolNaming.FullName.isFull(pattern)
                        && glob.matches(tool.name().tool()))
                || glob.matches(tool.name().toString());
    }
}
