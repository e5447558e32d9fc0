package dev.outrigger.jp.help;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.StreamLook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Every plugin there is, for the help of jp and of its groups. Those that may run and never said what they are, are
/// asked now, all at once; the others are not started.
public final class PluginOverview {
    /// Asks plugins to describe themselves, and remembers what they say or that they said nothing. All of them are
    /// approved. One that failed not long ago need not be tried again.
    public interface Asking {
        void ask(List<PluginProgram> plugins);
    }

    private PluginOverview() {}

    public static PluginListing of(
            Command builtIns, KnownPlugins known, PluginListing.Approvals approvals, Asking asking) {
        var unknown = new ArrayList<PluginProgram>();
        for (var plugin : known.plugins()) {
            var brief = known.brief(plugin);
            if ((brief.isEmpty() || !brief.get().answered()) && approvals.given(plugin)) {
                unknown.add(plugin);
            }
        }
        if (!unknown.isEmpty()) {
            asking.ask(unknown);
            known.lookAgain();
        }
        return PluginListing.of(builtIns, known, approvals);
    }

    /// "" without plugins.
    public static String section(PluginListing listing, StreamLook look) {
        var rows = new LinkedHashMap<String, String>();
        for (var row : listing.rows()) {
            rows.put(String.join(" ", row.path()), row.text());
        }
        return rows.isEmpty() ? "" : "\n" + HelpText.section("Plugins", rows, look);
    }
}
