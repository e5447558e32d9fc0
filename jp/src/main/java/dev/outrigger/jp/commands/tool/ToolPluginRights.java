package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.plugin.GrantedCapabilities;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.workspace.settings.Settings;
import java.util.List;

/// What a tool plugin may do, in words for whoever agrees to it.
final class ToolPluginRights {
    private static final int LONGEST = 300;

    private ToolPluginRights() {}

    static String words(ToolPlugin plugin) {
        var granted = plugin.granted();
        var text = new StringBuilder();
        if (granted.unconfined()) {
            text.append("It runs WITHOUT a sandbox, as your settings have it: it can do whatever you can.\n");
        } else {
            sandbox(plugin, granted.enforced(), text);
        }
        list("Your settings leave out what it declares, and may need:", granted.leftOut(), text);
        if (!granted.declared().isEmpty()) {
            text.append("It declares, in words that nothing enforces and that open nothing:\n");
            granted.declared()
                    .forEach(one -> text.append("  ")
                            .append(VisibleText.line(one, LONGEST))
                            .append('\n'));
        }
        return text.toString();
    }

    private static void sandbox(ToolPlugin plugin, List<Capability> enforced, StringBuilder text) {
        text.append("It runs in a sandbox: it sees the system's programs and its own folder, has a place for")
                .append(" temporary files,\nand no network.");
        var more = enforced.stream().filter(GrantedCapabilities::reachesOut).toList();
        if (more.isEmpty()) {
            text.append(" It sees nothing of yours: not this workspace, not your home, no other plugin.\n")
                    .append("What would let it read the workspace: \"read:project\" in `capabilities` of its")
                    .append(" rterm-plugin.json; or, in your own\nconfiguration, ")
                    .append(Settings.path("plugins", "tool", plugin.id()))
                    .append(".grant = [\"read:project\"]\n");
        } else {
            text.append('\n');
            list("Besides, it may do this:", more, text);
        }
    }

    private static void list(String heading, List<Capability> capabilities, StringBuilder text) {
        if (!capabilities.isEmpty()) {
            text.append(heading).append('\n');
            capabilities.forEach(one -> text.append("  ")
                    .append(words(one))
                    .append("  (")
                    .append(VisibleText.line(one.text(), LONGEST))
                    .append(")\n"));
        }
    }

    private static String words(Capability capability) {
        return switch (capability) {
            case Capability.ReadPath(var path) -> "read " + shown(path) + " and all below it";
            case Capability.WritePath(var path) -> "read and CHANGE " + shown(path) + " and all below it";
            case Capability.Exec exec ->
                "run " + shown(exec.binary()) + (exec.namesProgramAlone() ? "" : ", and read " + shown(exec.path()));
            case Capability.Project(var access) ->
                (access == Capability.Access.READ ? "read" : "read and CHANGE")
                        + " the workspace that it is called in, but for .jp";
            case Capability.NoNetwork _ -> "use no network";
            case Capability.AnyNetwork _ -> "reach ANY host on the network, and services on this machine";
            case Capability.Connect(var host, var port) ->
                "connect to " + shown(host) + (port == Capability.Connect.ANY_PORT ? ", any port" : ", port " + port);
            case Capability.Storage _ -> "nothing: only the daemon kaged has a storage";
        };
    }

    private static String shown(Object words) {
        return VisibleText.line(words.toString(), LONGEST);
    }
}
